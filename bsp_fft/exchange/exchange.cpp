#include "bsp_fft/exchange/exchange.hpp"

#include "bsp_fft/exchange/general_exchange.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"

namespace bspfft {

template <class Real>
std::unique_ptr<MoveExchange<Real>> make_exchange(const Layout& from, const Layout& to, const Landing& landing,
                                                  bool by_hpput, bool in_place, Index s, Arena& arena,
                                                  Index reals_per_element)
{
    if (have_common_digits(from, to))
        return std::make_unique<PacketExchange<Real>>(from, to, landing, by_hpput, in_place, s, reals_per_element,
                                                      arena);
    return std::make_unique<GeneralExchange<Real>>(from, to, landing, by_hpput, in_place, s, reals_per_element,
                                                      arena);
}

template std::unique_ptr<MoveExchange<float>> make_exchange(const Layout&, const Layout&, const Landing&, bool, bool,
                                                            Index, Arena&, Index);
template std::unique_ptr<MoveExchange<double>> make_exchange(const Layout&, const Layout&, const Landing&, bool, bool,
                                                             Index, Arena&, Index);
}  // namespace bspfft

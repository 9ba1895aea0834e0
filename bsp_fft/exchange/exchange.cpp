#include "bsp_fft/exchange/exchange.hpp"

#include "bsp_fft/exchange/general_exchange.hpp"
#include "bsp_fft/exchange/packet_exchange.hpp"

namespace bspfft {

template <class Real>
std::unique_ptr<MoveExchange<Real>> make_exchange(const Layout& from, const Layout& to, const Landing& landing,
                                                  bool by_hpput, bool in_place, Index s)
{
    if (have_common_digits(from, to))
        return std::make_unique<PacketExchange<Real>>(from, to, landing, by_hpput, in_place, s);
    return std::make_unique<GeneralExchange<Real>>(from, to, landing, by_hpput, in_place, s);
}

template <class Real>
Index exchange_bytes(const Layout& from, const Layout& to, const Landing& landing, bool by_hpput, bool in_place,
                     Index s)
{
    if (have_common_digits(from, to))
        return PacketExchange<Real>::buffer_bytes(LayoutChange(from, to), landing, by_hpput, in_place, from.p());
    return GeneralExchange<Real>::buffer_bytes(from, to, landing, by_hpput, in_place, s);
}

template std::unique_ptr<MoveExchange<float>> make_exchange(const Layout&, const Layout&, const Landing&, bool, bool,
                                                            Index);
template std::unique_ptr<MoveExchange<double>> make_exchange(const Layout&, const Layout&, const Landing&, bool, bool,
                                                             Index);
template Index exchange_bytes<float>(const Layout&, const Layout&, const Landing&, bool, bool, Index);
template Index exchange_bytes<double>(const Layout&, const Layout&, const Landing&, bool, bool, Index);

}  // namespace bspfft

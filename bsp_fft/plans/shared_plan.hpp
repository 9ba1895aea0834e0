// A transform of arrays in natural order that all processes see, without a copy of them.
#pragma once

#include <memory>
#include <optional>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/home_section.hpp"
#include "bsp_fft/execution/execution.hpp"
#include "bspfft/ledger.hpp"

namespace bspfft {

/// One process's part. The free cut over all of them: columns are read from the input where they are, packets move
/// once, rows are written to the output where they belong.
template <class Real>
class SharedPlan {
public:
    /// Results are multiplied by the scale. Collective; throws as Plan does.
    static std::unique_ptr<SharedPlan> make(const Problem& problem, const SharedArrays& arrays, double scale,
                                            bool reproducible);

    /// To be made by planned().
    SharedPlan(Index processes_here, const Problem& problem, const SharedArrays& arrays, double scale,
               bool reproducible);
    void build();
    void join();
    ~SharedPlan();
    SharedPlan(const SharedPlan&) = delete;
    SharedPlan& operator=(const SharedPlan&) = delete;

    /// Whether there is one over p processes; otherwise a plan with arrays of its own can do it.
    static bool exists(const Problem& problem, Index p, bool reproducible = false);

    /// The way there and back of real data have different problems; of complex data the direction says it. In place if
    /// both arrays are the same. Collective: processes begin together, and the next begins when all are done.
    void execute(Direction direction, Real* in, Real* out);

    void account(bool on)
    {
        Port apart;
        Agreement(apart).on([&] { recorder_.account(on); });
    }
    Ledger ledger() const { return recorder_.ledger(); }
    const Schedule& schedule() const { return schedule_; }
    Index bytes() const { return bytes_; }

private:
    static constexpr auto bytes_per_real = static_cast<Index>(sizeof(Real));

    Port port_;
    HomeSection home_;
    PlanOptions options_;
    Schedule schedule_;
    Recorder recorder_;
    double scale_;
    Buffer<Real> landing_, workspace_;
    Index turn_ = 0;
    Index bytes_ = 0;
    std::optional<Execution<Real>> execution_;
};

extern template class SharedPlan<float>;
extern template class SharedPlan<double>;

}  // namespace bspfft

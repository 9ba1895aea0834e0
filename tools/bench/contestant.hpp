// Those who are measured, each behind the same door.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bspfft/options.hpp"
#include "tools/bench/samples.hpp"
#include "tools/bench/workload.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

/// A task, or the floor of it, that is to be timed on p processes or threads.
struct Case {
    Workload what;
    Index p;
    Precision precision;

    bool operator==(const Case&) const = default;
};

/// One variant of a contestant, such as in place on two threads, and what was found.
struct Variant {
    std::string name;
    Samples seconds;                 ///< of one transform, one for each block that was timed
    std::optional<double> planning;  ///< seconds; none where there is nothing to plan
    std::optional<double> zeroing;   ///< seconds that new memory of the plan's size takes: part of planning
    std::optional<double> error;     ///< relative L2 error of the answer; none where there is none
    std::optional<double> huge;      ///< share of its large arrays that is on huge pages; none where there are none

    /// Adds another round's times, and keeps the shortest planning, and the least share of huge pages.
    void add(const Variant& round);
};

class Contestant {
public:
    Contestant() = default;
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;
    virtual ~Contestant() = default;

    /// What the next round does, in words, and for how many seconds at most; 0: as long as it takes.
    virtual std::pair<std::string, double> next() const { return {"measuring", 0}; }
    /// Plans if need be, finds the error of the answer the first time, and times a few blocks.
    virtual void round() = 0;

    /// What was found so far; the fastest counts.
    const std::vector<Variant>& variants() const { return variants_; }

protected:
    /// Adds what a round found, to the variants of the same names.
    void add(const std::vector<Variant>& found);

    std::vector<Variant> variants_;
};

/// This project's own, where the options may have an algorithm and a kernel, or a grid and a cut for the fast one; an
/// operator as one plan, or as two transforms and products.
std::unique_ptr<Contestant> make_ours(const Case& problem, const PlanOptions& chosen = {});
std::unique_ptr<Contestant> make_fused(const Case& problem);
std::unique_ptr<Contestant> make_separate(const Case& problem);

/// Ours by one call (fft.h), natural order in and out; null where processes are no threads.
std::unique_ptr<Contestant> make_call(const Case& problem);

/// Our kernel on a GPU, with arrays there and with arrays on the host, and the vendor's library there; complex data on
/// one process. Null for others, and where there is no GPU.
std::unique_ptr<Contestant> make_on_device(const Case& problem);
std::unique_ptr<Contestant> make_through_device(const Case& problem);
std::unique_ptr<Contestant> make_library_on_device(const Case& problem);

/// Sweeps that read one array and write another, each process its part: what moving the data through memory takes if
/// nothing is computed.
std::unique_ptr<Contestant> make_floor(const Case& problem);

/// Whether FFTW with threads is there, which may then be used. Must come before anybody plans with FFTW, be
/// it as a kernel: it would do without most of its parallel algorithms ever after.
bool start_fftw_threads();
/// FFTW's version, and how it was compiled.
std::string fftw_release();
std::string fftw_flags();

/// How FFTW plans.
enum class FftwPlanner {
    measure,   ///< FFTW_MEASURE; an FFTW that cannot measure estimates as well
    estimate,  ///< FFTW_ESTIMATE
    both,
};

struct FftwPlanning {
    FftwPlanner planner = FftwPlanner::both;
    double limit = 0;  ///< seconds for plans that are measured: in a contest, for all of a row
};

/// Seconds for all plans of a row. What one plan leaves, the others have.
struct FftwSeconds {
    double left = 0;
    Index plans = 1;  ///< that are still to come

    double share() const { return left / static_cast<double>(std::max(Index{1}, plans)); }
};

/// FFTW on p threads, in place and out of place, on huge pages and on the usual ones.
std::unique_ptr<Contestant> make_fftw(const Case& problem, FftwPlanner planner,
                                      const std::shared_ptr<FftwSeconds>& seconds);

}  // namespace bspfft::tools

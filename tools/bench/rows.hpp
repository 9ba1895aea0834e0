// What was found, as rows: one for each contestant, shape, number of processes and precision.
#pragma once

#include <string>
#include <vector>

#include "tools/bench/contestant.hpp"
#include "tools/files/text_output.hpp"

namespace bspfft::tools {

// Names of contestants in rows.
namespace contestant {
constexpr const char* fast = "fast";          ///< ours, for the task
constexpr const char* call = "call";          ///< ours, by one call in natural order
constexpr const char* complex = "complex";    ///< ours, for complex data of the same shape
constexpr const char* separate = "separate";  ///< ours: a transform, products, and a transform back
constexpr const char* pencils = "pencils";    ///< ours, one axis after the other in blocks
constexpr const char* textbook = "textbook";  ///< by FFTW as the kernel, where it is there
constexpr const char* radix2 = "radix2";      ///< textbook, by the book's kernel
constexpr const char* fftw = "fftw";
constexpr const char* fftw_mpi = "fftw-mpi";
constexpr const char* heffte = "heffte";
constexpr const char* cuda = "cuda";            ///< ours, on a GPU's arrays
constexpr const char* cuda_host = "cuda-host";  ///< the same with arrays on the host, copies counted
constexpr const char* cufft = "cufft";          ///< cuFFT alone, on a GPU's arrays
constexpr const char* floor = "floor";          ///< sweeps of memory
inline const std::vector<std::string> usual{fast, complex, separate, textbook, fftw, fftw_mpi, floor};
inline const std::vector<std::string> all{fast, call,     complex, separate, pencils,   textbook, radix2,
                                          fftw, fftw_mpi, heffte,  cuda,     cuda_host, cufft,    floor};
inline const std::vector<std::string> on_device{cuda, cuda_host, cufft};
}  // namespace contestant

struct Row {
    Case problem;
    std::string name;
    Variant variant;  ///< the fastest of the contestant's

    double seconds() const { return minimum(variant.seconds); }
    /// 10^9 flops a second, as the task counts them, whatever the algorithm does.
    double rate() const
    {
        const Workload& what = problem.what;
        return what.task.flops_ratio() * fft_rate(what.n(), seconds() / static_cast<double>(what.batch));
    }
    /// Whether the answer was as good as rounding allows.
    bool right() const;
};

/// How wide a column of these names is.
int width_of_names(const std::vector<Workload>& workloads);

/// The row of the fastest variant of some contestants; none if nothing was measured.
std::optional<Row> best_row(const Case& problem, const std::string& name,
                            const std::vector<const Contestant*>& contestants);

/// The one of this name, or null.
const Row* find(const std::vector<Row>& rows, const Case& problem, const std::string& name);

/// Seconds of one over seconds of another; none if a row is missing.
std::optional<double> time_ratio(const Row* above, const Row* below);

/// The seconds of the floor over those of the row, in percent: 100 would be the fastest that data in memory allow;
/// none if a row is missing.
std::optional<double> percent_of_floor(const std::vector<Row>& rows, const Row* row);

/// The error of the row over that of cuFFT for the same; none if either is missing.
std::optional<double> error_over_cufft(const std::vector<Row>& rows, const Row& row);

/// Machine, versions and flags of this run, by name, for every row.
Json conditions_here(const std::string& mpi);

/// Each row with its times, its ratios to others among them, and the conditions.
Json json_of(const std::vector<Row>& rows, const Json& conditions);

}  // namespace bspfft::tools

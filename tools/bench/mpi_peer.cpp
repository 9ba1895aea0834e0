#include "tools/bench/mpi_peer.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/processes/program.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

namespace fs = std::filesystem;

// What planning and all transforms take at most: far more than on any machine that was seen.
std::chrono::milliseconds time_limit(const Case& problem, double planning_limit)
{
    const double seconds = 60 + 4 * planning_limit + 1e-6 * static_cast<double>(problem.what.elements());
    return std::chrono::milliseconds(static_cast<std::int64_t>(1e3 * seconds));
}

std::vector<Variant> read_variants(const std::string& lines)
{
    std::vector<Variant> variants;
    for (const auto& found : Json::parse(lines)) {
        Variant variant;
        variant.name = found.at("way");
        variant.seconds = found.at("seconds").get<Samples>();
        variant.planning = found.at("planning").get<double>();
        variant.error = found.at("error").get<double>();
        variants.push_back(variant);
    }
    return variants;
}

class OnMpi final : public Contestant {
public:
    OnMpi(const Case& problem, double planning_limit, const std::shared_ptr<MpiPeer>& peer)
        : problem_(problem), planning_limit_(planning_limit), peer_(peer)
    {}

    void round() override
    {
        // Later rounds find the plan in the file of the first, unless that was out of time.
        const bool planned = !variants().empty();
        std::vector<Variant> found =
            peer_->measure(problem_, planned ? std::min(1.0, planning_limit_) : planning_limit_);
        if (planned) {
            for (Variant& variant : found) variant.planning.reset();
        }
        add(found);
    }

private:
    Case problem_;
    double planning_limit_;
    std::shared_ptr<MpiPeer> peer_;
};

}  // namespace

MpiPeer::MpiPeer(std::string title, const std::vector<std::string>& places)
    : title_(std::move(title)), program_(program_beside(places))
{
    const std::optional<std::string> version = mpi_version();
    mpi_ = version.value_or("none");
    if (program_.empty() || !version) trouble_ = "not found";
}

void MpiPeer::make_wisdom_folder()
{
    std::error_code error;
    std::string folder = (fs::temp_directory_path(error) / "bspfft-wisdom-XXXXXX").string();
    if (error || !::mkdtemp(folder.data())) {
        trouble_ = text("no temporary folder ", folder);
    } else {
        wisdom_folder_ = folder;
    }
}

MpiPeer::~MpiPeer()
{
    std::error_code error;
    if (!wisdom_folder_.empty()) fs::remove_all(wisdom_folder_, error);
}

std::vector<Variant> MpiPeer::measure(const Case& problem, double planning_limit)
{
    if (found() && wisdom_folder_.empty()) make_wisdom_folder();
    if (!found()) return {};
    const std::string precision = name_of(precisions, problem.precision);
    const std::string shape = shape_text(problem.what.shape);
    const std::string task = problem.what.task.name();
    const std::string wisdom = text(wisdom_folder_, "/", precision, "-", task, "-", shape, "-", problem.p);
    const auto run = [&](double limit) {
        const std::string p = std::to_string(problem.p);
        std::vector<std::string> words{"-n", p, program_, shape, precision, p, std::to_string(limit), wisdom};
        if (problem.what.task.real) words.push_back("real");
        return run_program(mpirun(words), time_limit(problem, limit));
    };
    Outcome outcome = run(planning_limit);
    // Each process of FFTW looks at its own clock while it plans. If one is out of time before another, they wait for
    // each other for ever; with no time at all they agree.
    if (outcome.timed_out) outcome = run(0);
    try {
        if (outcome.status == 0) return read_variants(outcome.output);
        trouble_ = outcome.timed_out ? "no answer" : text("failed: ", first_line(outcome.errors));
    } catch (const JsonError&) {
        trouble_ = text("its answer cannot be read: ", first_line(outcome.output));
    }
    return {};
}

// Where both were built, or where both were installed.
std::shared_ptr<MpiPeer> find_fftw_mpi()
{
    return std::make_shared<MpiPeer>("FFTW-MPI",
                                     std::vector<std::string>{"../bench/fftw_mpi", BSPFFT_FFTW_MPI_INSTALLED});
}

// Never installed: it is measured by those who build it.
std::shared_ptr<MpiPeer> find_heffte()
{
    return std::make_shared<MpiPeer>("heFFTe", std::vector<std::string>{"../bench/heffte"});
}

std::unique_ptr<Contestant> make_mpi_contestant(const Case& problem, double planning_limit,
                                                const std::shared_ptr<MpiPeer>& peer)
{
    return std::make_unique<OnMpi>(problem, planning_limit, peer);
}

}  // namespace bspfft::tools

#include "tools/bench/contest.hpp"

#include "bspfft/schedule.hpp"

namespace bspfft::tools {

Contest::Contest(Index n, const std::vector<Index>& ps, const std::vector<Precision>& precisions,
                 const std::vector<std::string>& names, bool has_fftw, const std::shared_ptr<MpiPeer>& mpi,
                 double planning_limit)
    : has_fftw_(has_fftw), mpi_(mpi), planning_limit_(planning_limit)
{
    for (const Precision precision : precisions) {
        for (const Index p : ps) {
            for (const std::string& name : names) enter({n, p, precision}, name);
        }
    }
}

void Contest::enter(const Problem& problem, const std::string& name)
{
    const auto alone = [&](std::unique_ptr<Contestant> contestant) {
        entries_.push_back({problem, name, {keep(std::move(contestant))}});
    };
    if (name == contestant::fast && has_free_cut(problem.n, problem.p))
        alone(make_ours(problem, Algorithm::fast));
    if (name == contestant::textbook) alone(make_ours(problem, Algorithm::textbook));
    if (name == contestant::floor) alone(make_floor(problem));
    if (name == contestant::fftw && has_fftw_) enter_fftw(problem);
    // On one process FFTW-MPI is FFTW.
    if (name == contestant::fftw_mpi && problem.p > 1 && mpi_->found())
        alone(make_fftw_mpi(problem, planning_limit_, mpi_));
}

// On p threads FFTW may be at its best if it uses one.
void Contest::enter_fftw(const Problem& problem)
{
    Entry entry{problem, contestant::fftw, {keep(make_fftw(problem, planning_limit_))}};
    for (const Entry& other : entries_) {
        if (other.name == contestant::fftw && other.problem.precision == problem.precision)
            entry.contestants.insert(entry.contestants.end(), other.contestants.begin(),
                                     other.contestants.end());
    }
    entries_.push_back(entry);
}

const Contestant* Contest::keep(std::unique_ptr<Contestant> contestant)
{
    contestants_.push_back(std::move(contestant));
    return contestants_.back().get();
}

void Contest::round()
{
    for (const auto& contestant : contestants_) contestant->round();
}

std::vector<Row> Contest::rows() const
{
    std::vector<Row> rows;
    for (const Entry& entry : entries_) {
        if (const auto row = best_row(entry.problem, entry.name, entry.contestants)) rows.push_back(*row);
    }
    return rows;
}

}  // namespace bspfft::tools

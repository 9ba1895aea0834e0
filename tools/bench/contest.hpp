// All who are measured for one length, in turn.
#pragma once

#include "tools/bench/fftw_mpi.hpp"
#include "tools/bench/rows.hpp"

namespace bspfft::tools {

class Contest {
public:
    /// Nobody is planned for yet. Contestants that cannot do the length on so many processes stay away.
    Contest(Index n, const std::vector<Index>& ps, const std::vector<Precision>& precisions,
            const std::vector<std::string>& names, bool has_fftw, const std::shared_ptr<MpiPeer>& mpi,
            double planning_limit);

    /// Everyone once.
    void round();

    /// What was found so far, right or wrong.
    std::vector<Row> rows() const;

private:
    /// A row to be: some contestants are in several, such as FFTW on one thread.
    struct Entry {
        Problem problem;
        std::string name;
        std::vector<const Contestant*> contestants;
    };

    void enter(const Problem& problem, const std::string& name);
    void enter_fftw(const Problem& problem);
    const Contestant* keep(std::unique_ptr<Contestant> contestant);

    bool has_fftw_;
    std::shared_ptr<MpiPeer> mpi_;
    double planning_limit_;
    std::vector<std::unique_ptr<Contestant>> contestants_;
    std::vector<Entry> entries_;
};

}  // namespace bspfft::tools

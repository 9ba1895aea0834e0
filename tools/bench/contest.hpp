// All contestants for one shape, measured in turn.
#pragma once

#include <functional>
#include <map>

#include "tools/bench/mpi_peer.hpp"
#include "tools/bench/rows.hpp"

namespace bspfft::tools {

/// Those of other libraries, as far as they are there.
struct Peers {
    bool fftw = false;
    std::map<std::string, std::shared_ptr<MpiPeer>> on_mpi;  ///< by contestant
};

/// The options with what a machine file remembers for a transform.
using Remembering = std::function<PlanOptions(const Case& problem)>;

class Contest {
public:
    /// No contestant has a plan yet. Those that cannot transform the shape on p processes are left out.
    Contest(const Workload& what, const std::vector<Index>& ps, const std::vector<Precision>& precisions,
            const std::vector<std::string>& names, const Peers& peers, const FftwPlanning& planning,
            Remembering remembering);

    /// Measures each contestant once, and tells of it before.
    void round(const std::function<void(const Contestant&)>& tell);

    /// What was found so far, right or wrong.
    std::vector<Row> rows() const;

private:
    /// A row to be: some contestants are in several, such as FFTW on one thread.
    struct Entry {
        Case problem;
        std::string name;
        std::vector<const Contestant*> contestants;
    };

    void enter(const Case& problem, const std::string& name);
    void enter_fftw(const Case& problem);
    const Contestant* keep(std::unique_ptr<Contestant> contestant);

    Peers peers_;
    FftwPlanning planning_;
    Remembering remembering_;
    std::vector<std::unique_ptr<Contestant>> contestants_;
    std::vector<Entry> entries_;
};

}  // namespace bspfft::tools

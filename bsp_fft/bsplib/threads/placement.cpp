#include "bsp_fft/bsplib/threads/placement.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#ifdef BSPLIB_HAVE_HWLOC
#include <hwloc.h>
#endif

namespace bsplib::threads {

namespace {

Units allowed_by_the_scheduler()
{
    Units units{};
    if (::sched_getaffinity(0, sizeof units, units.data()) != 0) return {};
    return units;
}

/// The system's numbers of the hardware threads: one of each core, then the second of each, ... None where they cannot
/// be found out: processes then run where the system puts them.
std::vector<unsigned> list_cores()
{
    std::vector<unsigned> cores;
#ifdef BSPLIB_HAVE_HWLOC
    hwloc_topology_t made = nullptr;
    if (hwloc_topology_init(&made) != 0) return cores;
    const std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)> tree(made, hwloc_topology_destroy);
    // Without the filters there is more in the tree, nothing else.
    hwloc_topology_set_all_types_filter(made, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(made, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(made) != 0) return cores;
    const Units allowed = allowed_by_the_scheduler();
    std::vector<std::pair<unsigned, unsigned>> by_turn;  // (which thread of its core, system's number)
    for (hwloc_obj_t unit = nullptr; (unit = hwloc_get_next_obj_by_type(made, HWLOC_OBJ_PU, unit));) {
        if (CPU_ISSET_S(unit->os_index, sizeof allowed, allowed.data()))
            by_turn.emplace_back(unit->sibling_rank, unit->os_index);
    }
    std::stable_sort(by_turn.begin(), by_turn.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [turn, number] : by_turn) cores.push_back(number);
#endif
    return cores;
}

// Made once, on first use.
const std::vector<unsigned>& cores()
{
    static const std::vector<unsigned> found = list_cores();
    return found;
}

bool pinning_wanted()
{
    const char* const requested = std::getenv("BSPLIB_PIN");
    return !requested || std::strcmp(requested, "0") != 0;
}

}  // namespace

unsigned available_cores()
{
    if (!cores().empty()) return static_cast<unsigned>(cores().size());
    const Units allowed = allowed_by_the_scheduler();
    return static_cast<unsigned>(std::max(1, CPU_COUNT_S(sizeof allowed, allowed.data())));
}

unsigned current_core()
{
    const auto now = std::find(cores().begin(), cores().end(), static_cast<unsigned>(::sched_getcpu()));
    return now == cores().end() ? 0 : static_cast<unsigned>(now - cores().begin());
}

void bind_to_core(pthread_t thread, unsigned s, unsigned first)
{
    if (cores().empty() || !pinning_wanted()) return;
    Units one{};
    CPU_SET_S(cores()[(first + s) % cores().size()], sizeof one, one.data());
    pthread_setaffinity_np(thread, sizeof one, one.data());  // if it fails, the thread is free to move
}

}  // namespace bsplib::threads

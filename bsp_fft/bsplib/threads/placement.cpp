#include "bsp_fft/bsplib/threads/placement.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <sched.h>

#ifdef BSPLIB_HAVE_HWLOC
#include <hwloc.h>
#endif

namespace bsplib::threads {

namespace {

unsigned allowed_by_the_scheduler()
{
    cpu_set_t set;
    if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    return std::max(1, CPU_COUNT(&set));
}

}  // namespace

#ifdef BSPLIB_HAVE_HWLOC

namespace {

bool pinning_wanted()
{
    const char* const requested = std::getenv("BSPLIB_PIN");
    return !requested || std::strcmp(requested, "0") != 0;
}

// What hwloc cannot find out or do is left as it is: processes then run where the system puts them.
struct Topology {
    hwloc_topology_t tree = nullptr;  ///< null: hwloc does not work here
    /// System numbers of hardware threads: one of each core, then the second of each, ...
    std::vector<unsigned> units;

    Topology()
    {
        if (hwloc_topology_init(&tree) != 0) {
            tree = nullptr;
            return;
        }
        // Without the filters there is more in the tree, nothing else.
        hwloc_topology_set_all_types_filter(tree, HWLOC_TYPE_FILTER_KEEP_NONE);
        hwloc_topology_set_type_filter(tree, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
        if (hwloc_topology_load(tree) == 0) {
            list_units();
        } else {
            hwloc_topology_destroy(std::exchange(tree, nullptr));
        }
    }
    ~Topology()
    {
        if (tree) hwloc_topology_destroy(tree);
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;

    void list_units()
    {
        Bitmap allowed(hwloc_bitmap_alloc());
        if (!allowed) return;
        if (hwloc_get_cpubind(tree, allowed.get(), HWLOC_CPUBIND_THREAD) != 0 &&
            hwloc_bitmap_copy(allowed.get(), hwloc_topology_get_allowed_cpuset(tree)) != 0)
            return;
        const int count = std::max(0, hwloc_get_nbobjs_by_type(tree, HWLOC_OBJ_PU));
        std::vector<std::pair<unsigned, unsigned>> by_turn;  // (which thread of its core, system number)
        for (int i = 0; i < count; ++i) {
            const hwloc_obj_t unit = hwloc_get_obj_by_type(tree, HWLOC_OBJ_PU, static_cast<unsigned>(i));
            if (unit && hwloc_bitmap_isset(allowed.get(), unit->os_index))
                by_turn.emplace_back(unit->sibling_rank, unit->os_index);
        }
        std::stable_sort(by_turn.begin(), by_turn.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [turn, number] : by_turn) units.push_back(number);
    }
};

// Made once, on first use.
const Topology& topology()
{
    static const Topology found;
    return found;
}

}  // namespace

unsigned available_cores()
{
    const auto found = static_cast<unsigned>(topology().units.size());
    return found > 0 ? found : allowed_by_the_scheduler();
}

unsigned current_core()
{
    const auto& units = topology().units;
    const auto now = std::find(units.begin(), units.end(), static_cast<unsigned>(::sched_getcpu()));
    return now == units.end() ? 0 : static_cast<unsigned>(now - units.begin());
}

void bind_to_core(pthread_t thread, unsigned s, unsigned first)
{
    const auto& units = topology().units;
    if (units.empty() || !pinning_wanted()) return;
    const Bitmap one(hwloc_bitmap_alloc());
    if (!one || hwloc_bitmap_only(one.get(), units[(first + s) % units.size()]) != 0) return;
    hwloc_set_thread_cpubind(topology().tree, thread, one.get(), 0);  // if it fails, the thread is free to move
}

void FreeBitmap::operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }

AffinityGuard::AffinityGuard() : before_(topology().tree ? hwloc_bitmap_alloc() : nullptr)
{
    if (before_ && hwloc_get_cpubind(topology().tree, before_.get(), HWLOC_CPUBIND_THREAD) != 0) before_.reset();
}

AffinityGuard::~AffinityGuard()
{
    if (before_) hwloc_set_cpubind(topology().tree, before_.get(), HWLOC_CPUBIND_THREAD);
}

#else

unsigned available_cores() { return allowed_by_the_scheduler(); }
unsigned current_core() { return 0; }
void bind_to_core(pthread_t, unsigned, unsigned) {}
void FreeBitmap::operator()(hwloc_bitmap_s*) const {}
AffinityGuard::AffinityGuard() = default;
AffinityGuard::~AffinityGuard() = default;

#endif

}  // namespace bsplib::threads

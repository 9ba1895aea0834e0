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

const Placement& Placement::here()
{
    static const Placement placement;
    return placement;
}

Placement::~Placement() = default;

#ifdef BSPLIB_HAVE_HWLOC

namespace {

bool pinning_wanted()
{
    const char* const requested = std::getenv("BSPLIB_PIN");
    return !requested || std::strcmp(requested, "0") != 0;
}

}  // namespace

struct FreeBitmap {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeBitmap>;

// What hwloc cannot find out or do is left as it is: processes then run where the system puts them.
struct Placement::Topology {
    hwloc_topology_t tree = nullptr;  ///< null: hwloc does not work here
    std::vector<unsigned>
        units;  ///< system numbers of hardware threads: one of each core, then the second of each, ...

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

Placement::Placement() : topology_(std::make_unique<Topology>()) {}

unsigned Placement::cores() const
{
    const auto found = static_cast<unsigned>(topology_->units.size());
    return found > 0 ? found : allowed_by_the_scheduler();
}

unsigned Placement::current() const
{
    const auto& units = topology_->units;
    const auto now = std::find(units.begin(), units.end(), static_cast<unsigned>(::sched_getcpu()));
    return now == units.end() ? 0 : static_cast<unsigned>(now - units.begin());
}

void Placement::bind(unsigned s, unsigned first) const { bind(::pthread_self(), s, first); }

void Placement::bind(pthread_t thread, unsigned s, unsigned first) const
{
    const auto& units = topology_->units;
    if (units.empty() || !pinning_wanted()) return;
    Bitmap one(hwloc_bitmap_alloc());
    if (!one || hwloc_bitmap_only(one.get(), units[(first + s) % units.size()]) != 0) return;
    hwloc_set_thread_cpubind(topology_->tree, thread, one.get(), 0);  // if it fails, the thread is free to move
}

struct Placement::Guard::State {
    Bitmap before{hwloc_bitmap_alloc()};
    bool known = false;
};

Placement::Guard::Guard() : state_(std::make_unique<State>())
{
    const hwloc_topology_t tree = here().topology_->tree;
    state_->known = tree && state_->before && hwloc_get_cpubind(tree, state_->before.get(), HWLOC_CPUBIND_THREAD) == 0;
}

Placement::Guard::~Guard()
{
    if (state_->known) hwloc_set_cpubind(here().topology_->tree, state_->before.get(), HWLOC_CPUBIND_THREAD);
}

#else

struct Placement::Topology {};
Placement::Placement() = default;
unsigned Placement::cores() const { return allowed_by_the_scheduler(); }
unsigned Placement::current() const { return 0; }
void Placement::bind(unsigned, unsigned) const {}
void Placement::bind(pthread_t, unsigned, unsigned) const {}

struct Placement::Guard::State {};
Placement::Guard::Guard() = default;
Placement::Guard::~Guard() = default;

#endif

}  // namespace bsplib::threads

// usage: misuse NAME P: makes one error on P processes. Each must end the program with a line on standard
// error and a non-zero status.
#include <atomic>
#include <cstdlib>

#include "misuse.hpp"

namespace {

unsigned processes;
void (*wrong)();
int x[4];

const Misuses misuses_outside{
    {"put outside", [] { bsp_put(0, x, x, 0, 4); }},
    {"sync outside", [] { bsp_sync(); }},
    {"pid outside", [] { bsp_pid(); }},
    {"time outside", [] { bsp_time(); }},
    {"end outside", [] { bsp_end(); }},
    {"push outside", [] { bsp_push_reg(x, 4); }},
    {"send outside", [] { bsp_send(0, nullptr, x, 4); }},
    {"abort outside", [] { bsp_abort("nothing has begun"); }},
    {"begin with no process", [] { bsp_begin(0); }},
};

// Null if there is none.
void (*misuse_named(const std::string& name))()
{
    for (const Misuses* misuses : {&misuses_of_calls(), &misuses_of_ends()}) {
        if (const auto found = misuses->find(name); found != misuses->end()) return found->second;
    }
    return nullptr;
}

void section()
{
    bsp_begin(processes);
    wrong();
    bsp_end();
}

void section_that_forgets_to_end()
{
    bsp_begin(processes);
    if (is_last()) return;
    wait_for_others();
}

void section_that_is_caught_outside()
{
    try {
        bsp_begin(processes);
        throw_on(bsp_pid() == 0);
        bsp_end();
    } catch (const std::runtime_error&) {
        // continues without bsp_end
    }
}

void section_that_never_begins()
{
    static std::atomic<bool> first{true};
    if (first.exchange(false)) bsp_begin(processes);
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return 99;
    const std::string name = argv[1];
    processes = static_cast<unsigned>(std::atoi(argv[2]));
    const Misuses sections{
        {"section without an end", section_that_forgets_to_end},
        {"exception caught outside the section", section_that_is_caught_outside},
        {"section without a begin", section_that_never_begins},
    };
    if (const auto found = misuses_outside.find(name); found != misuses_outside.end()) {
        found->second();
    } else if (const auto special = sections.find(name); special != sections.end()) {
        bsp_init(special->second, argc, argv);
        special->second();
    } else if (const auto inside = misuse_named(name)) {
        wrong = inside;
        bsp_init(section, argc, argv);
        section();
    } else {
        return 98;
    }
    return 0;
}

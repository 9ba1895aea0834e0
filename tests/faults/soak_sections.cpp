// Sections of one to six processes, of which some are refused, or lack memory.
#include <bsp.h>

#include "counted_memory.hpp"
#include "soak_section.hpp"

using namespace bspfft;

namespace {

void run_body()
{
    my_shape = section.shape;
    // all begin to count at once
    if (section.refused_allocation > 0) {
        bsp_sync();
        if (bsp_pid() == 0) refuse_allocation(section.refused_allocation);
        bsp_sync();
    }
    try {
        section.body();
    } catch (const Error& error) {
        ++section.threw;
        if (error.status() == Status::out_of_memory && section.may_lack_memory) return;
        if (error.status() == Status::invalid_argument && section.may_be_refused) return;
        wrong(words() + ": " + error.what());
    }
}

void spmd()
{
    bsp_begin(section.processes);
    run_body();
    bsp_end();
}

/// Whether the processes have thrown.
bool run_section()
{
    section.threw = 0;
    bsp_init(spmd, 0, nullptr);
    spmd();
    refuse_allocation(0);
    ++tally.sections;
    if (section.threw != 0 && section.threw != static_cast<int>(section.processes))
        wrong(words() + ": " + std::to_string(section.threw) + " processes threw");
    return section.threw != 0;
}

void random_section(Random& random)
{
    section.processes = static_cast<unsigned>(random.number(1, 6));
    section.shape = random.shape(3, random.once_in(20) ? 1 << 16 : 1 << 12);
    section.seed = random.engine();
    section.options = PlanOptions{};
    section.options.keep_input = random.once_in(3);
    section.options.exchange = random.once_in(3) ? Exchange::put : Exchange::automatic;
    section.kind = static_cast<Trigonometric>(random.number(0, 7));
    section.body = random_body(random);
    section.may_be_refused = section.may_lack_memory = false;
    section.refused_allocation = 0;
    for (Index& length : section.shape) {
        if (section.kind == Trigonometric::dct1) length += 1;  // one has at least two elements
    }
}

}  // namespace

void soak_section(Random& random)
{
    random_section(random);
    run_section();
}

void refused_section(Random& random)
{
    random_section(random);
    section.body = complex_body();
    section.may_be_refused = true;
    switch (random.number(0, 3)) {
    case 0:
        section.shape[0] = -random.number(0, 5);
        break;
    case 1:
        section.options.grid.assign(section.shape.size(), static_cast<Index>(section.processes) + 1);
        break;
    case 2:
        section.options.axes = {9};
        break;
    default:
        section.options.extent.assign(section.shape.size() + 1, 1);
    }
    if (!run_section()) wrong(words() + ": was not refused");
    ++tally.refused;
}

void section_without_memory(Random& random, bool refuses)
{
    random_section(random);
    section.may_lack_memory = true;
    if (!refuses || random.once_in(4)) {
        section.body = complex_body();
        section.shape = {Index{1} << random.number(32, 50)};
        if (!run_section()) wrong(words() + ": had memory");
    } else {
        section.body = random_plain_body(random);
        section.refused_allocation = random.number(1, 400);
        run_section();
    }
    ++tally.without_memory;
}

namespace {

long long supersteps;

// In each a number travels to the next process. Two places, since who is ahead writes the one that is not read.
void numbers_travel()
{
    const unsigned p = bsp_nprocs(), next = (bsp_pid() + 1) % p;
    long long landed[2] = {-1, -1};
    bsp_push_reg(landed, sizeof landed);
    bsp_sync();
    for (long long i = 0; i < supersteps; ++i) {
        const std::size_t place = static_cast<std::size_t>(i % 2);
        bsp_hpput(next, &i, landed, place * sizeof i, sizeof i);
        bsp_sync();
        if (landed[place] != i) return wrong("superstep " + std::to_string(i) + " brought another number");
    }
    bsp_pop_reg(landed);
    bsp_sync();
}

}  // namespace

void soak_supersteps(long long count)
{
    section.processes = 2;
    section.body = numbers_travel;
    section.refused_allocation = 0;
    supersteps = count;
    run_section();
}

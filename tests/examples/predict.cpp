// A program probes its machine, asks a model what a transform will cost, and sees what it does cost.
#include <bsp.h>

#include <bspfft/bspfft.hpp>
#include <cstdio>

void show(const char* what, const bspfft::Price& price)
{
    if (bsp_pid() != 0) return;
    std::printf("%s: %.3g s, between %.3g and %.3g\n", what, price.total(), price.low, price.high);
}

void spmd()
{
    bsp_begin(2);
    {
        bspfft::Machine machine = bspfft::this_machine();
        bspfft::probe_section(machine, {.seconds = 0.5});  // in sections of 1, 2, 4, ... processes it knows more
        bspfft::conclude_probe(machine);                   // write_machine and read_machine keep it in a file
        const auto price = [&](const bspfft::Schedule& schedule) {
            return bspfft::predict(bspfft::Model::calibrated, machine, schedule).total();
        };

        bspfft::Plan<double> plan(1 << 16);
        show("predicted for 2 processes", price(plan.schedule()));
        show("and for 64 such", price(bspfft::planned_schedule({1 << 16}, 64)));

        plan.forward();      // the first transform finds the caches cold
        plan.account(true);  // from here on with seconds
        plan.forward();
        const bspfft::Ledger measured = plan.ledger();
        if (bsp_pid() == 0) std::printf("measured on 2: %.3g s\n", measured.seconds);
    }
    bsp_end();
}

int main(int argc, char** argv)
{
    bsp_init(spmd, argc, argv);
    spmd();
}

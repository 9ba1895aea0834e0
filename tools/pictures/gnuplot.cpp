#include "tools/pictures/gnuplot.hpp"

#include "tools/files/text_output.hpp"
#include "tools/processes/program.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr auto time_limit = std::chrono::minutes(1);

}  // namespace

void require_gnuplot()
{
    if (run_program({"gnuplot", "--version"}, time_limit).status == 0) return;
    fail("no picture without gnuplot; install it (gnuplot-nox on Debian), or leave the picture out");
}

std::string run_gnuplot(const std::string& script)
{
    StagedFile file("-");
    file.write(0, script.data(), std::ssize(script));
    file.make_findable();
    const Outcome drawn = run_program({"gnuplot", file.place()}, time_limit);
    if (drawn.status != 0 || drawn.output.empty()) {
        fail("gnuplot ended with status ", drawn.status, ": ",
             drawn.errors.substr(0, drawn.errors.find_last_not_of('\n') + 1));
    }
    return drawn.output;
}

void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script)
{
    TextOutput output(where);
    require_gnuplot();
    output.write(for_light_and_dark(
        run_gnuplot(text("set terminal svg size ", width, ",", height, " background rgb \"white\"\n", script))));
}

}  // namespace bspfft::tools

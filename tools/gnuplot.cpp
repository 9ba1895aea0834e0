#include "tools/gnuplot.hpp"

#include <cctype>
#include <cstdio>
#include <cstring>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "tools/json_output.hpp"

namespace bspfft {

namespace {

constexpr int not_found = 127;  // the shell's status

// What gnuplot writes when it reads the script.
std::string output_of(const std::string& script, int& status)
{
    std::FILE* const pipe =
        ::popen(text("gnuplot 2>/dev/null <<'END OF SCRIPT'\n", script, "END OF SCRIPT\n").c_str(), "r");
    if (pipe == nullptr) throw Error(Status::file_error, "cannot start gnuplot");
    std::string output;
    char buffer[4096];
    for (std::size_t got; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, got);
    status = ::pclose(pipe);
    return output;
}

}  // namespace

std::string gnuplot_label(const std::string& words)
{
    std::string label = "\"";
    for (const char c : words)
        label += std::isalnum(static_cast<unsigned char>(c)) || std::strchr(" .,-/()", c) ? c : ' ';
    return label + "\"";
}

void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script)
{
    int status = 0;
    const std::string drawing = output_of(
        text("set terminal svg size ", width, ",", height, " background rgb \"white\"\n", script), status);
    if (status >> 8 == not_found)
        throw Error(Status::not_available,
                    "charts are drawn by gnuplot, which is not installed (Debian: gnuplot-nox)");
    if (status != 0 || drawing.empty())
        throw Error(Status::file_error, text("gnuplot could not draw ", where));
    write_text(where, drawing);
}

}  // namespace bspfft

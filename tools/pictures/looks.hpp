// What colours, dashes and points mean, the same in every picture:
//
//     colour   of a bar: what a process does; of a curve: the number of processes, or in a benchmark the contestant;
//              of an element: the process that owns it
//     dash     what a model says; what was measured is solid
//     point    the kind of transform or put; open for one process
//
// Colours are distinct for the colour-blind and readable on white and on black  [Okabe and Ito 2008].
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

namespace colour {
constexpr const char* blue = "#3388cc";
constexpr const char* vermillion = "#d55e00";
constexpr const char* purple = "#cc79a7";
constexpr const char* grey = "#909090";
constexpr const char* orange = "#e69f00";
constexpr const char* green = "#009e73";
constexpr const char* sky = "#56b4e9";
constexpr const char* olive = "#999933";

constexpr const char* compute = blue;
constexpr const char* communicate = vermillion;
constexpr const char* sync = purple;
constexpr const char* wait = grey;
constexpr const char* pcie = green;

/// The colour of a curve: powers of two have one each, and others have that of the power below.
inline const char* of_processes(Index p)
{
    constexpr const char* by_power[] = {orange, green, sky, olive};
    return by_power[static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(p)) - 1) % std::size(by_power)];
}
}  // namespace colour

/// Who says it.
enum class Source { measured, calibrated, counted, textbook };

/// gnuplot's number for it: solid, dashes, dots, and both.
inline int dash_of(Source source) { return static_cast<int>(source) + 1; }

/// A process's squares, and what is written on them.
struct Fill {
    std::string colour;
    const char* ink;
};

/// Up to eight have the palette's colours; of more, neighbours differ in brightness too.
inline Fill fill_of(Index process, Index p)
{
    constexpr const char *dark = "#111111", *light = "#ffffff";
    constexpr std::pair<const char*, const char*> palette[] = {
        {"#0072b2", light}, {"#e69f00", dark},  {"#009e73", dark}, {"#cc79a7", dark},
        {"#56b4e9", dark},  {"#b34700", light}, {"#f0e442", dark}, {"#606060", light}};
    if (p <= std::ssize(palette)) {
        const auto& [fill, ink] = palette[process];
        return {fill, ink};
    }
    constexpr Index brightness[] = {32, 56, 78};
    const Index percent = brightness[process % 3];
    return {text("hsl(", 360 * process / p, ",60%,", percent, "%)"), percent < 50 ? light : dark};
}

}  // namespace bspfft::tools

// A drawing that fits a page: as wide as one, with words that are broken to its width.
#pragma once

#include <string>

#include "bspfft/error.hpp"
#include "tools/pictures/svg.hpp"

namespace bspfft::tools {

/// The width is a browser window's or a sheet's of A4; what is higher than the height goes on to the next.
inline constexpr double page_width = 1000, page_height = 1400, page_margin = 30;
inline constexpr double least_numbered = 12;  ///< squares of at least this size have a number in them

class Sheet {
public:
    /// With a heading, and which colour is which of p processes.
    Sheet(const std::string& heading, Index p);

    /// Words in as many lines as they need, below what is there.
    void words(const std::string& words, double size = 12);
    static double height_of(const std::string& words, double size = 12);

    /// How far down the sheet is full; and more of it.
    double y() const { return y_; }
    void skip(double height) { y_ += height; }
    Svg& svg() { return svg_; }

    std::string document();

private:
    void legend(Index p);

    double y_;
    Svg svg_;
};

}  // namespace bspfft::tools

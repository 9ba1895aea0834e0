// What one process sends and receives between any two layouts, by digits where they have them in common.
#pragma once

#include <variant>

#include "bsp_fft/layout/general_change.hpp"

namespace bspfft {

class ProcessChange {
public:
    /// Requires equal n and p; otherwise throws Error(invalid_argument).
    ProcessChange(const Layout& from, const Layout& to, Index s)
    {
        if (have_common_digits(from, to))
            change_.emplace<LayoutChange>(from, to);
        else
            change_.emplace<GeneralChange>(from, to, s);
    }

    /// The length of the longest packet that this process sends; after so many elements a sink has all.
    Index longest() const
    {
        const GeneralChange* const any = general();
        return any ? any->longest() : digits()->packet_length();
    }
    /// One of the two; the other is null.
    const LayoutChange* digits() const { return std::get_if<LayoutChange>(&change_); }
    const GeneralChange* general() const { return std::get_if<GeneralChange>(&change_); }

private:
    std::variant<std::monostate, LayoutChange, GeneralChange> change_;
};

}  // namespace bspfft

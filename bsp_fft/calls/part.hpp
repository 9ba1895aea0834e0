// One process's part of a call's transform.
#pragma once

#include <memory>

#include "bsp_fft/c/handle.hpp"
#include "bsp_fft/calls/request.hpp"
#include "bsp_fft/calls/straight.hpp"

namespace bspfft::calls {

/// Collective, all of it but the counts. The arrays of execute are the caller's, in natural order; processes begin
/// together, and the next call begins when all are done.
class Part {
public:
    virtual ~Part() = default;

    virtual void execute(const void* in, void* out) = 0;
    virtual void account(bool on) = 0;
    virtual Ledger ledger() const = 0;

    /// Bytes are those of this process.
    virtual c::Counts counts() const = 0;
    /// Null if it needs its section.
    virtual const Straight* straight() const { return nullptr; }
};

/// Collective. Without a copy where there is a free cut; otherwise through the arrays of a plan, or by one of the
/// methods below.
std::unique_ptr<Part> make_part(const Request& request);

/// On the caller's arrays (direct_part.cpp): as a plan would do it, if there is a free cut over p processes; or, where
/// that is possible, one axis after the other on one process, with no array for packets.
std::unique_ptr<Part> make_direct_part(const Request& request);
bool can_go_by_axes(const Request& request, Index p);
std::unique_ptr<Part> make_part_by_axes(const Request& request);
/// What either takes by the built-in prices.
double direct_price(const Request& request, Index p, bool by_axes);

/// A few numbers, or short lines, on one process (small_part.cpp), straight from array to array: axis by axis and line
/// by line, or lines side by side, in registers or as products with a matrix.
bool is_small(const Request& request, Index p);
double small_price(const Request& request);
std::unique_ptr<Part> make_small_part(const Request& request);

/// In place without a second array, to save memory (sparing_part.cpp): possible for one vector of complex numbers whose
/// length has a large square in it.
bool can_spare(const Request& request);
std::unique_ptr<Part> make_sparing_part(const Request& request);

/// Bluestein's algorithm on arrays that all processes see (convolved_part.cpp): for one vector for which a plan would
/// take that algorithm, unless it is so short that memory does not matter.
bool is_convolved(const Request& request, Index p);
std::unique_ptr<Part> make_convolved_part(const Request& request);
double convolved_price(const Request& request, Index p);

/// One vector of a batch after the other (rows_part.cpp), each a convolution: if its prime factors are too long for
/// tiles, or on one process if tiles would have few columns. Also one alone, on one process if it is short.
bool goes_by_rows(const Request& request, Index p);
std::unique_ptr<Part> make_part_by_rows(const Request& request);
double price_by_rows(const Request& request, Index p);
/// The request of one row.
Request row_of(const Request& request);

/// Fewer than this are never shared, whatever they are transformed by.
constexpr double elements_worth_sharing = 1024;
/// A product of a number of a convolution with a chirp or a spectrum, in the units of built_in_price.
constexpr double of_product = 1.2;
/// What a call takes on p processes, in the units of built_in_price; infinite if it cannot be done on p.
double price_of(const Request& request, Index p);
/// How many of these threads a request is worth: the number with the lowest price.
Index processes_for(const Request& request, Index threads);

}  // namespace bspfft::calls

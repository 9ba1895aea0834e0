// The border to C: its structs in C++, and its one handle, which is what its functions ask of a plan, whatever its kind
// of data. No exception crosses the border, and what failed is told by a status and a message.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

namespace bspfft {

class Agreement;
class Port;

namespace c {

/// The message of this thread, for bspfft_message. It is an array, for failures when there is no memory; longer
/// messages are cut.
const char* last_message() noexcept;

/// The status of the exception that is being handled, whose words become the last message.
int status_of_exception() noexcept;

/// The only border: runs work, and no exception crosses into C.
template <class Work, class... Arguments>
int guarded(Work work, Arguments... arguments) noexcept
{
    try {
        work(arguments...);
        return BSPFFT_OK;
    } catch (...) {
        return status_of_exception();
    }
}

[[noreturn]] void refuse_null(const char* function, const char* what);
/// Throws Error(invalid_argument) if it is NULL.
inline void require(const void* address, const char* function, const char* what)
{
    if (!address) [[unlikely]]
        refuse_null(function, what);
}

/// One side of a plan on this process, s; without a layout if the plan has no arrays of its own.
struct Side {
    void* array = nullptr;
    const Layout* layout = nullptr;
    bool batch_of_one = false;  ///< an axis for C, but not for C++
    Index s = 0;
    Index places = layout ? layout->local_span(s) : 0;
};

/// What one execution costs a process, and the processes; bytes as bspfft_bytes says.
struct Counts {
    Index processes = 0;
    Index flops = 0;
    Index words = 0;
    Index synchronisations = 0;
    Index bytes = 0;
};

/// Copies the supersteps of process 0 .. p-1, or with -1 the largest over all, into the caller's rows, which may be
/// those of another version: only as many bytes as they have are written.
void copy_ledger(const Ledger& ledger, std::int64_t process, bspfft_superstep* rows, std::int64_t capacity,
                 std::int64_t* count);

}  // namespace c

}  // namespace bspfft

/// What is behind the handle. Functions throw; c/functions.cpp translates.
struct bspfft_plan {
    virtual ~bspfft_plan() = default;

    /// Whether it belongs to a section, whose processes call its functions together.
    virtual bool is_collective() const = 0;
    virtual void execute(bspfft::Direction direction) = 0;
    virtual void execute_on(bspfft::Direction direction, const void* in, void* out) = 0;
    virtual void account(bool on) = 0;
    virtual bspfft::Ledger ledger() const = 0;
    virtual bspfft::c::Counts counts() const = 0;
    virtual bspfft::c::Side input() const { return {}; }
    virtual bspfft::c::Side output() const { return {}; }

    /// Only operators have these; for other plans they throw Error(invalid_argument).
    virtual void set_factors(bspfft_function function, void* context);
    virtual void set_kernel(bool correlates);
    virtual void apply(bspfft_function function, void* context);
    virtual bool is_fused() const { return false; }
};

namespace bspfft::c {

/// The input or the output of a plan.
using SideOf = Side (bspfft_plan::*)() const;
/// The index of the element at this place, or BSPFFT_GAP where no element is; a failure for places that this process
/// does not have.
int index_at(const char* function, const bspfft_plan* plan, SideOf side_of, Index place, std::int64_t* index) noexcept;
/// The process and the place of an element; either address may be NULL.
int place_of(const char* function, const bspfft_plan* plan, SideOf side_of, const std::int64_t* index,
             std::int64_t* process, std::int64_t* place) noexcept;

/// What a shape and options of C ask for.
struct Request {
    std::vector<Index> shape;
    PlanOptions options;
    bool single = false;
    bool batch_of_one = false;  ///< an axis for C, but not for C++
    bool is_operator = false;
    std::vector<Trigonometric> kinds;  ///< cosines and sines, one for each axis that is transformed; otherwise empty
};

/// Over p processes; options may be NULL. Throws Error(invalid_argument) for members with unknown values, and for
/// those that exclude each other.
Request translated(const bspfft_shape* shape, const bspfft_options* options, Index p);
/// A vector of n complex numbers.
Request translated(Index n, const bspfft_options* options);

Direction translated_direction(int direction);

/// Throws Error(invalid_argument) if a plan of this request cannot have these arrays. Both may be null: then the plan
/// owns them. `out` becomes `in` for a plan in place.
void require_arrays(const char* function, const Request& request, void* in, void*& out);

/// A plan that belongs to the section, on all processes or on none; the request is moved from. Throws what the plans of
/// C++ throw.
std::unique_ptr<bspfft_plan> section_plan(Request& request, void* in, void* out, Port& port, Agreement& all);

/// The numbers that a caller's arrays, in and out, must have room for on this process.
std::pair<Index, Index> spans_of(const Request& request);

}  // namespace bspfft::c

// A section of the soak, and what its processes do. What all of them must know is set before the section begins: they
// are threads.
#pragma once

#include "soak.hpp"

/// What the processes of a section do.
struct Section {
    unsigned processes = 1;
    Shape shape;
    std::uint64_t seed = 1;
    bspfft::PlanOptions options;
    bspfft::Trigonometric kind = bspfft::Trigonometric::dct2;
    void (*body)() = nullptr;
    bool may_be_refused = false;
    bool may_lack_memory = false;
    Index refused_allocation = 0;
    std::atomic<int> threw{0};
};
extern Section section;
/// A copy of the shape, made before allocations are refused, for a constructor to take.
extern thread_local Shape my_shape;

/// For messages.
std::string words();
/// A body that makes plans of one kind or more, and compares what they do with the definition. Errors are thrown.
void (*random_body(Random& random))();
/// One that only makes a plan and executes it: no other code than the library's allocates.
void (*random_plain_body(Random& random))();
/// The one of complex numbers.
void (*complex_body())();

#include "bsp_fft/plans/registered_arrays.hpp"

#include <algorithm>
#include <vector>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

namespace {

struct Entry {
    const RegisteredArrays* of;
    const void* address;
    Index bytes;
    int section;
};

// in the order of registrations, which is the same on all processes
thread_local std::vector<Entry> entries;

}  // namespace

RegisteredArrays::~RegisteredArrays()
{
    // in another section they have been forgotten, and there may be no thread_local left
    if (count_ == 0 || Port::section() != section_) return;
    std::erase_if(entries, [&](const Entry& entry) { return entry.of == this; });
}

void RegisteredArrays::add(const void* address, Index bytes)
{
    section_ = Port::section();
    std::erase_if(entries, [&](const Entry& entry) { return entry.section != section_; });
    const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
        return entry.of != this && entry.address == address;
    });
    if (same != entries.end() && same->bytes != bytes) {
        throw Error(Status::invalid_argument,
                    text("another plan has registered ", same->bytes, " bytes of the array, and this one would ", bytes,
                         "; two plans on one array have the same n, or the algorithm fast, which registers none"));
    }
    shared_with_[count_] = same == entries.end() ? 0 : same - entries.begin() + 1;
    entries.push_back({this, address, bytes, section_});
    ++count_;
}

Arguments RegisteredArrays::sharing() const
{
    return Arguments("the array of a plan")
        .add("the number of an older plan's array that it is", shared_with_[0])
        .add("the number of an older plan's array that it is on the way back", shared_with_[1]);
}

}  // namespace bspfft

#include "bsp_fft/plans/planning.hpp"

#include <algorithm>

#include "bsp_fft/base/refusal.hpp"

namespace bspfft {

namespace {

struct Registration {
    const RegisteredArrays* of;
    const void* address;
    Index bytes;
    int section;
};

// in the order of registrations, which is the same on all processes
thread_local std::vector<Registration> registrations;

}  // namespace

RegisteredArrays::~RegisteredArrays()
{
    // in another section they have been forgotten, and there may be no thread_local left
    if (count_ == 0 || Port::section() != section_) return;
    std::erase_if(registrations, [&](const Registration& one) { return one.of == this; });
}

void RegisteredArrays::add(const void* address, Index bytes)
{
    section_ = Port::section();
    std::erase_if(registrations, [&](const Registration& one) { return one.section != section_; });
    const auto same = std::ranges::find_if(
        registrations, [&](const Registration& one) { return one.of != this && one.address == address; });
    if (same != registrations.end() && same->bytes != bytes)
        throw refusal("another plan has registered ", same->bytes, " bytes of the array, and this one would ", bytes,
                      "; two plans on one array have the same n, or the algorithm fast, which registers none");
    shared_with_[count_] = same == registrations.end() ? 0 : same - registrations.begin() + 1;
    registrations.push_back({this, address, bytes, section_});
    ++count_;
}

Arguments RegisteredArrays::sharing() const
{
    return Arguments("the array of a plan")
        .add("the number of an older plan's array that it is", shared_with_[0])
        .add("the number of an older plan's array that it is for the inverse", shared_with_[1]);
}

Index mark_of(const Layout& layout)
{
    constexpr Index most = 64;
    std::array<Index, 3 * most + 3> numbers{layout.n(), layout.p(), layout.most_local()};
    const Index count = std::min(most, layout.n());
    for (Index i = 0; i < count; ++i) {
        // from both ends and in between: the steps are no power of two
        const Index j = i % 2 == 0 ? layout.n() / count * i / 2 : layout.n() - 1 - i;
        const auto at = static_cast<std::size_t>(3 + 3 * i);
        numbers[at] = j;
        numbers[at + 1] = layout.owner(j);
        numbers[at + 2] = layout.local(j);
    }
    return mark_of(numbers);
}

Arguments arguments_of(const char* call, std::span<const Index> shape, const PlanOptions& options, Index bytes_per_real)
{
    const auto number = [](auto choice) { return static_cast<Index>(choice); };
    const auto mark = [](const std::optional<Layout>& layout) { return layout ? mark_of(*layout) : 0; };
    return Arguments(call)
        .add("the bytes of a real number", bytes_per_real)
        .add(shape.size() == 1 ? "n" : "the shape", shape)
        .add("the batch", options.batch)
        .add("the list of axes", options.axes)
        .add("the normalisation", number(options.normalisation))
        .add("the algorithm", number(options.algorithm))
        .add("the kernel", number(options.kernel))
        .add("the exchange", number(options.exchange))
        .add("keep_input", options.keep_input ? 1 : 0)
        .add("transposed_out", options.transposed_out ? 1 : 0)
        .add("reproducible", options.reproducible ? 1 : 0)
        .add("the memory", number(options.memory))
        .add("the device window", options.device_window)
        .add("the grid", options.grid)
        .add("the cut", options.cut)
        .add("the list of modes", options.modes)
        .add("the extent", options.extent)
        .add_mark("the layout of the input", mark(options.input))
        .add_mark("the layout of the output", mark(options.output));
}

}  // namespace bspfft

#include "bsp_fft/fftw3/transform.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>

namespace bspfft::fftw3 {

namespace {

void run(bspfft_transform* transform, const void* in, void* out)
{
    if (bspfft_transform_execute(transform, in, out) == BSPFFT_OK) return;
    std::fprintf(stderr, "libbspfft-fftw3: a transform failed: %s\n", bspfft_message());
    std::abort();
}

}  // namespace

Transform::Transform(const bspfft_request& request, bool in_place)
    : request_(request), in_place_(in_place), first_(make())
{
    if (!first_) throw NotCovered(bspfft_message());
    has_copies_ = bspfft_transform_processes(first_.get()) == 1;
}

Transform::Owned Transform::make() const
{
    bspfft_transform* made = nullptr;
    return bspfft_transform_create(&made, &request_, in_place_) == BSPFFT_OK ? Owned(made) : nullptr;
}

Transform::Owned Transform::take_copy()
{
    {
        const std::lock_guard lock(copies_are_changed_);
        if (!idle_.empty()) {
            Owned copy = std::move(idle_.back());
            idle_.pop_back();
            return copy;
        }
        if (copies_ + 1 >= std::thread::hardware_concurrency()) return nullptr;
        idle_.reserve(++copies_);
    }
    return make();
}

void Transform::give_back(Owned copy)
{
    const std::lock_guard lock(copies_are_changed_);
    idle_.push_back(std::move(copy));
}

void Transform::execute(const void* in, void* out)
{
    if (!has_copies_) return run(first_.get(), in, out);
    if (!is_first_in_use_.test_and_set(std::memory_order_acquire)) {
        run(first_.get(), in, out);
        return is_first_in_use_.clear(std::memory_order_release);
    }
    Owned copy = take_copy();
    run(copy ? copy.get() : first_.get(), in, out);
    if (copy) give_back(std::move(copy));
}

double Transform::flops() const
{
    return static_cast<double>(bspfft_transform_flops(first_.get())) *
           static_cast<double>(bspfft_transform_processes(first_.get()));
}

}  // namespace bspfft::fftw3

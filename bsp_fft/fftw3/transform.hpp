// A transform of bspfft's, with copies for threads that execute it at the same time.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "bsp_fft/fftw3/problem.hpp"

namespace bspfft::fftw3 {

class Transform {
public:
    /// Throws NotCovered with what the library says.
    Transform(const bspfft_request& request, bool in_place);

    /// Several threads may, at the same time; if it has one process they do not wait for each other, as with FFTW.
    /// Ends the program if it fails, since FFTW's callers cannot be told.
    void execute(const void* in, void* out);

    double flops() const;
    /// What one copy holds on all processes.
    Index bytes() const { return bspfft_transform_bytes(first_.get()); }

private:
    struct Destroy {
        void operator()(bspfft_transform* transform) const { bspfft_transform_destroy(transform); }
    };
    using Owned = std::unique_ptr<bspfft_transform, Destroy>;

    /// Null if it cannot be made.
    Owned make() const;
    /// A copy that nobody uses now; null if there are enough of them, or no memory for one.
    Owned take_copy();
    void give_back(Owned copy);

    bspfft_request request_;
    bool in_place_;
    Owned first_;
    bool has_copies_ = false;
    std::atomic_flag is_first_in_use_;
    std::mutex copies_are_changed_;
    std::vector<Owned> idle_;
    std::size_t copies_ = 0;
};

}  // namespace bspfft::fftw3

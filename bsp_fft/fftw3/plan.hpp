// What an fftw_plan points at: a problem, its arrays, and how it is computed.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/fftw3/transform.hpp"

namespace bspfft::fftw3 {

/// The first word of our plans, and of no others: FFTW's begin with a pointer.
constexpr std::uint64_t plan_mark = 0xB59FF7D31C7E5A01U;

/// Whether we made the plan, and not another library; false for NULL. It reads the first word only.
inline bool is_ours(const void* plan)
{
    std::uint64_t mark = 0;
    if (plan) std::memcpy(&mark, plan, sizeof mark);
    return mark == plan_mark;
}

/// The real parts, or the reals, and the imaginary parts; those of interleaved complex numbers begin one real later.
template <class Real>
using Parts = std::array<Real*, 2>;

/// The arrays of one execution.
template <class Real>
struct Arrays {
    Parts<Real> in, out;

    bool in_place() const { return in[0] == out[0]; }
};

/// How a problem is computed: by copies or one transform from array to array, or through an array of the plan's own.
template <class Real>
class Method {
public:
    /// Throws NotCovered, and std::bad_alloc.
    Method(const Problem& problem, bool in_place);

    /// Several threads may call it at the same time, on different arrays.
    void execute(const Arrays<Real>& arrays)
    {
        if (work_ || !transform_) return execute_by_copies(arrays);
        transform_->execute(arrays.in[0], arrays.out[0]);
    }
    double flops() const;
    /// The bytes that it holds, besides the caller's arrays.
    Index bytes() const;
    const char* name() const { return name_; }

private:
    void make_buffer(const Problem& problem, const Problem& compact);
    void execute_by_copies(const Arrays<Real>& arrays);

    const char* name_;
    std::optional<Transform> transform_;
    std::deque<HalfSpectrumStep<Real>> steps_;
    std::size_t parts_in_ = 0, parts_out_ = 0;
    std::vector<Axis> gather_, scatter_;  ///< to the plan's array and from it; a copy only gathers
    std::size_t reals_ = 0;               ///< of that array; none without it
    Work<Real> work_;
    std::mutex work_is_used_;
};

template <class Real>
class Plan {
public:
    /// Throws NotCovered, and std::bad_alloc. Where making it may take longer than a limit in seconds, which is none if
    /// it is negative, it is completed when it is first used: that may throw then.
    Plan(const Problem& problem, const Arrays<Real>& arrays, double time_limit);

    /// On the arrays that were planned with, or on others.
    void execute() { execute(arrays_); }
    void execute(const Arrays<Real>& arrays) { method(arrays.in_place()).execute(arrays); }

    double flops() { return method(in_place_).flops(); }
    /// In one line.
    std::string description();

private:
    [[maybe_unused]] const std::uint64_t mark_ = plan_mark;  // read by is_ours
    /// Made at its first use.
    Method<Real>& method(bool in_place)
    {
        Method<Real>* const made = ready_[in_place ? 1 : 0].load(std::memory_order_acquire);
        return made ? *made : make_method(in_place);
    }
    Method<Real>& make_method(bool in_place);

    Problem problem_;
    Arrays<Real> arrays_;
    bool in_place_;
    /// From array to array and in place. FFTW wants plans in place to be executed in place, and others not. Not all
    /// programs do.
    std::array<std::unique_ptr<Method<Real>>, 2> methods_;
    std::array<std::atomic<Method<Real>*>, 2> ready_{};
    std::mutex methods_are_made_;
};

}  // namespace bspfft::fftw3

// A plan of any kind of data in one direction, as the commands use it.
#pragma once

#include <algorithm>
#include <complex>
#include <vector>

#include "bsp_fft/bsp/port.hpp"
#include "bsp_fft/gpu/device.hpp"
#include "bspfft/plan.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

/// The plan of a transform in one direction. Real numbers are complex ones here, with the imaginary part 0. Arrays on a
/// device are filled and read through copies on the host.
template <class Real>
class DirectedPlan {
public:
    using Complex = std::complex<Real>;

    DirectedPlan(const Transform& transform, const PlanOptions& options, Direction direction = Direction::forward)
        : direction_(direction),
          trigonometric_(transform.trigonometric.has_value()),
          plan_(made(transform, options))
    {}

    /// The plan alone; not for a convolution.
    static AnyPlan made(const Transform& transform, const PlanOptions& options)
    {
        if (transform.trigonometric)
            return TrigonometricPlan<Real>(transform.shape, *transform.trigonometric, options);
        if (options.data == Data::complex) return Plan<Real>(transform.shape, options);
        return RealPlan<Real>(transform.shape, options);
    }

    const AnyPlan& plan() const { return plan_; }
    /// The layouts of the source and of the result.
    const Layout& from() const { return is_inverse() ? plan_.layout_out() : plan_.layout_in(); }
    const Layout& to() const { return is_inverse() ? plan_.layout_in() : plan_.layout_out(); }

    /// What is transformed, from that array to the other.
    Problem problem() const
    {
        if (trigonometric_) return problem_of(plan_.shape(), real_data(plan_.options()));
        Problem problem = plan_.schedule().problem();
        if (is_real()) problem.data = is_inverse() ? Data::half_spectrum : Data::real;
        return problem;
    }

    /// Element i of this process's part becomes value(i), for i < size.
    template <class Value>
    void load(Index size, Value value)
    {
        void* const array = is_inverse() ? plan_.output() : plan_.input();
        is_complex(is_inverse()) ? fill(static_cast<Complex*>(array), size, value)
                                 : fill(static_cast<Real*>(array), size, value);
    }
    /// Element i of the result.
    Complex result(Index i) const
    {
        return is_complex(!is_inverse()) ? on_host<Complex>()[i] : Complex(on_host<Real>()[i]);
    }
    /// The result itself, if it is complex; otherwise null.
    Complex* complex_result() { return is_complex(!is_inverse()) ? on_host<Complex>() : nullptr; }

    void turn(Direction direction)
    {
        direction_ = direction;
        result_.clear();
    }
    void execute()
    {
        result_.clear();
        plan_.execute(direction_);
    }
    void account(bool on) { plan_.account(on); }
    Ledger ledger() const { return plan_.ledger(); }

    bool is_trigonometric() const { return trigonometric_; }
    bool is_real() const { return !trigonometric_ && options().data != Data::complex; }
    /// In this direction.
    const Schedule& schedule(Index transform = 0) const { return plan_.schedule(direction_, transform); }
    Index synchronisations() const { return plan_.synchronisations(direction_); }
    const PlanOptions& options() const { return plan_.options(); }

private:
    static PlanOptions real_data(PlanOptions options)
    {
        options.data = Data::real;
        return options;
    }

    template <class Element, class Value>
    void fill(Element* array, Index size, Value& value)
    {
        if (options().memory == Memory::host) return store(array, size, value);
        result_.clear();
        std::vector<Element> host(static_cast<std::size_t>(size));
        store(host.data(), size, value);
        copy(BSPFFT_DEVICE_TO_DEVICE, array, host.data(), size);
    }
    // The result; that of a device is copied once.
    template <class Element>
    Element* on_host() const
    {
        const void* const array = is_inverse() ? plan_.input() : plan_.output();
        if (options().memory == Memory::host) return static_cast<Element*>(const_cast<void*>(array));
        const Index size = to().local_span(Port().s());
        if (result_.empty()) {
            result_.resize(static_cast<std::size_t>(std::max(Index{1}, size)));
            copy(BSPFFT_DEVICE_TO_HOST, result_.data(), static_cast<const Element*>(array), size);
        }
        return reinterpret_cast<Element*>(result_.data());
    }
    template <class Element>
    static void copy(int kind, void* to, const Element* from, Index size)
    {
        device().copy(kind, to, from, size * static_cast<Index>(sizeof(Element)), nullptr);
        device().synchronise(nullptr);
    }

    template <class Value>
    static void store(Complex* array, Index size, Value& value)
    {
        for (Index i = 0; i < size; ++i) array[i] = value(i);
    }
    template <class Value>
    static void store(Real* array, Index size, Value& value)
    {
        for (Index i = 0; i < size; ++i) array[i] = std::real(value(i));
    }

    bool is_inverse() const { return direction_ == Direction::inverse; }
    // Whether the output's elements, or the input's, are complex numbers.
    bool is_complex(bool output) const { return !trigonometric_ && (output || !is_real()); }

    Direction direction_;
    bool trigonometric_;
    AnyPlan plan_;
    mutable std::vector<Complex> result_;  ///< a copy of the device's
};

}  // namespace bspfft::tools

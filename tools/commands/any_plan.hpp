// A plan of complex or of real data, or of cosine and sine transforms, as the commands use all three.
#pragma once

#include <algorithm>
#include <complex>
#include <variant>
#include <vector>

#include "bsp_fft/gpu/device.hpp"
#include "bsp_fft/bsp/port.hpp"
#include "bspfft/plan.hpp"
#include "bspfft/real_plan.hpp"
#include "bspfft/trigonometric_plan.hpp"
#include "tools/commands/transform.hpp"

namespace bspfft::tools {

/// The plan of a transform in one direction. Real numbers are complex ones here, with the imaginary part 0. Arrays on a
/// device are filled and read through copies on the host.
template <class Real>
class AnyPlan {
public:
    using Complex = std::complex<Real>;

    AnyPlan(const Transform& transform, const PlanOptions& options, Direction direction = Direction::forward)
        : direction_(direction), plan_(made(transform, options))
    {}

    /// The layouts of the array that the transform comes from, and of the one that it goes to.
    const Layout& from() const { return is_inverse() ? layout_out() : layout_in(); }
    const Layout& to() const { return is_inverse() ? layout_in() : layout_out(); }

    /// What is transformed, from that array to the other.
    Problem problem() const
    {
        if (const auto* const plan = trigonometric()) return problem_of(plan->shape(), real_data(plan->options()));
        Problem problem = schedule().problem();
        if (is_real()) problem.data = is_inverse() ? Data::half_spectrum : Data::real;
        return problem;
    }

    /// Element i of this process's part becomes value(i), for i < size.
    template <class Value>
    void load(Index size, Value value)
    {
        std::visit([&](auto& plan) {
            is_inverse() ? fill(plan.output(), size, value) : fill(plan.input(), size, value);
        }, plan_);
    }
    /// Element i of the result.
    Complex result(Index i) const
    {
        return std::visit([&](const auto& plan) {
            return is_inverse() ? Complex(on_host(plan.input())[i]) : Complex(on_host(plan.output())[i]);
        }, plan_);
    }
    /// The result itself, if it is complex; otherwise null.
    Complex* complex_result()
    {
        if (auto* const plan = std::get_if<Plan<Real>>(&plan_))
            return on_host(is_inverse() ? plan->input() : plan->output());
        return is_inverse() || trigonometric() ? nullptr : on_host(std::get<RealPlan<Real>>(plan_).output());
    }

    void turn(Direction direction)
    {
        direction_ = direction;
        result_.clear();
    }
    void execute()
    {
        result_.clear();
        std::visit([&](auto& plan) { plan.execute(direction_); }, plan_);
    }
    void account(bool on)
    {
        std::visit([&](auto& plan) { plan.account(on); }, plan_);
    }
    Ledger ledger() const
    {
        return std::visit([](const auto& plan) { return plan.ledger(); }, plan_);
    }

    /// The plan, if it is one of these; otherwise null.
    const TrigonometricPlan<Real>* trigonometric() const { return std::get_if<TrigonometricPlan<Real>>(&plan_); }
    bool is_real() const { return std::holds_alternative<RealPlan<Real>>(plan_); }
    /// The schedule of this direction, where the inverse has one of its own. A trigonometric plan has that of its first
    /// transform.
    const Schedule& schedule() const
    {
        if (const auto* const plan = std::get_if<Plan<Real>>(&plan_)) return plan->schedule();
        if (const auto* const plan = trigonometric()) return plan->schedule();
        const RealPlan<Real>& plan = std::get<RealPlan<Real>>(plan_);
        return is_inverse() ? plan.schedule_back() : plan.schedule();
    }
    const PlanOptions& options() const
    {
        return std::visit([](const auto& plan) -> const PlanOptions& { return plan.options(); }, plan_);
    }
    Index synchronisations() const
    {
        if (is_real()) return schedule().synchronisations();
        return std::visit([](const auto& plan) { return plan.synchronisations(); }, plan_);
    }
    Index bytes() const
    {
        return std::visit([](const auto& plan) { return plan.bytes(); }, plan_);
    }

private:
    using Either = std::variant<Plan<Real>, RealPlan<Real>, TrigonometricPlan<Real>>;

    static Either made(const Transform& transform, const PlanOptions& options)
    {
        if (transform.trigonometric)
            return Either(std::in_place_index<2>, transform.shape, *transform.trigonometric, options);
        if (options.data == Data::complex) return Either(std::in_place_index<0>, transform.shape, options);
        return Either(std::in_place_index<1>, transform.shape, options);
    }

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
    // The result, which is copied once.
    template <class Element>
    Element* on_host(Element* array) const
    {
        if (options().memory == Memory::host) return array;
        const Index size = to().local_span(Port().s());
        if (result_.empty()) {
            result_.resize(static_cast<std::size_t>(std::max(Index{1}, size)));
            copy(BSPFFT_DEVICE_TO_HOST, result_.data(), array, size);
        }
        return reinterpret_cast<Element*>(result_.data());
    }
    template <class Element>
    const Element* on_host(const Element* array) const
    {
        return on_host(const_cast<Element*>(array));
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
    const Layout& layout_in() const
    {
        return std::visit([](const auto& plan) -> const Layout& { return plan.layout_in(); }, plan_);
    }
    const Layout& layout_out() const
    {
        return std::visit([](const auto& plan) -> const Layout& { return plan.layout_out(); }, plan_);
    }

    Direction direction_;
    Either plan_;
    mutable std::vector<Complex> result_;  ///< of arrays on a device: as it is there
};

}  // namespace bspfft::tools

// A GPU: our kernel on arrays there and on the host, and the vendor's library alone.
#include "bsp_fft/device/device.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/on_processes.hpp"

namespace bspfft::tools {

namespace {

/// An array in natural order, and what some values of its spectrum are.
template <class Real>
class Question {
public:
    explicit Question(const Workload& what)
        : numbers_(what.elements()), bins_(choose_bins(what.elements(), bins_to_check))
    {
        const Signal signal = Signal::parse("random", what.elements());
        for (Index i = 0; i < what.elements(); ++i)
            numbers_.data()[i] = static_cast<std::complex<Real>>(signal(i));
        exact_ = precise_sums(what.problem(), Layout::block(what.elements(), 1), 0, numbers_.data(), bins_,
                              Direction::forward);
    }

    std::complex<Real>* numbers() { return numbers_.data(); }
    Index bytes() const { return numbers_.size() * static_cast<Index>(sizeof(std::complex<Real>)); }
    /// Of an answer that has taken their place.
    double error() const { return relative_error(exact_, values_at(bins_, numbers_.data())); }

private:
    Buffer<std::complex<Real>> numbers_;
    std::vector<Index> bins_;
    std::vector<PreciseComplex> exact_;
};

// The answer takes the place of the question; zeros are left on the device.
template <class Number, class Work>
double error_on_device(Question<Number>& question, void* in, void* out, Work work)
{
    const Device& gpu = device();
    gpu.copy(BSPFFT_DEVICE_TO_DEVICE, in, question.numbers(), question.bytes(), nullptr);
    gpu.synchronise(nullptr);
    work();
    gpu.copy(BSPFFT_DEVICE_TO_HOST, question.numbers(), out, question.bytes(), nullptr);
    gpu.check(gpu.functions().clear(in, question.bytes(), nullptr), "clearing memory");
    gpu.synchronise(nullptr);
    return question.error();
}

PlanOptions options_of(const Case& problem, Memory memory)
{
    PlanOptions options;
    options.kernel = Kernel::cuda;
    options.memory = memory;
    options.normalisation = Normalisation::none;
    options.batch = problem.what.batch;
    return options;
}

/// Ours.
template <class Real, Memory memory>
class ByKernel {
public:
    explicit ByKernel(const Case& problem)
        : what_(problem.what), plan_(problem.what.shape, options_of(problem, memory))
    {}

    std::string name() const { return text(memory == Memory::device ? "device" : "host", " arrays"); }
    Index bytes() const { return memory == Memory::device ? 0 : plan_.bytes(); }
    void work() { plan_.forward(); }

    double error(Port&)
    {
        Question<Real> question(what_);
        if (memory == Memory::device)
            return error_on_device(question, plan_.input(), plan_.output(), [&] { plan_.forward(); });
        std::copy_n(question.numbers(), what_.elements(), plan_.input());
        plan_.forward();
        std::copy_n(plan_.output(), what_.elements(), question.numbers());
        std::fill_n(plan_.input(), what_.elements(), std::complex<Real>());
        return question.error();
    }

private:
    Workload what_;
    Plan<Real> plan_;
};

template <class Real>
using OnDevice = ByKernel<Real, Memory::device>;
template <class Real>
using OnHost = ByKernel<Real, Memory::host>;

bspfft_device_transform transform_of(const Workload& what, Index bytes_per_real)
{
    bspfft_device_transform transform{};
    transform.bytes_per_real = static_cast<std::int32_t>(bytes_per_real);
    transform.data = BSPFFT_DEVICE_COMPLEX;
    transform.library_only = 1;
    transform.rank = static_cast<std::int32_t>(what.shape.size());
    for (std::size_t axis = 0; axis < what.shape.size(); ++axis)
        transform.length[axis] = transform.in_embed[axis] = transform.out_embed[axis] = what.shape[axis];
    transform.in_stride = transform.out_stride = 1;
    transform.in_distance = transform.out_distance = what.n();
    transform.batch = what.batch;
    return transform;
}

/// The vendor's library, in place, as ours is.
template <class Real>
class ByLibrary {
public:
    explicit ByLibrary(const Case& problem)
        : what_(problem.what),
          gpu_(device()),
          info_(gpu_.use()),
          stream_(gpu_),
          array_(gpu_, what_.elements() * static_cast<Index>(sizeof(std::complex<Real>))),
          plan_(gpu_, transform_of(what_, sizeof(Real)))
    {
        gpu_.check(gpu_.functions().clear(array_.data(), array_.bytes(), stream_.get()), "clearing memory");
        stream_.synchronise();
    }

    std::string name() const { return plan_.name(); }
    Index bytes() const { return 0; }
    void work()
    {
        plan_.execute(false, 1, array_.data(), array_.data(), stream_.get());
        stream_.synchronise();
    }

    double error(Port&)
    {
        Question<Real> question(what_);
        return error_on_device(question, array_.data(), array_.data(), [&] { work(); });
    }

private:
    Workload what_;
    const Device& gpu_;
    bspfft_device_info info_;
    DeviceStream stream_;
    DeviceMemory array_;
    DevicePlan plan_;
};

bool is_for_device(const Case& problem)
{
    return problem.p == 1 && problem.what.task == Task{} && why_no_device().empty();
}

}  // namespace

std::unique_ptr<Contestant> make_on_device(const Case& problem)
{
    return is_for_device(problem) ? on_processes<OnDevice>(problem) : nullptr;
}

std::unique_ptr<Contestant> make_through_device(const Case& problem)
{
    return is_for_device(problem) ? on_processes<OnHost>(problem) : nullptr;
}

std::unique_ptr<Contestant> make_library_on_device(const Case& problem)
{
    return is_for_device(problem) ? on_processes<ByLibrary>(problem) : nullptr;
}

}  // namespace bspfft::tools

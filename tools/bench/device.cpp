// A GPU: our kernel on arrays there and on the host, and the vendor's library alone.
#include "bsp_fft/gpu/device.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/on_processes.hpp"

namespace bspfft::tools {

namespace {

// Errors are compared here: for that the four values that are checked of any answer, two of which are sums without
// roots of unity, are too few.
constexpr Index bins_to_compare = 16;

// Zeros are left on the device.
template <class Real, class Work>
double error_on_device(const Question& question, Index n, void* in, const void* out, Work work)
{
    const Device& gpu = device();
    const Buffer<std::complex<Real>> numbers(n);
    const Index bytes = numbers.size() * static_cast<Index>(sizeof(std::complex<Real>));
    question.fill(numbers.data(), Layout::block(n, 1));
    gpu.copy(BSPFFT_DEVICE_TO_DEVICE, in, numbers.data(), bytes, nullptr);
    gpu.synchronise(nullptr);
    work();
    std::vector<std::complex<double>> values;
    for (const Index k : question.places()) {
        std::complex<Real> value;
        gpu.copy(BSPFFT_DEVICE_TO_HOST, &value, static_cast<const std::complex<Real>*>(out) + k, sizeof value, nullptr);
        gpu.synchronise(nullptr);
        values.push_back(value);
    }
    gpu.check(gpu.functions().clear(in, bytes, nullptr), "clearing memory");
    gpu.synchronise(nullptr);
    return question.error(values);
}

PlanOptions options_of(const Case& problem, Memory memory)
{
    return {.normalisation = Normalisation::none,
            .kernel = Kernel::cuda,
            .batch = problem.what.batch,
            .memory = memory};
}

/// Ours.
template <class Real, Memory memory>
class ByKernel : public PlanJob<Plan<Real>> {
public:
    ByKernel(const Case& problem, const PlanOptions&)
        : PlanJob<Plan<Real>>(problem.what.shape, options_of(problem, memory))
    {}

    std::string name() const { return text(memory == Memory::device ? "device" : "host", " arrays"); }
    Index bytes() const { return memory == Memory::device ? 0 : this->plan_.bytes(); }
    double error(Port& port, const Question& question)
    {
        if (memory == Memory::host) return PlanJob<Plan<Real>>::error(port, question);
        return error_on_device<Real>(question, this->plan_.layout_in().n(), this->plan_.input(), this->plan_.output(),
                                     [&] { this->work(); });
    }
};

template <class Real>
using OnDevice = ByKernel<Real, Memory::device>;
template <class Real>
using OnHost = ByKernel<Real, Memory::host>;

bspfft_device_transform transform_of(const Workload& what, Index bytes_per_real)
{
    bspfft_device_transform transform =
        contiguous_transform(bytes_per_real, BSPFFT_DEVICE_COMPLEX, what.shape, what.batch);
    transform.library_only = 1;
    return transform;
}

/// The vendor's library, in place, as ours is.
template <class Real>
class ByLibrary {
public:
    ByLibrary(const Case& problem, const PlanOptions&)
        : elements_(problem.what.elements()),
          gpu_(device()),
          info_(gpu_.use()),
          stream_(gpu_),
          array_(gpu_, elements_ * static_cast<Index>(sizeof(std::complex<Real>))),
          plan_(gpu_, transform_of(problem.what, sizeof(Real)))
    {
        gpu_.clear(array_.data(), array_.bytes(), stream_.get());
        stream_.synchronise();
    }

    std::string name() const { return plan_.name(); }
    Index bytes() const { return 0; }
    void work()
    {
        plan_.execute(false, 1, array_.data(), array_.data(), stream_.get());
        stream_.synchronise();
    }

    double error(Port&, const Question& question)
    {
        return error_on_device<Real>(question, elements_, array_.data(), array_.data(), [&] { work(); });
    }

private:
    Index elements_;
    const Device& gpu_;
    bspfft_device_info info_;
    DeviceStream stream_;
    DeviceMemory array_;
    DevicePlan plan_;
};

template <template <class> class Job>
std::unique_ptr<Contestant> with_device(const Case& problem)
{
    if (problem.p != 1 || problem.what.task != Task{} || !why_no_device().empty()) return nullptr;
    return on_processes<Job>(problem, PlanOptions{}, bins_to_compare);
}

}  // namespace

std::unique_ptr<Contestant> make_on_device(const Case& problem) { return with_device<OnDevice>(problem); }
std::unique_ptr<Contestant> make_through_device(const Case& problem) { return with_device<OnHost>(problem); }
std::unique_ptr<Contestant> make_library_on_device(const Case& problem) { return with_device<ByLibrary>(problem); }

}  // namespace bspfft::tools

// A GPU: our kernel on arrays there and on the host, and the vendor's library alone.
#include <thread>

#include "bsp_fft/gpu/device.hpp"
#include "bsp_fft/measure/signal.hpp"
#include "bsp_fft/measure/verification.hpp"
#include "bspfft/plan.hpp"
#include "tools/bench/exact_error.hpp"
#include "tools/bench/on_processes.hpp"
#include "tools/bench/thread_team.hpp"

namespace bspfft::tools {

namespace {

// Errors are compared here: for that the four values that are checked of any answer, two of which are sums without
// roots of unity, are too few.
constexpr Index bins_to_compare = 16;

/// An array in natural order, and what some values of its spectrum are; made by all cores, which a process of a section
/// does not have. It is kept for the next contestant, until there is another question.
template <class Real>
class Question {
public:
    static const Question& about(const Workload& what)
    {
        static std::unique_ptr<Question> kept;
        if (!kept || kept->name_ != what.name()) {
            kept.reset();
            kept = std::make_unique<Question>(what);
        }
        return *kept;
    }

    explicit Question(const Workload& what)
        : name_(what.name()),
          numbers_(what.elements()),
          bins_(choose_bins(what.elements(), bins_to_compare)),
          exact_(bins_.size())
    {
        const Index parts = std::max(1U, std::thread::hardware_concurrency());
        const Layout layout = Layout::block(what.elements(), parts);
        std::vector<std::vector<PreciseComplex>> sums(static_cast<std::size_t>(parts));
        ThreadTeam(parts).divide(parts, [&](Index first, Index count) {
            for (Index part = first; part < first + count; ++part)
                sums[static_cast<std::size_t>(part)] = make_part(what, layout, part);
        });
        for (const std::vector<PreciseComplex>& part : sums) {
            for (std::size_t i = 0; i < part.size(); ++i) {
                exact_[i].re.add(part[i].re);
                exact_[i].im.add(part[i].im);
            }
        }
    }

    const std::complex<Real>* numbers() const { return numbers_.data(); }
    Index size() const { return numbers_.size(); }
    Index bytes() const { return size() * static_cast<Index>(sizeof(std::complex<Real>)); }
    /// The error of an answer whose value k is at(k).
    template <class At>
    double error(At at) const
    {
        std::vector<std::complex<double>> values;
        for (const Index k : bins_) values.push_back(at(k));
        return relative_error(exact_, values);
    }

private:
    std::vector<PreciseComplex> make_part(const Workload& what, const Layout& layout, Index part)
    {
        const Signal signal = Signal::parse("random", size());
        const Index count = layout.local_size(part), first = count > 0 ? layout.global(part, 0) : 0;
        std::complex<Real>* const x = numbers_.data() + first;
        for (Index i = 0; i < count; ++i) x[i] = static_cast<std::complex<Real>>(signal(first + i));
        return precise_sums(what.problem(), layout, part, x, bins_, Direction::forward);
    }

    std::string name_;
    Buffer<std::complex<Real>> numbers_;
    std::vector<Index> bins_;
    std::vector<PreciseComplex> exact_;
};

// Zeros are left on the device.
template <class Real, class Work>
double error_on_device(const Question<Real>& question, void* in, const void* out, Work work)
{
    const Device& gpu = device();
    gpu.copy(BSPFFT_DEVICE_TO_DEVICE, in, question.numbers(), question.bytes(), nullptr);
    gpu.synchronise(nullptr);
    work();
    const double error = question.error([&](Index k) {
        std::complex<Real> value;
        gpu.copy(BSPFFT_DEVICE_TO_HOST, &value, static_cast<const std::complex<Real>*>(out) + k, sizeof value, nullptr);
        gpu.synchronise(nullptr);
        return std::complex<double>(value);
    });
    gpu.check(gpu.functions().clear(in, question.bytes(), nullptr), "clearing memory");
    gpu.synchronise(nullptr);
    return error;
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
    explicit ByKernel(const Case& problem) : what_(problem.what), plan_(problem.what.shape, options_of(problem, memory))
    {}

    std::string name() const { return text(memory == Memory::device ? "device" : "host", " arrays"); }
    Index bytes() const { return memory == Memory::device ? 0 : plan_.bytes(); }
    void work() { plan_.forward(); }

    static void ask(const Workload& what) { Question<Real>::about(what); }
    double error(Port&)
    {
        const Question<Real>& question = Question<Real>::about(what_);
        if (memory == Memory::device)
            return error_on_device(question, plan_.input(), plan_.output(), [&] { plan_.forward(); });
        std::copy_n(question.numbers(), question.size(), plan_.input());
        plan_.forward();
        const double error = question.error([&](Index k) { return std::complex<double>(plan_.output()[k]); });
        std::fill_n(plan_.input(), question.size(), std::complex<Real>());
        return error;
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
    bspfft_device_transform transform =
        contiguous_transform(bytes_per_real, BSPFFT_DEVICE_COMPLEX, what.shape, what.batch);
    transform.library_only = 1;
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

    static void ask(const Workload& what) { Question<Real>::about(what); }
    double error(Port&)
    {
        return error_on_device(Question<Real>::about(what_), array_.data(), array_.data(), [&] { work(); });
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

#include "bsp_fft/gpu/cuda/library.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include <cufftXt.h>

#include "bsp_fft/gpu/cuda/two_sweeps.hpp"

/// What device_abi.h calls a plan.
struct bspfft_device_plan {
    /// Transforms of the same kind one after another, at equal distances.
    struct Stage {
        cufftHandle handle;
        int data;
        std::int64_t calls;
        std::int64_t step;  // in complex numbers
        bool in_place;      // on the results of a stage before, or the spectrum of one that follows
    };

    bspfft_device_transform transform;
    std::optional<bspfft::cuda::TwoSweeps> own = {};  // otherwise cuFFT's stages
    void* workspace = nullptr;
    std::vector<Stage> stages = {};
    std::int64_t bytes = 0;

    ~bspfft_device_plan()
    {
        for (const Stage& stage : stages) cufftDestroy(stage.handle);
        cudaFree(workspace);
    }
    bool single() const { return transform.bytes_per_real == 4; }
    bool is_trivial() const
    {
        const std::int64_t* const lengths = transform.length;
        return std::all_of(lengths, lengths + transform.rank, [](std::int64_t length) { return length == 1; });
    }
};

namespace bspfft::cuda {

namespace {

using Stage = bspfft_device_plan::Stage;

constexpr int most_axes = 3;  // that cuFFT transforms at once
constexpr std::int64_t smallest_of_several = 1 << 24;  // of arrays that our own kernels transform one after the other

cufftType type_of(int data, bool single)
{
    if (data == BSPFFT_DEVICE_REAL_TO_HALF) return single ? CUFFT_R2C : CUFFT_D2Z;
    if (data == BSPFFT_DEVICE_HALF_TO_REAL) return single ? CUFFT_C2R : CUFFT_Z2D;
    return single ? CUFFT_C2C : CUFFT_Z2Z;
}

std::int64_t product(const std::int64_t* lengths, int begin, int end)
{
    std::int64_t result = 1;
    for (int l = begin; l < end; ++l) result *= lengths[l];
    return result;
}

int add_stage(bspfft_device_plan& plan, const bspfft_device_transform& part, std::int64_t calls, std::int64_t step,
              bool in_place)
{
    std::vector<long long> length(part.length, part.length + part.rank);
    std::vector<long long> in(part.in_embed, part.in_embed + part.rank);
    std::vector<long long> out(part.out_embed, part.out_embed + part.rank);
    Stage stage{0, part.data, calls, step, in_place};
    if (const int failure = checked(cufftCreate(&stage.handle))) return failure;
    plan.stages.push_back(stage);
    std::size_t bytes = 0;
    const cufftResult result = cufftMakePlanMany64(
        stage.handle, part.rank, length.data(), in.data(), part.in_stride, part.in_distance, out.data(),
        part.out_stride, part.out_distance, type_of(part.data, plan.single()), part.batch, &bytes);
    plan.bytes += static_cast<std::int64_t>(bytes);
    return checked(result);
}

// More than three axes are contiguous: the last ones at once, and the others one by one, in the complex array.
int add_stages(bspfft_device_plan& plan)
{
    const bspfft_device_transform& all = plan.transform;
    if (all.rank <= most_axes) return add_stage(plan, all, 1, 0, false);
    const int leading = all.rank - most_axes;
    bspfft_device_transform last = all;
    last.rank = most_axes;
    for (int l = 0; l < most_axes; ++l) {
        last.length[l] = all.length[leading + l];
        last.in_embed[l] = all.in_embed[leading + l];
        last.out_embed[l] = all.out_embed[leading + l];
    }
    last.batch = all.batch * product(all.length, 0, leading);
    last.in_distance = product(last.in_embed, 0, most_axes);
    last.out_distance = product(last.out_embed, 0, most_axes);
    const bool back = all.data == BSPFFT_DEVICE_HALF_TO_REAL;
    if (const int failure = back ? 0 : add_stage(plan, last, 1, 0, false)) return failure;
    for (int l = 0; l < leading; ++l) {
        const std::int64_t* const embed = back ? all.in_embed : all.out_embed;
        const std::int64_t inner = product(embed, l + 1, all.rank);
        bspfft_device_transform one = all;
        one.data = BSPFFT_DEVICE_COMPLEX;
        one.rank = 1;
        one.length[0] = one.in_embed[0] = one.out_embed[0] = all.length[l];
        one.in_stride = one.out_stride = one.batch = inner;
        one.in_distance = one.out_distance = 1;
        const std::int64_t calls = all.batch * product(all.length, 0, l);
        if (const int failure = add_stage(plan, one, calls, inner * all.length[l], true)) return failure;
    }
    return back ? add_stage(plan, last, 1, 0, false) : 0;
}

// Where cuFFT is as fast, or does what our own kernels do not, it is used.
std::optional<TwoSweeps> own_kernels(const bspfft_device_transform& t)
{
    bool contiguous = t.in_stride == 1 && t.out_stride == 1;
    for (int l = 1; l < t.rank; ++l) contiguous &= t.in_embed[l] == t.length[l] && t.out_embed[l] == t.length[l];
    // the copy engine begins at multiples of 16 bytes
    if (t.batch > 1) contiguous &= t.in_distance % 2 == 0 && t.out_distance % 2 == 0;
    const bool several_small = t.batch > 1 && product(t.length, 0, t.rank) < smallest_of_several;
    if (t.library_only || t.data != BSPFFT_DEVICE_COMPLEX || !contiguous || several_small) return {};
    return TwoSweeps::of(t.rank, t.length, t.bytes_per_real == 8);
}

int fill(bspfft_device_plan& plan)
{
    const bspfft_device_transform& t = plan.transform;
    if (plan.is_trivial()) return 0;
    plan.own = own_kernels(t);
    if (!plan.own) return add_stages(plan);
    plan.bytes = static_cast<std::int64_t>(plan.own->work_bytes());
    return checked(cudaMalloc(&plan.workspace, plan.own->work_bytes()));
}

int execute_own(const bspfft_device_plan& plan, bool inverse, double scale, char* in, char* out, cudaStream_t stream)
{
    const bspfft_device_transform& t = plan.transform;
    const std::int64_t bytes = 2 * t.bytes_per_real;
    for (std::int64_t i = 0; i < t.batch; ++i) {
        char* const from = in + i * t.in_distance * bytes;
        char* const to = out + i * t.out_distance * bytes;
        const cudaError_t error = plan.own->execute(inverse, scale, from, to, plan.workspace, stream);
        if (const int failure = checked(error)) return failure;
    }
    return 0;
}

}  // namespace

int make_plan(const bspfft_device_transform* transform, bspfft_device_plan** plan, std::int64_t* bytes)
{
    auto made = std::unique_ptr<bspfft_device_plan>(new (std::nothrow) bspfft_device_plan{*transform});
    if (!made) return failed("out of host memory");
    if (const int failure = fill(*made)) return failure;
    *bytes = made->bytes;
    *plan = made.release();
    return 0;
}

int destroy_plan(bspfft_device_plan* plan)
{
    delete plan;
    return 0;
}

int execute(bspfft_device_plan* plan, std::int32_t inverse, double scale, void* in, void* out, void* stream)
{
    auto* const on = static_cast<cudaStream_t>(stream);
    if (plan->is_trivial()) return checked(copy_elements(plan->transform, in, out, scale, on));
    if (plan->own) return execute_own(*plan, inverse != 0, scale, static_cast<char*>(in), static_cast<char*>(out), on);
    const int direction = inverse ? CUFFT_INVERSE : CUFFT_FORWARD;
    const bool back = plan->transform.data == BSPFFT_DEVICE_HALF_TO_REAL;
    for (const Stage& stage : plan->stages) {
        if (const int failure = checked(cufftSetStream(stage.handle, on))) return failure;
        // transforms of real data have one direction each
        const int way = stage.data == BSPFFT_DEVICE_REAL_TO_HALF   ? CUFFT_FORWARD
                        : stage.data == BSPFFT_DEVICE_HALF_TO_REAL ? CUFFT_INVERSE
                                                                   : direction;
        void* const from = stage.in_place && !back ? out : in;
        void* const to = stage.in_place && back ? in : out;
        for (std::int64_t i = 0; i < stage.calls; ++i) {
            const std::int64_t shift = 2 * i * stage.step * plan->transform.bytes_per_real;
            const cufftResult result = cufftXtExec(stage.handle, static_cast<char*>(from) + shift,
                                                   static_cast<char*>(to) + shift, way);
            if (const int failure = checked(result)) return failure;
        }
    }
    return scale == 1 ? 0 : checked(scale_outputs(plan->transform, out, scale, on));
}

const char* plan_name(const bspfft_device_plan* plan)
{
    if (plan->is_trivial()) return "copy";
    return plan->own ? "two sweeps" : "cuFFT";
}

}  // namespace bspfft::cuda

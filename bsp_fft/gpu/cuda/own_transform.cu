#include "bsp_fft/gpu/cuda/library.hpp"

#include <new>

#include "bsp_fft/gpu/cuda/two_sweeps.hpp"

namespace bspfft::cuda {
namespace {

/// One long vector in two sweeps.
class LongVector final : public OwnTransform {
public:
    LongVector(std::int64_t n, bool is_double) : sweeps_{static_cast<std::size_t>(n), is_double} {}

    std::int64_t workspace_bytes() const override { return static_cast<std::int64_t>(sweeps_.work_bytes()); }
    cudaError_t execute(bool inverse, double scale, const void* in, void* out, void* workspace,
                        cudaStream_t stream) override
    {
        return sweeps_.execute(inverse, scale, in, out, workspace, stream);
    }
    const char* name() const override { return "two sweeps"; }

private:
    TwoSweeps sweeps_;
};

bool is_one_vector(const bspfft_device_transform& t)
{
    return t.data == BSPFFT_DEVICE_COMPLEX && t.rank == 1 && t.batch == 1 && t.in_stride == 1 && t.out_stride == 1;
}

}  // namespace

OwnTransform* make_own_transform(const bspfft_device_transform& t)
{
    if (!is_one_vector(t) || !TwoSweeps::fits(static_cast<std::size_t>(t.length[0]))) return nullptr;
    return new (std::nothrow) LongVector(t.length[0], t.bytes_per_real == 8);
}

}  // namespace bspfft::cuda

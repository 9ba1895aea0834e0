#include "bsp_fft/kernel/kernels.hpp"

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

extern const KernelEntry lanes_kernel, book_kernel, cuda_kernel, fftw_kernel;

const std::vector<const KernelEntry*>& kernels()
{
    static const std::vector<const KernelEntry*> all{&lanes_kernel, &book_kernel, &cuda_kernel, &fftw_kernel};
    return all;
}

const KernelEntry& kernel_entry(Kernel kernel)
{
    for (const KernelEntry* entry : kernels()) {
        if (entry->kernel == kernel) return *entry;
    }
    throw Error(Status::internal_error, "the kernel automatic must be resolved before it is used");
}

std::string objection_to(const KernelEntry& kernel, const Schedule& schedule)
{
    for (const Pass& pass : passes_of(schedule, 0)) {
        const std::string objection = kernel.objection(pass);
        if (!objection.empty())
            return text("the kernel ", kernel_name(kernel.kernel), " cannot do transforms of length ", pass.rows, ": ",
                        objection);
    }
    return "";
}

Index cost_of(const KernelEntry& kernel, const Schedule& schedule)
{
    Index cost = 0;
    for (const Pass& pass : passes_of(schedule, 0)) cost += kernel.cost(pass);
    return cost;
}

}  // namespace bspfft

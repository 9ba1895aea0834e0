#include "tools/commands/run_checks.hpp"

#include "bsp_fft/execution/choices.hpp"
#include "tools/files/distinct_files.hpp"
#include "tools/files/output_file.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

// The model and the sums in twice the precision are of Fourier transforms.
void require_no_more_than_known(const RunRequest& request)
{
    if (!request.transform.is_trigonometric()) return;
    const char* const word = request.verify                   ? "--verify"
                             : request.account                ? "--account"
                             : request.why                    ? "--why"
                             : !request.machine.empty()       ? "--machine"
                             : request.options.transposed_out ? "--transposed-out"
                                                              : "";
    if (*word) refuse(word, " is for Fourier transforms; leave it out, or --dct and --dst");
}

}  // namespace

RunRequest checked(RunRequest request)
{
    require_no_more_than_known(request);
    if (request.in_place) request.output = output_in_place(request.output, request.input);
    return request;
}

void require_files(const RunRequest& request)
{
    require_writable(request.json);
    if (request.output.empty()) return require_distinct({{"--input", request.input, false}, {"--json", request.json}});
    if (!request.in_place) require_other_than_input(request.output, request.input);
    require_distinct({{"--output", request.output},
                      {"--input", request.in_place ? "" : request.input, false},
                      {"--machine", request.machine, false},
                      {"--json", request.json}});
    require_readable_output(request.output, format_of_output(request.output, request.format));
}

void require_effects(const RunRequest& request, const Transform& transform, Index p)
{
    const TransformWords& words = request.transform;
    if (transform.trigonometric) {
        if (request.options.algorithm != Algorithm::automatic)
            require_effect(words, request.options, request.options.algorithm);
        return;
    }
    if (words.cut.empty() && words.grid.empty() && !request.options.transposed_out && request.simd == "auto") return;
    PlanOptions chosen;
    try {
        chosen = resolved(transform.options_for(p), transform.shape, p, bytes_per_complex(request.precision) / 2);
    } catch (const Error&) {
        return;
    }
    require_effect(words, request.options, chosen.algorithm);
    if (request.simd != "auto" && chosen.kernel != Kernel::simd)
        refuse("--simd has no effect on the kernel ", kernel_name(chosen.kernel),
               "; leave it out, or take --kernel simd");
}

}  // namespace bspfft::tools

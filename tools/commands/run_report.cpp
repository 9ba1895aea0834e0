#include "tools/commands/run_report.hpp"

#include <cmath>
#include <cstdio>

#include "bsp_fft/execution/choices.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

void RunReport::print_summary() const
{
    const std::string operation = operation_name(request_.transform);
    print_wrapped(text(operation, operation.empty() ? "" : ", ", size_in_words(schedule_->problem()), ", p = ",
                       schedule_->p(), ", ", name_of(precisions, request_.precision),
                       request_.inverse ? ", inverse" : ", forward", ", on the ", Port::runtime(), " runtime"), 0);
    const std::string grid = grid_in_words(*schedule_);
    print_wrapped(text("algorithm ", name_of(algorithms, options_.algorithm), ", ", grid, grid.empty() ? "" : ", ",
                       "kernel ", name_of(kernels, options_.kernel), ", exchange ",
                       name_of(exchanges, options_.exchange)), 0);
    if (!remembered.empty()) print_wrapped(remembered, 2);
    if (source_.axes_reversed)
        std::printf("  %s is in Fortran order: its axes are counted here from the last\n", request_.input.c_str());
    std::printf("  time    %s, %.3g Gflop/s\n", seconds_in_words().c_str(),
                transform_rate(schedule_->problem(), minimum(seconds)));
    if (error) {
        std::printf("  error   %.2g in l2, %.2g in linf, of %lld values: %s\n", error->l2, error->linf,
                    static_cast<long long>(error->bins), failed() ? "WRONG" : "right");
    }
    if (!request_.output.empty()) std::printf("  output  %s\n", request_.output.c_str());
    if (ledger && pages.resident > 0) std::printf("  pages   %s\n", pages_in_words().c_str());
    print_costs(reasons());
}

std::string RunReport::pages_in_words() const
{
    return text(readable_bytes(static_cast<double>(pages.resident)), " of large arrays, ",
                std::lround(100 * *huge_share(pages)), "% on huge pages");
}

std::vector<std::string> RunReport::reasons() const
{
    if (!request_.why) return {};
    return reasons_for(*schedule_, source_.transform, request_);
}

Json RunReport::json() const
{
    Json document = size_json(schedule_->problem(), {
        {"direction", request_.inverse ? "inverse" : "forward"},
        {"normalisation", name_of(normalisations, options_.normalisation)},
        {"gflops", transform_rate(schedule_->problem(), minimum(seconds))},
    });
    if (!source_.transform.is_fourier()) {
        document["kind"] = operation_name(request_.transform);
        document["moves_between"] = moves_between_;
    }
    if (error) {
        document["error"] = {{"l2", error->l2},
                             {"linf", error->linf},
                             {"bins", error->bins},
                             {"tolerance", tolerance},
                             {"right", !failed()}};
    }
    if (source_.file) document["fortran_order"] = source_.input.fortran_order;
    if (options_.kernel == Kernel::simd) document["simd"] = instruction_set();
    document["cut"] = cut_json(*schedule_);
    if (!remembered.empty()) document["remembered"] = remembered;
    if (request_.why) document["why"] = reasons();
    if (ledger && pages.resident > 0) {
        document["pages"] = {{"resident_bytes", pages.resident},
                             {"huge_bytes", pages.huge},
                             {"huge_percent", 100 * *huge_share(pages)},
                             {"words", pages_in_words()}};
    }
    if (oversubscribed)
        document["warnings"].push_back(
            text("oversubscribed: p = ", schedule_->p(), " processes are more than run at once on this ",
                 "machine, and took turns; the times are not those of as many cores"));
    return document;
}

}  // namespace bspfft::tools

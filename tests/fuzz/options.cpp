// Command lines: the words of all commands, one on each line, as far as the request. Then the shapes that they name.
#include <algorithm>
#include <vector>

#include "tests/fuzz/target.hpp"
#include "tools/commands/bench.hpp"
#include "tools/commands/collectives.hpp"
#include "tools/commands/compare.hpp"
#include "tools/commands/convolve.hpp"
#include "tools/commands/explain.hpp"
#include "tools/commands/predict.hpp"
#include "tools/commands/probe.hpp"
#include "tools/commands/project.hpp"
#include "tools/commands/report.hpp"
#include "tools/commands/run.hpp"
#include "tools/commands/simulate.hpp"
#include "tools/terminal/command_line.hpp"

using namespace bspfft;
using namespace bspfft::tools;

namespace {

std::vector<std::string> words_of(std::string_view lines)
{
    std::vector<std::string> words{"bspfft"};
    for (std::size_t begin = 0; begin <= lines.size();) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        words.emplace_back(lines.substr(begin, end - begin));
        words.back().resize(std::min(words.back().find('\0'), words.back().size()));
        begin = end + 1;
    }
    return words;
}

/// The commands of the program, which do nothing but look at their request.
class Commands {
public:
    /// Only those that are among the words: to declare all of them takes longer than to parse.
    explicit Commands(const std::vector<std::string>& words) : words_(words)
    {
        add("run", run_, add_run_options, [&] { look_at(run_.transform, run_.options, run_.procs); });
        add("check", run_, add_check_options, [&] { look_at(run_.transform, run_.options, run_.procs); });
        add("plan", run_, add_plan_options, [&] { look_at(run_.transform, run_.options, run_.procs); });
        add("predict", predict_, add_predict_options, [&] { look_at(predict_.transform, predict_.options, 1); });
        add("compare", compare_, add_compare_options, [&] { compared_transforms(compare_); });
        add("convolve", convolve_, add_convolve_options);
        add("explain", explain_, add_explain_options);
        add("probe", probe_, add_probe_options);
        add("report", report_, add_report_options);
        add("bench", bench_, add_bench_options);
        add("simulate", simulate_, add_simulate_options);
        add("project", project_, add_project_options);
        add("collectives", collectives_, add_collectives_options);
    }

    void carry_out()
    {
        std::vector<char*> pointers;
        for (const std::string& word : words_) pointers.push_back(const_cast<char*>(word.c_str()));
        line_.carry_out(static_cast<int>(pointers.size()), pointers.data(), [] { return 0; });
    }

private:
    template <class Request>
    void add(const char* name, Request& request, void (*add_options)(Options&, Request&),
             std::function<void()> look = [] {})
    {
        if (std::find(words_.begin(), words_.end(), name) == words_.end()) return;
        line_.command(name, "a command", [&](Options& options) { add_options(options, request); },
                      [look] {
                          look();
                          return 0;
                      });
    }

    static void look_at(const TransformWords& words, const PlanOptions& options, Index p)
    {
        const Transform transform = transform_of(words, options);
        with_axes_reversed(transform);
        transform.options_for(std::max<Index>(p, 1));
    }

    const std::vector<std::string>& words_;
    CommandLine line_{ProgramEntry{}};
    RunRequest run_;
    PredictRequest predict_;
    CompareRequest compare_;
    ConvolveRequest convolve_;
    ExplainRequest explain_;
    ProbeRequest probe_;
    ReportRequest report_;
    BenchRequest bench_;
    SimulateRequest simulate_;
    ProjectRequest project_;
    CollectivesRequest collectives_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::vector<std::string> words = words_of(fuzz::bytes_of(data, size));
    try {
        Commands(words).carry_out();
    } catch (const Error& e) {
        fuzz::expect(e.status() == Status::invalid_argument || e.status() == Status::not_available,
                     std::string("words are no failure of the machine: ") + e.what());
    }
    return 0;
}

#include "tools/commands/checker.hpp"
#include "tools/commands/choice.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/text_output.hpp"
#include "tools/processes/section.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/progress.hpp"
#include "tools/terminal/table.hpp"

namespace bspfft::tools {

namespace {

void print(const RunRequest& request, const Problem& problem, Index p, const std::vector<Verdict>& verdicts, bool right)
{
    if (!request.json.empty()) {
        Json rows = Json::array();
        for (const Verdict& v : verdicts)
            rows.push_back(
                {{"property", v.property}, {"error", v.error}, {"tolerance", v.tolerance}, {"holds", v.holds()}});
        write_json(request.json, size_json(problem, {{"p", p},
                                                     {"precision", name_of(precisions, request.precision)},
                                                     {"right", right},
                                                     {"checks", rows}}));
        if (request.json == "-") return;
    }
    print_wrapped(text(size_in_words(problem), ", p = ", p, ", ", name_of(precisions, request.precision)), 0);
    const Table table({name_column("property", 20), number_column("error", 10), number_column("tolerance", 10)});
    table.print_head();
    for (const Verdict& v : verdicts)
        table.print_row({v.property, formatted("%.2g", v.error), formatted("%.2g", v.tolerance),
                         v.holds() ? "holds" : "DOES NOT HOLD"});
}

}  // namespace

int check(const RunRequest& request)
{
    const Transform transform = transform_of(request.transform, request.options);
    const Problem problem = transform.problem();
    const Index p = processes_for(request, transform, request.oversubscribe);
    require_effects(request, transform, p);
    agree_on([&] {
        if (is_process_0()) require_writable(request.json);
    });
    std::vector<Verdict> verdicts;
    {
        Progress progress(is_process_0());
        progress.step("checking");
        run_section(p, [&](Port& port) {
            const auto mine = request.precision == Precision::single_ ? Checker<float>(port, transform).verdicts()
                                                                      : Checker<double>(port, transform).verdicts();
            if (port.s() == 0) verdicts = mine;
        });
    }
    bool right = true;
    for (const Verdict& verdict : verdicts) right = right && verdict.holds();
    if (is_process_0()) print(request, problem, p, verdicts, right);
    return right ? 0 : 1;
}

}  // namespace bspfft::tools

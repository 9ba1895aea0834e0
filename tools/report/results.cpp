#include "tools/report/parts.hpp"

#include "tools/files/descriptor.hpp"
#include "tools/processes/program.hpp"
#include "tools/terminal/progress.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

constexpr auto time_limit = std::chrono::minutes(10);

const std::string run_again = "; make it with: bspfft run --n 2^20 --account --json FILE";
const std::string compare_again = "; make it with: bspfft compare --json FILE";

Json read_json(const std::string& path, const std::string& again)
{
    try {
        return Json::parse(whole_file(path, again));
    } catch (const JsonError& e) {
        fail(path, " is damaged: it is not JSON: ", e.what(), again);
    }
}

Json read_run(const std::string& path)
{
    Json document = read_json(path, run_again);
    if (!document.is_object() || !document.contains("supersteps") || !document.contains("seconds"))
        fail(path, " is not from bspfft run", run_again);
    if (!document.contains("cost")) fail(path, " is from a run without accounting", run_again);
    return document;
}

Json read_comparison(const std::string& path)
{
    Json document = read_json(path, compare_again);
    if (!document.is_object() || !document.contains("grid") || !document.contains("largest_discrepancy"))
        fail(path, " is not from bspfft compare", compare_again);
    return document;
}

/// The output of another command of this program, run as a process of its own.
std::string output_of(std::vector<std::string> words, const std::string& machine)
{
    words.insert(words.begin(), "/proc/self/exe");
    if (!machine.empty()) words.insert(words.end(), {"--machine", machine});
    const Outcome outcome = run_program(words, time_limit);
    if (outcome.status == 0) return outcome.output;
    const std::string prefix = "bspfft: ";
    std::string why = outcome.errors.substr(0, outcome.errors.find_last_not_of('\n') + 1);
    if (why.starts_with(prefix)) why.erase(0, prefix.size());
    fail("bspfft ", words[1], " ended with status ", outcome.status, ": ", why);
}

// Where a machine file cannot be kept, nothing is predicted, as in a run.
std::optional<KnownMachine> machine_or_probe(const std::string& path, std::string& why_not, Progress& progress)
{
    if (auto known = find_machine(path, &why_not)) return known;
    progress.step("measuring this machine, once");
    try {
        output_of({"probe", "--overwrite"}, "");
    } catch (const Error& e) {
        why_not = e.what();
        return {};
    }
    return find_machine("", &why_not);
}

Results measure(const ReportRequest& request)
{
    Progress progress;
    Results results;
    results.machine = machine_or_probe(request.machine, results.no_machine, progress);
    progress.step("a run of 2^20 points with accounting");
    results.run = Json::parse(output_of({"run", "--n", "2^20", "--account", "--json", "-"}, request.machine));
    if (!results.machine) return results;
    progress.step("comparing measured with predicted, 2^12 to 2^20 points");
    results.comparison = Json::parse(output_of({"compare", "--to", "2^20", "--json", "-"}, request.machine));
    return results;
}

}  // namespace

Results gather(const ReportRequest& request)
{
    if (request.run.empty() && request.compare.empty()) return measure(request);
    Results results;
    if (!request.run.empty()) results.run = read_run(request.run);
    if (!request.compare.empty()) results.comparison = read_comparison(request.compare);
    results.machine = find_machine(request.machine, &results.no_machine);
    return results;
}

}  // namespace bspfft::tools

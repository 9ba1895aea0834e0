#include "tools/commands/compare.hpp"

#include <cstdio>

#include "bsp_fft/machine/measurements.hpp"
#include "tools/files/csv.hpp"
#include "tools/files/text_output.hpp"
#include "tools/processes/program.hpp"
#include "tools/terminal/problem_text.hpp"
#include "tools/terminal/refusal.hpp"
#include "tools/terminal/table.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

constexpr auto time_limit = std::chrono::minutes(10);
const char* const ledger_terms[] = {"T_comp", "T_comm", "T_sync", "other", "total"};
const char* const counts[] = {"flops", "words_sent", "words_received", "puts", "bytes", "synchronisations"};

using Words = std::vector<std::string>;

struct Programs {
    std::string on_threads;
    std::string on_mpi;
    std::string mpi;
};

Programs find_programs()
{
    const auto version = mpi_version();
    const Programs found{program_beside({"bspfft"}), program_beside({"bspfft-mpi"}), version.value_or("")};
    if (!version) fail("there is no mpirun here; install an MPI, such as Debian's openmpi-bin");
    if (found.on_threads.empty() || found.on_mpi.empty())
        fail("bspfft and bspfft-mpi are not in one folder; tools/run --mpi compiles both");
    return found;
}

// The costs and counts of `run --account`, summed over the supersteps.
Json ledger_of(const Json& run)
{
    Json ledger{{"algorithm", run.at("algorithm")}, {"exchange", run.at("exchange")}};
    for (const char* term : ledger_terms) ledger[term] = run.at("cost").at(term).at("measured");
    for (const char* count : counts) {
        Index sum = 0;
        for (const Json& step : run.at("supersteps")) sum += step.at(count).get<Index>();
        ledger[count] = sum;
    }
    return ledger;
}

Json run_and_read(const Words& command)
{
    const Outcome outcome = run_program(command, time_limit);
    std::string trouble = outcome.timed_out ? "it did not end in time" : first_line(outcome.errors);
    try {
        if (outcome.status == 0) return ledger_of(Json::parse(outcome.output));
    } catch (const JsonError& e) {
        trouble = text("its output is not as expected: ", e.what());
    }
    fail(joined(command, " "), ": ", trouble);
}

Words words_of(const CompareRequest& request, const ComparedTransform& compared)
{
    const Transform& transform = compared.transform;
    Words words{"run",
                "--shape",
                shape_text(transform.shape),
                "--batch",
                text(transform.options.batch),
                "--repeat",
                text(request.repeat),
                "--precision",
                name_of(precisions, request.precision),
                "--account",
                "--json",
                "-"};
    std::string axes;
    for (const Index axis : request.transform.axes) axes += text(axes.empty() ? "" : ",", axis);
    if (!axes.empty()) words.insert(words.end(), {"--axes", axes});
    if (!request.transform.grid.empty()) words.insert(words.end(), {"--grid", request.transform.grid});
    if (request.transform.real) words.push_back("--real");
    words.insert(words.end(), {"--algorithm", algorithm_name(transform.options.algorithm)});
    return words;
}

Json compare_one(const Programs& programs, const CompareRequest& request, const ComparedTransform& compared)
{
    const Words run = words_of(request, compared);
    const Index p = compared.p;
    Words here{programs.on_threads}, there{"-n", std::to_string(p), programs.on_mpi};
    here.insert(here.end(), run.begin(), run.end());
    here.insert(here.end(), {"--procs", std::to_string(p)});
    if (request.oversubscribe) here.push_back("--oversubscribe");
    there.insert(there.end(), run.begin(), run.end());
    Json row = size_json(compared.transform.problem());
    row["size"] = short_size(compared.transform.problem());
    row["p"] = p;
    row["threads"] = run_and_read(here);
    row["mpi"] = run_and_read(mpirun(there));
    bool same = true;
    for (const char* count : counts) same = same && row["threads"][count] == row["mpi"][count];
    row["same_counts"] = same;
    return row;
}

void print_counts(const char* runtime, const Json& ledger)
{
    std::printf("      %s, %s: %s flops, %s words sent in %s, %s\n", runtime,
                ledger["algorithm"].get<std::string>().c_str(), readable_count(ledger["flops"].get<Index>()).c_str(),
                readable_count(ledger["words_sent"].get<Index>()).c_str(),
                counted(ledger["puts"].get<Index>(), "put").c_str(),
                counted(ledger["synchronisations"].get<Index>(), "synchronisation").c_str());
}

Table runtimes_table(const CompareRequest& request)
{
    const Table::Column size = request.is_of_a_shape() ? name_column("shape", 12) : name_column("n", 5);
    return Table({size, number_column("p", 4), name_column("", 7), number_column("threads", 10),
                  number_column("mpi", 10), number_column("", 8)});
}

void print_row(const Json& row, const CompareRequest& request)
{
    std::string n = row["size"], p = text(row["p"].get<Index>());
    for (const char* term : ledger_terms) {
        const double here = row["threads"][term], there = row["mpi"][term];
        runtimes_table(request).print_row({n, p, term, readable_seconds(here), readable_seconds(there),
                                           here > 0 ? readable_error(there / here - 1) : ""});
        n = p = "";
    }
    if (row["same_counts"]) {
        print_counts("both", row["mpi"]);
    } else {
        print_counts("threads", row["threads"]);
        print_counts("mpi", row["mpi"]);
        std::printf("             THE COUNTS DIFFER\n");
    }
    std::fflush(stdout);
}

// What stands in CSV: a row for each runtime.
Json costs_of(const Json& grid)
{
    Json list = Json::array();
    for (const Json& row : grid) {
        for (const char* runtime : {"threads", "mpi"}) {
            Json costs{{"n", row["n"]}, {"p", row["p"]}, {"runtime", runtime}};
            for (const char* term : ledger_terms) costs[term] = row[runtime][term];
            for (const char* count : counts) costs[count] = row[runtime][count];
            list.push_back(costs);
        }
    }
    return list;
}

}  // namespace

int compare_runtimes(const CompareRequest& request)
{
    const std::vector<ComparedTransform> all = compared_transforms(request);
    const Programs programs = find_programs();
    TextOutput json(request.json), csv(request.csv);
    const bool quiet = json.to_standard_output() || csv.to_standard_output();
    if (!quiet) {
        std::printf("  on %s\n", programs.mpi.c_str());
        runtimes_table(request).print_head();
    }
    Json grid = Json::array();
    bool same = true;
    for (const ComparedTransform& compared : all) {
        grid.push_back(compare_one(programs, request, compared));
        same = same && grid.back()["same_counts"];
        if (!quiet) print_row(grid.back(), request);
    }
    if (json.wanted())
        write_json(json, {{"cpu", cpu_name()},
                          {"mpi", programs.mpi},
                          {"precision", name_of(precisions, request.precision)},
                          {"grid", grid}});
    if (csv.wanted()) csv.write(csv_of(costs_of(grid)));
    return same ? 0 : 1;
}

}  // namespace bspfft::tools

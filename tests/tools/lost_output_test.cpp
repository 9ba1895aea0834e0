// Output that does not arrive is a failure, of every command that the program has.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "tests/tools/sandbox.hpp"

namespace {

// The commands that help lists: their lines begin with two blanks.
Words commands()
{
    Words names;
    std::istringstream lines(run_bspfft({"help"}).output);
    for (std::string line; std::getline(lines, line) && line != "First steps";) {
        const std::size_t end = line.find("  ", 2);
        const bool names_one = line.starts_with("  ") && line[2] != ' ' && end != std::string::npos;
        if (names_one) names.push_back(line.substr(2, end - 2));
    }
    return names;
}

// Every command's shortest call that prints.
struct Calls : Sandbox {
    Calls()
    {
        write(folder / "x.txt", "1\n2\n3\n4\n");
        const std::string x = folder / "x.txt", known = machine();
        of = {{"run", {"--n", "64", "--repeat", "1"}},
              {"convolve", {"--input", x, "--kernel", x}},
              {"check", {"--n", "16"}},
              {"plan", {"--n", "64"}},
              {"explain", {"--n", "16", "--procs", "2"}},
              {"probe", {"--seconds", "0.01", "--procs", "1", "--overwrite", "--machine", folder / "m.json"}},
              {"predict", {"--n", "64", "--machine", known}},
              {"compare",
               {"--from", "2^8", "--to", "2^8", "--procs", "1", "--repeat", "1", "--machine", known}},
              {"report", {"--output", folder / "page.html", "--machine", known, "--run", folder / "run.json"}},
              {"bench",
               {"--from", "64", "--to", "64", "--procs", "1", "--rounds", "1", "--contestants", "floor"}},
              {"simulate", {"--n", "32", "--procs", "4"}},
              {"project", {"--n", "64"}},
              {"collectives", {"--machine", known}},
              {"help", {}}};
        write(folder / "run.json",
              json({"run", "--n", "64", "--repeat", "1", "--account", "--machine", known}).dump());
    }

    // With its standard output sent by the shell's words.
    Outcome sent(const std::string& program, const std::string& command, Words more, const std::string& to) const
    {
        std::string line = environment[0] + " " + environment[1] + " exec " + program + " " + command;
        for (const std::string& word : more) line += " '" + word + "'";
        return run({"/bin/bash", "-c", line + " " + to});
    }

    std::map<std::string, Words> of;
};

Words with(Words words, const std::string& option, const std::string& value)
{
    const auto given = std::find(words.begin(), words.end(), option);
    if (given == words.end()) {
        words.insert(words.end(), {option, value});
    } else {
        *(given + 1) = value;
    }
    return words;
}

void check_lost(const Outcome& outcome, const char* reason)
{
    CAPTURE(outcome.errors);
    CHECK(outcome.status == 3);
    // output that is longer than a buffer was lost before its end
    const bool said = outcome.errors.find(reason) != std::string::npos;
    CHECK((said || outcome.errors.find("a part of it was not taken") != std::string::npos));
    const std::size_t sentence = outcome.errors.find("standard output");  // the last one
    REQUIRE(sentence != std::string::npos);
    CHECK(outcome.errors.find('\n', sentence) == outcome.errors.size() - 1);
}

}  // namespace

TEST_CASE("a full disk behind standard output is a failure, of every command and of each of its outputs")
{
    const Calls calls;
    const bool drawn = has_gnuplot();
    const Words names = commands();
    REQUIRE(names.size() >= 14);
    for (const std::string& name : names) {
        CAPTURE(name);
        const auto call = calls.of.find(name);
        REQUIRE_MESSAGE(call != calls.of.end(), "a call of this command is missing above");
        check_lost(calls.sent(BSPFFT, name, {"--help"}, "> /dev/full"), "No space left");
        if (name == "report" && !drawn) continue;
        check_lost(calls.sent(BSPFFT, name, call->second, "> /dev/full"), "No space left");
        const std::string help = run_bspfft({"help", name}).output;
        for (const std::string option : {"--json", "--csv", "--plot", "--output"}) {
            CAPTURE(option);
            if (help.find(option + " FILE") == std::string::npos) continue;
            if (option == "--plot" && !drawn) continue;
            Words words = with(call->second, option, "-");
            if (option == "--output" && name != "report") words = with(words, "--format", "txt");
            check_lost(calls.sent(BSPFFT, name, words, "> /dev/full"), "No space left");
        }
    }
    if (!drawn) MESSAGE("without gnuplot: report and drawings are not tested");
}

TEST_CASE("so is one behind the version, the manual and the completions, and one that is closed")
{
    const Calls calls;
    for (const std::string words : {"--version", "--help", "help --man", "help --bash", "help --zsh", "help --fish"}) {
        CAPTURE(words);
        check_lost(calls.sent(BSPFFT, words, {}, "> /dev/full"), "No space left");
        check_lost(calls.sent(BSPFFT, words, {}, ">&-"), "Bad file descriptor");
    }
    for (const std::string name : {"run", "plan"}) {
        CAPTURE(name);
        check_lost(calls.sent(BSPFFT, name, calls.of.at(name), ">&-"), "Bad file descriptor");
    }
}

TEST_CASE("no output file gets the number of a standard output that is closed")
{
    const Calls calls;
    const Words words{"--n",        "8",      "--repeat",
                      "1",          "--json", calls.folder / "r.json",
                      "--output",   calls.folder / "y.raw"};
    const Outcome outcome = calls.sent(BSPFFT, "run", words, "<&- >&- 2>&-");
    CHECK(outcome.status == 3);  // the summary was lost
    CHECK(content_of(calls.folder / "y.raw").size() == 8 * 16);
    CHECK(content_of(calls.folder / "r.json").starts_with("{"));
}

TEST_CASE("a reader that has read enough ends a command as it ends others")
{
    const Calls calls;
    const auto piped = [&](const std::string& signal) {
        return calls.sent(signal + BSPFFT, "help", {"--man"}, "| head -1; exit ${PIPESTATUS[0]}");
    };
    const Outcome usual = piped("");
    CHECK(usual.output.find('\n') == usual.output.size() - 1);
    CHECK(usual.errors == "");
    CHECK((usual.status == 141 || usual.status == 0));  // 0: all of it fitted into the pipe
}

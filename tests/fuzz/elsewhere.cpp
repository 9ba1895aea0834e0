// What commands reach beyond their input, instead of the real thing: one process, no machine file of this machine's,
// and a gnuplot that draws nothing but looks at its scripts.
#include <cctype>

#include "tests/fuzz/target.hpp"
#include "tools/commands/known_machine.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

bool all_run_the_program() { return false; }
bool is_process_0() { return true; }

KnownMachine require_machine(const std::string& path)
{
    if (path.empty()) throw Error(Status::file_error, "there is no machine file");
    return {path, read_machine(path), ""};
}

std::optional<KnownMachine> find_machine(const std::string& path, std::string* why_not)
{
    if (!path.empty()) return require_machine(path);
    if (why_not) *why_not = "there is no machine file";
    return {};
}

KnownMachine machine_named(const std::string& word) { return require_machine(word); }

void print_machine(const KnownMachine&) {}
void print_remarks(const KnownMachine&) {}
Json json_of(const KnownMachine& known) { return known.path; }
std::vector<std::string> remarks_on(const KnownMachine& known) { return known.machine.warnings; }

namespace {

// What is in a file must not become a command of gnuplot's, which can start programs; nor a word that it does not know.
void expect_harmless(const std::string& script)
{
    bool quoted = false;
    std::string word;
    for (const char c : script + "\n") {
        if (quoted) {
            fuzz::expect(c != '\n' && c != '\\' && c != '`', "a script with text that does not end:\n" + script);
            quoted = c != '"';
            continue;
        }
        const bool letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
        if (letter) word += c;
        if (letter) continue;
        for (const char* bad : {"nan", "inf", "system", "load", "eval", "shell"})
            fuzz::expect(word != bad, "a script with the word " + word + ":\n" + script);
        word.clear();
        fuzz::expect(c != '`' && c != '!', "a script that starts programs:\n" + script);
        quoted = c == '"';
    }
}

}  // namespace

void require_gnuplot() {}

std::string run_gnuplot(const std::string& script)
{
    expect_harmless(script);
    return "<svg></svg>";
}

void draw_with_gnuplot(const std::string&, double, double, const std::string& script) { run_gnuplot(script); }

}  // namespace bspfft::tools

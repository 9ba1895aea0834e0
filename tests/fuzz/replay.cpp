// Runs a target without libFuzzer, as an ordinary test: all files of its corpus, and then changed ones, the same at
// every run.
//
//     fuzz_npy CORPUS [--mutations K] [--seed S]
//
// An input that ends the program early is kept in a file: it belongs into the corpus.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/fuzz/target.hpp"

extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

namespace fs = std::filesystem;
using namespace bspfft;

constexpr long seconds_for_an_input = 10;
constexpr std::size_t longest_input = 8192;

std::string bytes_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// In the order of their names, whatever the file system's is.
std::vector<std::string> inputs_in(const fs::path& folder)
{
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> inputs;
    for (const fs::path& path : paths) inputs.push_back(bytes_of(path));
    return inputs;
}

/// Changes inputs at random, in ways that parsers mind.
class Mutator {
public:
    Mutator(const std::vector<std::string>& inputs, std::uint64_t seed) : inputs_(inputs), random_(seed) {}

    std::string next()
    {
        std::string input = any_input();
        for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(input);
        input.resize(std::min(input.size(), longest_input));
        return input;
    }

private:
    std::size_t below(std::size_t bound) { return random_() % bound; }
    const std::string& any_input() { return inputs_[below(inputs_.size())]; }

    void change(std::string& input)
    {
        static const std::vector<std::string> words = {"0",    "-1",    "1e999", "nan",  "2^62", "9223372036854775807",
                                                       "null", "[[[[",  "{\"",   "\"",   ",",    "18446744073709551616",
                                                       "\n",   "\r\n",  "--",    "x",    "..",   std::string(3, '\0'),
                                                       "\xff", "1e-320", "=",    "()",   "\\u0000", "\xc3"};
        const std::size_t at = below(input.size() + 1);
        const std::size_t length = std::min(input.size() - at, below(16));
        switch (below(6)) {
        case 0:
            input.insert(at, words[below(words.size())]);
            break;
        case 1:
            input.erase(at, length);
            break;
        case 2:
            if (at < input.size()) input[at] = static_cast<char>(below(256));
            break;
        case 3:
            if (at < input.size()) input[at] = static_cast<char>(input[at] ^ 1 << below(8));
            break;
        case 4:
            input.insert(below(input.size() + 1), input.substr(at, length));
            break;
        default:
            splice(input, at, length);
        }
    }

    // A piece of another input instead of this one's.
    void splice(std::string& input, std::size_t at, std::size_t length)
    {
        const std::string& other = any_input();
        input.replace(at, length, other.substr(below(other.size() + 1), below(64)));
    }

    const std::vector<std::string>& inputs_;
    std::mt19937_64 random_;
};

// The input that is being tried, for what ends the program early.
const std::string* tried = nullptr;
std::string kept_in;

void keep_input()
{
    const int file = ::open(kept_in.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const bool kept = tried && file >= 0 && ::write(file, tried->data(), tried->size()) == std::ssize(*tried);
    ::dprintf(STDERR_FILENO, "%s %s\n", kept ? "the input that ended this program is in" : "its input is lost:",
              kept_in.c_str());
}

void keep_and_end(int signal)
{
    keep_input();
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void run(const std::string& input)
{
    tried = &input;
    // of this program: on a busy machine it may be away for long
    const itimerval limit{{0, 0}, {seconds_for_an_input, 0}};
    ::setitimer(ITIMER_PROF, &limit, nullptr);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

// Sanitizers end a program without a signal.
void prepare(const char* program)
{
    kept_in = (fs::temp_directory_path() / (fs::path(program).filename().string() + ".input")).string();
    for (const int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPROF, SIGSEGV}) std::signal(signal, keep_and_end);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(keep_input);
}

std::uint64_t number_after(const char* option, int argc, char** argv, std::uint64_t otherwise)
{
    for (int i = 1; i + 1 < argc; ++i) {
        if (std::strcmp(argv[i], option) == 0) return std::stoull(argv[i + 1]);
    }
    return otherwise;
}

}  // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> inputs = argc > 1 ? inputs_in(argv[1]) : std::vector<std::string>();
    if (inputs.empty()) {
        std::fprintf(stderr, "no inputs; call: %s CORPUS [--mutations K] [--seed S]\n", argv[0]);
        return 2;
    }
    const std::uint64_t mutations = number_after("--mutations", argc, argv, 5000);
    Mutator mutator(inputs, number_after("--seed", argc, argv, 1));
    prepare(argv[0]);
    // what commands print is not looked at
    const int output = ::dup(STDOUT_FILENO);
    if (!std::freopen("/dev/null", "w", stdout)) return 3;
    for (const std::string& input : inputs) run(input);
    for (std::uint64_t k = 0; k < mutations; ++k) run(mutator.next());
    ::dprintf(output, "%zu inputs and %llu that were made from them\n", inputs.size(),
              static_cast<unsigned long long>(mutations));
    return 0;
}

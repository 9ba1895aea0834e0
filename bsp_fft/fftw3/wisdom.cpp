// FFTW's wisdom. Ours are the problems that plans were made for: plans need no more, and FFTW_WISDOM_ONLY needs
// that. What FFTW has measured is kept as it was read and is written again, so that such a file survives a run on us.
#include <cctype>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;

namespace {

std::mutex wisdom_is_used;
std::set<Digest> problems;
std::string from_fftw;

// As FFTW writes it, with numbers that its planner does not have: FFTW refuses it. The last one is that of this format.
const std::string preamble =
    "(fftw-3.3.10 " BSPFFT_NAME(FFTW(wisdom)) " #x62737066 #x66740000 #x00000000 #x00000001\n";
// A solver with a hyphen in its name is left alone by fftw-wisdom-to-conf.
const char entry[] = "(bspfft-plan 0 #x0 #x0 #x0 #x%8" SCNx32 " #x%8" SCNx32 " #x%8" SCNx32 " #x%8" SCNx32 ")%n";

std::uint64_t joined(std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32 | low; }

std::string written(const Digest& problem)
{
    std::string words = "  (bspfft-plan 0 #x0 #x0 #x0";
    for (const std::uint64_t half : problem) {
        for (const int shift : {32, 0}) {
            char number[16];
            std::snprintf(number, sizeof number, " #x%08" PRIx32, static_cast<std::uint32_t>(half >> shift));
            words += number;
        }
    }
    return words + ")\n";
}

std::string kept()
{
    const std::lock_guard lock(wisdom_is_used);
    if (!from_fftw.empty()) return from_fftw;
    std::string words = preamble;
    for (const Digest& problem : problems) words += written(problem);
    return words + ")\n";
}

/// The problems of wisdom that we wrote; false if it is not as we write it.
bool read_problems(const std::string& words, std::set<Digest>& found)
{
    const char* next = words.c_str() + preamble.size();
    for (;; ++next) {
        if (std::isspace(static_cast<unsigned char>(*next))) continue;
        if (*next == ')') return true;
        std::uint32_t n[4];
        int length = 0;
        if (std::sscanf(next, entry, &n[0], &n[1], &n[2], &n[3], &length) != 4 || length == 0) return false;
        found.insert({joined(n[0], n[1]), joined(n[2], n[3])});
        next += length - 1;
    }
}

/// From the opening parenthesis to the one that closes it; another may follow in the same file. Empty if there is none.
std::string read_expression(FFTW(read_char_func) read, void* data)
{
    std::string words;
    for (int depth = 0, letter = 0; (letter = read(data)) != EOF;) {
        if (depth == 0 && std::isspace(letter)) continue;
        depth += (letter == '(') - (letter == ')');
        if (depth <= 0) return letter == ')' && !words.empty() ? words + ")\n" : "";
        words += static_cast<char>(letter);
    }
    return "";
}

int read_from_file(void* file) { return std::getc(static_cast<FILE*>(file)); }
int read_from_string(void* place)
{
    const char*& next = *static_cast<const char**>(place);
    return *next ? static_cast<unsigned char>(*next++) : EOF;
}

}  // namespace

void bspfft::fftw3::add_to_wisdom(const Digest& problem, Real)
{
    const std::lock_guard lock(wisdom_is_used);
    problems.insert(problem);
}

// FFTW's wisdom does not name its problems: a program that has some is given its plans.
bool bspfft::fftw3::is_in_wisdom(const Digest& problem, Real)
{
    const std::lock_guard lock(wisdom_is_used);
    return !from_fftw.empty() || problems.contains(problem);
}

int FFTW(import_wisdom)(FFTW(read_char_func) read, void* data)
{
    try {
        std::string words = read_expression(read, data);
        if (words.empty()) return 0;
        const bool is_ours = words.starts_with(preamble);
        std::set<Digest> found;
        if (is_ours && !read_problems(words, found)) return 0;
        const auto tell = is_ours ? nullptr : NEXT(import_wisdom_from_string);
        if (tell) tell(words.c_str());
        const std::lock_guard lock(wisdom_is_used);
        problems.merge(found);
        if (!is_ours) from_fftw = std::move(words);
        return 1;
    } catch (const std::exception&) {
        return 0;
    }
}
int FFTW(import_wisdom_from_file)(FILE* file) { return FFTW(import_wisdom)(read_from_file, file); }
int FFTW(import_wisdom_from_string)(const char* text) { return FFTW(import_wisdom)(read_from_string, &text); }
int FFTW(import_wisdom_from_filename)(const char* name)
{
    FILE* const file = std::fopen(name, "r");
    if (!file) return 0;
    const int done = FFTW(import_wisdom_from_file)(file);
    return std::fclose(file) == 0 && done;
}
int FFTW(import_system_wisdom)() { return 0; }

void FFTW(forget_wisdom)()
{
    {
        const std::lock_guard lock(wisdom_is_used);
        problems.clear();
        from_fftw.clear();
    }
    if (const auto tell = NEXT(forget_wisdom)) tell();
}

char* FFTW(export_wisdom_to_string)()
{
    try {
        return strdup(kept().c_str());
    } catch (const std::exception&) {
        return nullptr;
    }
}
void FFTW(export_wisdom)(FFTW(write_char_func) write, void* data)
{
    char* const words = FFTW(export_wisdom_to_string)();
    for (const char* letter = words; letter && *letter; ++letter) write(*letter, data);
    std::free(words);
}
void FFTW(export_wisdom_to_file)(FILE* file)
{
    char* const words = FFTW(export_wisdom_to_string)();
    if (words) std::fputs(words, file);
    std::free(words);
}
int FFTW(export_wisdom_to_filename)(const char* name)
{
    FILE* const file = std::fopen(name, "w");
    if (!file) return 0;
    FFTW(export_wisdom_to_file)(file);
    return std::fclose(file) == 0;
}

// FFTW's wisdom. Our plans need none. What a program reads is kept and written again, so that a file which FFTW has
// filled by long measurements survives a run on us.
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "bsp_fft/fftw3/names.hpp"

using namespace bspfft::fftw3;

namespace {

std::mutex wisdom_is_used;
std::string wisdom;

// FFTW finds no wisdom of its own in this, and says so.
const char no_wisdom[] = "(" "bspfft-" BSPFFT_VERSION " wisdom)\n";

std::string kept()
{
    const std::lock_guard lock(wisdom_is_used);
    return wisdom.empty() ? no_wisdom : wisdom;
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

int FFTW(import_wisdom)(FFTW(read_char_func) read, void* data)
{
    try {
        std::string words = read_expression(read, data);
        if (words.empty()) return 0;
        const std::lock_guard lock(wisdom_is_used);
        if (words != no_wisdom) wisdom = std::move(words);
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
    const std::lock_guard lock(wisdom_is_used);
    wisdom.clear();
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

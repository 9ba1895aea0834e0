#include "tests/fuzz/target.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace bspfft::fuzz {

namespace {

/// A folder of this program, in memory where that is possible; it goes when the program ends.
class Folder {
public:
    Folder()
    {
        const bool in_memory = ::access("/dev/shm", W_OK) == 0;
        path_ = (in_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/bspfft-fuzz-XXXXXX";
        expect(::mkdtemp(path_.data()) != nullptr, "there is no folder for inputs");
    }
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace

void expect(bool holds, const std::string& what)
{
    if (holds) return;
    std::fprintf(stderr, "%s\n", what.c_str());
    std::abort();
}

void expect_sentence(const std::string& message)
{
    constexpr std::size_t longest = 2000;
    expect(!message.empty(), "an error without a message");
    expect(message.size() <= longest, "an error of more than " + std::to_string(longest) + " characters: " + message);
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; };
    expect(std::none_of(message.begin(), message.end(), is_control), "an error with control characters: " + message);
}

std::string file_with(std::string_view bytes, const char* ending)
{
    static const Folder folder;
    std::string path = folder.path() + "/input" + ending;
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    expect(bool(file), "an input cannot be written to " + path);
    return path;
}

}  // namespace bspfft::fuzz

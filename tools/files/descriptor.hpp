// Open files and their names, and how the system's refusals become errors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft::tools {

/// Files are read and written through buffers of this size.
constexpr std::int64_t chunk_bytes = 1 << 20;

/// What an errno means.
std::string reason(int error);

/// An open file that is closed at the end of its scope.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor();
    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }

private:
    int number_;
};

/// A file to read: its name, which errors say, and where its bytes are, which is elsewhere if it was copied.
struct InputFile {
    InputFile(std::string path) : name(std::move(path)), place(name) {}
    InputFile(std::string called, std::string copy) : name(std::move(called)), place(std::move(copy)) {}
    bool is_copy() const { return place != name; }

    std::string name;
    std::string place;
};

/// Any kind of file, without waiting for a pipe's other end; size_of() then refuses all but regular files.
Descriptor open_to_read(const InputFile& input);
std::int64_t size_of(const Descriptor& file, const std::string& path);
/// All bytes offset .. offset+count-1, or Error(file_error).
void read_bytes(const Descriptor& file, const std::string& path, std::int64_t offset, char* into, std::int64_t count);

/// All bytes of a short file or a pipe. Throws Error(file_error), with `advice` at its end, if it cannot be read, or is
/// longer than any result of a command.
std::string whole_file(const std::string& path, const std::string& advice);

/// The whole path of the file that is opened or made by this name: links are followed, also those to files that are not
/// there yet.
std::filesystem::path place_of(const std::string& name, std::error_code& error);

[[noreturn]] void fail_to_write(const std::string& path, const std::string& why, const char* instead);

}  // namespace bspfft::tools

// The executable as people call it, and what its refusals must be like.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "tests/command.hpp"

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

inline Outcome run_bspfft(Words words, const Words& environment = {"BSPLIB_PIN=0"})
{
    Words command{"/usr/bin/env"};
    command.insert(command.end(), environment.begin(), environment.end());
    command.push_back(BSPFFT);
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
}

/// Pictures and reports are drawn by it; their tests skip by name where it is not.
inline bool has_gnuplot() { return run({"/usr/bin/env", "sh", "-c", "command -v gnuplot"}).status == 0; }

inline void check_refused(const Words& words, int status, const std::vector<std::string>& says)
{
    const Outcome outcome = run_bspfft(words);
    CAPTURE(outcome.errors);
    CHECK(outcome.status == status);
    CHECK(outcome.output == "");
    CHECK(outcome.errors.starts_with("bspfft: "));
    CHECK(outcome.errors.find('\n') == outcome.errors.size() - 1);  // one sentence
    for (const std::string& part : says) {
        CAPTURE(part);
        CHECK(outcome.errors.find(part) != std::string::npos);
    }
}

struct Folder {
    Folder() : path(fs::temp_directory_path() / ("bspfft_commands_" + std::to_string(::getpid())))
    {
        fs::create_directory(path);
    }
    ~Folder() { fs::remove_all(path); }
    std::string operator/(const char* name) const { return (path / name).string(); }
    bool empty() const { return fs::is_empty(path); }
    fs::path path;
};

inline void write(const std::string& path, const std::string& content) { std::ofstream(path) << content; }

inline std::string content_of(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// What the targets of fuzzing share. A target is one source with LLVMFuzzerTestOneInput, for libFuzzer or for
// replay.cpp; an input that ends the program is a defect.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bspfft/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace bspfft::fuzz {

/// Ends the program with this sentence unless it holds.
void expect(bool holds, const std::string& what);

/// The path of a file with these bytes; the next call with the same ending replaces it.
std::string file_with(std::string_view bytes, const char* ending);

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program unless a terminal can show it as one sentence.
void expect_sentence(const std::string& message);

/// Does what may throw Error, and nothing else; false if it did. The message is one sentence, and names `culprit`.
template <class Work>
bool only_errors(const std::string& culprit, Work work)
{
    try {
        work();
        return true;
    } catch (const Error& e) {
        const std::string message = e.what();
        expect_sentence(message);
        expect(message.find(culprit) != std::string::npos, "an error does not name " + culprit + ": " + message);
        return false;
    }
}

}  // namespace bspfft::fuzz

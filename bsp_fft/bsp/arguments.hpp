// What a process gives to a collective call, so that processes can compare it.
#pragma once

#include <array>
#include <span>
#include <string>

#include "bspfft/error.hpp"

namespace bspfft {

/// A list of named numbers and lists, in the same order on all processes that make the same call. Nothing is allocated.
class Arguments {
public:
    /// What travels.
    struct Given {
        char call[64] = "";
        Index words[96] = {};
    };

    /// The call in words, such as "a plan of complex numbers". The names of arguments must stay.
    explicit Arguments(const char* call);

    Arguments& add(const char* name, Index number);
    Arguments& add(const char* name, std::span<const Index> list);
    /// Something that can only be compared, by a number that is equal if it is.
    Arguments& add_mark(const char* name, Index mark);

    const Given& given() const { return given_; }
    /// The first difference from what that process gave, as a sentence; empty if there is none.
    std::string difference(const Given& theirs, Index process) const;

private:
    static constexpr std::size_t most_fields = 32, most_listed = 9;

    enum class Kind { number, list, mark };
    struct Field {
        const char* name;
        Kind kind;
        std::size_t at;  ///< of its first word; a list has its length, its first numbers, and a mark of all
    };

    Index* room_for(const char* name, Kind kind, std::size_t words);
    static std::string words_of(const Field& field, const Given& given);

    Given given_;
    std::array<Field, most_fields> fields_{};
    std::size_t count_ = 0;
    std::size_t used_ = 0;
};

/// A mark of several numbers.
Index mark_of(std::span<const Index> numbers);

}  // namespace bspfft

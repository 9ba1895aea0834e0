// Vectors as text, one element per line.
#pragma once

#include <complex>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "bspfft/error.hpp"
#include "tools/files/descriptor.hpp"
#include "tools/files/element_type.hpp"

namespace bspfft::tools {

/// Takes the blanks off the front; false if there are none.
bool skip_blanks(std::string_view& line);
/// Takes the character off the front; false if it is not there.
bool skip(std::string_view& line, char c);

/// The lines of a text file that hold elements, one after another.
class ElementLines {
public:
    explicit ElementLines(const InputFile& input) : path_(input.name), stream_(input.place), room_(longest_line) {}

    /// Goes to the next one; false at the end of the file.
    bool next();
    std::complex<double> element() const;
    /// The number of this line in the file, from 1 on.
    Index number() const { return number_; }

private:
    bool next_line();

    static constexpr std::size_t longest_line = 1 << 16;

    std::string path_;
    std::ifstream stream_;
    std::vector<char> room_;
    std::string line_;
    Index number_ = 0;
};

/// Parses the whole file.
Index count_elements(const InputFile& input);
/// The number of the first line whose element is not real; 0 if there is none.
Index first_complex_line(const InputFile& input);

}  // namespace bspfft::tools

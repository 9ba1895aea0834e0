// An HTML page in one file, which loads nothing.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace bspfft::tools {

class Page {
public:
    explicit Page(const std::string& title);

    enum class Width { full, column };
    /// Sections as wide as a column stand side by side where there is room; in one that is full, so does what is in it.
    void section(const std::string& title, Width width = Width::full);
    void paragraph(const std::string& words);
    /// A sentence without its full stop, above all sections; once, however often it is said.
    void warning(const std::string& words);
    /// What is not here, and which command gives it.
    void left_out(const std::string& words);

    using Row = std::vector<std::string>;
    /// The first column holds names, the others numbers.
    void table(const Row& head, const std::vector<Row>& rows, Width width = Width::column);

    /// A drawing by gnuplot, as high as is said where it is 560 wide. The name is a word of its own on the page.
    void figure(const std::string& name, int height, const std::string& script, const std::string& caption);

    std::string document() const;

private:
    std::string content_;
    std::set<std::string> warned_;
    bool in_section_ = false;
};

}  // namespace bspfft::tools

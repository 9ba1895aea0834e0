#include "tools/report/page.hpp"

#include "bsp_fft/base/text.hpp"
#include "tools/pictures/gnuplot.hpp"
#include "tools/pictures/svg.hpp"

namespace bspfft::tools {

namespace {

// Small enough that its words can still be read where a phone shrinks it.
constexpr int figure_width = 560;

// Sections, and what is in one that is full, stand side by side where there is room; cells of tables are broken, and on
// narrow pages tables scroll by themselves. gnuplot's black is the ink of the page.
constexpr const char* style = R"(
:root { color-scheme: light dark; --ink: #1f2328; --paper: #ffffff; --faint: #656d76; --line: #d0d7de;
  --warn: #b35900; --warned: #fff4e5; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #9198a1; --line: #3d444d;
  --warn: #e69f00; --warned: #2b2111; } }
body { margin: 0 auto; max-width: 92rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; border-bottom: 1px solid var(--line); margin-top: 2rem; }
main, section.full { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr));
  column-gap: 2rem; align-items: start; }
section { min-width: 0; } section.full, section.full > :is(h2, .full, .full + p) { grid-column: 1 / -1; }
section .full + p { columns: 34rem; column-gap: 2rem; max-width: none; }
p { max-width: 48rem; margin: .5rem 0; overflow-wrap: break-word; } .left-out, figcaption { color: var(--faint); }
.warning { border-left: .3rem solid var(--warn); background: var(--warned); padding: .4rem .8rem; }
.scroll { overflow-x: auto; min-width: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .875rem; }
th, td { padding: .25rem .3rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; min-width: 5rem; }
figure { width: 100%; max-width: 44rem; margin: 1rem 0 0 0; }
figure svg { width: 100%; height: auto; display: block; } figcaption { font-size: .9rem; }
svg [fill="black"] { fill: var(--ink); } svg [stroke="black"] { stroke: var(--ink); }
svg [color="black"] { color: var(--ink); }
)";

void replace_all(std::string& in, const std::string& what, const std::string& by)
{
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + by.size()))
        in.replace(at, what.size(), by);
}

/// gnuplot gives the same names to parts of every drawing, and names every drawing after itself.
std::string inline_svg(std::string svg, const std::string& name, const std::string& title)
{
    svg.erase(0, svg.find("<svg"));
    for (const char* use : {" id=\"", " id='", "href='#", "href=\"#", "url(#"}) replace_all(svg, use, use + name + "-");
    replace_all(svg, "<title>Gnuplot</title>", "<title>" + escaped(title) + "</title>");
    svg.insert(4, " role=\"img\"");
    return svg;
}

std::string row_of(const Page::Row& cells, const char* kind)
{
    std::string row = "<tr>";
    for (const std::string& cell : cells) row += text("<", kind, ">", escaped(cell), "</", kind, ">");
    return row + "</tr>\n";
}

}  // namespace

Page::Page(const std::string& title)
{
    content_ = text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                    "<link rel=\"icon\" href=\"data:,\">\n<title>",
                    escaped(title), "</title>\n<style>", style, "</style>\n</head>\n<body>\n<h1>", escaped(title),
                    "</h1>\n<main>\n");
}

void Page::section(const std::string& title, Width width)
{
    content_ += text(in_section_ ? "</section>\n" : "", "<section", width == Width::full ? " class=\"full\"" : "",
                     "><h2>", escaped(title), "</h2>\n");
    in_section_ = true;
}
void Page::paragraph(const std::string& words) { content_ += "<p>" + escaped(words) + "</p>\n"; }
void Page::warning(const std::string& words)
{
    if (!warned_.insert(words).second) return;
    content_ += "<p class=\"warning\"><strong>Warning:</strong> " + escaped(words) + ".</p>\n";
}
void Page::left_out(const std::string& words) { content_ += "<p class=\"left-out\">" + escaped(words) + "</p>\n"; }

void Page::table(const Row& head, const std::vector<Row>& rows, Width width)
{
    content_ += text("<div class=\"scroll", width == Width::full ? " full" : "", "\"><table>\n<thead>",
                     row_of(head, "th"), "</thead>\n<tbody>\n");
    for (const Row& row : rows) content_ += row_of(row, "td");
    content_ += "</tbody></table></div>\n";
}

void Page::figure(const std::string& name, int height, const std::string& script, const std::string& caption)
{
    const std::string drawn =
        run_gnuplot(text("set terminal svg size ", figure_width, ",", height,
                         " dynamic font \"sans-serif,15\"\nset border 3\nset tics nomirror\n", script));
    content_ += text("<figure id=\"", name, "\">\n", inline_svg(drawn, name, caption), "<figcaption>", escaped(caption),
                     "</figcaption></figure>\n");
}

std::string Page::document() const
{
    return text(content_, in_section_ ? "</section>\n" : "", "</main>\n</body>\n</html>\n");
}

}  // namespace bspfft::tools

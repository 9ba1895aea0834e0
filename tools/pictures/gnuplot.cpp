#include "tools/pictures/gnuplot.hpp"

#include <cerrno>
#include <filesystem>

#include <unistd.h>

#include "bsp_fft/base/text.hpp"
#include "tools/files/descriptor.hpp"
#include "tools/files/text_output.hpp"
#include "tools/pictures/dark.hpp"
#include "tools/processes/program.hpp"

namespace bspfft::tools {

namespace {

constexpr auto time_limit = std::chrono::minutes(1);

std::string temporary_folder()
{
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error) fail("there is no folder for temporary files: ", error.message(), "; set TMPDIR to one");
    return folder.string();
}

/// A file with the script, as long as gnuplot needs it.
class ScriptFile {
public:
    explicit ScriptFile(const std::string& script)
        : path_(temporary_folder() + "/bspfft-plot-XXXXXX")
    {
        const Descriptor file(::mkstemp(path_.data()));
        const auto size = std::ssize(script);
        if (!file.is_open() || ::write(file.number(), script.data(), script.size()) != size)
            fail_to_write(path_, reason(errno), "make room in the folder for temporary files");
    }
    ~ScriptFile() { ::unlink(path_.c_str()); }
    ScriptFile(const ScriptFile&) = delete;
    ScriptFile& operator=(const ScriptFile&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

}  // namespace

void require_gnuplot()
{
    if (run_program({"gnuplot", "--version"}, time_limit).status == 0) return;
    fail("no picture without gnuplot; install it (gnuplot-nox on Debian), or leave the picture out");
}

std::string run_gnuplot(const std::string& script)
{
    const ScriptFile file(script);
    const Outcome drawn = run_program({"gnuplot", file.path()}, time_limit);
    if (drawn.status != 0 || drawn.output.empty()) {
        fail("gnuplot ended with status ", drawn.status, ": ",
             drawn.errors.substr(0, drawn.errors.find_last_not_of('\n') + 1));
    }
    return drawn.output;
}

void draw_with_gnuplot(const std::string& where, double width, double height, const std::string& script)
{
    TextOutput output(where);
    require_gnuplot();
    output.write(for_light_and_dark(run_gnuplot(
        text("set terminal svg size ", width, ",", height, " background rgb \"white\"\n", script))));
}

}  // namespace bspfft::tools

#include "tools/pictures/gnuplot.hpp"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include <unistd.h>

#include "tools/files/descriptor.hpp"
#include "tools/files/remove_at_signal.hpp"
#include "tools/files/text_output.hpp"
#include "tools/processes/program.hpp"
#include "tools/terminal/refusal.hpp"

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

/// A file with the script, as long as gnuplot needs it, also when it could not be written.
class ScriptFile {
public:
    explicit ScriptFile(const std::string& script) : file_(temporary_folder() + "/bspfft-plot-XXXXXX")
    {
        const Descriptor opened(::mkstemp(file_.path.data()));
        if (!opened.is_open()) fail_to_write_script();
        removed_at_signal_.emplace(file_.path);
        for (std::size_t done = 0; done < script.size();) {
            const ssize_t now = ::write(opened.number(), script.data() + done, script.size() - done);
            if (now < 0 && errno == EINTR) continue;
            if (now <= 0) fail_to_write_script();
            done += static_cast<std::size_t>(now);
        }
    }
    const std::string& path() const { return file_.path; }

private:
    struct Temporary {
        explicit Temporary(std::string name) : path(std::move(name)) {}
        ~Temporary() { ::unlink(path.c_str()); }
        Temporary(const Temporary&) = delete;
        Temporary& operator=(const Temporary&) = delete;
        std::string path;
    };

    [[noreturn]] void fail_to_write_script() const
    {
        fail_to_write(file_.path, reason(errno), "make room in the folder for temporary files");
    }

    Temporary file_;
    std::optional<RemoveAtSignal> removed_at_signal_;
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
    output.write(for_light_and_dark(
        run_gnuplot(text("set terminal svg size ", width, ",", height, " background rgb \"white\"\n", script))));
}

}  // namespace bspfft::tools

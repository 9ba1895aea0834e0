#include "tools/files/shared_output.hpp"

#include "bsp_fft/bsp/gather.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

namespace {

// One process's attempt, and whether those of all succeeded.
template <class Attempt>
bool all_can(Port& port, Attempt attempt)
{
    bool can = true;
    try {
        attempt();
    } catch (const Error&) {
        can = false;
    }
    return sum_over_processes(port, can ? 0 : 1) == 0;
}

}  // namespace

std::unique_ptr<OutputFile> open_together(const std::string& path, FileFormat format, ElementType type,
                                          const FileShape& shape)
{
    std::unique_ptr<OutputFile> output;
    StagedFile::Ticket ticket;
    agree_on([&] {
        if (!is_process_0()) return;
        output = std::make_unique<OutputFile>(path, format, type, shape);
        ticket = output->file().ticket();
    });
    if (!all_run_the_program()) return output;

    Port port;
    broadcast(port, ticket);
    const auto join = [&] {
        if (!is_process_0()) output = std::make_unique<OutputFile>(path, format, type, shape, ticket);
    };
    if (all_can(port, join)) return output;
    // Some are on other machines: they need a name.
    agree_on([&] {
        if (!is_process_0()) return;
        output->file().make_findable();
        ticket = output->file().ticket();
    });
    broadcast(port, ticket);
    agree_on(join);
    return output;
}

void commit_together(OutputFile& output)
{
    Index elsewhere = 0;
    if (all_run_the_program()) {
        Port port;
        agree_on([&] { output.file().close(); });
        elsewhere = static_cast<Index>(
            sum_over_processes(port, is_process_0() ? 0 : static_cast<double>(output.written())));
    }
    agree_on([&] {
        if (is_process_0()) output.commit(elsewhere);
    });
}

}  // namespace bspfft::tools

#include "tools/files/shared_output.hpp"

#include "bsp_fft/bsp/gather.hpp"
#include "tools/files/shared_file.hpp"
#include "tools/processes/section.hpp"

namespace bspfft::tools {

std::unique_ptr<OutputFile> open_together(const std::string& path, FileFormat format, ElementType type,
                                          const FileShape& shape)
{
    std::unique_ptr<OutputFile> output;
    agree_on([&] {
        if (is_process_0()) output = std::make_unique<OutputFile>(path, format, type, shape);
    });
    if (all_run_the_program())
        share_file(output ? &output->file() : nullptr, [&](const StagedFile::Ticket& ticket) {
            output = std::make_unique<OutputFile>(path, format, type, shape, ticket);
        });
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

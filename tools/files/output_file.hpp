// Output files, written block by block.
#pragma once

#include <atomic>
#include <complex>
#include <cstdint>
#include <string>

#include "bspfft/error.hpp"
#include "tools/files/element_type.hpp"
#include "tools/files/staged_file.hpp"

namespace bspfft::tools {

/// Throws Error(invalid_argument) if numbers that are not text would go to a terminal.
void require_readable_output(const std::string& path, FileFormat format);

/// An array on its way into a file. All its functions throw Error(file_error) when the system refuses.
class OutputFile {
public:
    /// Reserves the whole file, so that a full disk is reported before any work is done. The shape stands in an npy
    /// file, and others have its elements only. The target may exist if it is a regular file, and stays untouched until
    /// commit(); "-" is standard output. With a ticket it is the file that another process has made, and commits.
    OutputFile(const std::string& path, FileFormat format, ElementType type, const FileShape& shape,
               const StagedFile::Ticket* ticket = nullptr);

    /// Writes elements first .. first+count-1 in the order of the file, rounded to the file's type, or the real parts
    /// where that is real. Threads may call it at the same time.
    template <class Real>
    void write_block(Index first, Index count, const std::complex<Real>* from);

    /// How many elements were written here.
    Index written() const { return written_; }
    StagedFile& file() { return staged_; }

    /// Makes the file appear; to be called once, after all elements were written, here or by other processes, else
    /// Error(internal_error).
    void commit(Index written_elsewhere = 0);

private:
    template <class Stored, class Real>
    void write_as(Index first, Index count, const std::complex<Real>* from);
    void reserve(std::int64_t bytes) const;

    std::string path_;
    FileFormat format_;
    ElementType type_;
    Index n_;
    std::string header_;
    std::int64_t element_bytes_;
    std::atomic<Index> written_ = 0;
    StagedFile staged_;
};

}  // namespace bspfft::tools

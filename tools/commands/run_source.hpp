// Where the array of a run comes from, known before any process starts.
#pragma once

#include <complex>
#include <optional>

#include "bsp_fft/measure/signal.hpp"
#include "tools/commands/file_pieces.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

struct RunSource {
    std::optional<DataFile> file;
    std::optional<Signal> signal;
    Transform transform;
    /// Of complex arrays in Fortran order: the transform is that of the reversed axes. Real arrays have theirs, since
    /// the last of them is the one that is halved.
    bool axes_reversed = false;
    FileShape input;   ///< as it is in a file
    FileShape output;  ///< of an npy file that the result goes to

    Index n() const { return transform.problem().n(); }
    /// As p processes read the input, and write the output.
    FilePieces input_pieces(Index p) const { return {in_order(input), p}; }
    FilePieces output_pieces(Index p) const { return {in_order(output), p}; }

private:
    FileShape in_order(const FileShape& shape) const { return {shape.axes, shape.fortran_order && !axes_reversed}; }
};

/// The input or the signal that is asked for. Throws Error(invalid_argument) for a shape that is none or is not the
/// file's, for complex numbers where real ones are to be transformed, and for an output that cannot say the order of
/// the file; Error(file_error) for a file that cannot be read.
RunSource find_source(const RunRequest& request, const InputFile& input);

/// Element j of what is transformed where there is no file: the signal, or of real problems its real part, or half a
/// spectrum of real numbers.
std::complex<double> signal_value(const Signal& signal, const bspfft::Problem& problem, Index j);

}  // namespace bspfft::tools

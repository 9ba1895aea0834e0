// Where the array of a run comes from, known before any process starts.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "bsp_fft/measure/signal.hpp"
#include "bspfft/layout.hpp"
#include "tools/commands/run.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::tools {

/// How p processes share the reading or writing of a file: each has a piece of consecutive elements of it. The last
/// pieces may be empty.
class FilePieces {
public:
    FilePieces(const FileShape& shape, Index p);

    /// The layout of the array, whose elements are numbered with the last axis fastest, whatever their order in the
    /// file.
    const Layout& layout() const { return layout_; }
    Index size(Index s) const { return layout_.local_size(s); }
    /// Where in the file the piece of process s begins.
    Index first(Index s) const;

private:
    Layout layout_;
};

struct RunSource {
    std::optional<DataFile> file;
    std::optional<Signal> signal;
    Transform transform;
    /// Complex arrays in Fortran order are transformed with their axes reversed; real arrays are not, since their last
    /// axis is the one that is halved.
    bool axes_reversed = false;
    FileShape input;   ///< as it is in a file
    FileShape output;  ///< as an npy file has it

    Index n() const { return transform.problem().n(); }
    /// As p processes read the input, and write the output.
    FilePieces input_pieces(Index p) const { return {in_order(input), p}; }
    FilePieces output_pieces(Index p) const { return {in_order(output), p}; }

private:
    FileShape in_order(const FileShape& shape) const { return {shape.axes, shape.fortran_order && !axes_reversed}; }
};

/// The input or the signal that is asked for. Throws Error(invalid_argument) for a shape that is invalid or not
/// the file's, for complex numbers where real ones are to be transformed, and for an output that cannot say the order
/// of the file; Error(file_error) for a file that cannot be read.
RunSource find_source(const RunRequest& request, const InputFile& input);

/// The shape of the real numbers whose half spectrum a file holds: that of the request, or without one the even one, as
/// in NumPy's irfftn. Without the batch. Throws Error(invalid_argument) if the file has the half spectrum of another.
std::vector<Index> shape_before_half(const RunRequest& request, const DataFile& file);

/// The shape of half a spectrum, of real numbers of this shape.
std::vector<Index> half_spectrum_shape(bspfft::Problem problem);

/// The shape of one array, without the batch, of a file that has the batch's too. Throws Error(invalid_argument) if the
/// batch does not fit.
std::vector<Index> shape_without_batch(const RunRequest& request, const DataFile& file);

/// Element j of what is transformed where there is no file: the signal; its real part where the problem is real; or
/// half a spectrum of real numbers.
std::complex<double> signal_value(const Signal& signal, const bspfft::Problem& problem, Index j);

}  // namespace bspfft::tools

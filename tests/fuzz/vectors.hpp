// The vectors of files, as commands read them.
#pragma once

#include <algorithm>
#include <complex>
#include <vector>

#include "tests/fuzz/target.hpp"
#include "tools/files/data_file.hpp"

namespace bspfft::fuzz {

/// All of it, up to a limit, and its end again: the elements do not depend on the block that they are read in.
template <class Real>
void read_in_blocks(const tools::DataFile& file)
{
    constexpr Index most = 4096;
    const Index first = std::max<Index>(0, file.n - most), count = file.n - first;
    std::vector<std::complex<Real>> all(static_cast<std::size_t>(count));
    tools::read_block(file, first, count, all.data());
    if (count == 0) return;
    std::complex<Real> last;
    tools::read_block(file, file.n - 1, 1, &last);
    const auto same = [](Real a, Real b) { return a == b || (a != a && b != b); };
    expect(same(last.real(), all.back().real()) && same(last.imag(), all.back().imag()),
           "an element differs between two blocks");
}

/// Beyond its end nothing is read.
inline void refuse_beyond(const tools::DataFile& file)
{
    std::complex<double> none;
    const bool read = only_errors(file.path, [&] { tools::read_block(file, file.n, 1, &none); });
    expect(!read, "an element after the last was read");
}

inline void read_vector(const tools::DataFile& file)
{
    Index n = 1;
    for (const Index length : file.shape.axes) n *= length;
    expect(file.n == n, "the elements are not those of the shape");
    read_in_blocks<double>(file);
    read_in_blocks<float>(file);
    refuse_beyond(file);
}

}  // namespace bspfft::fuzz

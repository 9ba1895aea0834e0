#include "bsp_fft/measure/laboratory.hpp"

#include <chrono>

namespace bspfft {

// Packets stand apart in the middle array (CutShape), by far less than an eighth of it.
Bench::Bench(Port& port, Index size) : port_(port), size_(size), x_(2 * size), middle_(2 * (size + size / 8))
{
    port_.push(middle_.data(), 2 * size * static_cast<Index>(sizeof(double)));
    port_.sync();
}

Bench::~Bench()
{
    port_.pop(middle_.data());
    port_.sync();
}

double Bench::now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace bspfft

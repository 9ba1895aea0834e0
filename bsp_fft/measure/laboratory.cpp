#include "bsp_fft/measure/laboratory.hpp"

#include <exception>

#include "bsp_fft/base/steady_seconds.hpp"

namespace bspfft {

// An eighth more for the padding between packets in the landing array, which takes far less.
Bench::Bench(Port& port, Index size) : port_(port), size_(size)
{
    Agreement(port_).on([&] {
        x_ = Buffer<double>(2 * size);
        landing_ = Buffer<double>(2 * (size + size / 8));
        Port::require_addressable(2 * size * static_cast<Index>(sizeof(double)));
    });
    port_.push(landing_.data(), 2 * size * static_cast<Index>(sizeof(double)));
    port_.sync();
}

// An exception may be only on this process: then the others are elsewhere, and the section cannot continue.
Bench::~Bench()
{
    if (std::uncaught_exceptions() > exceptions_) return;
    port_.pop(landing_.data());
    port_.sync();
}

double Bench::now() { return steady_seconds(); }

}  // namespace bspfft

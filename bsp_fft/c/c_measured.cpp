// The functions of the C interface: grid and cut by trials. Translation only.
#include <algorithm>

#include "bsp_fft/c/c_common.hpp"
#include "bsp_fft/c/c_translation.hpp"
#include "bspfft/bspfft.h"
#include "bspfft/plan.hpp"

using bspfft::Data;
using bspfft::Error;
using bspfft::MeasuredChoice;
using bspfft::Port;
using bspfft::Status;
using bspfft::c::guarded;
using bspfft::c::Request;
using bspfft::c::require;

int bspfft_measure_shape(bspfft_shape* shape, int data, double seconds, const bspfft_options* options)
{
    return guarded([&] {
        bspfft::HomeSection::require_any("bspfft_measure_shape");
        Port port;
        bspfft::Agreement all(port);
        Request request;
        all.on([&] {
            require(shape, "bspfft_measure_shape", "the shape");
            if (data != BSPFFT_COMPLEX && data != BSPFFT_REAL)
                throw Error(Status::invalid_argument, bspfft::text("data is ", data, "; it must be 0 to 1"));
            request = bspfft::c::translated(shape, options, data == BSPFFT_REAL ? Data::real : Data::complex, port.p());
        });
        const MeasuredChoice choice =
            request.single
                ? bspfft::measured_choice<float>(request.shape, request.options, seconds)
                : bspfft::measured_choice<double>(request.shape, request.options, seconds);
        const auto& best = choice.options;
        // a batch of one array is an axis here
        std::size_t at = request.batch_of_one && !best.grid.empty() ? 1 : 0;
        if (at > 0) shape->grid[0] = 1;
        for (const bspfft::Index p : best.grid) shape->grid[at++] = p;
        std::copy(best.cut.begin(), best.cut.end(), shape->cut);
    });
}

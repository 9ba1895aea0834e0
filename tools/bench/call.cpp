// One call from a program that knows nothing of BSP: natural order in and out.
#ifdef BSPFFT_HAS_CALLS

#include <algorithm>
#include <vector>

#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/memory.hpp"
#include "bsp_fft/base/steady_seconds.hpp"
#include "bspfft/error.hpp"
#include "bspfft/fft.h"
#include "tools/bench/question.hpp"

namespace bspfft::tools {

namespace {

template <class Real>
class Call final : public Contestant {
public:
    explicit Call(const Case& problem) : case_(problem), problem_(problem.what.problem())
    {
        request_.size = sizeof request_;
        request_.precision = sizeof(Real) == sizeof(float) ? BSPFFT_FLOAT : BSPFFT_DOUBLE;
        request_.data = problem_.data == Data::real ? BSPFFT_REAL : BSPFFT_COMPLEX;
        request_.dimensions = static_cast<std::int32_t>(problem_.shape.size());
        request_.threads = static_cast<std::int32_t>(problem.p);
        for (std::size_t l = 0; l < problem_.shape.size(); ++l) {
            request_.length[l] = problem_.shape[l];
            request_.kind[l] = problem_.transformed[l] ? BSPFFT_FOURIER : BSPFFT_UNTOUCHED;
        }
    }

    // Plans are made anew, as those of the others are.
    void round() override
    {
        bspfft_release();
        std::vector<Variant> all{timed(false)};
        if (problem_.data == Data::complex) all.push_back(timed(true));
        add(all);
    }

private:
    Variant timed(bool in_place) const
    {
        Variant variant;
        variant.name = in_place ? "in place" : "out of place";
        const Index elements = problem_.n(), results = product_of(problem_.output_shape());
        const Index numbers = problem_.data == Data::real ? elements : 2 * elements;
        const Buffer<Real> in(numbers), apart(in_place ? 0 : 2 * results);
        Real* const out = in_place ? in.data() : apart.data();
        const double start = steady_seconds();
        call(in.data(), out);
        variant.planning = steady_seconds() - start;
        if (variants().empty()) variant.error = error(in.data(), out);
        std::fill_n(in.data(), numbers, Real());
        variant.seconds = time_calls([&] { call(in.data(), out); });
        variant.huge = huge_share();
        return variant;
    }

    void call(const Real* in, Real* out) const
    {
        const int status = bspfft_call(&request_, in, out);
        if (status != BSPFFT_OK) throw Error(static_cast<Status>(status), bspfft_message());
    }

    double error(Real* in, Real* out) const
    {
        const Question& question = Question::about(case_);
        const Layout layout = Layout::block(problem_.n(), 1);
        if (problem_.data == Data::real) {
            question.fill(in, layout);
        } else {
            question.fill(reinterpret_cast<std::complex<Real>*>(in), layout);
        }
        call(in, out);
        return question.error(reinterpret_cast<const std::complex<Real>*>(out));
    }

    Case case_;
    Problem problem_;
    bspfft_request request_{};
};

}  // namespace

std::unique_ptr<Contestant> make_call(const Case& problem)
{
    if (problem.precision == Precision::single_) return std::make_unique<Call<float>>(problem);
    return std::make_unique<Call<double>>(problem);
}

}  // namespace bspfft::tools

#else

namespace bspfft::tools {

std::unique_ptr<Contestant> make_call(const Case&) { return nullptr; }

}  // namespace bspfft::tools

#endif

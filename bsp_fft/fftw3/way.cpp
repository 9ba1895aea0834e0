#include "bsp_fft/fftw3/way.hpp"

#include <algorithm>

#include "bsp_fft/fftw3/kinds.hpp"
#include "bsp_fft/fftw3/strided_copy.hpp"
#include "bsp_fft/fftw3/transform.hpp"

namespace bspfft::fftw3 {

namespace {

template <class Real>
class Nothing final : public Way<Real> {
    void execute(const Arrays<Real>&) override {}
    double flops() const override { return 0; }
    Index bytes() const override { return 0; }
    const char* name() const override { return "nothing to do"; }
};

/// Of a problem without axes.
template <class Real>
class Copy final : public Way<Real> {
public:
    explicit Copy(const Problem& problem) : parts_(problem.data == Data::complex ? 2 : 1), axes_(problem.loops)
    {
        for (Axis& axis : axes_) {
            axis.in *= parts_;
            axis.out *= parts_;
        }
    }

private:
    void execute(const Arrays<Real>& arrays) override
    {
        for (std::size_t part = 0; part < static_cast<std::size_t>(parts_); ++part)
            copy(axes_, arrays.in[part], arrays.out[part]);
    }
    double flops() const override { return 0; }
    Index bytes() const override { return 0; }
    const char* name() const override { return "a copy"; }

    Index parts_;
    std::vector<Axis> axes_;
};

template <class Real>
class Direct final : public Way<Real> {
public:
    Direct(const Problem& problem, bool in_place) : transform_(request_of(problem), in_place) {}

private:
    void execute(const Arrays<Real>& arrays) override { transform_.execute(arrays.in[0], arrays.out[0]); }
    double flops() const override { return transform_.flops(); }
    Index bytes() const override { return transform_.bytes(); }
    const char* name() const override { return "from array to array"; }

    Transform transform_;
};

bool is_direct(const Problem& problem, bool in_place)
{
    return !problem.is_split && (!in_place || fits_in_place(problem)) &&
           std::ranges::none_of(problem.kinds, is_of_half_spectrum);
}

}  // namespace

template <class Real>
std::unique_ptr<Way<Real>> make_way(const Problem& problem, bool in_place)
{
    if (is_empty(problem)) return std::make_unique<Nothing<Real>>();
    const Problem simple = simplified(problem);
    if (simple.axes.empty() && (!in_place || fits_in_place(simple)) && !simple.is_split)
        return std::make_unique<Copy<Real>>(simple);
    if (!simple.axes.empty() && is_direct(simple, in_place)) {
        try {
            return std::make_unique<Direct<Real>>(simple, in_place);
        } catch (const NotCovered&) {
            // too many loops, or strides that only a copy can follow
        }
    }
    return make_buffered_way<Real>(simple);
}

template std::unique_ptr<Way<double>> make_way(const Problem&, bool);
template std::unique_ptr<Way<float>> make_way(const Problem&, bool);

}  // namespace bspfft::fftw3

// Columns, one exchange, rows: main memory is swept twice in all.
//
//   for every block of columns: transform it in the cache, put its packets     x -> middle arrays of all
//   sync
//   for every block of rows: transform it in the cache                         middle array -> x
//
// Packets leave as soon as their block is done, in the order (not s) xor j  [Sahay 1993], so that they travel
// while the next block is computed. They leave in pieces that are still in the nearest cache: from one small
// buffer where the source of a put may be reused at once, and otherwise from a buffer for all of them.
#include "bsp_fft/base/buffer.hpp"
#include "bsp_fft/kernel/cut_kernel.hpp"
#include "bsp_fft/redistribution/redistribution.hpp"
#include "bsp_fft/schedule/cut_shape.hpp"
#include "bsp_fft/transform/walk.hpp"

namespace bspfft {

namespace {

template <class Real>
CutShape shape_of(const Schedule& schedule, Index s)
{
    return choose_cut(schedule.n(), schedule.p(), s, schedule.cut(),
                      static_cast<Index>(sizeof(std::complex<Real>)));
}

Index middle_arrays(const Schedule& schedule, Exchange exchange)
{
    const bool hurried = schedule.p() > 1 && exchange == Exchange::hpput;
    return hurried && !schedule.opens_with_sync(exchange) ? 2 : 1;
}

Index buffer_size(const CutShape& shape, Exchange exchange)
{
    if (shape.p == 1) return 0;
    return reuses_packet_buffer(exchange) ? shape.tiles_a_put * shape.tile() : shape.local_size();
}

template <class Real>
class Fast final : public Walk<Real> {
public:
    using typename Walk<Real>::Complex;

    Fast(const Schedule& schedule, const PlanOptions& options, Index s, Complex* x)
        : exchange_(options.exchange),
          shape_(shape_of<Real>(schedule, s)),
          kernel_(shape_, normalisation_factor(options.normalisation, Direction::forward, schedule.n()),
                  normalisation_factor(options.normalisation, Direction::inverse, schedule.n())),
          x_(x),
          opens_with_sync_(schedule.opens_with_sync(options.exchange)),
          middles_(middle_arrays(schedule, options.exchange)),
          middle_(2 * shape_.middle_size() * middles_),
          packed_(2 * buffer_size(shape_, options.exchange))
    {}

    void push(Port& port) override
    {
        if (shape_.p == 1) return;
        port.push(x_, bytes(2 * shape_.local_size()));
        port.push(middle_.data(), bytes(middle_.size()));
    }
    void pop(Port& port) override
    {
        if (shape_.p == 1) return;
        port.pop(x_);
        port.pop(middle_.data());
    }

    void execute(Port& port, Recorder& recorder, Direction direction) override
    {
        if (opens_with_sync_) port.sync();
        turn_ = (turn_ + 1) % middles_;
        Real* next = packed_.data();
        for (Index block = 0; block < shape_.column_blocks(); ++block) {
            kernel_.transform_columns(block, direction, x_);
            send(port, block, next);
        }
        const Index move = shape_.p > 1 ? 1 : 0;
        if (shape_.p > 1) port.sync();
        recorder.done(0, move);
        for (Index block = 0; block < shape_.row_blocks(); ++block)
            kernel_.transform_rows(block, direction, middle_.data() + middle_start(), x_);
        recorder.done(move + 1, move + 1);
    }

private:
    static Index bytes(Index reals) { return reals * static_cast<Index>(sizeof(Real)); }
    Index middle_start() const { return turn_ * 2 * shape_.middle_size(); }

    void send(Port& port, Index block, Real*& next)
    {
        const Index start = middle_start() + 2 * shape_.packet_start(shape_.s, block);
        for (Index j = 0; j < shape_.p; ++j) {
            const Index t = (shape_.p - 1 - shape_.s) ^ j;
            if (t == shape_.s) {
                kernel_.pack(t, 0, shape_.row_blocks(), middle_.data() + start);
            } else {
                send_packet(port, t, start, next);
            }
        }
    }

    void send_packet(Port& port, Index t, Index start, Real*& next)
    {
        for (Index first = 0; first < shape_.row_blocks(); first += shape_.tiles_a_put) {
            const Index count = std::min(shape_.tiles_a_put, shape_.row_blocks() - first);
            const Index reals = 2 * count * shape_.tile();
            kernel_.pack(t, first, count, next);
            const Index offset = bytes(start + 2 * first * shape_.tile());
            exchange_ == Exchange::put ? port.put(t, next, middle_.data(), offset, bytes(reals))
                                       : port.hpput(t, next, middle_.data(), offset, bytes(reals));
            if (!reuses_packet_buffer(exchange_)) next += reals;
        }
    }

    Exchange exchange_;
    CutShape shape_;
    CutKernel<Real> kernel_;
    Complex* x_;
    bool opens_with_sync_;
    Index middles_;
    Index turn_ = 0;
    Buffer<Real> middle_;
    Buffer<Real> packed_;
};

}  // namespace

template <class Real>
Index fast_bytes(const Schedule& schedule, const PlanOptions& options, Index s)
{
    const CutShape shape = shape_of<Real>(schedule, s);
    const Index elements = middle_arrays(schedule, options.exchange) * shape.middle_size() +
                           buffer_size(shape, options.exchange);
    return elements * static_cast<Index>(sizeof(std::complex<Real>)) + CutKernel<Real>::bytes(shape);
}

template <class Real>
std::unique_ptr<Walk<Real>> make_fast(const Schedule& schedule, const PlanOptions& options, Index s,
                                      std::complex<Real>* x)
{
    return std::make_unique<Fast<Real>>(schedule, options, s, x);
}

template Index fast_bytes<float>(const Schedule&, const PlanOptions&, Index);
template Index fast_bytes<double>(const Schedule&, const PlanOptions&, Index);
template std::unique_ptr<Walk<float>> make_fast(const Schedule&, const PlanOptions&, Index,
                                                std::complex<float>*);
template std::unique_ptr<Walk<double>> make_fast(const Schedule&, const PlanOptions&, Index,
                                                 std::complex<double>*);

}  // namespace bspfft

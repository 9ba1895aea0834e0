// Requests of the one call, of any lengths, strides, kinds and words: they are refused, or run without touching memory
// that is not theirs. Both arrays end, or begin, where memory does.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "bspfft/fft.h"
#include "tests/fuzz/target.hpp"

using namespace bspfft;

namespace {

constexpr std::int64_t most_elements = 4096, most_span = 1 << 16;

/// Takes numbers from the input; zeros when it is at its end.
class Bytes {
public:
    explicit Bytes(std::string_view bytes) : rest_(bytes) {}
    unsigned byte()
    {
        if (rest_.empty()) return 0;
        const auto value = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }
    /// Mostly small, sometimes any.
    std::int64_t number()
    {
        const auto small = static_cast<std::int8_t>(byte());
        if (small != -128) return small;
        std::uint64_t any = 0;
        for (int i = 0; i < 8; ++i) any = any << 8 | byte();
        return static_cast<std::int64_t>(any);
    }

private:
    std::string_view rest_;
};

bspfft_request request_of(Bytes& from)
{
    bspfft_request request = {};
    request.size = from.byte() == 255 ? from.byte() : static_cast<std::int64_t>(sizeof request);
    request.precision = static_cast<std::int32_t>(from.byte() % 3);
    request.data = static_cast<std::int32_t>(from.byte() % 3);
    request.direction = static_cast<std::int32_t>(from.byte() % 3);
    request.dimensions = static_cast<std::int32_t>(from.byte() % 18);
    for (int l = 0; l < std::min(request.dimensions, 16); ++l) {
        request.length[l] = from.number();
        request.stride_in[l] = from.number();
        request.stride_out[l] = from.number();
        request.kind[l] = static_cast<std::int8_t>(from.byte() % 11) - 1;
    }
    request.threads = static_cast<std::int32_t>(from.byte() % 4);
    request.orthogonal = static_cast<std::int32_t>(from.byte() % 2);
    return request;
}

/// Elements before and from the first on that a side may touch; nothing if they are more than we try.
struct Span {
    std::int64_t before = 0, from = 1;
};

bool span_of(std::vector<std::int64_t> lengths, std::vector<std::int64_t> strides, Span& span)
{
    const bool row_by_row = std::all_of(strides.begin(), strides.end(), [](std::int64_t s) { return s == 0; });
    std::int64_t elements = 1;
    for (std::size_t l = lengths.size(); l-- > 0;) {
        if (lengths[l] < 1 || lengths[l] > most_elements / elements) return false;
        const std::int64_t stride = row_by_row ? elements : strides[l];
        if (std::abs(stride / 2) > most_span) return false;
        (stride < 0 ? span.before : span.from) += std::abs(stride) * (lengths[l] - 1);
        elements *= lengths[l];
    }
    return span.before + span.from <= most_span;
}

/// Memory between pages that cannot be touched.
class Guarded {
public:
    Guarded(std::size_t bytes, bool at_end) : page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)))
    {
        const std::size_t whole = (bytes + page_ - 1) / page_ * page_;
        all_ = whole + 2 * page_;
        start_ = static_cast<char*>(::mmap(nullptr, all_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        fuzz::expect(start_ != MAP_FAILED && ::mprotect(start_ + page_, whole, PROT_READ | PROT_WRITE) == 0,
                     "there is no memory between guards");
        data_ = start_ + page_ + (at_end ? whole - bytes : 0);
    }
    ~Guarded() { ::munmap(start_, all_); }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;
    char* data() { return data_; }

private:
    std::size_t page_, all_ = 0;
    char* start_;
    char* data_;
};

struct Side {
    Span span;
    std::int64_t bytes;  ///< of an element
};

void execute(const bspfft_request& request, const Side& in, const Side& out, bool in_place, bool at_end)
{
    const auto before = [](const Side& side) { return static_cast<std::size_t>(side.span.before * side.bytes); };
    const auto from = [](const Side& side) { return static_cast<std::size_t>(side.span.from * side.bytes); };
    if (in_place) {
        const std::size_t most_before = std::max(before(in), before(out));
        Guarded both(most_before + std::max(from(in), from(out)), at_end);
        bspfft_call(&request, both.data() + most_before, both.data() + most_before);
        return;
    }
    Guarded x(before(in) + from(in), at_end), y(before(out) + from(out), at_end);
    if (bspfft_call(&request, x.data() + before(in), y.data() + before(out)) != BSPFFT_OK)
        fuzz::expect_sentence(bspfft_message());
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Bytes from(fuzz::bytes_of(data, size));
    const unsigned how = from.byte();
    const bspfft_request request = request_of(from);
    const auto axes = static_cast<std::size_t>(std::clamp(request.dimensions, 0, 16));
    std::vector<std::int64_t> whole(request.length, request.length + axes), half = whole;
    bool halved = false;
    for (std::size_t l = axes; l-- > 0 && request.data == BSPFFT_REAL && !halved;) {
        halved = request.kind[l] == BSPFFT_FOURIER;
        if (halved) half[l] = half[l] / 2 + 1;
    }
    // of real numbers without any transform the spectrum is complex too, of transforms of one element
    const bool real_spectrum = std::any_of(request.kind, request.kind + axes, [](int kind) { return kind > 0; });
    const std::int64_t real = request.precision == 0 ? 8 : 4;
    const bool back = request.direction == BSPFFT_INVERSE;
    const auto side = [&](bool spectrum, const std::int64_t* strides, Side& found) {
        const bool is_real = request.data == BSPFFT_REAL && (!spectrum || real_spectrum);
        found.bytes = is_real ? real : 2 * real;
        return span_of(spectrum ? half : whole, {strides, strides + axes}, found.span);
    };
    Side in{}, out{};
    // larger ones are refused, or would only take long; what is no request has small arrays
    const bool in_fits = side(back, request.stride_in, in), out_fits = side(!back, request.stride_out, out);
    if (in_fits && out_fits) execute(request, in, out, (how & 1) != 0, (how & 2) != 0);
    return 0;
}

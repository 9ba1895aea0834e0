#include "tools/bench/workload.hpp"

#include <algorithm>
#include <optional>

#include "bsp_fft/base/integers.hpp"
#include "bsp_fft/base/roots.hpp"
#include "bsp_fft/base/text.hpp"
#include "tools/terminal/words.hpp"

namespace bspfft::tools {

namespace {

// e if n = base^e.
std::optional<int> exponent(Index n, Index base)
{
    int e = 0;
    for (; n % base == 0; n /= base) ++e;
    if (n != 1) return std::nullopt;
    return e;
}

// A power as people say it; short ones of other numbers than 2 are easier to read as they are.
std::string name_of_length(Index n)
{
    constexpr int shortest = 5;
    if (is_power_of_two(n)) return text("2^", log2_exact(n));
    for (Index base = 3; base * base * base <= n / base / base; ++base) {
        const std::optional<int> e = exponent(n, base);
        if (e && *e >= shortest) return text(base, "^", *e);
    }
    return text(n);
}

std::vector<Workload> vectors(const std::vector<Index>& lengths)
{
    std::vector<Workload> workloads;
    for (const Index n : lengths) workloads.push_back({{n}});
    return workloads;
}

}  // namespace

std::string Task::name() const
{
    if (operation == Operation::poisson) return "poisson";
    if (is_trigonometric()) return text(sine ? "dst-" : "dct-", type);
    const char* const data = real ? "real" : "complex";
    return is_fft() ? data : text(data, " convolution");
}

std::complex<double> factor_at(const Task& task, const std::vector<Index>& shape, const Index* k)
{
    std::complex<double> shifted = 1;
    double squares = 0;
    for (std::size_t l = 0; l < shape.size(); ++l) {
        const auto frequency = static_cast<double>(std::min(k[l], shape[l] - k[l]));
        squares += frequency * frequency;
        if (task.operation == Task::Operation::convolution) shifted *= root_of_unity(k[l], shape[l]);
    }
    if (task.operation == Task::Operation::poisson) return squares > 0 ? -1 / squares : 0;
    return 0.5 + 0.25 * shifted;
}

Index Workload::n() const { return product_of(shape); }

Index Workload::elements() const { return checked_product(n(), batch); }

PlanOptions Workload::options() const
{
    PlanOptions options;
    options.batch = batch;
    if (task.real) options.data = Data::real;
    return options;
}

std::string Workload::name() const
{
    if (batch > 1) return text(batch, " of ", shape_text(shape));
    return shape.size() == 1 ? name_of_length(shape.front()) : shape_text(shape);
}

std::vector<Workload> smooth_lengths()
{
    return vectors({Index{1} << 23, 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5 * 5, 10'000'000, 10'077'696, 256 * 243 * 25 * 7,
                    14'348'907});
}

std::vector<Workload> prime_lengths() { return vectors({1'000'003, (1 << 20) + 7}); }

}  // namespace bspfft::tools

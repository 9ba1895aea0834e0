// The border to C: whatever a function is given, and wherever it is called, it returns with a status.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "bspfft/bspfft.h"
#include "bspfft/fft.h"
#include "tests/bsplib/spmd.hpp"

namespace {

enum class Returns {
    status,   // something is missing without which there is nothing to do
    nothing,  // or 0 or NULL: there is no plan
    done,     // it needs nothing
};

struct Function {
    const char* name;
    Returns returns;
    int64_t (*call)();  // with NULL for every address, and 0 for every number
};

template <class Result, class... Parameters>
int64_t with_nothing(Result (*function)(Parameters...))
{
    if constexpr (std::is_void_v<Result>) {
        function(Parameters{}...);
        return 0;
    } else if constexpr (std::is_pointer_v<Result>) {
        return reinterpret_cast<intptr_t>(function(Parameters{}...));
    } else {
        return static_cast<int64_t>(function(Parameters{}...));
    }
}

#define CALL(function, returns) \
    {#function, Returns::returns, [] { return with_nothing(function); }}

const Function all_functions[] = {
    CALL(bspfft_plan_create, status), CALL(bspfft_plan_shape, status), CALL(bspfft_plan_destroy, nothing),
    CALL(bspfft_shape_span, status), CALL(bspfft_measure_shape, status), CALL(bspfft_input, nothing),
    CALL(bspfft_output, nothing), CALL(bspfft_input_places, nothing), CALL(bspfft_output_places, nothing),
    CALL(bspfft_input_index, status), CALL(bspfft_output_index, status), CALL(bspfft_input_place, status),
    CALL(bspfft_output_place, status), CALL(bspfft_execute, status), CALL(bspfft_execute_on, status),
    CALL(bspfft_processes, nothing), CALL(bspfft_flops, nothing), CALL(bspfft_words, nothing),
    CALL(bspfft_synchronisations, nothing), CALL(bspfft_bytes, nothing), CALL(bspfft_account, status),
    CALL(bspfft_ledger, status), CALL(bspfft_set_factors, status), CALL(bspfft_set_kernel, status),
    CALL(bspfft_apply, status), CALL(bspfft_is_fused, nothing), CALL(bspfft_message, done),

    CALL(bspfft_fft, status), CALL(bspfft_ifft, status), CALL(bspfft_rfft, status), CALL(bspfft_irfft, status),
    CALL(bspfft_fftn, status), CALL(bspfft_ifftn, status), CALL(bspfft_rfftn, status), CALL(bspfft_irfftn, status),
    CALL(bspfft_dct, status), CALL(bspfft_idct, status), CALL(bspfft_convolve, status), CALL(bspfft_fftf, status),
    CALL(bspfft_ifftf, status), CALL(bspfft_rfftf, status), CALL(bspfft_irfftf, status), CALL(bspfft_fftnf, status),
    CALL(bspfft_ifftnf, status), CALL(bspfft_rfftnf, status), CALL(bspfft_irfftnf, status), CALL(bspfft_dctf, status),
    CALL(bspfft_idctf, status), CALL(bspfft_convolvef, status), CALL(bspfft_set_threads, done),
    CALL(bspfft_threads, done), CALL(bspfft_set_reproducible, done), CALL(bspfft_reproducible, done),
    CALL(bspfft_most_threads, done), CALL(bspfft_set_kept_limit, done), CALL(bspfft_kept_limit, done),
    CALL(bspfft_kept_bytes, done), CALL(bspfft_release, done), CALL(bspfft_call, status),
    CALL(bspfft_plan_request, status),

    CALL(bspfft_version, done), CALL(bspfft_version_number, done),
};

// What the public headers declare.
std::set<std::string> declared_functions()
{
    std::set<std::string> names;
    for (const char* const header : {"bspfft.h", "fft.h", "version.h"}) {
        std::ifstream file(std::string(HEADERS) + "/" + header);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        REQUIRE(!text.empty());
        const std::regex declaration("BSPFFT_API[^;(]*?(bspfft_\\w+)\\s*\\(");
        for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at)
            names.insert((*at)[1]);
    }
    return names;
}

bool is_right(const Function& function)
{
    const int64_t result = function.call();
    if (function.returns == Returns::status) return result != BSPFFT_OK && std::string(bspfft_message()).size() > 10;
    return function.returns == Returns::done || result == 0;
}

void calls_with_nothing()
{
    for (const Function& function : all_functions) {
        if (!is_right(function)) complain(__FILE__, __LINE__, function.name);
        bsp_sync();
    }
}

}  // namespace

TEST_CASE("every function of the headers is known here")
{
    std::set<std::string> known;
    for (const Function& function : all_functions) known.insert(function.name);
    CHECK(known == declared_functions());
}

TEST_CASE("outside a section, with nothing given, every function returns and says why")
{
    for (const Function& function : all_functions) {
        CAPTURE(function.name);
        CHECK(is_right(function));
    }
}

TEST_CASE("inside a section, with nothing given, every function comes back and says why")
{
    CHECK(on(1, calls_with_nothing) == "");
    CHECK(on(2, calls_with_nothing) == "");
}

TEST_CASE("a plan outside a section is refused, with all arguments right")
{
    bspfft_shape complex{};
    complex.size = sizeof complex;
    complex.dimensions = 1;
    complex.length[0] = 64;
    bspfft_shape real = complex, filter = complex, cosine = complex;
    real.data = cosine.data = BSPFFT_REAL;
    filter.is_operator = 1;
    cosine.kind[0] = BSPFFT_DCT_2;
    bspfft_plan* plan = nullptr;
    int64_t in = 0, out = 0;
    CHECK(bspfft_plan_create(&plan, 64, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
    for (bspfft_shape* const shape : {&complex, &real, &filter, &cosine}) {
        CHECK(bspfft_plan_shape(&plan, shape, nullptr, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
        CHECK(bspfft_shape_span(&in, &out, shape, nullptr) == BSPFFT_INVALID_ARGUMENT);
        CHECK(bspfft_measure_shape(shape, 0.1, nullptr) == BSPFFT_INVALID_ARGUMENT);
        CHECK(std::string(bspfft_message()) ==
              "bspfft_measure_shape outside an SPMD section; all processes call it between bsp_begin and bsp_end");
    }
}

// Any text that may be JSON: what is read can be printed, and is then read as the same.
#include "bsp_fft/base/json.hpp"
#include "tests/fuzz/target.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    fuzz::only_errors("", [&] {
        const Json document = Json::parse(std::string(fuzz::bytes_of(data, size)));
        for (const int indent : {-1, 2})
            fuzz::expect(Json::parse(document.dump(indent)) == document, "it is read as another document");
        fuzz::only_errors("", [&] { document.get<std::vector<double>>(); });
        fuzz::only_errors("", [&] { document.get<int>(); });
        fuzz::only_errors("", [&] { document.get<std::vector<std::string>>(); });
        fuzz::only_errors("there is no", [&] { Json(document.is_object() ? document : Json::object()).at("?\n"); });
    });
    return 0;
}

// JSON whose keys keep their order.
#pragma once

#include <nlohmann/json.hpp>

namespace bspfft {

using Json = nlohmann::ordered_json;

}  // namespace bspfft

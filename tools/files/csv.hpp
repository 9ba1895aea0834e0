// Rows of JSON as CSV  [RFC 4180].
#pragma once

#include <string>

#include "bsp_fft/base/json.hpp"

namespace bspfft::tools {

/// A list of objects of the same form: a head, then a line for each. {"seconds": {"min": 1}} is a column
/// "seconds_min"; text stands in quotes, and null is an empty cell. Without rows the text is empty.
std::string csv_of(const Json& rows);

}  // namespace bspfft::tools

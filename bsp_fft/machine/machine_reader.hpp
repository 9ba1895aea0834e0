// Reads a machine file with complaints that say where in it something is wrong.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

/// Without an interval all three are the same in a file.
inline Json json_of(const Estimate& e)
{
    return {{"value", e.value},
            {"low", e.has_interval() ? e.low : e.value},
            {"high", e.has_interval() ? e.high : e.value}};
}

/// Reads one object; complaints say where in the file.
class Reader {
public:
    /// No machine has more bytes or processes, and sums and products of counts fit.
    static constexpr Index most_counted = Index{1} << 48;

    Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

    template <class Value>
    Value get(const char* key) const
    {
        try {
            return member(key).get<Value>();
        } catch (const JsonError& e) {
            throw Error(Status::file_error, text(where_, key, ": ", e.what()));
        }
    }
    bool has(const char* key) const { return json_.contains(key); }
    /// Missing in earlier versions.
    bool is(const char* key) const { return json_.contains(key) && get<bool>(key); }
    Index count(const char* key, Index most = most_counted) const
    {
        const auto value = get<Index>(key);
        if (value < 1) complain(key, "is less than 1");
        if (value > most) complain(key, "is more than was ever measured");
        return value;
    }
    /// As many numbers as `size`, or any number of them for 0.
    std::vector<Index> counts(const char* key, std::size_t size = 0, Index least = 1) const
    {
        const auto values = get<std::vector<Index>>(key);
        if (size > 0 && values.size() != size) complain(key, "is not of as many axes as its shape");
        for (const Index value : values) {
            if (value < least) complain(key, "has a number that is too small");
            if (value > most_counted) complain(key, "has a number that is too large");
        }
        return values;
    }
    template <class Choice>
    Choice choice(const char* key) const
    {
        const auto value = get<Choice>(key);
        if (!member(key).is_string() || Json(value) != member(key)) complain(key, "is not a known word");
        return value;
    }
    /// Fitted values, such as bspbench's l, may be negative; times may not.
    Estimate estimate(const char* key, bool positive = true) const
    {
        const Reader parts = inside(key);
        const Estimate e{parts.get<double>("value"), parts.get<double>("low"), parts.get<double>("high")};
        if (!std::isfinite(e.value) || (positive && !(e.value > 0)))
            complain(key, "is not a positive number");
        if (!(e.low <= e.value && e.value <= e.high) || (positive && !(e.low > 0)))
            complain(key, "is not inside its interval");
        // what is predicted from them then is finite
        if (std::abs(e.low) > 1e30 || e.high > 1e30 || (positive && e.low < 1e-30))
            complain(key, "is not from 1e-30 to 1e30");
        return e.has_interval() ? e : without_interval(e.value);
    }
    template <class Point, class Row>
    void each(const char* key, std::vector<Point>& points, Row row) const
    {
        std::size_t i = 0;
        if (!member(key).is_array()) complain(key, "is not a list");
        for (const Json& json : member(key))
            points.push_back(row(Reader(json, text(where_, key, "[", i++, "]."))));
    }
    Reader inside(const char* key) const { return {member(key), text(where_, key, ".")}; }
    [[noreturn]] void complain(const char* key, const char* what) const
    {
        throw Error(Status::file_error, text(where_, key, " ", what));
    }

private:
    const Json& member(const char* key) const
    {
        if (!json_.is_object())
            throw Error(Status::file_error, text(where_.substr(0, where_.size() - 1), " is not an object in braces"));
        if (!has(key)) complain(key, "is missing");
        return json_.at(key);
    }

    const Json& json_;
    std::string where_;  ///< the keys that lead to it, with a point behind the last
};

/// What a probe measured of a device.
Json json_of(const DeviceParameters& device);
DeviceParameters read_device(const Reader& r);

}  // namespace bspfft

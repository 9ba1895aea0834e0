// Reads a machine file with complaints that say where in it something is wrong.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"
#include "bspfft/machine.hpp"

namespace bspfft {

inline Json json_of(const Estimate& e) { return {{"value", e.value}, {"low", e.low}, {"high", e.high}}; }

/// Reads one object; complaints say where in the file.
class Reader {
public:
    /// No machine has more bytes or processes, and sums and products of counts fit.
    static constexpr Index most_counted = Index{1} << 48;

    Reader(const Json& json, std::string where) : json_(json), where_(std::move(where)) {}

    template <class Value>
    Value get(const char* key) const
    {
        return json_.at(key).get<Value>();
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
    /// So many numbers, or any number of them.
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
        if (Json(value) != json_.at(key)) complain(key, "is not a known word");
        return value;
    }
    /// Fitted values, such as bspbench's l, may be negative; times may not.
    Estimate estimate(const char* key, bool positive = true) const
    {
        const Json& json = json_.at(key);
        const Estimate e{json.at("value").get<double>(), json.at("low").get<double>(),
                         json.at("high").get<double>()};
        if (!std::isfinite(e.value) || (positive && !(e.value > 0)))
            complain(key, "is not a positive number");
        if (!(e.low <= e.value && e.value <= e.high) || (positive && !(e.low > 0)))
            complain(key, "is not inside its interval");
        return e;
    }
    template <class Point, class Row>
    void each(const char* key, std::vector<Point>& points, Row row) const
    {
        std::size_t i = 0;
        for (const Json& json : json_.at(key))
            points.push_back(row(Reader(json, text(where_, key, "[", i++, "]."))));
    }
    Reader inside(const char* key) const { return {json_.at(key), text(where_, key, ".")}; }
    [[noreturn]] void complain(const char* key, const char* what) const
    {
        throw Error(Status::file_error, text(where_, key, " ", what));
    }

private:
    const Json& json_;
    std::string where_;
};

/// What a probe measured of a device.
Json json_of(const DeviceParameters& device);
DeviceParameters read_device(const Reader& r);

}  // namespace bspfft

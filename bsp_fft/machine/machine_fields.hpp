// The fields of a machine file: a Reader and a Writer with the same functions, so that a file is described once.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"

namespace bspfft {

/// Reads the fields of one object; complaints say where in the file.
class Reader {
public:
    /// No machine has more bytes or processes, and sums and products of counts fit.
    static constexpr Index most_counted = Index{1} << 48;

    Reader(const Json& json, int version, std::string where = "")
        : json_(json), version_(version), where_(std::move(where))
    {}

    /// The version of the file.
    int version() const { return version_; }

    template <class Value>
    void value(const char* key, Value& to) const
    {
        try {
            to = member(key).get<Value>();
        } catch (const JsonError& e) {
            throw Error(Status::file_error, text(where_, key, ": ", e.what()));
        }
    }
    /// A field that earlier versions of the same number lack.
    void flag(const char* key, bool& to) const
    {
        if (json_.contains(key)) value(key, to);
    }
    void positive(const char* key, double& to) const
    {
        value(key, to);
        if (!std::isfinite(to) || !(to > 0)) complain(key, "is not a positive number");
    }
    void count(const char* key, Index& to, Index most = most_counted) const
    {
        value(key, to);
        if (to < 1) complain(key, "is less than 1");
        if (to > most) complain(key, "is more than was ever measured");
    }
    /// As many numbers as `size`, or any number of them for 0.
    void counts(const char* key, std::vector<Index>& to, std::size_t size = 0, Index least = 1) const
    {
        value(key, to);
        if (size > 0 && to.size() != size) complain(key, "is not of as many axes as its shape");
        for (const Index number : to) {
            if (number < least) complain(key, "has a number that is too small");
            if (number > most_counted) complain(key, "has a number that is too large");
        }
    }
    template <class Choice>
    void word(const char* key, Choice& to) const
    {
        value(key, to);
        if (!member(key).is_string() || Json(to) != member(key)) complain(key, "is not a known word");
    }
    void estimate(const char* key, Estimate& to) const { read_estimate(key, to, true); }
    /// Fitted values, such as bspbench's l, may be negative; times may not.
    void fitted(const char* key, Estimate& to) const { read_estimate(key, to, false); }
    /// For people; it follows from the rest.
    template <class Make>
    void derived(const char*, Make) const
    {}
    template <class Point, class Describe>
    void list(const char* key, std::vector<Point>& points, Describe describe) const
    {
        std::size_t i = 0;
        if (!member(key).is_array()) complain(key, "is not a list");
        for (const Json& json : member(key)) {
            const Reader fields(json, version_, text(where_, key, "[", i++, "]."));
            describe(fields, points.emplace_back());
        }
    }
    template <class Part, class Describe>
    void optional(const char* key, std::optional<Part>& part, Describe describe) const
    {
        if (json_.contains(key)) describe(Reader(member(key), version_, text(where_, key, ".")), part.emplace());
    }

private:
    void read_estimate(const char* key, Estimate& to, bool positive) const
    {
        const Reader parts(member(key), version_, text(where_, key, "."));
        parts.value("value", to.value);
        parts.value("low", to.low);
        parts.value("high", to.high);
        if (!std::isfinite(to.value) || (positive && !(to.value > 0))) complain(key, "is not a positive number");
        if (!(to.low <= to.value && to.value <= to.high) || (positive && !(to.low > 0)))
            complain(key, "is not inside its interval");
        // what is predicted from them then is finite
        if (std::abs(to.low) > 1e30 || to.high > 1e30 || (positive && to.low < 1e-30))
            complain(key, "is not from 1e-30 to 1e30");
        if (!to.has_interval()) to = without_interval(to.value);
    }
    [[noreturn]] void complain(const char* key, const char* what) const
    {
        throw Error(Status::file_error, text(where_, key, " ", what));
    }
    const Json& member(const char* key) const
    {
        if (!json_.is_object())
            throw Error(Status::file_error, text(where_.substr(0, where_.size() - 1), " is not an object in braces"));
        if (!json_.contains(key)) complain(key, "is missing");
        return json_.at(key);
    }

    const Json& json_;
    int version_;
    std::string where_;  ///< the keys that lead to it, with a point behind the last
};

/// Writes the fields of one object.
class Writer {
public:
    explicit Writer(Json& json) : json_(json) {}

    static int version() { return Machine::current_version; }

    template <class Value>
    void value(const char* key, const Value& from) const
    {
        json_[key] = from;
    }
    void flag(const char* key, bool from) const { value(key, from); }
    void positive(const char* key, double from) const { value(key, from); }
    void count(const char* key, Index from, Index = 0) const { value(key, from); }
    void counts(const char* key, const std::vector<Index>& from, std::size_t = 0, Index = 0) const { value(key, from); }
    template <class Choice>
    void word(const char* key, Choice from) const
    {
        value(key, from);
    }
    /// Without an interval all three are the same in a file.
    void estimate(const char* key, const Estimate& e) const
    {
        json_[key] = {{"value", e.value},
                      {"low", e.has_interval() ? e.low : e.value},
                      {"high", e.has_interval() ? e.high : e.value}};
    }
    void fitted(const char* key, const Estimate& e) const { estimate(key, e); }
    template <class Make>
    void derived(const char* key, Make make) const
    {
        value(key, make());
    }
    template <class Point, class Describe>
    void list(const char* key, const std::vector<Point>& points, Describe describe) const
    {
        Json rows = Json::array();
        for (const Point& point : points) {
            Json row = Json::object();
            describe(Writer(row), point);
            rows.push_back(std::move(row));
        }
        json_[key] = std::move(rows);
    }
    template <class Part, class Describe>
    void optional(const char* key, const std::optional<Part>& part, Describe describe) const
    {
        if (part) describe(Writer(json_[key] = Json::object()), *part);
    }

private:
    Json& json_;
};

}  // namespace bspfft

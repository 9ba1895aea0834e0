#include "tools/commands/project.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include <unistd.h>

#include "tools/files/descriptor.hpp"
#include "tools/files/text_output.hpp"
#include "tools/terminal/refusal.hpp"

namespace bspfft::tools {

namespace {

/// An object of a scenario, which refuses what it should not hold.
class Fields {
public:
    Fields(const Json& object, std::string place, std::initializer_list<const char*> known)
        : object_(object), place_(std::move(place))
    {
        if (!object_.is_object()) refuse("is not an object in braces");
        for (const auto& field : object_.items()) {
            if (std::find(known.begin(), known.end(), field.first) == known.end())
                refuse("has the unknown field \"", printable(field.first), "\"");
        }
    }

    bool has(const char* name) const { return object_.contains(name); }
    const Json& at(const char* name) const
    {
        if (!has(name)) refuse("lacks the field \"", name, "\"");
        return object_[name];
    }
    double positive(const char* name) const
    {
        const Json& value = at(name);
        if (!value.is_number()) refuse("has a field \"", name, "\" that is no number");
        if (!(value.get<double>() > 0) || !std::isfinite(value.get<double>()))
            refuse("has \"", name, "\" = ", value.get<double>(), "; it must be more than 0");
        return value;
    }
    std::string words(const char* name) const
    {
        if (!has(name)) return "";
        if (!object_[name].is_string()) refuse("has a field \"", name, "\" that is no text");
        return object_[name];
    }
    Fields inside(const char* name, std::initializer_list<const char*> known) const
    {
        return {at(name), text(place_, ", \"", name, "\""), known};
    }
    /// The elements of a list; none if it is not there.
    Json list(const char* name) const
    {
        if (!has(name)) return Json::array();
        if (!object_[name].is_array()) refuse("has a field \"", name, "\" that is no list");
        return object_[name];
    }
    const std::string& place() const { return place_; }

private:
    template <class... Words>
    [[noreturn]] void refuse(const Words&... why) const
    {
        fail("the scenario ", place_, " ", why...);
    }

    const Json& object_;
    std::string place_;
};

TechnologyTrend growth_of(const Fields& fields)
{
    const auto one = [&](const char* name) {
        const Fields growth = fields.inside(name, {"factor", "years"});
        return Growth{growth.positive("factor"), growth.positive("years")};
    };
    return {one("processor_peak"), one("memory_bandwidth"), one("fast_memory"), one("link_bandwidth"), one("peak")};
}

Scenario scenario_of(const Json& document, const std::string& place)
{
    const Fields fields(document, place,
                        {"name", "citation", "year", "peak", "processors", "processor", "link_bandwidth",
                         "pcie_bandwidth", "cache_constant", "growth", "grown_from", "compare_with", "published",
                         "notes"});
    const Fields processor = fields.inside("processor", {"peak", "memory_bandwidth", "fast_memory"});
    Scenario scenario;
    scenario.name = fields.has("name") ? fields.words("name") : place;
    scenario.citation = fields.words("citation");
    if (fields.has("year")) scenario.year = fields.positive("year");
    ProjectedSystem& system = scenario.system;
    system.peak = fields.positive("peak");
    const double one = processor.positive("peak");
    system.processors = fields.has("processors") ? fields.positive("processors") : system.peak / one;
    system.memory_bandwidth = processor.positive("memory_bandwidth");
    system.fast_memory = processor.positive("fast_memory");
    system.link_bandwidth = fields.positive("link_bandwidth");
    if (fields.has("pcie_bandwidth")) system.pcie_bandwidth = fields.positive("pcie_bandwidth");
    if (fields.has("cache_constant")) system.cache_constant = fields.positive("cache_constant");
    if (fields.has("growth"))
        scenario.growth = growth_of(
            fields.inside("growth", {"processor_peak", "memory_bandwidth", "fast_memory", "link_bandwidth", "peak"}));
    scenario.grown_from = fields.words("grown_from");
    scenario.compare_with = fields.words("compare_with");
    for (const Json& each : fields.list("published")) {
        const Fields value(each, text(place, ", \"published\""), {"quantity", "value", "within", "where"});
        scenario.published.push_back(
            {value.words("quantity"), value.positive("value"), value.positive("within"), value.words("where")});
    }
    for (const Json& each : fields.list("notes")) scenario.notes.push_back(each.get<std::string>());
    try {
        system.require_valid();
    } catch (const Error& e) {
        fail("the scenario ", place, ": ", e.what());
    }
    return scenario;
}

std::string content_of(const std::string& name_or_file)
{
    const auto published = published_scenarios().find(name_or_file);
    if (published != published_scenarios().end()) return published->second;
    if (::access(name_or_file.c_str(), F_OK) != 0 && errno == ENOENT) {
        std::string names;
        for (const auto& [name, content] : published_scenarios()) names += (names.empty() ? "" : ", ") + name;
        refuse("there is no scenario \"", printable(name_or_file, 200), "\": no such file, and the published ones are ",
               names);
    }
    return whole_file(name_or_file, "; name a scenario's file");
}

}  // namespace

Scenario read_scenario(const std::string& name_or_file)
{
    const std::string content = content_of(name_or_file);
    try {
        return scenario_of(Json::parse(content), name_or_file);
    } catch (const JsonError& e) {
        fail("the scenario ", name_or_file, " is not in the form of JSON that is expected: ", e.what());
    }
}

}  // namespace bspfft::tools

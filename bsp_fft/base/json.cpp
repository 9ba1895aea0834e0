#include "bsp_fft/base/json.hpp"

#include <algorithm>
#include <istream>
#include <iterator>
#include <ostream>

#include <nlohmann/json.hpp>

namespace bspfft {

namespace {

using Parsed = nlohmann::ordered_json;

Parsed parsed_from(const Json& json)
{
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_integer()) return json.get<std::int64_t>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    if (json.is_array()) {
        Parsed list = Parsed::array();
        for (const Json& element : json) list.push_back(parsed_from(element));
        return list;
    }
    if (json.is_object()) {
        Parsed object = Parsed::object();
        for (const auto& [key, value] : json.items()) object[key] = parsed_from(value);
        return object;
    }
    return nullptr;
}

Json json_from(const Parsed& parsed)
{
    if (parsed.is_boolean()) return parsed.get<bool>();
    // more than 63 bits can hold is read as a real number
    if (parsed.is_number_integer() && parsed.get<double>() < 0x1p63) return parsed.get<std::int64_t>();
    if (parsed.is_number()) return parsed.get<double>();
    if (parsed.is_string()) return parsed.get<std::string>();
    Json json;
    if (parsed.is_array()) {
        json = Json::array();
        for (const Parsed& element : parsed) json.push_back(json_from(element));
    } else if (parsed.is_object()) {
        json = Json::object();
        for (const auto& [key, value] : parsed.items()) json[key] = json_from(value);
    }
    return json;
}

// The parser's message without its error code.
std::string plain(const std::string& complaint)
{
    const std::size_t end = complaint.find("] ");
    return complaint.starts_with('[') && end != std::string::npos ? complaint.substr(end + 2) : complaint;
}

}  // namespace

Json::Json(std::initializer_list<Json> list)
{
    const auto is_member = [](const Json& pair) {
        return pair.is_array() && pair.size() == 2 && pair.elements_[0].is_string();
    };
    kind_ = Kind::list;
    if (!std::all_of(list.begin(), list.end(), is_member)) {
        elements_ = list;
        return;
    }
    kind_ = Kind::object;
    for (const Json& pair : list) (*this)[pair.elements_[0].text_] = pair.elements_[1];
}

Json Json::array()
{
    Json list;
    list.kind_ = Kind::list;
    return list;
}

Json Json::object()
{
    Json object;
    object.kind_ = Kind::object;
    return object;
}

void Json::refuse(const char* expected) const
{
    constexpr std::size_t longest = 40;
    std::string shown = dump();
    if (shown.size() > longest) shown = shown.substr(0, longest) + "...";
    throw JsonError(shown + " is not " + expected);
}

bool Json::boolean() const
{
    if (!is_boolean()) refuse("true or false");
    return integer_ != 0;
}

std::int64_t Json::integer() const
{
    if (is_integer()) return integer_;
    if (kind_ != Kind::real || !(real_ >= -0x1p63 && real_ < 0x1p63)) refuse("an integer");
    return static_cast<std::int64_t>(real_);
}

double Json::real() const
{
    if (!is_number()) refuse("a number");
    return is_integer() ? static_cast<double>(integer_) : real_;
}

const std::string& Json::text() const
{
    if (!is_string()) refuse("text");
    return text_;
}

const std::vector<Json>& Json::elements() const
{
    if (!is_array() && !is_object()) refuse("a list");
    return elements_;
}

const Json* Json::find(const std::string& key) const
{
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    return found == keys_.end() ? nullptr : &elements_[static_cast<std::size_t>(found - keys_.begin())];
}

const Json& Json::at(const std::string& key) const
{
    if (!is_object()) refuse("an object");
    const Json* const found = find(key);
    if (!found) throw JsonError("there is no \"" + key + "\"");
    return *found;
}

const Json& Json::at(std::size_t i) const
{
    if (i >= elements().size()) throw JsonError("there is no element " + std::to_string(i));
    return elements_[i];
}

Json& Json::operator[](const std::string& key)
{
    if (is_null()) kind_ = Kind::object;
    if (!is_object()) refuse("an object");
    if (!contains(key)) {
        keys_.push_back(key);
        elements_.emplace_back();
    }
    return const_cast<Json&>(*find(key));
}

void Json::erase(const std::string& key)
{
    const auto found = std::find(keys_.begin(), keys_.end(), key);
    if (found == keys_.end()) return;
    elements_.erase(elements_.begin() + (found - keys_.begin()));
    keys_.erase(found);
}

void Json::push_back(Json element)
{
    if (is_null()) kind_ = Kind::list;
    if (!is_array()) refuse("a list");
    elements_.push_back(std::move(element));
}

std::vector<std::pair<const std::string&, const Json&>> Json::items() const
{
    if (!is_object()) refuse("an object");
    std::vector<std::pair<const std::string&, const Json&>> members;
    for (std::size_t i = 0; i < keys_.size(); ++i) members.emplace_back(keys_[i], elements_[i]);
    return members;
}

std::string Json::dump(int indent) const
{
    // names of files and machines may hold bytes that are no UTF-8
    return parsed_from(*this).dump(indent, ' ', false, Parsed::error_handler_t::replace);
}

Json Json::parse(const std::string& text)
{
    try {
        return json_from(Parsed::parse(text));
    } catch (const Parsed::exception& e) {
        throw JsonError(plain(e.what()));
    }
}

std::optional<Json> Json::read(std::istream& stream)
{
    try {
        return parse({std::istreambuf_iterator<char>(stream), {}});
    } catch (const JsonError&) {
        return {};
    }
}

bool operator==(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number() && a.kind_ != b.kind_) return a.real() == b.real();
    if (a.kind_ != b.kind_ || a.size() != b.size()) return false;
    if (!a.is_object()) {
        return a.integer_ == b.integer_ && a.real_ == b.real_ && a.text_ == b.text_ &&
               a.elements_ == b.elements_;
    }
    return std::all_of(a.keys_.begin(), a.keys_.end(), [&](const std::string& key) {
        const Json* const other = b.find(key);
        return other && a.at(key) == *other;
    });
}

std::partial_ordering operator<=>(const Json& a, const Json& b)
{
    if (a.is_number() && b.is_number()) return a.real() <=> b.real();
    return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

std::ostream& operator<<(std::ostream& stream, const Json& json) { return stream << json.dump(); }

}  // namespace bspfft

#include "bsp_fft/base/json.hpp"

#include <algorithm>
#include <cmath>
#include <istream>
#include <iterator>
#include <limits>
#include <ostream>
#include <set>

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
        // not object[key], which would compare it with all others
        auto& members = object.get_ref<Parsed::object_t&>();
        for (const auto& [key, value] : json.items()) members.emplace_back(key, parsed_from(value));
        return object;
    }
    return nullptr;
}

// Its start in ASCII, whatever the file has there.
std::string shown(const Json& json)
{
    constexpr std::size_t longest = 40;
    std::string start = parsed_from(json).dump(-1, ' ', true, Parsed::error_handler_t::replace);
    if (start.size() > longest) start = start.substr(0, longest) + "...";
    return start;
}

// The parser's message without its error code, and without the rest of a long word.
std::string plain(const std::string& complaint)
{
    constexpr std::size_t longest = 200;
    const std::size_t end = complaint.find("] ");
    const bool has_code = complaint.starts_with('[') && end != std::string::npos;
    std::string words = complaint.substr(has_code ? end + 2 : 0, longest);
    std::replace_if(
        words.begin(), words.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return words;
}

}  // namespace

/// What nlohmann's parser calls: it makes the document in time that is linear in its length, and refuses what would
/// take our stack or would be lost, deep nesting and keys that are there twice.
class JsonBuilder {
public:
    bool null() { return add(Json()); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    /// More than 63 bits can hold is read as a real number.
    bool number_unsigned(std::uint64_t value)
    {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return value <= most ? add(static_cast<std::int64_t>(value)) : add(static_cast<double>(value));
    }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name)
    {
        Open& object = open_.back();
        if (!object.names.insert(name).second) throw JsonError("the key " + shown(name) + " is there twice");
        object.value.keys_.push_back(std::move(name));
        return true;
    }
    template <class Complaint>
    bool parse_error(std::size_t, const std::string&, const Complaint& complaint)
    {
        throw JsonError(plain(complaint.what()));
    }

    Json document;

private:
    struct Open {
        Json value;
        std::set<std::string> names;
    };

    bool add(Json value)
    {
        (open_.empty() ? document : open_.back().value.elements_.emplace_back()) = std::move(value);
        return true;
    }
    bool open(Json empty)
    {
        constexpr std::size_t deepest = 100;
        if (open_.size() == deepest)
            throw JsonError("lists and objects are inside each other more than " + std::to_string(deepest) + " deep");
        open_.push_back({std::move(empty), {}});
        return true;
    }
    bool close()
    {
        Json value = std::move(open_.back().value);
        open_.pop_back();
        return add(std::move(value));
    }

    std::vector<Open> open_;
};

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

void Json::refuse(const char* expected) const { throw JsonError(shown(*this) + " is not " + expected); }

bool Json::boolean() const
{
    if (!is_boolean()) refuse("true or false");
    return integer_ != 0;
}

std::int64_t Json::integer() const
{
    if (is_integer()) return integer_;
    const bool is_whole = kind_ == Kind::real && std::trunc(real_) == real_;
    if (!is_whole || !(real_ >= -0x1p63 && real_ < 0x1p63)) refuse("an integer");
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
    if (!found) throw JsonError("there is no " + shown(key));
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
    JsonBuilder builder;
    Parsed::sax_parse(text, &builder);
    return std::move(builder.document);
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
        return a.integer_ == b.integer_ && a.real_ == b.real_ && a.text_ == b.text_ && a.elements_ == b.elements_;
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

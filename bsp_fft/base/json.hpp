// JSON whose keys keep their order.
//
// The parser and the printer are nlohmann's, in json.cpp alone: their header takes seconds to compile.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bspfft/error.hpp"

namespace bspfft {

/// A document is not JSON, or not of the form that was expected.
class JsonError : public Error {
public:
    explicit JsonError(const std::string& message) : Error(Status::file_error, message) {}
};

/// The words of an enumeration; one without a word is null. A function json_words(Enum) beside the
/// enumeration lists them, and makes it a value of JSON.
template <class Enum>
using JsonWords = std::vector<std::pair<Enum, const char*>>;

template <class Value>
inline constexpr bool is_json_list = false;
template <class Element>
inline constexpr bool is_json_list<std::vector<Element>> = true;

/// Types that a Json converts to implicitly: numbers, text, lists.
template <class Value>
concept JsonValue = (std::is_arithmetic_v<Value> && !std::same_as<Value, char>) || std::same_as<Value, std::string> ||
                    is_json_list<Value>;

template <class Number>
concept JsonNumber = std::is_arithmetic_v<Number>;

/// A value: null, a boolean, a number, text, a list or an object.
class Json {
public:
    Json() = default;
    Json(std::nullptr_t) {}
    template <std::integral Integer>
    Json(Integer value)
        : kind_(std::same_as<Integer, bool> ? Kind::boolean : Kind::integer), integer_(static_cast<std::int64_t>(value))
    {}
    Json(std::floating_point auto value) : kind_(Kind::real), real_(value) {}
    template <class Enum>
    requires std::is_enum_v<Enum> Json(Enum value)
    {
        for (const auto& [each, word] : json_words(value)) {
            if (each == value && word) *this = Json(word);
        }
    }
    Json(const char* text) : kind_(Kind::text), text_(text) {}
    Json(std::string text) : kind_(Kind::text), text_(std::move(text)) {}
    template <class Element>
    Json(const std::vector<Element>& list) : kind_(Kind::list), elements_(list.begin(), list.end())
    {}
    /// An object if all are pairs that begin with text, else a list.
    Json(std::initializer_list<Json> list);
    static Json array() { return Json(Kind::list); }
    static Json object() { return Json(Kind::object); }

    bool is_null() const { return kind_ == Kind::null; }
    bool is_boolean() const { return kind_ == Kind::boolean; }
    bool is_integer() const { return kind_ == Kind::integer; }
    bool is_number() const { return kind_ == Kind::integer || kind_ == Kind::real; }
    bool is_string() const { return kind_ == Kind::text; }
    bool is_array() const { return kind_ == Kind::list; }
    bool is_object() const { return kind_ == Kind::object; }

    /// The value as a type that it fits; throws JsonError otherwise. A word that an enumeration does not
    /// have is taken for its first one.
    template <class Value>
    Value get() const;
    template <JsonValue Value>
    operator Value() const
    {
        return get<Value>();
    }

    // For lists and objects; all throw JsonError where there is no such element.
    std::size_t size() const { return elements_.size(); }
    bool empty() const { return elements_.empty(); }
    bool contains(const std::string& key) const { return find(key) != nullptr; }
    const Json& at(const std::string& key) const;
    const Json& at(std::size_t i) const;
    const Json& operator[](const char* key) const { return at(std::string(key)); }
    const Json& operator[](const std::string& key) const { return at(key); }
    const Json& operator[](std::integral auto i) const { return at(static_cast<std::size_t>(i)); }
    /// Adds a missing member; null becomes an object.
    Json& operator[](const char* key) { return (*this)[std::string(key)]; }
    Json& operator[](const std::string& key);
    Json& operator[](std::integral auto i) { return const_cast<Json&>(at(static_cast<std::size_t>(i))); }
    Json value(const std::string& key, const Json& otherwise) const { return contains(key) ? at(key) : otherwise; }
    void erase(const std::string& key);
    /// Null becomes a list.
    void push_back(Json element);
    const Json& back() const { return at(size() - 1); }

    /// The elements of a list, or the values of an object.
    std::vector<Json>::const_iterator begin() const { return elements().begin(); }
    std::vector<Json>::const_iterator end() const { return elements().end(); }
    /// The members of an object, in their order.
    std::vector<std::pair<const std::string&, const Json&>> items() const;

    /// On one line, or with each level indented by `indent` blanks.
    std::string dump(int indent = -1) const;
    /// Throws JsonError if it is not JSON, has a key twice in one object, or is nested deeper than any result is.
    static Json parse(const std::string& text);
    /// All of a stream; nothing if it is not JSON.
    static std::optional<Json> read(std::istream& stream);

    /// Numbers by value; objects whatever the order of their members.
    friend bool operator==(const Json& a, const Json& b);
    friend std::partial_ordering operator<=>(const Json& a, const Json& b);
    friend bool operator==(const Json& a, JsonNumber auto b) { return a == Json(b); }
    friend std::partial_ordering operator<=>(const Json& a, JsonNumber auto b) { return a <=> Json(b); }
    friend std::ostream& operator<<(std::ostream& stream, const Json& json);

private:
    enum class Kind { null, boolean, integer, real, text, list, object };

    explicit Json(Kind kind) : kind_(kind) {}
    bool boolean() const;
    std::int64_t integer() const;
    double real() const;
    const std::string& text() const;
    const std::vector<Json>& elements() const;
    const Json* find(const std::string& key) const;
    [[noreturn]] void refuse(const char* expected) const;

    friend class JsonBuilder;

    Kind kind_ = Kind::null;
    std::int64_t integer_ = 0;  ///< or the boolean
    double real_ = 0;
    std::string text_;
    std::vector<std::string> keys_;  ///< of an object, one for each element
    std::vector<Json> elements_;
};

template <class Value>
Value Json::get() const
{
    if constexpr (std::same_as<Value, bool>) {
        return boolean();
    } else if constexpr (std::integral<Value>) {
        const std::int64_t value = integer();
        if (!std::in_range<Value>(value)) refuse("in the range of what is counted here");
        return static_cast<Value>(value);
    } else if constexpr (std::floating_point<Value>) {
        return static_cast<Value>(real());
    } else if constexpr (std::is_enum_v<Value>) {
        const JsonWords<Value> words = json_words(Value());
        for (const auto& [value, word] : words) {
            if (*this == (word ? Json(word) : Json())) return value;
        }
        return words.front().first;
    } else if constexpr (is_json_list<Value>) {
        Value list;
        for (const Json& element : *this) list.push_back(element.get<typename Value::value_type>());
        return list;
    } else {
        return text();
    }
}

}  // namespace bspfft

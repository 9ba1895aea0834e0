// JSON as commands write it and read it.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "bsp_fft/base/json.hpp"

using bspfft::Json;
using bspfft::JsonError;

namespace json_test {

enum class Colour { red, green, none };

bspfft::JsonWords<Colour> json_words(Colour)
{
    return {{Colour::red, "red"}, {Colour::green, "green"}, {Colour::none, nullptr}};
}

}  // namespace json_test

namespace {

using json_test::Colour;

const char* const document = R"({"z": 1, "a": [1, 2.5, -3e-7, 1e300, 9007199254740993, 18446744073709551615],
    "nested": {"empty": {}, "none": [], "null": null, "true": true, "false": false},
    "text": "quotes \" and \\ and \u00e9 and \n", "2": [[1], [2, 3]]})";

}  // namespace

TEST_CASE("what is read is printed again, keys in their order; beyond 63 bits integers become real")
{
    CHECK(Json::parse(document).dump() ==
          R"({"z":1,"a":[1,2.5,-3e-07,1e+300,9007199254740993,1.8446744073709552e+19],)"
          R"("nested":{"empty":{},"none":[],"null":null,"true":true,"false":false},)"
          R"("text":"quotes \" and \\ and é and \n","2":[[1],[2,3]]})");
    CHECK(Json::parse(R"({"a": [1, {}], "b": {"c": 2}})").dump(2) == R"({
  "a": [
    1,
    {}
  ],
  "b": {
    "c": 2
  }
})");
}

TEST_CASE("values are written according to their types")
{
    const Json json{{"flag", true},
                    {"count", 3},
                    {"large", std::size_t{1} << 40},
                    {"share", 0.1},
                    {"single", 0.5f},
                    {"name", std::string("x")},
                    {"none", nullptr},
                    {"list", std::vector<int>{1, 2}},
                    {"lists", std::vector<std::vector<int>>{{}, {3}}},
                    {"inner", {{"colour", Colour::green}, {"no colour", Colour::none}}},
                    {"infinite", std::numeric_limits<double>::infinity()},
                    {"mixed", {1, "a"}}};
    CHECK(json.dump() ==
          R"({"flag":true,"count":3,"large":1099511627776,"share":0.1,"single":0.5,"name":"x","none":null,)"
          R"("list":[1,2],"lists":[[],[3]],"inner":{"colour":"green","no colour":null},"infinite":null,)"
          R"("mixed":[1,"a"]})");
}

TEST_CASE("values are read as the types they fit, and refused as others")
{
    const Json json = Json::parse(R"({"n": 7, "x": 2.5, "words": ["a", "b"], "yes": true, "colour": "green"})");
    CHECK(json.at("n").get<double>() == 7);
    CHECK(Json::parse("2e3").get<int>() == 2000);
    CHECK(json["words"].get<std::vector<std::string>>() == std::vector<std::string>{"a", "b"});
    CHECK(json["yes"].get<bool>());
    CHECK(json["colour"].get<Colour>() == Colour::green);
    CHECK(json["n"].get<Colour>() == Colour::red);
    CHECK_THROWS_WITH_AS(json.at("none"), "there is no \"none\"", JsonError);
    CHECK_THROWS_WITH_AS(json["words"].at(2), "there is no element 2", JsonError);
    CHECK_THROWS_WITH_AS(json["words"].get<int>(), R"(["a","b"] is not an integer)", JsonError);
    CHECK_THROWS_WITH_AS(json["n"].get<bool>(), "7 is not true or false", JsonError);
    CHECK_THROWS_WITH_AS(json["n"].get<std::string>(), "7 is not text", JsonError);
    CHECK_THROWS_WITH_AS(json["yes"].get<double>(), "true is not a number", JsonError);
    CHECK_THROWS_WITH_AS(json["n"].begin(), "7 is not a list", JsonError);
    CHECK_THROWS_WITH_AS(json["words"]["n"], R"(["a","b"] is not an object)", JsonError);
    CHECK_THROWS_WITH_AS(json["x"].get<int>(), "2.5 is not an integer", JsonError);
    CHECK_THROWS_AS(Json(1e30).get<long long>(), JsonError);
    CHECK_THROWS_AS(Json(Json::parse("4294967299")).get<int>(), JsonError);
    CHECK_THROWS_AS(Json(-1).get<std::size_t>(), JsonError);
    CHECK(Json::parse("9223372036854775807").get<std::int64_t>() == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("null becomes what is put into it; members are replaced and erased")
{
    Json json;
    json["list"].push_back(1);
    json["list"].push_back({{"k", 2}});
    json["inner"]["key"] = "value";
    json["inner"]["key"] = nullptr;
    CHECK(json.dump() == R"({"list":[1,{"k":2}],"inner":{"key":null}})");
    json.erase("list");
    CHECK_FALSE(json.contains("list"));
    CHECK(json.value("list", "none") == "none");
    CHECK(json.size() == 1);
}

TEST_CASE("numbers are compared by value, objects without their order")
{
    CHECK(Json(2) == Json(2.0));
    CHECK(Json(2) < 2.5);
    CHECK(Json(3) > Json(2.5));
    CHECK_FALSE(Json("3") > 2);
    CHECK(Json{{"a", 1}, {"b", 2}} == Json{{"b", 2}, {"a", 1}});
    CHECK(Json{{"a", 1}, {"b", 2}} != Json{{"a", 1}, {"c", 2}});
    CHECK(Json(1.5) != Json(2.5));
    CHECK(Json(std::nan("")) != Json(std::nan("")));
}

TEST_CASE("what is not JSON is refused")
{
    for (const char* text : {"", "{", "{\"a\":}", "[1,]", "nothing"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(Json::parse(text), JsonError);
        std::istringstream stream(text);
        CHECK_FALSE(Json::read(stream));
    }
    std::istringstream stream("[1]");
    CHECK(Json::read(stream) == Json::parse("[1]"));
}

TEST_CASE("a key that is there twice is refused: one of its values would be lost")
{
    CHECK_THROWS_WITH_AS(Json::parse(R"({"a": 1, "b": {"a": 1}, "a": 2})"), R"(the key "a" is there twice)", JsonError);
}

TEST_CASE("documents that are nested deeper than the stack are refused, and those of a hundred levels are read")
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK(Json::parse(nested(100)).dump() == nested(100));
    CHECK_THROWS_WITH_AS(Json::parse(nested(101)), "lists and objects are inside each other more than 100 deep",
                         JsonError);
    CHECK_THROWS_AS(Json::parse(std::string(1000000, '[')), JsonError);
}

TEST_CASE("an object of many keys takes as long as a list of as many numbers, not the square of it")
{
    std::string many = "{";
    for (int i = 0; i < 200000; ++i) many += "\"" + std::to_string(i) + "\":0,";
    many += "\"last\":1}";
    const Json json = Json::parse(many);
    CHECK(json.size() == 200001);
    CHECK(json.at("last") == 1);
    CHECK(json.dump() == many);
}

TEST_CASE("messages are short and in ASCII, whatever the document has")
{
    CHECK_THROWS_WITH_AS(Json("\n\x7f\xc3\xa9").get<int>(), R"("\n\u007f\u00e9" is not an integer)", JsonError);
    try {
        Json::parse("\"" + std::string(5000, '\x7f'));
        FAIL("it is JSON");
    } catch (const JsonError& e) {
        const std::string message = e.what();
        CHECK(message.size() <= 200);
        CHECK(message.find('\x7f') == std::string::npos);
    }
}

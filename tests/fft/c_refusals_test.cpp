// What the C interface refuses: one sentence each, and no plan.
#include <doctest/doctest.h>

#include <complex>
#include <string>

#include "tests/bsplib/spmd.hpp"
#include "tests/fft/cube.hpp"

namespace {

bool refused(const bspfft_shape* shape, const std::string& words, void* in = nullptr, void* out = nullptr,
             const bspfft_options* options = nullptr)
{
    bspfft_plan* plan = reinterpret_cast<bspfft_plan*>(&plan);
    const int status = bspfft_plan_shape(&plan, shape, in, out, options);
    const bool right = status == BSPFFT_INVALID_ARGUMENT && !plan &&
                       std::string(bspfft_message()).find(words) != std::string::npos;
    if (!right) complain(__FILE__, __LINE__, (words + ", but: " + bspfft_message()).c_str());
    bspfft_plan_destroy(plan);
    return right;
}

// A shape with one member set.
template <class Member, class Number>
bspfft_shape with(Member bspfft_shape::* member, Number value)
{
    bspfft_shape shape = cube({16, 16});
    shape.*member = static_cast<Member>(value);
    return shape;
}

void refusals_of_shapes()
{
    EXPECT(refused(nullptr, "the shape is NULL"));
    const auto refused_with = [](auto member, int64_t value, const std::string& words) {
        const bspfft_shape shape = with(member, value);
        return refused(&shape, words);
    };
    EXPECT(refused_with(&bspfft_shape::size, 0, "size of the shape is 0; set it to sizeof(bspfft_shape) = "));
    EXPECT(refused_with(&bspfft_shape::dimensions, 0, "an array of 0 axes; there may be 1 to 16"));
    EXPECT(refused_with(&bspfft_shape::dimensions, 17, "an array of 17 axes; there may be 1 to 16"));
    EXPECT(refused_with(&bspfft_shape::dimensions, 1, "length[1] is 16, and there are 1 axes"));
    EXPECT(refused_with(&bspfft_shape::dimensions, 3, "axis 2 of the shape 16 x 16 x 0 has the length 0"));
    EXPECT(refused_with(&bspfft_shape::data, 2, "data is 2; it must be 0 to 1"));
    EXPECT(refused_with(&bspfft_shape::order, 2, "order is 2; it must be 0 to 1"));
    EXPECT(refused_with(&bspfft_shape::batch, -3, "a batch of -3 arrays; the smallest is 1"));
    EXPECT(refused_with(&bspfft_shape::leading, -1, "leading is -1; it must be 0 or more"));
    EXPECT(refused_with(&bspfft_shape::leading, 2, "a leading dimension of 2 places for"));
    EXPECT(refused_with(&bspfft_shape::layout_in, 3, "layout_in is 3; it must be 0 to 2"));
    EXPECT(refused_with(&bspfft_shape::layout_out, -1, "layout_out is -1; it must be 0 to 2"));
    EXPECT(refused_with(&bspfft_shape::keep_input, 2, "keep_input is 2; it must be 0 to 1"));
    EXPECT(refused_with(&bspfft_shape::transposed_out, 2, "transposed_out is 2; it must be 0 to 1"));

    bspfft_shape shape = cube({16, -4});
    EXPECT(refused(&shape, "axis 1 of the shape 16 x -4 has the length -4; the shortest is 1"));
    shape = cube({int64_t{1} << 40, int64_t{1} << 40});
    EXPECT(refused(&shape, "is too large"));
    shape = cube({int64_t{1} << 53});
    EXPECT(refused(&shape, "the most elements are 2^52, the nearest is 4503599627370496"));
    shape = cube({int64_t{1} << 40});
    shape.batch = int64_t{1} << 30;
    EXPECT(refused(&shape, "the largest batch is 4096"));
    shape = cube({16, 16});
    shape.leading = int64_t{1} << 60;
    EXPECT(refused(&shape, "is too large"));
    // a shape of a later version, whose new member asks for something
    struct {
        bspfft_shape known = cube({16, 16});
        int64_t unknown = 0;
    } later;
    later.known.size = sizeof later;
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &later.known, nullptr, nullptr, nullptr) == BSPFFT_OK);
    bspfft_plan_destroy(plan);
    later.unknown = 1;
    EXPECT(refused(&later.known, "that this version of the library does not know"));
}

void refusals_of_lists()
{
    bspfft_shape shape = cube({16, 16});
    shape.kind[1] = -2;
    EXPECT(refused(&shape, "kind[1] is -2; it must be -1 to 8"));
    shape.kind[0] = shape.kind[1] = BSPFFT_UNTOUCHED;
    EXPECT(refused(&shape, "kind is BSPFFT_UNTOUCHED for every axis"));
    shape = cube({16, 16});
    shape.kind[2] = BSPFFT_UNTOUCHED;
    EXPECT(refused(&shape, "kind[2] is -1, and there are 2 axes"));
    shape = cube({16, 16});
    shape.grid[0] = 2;
    EXPECT(refused(&shape, "grid[1] is 0; give processes for each of the 2 axes, or for none"));
    shape.grid[1] = 2;
    EXPECT(refused(&shape, "grid has more than p = 2 processes; their product must be p"));
    shape.grid[0] = 1;
    shape.grid[1] = 1;
    EXPECT(refused(&shape, "grid has 1 processes; their product must be p = 2"));
    shape.grid[1] = 2;
    shape.grid[2] = 1;
    EXPECT(refused(&shape, "grid[2] is 1, and there are 2 axes"));
    shape.batch = 1;
    shape.grid[0] = 2;
    shape.grid[1] = 1;
    EXPECT(refused(&shape, "grid[0] is 2 along a batch of one array"));
    shape = cube({16, 16});
    shape.grid_in[0] = 3;
    shape.grid_in[1] = 1;
    EXPECT(refused(&shape, "grid_in has more than p = 2 processes"));
    shape = cube({16, 16});
    shape.cut[0] = 5;
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()).find("5") != std::string::npos);
}

void refusals_of_arguments()
{
    bspfft_shape shape = cube({16, 16});
    std::complex<double> x[256];
    EXPECT(refused(&shape, "bspfft_plan_shape: in, but not out, is NULL", nullptr, x));
    bspfft_options options{};
    options.algorithm = 5;
    EXPECT(refused(&shape, "algorithm is 5; it must be 0 to 4", nullptr, nullptr, &options));
    options.algorithm = BSPFFT_ALGORITHM_TEXTBOOK;
    EXPECT(refused(&shape, "the textbook's algorithm has one axis", nullptr, nullptr, &options));
    options = {};
    options.cut = 4;
    EXPECT(refused(&shape, "cut of the options is 4; for a shape, set the shape's cut", nullptr, nullptr, &options));
    shape.keep_input = 1;
    EXPECT(refused(&shape, "keep_input is 1, and in and out are one array", x));
    EXPECT(bspfft_plan_shape(nullptr, &shape, nullptr, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()) == "bspfft_plan_shape: the address for the plan is NULL");
    EXPECT(bspfft_plan_create(nullptr, 16, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(bspfft_shape_span(nullptr, nullptr, &shape, nullptr) == BSPFFT_INVALID_ARGUMENT);
    int64_t span = 0;
    EXPECT(bspfft_shape_span(&span, nullptr, nullptr, nullptr) == BSPFFT_INVALID_ARGUMENT);
    EXPECT(std::string(bspfft_message()) == "the shape is NULL");
}

void refusals_of_a_plan()
{
    const bspfft_shape shape = cube({16, 16});
    bspfft_plan* plan = nullptr;
    EXPECT(bspfft_plan_shape(&plan, &shape, nullptr, nullptr, nullptr) == BSPFFT_OK);
    const auto says = [](int status, const std::string& words) {
        return status == BSPFFT_INVALID_ARGUMENT && std::string(bspfft_message()).find(words) != std::string::npos;
    };
    int64_t index[2] = {0, 16}, process = 0, place = 0;
    EXPECT(says(bspfft_input_index(plan, -1, index), "bspfft_input_index: place -1; process "));
    EXPECT(says(bspfft_output_index(plan, 128, index), "bspfft_output_index: place 128; process "));
    EXPECT(says(bspfft_input_index(plan, 0, nullptr), "bspfft_input_index: index is NULL"));
    EXPECT(says(bspfft_input_place(plan, index, &process, &place), "index[1] is 16; it must be 0 to 15"));
    EXPECT(says(bspfft_output_place(plan, nullptr, &process, &place), "bspfft_output_place: index is NULL"));
    EXPECT(says(bspfft_ledger(plan, -1, nullptr, 3, nullptr), "rows is NULL, for 3 supersteps"));
    EXPECT(says(bspfft_execute(plan, 2), "direction is 2; it must be 0 to 1"));
    EXPECT(says(bspfft_execute_on(plan, BSPFFT_FORWARD, nullptr, index), "bspfft_execute_on: in is NULL"));
    EXPECT(says(bspfft_execute_on(plan, BSPFFT_FORWARD, index, nullptr), "bspfft_execute_on: out is NULL"));
    bspfft_plan_destroy(plan);

    EXPECT(says(bspfft_execute(nullptr, BSPFFT_FORWARD), "bspfft_execute: the plan is NULL"));
    EXPECT(says(bspfft_execute_on(nullptr, BSPFFT_FORWARD, index, index), "bspfft_execute_on: the plan is NULL"));
    EXPECT(says(bspfft_account(nullptr, 1), "bspfft_account: the plan is NULL"));
    EXPECT(says(bspfft_ledger(nullptr, -1, nullptr, 0, nullptr), "bspfft_ledger: the plan is NULL"));
    EXPECT(says(bspfft_input_index(nullptr, 0, index), "bspfft_input_index: the plan is NULL"));
    EXPECT(says(bspfft_output_place(nullptr, index, nullptr, nullptr), "bspfft_output_place: the plan is NULL"));
    EXPECT(bspfft_input(nullptr) == nullptr);
    EXPECT(bspfft_output(nullptr) == nullptr);
    EXPECT(bspfft_input_places(nullptr) + bspfft_words(nullptr) + bspfft_bytes(nullptr) == 0);
    bspfft_plan_destroy(nullptr);
}

}  // namespace

TEST_CASE("what is not possible is refused, in a sentence")
{
    CHECK(on(2, refusals_of_shapes) == "");
    CHECK(on(2, refusals_of_lists) == "");
    CHECK(on(2, refusals_of_arguments) == "");
    CHECK(on(2, refusals_of_a_plan) == "");
}

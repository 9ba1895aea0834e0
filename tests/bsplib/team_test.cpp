// Teams: sections that stay, whose processes sleep between the pieces of work that they are given.
#include <doctest/doctest.h>

#include <bsplib_team.h>

#include <chrono>
#include <thread>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

/// What the work of a test needs; all processes are threads of this program.
struct Board {
    explicit Board(unsigned p) : numbers(p), sums(p), arrays(p, std::vector<unsigned>(p)) {}

    std::vector<unsigned> numbers;
    std::vector<unsigned> sums;
    std::vector<std::vector<unsigned>> arrays;
};

void say_number(void* argument)
{
    Board& board = *static_cast<Board*>(argument);
    board.numbers[bsp_pid()] += 1 + bsp_pid() + 100 * bsp_nprocs();
}

void register_array(void* argument)
{
    std::vector<unsigned>& mine = static_cast<Board*>(argument)->arrays[bsp_pid()];
    bsp_push_reg(mine.data(), mine.size() * sizeof(unsigned));
    bsp_sync();
}

void tell_all(void* argument)
{
    Board& board = *static_cast<Board*>(argument);
    std::vector<unsigned>& mine = board.arrays[bsp_pid()];
    const unsigned word = bsp_pid() + 1;
    for (unsigned t = 0; t < bsp_nprocs(); ++t)
        bsp_put(t, &word, mine.data(), bsp_pid() * sizeof word, sizeof word);
    bsp_sync();
    unsigned sum = 0;
    for (const unsigned number : mine) sum += number;
    board.sums[bsp_pid()] += sum;
}

void use_a_team_inside()
{
    const unsigned s = bsp_pid(), p = bsp_nprocs();
    bsplib_team* const team = bsplib_team_create(2);
    Board board(2);
    bsplib_team_run(team, say_number, &board);
    bsplib_team_destroy(team);
    EXPECT(board.numbers == std::vector<unsigned>{201, 202});
    EXPECT(bsp_pid() == s);
    EXPECT(bsp_nprocs() == p);
    bsp_sync();
}

}  // namespace

TEST_CASE("all processes do the work, as often as it is given, awake or asleep")
{
    for (unsigned p = 1; p <= 5; ++p) {
        CAPTURE(p);
        bsplib_team* const team = bsplib_team_create(p);
        REQUIRE(team);
        Board board(p);
        constexpr unsigned times = 200;
        for (unsigned i = 0; i < times; ++i) {
            if (i == times / 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
            bsplib_team_run(team, say_number, &board);
        }
        for (unsigned s = 0; s < p; ++s) CHECK(board.numbers[s] == times * (1 + s + 100 * p));
        bsplib_team_destroy(team);
    }
}

TEST_CASE("registrations stay from one piece of work to the next, whichever thread gives it")
{
    constexpr unsigned p = 3;
    bsplib_team* const team = bsplib_team_create(p);
    REQUIRE(team);
    Board board(p);
    bsplib_team_run(team, register_array, &board);
    bsplib_team_run(team, tell_all, &board);
    std::thread([&] { bsplib_team_run(team, tell_all, &board); }).join();
    CHECK(board.sums == std::vector<unsigned>(p, 2 * (1 + 2 + 3)));
    bsplib_team_destroy(team);
}

TEST_CASE("a process of a section may use a team, and is itself again afterwards")
{
    CHECK(on(2, use_a_team_inside) == "");
}

TEST_CASE("there is no team of none; and nothing is destroyed without one")
{
    CHECK(bsplib_team_create(0) == nullptr);
    bsplib_team_destroy(nullptr);
    CHECK(bsplib_cores() >= 1);
}

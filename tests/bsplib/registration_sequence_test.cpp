// Long sequences of registrations: what they mean, and what they take.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <random>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

// The plain definition: a sequence of rows, searched from its end.
struct Drawn {
    int cell;           // which of its own cells the process registered; -1: NULL
    std::size_t units;  // of how many units it was
};
using DrawnRow = std::vector<Drawn>;  // of all processes

struct PlainRows {
    std::vector<DrawnRow> rows;

    const DrawnRow* newest(unsigned s, int cell) const
    {
        const auto found =
            std::find_if(rows.rbegin(), rows.rend(), [&](const DrawnRow& row) { return row[s].cell == cell; });
        return found == rows.rend() ? nullptr : &*found;
    }

    static bool is_null(const DrawnRow& row)
    {
        return std::all_of(row.begin(), row.end(), [](const Drawn& r) { return r.cell < 0; });
    }

    // Whether a pop of its addresses means this row, on all processes.
    bool can_be_popped(const DrawnRow& row) const
    {
        if (is_null(row)) return &*std::find_if(rows.rbegin(), rows.rend(), is_null) == &row;
        for (unsigned q = 0; q < row.size(); ++q)
            if (row[q].cell >= 0 && newest(q, row[q].cell) != &row) return false;
        return true;
    }
};

// All processes draw the same random numbers, so that each knows what the others do. A unit of a cell has a number for
// every cell of every process.
class RandomRegistrations {
public:
    explicit RandomRegistrations(unsigned seed) : random_(seed) {}

    void superstep(int number)
    {
        for (unsigned changes = below(8); changes > 0; --changes) below(2) == 0 ? push() : pop();
        bsp_sync();
        const std::vector<std::vector<int>> expected = put_everywhere(number);
        bsp_sync();
        EXPECT(cells_ == expected);
    }

private:
    static constexpr int cells = 5;
    static constexpr std::size_t most_units = 3;

    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    void* address(const Drawn& mine)
    {
        return mine.cell < 0 ? nullptr : cells_[static_cast<std::size_t>(mine.cell)].data();
    }

    Drawn draw()
    {
        if (below(3) == 0) return {-1, 0};
        const auto cell = static_cast<int>(below(cells));
        return {cell, 1 + below(most_units)};
    }

    void push()
    {
        DrawnRow row(bsp_nprocs());
        const bool null_everywhere = below(4) == 0;
        for (Drawn& one : row) one = null_everywhere ? Drawn{-1, 0} : draw();
        const Drawn& mine = row[bsp_pid()];
        bsp_push_reg(address(mine), mine.units * unit_ * sizeof(int));
        plain_.rows.push_back(row);
    }

    // Any row that can be popped, not only the last.
    void pop()
    {
        if (plain_.rows.empty()) return;
        const auto count = static_cast<unsigned>(plain_.rows.size());
        std::size_t row = below(count);
        while (!plain_.can_be_popped(plain_.rows[row])) row = (row + 1) % count;
        bsp_pop_reg(address(plain_.rows[row][bsp_pid()]));
        plain_.rows.erase(plain_.rows.begin() + static_cast<std::ptrdiff_t>(row));
    }

    // Every process puts the number, by every cell of its own that is registered, into every process's block, at its
    // end. Returns what this process must then have.
    std::vector<std::vector<int>> put_everywhere(int number)
    {
        std::vector<std::vector<int>> expected = cells_;
        for (unsigned s = 0; s < bsp_nprocs(); ++s) {
            for (int cell = 0; cell < cells; ++cell) {
                const DrawnRow* const row = plain_.newest(s, cell);
                if (!row) continue;
                const std::size_t place = s * cells + static_cast<std::size_t>(cell);
                const auto index = [&](const Drawn& r) { return (r.units - 1) * unit_ + place; };
                for (unsigned t = 0; t < bsp_nprocs() && s == bsp_pid(); ++t) {
                    const Drawn& theirs = (*row)[t];
                    void* const mine = address({cell, 0});
                    if (theirs.cell >= 0) bsp_put(t, &number, mine, index(theirs) * sizeof(int), sizeof(int));
                }
                const Drawn& here = (*row)[bsp_pid()];
                if (here.cell >= 0) expected[static_cast<std::size_t>(here.cell)][index(here)] = number;
            }
        }
        return expected;
    }

    std::mt19937 random_;
    PlainRows plain_;
    const std::size_t unit_ = cells * bsp_nprocs();
    std::vector<std::vector<int>> cells_{cells, std::vector<int>(most_units * unit_, -1)};
};

void random_pushes_and_pops_follow_the_plain_definition()
{
    RandomRegistrations registrations(bsp_nprocs());
    for (int number = 0; number < 100; ++number) registrations.superstep(number);
}

constexpr std::size_t very_many = 100'000;

enum class Addresses { all_different, all_equal, half_of_them_null };

// The processor's time: on a busy machine a process waits for its turn. MPI waits for other processes by asking again
// and again, which takes the processor's time too.
double seconds_to_push_and_pop(Addresses addresses, bool reverse, bool sync_between)
{
    static thread_local std::vector<char> memory(very_many);
    const auto address = [&](std::size_t i) -> char* {
        if (addresses == Addresses::half_of_them_null && i % 2 == 0) return nullptr;
        return addresses == Addresses::all_equal ? memory.data() : &memory[i];
    };
    bsp_sync();
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < very_many; ++i) bsp_push_reg(address(i), address(i) ? 1 : 0);
    if (sync_between) bsp_sync();
    for (std::size_t i = 0; i < very_many; ++i) bsp_pop_reg(address(reverse ? very_many - 1 - i : i));
    bsp_sync();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Some hundredths of a second if each takes constant time; with a search for each pop it was a minute.
constexpr double patience_seconds = 4.0 * SLOWNESS;

void very_many_registrations_take_time_in_proportion()
{
    for (const Addresses addresses : {Addresses::all_different, Addresses::all_equal, Addresses::half_of_them_null}) {
        for (const bool reverse : {false, true}) {
            for (const bool sync_between : {false, true}) {
                double least = patience_seconds;
                for (int i = 0; i < 3; ++i)
                    least = std::min(least, seconds_to_push_and_pop(addresses, reverse, sync_between));
                EXPECT(least < patience_seconds);
            }
        }
    }
}

}  // namespace

// Other BSPlibs keep one registration of an address in a superstep, or have those of other cases.
TEST_CASE("random pushes and pops follow the plain definition" * doctest::skip(!embedded))
{
    CHECK_ON_ALL_P(random_pushes_and_pops_follow_the_plain_definition);
}
TEST_CASE("very many registrations take time in proportion" * doctest::skip(!embedded))
{
    CHECK(on(std::min(2U, most_processes()), very_many_registrations_take_time_in_proportion) == "");
}

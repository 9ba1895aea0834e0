// Registrations are a sequence that takes effect at the next sync.
#include <doctest/doctest.h>

#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

void put_into(void* address, int value, std::size_t index = 0)
{
    bsp_put(right(), &value, address, index * sizeof(int), sizeof(int));
}

void sizes_may_differ_between_processes()
{
    std::vector<int> x(bsp_pid() + 1, -1);
    bsp_push_reg(x.data(), x.size() * sizeof(int));
    bsp_sync();
    put_into(x.data(), 5, right());  // the last element of a block that only its owner has in this size
    bsp_sync();
    EXPECT(x.back() == 5);
}

void the_newest_registration_of_an_address_wins()
{
    std::vector<int> x(2, -1), y(2, -1), z(2, -1);
    // x is registered together with itself, then, on odd processes, with another block.
    int* const second = bsp_pid() % 2 == 0 ? x.data() : y.data();
    bsp_push_reg(x.data(), sizeof(int));
    bsp_push_reg(second, 2 * sizeof(int));
    bsp_sync();
    put_into(second, 6, 1);
    bsp_sync();
    EXPECT(second[1] == 6);
    bsp_pop_reg(second);
    bsp_sync();
    put_into(x.data(), 7);
    bsp_sync();
    EXPECT(x[0] == 7);
}

void an_older_size_counts_until_the_sync()
{
    std::vector<int> x(2, -1);
    bsp_push_reg(x.data(), sizeof(int));
    bsp_sync();
    bsp_push_reg(x.data(), 2 * sizeof(int));
    put_into(x.data(), 3, 0);
    bsp_sync();
    put_into(x.data(), 4, 1);
    bsp_sync();
    EXPECT(x[0] == 3);
    EXPECT(x[1] == 4);
}

void a_pop_takes_effect_at_the_sync()
{
    int x = -1;
    bsp_push_reg(&x, sizeof x);
    bsp_sync();
    bsp_pop_reg(&x);
    put_into(&x, 9);
    bsp_sync();
    EXPECT(x == 9);
}

void pops_need_not_be_nested()
{
    int x = -1, y = -1, z = -1;
    bsp_push_reg(&x, sizeof x);
    bsp_push_reg(&y, sizeof y);
    bsp_push_reg(&z, sizeof z);
    bsp_sync();
    bsp_pop_reg(&x);
    bsp_pop_reg(&y);
    bsp_sync();
    put_into(&z, 2);
    bsp_sync();
    EXPECT(z == 2);
}

void push_and_pop_in_one_superstep_are_one_sequence()
{
    int x = -1;
    bsp_push_reg(&x, sizeof x);
    bsp_push_reg(&x, 0);
    bsp_pop_reg(&x);  // removes the second
    bsp_sync();
    put_into(&x, 1);
    bsp_sync();
    EXPECT(x == 1);
    bsp_pop_reg(&x);
    bsp_push_reg(&x, sizeof x);  // a pop, then a push of the same address, as after free and malloc
    bsp_sync();
    put_into(&x, 2);
    bsp_sync();
    EXPECT(x == 2);
}

void null_is_for_processes_that_take_no_part()
{
    int x = -1;
    const bool part = bsp_pid() == 0;
    bsp_push_reg(part ? &x : nullptr, part ? sizeof x : 0);
    bsp_push_reg(nullptr, 0);
    bsp_sync();
    const int value = 3;
    if (part) bsp_put(0, &value, &x, 0, sizeof x);
    bsp_sync();
    EXPECT(x == (part ? 3 : -1));
    bsp_pop_reg(part ? &x : nullptr);  // the older one: process 0 determines which
    bsp_pop_reg(nullptr);
    bsp_sync();
}

void a_process_without_data_may_name_the_others_block()
{
    std::vector<int> all(bsp_pid() == 0 ? bsp_nprocs() : 0);
    int handle = 0;  // its address identifies the registration where there is no block
    void* const base = bsp_pid() == 0 ? static_cast<void*>(all.data()) : &handle;
    bsp_push_reg(base, all.size() * sizeof(int));
    bsp_sync();
    const int value = static_cast<int>(bsp_pid());
    bsp_put(0, &value, base, bsp_pid() * sizeof(int), sizeof(int));
    bsp_sync();
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT(all[i] == static_cast<int>(i));
}

void many_registrations_come_and_go()
{
    std::vector<std::vector<int>> blocks(100, std::vector<int>(1, -1));
    for (auto& block : blocks) bsp_push_reg(block.data(), sizeof(int));
    bsp_sync();
    for (std::size_t i = 0; i < blocks.size(); ++i) put_into(blocks[i].data(), static_cast<int>(i));
    bsp_sync();
    for (std::size_t i = 0; i < blocks.size(); ++i) EXPECT(blocks[i][0] == static_cast<int>(i));
    for (std::size_t i = 0; i < blocks.size(); i += 2) bsp_pop_reg(blocks[i].data());
    bsp_sync();
    for (std::size_t i = 1; i < blocks.size(); i += 2) put_into(blocks[i].data(), -static_cast<int>(i));
    bsp_sync();
    for (std::size_t i = 1; i < blocks.size(); i += 2) EXPECT(blocks[i][0] == -static_cast<int>(i));
}

}  // namespace

TEST_CASE("sizes may differ between processes") { CHECK_ON_ALL_P(sizes_may_differ_between_processes); }
// MulticoreBSP keeps one registration of an address in a superstep; on BSPonMPI other cases of the same section
// have left registrations.
TEST_CASE("the newest registration of an address wins" * doctest::skip(!embedded))
{
    CHECK_ON_ALL_P(the_newest_registration_of_an_address_wins);
}
// BSPonMPI takes the older registration of an address.
TEST_CASE("an older size counts until the sync" * doctest::skip(runtime == "bsponmpi"))
{ CHECK_ON_ALL_P(an_older_size_counts_until_the_sync); }
TEST_CASE("a pop takes effect at the sync") { CHECK_ON_ALL_P(a_pop_takes_effect_at_the_sync); }
TEST_CASE("pops need not be nested") { CHECK_ON_ALL_P(pops_need_not_be_nested); }
// As above: both other BSPlibs keep one registration of an address in a superstep, or have those of other
// cases.
TEST_CASE("push and pop in one superstep are one sequence" * doctest::skip(!embedded))
{
    CHECK_ON_ALL_P(push_and_pop_in_one_superstep_are_one_sequence);
}
TEST_CASE("NULL is for processes that take no part" * doctest::skip(on_lpf))
{
    CHECK_ON_ALL_P(null_is_for_processes_that_take_no_part);
}
TEST_CASE("a process without data may name the others' block")
{
    CHECK_ON_ALL_P(a_process_without_data_may_name_the_others_block);
}
TEST_CASE("many registrations come and go") { CHECK_ON_ALL_P(many_registrations_come_and_go); }

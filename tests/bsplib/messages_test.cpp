// Bulk-synchronous message passing: tags, queues, lifetimes.
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "tests/bsplib/spmd.hpp"

namespace {

constexpr auto empty = static_cast<bsp_size_t>(-1);

unsigned messages()
{
    unsigned count = 0;
    bsp_size_t bytes = 0;
    bsp_qsize(&count, &bytes);
    return count;
}

bsp_size_t set_tag_size(bsp_size_t bytes)
{
    bsp_set_tagsize(&bytes);
    return bytes;
}

void a_message_is_in_the_queue_of_the_next_superstep_only()
{
    const int payload = static_cast<int>(bsp_pid());
    bsp_send(right(), nullptr, &payload, sizeof payload);
    EXPECT(messages() == 0);
    bsp_sync();
    unsigned count = 0;
    bsp_size_t bytes = 0;
    bsp_qsize(&count, &bytes);
    EXPECT(count == 1);
    EXPECT(bytes == sizeof payload);
    bsp_sync();  // the queue is not read: its messages are lost
    EXPECT(messages() == 0);
}

void a_message_carries_what_it_was_given_at_the_call()
{
    set_tag_size(sizeof(int));
    bsp_sync();
    int tag = 10 + static_cast<int>(bsp_pid());
    int payload = 20 + static_cast<int>(bsp_pid());
    bsp_send(right(), &tag, &payload, sizeof payload);
    tag = payload = -1;
    bsp_sync();
    bsp_size_t status = 0;
    bsp_get_tag(&status, &tag);
    EXPECT(status == sizeof payload);
    EXPECT(tag == 10 + static_cast<int>(left()));
    bsp_move(&payload, sizeof payload);
    EXPECT(payload == 20 + static_cast<int>(left()));
    bsp_get_tag(&status, &tag);
    EXPECT(status == empty);
}

void every_message_of_a_total_exchange_arrives_once()
{
    set_tag_size(sizeof(unsigned));
    bsp_sync();
    const unsigned me = bsp_pid();
    for (unsigned t = 0; t < bsp_nprocs(); ++t) {
        for (unsigned i = 0; i <= t; ++i) {
            const std::string text =
                std::to_string(me) + " to " + std::to_string(t) + " number " + std::to_string(i);
            bsp_send(t, &me, text.data(), text.size());
        }
    }
    bsp_sync();
    EXPECT(messages() == bsp_nprocs() * (me + 1));
    std::set<std::string> got;
    for (unsigned left_over = messages(); left_over > 0; --left_over) {
        EXPECT(messages() == left_over);
        bsp_size_t status = 0;
        unsigned from = 0;
        bsp_get_tag(&status, &from);
        std::string text(status, ' ');
        bsp_move(text.data(), status);
        EXPECT(text.starts_with(std::to_string(from) + " to " + std::to_string(me)));
        got.insert(text);
    }
    EXPECT(got.size() == static_cast<std::size_t>(bsp_nprocs()) * (me + 1));
}

void move_truncates_to_what_it_may_write()
{
    const char text[] = "abcdef";
    bsp_send(right(), nullptr, text, 6);
    bsp_sync();
    char got[8] = "-------";
    bsp_move(got, 3);
    EXPECT(std::string(got) == "abc----");
    EXPECT(messages() == 0);
}

void hpmove_points_into_the_queue()
{
    set_tag_size(3);
    bsp_sync();
    const double payload[2] = {1.5, 2.5};
    bsp_send(right(), "abc", payload, sizeof payload);
    bsp_hpsend(right(), "def", payload, 0);
    bsp_sync();
    void* tag = nullptr;
    void* data = nullptr;
    EXPECT(bsp_hpmove(&tag, &data) == sizeof payload);
    EXPECT(std::memcmp(tag, "abc", 3) == 0);
    if (embedded) EXPECT(reinterpret_cast<std::uintptr_t>(data) % alignof(double) == 0);
    EXPECT(std::memcmp(data, payload, sizeof payload) == 0);
    void* second_tag = nullptr;
    EXPECT(bsp_hpmove(&second_tag, &data) == 0);
    EXPECT(std::memcmp(second_tag, "def", 3) == 0);
    EXPECT(std::memcmp(tag, "abc", 3) == 0);  // still there
    EXPECT(bsp_hpmove(&tag, &data) == empty);
}

void a_tag_size_counts_from_the_next_superstep_and_messages_keep_theirs()
{
    EXPECT(set_tag_size(4) == 0);
    EXPECT(set_tag_size(8) == 4);        // returns what was set before, in force or not
    bsp_send(right(), nullptr, "x", 1);  // still without a tag
    bsp_sync();
    const std::uint64_t tag = 77;
    EXPECT(set_tag_size(0) == 8);
    bsp_send(right(), &tag, "y", 1);
    bsp_size_t status = 0;
    std::uint64_t got = 0;
    bsp_get_tag(&status, embedded ? nullptr : &got);  // of a message that was sent without a tag
    EXPECT(status == 1);
    bsp_sync();
    bsp_get_tag(&status, &got);
    EXPECT(got == 77);
    EXPECT(status == 1);
}

void an_empty_payload_is_a_message()
{
    bsp_send(right(), nullptr, nullptr, 0);
    bsp_sync();
    bsp_size_t status = empty;
    char none = 0;
    bsp_get_tag(&status, &none);
    EXPECT(status == 0);
    EXPECT(messages() == 1);
    bsp_move(&none, 0);
    EXPECT(messages() == 0);
}

}  // namespace

// BSPonMPI counts messages of the last superstep.
TEST_CASE("a message is in the queue of the next superstep only" * doctest::skip(runtime == "bsponmpi"))
{
    CHECK_ON_ALL_P(a_message_is_in_the_queue_of_the_next_superstep_only);
}
TEST_CASE("a message carries what it was given at the call")
{
    CHECK_ON_ALL_P(a_message_carries_what_it_was_given_at_the_call);
}
TEST_CASE("every message of a total exchange arrives once" * doctest::skip(on_lpf))
{
    CHECK_ON_ALL_P(every_message_of_a_total_exchange_arrives_once);
}
TEST_CASE("move truncates to what it may write") { CHECK_ON_ALL_P(move_truncates_to_what_it_may_write); }
// BSPonMPI delivers in another order.
TEST_CASE("hpmove points into the queue" * doctest::skip(runtime == "bsponmpi" || on_lpf))
{ CHECK_ON_ALL_P(hpmove_points_into_the_queue); }
// MulticoreBSP changes the tag size of the superstep that has begun.
TEST_CASE("a tag size counts from the next superstep, and messages keep theirs" *
          doctest::skip(runtime == "mcbsp" || on_lpf))
{
    CHECK_ON_ALL_P(a_tag_size_counts_from_the_next_superstep_and_messages_keep_theirs);
}
TEST_CASE("an empty payload is a message") { CHECK_ON_ALL_P(an_empty_payload_is_a_message); }

#include <cstdint>

#include "misuse.hpp"

namespace {

int x[4];
constexpr auto minus_one = static_cast<bsp_size_t>(-1);
constexpr bsp_size_t more_than_memory = SIZE_MAX / 8;

void set_tag_size(bsp_size_t bytes) { bsp_set_tagsize(&bytes); }

// A block that is not there, but registered as one.
int* registered_beyond_memory()
{
    bsp_push_reg(x, more_than_memory);
    bsp_sync();
    return x;
}

int* registered()
{
    // Threads share globals; the registration of one address by all is legal, if unusual.
    bsp_push_reg(x, sizeof x);
    bsp_sync();
    return x;
}

const Misuses calls{
    {"put out of range",
     [] {
         if (is_last())
             bsp_put(0, x, registered(), 8, 12);
         else {
             registered();
             wait_for_others();
         }
     }},
    {"put with an offset that overflows",
     [] { bsp_put(0, x, registered(), static_cast<std::size_t>(-4), 8); }},
    {"get out of range",
     [] {
         int y[8];
         bsp_get(0, registered(), 0, y, sizeof y);
     }},
    {"hpput out of range", [] { bsp_hpput(0, x, registered(), 16, 1); }},
    {"hpget out of range",
     [] {
         int y;
         bsp_hpget(0, registered(), 16, &y, 1);
     }},
    {"direct get out of range",
     [] {
         int y;
         bsp_direct_get(0, registered(), 16, &y, 1);
     }},
    {"put to an unregistered address",
     [] {
         int y = 0;
         bsp_put(0, &y, &y, 0, sizeof y);
     }},
    {"put inside a registered block",
     [] {
         registered();
         bsp_put(0, x, x + 1, 0, sizeof(int));
     }},
    {"get from an unregistered address",
     [] {
         int y = 0;
         bsp_get(0, &y, 0, &y, sizeof y);
     }},
    {"put to a just registered address",
     [] {
         int y = 0;
         bsp_push_reg(&y, sizeof y);
         bsp_put(0, &y, &y, 0, sizeof y);
     }},
    {"put to a popped address",
     [] {
         registered();
         bsp_pop_reg(x);
         bsp_sync();
         bsp_put(0, x, x, 0, 4);
     }},
    {"put to a process that registered nothing",
     [] {
         bsp_push_reg(bsp_pid() == 0 ? nullptr : x, bsp_pid() == 0 ? 0 : sizeof x);
         bsp_sync();
         if (is_last()) bsp_put(0, x, x, 0, 4);
         wait_for_others();
     }},
    {"put to a wrong process", [] { bsp_put(bsp_nprocs(), x, registered(), 0, 4); }},
    {"get from a wrong process", [] { bsp_get(12345, registered(), 0, x, 4); }},
    {"send to a wrong process", [] { bsp_send(bsp_nprocs(), nullptr, x, 4); }},
    {"put from NULL", [] { bsp_put(0, nullptr, registered(), 0, 4); }},
    {"put to NULL", [] { bsp_put(0, x, nullptr, 0, 4); }},
    {"get into NULL", [] { bsp_get(0, registered(), 0, nullptr, 4); }},
    {"send of NULL", [] { bsp_send(0, nullptr, nullptr, 4); }},
    {"send of a negative size", [] { bsp_send(0, nullptr, x, minus_one); }},
    {"hpsend of a negative size", [] { bsp_hpsend(0, nullptr, x, minus_one - 15); }},
    {"send without memory", [] { bsp_send(0, nullptr, x, more_than_memory); }},
    {"send of a tag without memory",
     [] {
         set_tag_size(more_than_memory);
         bsp_sync();
         bsp_send(0, x, nullptr, 0);
     }},
    {"put without memory", [] { bsp_put(0, x, registered_beyond_memory(), 0, more_than_memory); }},
    {"get without memory",
     [] {
         bsp_get(0, registered_beyond_memory(), 0, x, more_than_memory);
         bsp_sync();
     }},
    {"send without a tag",
     [] {
         set_tag_size(4);
         bsp_sync();
         bsp_send(0, nullptr, x, 4);
     }},
    {"tag size from NULL", [] { bsp_set_tagsize(nullptr); }},
    {"negative tag size", [] { set_tag_size(minus_one); }},
    {"queue size into NULL", [] { bsp_qsize(nullptr, nullptr); }},
    {"tag into NULL", [] { bsp_get_tag(nullptr, nullptr); }},
    {"move from an empty queue", [] { bsp_move(x, 4); }},
    {"hpmove into NULL",
     [] {
         void* tag;
         bsp_hpmove(&tag, nullptr);
     }},
    {"push of NULL with a size", [] { bsp_push_reg(nullptr, 4); }},
    {"push of a negative size", [] { bsp_push_reg(x, minus_one); }},
    {"pop without a push", [] { bsp_pop_reg(x); }},
    {"pop twice",
     [] {
         registered();
         bsp_pop_reg(x);
         bsp_pop_reg(x);
     }},
    {"pop once more than pushed",
     [] {
         for (int i = 0; i < 2; ++i) registered();
         bsp_pop_reg(x);
         bsp_sync();
         bsp_push_reg(x, sizeof x);
         for (int i = 0; i < 3; ++i) bsp_pop_reg(x);
     }},
    {"put beyond the newest registration",
     [] {
         registered();
         bsp_push_reg(x, 4);
         bsp_sync();
         bsp_put(0, x, x, 4, 4);
     }},
    {"pop of NULL without a push",
     [] {
         bsp_pop_reg(nullptr);
         bsp_sync();
     }},
    {"push on one process only",
     [] {
         if (is_last()) bsp_push_reg(x, 4);
         bsp_sync();
     }},
    {"pop on one process only",
     [] {
         registered();
         if (is_last()) bsp_pop_reg(x);
         bsp_sync();
     }},
    {"push here and pop there",
     [] {
         registered();
         is_last() ? bsp_pop_reg(x) : bsp_push_reg(x, 4);
         bsp_sync();
     }},
    {"pops of different registrations",
     [] {
         int y = 0;
         registered();
         bsp_push_reg(&y, sizeof y);
         bsp_sync();
         bsp_pop_reg(is_last() ? &y : x);
         bsp_sync();
     }},
    {"pop of NULL where a block was registered",
     [] {
         registered();
         bsp_pop_reg(is_last() ? nullptr : x);
         bsp_sync();
     }},
    {"different tag sizes",
     [] {
         set_tag_size(is_last() ? 8 : 4);
         bsp_sync();
     }},
    {"tag size on one process only",
     [] {
         if (is_last()) set_tag_size(8);
         bsp_sync();
     }},
    {"tag size in force, on one process only",
     [] {
         set_tag_size(8);
         bsp_sync();
         if (is_last()) set_tag_size(8);
         bsp_sync();
     }},
    {"tag size in force, on all processes but one",
     [] {
         if (!is_last()) set_tag_size(0);
         bsp_sync();
     }},
    {"end while others sync",
     [] {
         if (!is_last()) wait_for_others();
     }},
    {"sync while others end",
     [] {
         if (is_last()) wait_for_others();
     }},
};

}  // namespace

const Misuses& misuses_of_calls() { return calls; }

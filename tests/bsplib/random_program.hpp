// A random legal BSPlib program, made from a seed, beside the model of what it should do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <sched.h>

#include "tests/bsplib/random_messages.hpp"

namespace model {

/// Every process makes the calls of all processes in its model, and its own ones really.
class RandomProgram : RandomMessages {
public:
    explicit RandomProgram(std::uint64_t seed) : RandomMessages(seed) {}

    void run()
    {
        for (std::size_t supersteps = 1 + below(10); supersteps > 0; --supersteps) superstep();
        check_memory();
    }

private:
    // Memory may be read only in a superstep in which nobody writes to it at any time.
    void superstep()
    {
        hpputs_ = one_in(2);
        if (!hpputs_) check_memory();
        change_registrations();
        if (one_in(4)) set_tag_size();
        for (unsigned s = 0; s < model_.p(); ++s) {
            for (std::size_t calls = below(12); calls > 0; --calls) call(s);
            if (one_in(8) && here(s)) ::sched_yield();
        }
        bsp_sync();
        model_.sync();
        ++superstep_;
        check_queue_size(bsp_pid());
    }

    // There are few addresses, so that rows meet, also inside other blocks.
    Registered draw_registered()
    {
        if (one_in(5)) return {};
        const Place base{below(mine_.size()), 0};
        const std::size_t start = size_of(base.array) > 40 && one_in(3) ? 24 : 0;
        const std::size_t room = size_of(base.array) - start;
        return {false, base + start, one_in(3) ? below(room + 1) : room};
    }

    void change_registrations()
    {
        for (std::size_t changes = superstep_ == 0 ? 4 + below(6) : below(4); changes > 0; --changes) {
            if (model_.rows().empty() || below(3) > 0) {
                push();
            } else {
                pop();
            }
        }
    }

    void push()
    {
        Row row(model_.p());
        const bool alike = one_in(2);
        const Registered one = draw_registered();
        for (Registered& mine : row) mine = alike ? one : draw_registered();
        model_.push(row);
        const Registered& mine = row[bsp_pid()];
        bsp_push_reg(mine.null ? nullptr : address(mine.base), mine.bytes);
    }

    void pop()
    {
        std::size_t row = below(model_.rows().size());
        while (!model_.can_be_popped(model_.rows()[row])) row = (row + 1) % model_.rows().size();
        const Registered mine = model_.rows()[row][bsp_pid()];
        model_.pop(row);
        bsp_pop_reg(mine.null ? nullptr : address(mine.base));
    }

    void call(unsigned s)
    {
        switch (below(8)) {
        case 0: return write(s);
        case 1: return send(s);
        case 2: return receive(s);
        case 3: return nothing(s);
        default: return communicate(s);
        }
    }

    void write(unsigned s)
    {
        const std::size_t array = below(mine_.size());
        const Place at{array, below(size_of(array))};
        const Bytes content = draw_bytes(1 + below(std::min<std::size_t>(100, size_of(array) - at.offset)));
        if (!model_.use(s, at, content.size(), Use::written_at_once)) return;
        model_.write(s, at, content);
        if (here(s)) std::copy(content.begin(), content.end(), address(at));
    }

    // Communication of 0 bytes needs no registration.
    void nothing(unsigned s)
    {
        const auto t = static_cast<unsigned>(below(model_.p()));
        if (!here(s)) return;
        bsp_put(t, nullptr, nullptr, 3, 0);
        bsp_hpput(t, nullptr, nullptr, 3, 0);
        bsp_get(t, nullptr, 3, nullptr, 0);
        bsp_hpget(t, nullptr, 3, nullptr, 0);
    }

    // One process's memory and another's.
    struct Both {
        Place mine;
        unsigned t;
        Place base;  ///< as this process names it
        std::size_t offset;
        Place theirs;
        std::size_t bytes;
    };

    bool draw(unsigned s, Both& both)
    {
        const std::size_t array = below(mine_.size());
        both.base = {array, size_of(array) > 40 && one_in(3) ? 24U : 0U};
        both.t = static_cast<unsigned>(below(model_.p()));
        const Row* const row = model_.usable(s, both.base);
        if (!row || (*row)[both.t].bytes == 0) return false;
        const Registered& there = (*row)[both.t];
        both.offset = below(there.bytes);
        const std::size_t local = below(mine_.size());
        both.mine = {local, below(size_of(local))};
        const std::size_t most = std::min(there.bytes - both.offset, size_of(local) - both.mine.offset);
        both.bytes = one_in(3) ? std::min<std::size_t>(8, most) : one_in(3) ? most : 1 + below(most);
        both.theirs = there.base + both.offset;
        return true;
    }

    void communicate(unsigned s)
    {
        Both both;
        for (int tries = 4; !draw(s, both);)
            if (--tries == 0) return;
        switch (below(5)) {
        case 0: return put(s, both);
        case 1: return get(s, both);
        case 2: return hpputs_ ? hpput(s, both) : put(s, both);
        case 3: return hpget(s, both);
        default: return get_directly(s, both);
        }
    }

    void put(unsigned s, const Both& b)
    {
        if (!model_.use(s, b.mine, Use::read, b.t, b.theirs, Use::put_at_the_sync, b.bytes)) return;
        model_.put(s, b.mine, b.t, b.theirs, b.bytes);
        if (here(s)) bsp_put(b.t, address(b.mine), address(b.base), b.offset, b.bytes);
    }

    void get(unsigned s, const Both& b)
    {
        if (!model_.use(s, b.mine, Use::got_at_the_sync, b.t, b.theirs, Use::read, b.bytes)) return;
        model_.get(s, b.mine, b.t, b.theirs, b.bytes);
        if (here(s)) bsp_get(b.t, address(b.base), b.offset, address(b.mine), b.bytes);
    }

    // In one piece, or in two that could be joined.
    void hpput(unsigned s, const Both& b)
    {
        const std::size_t first = one_in(3) ? below(b.bytes + 1) : b.bytes;
        if (!model_.use(s, b.mine, Use::read_at_any_time, b.t, b.theirs, Use::written_at_any_time, b.bytes)) return;
        model_.move(s, b.mine, b.t, b.theirs, b.bytes);
        if (!here(s)) return;
        bsp_hpput(b.t, address(b.mine), address(b.base), b.offset, first);
        bsp_hpput(b.t, address(b.mine + first), address(b.base), b.offset + first, b.bytes - first);
    }

    void hpget(unsigned s, const Both& b)
    {
        if (!model_.use(s, b.mine, Use::written_at_any_time, b.t, b.theirs, Use::read_at_any_time, b.bytes)) return;
        model_.move(b.t, b.theirs, s, b.mine, b.bytes);
        if (here(s)) bsp_hpget(b.t, address(b.base), b.offset, address(b.mine), b.bytes);
    }

    // Nobody changes the source in this superstep, so the moment does not matter.
    void get_directly(unsigned s, const Both& b)
    {
        if (!model_.use(s, b.mine, Use::written_at_once, b.t, b.theirs, Use::read_at_any_time, b.bytes)) return;
        model_.move_now(s, b.mine, b.t, b.theirs, b.bytes);
        if (here(s)) bsp_direct_get(b.t, address(b.base), b.offset, address(b.mine), b.bytes);
    }

    bool hpputs_ = false;  ///< in this superstep
};

}  // namespace model

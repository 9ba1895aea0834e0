// A random legal BSPlib program, made from a seed, beside the model of what it should do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <sched.h>

#include "tests/bsplib/sequential_model.hpp"
#include "tests/bsplib/spmd.hpp"

namespace model {

/// Every process makes the calls of all processes in its model, and its own ones really.
class RandomProgram {
public:
    explicit RandomProgram(std::uint64_t seed)
        : seed_(seed),
          random_(seed),
          model_(static_cast<unsigned>(bsp_nprocs()), draw_sizes()),
          mine_(model_.memory(bsp_pid()))
    {
        for (unsigned s = 0; s < model_.p(); ++s) {
            for (std::size_t array = 0; array < mine_.size(); ++array) model_.write(s, {array, 0}, start_of(s, array));
        }
        mine_ = model_.memory(bsp_pid());
    }

    void run()
    {
        for (std::size_t supersteps = 1 + below(10); supersteps > 0; --supersteps) superstep();
        check_memory();
    }

private:
    using Generator = std::mt19937_64;

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }

    // Long ones go other ways than short ones.
    std::vector<std::size_t> draw_sizes()
    {
        std::vector<std::size_t> sizes{8, 64, 200, 200, 600};
        if (one_in(8)) sizes.insert(sizes.end(), {9000, 300000});
        return sizes;
    }

    Bytes draw_bytes(std::size_t size)
    {
        Bytes bytes(size);
        for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random_());
        return bytes;
    }

    // Different everywhere, so that no move goes unseen.
    Bytes start_of(unsigned s, std::size_t array) const
    {
        Bytes bytes(size_of(array));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<unsigned char>(i * 131 + i / 251 + s * 17 + array * 29);
        return bytes;
    }

    bool here(unsigned s) const { return s == bsp_pid(); }
    unsigned char* address(Place at) { return mine_[at.array].data() + at.offset; }
    std::size_t size_of(std::size_t array) const { return mine_[array].size(); }

    void check(bool right, const char* what)
    {
        if (right || complained_) return;
        complained_ = true;
        complain(__FILE__, __LINE__,
                 ("seed " + std::to_string(seed_) + ", superstep " + std::to_string(superstep_) + ": " + what).c_str());
    }

    void check_memory() { check(mine_ == model_.memory(bsp_pid()), "the memory is as it should be"); }

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

    // Of a few addresses, so that rows meet: also inside other blocks.
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

    void set_tag_size()
    {
        const std::size_t bytes = one_in(2) ? 0 : below(40);
        bsp_size_t size = bytes;
        bsp_set_tagsize(&size);
        check(size == model_.set_tag_size(bytes), "bsp_set_tagsize returns the size before");
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

    void send(unsigned s)
    {
        const auto t = static_cast<unsigned>(below(model_.p()));
        const std::size_t longest = one_in(30) ? 30000 : 60;
        const Message message{draw_bytes(model_.tag_size()), draw_bytes(one_in(4) ? 0 : below(longest))};
        model_.send(t, message);
        if (!here(s)) return;
        const auto send = one_in_of_this() ? bsp_send : bsp_hpsend;
        send(t, message.tag.data(), message.payload.data(), message.payload.size());
    }

    // A choice that the other processes need not know.
    bool one_in_of_this() { return ++own_choices_ % 2 == 0; }

    void check_queue_size(unsigned s)
    {
        const std::vector<Message>& queue = model_.queue(s);
        std::size_t sum = 0;
        for (const Message& message : queue) sum += message.payload.size();
        unsigned messages = 0;
        bsp_size_t bytes = 0;
        bsp_qsize(&messages, &bytes);
        check(messages == queue.size() && bytes == sum, "bsp_qsize tells what is left");
    }

    void receive(unsigned s)
    {
        std::vector<Message>& queue = model_.queue(s);
        const bool at_once = one_in(2);
        const std::size_t most = one_in(3) ? below(20) : 100000;
        if (here(s)) at_once ? receive_at_once(queue) : receive_copy(queue, most);
        if (!queue.empty()) queue.erase(queue.begin());
        if (here(s)) check_queue_size(s);
    }

    void receive_at_once(const std::vector<Message>& queue)
    {
        void *tag = nullptr, *payload = nullptr;
        const bsp_size_t bytes = bsp_hpmove(&tag, &payload);
        if (queue.empty()) return check(bytes == static_cast<bsp_size_t>(-1), "bsp_hpmove finds no message");
        const Message& first = queue.front();
        check(bytes == first.payload.size() &&
                  std::equal(first.payload.begin(), first.payload.end(), static_cast<unsigned char*>(payload)) &&
                  std::equal(first.tag.begin(), first.tag.end(), static_cast<unsigned char*>(tag)),
              "bsp_hpmove finds the message");
    }

    void receive_copy(const std::vector<Message>& queue, std::size_t most)
    {
        Bytes tag(64, 0xAA), payload(40000, 0xAA);
        bsp_size_t status = 0;
        bsp_get_tag(&status, tag.data());
        if (queue.empty()) return check(status == static_cast<bsp_size_t>(-1), "bsp_get_tag finds no message");
        const Message& first = queue.front();
        Bytes expected_tag(64, 0xAA), expected(40000, 0xAA);
        const std::size_t moved = std::min(most, first.payload.size());
        std::copy(first.tag.begin(), first.tag.end(), expected_tag.begin());
        std::copy_n(first.payload.begin(), moved, expected.begin());
        bsp_move(payload.data(), most);
        check(status == first.payload.size(), "bsp_get_tag tells the size");
        check(tag == expected_tag, "bsp_get_tag gives the tag and no more");
        check(payload == expected, "bsp_move gives the payload and no more");
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

    const std::uint64_t seed_;
    Generator random_;
    Model model_;
    std::vector<Bytes> mine_;
    std::size_t superstep_ = 0;
    unsigned own_choices_ = 0;
    bool hpputs_ = false;  ///< in this superstep
    bool complained_ = false;
};

}  // namespace model

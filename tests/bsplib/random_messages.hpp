// The messages of a random program: tags, what is sent, and what the queue should have.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/bsplib/played_process.hpp"

namespace model {

class RandomMessages : protected PlayedProcess {
protected:
    explicit RandomMessages(std::uint64_t seed) : PlayedProcess(seed) {}

    void set_tag_size()
    {
        const std::size_t bytes = one_in(2) ? 0 : below(40);
        bsp_size_t size = bytes;
        bsp_set_tagsize(&size);
        check(size == model_.set_tag_size(bytes), "bsp_set_tagsize returns the size before");
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

private:
    unsigned own_choices_ = 0;
};

}  // namespace model

#include "bsp_fft/bsplib/threads/outbox.hpp"

#include <algorithm>

namespace bsplib::threads {

void Inbox::collect(std::vector<const Outbox*>& boxes)
{
    boxes.clear();
    for (const Outbox* box = first_.exchange(nullptr, std::memory_order_acquire); box; box = box->next)
        boxes.push_back(box);
    if (boxes.size() < 2) return;
    std::sort(boxes.begin(), boxes.end(),
              [](const Outbox* a, const Outbox* b) { return a->sender < b->sender; });
}

void Outboxes::clear()
{
    for (Outbox* box : used_) {
        box->records.clear();
        box->count = box->payload_bytes = 0;
    }
    used_.clear();
}

void Outboxes::make(std::unique_ptr<Chunk>& chunk)
{
    chunk = std::make_unique<Chunk>();
    for (Outbox& box : chunk->boxes) box.sender = sender_;
}

}  // namespace bsplib::threads

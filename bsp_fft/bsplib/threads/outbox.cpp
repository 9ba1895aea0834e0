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
    for (Outbox* box : used_) box->records.clear();
    used_.clear();
}

std::size_t Outboxes::bytes(unsigned p, unsigned others)
{
    constexpr std::size_t of_malloc = 16;
    const std::size_t chunks = chunks_for(p);
    const std::size_t an_outbox = sizeof(Outbox*) + Arena::start_of_one_among(p) + of_malloc;
    const std::size_t made = std::min<std::size_t>(chunks, others) * (sizeof(Chunk) + of_malloc);
    return chunks * sizeof(std::unique_ptr<Chunk>) + made + others * an_outbox;
}

void Outboxes::make(std::unique_ptr<Chunk>& chunk)
{
    chunk = std::make_unique<Chunk>();
    for (Outbox& box : chunk->boxes) box.sender = sender_;
}

}  // namespace bsplib::threads

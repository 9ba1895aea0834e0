#include "tests/bsplib/sequential_model.hpp"

#include <algorithm>
#include <utility>

namespace model {

namespace {

bool is_null(const Row& row)
{
    return std::all_of(row.begin(), row.end(), [](const Registered& r) { return r.null; });
}

const Row* newest(const std::vector<Row>& rows, unsigned s, Place base)
{
    const auto found = std::find_if(rows.rbegin(), rows.rend(),
                                    [&](const Row& row) { return !row[s].null && row[s].base == base; });
    return found == rows.rend() ? nullptr : &*found;
}

bool is_read(Use how) { return how == Use::read || how == Use::read_at_any_time; }
bool at_any_time(Use how) { return how == Use::read_at_any_time || how == Use::written_at_any_time; }

// Puts and gets of one superstep may meet: gets are written first, then puts. So may what is written at once.
bool may_meet(Use a, Use b)
{
    if (is_read(a) && is_read(b)) return true;
    if (at_any_time(a) || at_any_time(b)) return false;
    return a != Use::got_at_the_sync || b != Use::got_at_the_sync;
}

}  // namespace

Model::Model(unsigned p, const std::vector<std::size_t>& sizes)
    : memory_(p), used_(p, std::vector<std::vector<Used>>(sizes.size())), queues_(p), sent_(p)
{
    for (auto& arrays : memory_)
        for (const std::size_t bytes : sizes) arrays.emplace_back(bytes);
}

const Row* Model::usable(unsigned s, Place base) const { return newest(usable_, s, base); }

bool Model::can_be_popped(const Row& row) const
{
    if (is_null(row)) return &*std::find_if(rows_.rbegin(), rows_.rend(), is_null) == &row;
    for (unsigned q = 0; q < p(); ++q)
        if (!row[q].null && newest(rows_, q, row[q].base) != &row) return false;
    return true;
}

bool Model::allowed(unsigned s, Place at, std::size_t bytes, Use how) const
{
    const auto& uses = used_[s][at.array];
    return std::all_of(uses.begin(), uses.end(), [&](const Used& other) {
        return at.offset + bytes <= other.begin || other.end <= at.offset || may_meet(how, other.how);
    });
}

bool Model::use(unsigned s, Place at, std::size_t bytes, Use how)
{
    if (bytes == 0) return true;
    if (!allowed(s, at, bytes, how)) return false;
    used_[s][at.array].push_back({at.offset, at.offset + bytes, how});
    return true;
}

bool Model::use(unsigned s, Place from, Use how, unsigned t, Place to, Use how_there, std::size_t bytes)
{
    if (!use(s, from, bytes, how)) return false;
    if (use(t, to, bytes, how_there)) return true;
    if (bytes > 0) used_[s][from.array].pop_back();
    return false;
}

Bytes Model::content(unsigned s, Place at, std::size_t bytes) const
{
    const auto begin = memory_[s][at.array].begin() + static_cast<std::ptrdiff_t>(at.offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(bytes)};
}

void Model::write(unsigned s, Place at, const Bytes& content)
{
    std::copy(content.begin(), content.end(), memory_[s][at.array].begin() + static_cast<std::ptrdiff_t>(at.offset));
}

void Model::put(unsigned s, Place source, unsigned t, Place destination, std::size_t bytes)
{
    puts_.push_back({t, destination, content(s, source, bytes)});
}

void Model::get(unsigned s, Place destination, unsigned t, Place source, std::size_t bytes)
{
    gets_.push_back({t, source, s, destination, bytes});
}

void Model::move(unsigned s, Place source, unsigned t, Place destination, std::size_t bytes)
{
    moves_.push_back({s, source, t, destination, bytes});
}

void Model::move_now(unsigned s, Place destination, unsigned t, Place source, std::size_t bytes)
{
    write(s, destination, content(t, source, bytes));
}

std::size_t Model::set_tag_size(std::size_t bytes) { return std::exchange(next_tag_size_, bytes); }

void Model::sync()
{
    for (const Transfer& m : moves_) write(m.to, m.destination, content(m.from, m.source, m.bytes));
    std::vector<Bytes> got;
    for (const Transfer& g : gets_) got.push_back(content(g.from, g.source, g.bytes));
    for (std::size_t i = 0; i < gets_.size(); ++i) write(gets_[i].to, gets_[i].destination, got[i]);
    for (const Put& put : puts_) write(put.to, put.destination, put.content);
    for (auto& arrays : used_)
        for (auto& uses : arrays) uses.clear();
    moves_.clear();
    gets_.clear();
    puts_.clear();
    queues_ = std::exchange(sent_, std::vector<std::vector<Message>>(p()));
    usable_ = rows_;
    tag_size_ = next_tag_size_;
}

}  // namespace model

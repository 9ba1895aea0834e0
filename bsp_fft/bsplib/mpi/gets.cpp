// Gets: read at their owners before any put is written there, sent, and written here before any put.
#include <algorithm>
#include <cstring>

#include "bsp_fft/bsplib/mpi/process.hpp"

namespace bsplib::mpi {

namespace {

template <class Record, class Function>
void each(const unsigned char* at, const unsigned char* end, Function function)
{
    for (; at != end; at += sizeof(Record)) {
        Record record;
        std::memcpy(&record, at, sizeof record);
        function(record);
    }
}

}  // namespace

void Process::answer_gets()
{
    std::size_t most = wanted_;
    for (unsigned q = 0; q < p_; ++q) {
        const Arena& own = outgoing_[q].gets;
        const Span asked = q == s_ ? Span{own.begin(), own.size()} : incoming_[q].gets;
        answers_[q].clear();
        each<GetRecord>(asked.begin, asked.end(), [&](const GetRecord& get) {
            std::memcpy(answers_[q].append(get.bytes), get.source, get.bytes);
        });
        if (q != s_) most = std::max(most, std::size_t{counts_.from(q).wanted});
    }
    if (most > 0) crossover_.choose(p_ - 1, most) == Pattern::direct ? answers_direct() : answers_by_bruck();
    write_gets();
}

std::size_t Process::wanted_from(unsigned t) const
{
    std::size_t bytes = 0;
    const Arena& gets = outgoing_[t].gets;
    each<GetRecord>(gets.begin(), gets.end(), [&](const GetRecord& get) { bytes += get.bytes; });
    return bytes;
}

void Process::answers_direct()
{
    ++exchanges_.direct;
    each_other([&](unsigned t) {
        const std::size_t bytes = wanted_from(t);
        got_[t].clear();
        if (bytes > 0) pending_.receive(t, Tag::replies, got_[t].append(bytes), bytes);
    });
    each_other([&](unsigned q) {
        if (!answers_[q].empty()) pending_.send(q, Tag::replies, answers_[q].begin(), answers_[q].size());
    });
    transfers_.poll_until([&] { return pending_.arrived(); });
}

void Process::answers_by_bruck()
{
    ++exchanges_.bruck;
    for (unsigned j = 1; j < p_; ++j) {
        const Arena& answer = answers_[(s_ + j) % p_];
        blocks_[j] = {answer.begin(), answer.size()};
    }
    bruck_exchange_.run(blocks_, 0, Tag::replies, transfers_);
    for (unsigned j = 1; j < p_; ++j) {
        Arena& got = got_[(s_ + p_ - j) % p_];
        got.clear();
        if (blocks_[j].bytes > 0)
            std::memcpy(got.append(blocks_[j].bytes), blocks_[j].begin, blocks_[j].bytes);
    }
}

void Process::write_gets()
{
    for (unsigned t = 0; t < p_; ++t) {
        const unsigned char* from = t == s_ ? answers_[t].begin() : got_[t].begin();
        const Arena& gets = outgoing_[t].gets;
        each<GetRecord>(gets.begin(), gets.end(), [&](const GetRecord& get) {
            std::memcpy(get.destination, from, get.bytes);
            from += get.bytes;
        });
    }
}

}  // namespace bsplib::mpi

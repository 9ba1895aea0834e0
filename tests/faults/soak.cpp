// Plans, shapes, kinds, sections, calls and errors in one program, for as long as is asked, under a memory limit: every
// result is right, every refusal is one, and after a warm-up memory does not grow.
//
// usage: soak [--seconds S] [--limit MIB] [--seed N] [--refuse 0] [--supersteps N]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string_view>

#include <malloc.h>
#include <sys/resource.h>

#include "counted_memory.hpp"
#include "soak.hpp"

Tally tally;

void wrong(const std::string& what)
{
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (++tally.wrong <= 20) std::fprintf(stderr, "soak: %s\n", what.c_str());
}

std::string text_of(const Shape& shape)
{
    std::string text;
    for (const Index length : shape) text += (text.empty() ? "" : "x") + std::to_string(length);
    return text;
}

Shape Random::shape(Index most_axes, Index most_elements)
{
    Shape lengths;
    const Index axes = number(1, most_axes);
    for (Index l = 0; l < axes; ++l) {
        const auto most = std::pow(static_cast<double>(most_elements), 1.0 / static_cast<double>(axes));
        const Index length = number(1, static_cast<Index>(most));
        lengths.push_back(once_in(2) ? length : (length + 15) / 16 * 16);
    }
    return lengths;
}

namespace {

struct Request {
    double seconds = 5;
    long long limit_mib = 3072;
    unsigned long seed = 1;
    long long supersteps = 100000;
    bool refuses = true;  ///< single allocations too, not only those beyond the limit
};

Request request_in(int count, char** words)
{
    Request request;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view word = words[i];
        if (word == "--seconds") request.seconds = std::stod(words[i + 1]);
        else if (word == "--limit") request.limit_mib = std::stoll(words[i + 1]);
        else if (word == "--seed") request.seed = std::stoul(words[i + 1]);
        else if (word == "--supersteps") request.supersteps = std::stoll(words[i + 1]);
        else if (word == "--refuse") request.refuses = std::stoi(words[i + 1]) != 0;
        else throw std::invalid_argument("soak [--seconds S] [--limit MIB] [--seed N] [--refuse 0] [--supersteps N]");
    }
    return request;
}

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void one_round(Random& random, bool refuses)
{
    const Index what = random.number(0, 9);
    if (what < 4) soak_section(random);
    else if (what < 8) soak_call(random);
    else if (what < 9) soak_refusal(random);
    else soak_without_memory(random, refuses);
}

struct Memory {
    long long live = 0;
    long long resident = 0;
};

Memory memory()
{
    give_everything_back();
    malloc_trim(0);
    return {live_bytes(), resident_bytes()};
}

void print(const char* when, long long rounds, const Memory& found)
{
    std::printf("%s: %lld rounds, %lld transforms, %lld sections, %lld refused, %lld without memory, %lld wrong; "
                "live %lld bytes, resident %lld bytes\n",
                when, rounds, tally.transforms.load(), tally.sections.load(), tally.refused.load(),
                tally.without_memory.load(), tally.wrong.load(), found.live, found.resident);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words)
{
    const Request request = request_in(count, words);
    const rlimit limit{static_cast<rlim_t>(request.limit_mib) << 20, static_cast<rlim_t>(request.limit_mib) << 20};
    if (request.limit_mib > 0 && setrlimit(RLIMIT_AS, &limit) != 0) std::perror("soak: no limit");
    Random random{std::mt19937_64(request.seed)};
    const double start = now(), warm = start + std::min(request.seconds * 0.4, 300.0), end = start + request.seconds;
    long long rounds = 0;
    double next_line = warm;
    Memory first, last, most;
    for (; now() < end; ++rounds) {
        one_round(random, request.refuses);
        if (now() < next_line) continue;
        last = memory();
        print(first.live == 0 ? "warm" : "since", rounds, last);
        if (first.live == 0) first = last;
        most = {std::max(most.live, last.live), std::max(most.resident, last.resident)};
        next_line = now() + std::max(5.0, request.seconds / 60);
    }
    soak_supersteps(request.supersteps);
    last = memory();
    print("end", rounds, last);
    std::printf("growth: live %lld bytes, resident %lld bytes\n", last.live - first.live,
                last.resident - first.resident);
    // calls remember 256 answers a thread, of 300 bytes each; what was given back may lie between what was not
    const bool grew = last.live - first.live > (1 << 18) || last.resident - first.resident > (32 << 20);
    if (grew) std::fprintf(stderr, "soak: memory has grown\n");
    const bool idle = tally.transforms == 0 || tally.sections == 0 || tally.refused == 0 || tally.without_memory == 0;
    if (idle) std::fprintf(stderr, "soak: there was no time for everything\n");
    return grew || idle || tally.wrong > 0 ? 1 : 0;
}

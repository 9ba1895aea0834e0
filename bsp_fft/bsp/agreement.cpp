// A process that fails raises a flag on all processes. Only then the verdicts travel: up a binary tree, which keeps the
// verdict of the lower process, and from process 0 to all. By hpput, for which a BSPlib needs no memory at the call.
#include "bsp_fft/bsp/agreement.hpp"
#include "bsp_fft/bsp/current_failure.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <tuple>

namespace bspfft {

Agreement::Agreement(Port& port) : port_(port)
{
    if (port_.p() == 1) return;
    port_.push(&board_, static_cast<Index>(sizeof board_));
    port_.sync();
}

Agreement::~Agreement()
{
    if (Port::section() != 0 && port_.p() > 1) port_.pop(&board_);
}

void Agreement::send(Index t, const void* source, const void* to, std::size_t bytes)
{
    const auto offset = static_cast<const char*>(to) - reinterpret_cast<const char*>(&board_);
    port_.hpput(t, source, &board_, static_cast<Index>(offset), static_cast<Index>(bytes));
}

// Messages are copied, for a string would need memory.
auto Agreement::of_current_exception(Index s) noexcept -> Verdict
{
    Verdict verdict{Status::internal_error, s, 1, true, ""};
    const auto say = [&](Status status, std::string_view message) {
        verdict.status = status;
        message.copy(verdict.message, sizeof verdict.message - 1);
    };
    tell_current_failure(say);
    return verdict;
}

void Agreement::merge(Verdict& mine, const Verdict& theirs)
{
    if (theirs.status == Status::ok) return;
    const Index failures = mine.failures + theirs.failures;
    const bool alike = mine.alike && theirs.alike && std::strcmp(mine.message, theirs.message) == 0;
    if (mine.status == Status::ok) mine = theirs;
    mine.failures = failures;
    mine.alike = alike;
}

bool Agreement::exchange_flags(bool raises, Index begin, Index end, Index flag)
{
    static constexpr char yes = 1;
    Flags& flags = board_.flags[turn_];
    turn_ = 1 - turn_;
    for (Index t = begin; raises && t < end; ++t) send(t, &yes, &flags[static_cast<std::size_t>(flag)], sizeof yes);
    port_.sync();
    const bool raised = std::find(flags.begin(), flags.end(), yes) != flags.end();
    if (raised) flags.fill(0);
    return raised;
}

// If all of many processes failed, flags from each to each would take more memory than there may be: these go up a
// tree, and from process 0 to all.
bool Agreement::any(bool mine)
{
    const Index p = port_.p(), s = port_.s(), few = std::tuple_size_v<Flags>;
    if (p == 1) return mine;
    if (p <= few) return exchange_flags(mine, 0, p, s);
    for (Index step = 1; step < p; step *= few) {
        const Index parent = s - s % (step * few);
        mine = exchange_flags(mine && s % step == 0, parent, parent + 1, s / step % few);
    }
    return exchange_flags(mine && s == 0, 0, p, 0);
}

void Agreement::settle(Verdict& mine)
{
    if (!any(mine.status != Status::ok)) return;
    if (port_.p() > 1) spread(mine);
    raise(mine);
}

// The verdict of two rounds ago has been read: there was a sync in between.
void Agreement::spread(Verdict& mine)
{
    const Index p = port_.p(), s = port_.s();
    std::size_t round = 0;
    for (Index step = 1; step < p; step *= 2, ++round) {
        Verdict& board = board_.verdicts[round % 2];
        if (s % (2 * step) == step) send(s - step, &mine, &board, sizeof mine);
        port_.sync();
        if (s % (2 * step) == 0 && s + step < p) merge(mine, board);
    }
    Verdict& board = board_.verdicts[round % 2];
    for (Index t = 1; s == 0 && t < p; ++t) send(t, &mine, &board, sizeof mine);
    port_.sync();
    if (s > 0) mine = board;
}

void Agreement::raise(const Verdict& verdict) const
{
    const auto message = static_cast<const char*>(verdict.message);
    const bool all_alike = verdict.failures == port_.p() && verdict.alike;
    throw Error(verdict.status, all_alike ? text(message) : text("process ", verdict.process, ": ", message));
}

void Agreement::compare(const Arguments& arguments)
{
    const Index p = port_.p(), s = port_.s();
    if (p == 1) return;
    if (s + 1 < p) send(s + 1, &arguments.given(), &board_.theirs, sizeof board_.theirs);
    port_.sync();
    on([&] {
        const std::string difference = s > 0 ? arguments.difference(board_.theirs, s - 1) : std::string();
        if (!difference.empty()) throw Error(Status::invalid_argument, difference);
    });
}

}  // namespace bspfft

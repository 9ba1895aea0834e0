// A process that fails raises a flag on all processes. Only then the verdicts travel: up a binary tree, which keeps the
// verdict of the lower process, and from process 0 to all. By hpput, for which a BSPlib needs no memory at the call.
#include "bsp_fft/bsp/agreement.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>

namespace bspfft {

Index mark_of(std::span<const Index> numbers)
{
    std::uint64_t mark = 0x9E3779B97F4A7C15U + numbers.size();
    for (const Index number : numbers) {
        mark = (mark ^ static_cast<std::uint64_t>(number)) * 0xFF51AFD7ED558CCDU;
        mark ^= mark >> 32;
    }
    return static_cast<Index>(mark);
}

Arguments::Arguments(const char* call)
{
    std::copy_n(call, std::min(std::strlen(call), sizeof given_.call - 1), given_.call);
}

Index* Arguments::room_for(const char* name, Kind kind, std::size_t words)
{
    if (count_ == most_fields || used_ + words > std::size(given_.words))
        throw Error(Status::internal_error, text("no room to compare the argument ", name));
    fields_[count_++] = {name, kind, used_};
    used_ += words;
    return given_.words + used_ - words;
}

Arguments& Arguments::add(const char* name, Index number)
{
    *room_for(name, Kind::number, 1) = number;
    return *this;
}

Arguments& Arguments::add(const char* name, std::span<const Index> list)
{
    Index* const at = room_for(name, Kind::list, most_listed + 2);
    at[0] = static_cast<Index>(list.size());
    std::copy_n(list.begin(), std::min(list.size(), most_listed), at + 1);
    at[most_listed + 1] = mark_of(list);
    return *this;
}

Arguments& Arguments::add_mark(const char* name, Index mark)
{
    *room_for(name, Kind::mark, 1) = mark;
    return *this;
}

std::string Arguments::words_of(const Field& field, const Given& given)
{
    const Index* const at = given.words + field.at;
    if (field.kind == Kind::mark) return "one";
    if (field.kind == Kind::number) return text(at[0]);
    if (at[0] == 0) return "none";
    std::string words;
    const auto listed = std::min(static_cast<std::size_t>(at[0]), most_listed);
    for (std::size_t i = 0; i < listed; ++i) words += text(i > 0 ? " x " : "", at[1 + i]);
    return words;
}

std::string Arguments::difference(const Given& theirs, Index process) const
{
    constexpr const char* law = "; all processes must call the same with equal arguments";
    if (std::strncmp(given_.call, theirs.call, sizeof theirs.call) != 0)
        return text(static_cast<const char*>(given_.call), " here, but ", static_cast<const char*>(theirs.call),
                    " on process ", process, law);
    for (std::size_t i = 0; i < count_; ++i) {
        const Field& field = fields_[i];
        const std::size_t end = i + 1 < count_ ? fields_[i + 1].at : used_;
        if (std::equal(given_.words + field.at, given_.words + end, theirs.words + field.at)) continue;
        const std::string mine = words_of(field, given_), other = words_of(field, theirs);
        const auto call = static_cast<const char*>(given_.call);
        return mine == other
                   ? text(call, ": ", field.name, " is another here than on process ", process, law)
                   : text(call, ": ", field.name, " is ", mine, " here, but ", other, " on process ", process, law);
    }
    return {};
}

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
    tell_current_failure([&](Status status, std::string_view message) {
        verdict.status = status;
        message.copy(verdict.message, sizeof verdict.message - 1);
    });
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
    const auto tell = [&](Index t, const Verdict& board) { send(t, &mine, &board, sizeof mine); };
    if (port_.p() > 1) combine_all(port_, mine, board_.verdicts, tell, merge);
    const auto message = static_cast<const char*>(mine.message);
    const bool all_alike = mine.failures == port_.p() && mine.alike;
    throw Error(mine.status, all_alike ? text(message) : text("process ", mine.process, ": ", message));
}

void Agreement::compare(const Arguments& arguments)
{
    const Index p = port_.p(), s = port_.s();
    if (p == 1) return;
    if (s + 1 < p) send(s + 1, &arguments.given(), &board_.theirs, sizeof board_.theirs);
    port_.sync();
    on([&] {
        const std::string difference = s > 0 ? arguments.difference(board_.theirs, s - 1) : std::string();
        if (!difference.empty()) throw refusal(difference);
    });
}

}  // namespace bspfft

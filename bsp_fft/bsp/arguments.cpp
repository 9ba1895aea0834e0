#include "bsp_fft/bsp/arguments.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

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
        return mine == other ? text(call, ": ", field.name, " is another here than on process ", process, law)
                             : text(call, ": ", field.name, " is ", mine, " here, but ", other, " on process ",
                                    process, law);
    }
    return {};
}

}  // namespace bspfft

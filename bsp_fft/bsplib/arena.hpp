// A growing buffer for the records of one superstep from one process to another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace bsplib {

/// No size that a program gives may exceed this, so that the sum of a few sizes does not overflow.
constexpr std::size_t most_bytes = SIZE_MAX / 4;

/// No memory for a buffer of this many bytes.
struct NoBuffer : std::bad_alloc {
    explicit NoBuffer(std::size_t bytes) : bytes(bytes) {}
    std::size_t bytes;
};

/// Rounds up to a multiple of a power of two.
constexpr std::size_t round_up(std::size_t bytes, std::size_t multiple)
{
    return (bytes + multiple - 1) & ~(multiple - 1);
}

/// A buffer that records are appended to. Clearing keeps the memory, so that a loop of equal supersteps
/// allocates only once.
class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() { std::free(data_); }
    void swap(Arena& other)
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    /// What is allocated first: a page, but only a record's size if there may be thousands of buffers.
    static constexpr std::size_t usual_start = 4096;
    static constexpr std::size_t start_of_one_among(unsigned buffers)
    {
        constexpr std::size_t of_all = std::size_t{128} << 10, a_record = 32;
        return std::clamp(round_up(of_all / buffers, 8), a_record, usual_start);
    }

    /// Room for this many more bytes, at the alignment of the sizes appended so far (at most 16).
    unsigned char* append(std::size_t bytes, std::size_t start = usual_start)
    {
        if (bytes > capacity_ - size_) grow(bytes, start);
        unsigned char* const place = data_ + size_;
        size_ += bytes;
        return place;
    }

    void clear() { size_ = 0; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    const unsigned char* begin() const { return data_; }
    const unsigned char* end() const { return data_ + size_; }
    unsigned char* begin() { return data_; }

private:
    [[gnu::noinline]] void grow(std::size_t bytes, std::size_t start)
    {
        std::size_t wanted = std::max(2 * capacity_, start);
        if (wanted < size_ + bytes) wanted = round_up(size_ + bytes, start < usual_start ? 8 : usual_start);
        void* const moved = std::realloc(data_, wanted);
        if (!moved) throw NoBuffer(wanted);
        data_ = static_cast<unsigned char*>(moved);
        capacity_ = wanted;
    }

    unsigned char* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace bsplib

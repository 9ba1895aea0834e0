// Large arrays: aligned, on huge pages, on the NUMA node of the core that made them.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "bsp_fft/base/integers.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

/// Memory has at least this alignment; from huge_page bytes on it has huge pages where the system has them.
constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;

/// Zeroed by the calling thread, so that its pages are near its core. Throws NoMemory.
void* allocate_pages(std::size_t bytes);
void free_pages(void* pages, std::size_t bytes);

/// A bad_alloc with the size. It is no Error, because the other processes do not know of it; an Agreement makes it one.
class NoMemory : public std::bad_alloc {
public:
    explicit NoMemory(std::size_t bytes) noexcept;
    const char* what() const noexcept override { return message_; }

private:
    char message_[64];
};

/// Bytes that are available now without swapping.
Index available_memory();

/// An array of zeros, or only its size: then it has no memory, and is not iterated over (Arena).
template <class T>
class Buffer {
    static_assert(std::is_trivially_destructible_v<T>);

public:
    Buffer() = default;
    explicit Buffer(Index size, bool has_memory = true)
        : size_(size), data_(has_memory && size > 0 ? static_cast<T*>(allocate_pages(bytes())) : nullptr)
    {}
    Buffer(Buffer&& other) noexcept : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr))
    {}
    Buffer& operator=(Buffer&& other) noexcept
    {
        std::swap(size_, other.size_);
        std::swap(data_, other.data_);
        return *this;
    }
    ~Buffer()
    {
        if (data_) free_pages(data_, bytes());
    }

    T* data() const { return data_; }
    Index size() const { return size_; }
    T& operator[](Index i) const { return data_[i]; }
    T* begin() const { return data_; }
    T* end() const { return data_ ? data_ + size_ : nullptr; }

private:
    std::size_t bytes() const
    {
        return static_cast<std::size_t>(checked_product(size_, static_cast<Index>(sizeof(T))));
    }

    Index size_ = 0;
    T* data_ = nullptr;
};

}  // namespace bspfft

// A process of a random program, made from a seed: its arrays, and the model of what all processes should have.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/bsplib/sequential_model.hpp"
#include "tests/bsplib/spmd.hpp"

namespace model {

/// Every process makes the calls of all processes in its model, and its own ones really.
class PlayedProcess {
protected:
    explicit PlayedProcess(std::uint64_t seed)
        : seed_(seed),
          random_(seed),
          model_(static_cast<unsigned>(bsp_nprocs()), draw_sizes()),
          mine_(model_.memory(bsp_pid()))
    {
        for (unsigned s = 0; s < model_.p(); ++s) {
            for (std::size_t array = 0; array < mine_.size(); ++array) model_.write(s, {array, 0}, start_of(s, array));
        }
        mine_ = model_.memory(bsp_pid());
    }

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    bool one_in(std::size_t n) { return below(n) == 0; }

    // Long ones go other ways than short ones.
    std::vector<std::size_t> draw_sizes()
    {
        std::vector<std::size_t> sizes{8, 64, 200, 200, 600};
        if (one_in(8)) sizes.insert(sizes.end(), {9000, 300000});
        return sizes;
    }

    Bytes draw_bytes(std::size_t size)
    {
        Bytes bytes(size);
        for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random_());
        return bytes;
    }

    // Different everywhere, so that no move goes unseen.
    Bytes start_of(unsigned s, std::size_t array) const
    {
        Bytes bytes(size_of(array));
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<unsigned char>(i * 131 + i / 251 + s * 17 + array * 29);
        return bytes;
    }

    bool here(unsigned s) const { return s == bsp_pid(); }
    unsigned char* address(Place at) { return mine_[at.array].data() + at.offset; }
    std::size_t size_of(std::size_t array) const { return mine_[array].size(); }

    void check(bool right, const char* what)
    {
        if (right || complained_) return;
        complained_ = true;
        complain(__FILE__, __LINE__,
                 ("seed " + std::to_string(seed_) + ", superstep " + std::to_string(superstep_) + ": " + what).c_str());
    }

    void check_memory() { check(mine_ == model_.memory(bsp_pid()), "the memory is as it should be"); }

    const std::uint64_t seed_;
    std::mt19937_64 random_;
    Model model_;
    std::vector<Bytes> mine_;
    std::size_t superstep_ = 0;

private:
    bool complained_ = false;
};

}  // namespace model

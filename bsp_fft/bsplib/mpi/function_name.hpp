// A function's name for other processes of the same program, which may have loaded its code at another
// address.
#pragma once

#include <cstdint>

namespace bsplib::mpi {

class FunctionName {
public:
    FunctionName() = default;
    /// Null has a name too.
    explicit FunctionName(void (*function)());

    /// The function in this process; fails if its library is not loaded here.
    void (*here() const)();

private:
    std::uint64_t offset_ = 0;  ///< in its library; 0 for null
    char library_[504] = "";    ///< empty: the program itself
};

}  // namespace bsplib::mpi

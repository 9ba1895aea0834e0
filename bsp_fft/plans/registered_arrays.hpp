// Callers' arrays that plans have registered. A BSPlib knows a block by its address: of two plans on one array the
// newer registration serves both.
#pragma once

#include "bsp_fft/bsp/arguments.hpp"

namespace bspfft {

/// Those of one plan, on one process. What other plans of the same process and section have registered is kept by the
/// library, and forgotten when this is destroyed.
class RegisteredArrays {
public:
    RegisteredArrays() = default;
    ~RegisteredArrays();
    RegisteredArrays(const RegisteredArrays&) = delete;
    RegisteredArrays& operator=(const RegisteredArrays&) = delete;

    /// Throws Error(invalid_argument) if another plan has registered it with another size.
    void add(const void* address, Index bytes);

    /// Which older plan's arrays they are: to be the same on all processes, for a put names a block by the sender's
    /// address.
    Arguments sharing() const;

private:
    static constexpr std::size_t most = 2;  ///< an output there, and one back

    int section_ = 0;
    std::size_t count_ = 0;
    Index shared_with_[most] = {};
};

}  // namespace bspfft

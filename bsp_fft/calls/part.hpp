// One process's part of a call's transform.
#pragma once

#include <memory>

#include "bsp_fft/calls/request.hpp"
#include "bspfft/ledger.hpp"

namespace bspfft::calls {

/// Collective, all of it but the counts. The arrays of execute are the caller's, in natural order; processes begin
/// together, and the next call begins when all are done.
class Part {
public:
    Part() = default;
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    virtual ~Part() = default;

    virtual void execute(const void* in, void* out) = 0;
    virtual void account(bool on) = 0;
    virtual Ledger ledger() const = 0;

    virtual Index flops() const = 0;
    virtual Index words() const = 0;
    virtual Index synchronisations() const = 0;
    virtual Index bytes() const = 0;
};

/// Without a copy where there is a free cut; otherwise through the arrays of a plan.
std::unique_ptr<Part> make_part(const Request& request);

/// Fewer than this are never shared, whatever they are transformed by.
constexpr double elements_worth_sharing = 4096;
/// How many of so many threads a request is worth.
Index processes_for(const Request& request, Index threads);

}  // namespace bspfft::calls

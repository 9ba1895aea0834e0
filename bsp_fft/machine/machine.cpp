#include "bspfft/machine.hpp"

#include <algorithm>
#include <cmath>

#include "bsp_fft/base/text.hpp"
#include "bsp_fft/machine/estimate.hpp"
#include "bsp_fft/machine/machine_json.hpp"
#include "bsp_fft/machine/measurements.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

namespace {

void require_known(bool known, const Machine& machine, const std::string& what)
{
    if (known) return;
    throw Error(Status::file_error,
                text("the machine file says nothing of ", what, "; ", how_to_measure_again(machine.file)));
}

/// The same interpolation for the value and for both ends of its interval.
template <class At>
Estimate each_part(At at)
{
    return {at(&Estimate::value), at(&Estimate::low), at(&Estimate::high)};
}

// Differences of interpolated ends may cross.
Estimate in_order(const Estimate& e) { return {e.value, std::min(e.low, e.value), std::max(e.high, e.value)}; }

std::string in_words(const PassKind& pass)
{
    const char* const how = pass.access == Access::to_packets        ? " to packets"
                            : pass.access == Access::from_packets    ? " from packets"
                            : pass.access == Access::between_packets ? " between packets"
                                                                     : " in place";
    return text("the kernel ", pass.kernel, how, pass.neighbours > 0 ? ", its columns apart," : "",
                pass.half ? ", of real data," : "", " with reals of ",
                pass.bytes_per_real, " bytes");
}

// By its name: BSPlibs on MPI have that in theirs.
bool sends_messages(const Machine& machine) { return machine.runtime.find("mpi") != std::string::npos; }

}  // namespace

Machine::Machine() = default;
Machine::~Machine() = default;
Machine::Machine(const Machine&) = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(const Machine&) = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

const BspParameters& Machine::bsp_at(Index wanted) const
{
    const Index nearest = nearest_processes(bsp, wanted, [](const BspParameters& b) { return b.p; });
    const auto found = std::ranges::find(bsp, nearest, &BspParameters::p);
    require_known(found != bsp.end(), *this, "r, g and l");
    return *found;
}

bool Machine::knows(const PassKind& pass) const
{
    return std::ranges::any_of(kernels, [&](const KernelPoint& point) { return same_kind(point.pass, pass); });
}

// Time is nearly linear in the number of butterfly stages, and in the logarithm of the array.
Estimate Machine::pass_seconds(const PassKind& pass, Index local_size, Index wanted) const
{
    require_known(knows(pass), *this, in_words(pass));
    const auto active = [&](const KernelPoint& k) { return same_kind(k.pass, pass) ? k.active : 0; };
    return among_processes(kernels, sharing_memory(*this, wanted), active, [&](Index nearest) {
        return not_negative(in_order(each_part([&](double Estimate::*part) {
            Surface seconds;
            for (const KernelPoint& point : kernels) {
                if (active(point) == nearest)
                    seconds.add(log2_of(point.pass.length()), log2_of(point.local_size), point.seconds.*part);
            }
            return seconds.at(log2_of(pass.length()), log2_of(local_size));
        })));
    });
}

// Rows of several numbers have code of their own, which takes a time for each row.
Estimate Machine::sweep_seconds(const SweepKind& sweep, Index local_size, Index wanted) const
{
    const auto alike = [&](const SweepKind& other) {
        return other.pattern == sweep.pattern && other.bytes_per_real == sweep.bytes_per_real &&
               other.strided == sweep.strided && (other.width == 1) == (sweep.width == 1);
    };
    const auto active = [&](const SweepPoint& point) { return alike(point.sweep) ? point.active : 0; };
    require_known(nearest_processes(sweeps, wanted, active) > 0, *this,
                  text("the sweep \"", sweep.pattern, "\" with reals of ", sweep.bytes_per_real, " bytes"));
    return among_processes(sweeps, sharing_memory(*this, wanted), active, [&](Index nearest) {
        return in_order(each_part([&](double Estimate::*part) {
            Surface seconds;
            for (const SweepPoint& point : sweeps) {
                if (active(point) == nearest)
                    seconds.add(1 / real(point.sweep.width), log2_of(point.local_size), point.seconds.*part);
            }
            return seconds.at(1 / real(sweep.width), log2_of(local_size));
        }));
    });
}

// The cost per byte is interpolated, because it changes slowly with the size.
Estimate Machine::put_seconds(Exchange exchange, Index bytes, Index working_set, Index wanted) const
{
    const auto processes = [&](const PutPoint& q) { return q.exchange == exchange ? q.p : 0; };
    require_known(nearest_processes(puts, wanted, processes) > 0, *this, "puts");
    return among_processes(puts, sharing_memory(*this, wanted), processes, [&](Index nearest) {
        return each_part([&](double Estimate::*part) {
            Surface per_byte;
            for (const PutPoint& point : puts) {
                if (processes(point) == nearest) {
                    per_byte.add(log2_of(point.bytes), log2_of(point.working_set),
                                 std::log2(point.seconds.*part / static_cast<double>(point.bytes)));
                }
            }
            return static_cast<double>(bytes) * std::exp2(per_byte.at(log2_of(bytes), log2_of(working_set)));
        });
    });
}

Estimate Machine::sync_seconds(Index wanted, Index working_set) const
{
    require_known(!syncs.empty(), *this, "synchronisations");
    return not_negative(each_part([&](double Estimate::*part) {
        Surface seconds;
        for (const SyncPoint& point : syncs)
            seconds.add(log2_of(point.p), log2_of(point.working_set), point.seconds.*part);
        return seconds.at(log2_of(wanted), log2_of(std::max(Index{1}, working_set)));
    }));
}

// By the byte, which changes slowly with their number.
Estimate Machine::arrival_seconds(Index bytes, Index wanted) const
{
    const auto processes = [](const ArrivalPoint& point) { return point.p; };
    const Index nearest = nearest_processes(arrivals, wanted, processes);
    if (nearest == 0 || bytes == 0 || wanted == 1) return {};
    return static_cast<double>(bytes) * each_part([&](double Estimate::*part) {
        Curve per_byte;
        for (const ArrivalPoint& point : arrivals) {
            if (point.p == nearest)
                per_byte.add(log2_of(point.bytes), point.seconds.*part / static_cast<double>(point.bytes));
        }
        return per_byte.at(log2_of(bytes));
    });
}

Estimate Machine::copy_seconds(Index bytes, Index array_bytes, Index wanted) const
{
    require_known(!streams.empty(), *this, "memory bandwidth");
    const auto active = [](const StreamPoint& s) { return s.active; };
    return among_processes(streams, sharing_memory(*this, wanted), active, [&](Index nearest) {
        const Estimate rate = each_part([&](double Estimate::*part) {
            Curve curve;
            for (const StreamPoint& point : streams) {
                if (point.active == nearest) curve.add(log2_of(point.bytes), point.bytes_per_second.*part);
            }
            return curve.at(log2_of(array_bytes));
        });
        return static_cast<double>(bytes) * reciprocal(rate);
    });
}

Index sharing_memory(const Machine& machine, Index p)
{
    return sends_messages(machine) ? std::min(p, std::max(machine.p, machine.cores)) : p;
}

std::string law_beyond_probed(const Machine& machine)
{
    return text("more than the ", machine.p, " processes that were probed: ",
                sends_messages(machine)
                    ? "on more such machines, where computing and puts take what they take on this one"
                    : "on a larger such machine, where computing and puts grow with p as they did up to there, at "
                      "most in proportion",
                "; l grows as log2 p, and bspbench's r and g do not");
}

const DeviceParameters& Machine::known_device() const
{
    if (!device)
        throw Error(Status::file_error, text("the machine file says nothing of a device; where there is one, ",
                                             how_to_measure_again(file)));
    return *device;
}

Estimate Machine::device_copy_seconds(CopyDirection direction, HostMemory host, Index bytes) const
{
    const std::vector<CopyRate>& copies = known_device().copies;
    const auto found = std::ranges::find_if(
        copies, [&](const CopyRate& rate) { return rate.direction == direction && rate.host == host; });
    if (found == copies.end() && direction == CopyDirection::both) {
        const Estimate in = device_copy_seconds(CopyDirection::to_device, host, bytes);
        const Estimate out = device_copy_seconds(CopyDirection::to_host, host, bytes);
        return in.value > out.value ? in : out;
    }
    require_known(found != copies.end(), *this, "copies between host and device");
    return found->latency + static_cast<double>(bytes) * reciprocal(found->bytes_per_second);
}

}  // namespace bspfft

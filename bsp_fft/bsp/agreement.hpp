// If one process cannot continue, none does.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "bsp_fft/bsp/port.hpp"

namespace bspfft {

/// Makes a failure of one process the failure of all. Constructed collectively.
class Agreement {
public:
    /// Cost: one superstep.
    explicit Agreement(Port& port);
    ~Agreement();
    Agreement(const Agreement&) = delete;
    Agreement& operator=(const Agreement&) = delete;

    /// Runs work() on every process; if it throws on any, all throw that Error, with the process's number in
    /// its message. Cost: one superstep, among many processes two, h = 0 without failures.
    template <class Work>
    void on(Work work)
    {
        Status status = Status::ok;
        std::string message;
        try {
            work();
        } catch (const Error& e) {
            status = e.status();
            message = e.what();
        } catch (const std::bad_alloc&) {
            status = Status::out_of_memory;
            message = "no memory";
        } catch (const std::exception& e) {
            status = Status::internal_error;
            message = e.what();
        }
        settle(status, message);
    }

private:
    struct Verdict {
        Status status = Status::ok;
        Index process = 0;
        char message[500] = "";
    };

    void tell_all(const Verdict& verdict);
    void settle(Status status, const std::string& message);

    Port& port_;
    Verdict verdict_;  ///< written by a process that fails; of several the last
};

}  // namespace bspfft

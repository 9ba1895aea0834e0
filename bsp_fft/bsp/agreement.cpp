#include "bsp_fft/bsp/agreement.hpp"

namespace bspfft {

Agreement::Agreement(Port& port) : port_(port)
{
    port_.push(&verdict_, static_cast<Index>(sizeof verdict_));
    port_.sync();
}

Agreement::~Agreement()
{
    if (Port::inside_section()) port_.pop(&verdict_);
}

void Agreement::tell_all(const Verdict& verdict)
{
    for (Index t = 0; t < port_.p(); ++t) port_.put(t, &verdict, &verdict_, 0, static_cast<Index>(sizeof verdict));
}

// Where all of many processes fail, p^2 verdicts would take more memory than there may be: process 0 passes one on.
void Agreement::settle(Status status, const std::string& message)
{
    constexpr Index few = 64;
    const bool many = port_.p() > few;
    if (status != Status::ok) {
        Verdict mine{status, port_.s(), ""};
        message.copy(mine.message, sizeof mine.message - 1);
        many ? port_.put(0, &mine, &verdict_, 0, static_cast<Index>(sizeof mine)) : tell_all(mine);
    }
    port_.sync();
    if (many) {
        if (port_.s() == 0 && verdict_.status != Status::ok) tell_all(Verdict(verdict_));
        port_.sync();
    }
    if (verdict_.status != Status::ok)
        throw Error(verdict_.status, text("process ", verdict_.process, ": ", verdict_.message));
}

}  // namespace bspfft

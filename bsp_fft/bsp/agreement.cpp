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

void Agreement::settle(Status status, const std::string& message)
{
    if (status != Status::ok) {
        Verdict mine{status, port_.s(), ""};
        message.copy(mine.message, sizeof mine.message - 1);
        for (Index t = 0; t < port_.p(); ++t)
            port_.put(t, &mine, &verdict_, 0, static_cast<Index>(sizeof mine));
    }
    port_.sync();
    if (verdict_.status != Status::ok)
        throw Error(verdict_.status, text("process ", verdict_.process, ": ", verdict_.message));
}

}  // namespace bspfft

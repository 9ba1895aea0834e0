#include "tools/json_output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "bsp_fft/base/text.hpp"
#include "bspfft/error.hpp"

namespace bspfft {

void write_json(const std::string& where, const Json& document)
{
    write_text(where, document.dump(2) + "\n");
}

void write_text(const std::string& where, const std::string& content)
{
    if (where == "-") {
        std::fputs(content.c_str(), stdout);
        return;
    }
    const std::string part = where + ".part";
    std::ofstream file(part);
    file << content;
    file.close();
    if (!file || std::rename(part.c_str(), where.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        std::remove(part.c_str());
        throw Error(Status::file_error, text("cannot write ", where, ": ", reason));
    }
}

}  // namespace bspfft

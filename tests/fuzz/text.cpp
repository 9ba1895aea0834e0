// Files of text: any bytes.
#include "tests/fuzz/vectors.hpp"
#include "tools/files/text_file.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::file_with(fuzz::bytes_of(data, size), ".txt");
    fuzz::only_errors(path, [&] {
        fuzz::read_vector(tools::inspect(path, {}));
        fuzz::read_vector(tools::inspect(path, tools::ElementType::float32));
        tools::first_complex_line(path);
    });
    return 0;
}

// Files of NumPy: any bytes.
#include "tests/fuzz/vectors.hpp"
#include "tools/files/npy_file.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = fuzz::file_with(fuzz::bytes_of(data, size), ".npy");
    fuzz::only_errors(path, [&] {
        const tools::DataFile file = tools::inspect(path, {});
        fuzz::read_vector(file);
        // the header that we would write says the same
        const std::string elements(static_cast<std::size_t>(file.n * tools::bytes_of(file.type)), '\0');
        const std::string copy = fuzz::file_with(tools::npy_header(file.type, file.shape) + elements, "-copy.npy");
        const tools::DataFile again = tools::inspect(copy, file.type);
        fuzz::expect(again.type == file.type && again.shape == file.shape, "the header is read as another one");
    });
    return 0;
}

// Files of numbers and nothing else: the first byte is the type, and the others are the file.
#include "tests/fuzz/vectors.hpp"

using namespace bspfft;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0) return 0;
    const std::vector<std::string> names = tools::element_type_names();
    const std::string path = fuzz::file_with(fuzz::bytes_of(data + 1, size - 1), ".raw");
    fuzz::only_errors(path, [&] {
        const std::size_t number = data[0] % (names.size() + 1);
        const bool is_named = number < names.size();
        const auto type = is_named ? std::optional(tools::element_type(names[number])) : std::nullopt;
        const tools::DataFile file = tools::inspect(path, type);
        fuzz::expect(is_named, "elements of no type were read");
        fuzz::read_vector(file);
    });
    return 0;
}

#include "tools/files/place.hpp"

namespace bspfft::tools {

namespace fs = std::filesystem;

// weakly_canonical() follows only links to what is there.
fs::path place_of(const std::string& name, std::error_code& error)
{
    constexpr int most_links = 40;  // as the kernel follows
    fs::path path = fs::absolute(name, error);
    for (int links = 0; !error && links < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++links)
        path = path.parent_path() / fs::read_symlink(path, error);
    if (error == std::errc::no_such_file_or_directory) error.clear();
    return error ? path : fs::weakly_canonical(path, error);
}

}  // namespace bspfft::tools

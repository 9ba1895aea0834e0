#include <doctest/doctest.h>

#include <string>

#include "bspfft/version.h"

TEST_CASE("the version of headers, library and build are the same")
{
    const std::string number = std::to_string(BSPFFT_VERSION_MAJOR) + '.' + std::to_string(BSPFFT_VERSION_MINOR) + '.' +
                               std::to_string(BSPFFT_VERSION_PATCH);
    CHECK(number == BUILD_VERSION);
    CHECK(std::string(BSPFFT_VERSION) == number);
    CHECK(std::string(bspfft_version()) == number);
    CHECK(bspfft_version_number() == BSPFFT_VERSION_NUMBER);
}

// The locale of a program in which 1.5 is written 1,5.
#pragma once

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

/// Installs it for C, where localedef can make it; gone at the end.
class GermanLocale {
public:
    GermanLocale()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "bspfft-german-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        const std::string make = "localedef -i de_DE -f UTF-8 " + folder_ + "/de_DE.UTF-8 2> /dev/null";
        if (std::system(make.c_str()) != 0) return;
        ::setenv("LOCPATH", folder_.c_str(), 1);
        is_there_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    }
    ~GermanLocale()
    {
        std::setlocale(LC_ALL, "C");
        ::unsetenv("LOCPATH");
        std::filesystem::remove_all(folder_);
    }
    GermanLocale(const GermanLocale&) = delete;
    GermanLocale& operator=(const GermanLocale&) = delete;

    bool is_there() const { return is_there_; }
    static constexpr const char* missing = "localedef made no German locale (Debian's package locales): not tested";

private:
    std::string folder_;
    bool is_there_ = false;
};

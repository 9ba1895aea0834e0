// The machine file that a command predicts from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bsp_fft/base/json.hpp"
#include "bspfft/machine.hpp"

namespace bspfft::tools {

struct KnownMachine {
    std::string path;
    Machine machine;
    std::string mark;  ///< a sentence if it is another machine than this one; else empty
};

/// Throws Error(file_error) where the system cannot tell.
bool machine_file_exists(const std::string& path);

/// The file named, or the default one if none is. Throws Error(file_error) if it is not there or not right, with a
/// command that makes it.
KnownMachine require_machine(const std::string& path);

/// The same, but nothing if no file is named and the default one is not there or not right; then `why_not` says so.
std::optional<KnownMachine> find_machine(const std::string& path, std::string* why_not = nullptr);

/// The file named by an option that cannot be left out: "default" is the default one.
KnownMachine machine_named(const std::string& word);

/// Tells a BSPlib on MPI the alpha and beta of this machine, if its default file has them: by its environment
/// variables, unless the user has set them.
void tell_bsplib();

/// Which machine it is, for programs and for people.
Json json_of(const KnownMachine& known);
void print_machine(const KnownMachine& known);

/// Sentences: that it is another machine, and what its probe warned of.
std::vector<std::string> remarks_on(const KnownMachine& known);
void print_remarks(const KnownMachine& known);
/// By which law it extends to more processes than were probed, which are marked with a star.
void print_law(const KnownMachine& known);

}  // namespace bspfft::tools

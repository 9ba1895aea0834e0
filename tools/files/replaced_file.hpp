// A file that replaces another is as open as that was.
#pragma once

#include <string>

namespace bspfft::tools {

/// Gives an open file the owner, group, permissions, access control list and users' attributes of the one that it will
/// replace, if there is one, as far as the system lets this user do so; never more to anybody than the other gave. Bits
/// that change the user or group of a program are not kept, nor what a security module attaches.
void keep_access(int file, const std::string& replaced);

}  // namespace bspfft::tools

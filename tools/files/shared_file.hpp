// A file that all processes of a program open.
#pragma once

#include <functional>

#include "tools/files/staged_file.hpp"

namespace bspfft::tools {

/// Where processes are programs of their own: tells the others of the file that process 0 has made, null on them, and
/// join(ticket) opens it there. All throw what one does. On one machine the file needs no name, so that nothing is left
/// behind however they end.
void share_file(StagedFile* made, const std::function<void(const StagedFile::Ticket&)>& join);

}  // namespace bspfft::tools

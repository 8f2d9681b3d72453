// What becomes of memory that a process has freed.
#pragma once

namespace diagc {

/// From now on freed memory stays with the process, up to 2 GB, and requests of up to 32 MB are served from there: what asks for the same arrays again and
/// again spares the system clearing every page anew. Does nothing where the C library is not glibc.
void keep_freed_memory();

}  // namespace diagc

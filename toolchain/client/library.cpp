#include "toolchain/client/library.h"

#include <dlfcn.h>

#include <string>

#include "runtime/system/shared_library.h"
#include "toolchain/client/toolchain.h"

namespace diagc::toolchain {
namespace {

const LibraryName toolchain_library("libdiagc_toolchain.so", "DIAGC_TOOLCHAIN");

/// Where the file stands but does not open, that is the reason to tell; else where it was looked
/// for.
std::string explanation(const OpenedLibrary& opened) {
  return "the CPU back end is not available: " +
         (opened.reasons.empty() ? toolchain_library.file + " was not found; looked for" +
                                       text_of(library_places(toolchain_library))
                                 : opened.reasons.front()) +
         "\nIt needs LLVM and Clang 19 (Debian: libllvm19, libclang-cpp19) and a diagc that was "
         "built with them "
         "(llvm-19-dev, libclang-19-dev, libclang-cpp19-dev); DIAGC_TOOLCHAIN can name the file. "
         "`--target interpreter` works without it.";
}

struct Opened {
  const DiagcToolchain* table = nullptr;
  std::string error;
};

Opened open() {
  const OpenedLibrary opened = open_of_diagc(toolchain_library, "diagc_toolchain_v3");
  if (!opened.handle) return {nullptr, explanation(opened)};
  const auto entry =
      reinterpret_cast<decltype(&diagc_toolchain_v3)>(dlsym(opened.handle, "diagc_toolchain_v3"));
  return {entry(), ""};
}

}  // namespace

const DiagcToolchain& library() {
  static const Opened opened = open();
  if (!opened.table) throw Unavailable(opened.error);
  return *opened.table;
}

}  // namespace diagc::toolchain

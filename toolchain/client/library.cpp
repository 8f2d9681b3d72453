#include "toolchain/client/library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "toolchain/client/toolchain.h"

namespace diagc::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "libdiagc_toolchain.so";

// Beside what this code is part of (a program or a shared library), and in the library folder of
// its prefix.
void add_places_near(const fs::path& image, std::vector<fs::path>& places) {
  const fs::path folder = image.parent_path();
  if (folder.empty()) return;
  for (const fs::path& near : {folder, folder / ".." / "lib", folder / ".." / DIAGC_LIBDIR}) {
    const fs::path place = (near / kFileName).lexically_normal();
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
}

std::vector<fs::path> places() {
  if (const char* given = std::getenv("DIAGC_TOOLCHAIN"); given && *given) return {fs::path(given)};
  std::vector<fs::path> list;
  std::error_code ignored;
  add_places_near(fs::read_symlink("/proc/self/exe", ignored), list);
  Dl_info image;
  if (dladdr(reinterpret_cast<void*>(&add_places_near), &image) && image.dli_fname)
    add_places_near(fs::absolute(image.dli_fname, ignored), list);
  list.push_back(kFileName);
  return list;
}

// Where the file stands but does not open, that is the reason to tell; else where it was looked
// for.
std::string explanation(const std::vector<fs::path>& tried, const std::string& open_error) {
  std::string text = "the CPU back end is not available: ";
  if (!open_error.empty()) {
    text += open_error;
  } else {
    text += std::string(kFileName) + " was not found; looked for";
    for (const fs::path& place : tried)
      text += "\n  " + place.string() + (place.has_parent_path() ? "" : " (loader path)");
  }
  return text +
         "\nIt needs LLVM and Clang 19 (Debian: libllvm19, libclang-cpp19) and a diagc that was "
         "built with them "
         "(llvm-19-dev, libclang-19-dev, libclang-cpp19-dev); DIAGC_TOOLCHAIN can name the file. "
         "`--target interpreter` works without it.";
}

struct Opened {
  const DiagcToolchain* table = nullptr;
  std::string error;
};

Opened open_library() {
  const std::vector<fs::path> tried = places();
  std::string open_error;
  for (const fs::path& place : tried) {
    std::error_code ignored;
    const bool exists = !place.has_parent_path() || fs::exists(place, ignored);
    if (!exists) continue;
    void* handle = dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
      const char* reason = dlerror();
      if (place.has_parent_path() && open_error.empty())
        open_error = reason ? reason : place.string();
      continue;
    }
    const auto entry =
        reinterpret_cast<decltype(&diagc_toolchain_v1)>(dlsym(handle, "diagc_toolchain_v1"));
    if (entry) return {entry(), ""};
    open_error = place.string() + " belongs to another version of diagc";
  }
  return {nullptr, explanation(tried, open_error)};
}

}  // namespace

const DiagcToolchain& library() {
  static const Opened opened = open_library();
  if (!opened.table) throw Unavailable(opened.error);
  return *opened.table;
}

}  // namespace diagc::toolchain

#include "runtime/system/shared_library.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::integrate {

namespace fs = std::filesystem;

std::vector<std::string> library_places(const std::string& file) {
  std::vector<std::string> places;
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    const fs::path folder = program.parent_path();
    for (const fs::path& near : {folder, folder / ".." / "lib", folder / ".." / DIAGC_LIBDIR}) {
      const std::string place = (near / file).lexically_normal().string();
      if (places.empty() || places.back() != place) places.push_back(place);
    }
  }
  places.push_back(file);
  return places;
}

void* open_library(const std::string& file, const std::string& symbol) {
  std::string reasons;
  for (const std::string& place : library_places(file)) {
    std::error_code ignored;
    if (place != file && !fs::exists(place, ignored)) {
      reasons += fmt::format("\n  {}: is not there", place);
      continue;
    }
    void* handle = dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
      const char* reason = dlerror();
      reasons += fmt::format("\n  {}", reason ? reason : place);
      continue;
    }
    if (void* address = dlsym(handle, symbol.c_str())) return address;
    reasons += fmt::format("\n  {}: belongs to another version of diagc", place);
  }
  throw std::runtime_error(fmt::format("{} cannot be opened:{}", file, reasons));
}

}  // namespace diagc::integrate

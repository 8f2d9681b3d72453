#include "runtime/cuda/optional_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <utility>

#include "runtime/system/shared_library.h"

namespace diagc::cuda {

OptionalLibrary::OptionalLibrary(OptionalLibraryName name) : name_(std::move(name)) {
  const char* given = std::getenv(name_.variable);
  if (given && *given) name_.places = {given};
  const OpenedLibrary opened = open_first(name_.places);
  handle_ = opened.handle;
  place_ = opened.place;
  if (handle_) return;
  if (!opened.reasons.empty()) {
    problem_ = fmt::format("no {}: {}; {} can name another file", name_.name,
                           opened.reasons.front(), name_.variable);
    return;
  }
  std::vector<std::string> places;
  for (const std::filesystem::path& place : name_.places) places.push_back(place.string());
  problem_ = fmt::format("no {} ({} not found): {}; {} can name the file", name_.name,
                         fmt::join(places, ", "), name_.where_from, name_.variable);
}

void* OptionalLibrary::address_of(const char* function) {
  if (!handle_) return nullptr;
  void* address = dlsym(handle_, function);
  if (!address && problem_.empty()) {
    problem_ = fmt::format("no {}: {} has no {}; {} can name another file", name_.name,
                           place_.string(), function, name_.variable);
  }
  return address;
}

}  // namespace diagc::cuda

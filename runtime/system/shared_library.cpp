#include "runtime/system/shared_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace diagc {

namespace fs = std::filesystem;

namespace {

void add_places_near(const fs::path& image, const std::string& file,
                     std::vector<fs::path>& places) {
  const fs::path folder = image.parent_path();
  if (folder.empty()) return;
  for (const fs::path& near : {folder, folder / ".." / "lib", folder / ".." / DIAGC_LIBDIR}) {
    const fs::path place = (near / file).lexically_normal();
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
}

/// Of the loader, about a library that does not open; nothing where there is no such file. What is missing may also be a library that this
/// one needs.
std::string loader_error(const fs::path& place) {
  const char* text = dlerror();
  const std::string reason = text ? text : place.string();
  const bool absent =
      reason.starts_with(place.string() + ": ") && reason.find("No such file") != std::string::npos;
  return absent ? "" : reason;
}

}  // namespace

std::vector<fs::path> library_places(const LibraryName& library) {
  if (library.variable) {
    const char* given = std::getenv(library.variable);
    if (given && *given) return {fs::path(given)};
  }
  std::vector<fs::path> places;
  std::error_code ignored;
  add_places_near(fs::read_symlink("/proc/self/exe", ignored), library.file, places);
  Dl_info image;
  if (dladdr(reinterpret_cast<void*>(&add_places_near), &image) && image.dli_fname)
    add_places_near(fs::absolute(image.dli_fname, ignored), library.file, places);
  places.emplace_back(library.file);
  return places;
}

OpenedLibrary open_first(const std::vector<fs::path>& places, const Objection& objection) {
  OpenedLibrary opened;
  for (const fs::path& place : places) {
    void* handle = dlopen(place.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    const std::string reason = !handle     ? loader_error(place)
                               : objection ? objection(handle, place)
                                           : std::string();
    if (handle && reason.empty()) {
      opened.handle = handle;
      opened.place = place;
      return opened;
    }
    if (!reason.empty() && std::ranges::find(opened.reasons, reason) == opened.reasons.end())
      opened.reasons.push_back(reason);
  }
  return opened;
}

std::string text_of(const std::vector<fs::path>& places) {
  std::string text;
  for (const fs::path& place : places)
    text += "\n  " + place.string() + (place.has_parent_path() ? "" : " (loader path)");
  return text;
}

OpenedLibrary open_of_diagc(const LibraryName& library, const std::string& symbol) {
  return open_first(library_places(library), [&](void* handle, const fs::path& place) {
    return dlsym(handle, symbol.c_str()) ? std::string()
                                         : place.string() + " belongs to another version of diagc";
  });
}

void* open_library(const LibraryName& library, const std::string& symbol) {
  const OpenedLibrary opened = open_of_diagc(library, symbol);
  if (opened.handle) return dlsym(opened.handle, symbol.c_str());
  std::string text = library.file + " cannot be opened:";
  for (const std::string& reason : opened.reasons) text += "\n  " + reason;
  if (!opened.reasons.empty()) throw std::runtime_error(text);
  throw std::runtime_error(library.file + " was not found; looked for" +
                           text_of(library_places(library)));
}

}  // namespace diagc

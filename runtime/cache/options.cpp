#include "runtime/cache/options.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace diagc {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::filesystem::path folder_from_environment() {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (const std::string given = environment("DIAGC_CACHE_DIR"); !given.empty())
    return fs::absolute(given, ignored);
  // The XDG base directory specification has relative paths ignored.
  if (const fs::path base = environment("XDG_CACHE_HOME"); base.is_absolute())
    return base / "diagc";
  if (const fs::path home = environment("HOME"); home.is_absolute())
    return home / ".cache" / "diagc";
  return {};
}

}  // namespace

uint64_t byte_size_from(std::string_view text, std::string_view what) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix(end, static_cast<size_t>(text.data() + text.size() - end));
  int shift = suffix.empty() ? 0 : -1;
  if (suffix == "K" || suffix == "k") shift = 10;
  if (suffix == "M" || suffix == "m") shift = 20;
  if (suffix == "G" || suffix == "g") shift = 30;
  if (error != std::errc() || shift < 0 || number > (UINT64_MAX >> shift))
    throw std::runtime_error(std::string(what) + " is '" + std::string(text) +
                             "', expected a number of bytes such as 500000000, 512M or 2G");
  return number << shift;
}

CacheOptions cache_options_from_environment() {
  CacheOptions options;
  options.folder = folder_from_environment();
  if (const std::string limit = environment("DIAGC_CACHE_LIMIT"); !limit.empty())
    options.limit = byte_size_from(limit, "DIAGC_CACHE_LIMIT");
  return options;
}

}  // namespace diagc

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace diagc {

struct CacheOptions {
  std::filesystem::path folder;        ///< made when first needed; empty: there is no cache
  uint64_t limit = uint64_t{1} << 30;  ///< bytes of all entries together
  std::function<void(const std::string&)>
      warn;  ///< told when entries cannot be stored, see Cache; may be empty
};

/// Folder: $DIAGC_CACHE_DIR, else diagc in $XDG_CACHE_HOME, else ~/.cache/diagc. Limit:
/// $DIAGC_CACHE_LIMIT. Throws std::runtime_error where the limit cannot be read.
CacheOptions cache_options_from_environment();

/// "1048576", "512M", "2G", "100k": bytes, in powers of 1024. Throws std::runtime_error, naming
/// `what`.
uint64_t byte_size_from(std::string_view text, std::string_view what);

}  // namespace diagc

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/cache/key.h"

namespace diagc {

/// What is stored under a key: the compiled object, and what it is (grammar, statics, …) for
/// listings and for whoever loads it.
struct CacheEntry {
  std::string payload;
  std::map<std::string, std::string> metadata;
};

/// The file form of an entry, little-endian:
///   8 bytes "diagcobj", u32 format version, 16 bytes key, u64 metadata size, u64 payload size,
///   u64 checksum of all that and the metadata, u64 checksum of the payload, metadata, payload;
/// checksums are XXH3 with 64 bits.
/// Metadata is a sequence of strings, name and value in turn, each after its u32 size.
inline constexpr size_t entry_header_size = 8 + 4 + sizeof(Hash::Digest) + 4 * 8;

std::string entry_bytes(const CacheKey& key, const CacheEntry& entry);

/// The entry in these bytes, nothing where they are damaged, cut short or belong to another key or
/// format.
std::optional<CacheEntry> entry_from(std::string bytes, const CacheKey& key);

/// How many bytes of a file, from its start, hold header and metadata; nothing where this is no
/// header.
std::optional<uint64_t> entry_head_size(std::string_view header);

/// Key and metadata, from the first entry_head_size() bytes of a file of `file_size` bytes; nothing
/// where damaged.
struct EntryHead {
  CacheKey key;
  std::map<std::string, std::string> metadata;
};
std::optional<EntryHead> entry_head_from(std::string_view head, uint64_t file_size);

}  // namespace diagc

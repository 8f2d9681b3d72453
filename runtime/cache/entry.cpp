#include "runtime/cache/entry.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace diagc {
namespace {

constexpr std::string_view magic = "diagcobj";
constexpr uint32_t format_version = 2;

template <typename Integer>
void append(std::string& bytes, Integer value) {
  for (size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> (8 * i));
}

template <typename Integer>
Integer integer_at(std::string_view bytes, size_t offset) {
  Integer value = 0;
  for (size_t i = 0; i < sizeof value; ++i)
    value |= static_cast<Integer>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i);
  return value;
}

struct Header {
  CacheKey key;
  uint64_t metadata_size;
  uint64_t payload_size;
  uint64_t head_checksum;
  uint64_t payload_checksum;
};

constexpr size_t checked_bytes = entry_header_size - 16;  // what stands before the checksums

std::optional<Header> header_from(std::string_view bytes) {
  if (bytes.size() < entry_header_size || bytes.substr(0, 8) != magic ||
      integer_at<uint32_t>(bytes, 8) != format_version)
    return std::nullopt;
  Header header{};
  std::copy_n(bytes.begin() + 12, header.key.digest.size(), header.key.digest.begin());
  constexpr size_t sizes_at = 12 + sizeof header.key.digest;
  header.metadata_size = integer_at<uint64_t>(bytes, sizes_at);
  header.payload_size = integer_at<uint64_t>(bytes, sizes_at + 8);
  header.head_checksum = integer_at<uint64_t>(bytes, sizes_at + 16);
  header.payload_checksum = integer_at<uint64_t>(bytes, sizes_at + 24);
  return header;
}

uint64_t head_checksum(std::string_view checked_header, std::string_view metadata) {
  return hash64(metadata, hash64(checked_header, 1));
}

uint64_t payload_checksum(std::string_view payload) { return hash64(payload, 2); }

std::string metadata_bytes(const std::map<std::string, std::string>& metadata) {
  std::string bytes;
  for (const auto& [name, value] : metadata)
    for (const std::string* text : {&name, &value}) {
      if (text->size() > std::numeric_limits<uint32_t>::max())
        throw std::logic_error("cache metadata past 4 GiB");
      append(bytes, static_cast<uint32_t>(text->size()));
      bytes += *text;
    }
  return bytes;
}

std::optional<std::map<std::string, std::string>> metadata_from(std::string_view bytes) {
  std::map<std::string, std::string> metadata;
  while (!bytes.empty()) {
    std::string texts[2];
    for (std::string& text : texts) {
      if (bytes.size() < 4) return std::nullopt;
      const size_t size = integer_at<uint32_t>(bytes, 0);
      if (bytes.size() - 4 < size) return std::nullopt;
      text = bytes.substr(4, size);
      bytes.remove_prefix(4 + size);
    }
    metadata[texts[0]] = texts[1];
  }
  return metadata;
}

}  // namespace

std::string entry_bytes(const CacheKey& key, const CacheEntry& entry) {
  const std::string metadata = metadata_bytes(entry.metadata);
  std::string bytes;
  bytes.reserve(entry_header_size + metadata.size() + entry.payload.size());
  bytes += magic;
  append(bytes, format_version);
  bytes.append(key.digest.begin(), key.digest.end());
  append(bytes, uint64_t{metadata.size()});
  append(bytes, uint64_t{entry.payload.size()});
  append(bytes, head_checksum(bytes, metadata));
  append(bytes, payload_checksum(entry.payload));
  return bytes + metadata + entry.payload;
}

std::optional<uint64_t> entry_head_size(std::string_view header_bytes) {
  const auto header = header_from(header_bytes);
  if (!header || header->metadata_size > std::numeric_limits<uint64_t>::max() - entry_header_size)
    return std::nullopt;
  return entry_header_size + header->metadata_size;
}

std::optional<EntryHead> entry_head_from(std::string_view head, uint64_t file_size) {
  const auto header = header_from(head);
  if (!header || header->metadata_size != head.size() - entry_header_size ||
      head.size() > file_size || header->payload_size != file_size - head.size())
    return std::nullopt;
  const std::string_view metadata = head.substr(entry_header_size);
  if (head_checksum(head.substr(0, checked_bytes), metadata) != header->head_checksum)
    return std::nullopt;
  auto texts = metadata_from(metadata);
  if (!texts) return std::nullopt;
  return EntryHead{header->key, std::move(*texts)};
}

std::optional<CacheEntry> entry_from(std::string bytes, const CacheKey& key) {
  const auto head_size = entry_head_size(bytes);
  if (!head_size || *head_size > bytes.size()) return std::nullopt;
  auto head = entry_head_from(std::string_view(bytes).substr(0, *head_size), bytes.size());
  if (!head || head->key != key) return std::nullopt;
  const uint64_t expected = header_from(bytes)->payload_checksum;
  bytes.erase(0, *head_size);
  if (payload_checksum(bytes) != expected) return std::nullopt;
  return CacheEntry{std::move(bytes), std::move(head->metadata)};
}

}  // namespace diagc

#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>
#include <boost/crc.hpp>

#include "runtime/batch/npz.h"
#include "runtime/system/atomic_file.h"

namespace diagc {

namespace {

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8U) text += static_cast<char>(value & 0xffU);
  return text;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

void write_npz(const std::filesystem::path& path, const std::vector<NpzMember>& members) {
  constexpr std::uint64_t most_bytes = 0xffffffffU, most_members = 0xffffU;
  std::vector<std::string> starts;
  std::uint64_t all = 0;
  for (const NpzMember& member : members) {
    starts.push_back(npy_file_start(member.type, member.shape));
    // Both headers, and the name in both.
    constexpr std::uint64_t headers = 30 + 46, suffix = 2 * 4;
    all += headers + suffix + 2 * member.name.size() + starts.back().size() + member.bytes.size();
  }
  if (all >= most_bytes || members.size() >= most_members) {
    throw std::runtime_error(fmt::format(
        "{}: found {} arrays of {} bytes, expected less than {} and 4 GiB for an .npz file",
        path.string(), members.size(), all, most_members));
  }
  AtomicFile file(path);
  std::string directory;
  std::uint64_t at = 0;
  for (std::size_t k = 0; k < members.size(); ++k) {
    const NpzMember& member = members[k];
    const std::string name = member.name + ".npy";
    boost::crc_32_type checksum;
    checksum.process_bytes(starts[k].data(), starts[k].size());
    checksum.process_bytes(member.bytes.data(), member.bytes.size());
    const std::uint64_t size = starts[k].size() + member.bytes.size();
    // Version 2.0, no flags, stored, the first of January 1980.
    const std::string common = little_endian(20, 2) + little_endian(0, 4) + little_endian(0, 2) +
                               little_endian(0x21, 2) + little_endian(checksum.checksum(), 4) +
                               little_endian(size, 4) + little_endian(size, 4) +
                               little_endian(name.size(), 2) + little_endian(0, 2);
    const std::string header = "PK\3\4" + common + name;
    directory += "PK\1\2" + little_endian(20, 2) + common + little_endian(0, 10) +
                 little_endian(at, 4) + name;
    file.write(bytes_of(header));
    file.write(bytes_of(starts[k]));
    file.write(member.bytes);
    at += header.size() + size;
  }
  directory += "PK\5\6" + little_endian(0, 4) + little_endian(members.size(), 2) +
               little_endian(members.size(), 2) + little_endian(directory.size(), 4) +
               little_endian(at, 4) + little_endian(0, 2);
  file.write(bytes_of(directory));
  file.commit();
}

}  // namespace diagc

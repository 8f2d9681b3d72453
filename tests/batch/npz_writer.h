// Zip archives as numpy.savez writes them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/crc.hpp>

namespace diagc::testing {

inline std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8U) text += static_cast<char>(value & 0xffU);
  return text;
}

/// Members, name and bytes, stored; `method` 8 claims that they are compressed. `wide` puts the sizes into extra fields.
inline std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& members,
                             unsigned method = 0, bool wide = false) {
  std::string archive, directory;
  for (const auto& [name, bytes] : members) {
    boost::crc_32_type checksum;
    checksum.process_bytes(bytes.data(), bytes.size());
    const std::string size = little_endian(wide ? 0xffffffffU : bytes.size(), 4);
    const std::string extra = wide ? little_endian(1, 2) + little_endian(16, 2) +
                                         little_endian(bytes.size(), 8) +
                                         little_endian(bytes.size(), 8)
                                   : "";
    const std::string common = little_endian(45, 2) + little_endian(0, 2) +
                               little_endian(method, 2) + little_endian(0, 4) +
                               little_endian(checksum.checksum(), 4) + size + size +
                               little_endian(name.size(), 2) + little_endian(extra.size(), 2);
    directory += "PK\1\2" + little_endian(45, 2) + common + little_endian(0, 2) +
                 little_endian(0, 2) + little_endian(0, 2) + little_endian(0, 4) +
                 little_endian(archive.size(), 4) + name + extra;
    archive += "PK\3\4" + common + name + extra + bytes;
  }
  return archive + directory + "PK\5\6" + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) +
         little_endian(archive.size(), 4) + little_endian(0, 2);
}

}  // namespace diagc::testing

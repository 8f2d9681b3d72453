#include "runtime/batch/npz.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include <boost/crc.hpp>

#include "runtime/system/descriptor.h"
#include "runtime/system/whole_file.h"

namespace diagc {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 36U;
constexpr std::uint32_t in_extra_field = 0xffffffffU;

/// Little-endian numbers of an archive's bytes (PKWARE's APPNOTE, 4.3).
class Archive {
 public:
  explicit Archive(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number(std::uint64_t at, unsigned size) const {
    if (at > bytes_.size() || bytes_.size() - at < size) throw NpyError("is cut short");
    std::uint64_t value = 0;
    for (unsigned k = 0; k < size; ++k) {
      value |= std::uint64_t{static_cast<unsigned char>(bytes_[at + k])} << (8 * k);
    }
    return value;
  }
  std::string_view slice(std::uint64_t at, std::uint64_t size) const {
    if (at > bytes_.size() || bytes_.size() - at < size) throw NpyError("is cut short");
    return bytes_.substr(at, size);
  }

  struct Member {
    std::string name;
    std::uint64_t method, checksum, stored, size, header;
  };

  std::vector<Member> members() const {
    constexpr std::string_view end_mark = "PK\5\6", begin_mark = "PK\3\4";
    const std::size_t end = bytes_.rfind(end_mark);
    if (end == std::string_view::npos) {
      if (bytes_.starts_with(begin_mark))
        throw NpyError("is cut short: it has no directory of its arrays at its end");
      throw NpyError("is no .npz file, expected a zip archive as numpy.savez writes it");
    }
    slice(end, 22 + number(end + 20, 2));
    std::vector<Member> result;
    std::uint64_t count = number(end + 10, 2), at = number(end + 16, 4);
    if (at == in_extra_field || count == 0xffff) {
      const std::size_t locator = bytes_.rfind("PK\6\7", end);
      if (locator == std::string_view::npos)
        throw NpyError("is damaged: its directory is not there");
      const std::uint64_t wide = number(locator + 8, 8);
      count = number(wide + 32, 8);
      at = number(wide + 48, 8);
    }
    for (; count > 0; --count) {
      if (slice(at, 4) != "PK\1\2")
        throw NpyError("is damaged: its directory is not where it should be");
      const std::uint64_t name = number(at + 28, 2), extra = number(at + 30, 2),
                          comment = number(at + 32, 2);
      Member member{std::string(slice(at + 46, name)),
                    number(at + 10, 2),
                    number(at + 16, 4),
                    number(at + 20, 4),
                    number(at + 24, 4),
                    number(at + 42, 4)};
      read_wide_sizes(member, at + 46 + name, extra);
      result.push_back(std::move(member));
      at += 46 + name + extra + comment;
    }
    return result;
  }

  std::string_view data(const Member& member) const {
    if (slice(member.header, 4) != "PK\3\4")
      throw NpyError("is damaged: the array is not where its directory says");
    const std::uint64_t begin =
        member.header + 30 + number(member.header + 26, 2) + number(member.header + 28, 2);
    return slice(begin, member.size);
  }

 private:
  /// Sizes of 4 GiB and more stand in an extra field, those of the three that do not fit.
  void read_wide_sizes(Member& member, std::uint64_t at, std::uint64_t length) const {
    const std::uint64_t end = at + length;
    while (at + 4 <= end) {
      const std::uint64_t kind = number(at, 2), size = number(at + 2, 2);
      if (kind == 1) {
        std::uint64_t field = at + 4;
        for (std::uint64_t* value : {&member.size, &member.stored, &member.header}) {
          if (*value != in_extra_field) continue;
          *value = number(field, 8);
          field += 8;
        }
      }
      at += 4 + size;
    }
  }

  std::string_view bytes_;
};

NpyArray read_member(const Archive& archive, const Archive::Member& member, WholeArrays whole) {
  if (member.method != 0) {
    throw NpyError(
        "is compressed, expected an array that is stored; write the file with numpy.savez");
  }
  const std::string_view bytes = archive.data(member);
  boost::crc_32_type checksum;
  checksum.process_bytes(bytes.data(), bytes.size());
  if (checksum.checksum() != member.checksum)
    throw NpyError("is damaged: its checksum is another one");
  const Descriptor file(memfd_create("npz", MFD_CLOEXEC));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t wrote = write(file.number(), bytes.data() + done, bytes.size() - done);
    if (wrote <= 0) throw NpyError("needs more memory than there is");
    done += static_cast<std::size_t>(wrote);
  }
  lseek(file.number(), 0, SEEK_SET);
  const std::string nothing;
  return read_npy(file.number(), nothing, whole);
}

}  // namespace

std::vector<std::pair<std::string, NpyArray>> read_npz(const std::filesystem::path& path,
                                                       WholeArrays whole) {
  std::string where = path.string();
  try {
    const std::string bytes = read_bounded(path, largest_file);
    const Archive archive(bytes);
    std::vector<std::pair<std::string, NpyArray>> arrays;
    for (const Archive::Member& member : archive.members()) {
      where = fmt::format("{}: array {}", path.string(), member.name);
      NpyArray array = read_member(archive, member, whole);
      const bool has_ending = member.name.ends_with(".npy");
      arrays.emplace_back(member.name.substr(0, member.name.size() - (has_ending ? 4 : 0)),
                          std::move(array));
      where = path.string();
    }
    return arrays;
  } catch (const NotRead& error) {
    throw NpyError(fmt::format("{}: cannot be read: {}", where, error.what()));
  } catch (const NpyError& error) {
    std::string_view reason = error.what();
    while (reason.starts_with(':') || reason.starts_with(' ')) reason.remove_prefix(1);
    throw NpyError(fmt::format("{}: {}", where, reason));
  }
}

}  // namespace diagc

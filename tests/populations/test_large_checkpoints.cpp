// A checkpoint of more bytes than 32 bits with a sign count, in a sparse file and record by record, so that it takes neither disk nor memory.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "runs/checkpoint/file.h"
#include "runtime/system/temporary_folder.h"
#include "runtime/system/whole_file.h"

using namespace diagc;
using namespace diagc::runs;

namespace {

constexpr std::uint64_t record_bytes = std::uint64_t{1} << 26U;
constexpr std::uint64_t records = 33;

/// The first line of checkpoints.
std::string first_line(const std::filesystem::path& path) {
  CheckpointWriter(path).commit();
  const std::string text = read_file(path);
  return text.substr(0, text.find('\n') + 1);
}

/// Writes at places of a file and takes all bytes, holes included, into a checksum.
class SparseFile {
 public:
  explicit SparseFile(const std::filesystem::path& path)
      : file_(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600)) {
    REQUIRE(file_ >= 0);
    XXH3_128bits_reset(&state_);
  }
  ~SparseFile() { close(file_); }
  SparseFile(const SparseFile&) = delete;

  void write(const void* bytes, std::size_t count) {
    REQUIRE(pwrite(file_, bytes, count, at_) == static_cast<ssize_t>(count));
    XXH3_128bits_update(&state_, bytes, count);
    at_ += static_cast<off_t>(count);
  }
  void leave_hole(std::uint64_t count) {
    at_ += static_cast<off_t>(count);
    for (; count > 0; count -= std::min<std::uint64_t>(count, zeros_.size()))
      XXH3_128bits_update(&state_, zeros_.data(), std::min<std::uint64_t>(count, zeros_.size()));
  }
  void seal() {
    XXH128_canonical_t checksum;
    XXH128_canonicalFromHash(&checksum, XXH3_128bits_digest(&state_));
    write(&checksum, sizeof checksum);
  }

 private:
  int file_;
  off_t at_ = 0;
  XXH3_state_t state_;
  std::vector<char> zeros_ = std::vector<char>(1U << 20U);
};

}  // namespace

TEST_CASE("a checkpoint of more than 2 GiB is read to its end") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "large";
  const std::string line = first_line(folder / "small");
  {
    SparseFile file(path);
    file.write(line.data(), line.size());
    for (std::uint64_t i = 0; i < records; ++i) {
      file.write(&record_bytes, sizeof record_bytes);
      file.write(&i, sizeof i);
      file.leave_hole(record_bytes - 2 * sizeof i);
      file.write(&i, sizeof i);
    }
    file.seal();
  }
  const std::uint64_t size = std::filesystem::file_size(path);
  REQUIRE(size > std::uint64_t{1} << 31U);

  CheckpointReader file(path, size);
  for (std::uint64_t i = 0; i < records; ++i) {
    REQUIRE_FALSE(file.at_end());
    const Bytes record = file.record(record_bytes);
    REQUIRE(record.size() == record_bytes);
    std::uint64_t begin = 0, end = 0;
    std::memcpy(&begin, record.data(), sizeof begin);
    std::memcpy(&end, record.data() + record.size() - sizeof end, sizeof end);
    CHECK(begin == i);
    CHECK(end == i);
  }
  CHECK(file.at_end());
  CHECK_THROWS_WITH(CheckpointReader(path, 0x7fffffff),
                    fmt::format("it has {} bytes, and this job needs at most 2147483647", size));
}

// Checkpoint files that are damaged, of another run, or made to do harm.
#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "runs/checkpoint/file.h"
#include "runs/population/sampler.h"
#include "runtime/system/temporary_folder.h"
#include "tests/populations/small_populations.h"

using namespace diagc;
using namespace diagc::runs;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t checksum_bytes = 16;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// The file with another content, whose checksum is right.
void write_sealed(const fs::path& path, const std::string& content) {
  XXH128_canonical_t checksum;
  XXH128_canonicalFromHash(&checksum, XXH3_128bits(content.data(), content.size()));
  write_file(path,
             content + std::string(reinterpret_cast<const char*>(&checksum), sizeof checksum));
}

/// Both small populations, in few groups.
class SmallRun {
 public:
  SmallRun() : channels_(2) {
    for (Channel& channel : channels_) {
      channel.all_groups = 3;
      channel.groups = own_groups(3, ranks_);
      channel.cost_per_row = 1e-4;
    }
    const GroupsOptions groups{.groups = channels_[0].groups, .members = 4};
    channels_[0].name = "chain";
    channels_[0].digest.add("seed", "1");
    channels_[0].population = cpu_chain(groups);
    channels_[1].name = "samples";
    channels_[1].digest.add("cut", "x + y > 1/2");
    channels_[1].population = cpu_samples(groups);
  }

  std::vector<Channel>& channels() { return channels_; }
  Ranks& ranks() { return ranks_; }

  std::string run(const fs::path& path, double rows, bool resume,
                  const std::function<void(const std::string&)>& note = {}) {
    Sampler sampler(channels_, {.ends = {.rows = rows, .target_error = {}, .seconds = {}},
                                .ranks = ranks_,
                                .workers = Workers(),
                                .checkpoint = path,
                                .checkpoint_seconds = 1e9,
                                .resume = resume,
                                .prepare = [](const auto&) { return true; },
                                .slopes = [] { return std::vector<double>{1, 1}; },
                                .histograms = true,
                                .note = note});
    return sampler.run();
  }

 private:
  SingleRank ranks_;
  std::vector<Channel> channels_;
};

/// What the run says of the file; empty where it takes it.
std::string refusal(SmallRun& run, const fs::path& path) {
  for (Channel& channel : run.channels()) channel.begin_statistics();
  try {
    read_checkpoint(path, run.channels(), run.ranks());
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string refused(const fs::path& path, const std::string& why) {
  return path.string() + ": found a checkpoint that cannot be resumed: " + why +
         "; expected one that this job has written";
}

}  // namespace

TEST_CASE("whatever is written into a checkpoint is refused or read") {
  const TemporaryFolder folder;
  SmallRun run;
  REQUIRE(run.run(folder / "run", 2e4, false) == "steps");
  const std::string whole = read_file(folder / "run");
  // Tens of thousands of files: they stay in memory.
  const int memory = memfd_create("checkpoint", MFD_CLOEXEC);
  REQUIRE(memory >= 0);
  const fs::path path = fmt::format("/proc/self/fd/{}", memory);
  write_file(path, whole);
  const std::string content = whole.substr(0, whole.size() - checksum_bytes);
  REQUIRE(refusal(run, path).empty());
  write_sealed(path, content);
  REQUIRE(read_file(path) == whole);

  std::size_t taken = 0, turned_down = 0;
  const auto look = [&] {
    const std::string why = refusal(run, path);
    if (why.empty()) {
      // One that is taken can be gone on with.
      if (++taken % 400 == 0) {
        write_file(folder / "run", read_file(path));
        run.run(folder / "run", 2.5e4, true);
      }
      return;
    }
    ++turned_down;
    if (!why.starts_with(path.string() + ": found a checkpoint that cannot be resumed: ")) {
      INFO(why);
      CHECK(false);
    }
  };
  SECTION("every four bytes, by numbers that lengths, counts and doubles break at") {
    for (std::size_t at = 0; at + 4 <= content.size(); at += 4) {
      for (const std::uint32_t value :
           {0U, 1U, 0x7fU, 0x7fffffffU, 0xffffffffU, 0x7ff00000U, 0xfff80000U, 0x00100000U}) {
        std::string changed = content;
        std::memcpy(changed.data() + at, &value, sizeof value);
        write_sealed(path, changed);
        look();
      }
    }
    CHECK(taken > 0);
    CHECK(turned_down > 1000);
  }
  SECTION("every eight bytes, by lengths that overflow") {
    for (std::size_t at = 0; at + 8 <= content.size(); at += 4) {
      for (const std::uint64_t value :
           {std::uint64_t{1} << 61U, std::uint64_t{1} << 63U, ~std::uint64_t{0} - 7}) {
        std::string changed = content;
        std::memcpy(changed.data() + at, &value, sizeof value);
        write_sealed(path, changed);
        look();
      }
    }
    CHECK(turned_down > 500);
  }
  SECTION("bytes that are missing, double, or others") {
    std::mt19937 random(1);
    for (std::size_t at = 0; at < content.size(); at += 7) {
      write_sealed(path, content.substr(0, at));
      look();
      write_sealed(path, content.substr(0, at) + content.substr(at + 1));
      look();
      write_sealed(path, content.substr(0, at) + content.substr(at / 2));
      look();
      std::string noise = content;
      for (int i = 0; i < 5; ++i) noise[random() % noise.size()] = static_cast<char>(random());
      write_sealed(path, noise);
      look();
    }
    CHECK(turned_down > 500);
  }
  SECTION("without a checksum that is right everything is damaged") {
    for (std::size_t at = 0; at < whole.size(); at += 11) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 4);
      write_file(path, changed);
      const std::string why = at < 27 ? "it is no checkpoint of this version" : "it is damaged";
      CHECK(refusal(run, path) == refused(path, why));
    }
    for (std::size_t size = 27; size < whole.size(); size += 100) {
      write_file(path, whole.substr(0, size));
      CHECK(refusal(run, path) == refused(path, "it is damaged"));
    }
  }
  close(memory);
}

TEST_CASE("what a checkpoint is refused for") {
  const TemporaryFolder folder;
  const fs::path path = folder / "run";
  SmallRun run;
  run.run(path, 1e4, false);
  const std::string whole = read_file(path);
  const std::string content = whole.substr(0, whole.size() - checksum_bytes);

  CHECK(refusal(run, folder / "none") ==
        refused(folder / "none", "it cannot be read: No such file or directory"));
  for (const char* device : {"/dev/zero", "/dev/null", "/tmp"})
    CHECK(refusal(run, device) == refused(device, "it is no file"));
  write_file(path, "diagc integrate checkpoint 1\n" + whole);
  CHECK(refusal(run, path) ==
        refused(path,
                "it was written by an older diagc, whose checkpoints (format 1) are no longer "
                "read (this is format 3)"));
  write_file(path, "something else");
  CHECK(refusal(run, path) == refused(path, "it is no checkpoint of this version"));
  write_file(path, "");
  CHECK(refusal(run, path) == refused(path, "it is no checkpoint of this version"));

  // A sparse file of 10 TB is not read to its end.
  write_file(path, whole);
  fs::resize_file(path, 10'000'000'000'000);
  CHECK(refusal(run, path).starts_with(path.string() +
                                       ": found a checkpoint that cannot be resumed: it has "
                                       "10000000000000 bytes, and this job needs "
                                       "at most "));

  // Of a run with one channel less, more, or another one.
  write_file(path, whole);
  run.channels()[1].name = "events";
  CHECK(refusal(run, path) == refused(path, "it holds samples, which this job lacks"));
  run.channels()[1].name = "samples";
  run.channels()[0].digest.add("threads", "none");
  CHECK(refusal(run, path) ==
        refused(path, "it belongs to another job: chain, threads: found nothing, expected none"));
}

TEST_CASE("digests name the first line that differs") {
  Digest one, other;
  one.add("rules", "a");
  one.add("seed", "1");
  CHECK(difference(one, one).empty());
  other.add("rules", "a");
  CHECK(difference(other, one) == "seed: found nothing, expected 1");
  CHECK(difference(one, other) == "seed: found 1, expected nothing");
  other.add("seed", "2");
  CHECK(difference(other, one) == "seed: found 2, expected 1");
  // Of texts their first line that differs, cut anywhere.
  const auto texts = [](std::string found, std::string expected) {
    Digest a, b;
    a.add("rules", std::move(found));
    b.add("rules", std::move(expected));
    return difference(a, b);
  };
  CHECK(texts("a\n  b c\nd\n", "a\n  b e\nd\n") ==
        "rules: found in line 2 `  b c`, expected `  b e`");
  CHECK(texts("a\nb\n", "a\nb\nc\n") == "rules: found in line 3 ``, expected `c`");
  CHECK(texts("a", "a\nb") == "rules: found in line 2 ``, expected `b`");
  Bytes bytes;
  other.write(bytes);
  std::span<const std::byte> from(bytes);
  CHECK(Digest::read(from) == other);
  CHECK(from.empty());
  CHECK(other.value("seed") == "2");
  CHECK(hash_text("a") != hash_text("b"));
}

TEST_CASE("statistics come back from their bytes, however many stretches there are") {
  for (const std::uint64_t stretches : {1, 2, 3, 31, 32, 33, 64, 100, 1000}) {
    GroupStatistics statistics(2, 3);
    std::mt19937 random(static_cast<unsigned>(stretches));
    for (std::uint64_t i = 0; i < stretches; ++i) {
      Sums sums(2, 3);
      for (int row = 0; row < 5; ++row) {
        const double x[] = {static_cast<double>(random() % 1000), 1};
        sums.add(x);
      }
      sums.counts[1] = i;
      statistics.add(sums);
    }
    Bytes bytes;
    statistics.write(bytes);
    CHECK(bytes.size() <= GroupStatistics::most_bytes(2, 3));
    GroupStatistics back(2, 3);
    std::span<const std::byte> from(bytes);
    back.read(from, stretches, 5);
    CHECK(from.empty());
    CHECK(back == statistics);
    // Equal contents, equal bytes: no padding.
    Bytes again;
    back.write(again);
    CHECK(again == bytes);
    std::span<const std::byte> other(bytes);
    CHECK_THROWS_WITH(GroupStatistics(2, 3).read(other, stretches + 1, 5),
                      "its groups did not all make the same steps");
  }
}

TEST_CASE("paths where no checkpoint can be are refused before anything is sampled") {
  const TemporaryFolder folder;
  SmallRun run;
  const fs::path absent = folder / "absent/run";
  CHECK_THROWS_WITH(
      run.run(absent, 1e4, false),
      fmt::format("{}: found no folder {} for the checkpoint, expected one that can be written",
                  absent.string(), absent.parent_path().string()));
  fs::create_directories(folder / "there");
  CHECK_THROWS_WITH(run.run(folder / "there", 1e4, false),
                    (folder / "there").string() +
                        ": found a folder, expected the path of a checkpoint: a file, or a name "
                        "that is free");
  CHECK_THROWS_WITH(run.run("/dev/null", 1e4, false),
                    "/dev/null: found something that is no file, expected the path of a "
                    "checkpoint: a file, or a name that is free");
  CHECK_THROWS_WITH(run.run("/proc/run", 1e4, false),
                    Catch::Matchers::StartsWith("/proc/run: cannot be written: "));
  for (const Channel& channel : run.channels()) CHECK(channel.stretches == 0);
}

namespace {

/// Files may not grow beyond so many bytes, as on a disk that is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : former_action_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &former_);
    const rlimit limit{bytes, former_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &former_);
    std::signal(SIGXFSZ, former_action_);
  }
  FullDisk(const FullDisk&) = delete;

 private:
  rlimit former_{};
  void (*former_action_)(int);
};

}  // namespace

TEST_CASE("a checkpoint that cannot be written is told once, and the run goes on") {
  const TemporaryFolder folder;
  const fs::path path = folder / "run";
  SmallRun free;
  free.run(folder / "free", 2e4, false);
  SmallRun run;
  std::vector<std::string> notes;
  {
    const FullDisk full(1000);
    CHECK(run.run(path, 2e4, false, [&](const std::string& note) { notes.push_back(note); }) ==
          "steps");
  }
  CHECK(notes == std::vector<std::string>{path.string() + ": cannot be written: File too large"});
  CHECK_FALSE(fs::exists(path));
  for (std::size_t i = 0; i < 2; ++i) CHECK(run.channels()[i].total == free.channels()[i].total);
}

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "runs/parallel/mpi_ranks.h"
#include "runs/parallel/rank_threads.h"
#include "runtime/system/temporary_folder.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::series;

namespace {

Plan plan_for_ranks() {
  Plan plan;
  plan.model = lattice::make_model(cluster_options({{0, -1}, {-1, 0.4}}, 0.3, 2));
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 3, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 128;
  plan.steps = 1e7;
  plan.threads = 1;
  return plan;
}

}  // namespace

TEST_CASE("results do not depend on the number of ranks, nor do checkpoints") {
  const TemporaryFolder folder;
  Plan plan = plan_for_ranks();
  const auto one = series::integrate(plan).orders;
  for (const int size : {2, 3, 11}) {  // 11: more than there are blocks
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      Plan own = plan;
      own.ranks = &ranks;
      const bool same = series::integrate(own).orders == one;
      const auto all = ranks.gather(std::as_bytes(std::span(&same, 1)));
      if (ranks.rank() != 0) return;
      for (const auto& part : all) CHECK(part.front() == std::byte{1});
    });
  }

  // Begun by two ranks, ended by one.
  plan.checkpoint = folder / "checkpoint";
  runs::RankThreads(2).run([&](runs::Ranks& ranks) {
    Plan own = plan;
    own.ranks = &ranks;
    own.steps = 4e6;
    series::integrate(own);
  });
  plan.resume = true;
  CHECK(series::integrate(plan).orders == one);
}

TEST_CASE("a rank that fails ends the others") {
  const auto fails = [](int failing) {
    runs::RankThreads(3).run([&](runs::Ranks& ranks) {
      for (int round = 0; round < 5; ++round) {
        if (round == 2 && ranks.rank() == failing) throw std::runtime_error("no room");
        std::uint64_t number = 1;
        ranks.sum(std::span(&number, 1));
        if (number != 3) throw std::logic_error("a sum without all ranks");
      }
    });
  };
  for (const int failing : {0, 1, 2}) CHECK_THROWS_WITH(fails(failing), "no room");
}

// Pieces of rank r: those below, at and beyond what a message holds, and their neighbours.
constexpr std::size_t piece_bytes[] = {1, 6, 7, 8, 13, 14, 15, 1000, 70000, 2};

std::byte byte_of(int rank, std::size_t piece, std::size_t i) {
  return static_cast<std::byte>((rank * 89 + piece * 37 + i * 11 + i / 251) & 0xffU);
}

/// What is wrong with what ranks tell each other; empty where nothing is.
std::string wrong_with(runs::Ranks& ranks) {
  const auto filled = [](int rank, std::size_t piece, std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = byte_of(rank, piece, i);
    return bytes;
  };
  std::string wrong;
  std::size_t next = 0, taken = 0;
  const std::size_t own = std::size(piece_bytes) - static_cast<std::size_t>(ranks.rank());
  std::vector<std::vector<std::byte>> expected;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    for (std::size_t i = 0; i + static_cast<std::size_t>(rank) < std::size(piece_bytes); ++i)
      expected.push_back(filled(rank, i, piece_bytes[i]));
  }
  ranks.collect(
      [&] {
        if (next == own) return std::vector<std::byte>();
        ++next;
        return filled(ranks.rank(), next - 1, piece_bytes[next - 1]);
      },
      [&](std::span<const std::byte> piece) {
        if (taken == expected.size() || !std::ranges::equal(piece, expected[taken]))
          wrong += fmt::format("piece {}; ", taken);
        ++taken;
      });
  if (taken != (ranks.rank() == 0 ? expected.size() : 0)) wrong += "number of pieces; ";

  const auto all =
      ranks.gather(filled(ranks.rank(), 1, static_cast<std::size_t>(ranks.rank()) * 15));
  for (int rank = 0; rank < ranks.size(); ++rank) {
    if (all[static_cast<std::size_t>(rank)] != filled(rank, 1, static_cast<std::size_t>(rank) * 15))
      wrong += fmt::format("gathered from {}; ", rank);
  }

  // Sums beyond 32 bits, of more numbers than a message holds.
  std::vector<std::uint64_t> numbers(40);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = (std::uint64_t{1} << 40U) * (i + 1) + static_cast<std::uint64_t>(ranks.rank());
  ranks.sum(numbers);
  const auto size = static_cast<std::uint64_t>(ranks.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != size * (std::uint64_t{1} << 40U) * (i + 1) + size * (size - 1) / 2)
      wrong += fmt::format("sum {}; ", i);
  }
  return wrong;
}

TEST_CASE("what ranks that are threads tell each other arrives as it was sent") {
  for (const int size : {1, 3}) {
    runs::RankThreads(size).run([](runs::Ranks& ranks) {
      const std::string wrong = wrong_with(ranks);
      if (!wrong.empty()) throw std::logic_error(wrong);
    });
  }
}

// Started by the test below, under mpirun.
TEST_CASE("one rank of several that send in pieces", "[.pieces]") {
  if (!runs::started_by_mpi()) return;
  const auto ranks = runs::mpi_ranks(7);  // bytes of a message
  const std::string wrong = wrong_with(*ranks);
  const std::string path = fmt::format("{}.{}", std::getenv("DIAGC_TEST_RESULT"), ranks->rank());
  std::ofstream(path) << ranks->size() << " " << wrong;
}

// Started by the last test, under mpirun.
TEST_CASE("one rank of several", "[.rank]") {
  if (!runs::started_by_mpi()) return;
  const auto ranks = runs::mpi_ranks(1000);  // bytes of a message: everything goes in pieces
  Plan plan = plan_for_ranks();
  plan.ranks = ranks.get();
  plan.checkpoint = std::string(std::getenv("DIAGC_TEST_RESULT")) + ".checkpoint";
  const auto result = series::integrate(plan);
  if (ranks->rank() != 0) return;
  std::ofstream file(std::getenv("DIAGC_TEST_RESULT"));
  file << result.run.ranks << "\n";
  for (const auto& order : result.orders)
    file << fmt::format("{:a} {:a}\n", order.value, order.error);
}

/// Test cases of this program in so many processes, which write files that begin with `path`.
void run_ranks(int size, const std::string& cases, const std::filesystem::path& path) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  // Under sanitizers: Open MPI keeps what it allocates when it starts.
  const std::string command = fmt::format(
      "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 DIAGC_TEST_RESULT={} OMPI_ALLOW_RUN_AS_ROOT=1 "
      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n {} {} '{}' > {}.log 2>&1",
      path.string(), size, program, cases, path.string());
  INFO(command);
  REQUIRE(std::system(command.c_str()) == 0);
}

TEST_CASE("ranks of MPI give what one process gives") {
  if (std::system("command -v mpirun > /dev/null") != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "result";
  run_ranks(3, "[.pieces]", path);
  for (int rank = 0; rank < 3; ++rank) {
    std::ifstream file(fmt::format("{}.{}", path.string(), rank));
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "3 ");
  }

  run_ranks(2, "[.rank]", path);
  std::string expected = "2\n";
  for (const auto& order : series::integrate(plan_for_ranks()).orders)
    expected += fmt::format("{:a} {:a}\n", order.value, order.error);
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == expected);

  // What they have written one process goes on with.
  Plan plan = plan_for_ranks();
  plan.steps = 2e7;
  const auto whole = series::integrate(plan).orders;
  plan.checkpoint = path.string() + ".checkpoint";
  plan.resume = true;
  CHECK(series::integrate(plan).orders == whole);
}

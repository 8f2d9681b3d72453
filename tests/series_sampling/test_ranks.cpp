#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "runs/parallel/mpi_ranks.h"
#include "runs/parallel/rank_threads.h"
#include "tests/series_sampling/plans.h"

using namespace diagc;
using namespace diagc::integrate;

namespace {

Plan small_plan() {
  Plan plan;
  plan.model = make_model(cluster_options({{0, -1}, {-1, 0.4}}, 0.3, 2));
  plan.terms = hubbard_terms("hubbard_sun_density", 1, 3, 2);
  plan.walkers = 1024;
  plan.warmup_steps = 128;
  plan.steps = 1e7;
  plan.threads = 1;
  return plan;
}

}  // namespace

TEST_CASE("results do not depend on the number of ranks, nor do checkpoints") {
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("diagc-ranks-{}", getpid());
  std::filesystem::create_directories(folder);
  Plan plan = small_plan();
  const auto one = integrate::integrate(plan).orders;
  for (const int size : {2, 3, 11}) {  // 11: more than there are blocks
    runs::RankThreads(size).run([&](runs::Ranks& ranks) {
      Plan own = plan;
      own.ranks = &ranks;
      const bool same = integrate::integrate(own).orders == one;
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
    integrate::integrate(own);
  });
  plan.resume = true;
  CHECK(integrate::integrate(plan).orders == one);
  std::filesystem::remove_all(folder);
}

// Started by the test below, under mpirun.
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

TEST_CASE("one rank of several", "[.rank]") {
  if (!runs::started_by_mpi()) return;
  const auto ranks = runs::mpi_ranks(1000);  // bytes of a message: everything goes in pieces
  Plan plan = small_plan();
  plan.ranks = ranks.get();
  plan.checkpoint = std::string(std::getenv("DIAGC_TEST_RESULT")) + ".checkpoint";
  const auto result = integrate::integrate(plan);
  if (ranks->rank() != 0) return;
  std::ofstream file(std::getenv("DIAGC_TEST_RESULT"));
  file << result.run.ranks << "\n";
  for (const auto& order : result.orders)
    file << fmt::format("{:a} {:a}\n", order.value, order.error);
}

TEST_CASE("ranks of MPI give what one process gives") {
  if (std::system("command -v mpirun > /dev/null") != 0) {
    WARN("mpirun is not installed: not tested");
    return;
  }
  const auto path = std::filesystem::temp_directory_path() / fmt::format("diagc-mpi-{}", getpid());
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  // Under sanitizers: Open MPI keeps what it allocates when it starts.
  const std::string command = fmt::format(
      "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 DIAGC_TEST_RESULT={} OMPI_ALLOW_RUN_AS_ROOT=1 "
      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun "
      "--oversubscribe -n 2 {} '[.rank]' "
      "> {}.log 2>&1",
      path.string(), program, path.string());
  INFO(command);
  REQUIRE(std::system(command.c_str()) == 0);
  std::string expected = "2\n";
  for (const auto& order : integrate::integrate(small_plan()).orders)
    expected += fmt::format("{:a} {:a}\n", order.value, order.error);
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == expected);

  // What they have written one process goes on with.
  Plan plan = small_plan();
  plan.steps = 2e7;
  const auto whole = integrate::integrate(plan).orders;
  plan.checkpoint = path.string() + ".checkpoint";
  plan.resume = true;
  CHECK(integrate::integrate(plan).orders == whole);
  std::filesystem::remove(plan.checkpoint);
  std::filesystem::remove(path);
  std::filesystem::remove(path.string() + ".log");
}

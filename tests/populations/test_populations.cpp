// Runs of the small populations: averages, and that these depend on nothing but seed and steps.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "runs/parallel/rank_threads.h"
#include "runs/population/sampler.h"
#include "runtime/system/temporary_folder.h"
#include "tests/cuda/fake_driver/fake_driver.h"
#include "tests/populations/small_populations.h"

using namespace diagc;
using namespace diagc::runs;

namespace {

constexpr std::uint32_t all_groups = 24;

/// What is made of a run of both populations.
struct Outcome {
  Sums chain, samples;
  Estimate chain_mean, sample_mean;
  std::vector<std::int64_t> histogram;
  std::vector<PickedRow> picked;
  std::uint64_t all_picked = 0;
  std::string ended_by;
  bool operator==(const Outcome& other) const {
    return chain == other.chain && samples == other.samples && histogram == other.histogram &&
           picked == other.picked && all_picked == other.all_picked &&
           chain_mean.ratio == other.chain_mean.ratio &&
           chain_mean.error == other.chain_mean.error &&
           sample_mean.ratio == other.sample_mean.ratio;
  }
};

struct RunOptions {
  bool device = false;
  unsigned threads = 1;
  double rows = 6e5;
  std::filesystem::path checkpoint = {};
  bool resume = false;
  bool with_samples = true;
  bool picks = false;
  std::optional<double> picked = {};  ///< rows at which it ends
  std::uint32_t seed = 1;
  std::stop_source* stop_after_a_round = nullptr;
};

std::vector<Channel> make_channels(const RunOptions& options, const Ranks& ranks) {
  std::vector<Channel> channels(options.with_samples ? 2 : 1);
  for (Channel& channel : channels) {
    channel.all_groups = all_groups;
    channel.groups = own_groups(all_groups, ranks);
    channel.cost_per_row = 1e-6;
  }
  const GroupsOptions groups{
      .groups = channels[0].groups, .seed = options.seed, .picks = options.picks};
  channels[0].name = "chain";
  channels[0].digest.add("seed", "1");
  channels[0].population =
      options.device ? device_chain(groups, ranks.rank() % 2) : cpu_chain(groups);
  if (!options.with_samples) return channels;
  channels[1].name = "samples";
  channels[1].digest.add("cut", "x + y > 1/2");
  channels[1].population =
      options.device ? device_samples(groups, ranks.rank() % 2) : cpu_samples(groups);
  return channels;
}

Outcome run(const RunOptions& options, Ranks& ranks) {
  std::vector<Channel> channels = make_channels(options, ranks);
  std::stop_source stop;
  const Workers workers{.threads = options.threads, .stop = stop.get_token()};
  int rounds = 0;
  Sampler sampler(
      channels,
      {.ends = {.rows = options.rows, .picked = options.picked, .target_error = {}, .seconds = {}},
       .ranks = ranks,
       .workers = workers,
       .checkpoint = options.checkpoint,
       .resume = options.resume,
       .prepare =
           [&](const std::vector<Channel*>& fresh) {
             for_all_parts(fresh, workers, [&](std::size_t i, std::size_t part) {
               fresh[i]->population->start(part, 0);
               // A hundred steps to forget where it began.
               const GroupRange range = fresh[i]->population->groups(part);
               const PopulationShape& shape = fresh[i]->population->shape();
               std::vector<Sums> ignored(range.size(), Sums(shape.quantities, shape.counters));
               fresh[i]->population->advance(part, {.first = 1, .count = 100},
                                             {.groups = ignored, .histogram = {}});
             });
             for (Channel* channel : fresh) channel->first_step = 101;
             return true;
           },
       .slopes = [&] { return std::vector<double>(channels.size(), 1); },
       .histograms = true,
       .progress =
           [&] {
             if (options.stop_after_a_round && ++rounds == 2) stop.request_stop();
           }});
  Outcome outcome;
  outcome.ended_by = sampler.run();
  outcome.chain = channels[0].total;
  outcome.chain_mean = channels[0].estimate;
  if (!options.with_samples) return outcome;
  outcome.samples = channels[1].total;
  outcome.sample_mean = channels[1].estimate;
  std::vector<std::uint64_t> cells(channels[1].histogram.begin(), channels[1].histogram.end());
  ranks.sum(cells);
  outcome.histogram.assign(cells.begin(), cells.end());
  outcome.picked = collect_picked(channels[1], ranks);
  outcome.all_picked = channels[1].all_picked;
  return outcome;
}

Outcome run(const RunOptions& options) {
  SingleRank single;
  return run(options, single);
}

Outcome run_on_ranks(const RunOptions& options, int size) {
  Outcome first;
  RankThreads(size).run([&](Ranks& ranks) {
    const Outcome own = run(options, ranks);
    if (ranks.rank() == 0) first = own;
  });
  return first;
}

/// A fake driver without leftovers, with the kernels of the small populations.
class FakeDevices {
 public:
  FakeDevices() {
    setenv("DIAGC_CUDA_DRIVER", DIAGC_FAKE_CUDA, 1);
    fake_cuda::reset();
    add_small_kernels();
  }
  ~FakeDevices() {
    CHECK(fake_cuda::alive().all() == 0);
    fake_cuda::reset();
  }
};

}  // namespace

TEST_CASE("averages of a chain and of samples with cuts are what they are known to be") {
  const FakeDevices devices;
  for (const bool device : {false, true}) {
    CAPTURE(device);
    const Outcome outcome = run({.device = device, .threads = 2});
    CHECK(outcome.ended_by == "steps");
    INFO(outcome.chain_mean.warning << outcome.sample_mean.warning);
    CHECK(outcome.chain_mean.warning.empty());
    CHECK(outcome.sample_mean.warning.empty());
    CHECK(std::abs(outcome.chain_mean.ratio - chain_mean()) < 4 * outcome.chain_mean.error);
    CHECK(outcome.chain_mean.error < 0.01 * chain_mean());
    CHECK(outcome.chain_mean.autocorrelation > 2);
    CHECK(outcome.sample_mean.autocorrelation == 0.5);
    // Every one of the four, by plain standard deviations: rows are independent.
    const auto rows = static_cast<double>(outcome.samples.rows);
    const auto means = sample_means();
    for (std::size_t i = 0; i < means.size(); ++i) {
      CAPTURE(i);
      const double mean = outcome.samples.first[i] / rows,
                   square = outcome.samples.second[outcome.samples.pair(i, i)] / rows;
      const double error = std::sqrt((square - mean * mean) / rows);
      CHECK(std::abs(mean - means[i]) < 4 * error);
      CHECK(error < 0.01 * means[i]);
      if (i == 0) {
        CHECK(outcome.sample_mean.ratio == Approx(mean).epsilon(1e-9));
        CHECK(outcome.sample_mean.error == Approx(error).epsilon(0.2));
      }
    }
    // An eighth is dropped, and counts as rows of zeros.
    const auto dropped = static_cast<double>(outcome.samples.counts[0]);
    CHECK(std::abs(dropped / rows - 0.125) < 4 * std::sqrt(0.125 * 0.875 / rows));
    // ∫ f over the first and over the last eighth of x.
    const double scale = sample_unit / rows;
    const auto below = [](double x) {  // ∫_0^x x² ∫_{1/2 − x}^1 y dy, x ≤ 1/2
      return x * x * x * (1.0 / 6 - 1.0 / 24) + std::pow(x, 4) / 8 - std::pow(x, 5) / 10;
    };
    CHECK(static_cast<double>(outcome.histogram.front()) * scale ==
          Approx(below(0.125)).epsilon(0.1));
    CHECK(static_cast<double>(outcome.histogram.back()) * scale ==
          Approx((1 - std::pow(0.875, 3)) / 6).epsilon(0.02));
    double sum = 0;
    for (const std::int64_t cell : outcome.histogram) sum += static_cast<double>(cell) * scale;
    CHECK(sum == Approx(outcome.samples.first[0] / rows).epsilon(1e-5));
  }
}

TEST_CASE("populations give the same on processors and devices, for threads, ranks and resumed") {
  const FakeDevices devices;
  const Outcome one = run({});
  CHECK(run({.threads = 4}) == one);
  CHECK(run({.device = true}) == one);
  CHECK(run({.device = true, .threads = 2}) == one);
  for (const int size : {2, 5, 30}) {  // 30: more than there are groups
    CAPTURE(size);
    CHECK(run_on_ranks({}, size) == one);
  }
  CHECK(run_on_ranks({.device = true}, 2) == one);
  CHECK_FALSE(run({.rows = 3e5}) == one);

  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  const auto resumed = [&](bool first_device, int first_ranks, bool second_device,
                           int second_ranks) {
    run_on_ranks({.device = first_device, .rows = 2e5, .checkpoint = path}, first_ranks);
    return run_on_ranks({.device = second_device, .checkpoint = path, .resume = true},
                        second_ranks);
  };
  CHECK(resumed(false, 1, false, 1) == one);
  CHECK(resumed(true, 1, true, 1) == one);
  CHECK(resumed(false, 3, true, 2) == one);
  CHECK(resumed(true, 2, false, 4) == one);
}

TEST_CASE("rows that a population picks are the same for threads, ranks and resumed") {
  const Outcome one = run({.picks = true});
  CHECK(run({.threads = 4, .picks = true}) == one);
  CHECK(run_on_ranks({.picks = true}, 5) == one);
  REQUIRE(one.all_picked == one.picked.size());
  CHECK(std::ranges::is_sorted(one.picked));
  // Those of all steps and members, no other.
  const std::uint64_t steps = one.samples.rows / (all_groups * 32);
  std::size_t at = 0;
  for (std::uint64_t step = 101; step < 101 + steps; ++step) {
    for (std::uint32_t member = 0; member < all_groups * 32; ++member) {
      const auto random = random_words(member, step, 1);
      if (!draw_sample(random).passes() || !is_picked(random)) continue;
      REQUIRE(at < one.picked.size());
      CHECK(one.picked[at++] == PickedRow{step, member, draw_sample(random).x});
    }
  }
  CHECK(at == one.picked.size());

  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  const auto resumed = [&](int first_ranks, int second_ranks) {
    run_on_ranks({.rows = 2e5, .checkpoint = path, .picks = true}, first_ranks);
    return run_on_ranks({.checkpoint = path, .resume = true, .picks = true}, second_ranks);
  };
  CHECK(resumed(1, 1) == one);
  CHECK(resumed(3, 2) == one);
  // A round that is given up leaves nothing behind.
  std::stop_source stop;
  run({.rows = 1e9, .checkpoint = path, .picks = true, .stop_after_a_round = &stop});
  CHECK(run({.checkpoint = path, .resume = true, .picks = true}) == one);

  const Outcome enough = run({.rows = 1e12, .picks = true, .picked = 2000});
  CHECK(enough.ended_by == "picked");
  CHECK(enough.all_picked >= 2000);
  CHECK(enough.all_picked < 2200);
}

TEST_CASE("picked rows of a checkpoint that cannot be are refused") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  SingleRank single;
  const auto refused = [&](const std::vector<PickedRow>& rows, bool picks = true) -> std::string {
    std::vector<Channel> channels = make_channels({.picks = true}, single);
    for (Channel& channel : channels) channel.begin_statistics();
    run({.rows = 2e4, .checkpoint = path, .picks = true});
    read_checkpoint(path, channels, single);
    channels[1].picked = rows;
    CHECK(write_checkpoint(path, {}, channels, single).empty());
    std::vector<Channel> others = make_channels({.picks = picks}, single);
    for (Channel& channel : others) channel.begin_statistics();
    try {
      read_checkpoint(path, others, single);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  };
  const std::uint32_t members = all_groups * 32;
  CHECK(refused({{101, 3, 1.0}, {101, members - 1, 0.5}}).empty());
  for (const PickedRow& row : {PickedRow{100, 0, 1.0}, PickedRow{1U << 30U, 0, 1.0},
                               PickedRow{101, members, 1.0}, PickedRow{101, 0, 0.0}})
    CHECK_THAT(refused({row}), Catch::Contains(": it has a picked row that cannot be;"));
  CHECK_THAT(refused({{101, 0, NAN}}), Catch::Contains(": it holds a number that is not finite;"));
  CHECK_THAT(refused({{101, 3, 1.0}, {102, 3, 1.0}, {101, 3, 1.0}}),
             Catch::Contains(": it has a picked row twice;"));
  CHECK_THAT(refused({{101, 3, 1.0}}, false),
             Catch::Contains(": it has picked rows of a channel that picks none;"));
}

TEST_CASE("a round that is stopped is given up, with its histograms") {
  const FakeDevices devices;
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  for (const bool device : {false, true}) {
    CAPTURE(device);
    const Outcome whole = run({.device = device, .rows = 1e6});
    std::stop_source stop;
    const Outcome stopped =
        run({.device = device, .rows = 1e9, .checkpoint = path, .stop_after_a_round = &stop});
    CHECK(stopped.ended_by == "interrupt");
    CHECK(stopped.chain.rows > 0);
    CHECK(stopped.chain.rows < whole.chain.rows);
    CHECK(run({.device = device, .rows = 1e6, .checkpoint = path, .resume = true}) == whole);
  }
}

TEST_CASE("errors are what seeds scatter by") {
  constexpr int seeds = 100;
  double chain[2] = {}, samples[2] = {};  // Σ pull, Σ pull²
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    const Outcome outcome = run({.rows = 1e5, .seed = seed});
    const auto add = [](double* sums, const Estimate& estimate, double exact) {
      const double pull = (estimate.ratio - exact) / estimate.error;
      sums[0] += pull;
      sums[1] += pull * pull;
    };
    add(chain, outcome.chain_mean, chain_mean());
    add(samples, outcome.sample_mean, sample_means()[0]);
  }
  for (const double* sums : {chain, samples}) {
    const double mean = sums[0] / seeds, width = std::sqrt(sums[1] / seeds - mean * mean);
    INFO("mean " << mean << ", width " << width);
    CHECK(std::abs(mean) < 4 / std::sqrt(seeds));
    CHECK(std::abs(width - 1) < 4 / std::sqrt(2.0 * seeds));
  }
}

TEST_CASE("a checkpoint of independent samples is tables and sums") {
  const FakeDevices devices;
  SingleRank single;
  std::vector<Channel> channels = make_channels({}, single);
  CHECK(channels[1].population->shape().state_bytes == 0);
  CHECK(channels[1].population->save(0).empty());
}

TEST_CASE("a channel that is new to a resumed run catches up") {
  const FakeDevices devices;
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  const Outcome alone = run({.rows = 3e5, .checkpoint = path, .with_samples = false});
  REQUIRE(alone.chain.rows > 0);
  const Outcome both = run({.rows = 3e6, .checkpoint = path, .resume = true});
  CHECK(both.chain.rows >= alone.chain.rows);
  CHECK(both.samples.rows > 1e5);
  CHECK(std::abs(both.chain_mean.ratio - chain_mean()) < 4 * both.chain_mean.error);
  CHECK(std::abs(both.sample_mean.ratio - sample_means()[0]) < 4 * both.sample_mean.error);
  // The other way round samples would be lost.
  CHECK_THROWS_WITH(run({.checkpoint = path, .resume = true, .with_samples = false}),
                    path.string() +
                        ": found a checkpoint that cannot be resumed: it holds samples, which this "
                        "job lacks; expected one that this job has written");
}

TEST_CASE("only one piece of a checkpoint is with the first rank at once") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "checkpoint";
  // Counts what is sent to all.
  class Counting final : public Ranks {
   public:
    Counting(Ranks& ranks, std::size_t& most) : ranks_(ranks), most_(most) {}
    int rank() const override { return ranks_.rank(); }
    int size() const override { return ranks_.size(); }
    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> bytes) override {
      most_ = std::max(most_, bytes.size());
      return ranks_.gather(bytes);
    }
    void sum(std::span<std::uint64_t> numbers) override { ranks_.sum(numbers); }
    void collect(const std::function<std::vector<std::byte>()>& next,
                 const std::function<void(std::span<const std::byte>)>& take) override {
      ranks_.collect(next, take);
    }

   private:
    Ranks& ranks_;
    std::size_t& most_;
  };
  RankThreads(3).run([&](Ranks& ranks) {
    std::size_t most = 0;
    Counting counting(ranks, most);
    std::vector<Channel> channels = make_channels({}, ranks);
    for (Channel& channel : channels) channel.begin_statistics();
    CHECK(write_checkpoint(path, {}, channels, counting).empty());
    CHECK(most == 0);
  });
}

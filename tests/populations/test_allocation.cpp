// How work is shared out over channels, by the definition of the best shares.
#include <cmath>
#include <numeric>

#include <catch2/catch.hpp>

#include "runs/parallel/allocation.h"

using namespace diagc::runs;

namespace {

struct Simulated {
  double cost, deviation;
  bool trusted = true;
};

/// Stretches of each channel after that many rounds.
std::vector<std::uint64_t> after_rounds(const std::vector<Simulated>& channels, int rounds) {
  std::vector<ChannelNeed> needs;
  for (const Simulated& channel : channels) needs.push_back({.cost = channel.cost});
  double done = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<std::uint64_t> stretches = share_round(needs, std::max(0.05, done / 50));
    for (std::size_t i = 0; i < channels.size(); ++i) {
      needs[i].done += stretches[i];
      needs[i].deviation = channels[i].deviation;
      needs[i].trusted = channels[i].trusted;
      done += static_cast<double>(stretches[i]) * channels[i].cost;
    }
  }
  std::vector<std::uint64_t> result;
  for (const ChannelNeed& need : needs) result.push_back(need.done);
  return result;
}

}  // namespace

TEST_CASE("stretches follow deviation / √cost, but for a tenth that is shared evenly") {
  const std::vector<Simulated> channels{{1e-4, 1}, {4e-4, 3}, {16e-4, 10}};
  const auto stretches = after_rounds(channels, 600);
  double rates = 0, all = 0;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    rates += channels[i].deviation * std::sqrt(channels[i].cost);
    all += channels[i].cost * static_cast<double>(stretches[i]);
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    CAPTURE(i);
    const double best = channels[i].deviation * std::sqrt(channels[i].cost) / rates;
    const double share = channels[i].cost * static_cast<double>(stretches[i]) / all;
    CHECK(share > 0.9 * best);
    CHECK(share < best + 0.1 / 3 + 0.01);
  }
}

TEST_CASE("rounds that are shorter than a stretch of all channels do not share evenly") {
  const std::vector<Simulated> channels{{0.04, 10}, {0.04, 1}, {0.04, 1}, {0.04, 1}, {0.04, 1},
                                        {0.04, 1},  {0.04, 1}, {0.04, 1}, {0.04, 1}};
  const auto stretches = after_rounds(channels, 60);
  const double all = std::accumulate(stretches.begin(), stretches.end(), 0.0);
  CHECK(static_cast<double>(stretches[0]) / all > 0.9 * 10 / 18);
  for (std::size_t i = 1; i < channels.size(); ++i) {
    CAPTURE(i);
    CHECK(static_cast<double>(stretches[i]) / all > 0.5 / 18);
  }
}

TEST_CASE("before anything is known all channels cost the same") {
  const std::vector<ChannelNeed> needs{{.cost = 1e-4}, {.cost = 1e-3}, {.cost = 1e-2}};
  CHECK(share_round(needs, 3) == std::vector<std::uint64_t>{10000, 1000, 100});
  CHECK(share_round(needs, 1e-6) == std::vector<std::uint64_t>{1, 1, 1});
}

TEST_CASE("a channel whose error is zero or negligible gets a thousandth of the cost") {
  for (const double deviation : {0.0, 1e-9}) {
    CAPTURE(deviation);
    const std::vector<Simulated> channels{{1e-4, deviation}, {4e-4, 3}, {16e-4, 10}};
    const auto stretches = after_rounds(channels, 600);
    double all = 0;
    for (std::size_t i = 0; i < channels.size(); ++i)
      all += channels[i].cost * static_cast<double>(stretches[i]);
    const double share = channels[0].cost * static_cast<double>(stretches[0]) / all;
    CHECK(share < 1.1e-3);
    CHECK(share > 0);
  }
  // It goes on while it has less than that, and comes back when it is no longer negligible.
  std::vector<ChannelNeed> needs{{.cost = 1, .deviation = 0, .done = 1},
                                 {.cost = 1, .deviation = 1, .done = 900}};
  CHECK(share_round(needs, 10)[0] == 0);
  needs[1].done = 1100;
  CHECK(share_round(needs, 10)[0] == 1);
  needs[0].deviation = 1;
  CHECK(share_round(needs, 10)[0] > 1);
}

TEST_CASE("an error that is not trusted, or not there yet, is never negligible") {
  std::vector<ChannelNeed> needs{{.cost = 1, .deviation = 0, .done = 50, .trusted = false},
                                 {.cost = 1, .deviation = 1, .done = 50}};
  CHECK(share_round(needs, 100) == std::vector<std::uint64_t>{5, 95});
  needs[0] = {.cost = 1};
  CHECK(share_round(needs, 100) == std::vector<std::uint64_t>{5, 95});
  needs[1].deviation = 0;  // all are zero: nothing says whom to prefer
  needs[0] = needs[1];
  CHECK(share_round(needs, 100) == std::vector<std::uint64_t>{50, 50});
}

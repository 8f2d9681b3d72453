// What kernels in tiles fetch ahead: the lines that a tile reads, and no others, as often as there are.
#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "compiler/emit/tiles/fetched_lines.h"
#include "tests/networks/main_paths.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

constexpr std::uint64_t number_bytes = 4, line = 64 / number_bytes;

/// Offsets of all values of some axes, in what is read.
std::vector<std::uint64_t> offsets_of(std::vector<PlanAxis> axes) {
  std::vector<std::uint64_t> offsets{0};
  for (const PlanAxis& axis : axes) {
    std::vector<std::uint64_t> longer;
    for (const std::uint64_t offset : offsets)
      for (std::uint64_t k = 0; k < axis.extent; ++k) longer.push_back(offset + k * axis.a);
    offsets.swap(longer);
  }
  return offsets;
}

/// What the first tile of a kernel reads.
std::vector<std::uint64_t> tile_reads(const Plan& plan, const PlanKernel& kernel,
                                      std::uint64_t lanes) {
  std::vector<PlanAxis> axes = kernel.copies;
  if (!kernel.copied) {
    const PlanStep& first = plan.steps[kernel.first];
    for (const auto* own : {&first.batch, &first.rows, &first.summed})
      axes.insert(axes.end(), own->begin(), own->end());
  }
  std::vector<std::uint64_t> offsets;
  const std::vector<std::uint64_t> of_lanes = offsets_of(kernel.lanes);
  for (const std::uint64_t offset : offsets_of(axes))
    for (std::uint64_t lane = 0; lane < lanes; ++lane) offsets.push_back(offset + of_lanes[lane]);
  return offsets;
}

std::vector<std::uint64_t> offsets_of(const FetchedLines& lines) {
  std::vector<std::uint64_t> offsets;
  for (std::uint64_t number = 0; number < lines.count; ++number) {
    std::uint64_t left = number;
    auto& offset = offsets.emplace_back(0);
    for (const FetchedLines::Digit& digit : lines.digits) {
      offset += left % digit.count * digit.stride;
      left /= digit.count;
    }
  }
  return offsets;
}

}  // namespace

TEST_CASE("lines that are fetched are those that a tile reads") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  std::size_t copied = 0, read = 0;
  for (int run = 0; run < 1000; ++run) {
    INFO(run);
    const auto [network, order] = networks::random_path(run, random);
    const Plan plan = make_plan(network, order, {.element_bytes = number_bytes});
    for (const PlanKernel& kernel : plan.kernels) {
      std::uint64_t lanes = 1;
      for (const PlanAxis& axis : kernel.lanes) lanes *= axis.extent;
      if (kernel.form != KernelForm::tiles || lanes % kernel.blocks != 0) continue;
      lanes /= kernel.blocks;
      const auto nests = tile_nests(plan, kernel, lanes, 1, number_bytes, 8 << 10U);
      const FetchedLines lines = fetched_lines(kernel, nests[0], 0.5, lanes, 1, number_bytes);
      const std::vector<std::uint64_t> offsets = offsets_of(lines);
      CHECK(std::ranges::max(offsets) == lines.last());
      CHECK(lines.ahead <= lines.count);
      const std::set<std::uint64_t> begins(offsets.begin(), offsets.end());
      // Every number lies in a line.
      const std::vector<std::uint64_t> reads = tile_reads(plan, kernel, lanes);
      CHECK(std::ranges::all_of(reads, [&](std::uint64_t offset) {
        const auto after = begins.upper_bound(offset);
        return after != begins.begin() && offset - *std::prev(after) < line;
      }));
      // No more lines than pieces of a line's length, those that a row begins and ends with among them.
      const std::set<std::uint64_t> distinct(reads.begin(), reads.end());
      std::size_t pieces = 0;
      std::uint64_t end = 0;
      for (const std::uint64_t offset : distinct) {
        if (offset < end) continue;
        ++pieces;
        end = offset + line;
      }
      CHECK(begins.size() <= 2 * pieces);
      ++(kernel.copied ? copied : read);
    }
  }
  CHECK(copied > 5);
  CHECK(read > 5);
}

TEST_CASE("a line's offset is written as a sum over digits of its number") {
  const FetchedLines lines{{{4, 16}, {3, 1000}, {2, 50000}}, 24, 8};
  CHECK(lines.offset_text("line") == "line % 4 * 16 + line / 4 % 3 * 1000 + line / 12 % 2 * 50000");
  CHECK(lines.last() == 3 * 16 + 2 * 1000 + 50000);
}

TEST_CASE("fetches are spread over steps as their sums are") {
  const unsigned seed = test_seed();
  INFO("DIAGC_TEST_SEED=" << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 200; ++run) {
    INFO(run);
    std::vector<StepWork> steps(1 + random() % 4);
    double all = 0;
    for (StepWork& step : steps) {
      step.turns = {1U << random() % 6};
      for (std::uint32_t loops = random() % 4; loops > 0; --loops)
        step.turns.push_back(step.turns.back() * (2 + random() % 7));
      step.sums = static_cast<double>(step.turns.back() * (1 + random() % 100));
      all += step.sums;
    }
    const std::uint64_t lines = 1 + random() % 9000;
    const std::vector<FetchSite> sites = spread(lines, steps);
    REQUIRE(sites.size() == steps.size());
    std::uint64_t fetched = 0, longest = 0;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      REQUIRE(sites[s].loop < steps[s].turns.size());
      const std::uint64_t turns = steps[s].turns[sites[s].loop];
      fetched += sites[s].lines * turns;
      longest = std::max(longest, turns);
      // A step is less than a line of each turn away from its part.
      const double wanted = static_cast<double>(lines) * steps[s].sums / all;
      CHECK(std::abs(static_cast<double>(sites[s].lines * turns) - wanted) <
            static_cast<double>(turns) + 0.001);
      // Loops within have more turns than lines.
      if (sites[s].loop + 1 < steps[s].turns.size())
        CHECK(static_cast<double>(steps[s].turns[sites[s].loop + 1]) > wanted);
    }
    CHECK(fetched >= lines);
    CHECK(fetched < lines + longest);
  }
}

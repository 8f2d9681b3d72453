// What a checkpoint of events has beside statistics: the tables that its channels draw from.
#include <catch2/catch.hpp>

#include <cstring>
#include <functional>

#include "physics/collider/generator/generate.h"
#include "tests/collider_devices/device_process.h"

using namespace diagc;
using namespace diagc::collider;

namespace {

constexpr const char* histogram =
    "[couplings]\nscale = 91.188\n[[histogram]]\nobservable = \"HT\"\nbins = 4\nrange = [40, "
    "240]\n";

template <class T>
runs::Bytes with(runs::Bytes bytes, std::size_t at, T value) {
  REQUIRE(at + sizeof value <= bytes.size());
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

/// Why the population does not take the tables; empty where it does.
std::string refusal(EventPopulation& population, std::span<const std::byte> tables) {
  try {
    population.configure(tables);
    return {};
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("tables of events that cannot be are refused, others are gone on with") {
  struct Case {
    std::string process;
    bool antenna;
  };
  for (const Case& which : {Case{"[process]\njets = 3\n[run]\nunweighted = 10\n", true},
                            Case{"[process]\njets = 2\n[run]\nsampler = \"rambo\"\n", false}}) {
    CAPTURE(which.process);
    const Job job = job_of(which.process + histogram);
    const PartonChannel channel = parton_channels(process_options(job)).front();
    const Process process{.job = job,
                          .channels = {subprocess_of(channel, Target::cpu, Precision::fp64)},
                          .density = read_density("analytic"),
                          .coupling = running_coupling({})};
    const auto population = on_processor(process, {1});
    const runs::Bytes first = population->tables();
    CHECK(refusal(*population, first).empty());  // before the warm-up
    std::uint64_t next = 0;
    REQUIRE(population->warm_up(1, {}, next));
    const runs::Bytes tables = population->tables();
    REQUIRE(tables != first);
    CHECK(tables.size() <= population->shape().most_table_bytes);
    const Walk whole = walk(*population, {.first = next, .count = 2});

    constexpr std::size_t unit = 0, square_unit = 8, maximum = 16, shares = 24;
    const std::size_t antenna = shares + 8 * channel.orderings.size();
    double unit_now = 0;
    std::memcpy(&unit_now, tables.data() + unit, sizeof unit_now);
    const std::string units = "it holds units of histograms that cannot be",
                      orderings = "it holds orderings that cannot be",
                      distributions = "found distributions that cannot be";
    struct Damage {
      runs::Bytes bytes;
      std::string why;
    };
    std::vector<Damage> damages = {
        {with(tables, unit, 1.5 * unit_now), units},
        {with(tables, unit, 2 * unit_now), units},
        {with(tables, unit, -unit_now), units},
        {with(with(tables, unit, 0.0), square_unit, 0.0), units},
        {with(with(tables, unit, 0x1p-600), square_unit, 0.0), units},
        {with(tables, square_unit, 1.0), units},
        {with(tables, unit, double{NAN}), "it holds a number that is not finite"},
        {with(tables, maximum, -1.0), "it holds a largest weight that cannot be"},
        {with(tables, maximum, double{INFINITY}), "it holds a number that is not finite"},
        {with(tables, shares, 0.0), orderings},
        {with(tables, shares, 1.5), orderings},
        {with(tables, shares, 1e300), orderings},
    };
    double share = 0;
    std::memcpy(&share, tables.data() + shares, sizeof share);
    damages.push_back({with(tables, shares, share + 1), orderings});
    // Parts of an entry that add up to whole ones.
    REQUIRE(channel.orderings.size() > 1);
    double next_share = 0;
    std::memcpy(&next_share, tables.data() + shares + 8, sizeof next_share);
    REQUIRE(next_share > 1);
    damages.push_back(
        {with(with(tables, shares, share + 0.5), shares + 8, next_share - 0.5), orderings});
    runs::Bytes longer = tables;
    longer.push_back(std::byte{0});
    damages.push_back({longer, "its tables are too long"});
    if (which.antenna) {
      damages.push_back({with(tables, antenna, ~std::uint64_t{0}), "it ends too early"});
      damages.push_back({with(tables, antenna, std::uint64_t{1} << 61U), "it ends too early"});
      damages.push_back(
          {with(tables, antenna, std::uint64_t{2}), "found distributions of another size"});
      damages.push_back({with(tables, antenna + 8, -0.5), distributions});
      damages.push_back({with(tables, antenna + 8, 0.9), distributions});
      damages.push_back({with(tables, antenna + 8, double{NAN}), distributions});
      damages.push_back({with(tables, tables.size() - 8, 0.0), distributions});
      damages.push_back({with(tables, tables.size() - 8, 1e6), distributions});
    } else {
      CHECK(tables.size() == antenna);
    }
    for (const Damage& damage : damages) CHECK(refusal(*population, damage.bytes) == damage.why);
    for (std::size_t size = 0; size < tables.size(); size += 4)
      CHECK_FALSE(refusal(*population, std::span(tables).first(size)).empty());

    // Whatever is taken can be gone on with.
    std::size_t taken = 0, refused = 0;
    for (std::size_t at = 0; at + 4 <= tables.size(); at += 4) {
      for (const std::uint32_t value :
           {0U, 1U, 0x7fffffffU, 0xffffffffU, 0x7ff00000U, 0xfff80000U, 0x00100000U, 0x3ff00000U}) {
        const std::string why = refusal(*population, with(tables, at, value));
        if (!why.empty()) {
          ++refused;
        } else if (++taken % 16 == 0) {
          walk(*population, {.first = next, .count = 1});
        }
      }
    }
    CHECK(taken > 0);
    CHECK(refused > taken / 8);
    // A refusal leaves nothing behind.
    REQUIRE(refusal(*population, tables).empty());
    CHECK_FALSE(refusal(*population, with(tables, maximum, -1.0)).empty());
    check_alike(walk(*population, {.first = next, .count = 2}), whole, 0, 0);
  }
}

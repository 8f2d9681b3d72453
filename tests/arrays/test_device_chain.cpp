// Chains of steps in one kernel: tiles and buffers, taken as their axes say, give what the steps give one after the other.
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/device/device_plan.h"
#include "compiler/arrays/device/device_text.h"
#include "compiler/arrays/device/step_axes.h"
#include "tests/arrays/chain_networks.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

using WrappedNumbers = std::vector<std::uint64_t>;  // sums wrap around, which is exact

struct Place {
  std::uint64_t a = 0, b = 0, c = 0;
};

/// Of all values of the axes.
std::vector<Place> places(const std::vector<PlanAxis>& axes) {
  std::vector<Place> all;
  for (std::uint64_t k = 0; k < count_of(axes); ++k) {
    Place place;
    std::uint64_t rest = k;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      const std::uint64_t digit = rest % axes[axis].extent;
      rest /= axes[axis].extent;
      place.a += digit * axes[axis].a;
      place.b += digit * axes[axis].b;
      place.c += digit * axes[axis].c;
    }
    all.push_back(place);
  }
  return all;
}

/// c[row, column] = sum of a[row, summed] b[row, column, summed], from these places on.
void contract(const std::vector<PlanAxis>& rows, const std::vector<PlanAxis>& columns,
              const std::vector<PlanAxis>& summed, const std::uint64_t* a, const WrappedNumbers& b,
              WrappedNumbers& c, std::uint64_t begin) {
  for (const Place& row : places(rows)) {
    for (const Place& column : places(columns)) {
      std::uint64_t sum = 0;
      for (const Place& k : places(summed)) sum += a[row.a + k.a] * b.at(row.b + column.b + k.b);
      c.at(begin + row.c + column.c) = sum;
    }
  }
}

WrappedNumbers by_tiles(const DevicePlan& device, const DeviceLaunch& launch,
                        const std::vector<WrappedNumbers>& values) {
  const DeviceChain& chain = device.chains[launch.chain];
  WrappedNumbers result(values[device.steps[launch.first + launch.count - 1].c].size(), 99);
  const WrappedNumbers& first = values[device.steps[launch.first].a];
  for (const Place& tile : places(chain.tiles)) {
    WrappedNumbers buffers[2] = {WrappedNumbers(chain.held[0], 7),
                                 WrappedNumbers(chain.held[1], 7)};
    WrappedNumbers copied(chain.first.empty() ? 0 : count_of(chain.first), 3);
    for (const Place& place : places(chain.first))
      if (!copied.empty()) copied.at(place.c) = first.at(tile.a + place.a);
    const std::uint64_t* const from = copied.empty() ? first.data() + tile.a : copied.data();
    for (std::size_t s = 0; s < launch.count; ++s) {
      const ChainStage& stage = chain.stages[s];
      const bool is_last = s + 1 == launch.count;
      WrappedNumbers other;
      for (const Place& place : places(stage.other))
        other.push_back(values[device.steps[launch.first + s].b].at(place.b));
      contract(stage.rows, stage.columns, stage.summed, s == 0 ? from : buffers[(s - 1) % 2].data(),
               other, is_last ? result : buffers[s % 2], is_last ? tile.c : 0);
    }
  }
  return result;
}

/// Rows that a thread takes together read the same of b, and those of a pack are neighbours in a and c.
void check_held(const ChainStage& stage) {
  const std::vector<Place> rows = places(stage.rows);
  const std::uint64_t pack = stage.row_pack;
  REQUIRE(stage.held.rows % pack == 0);
  REQUIRE(rows.size() % stage.held.rows == 0);
  const std::size_t apart = rows.size() / stage.held.rows * pack;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    CHECK(rows[row].b == rows[row % apart].b);
    if (row % pack == 0) continue;
    CHECK(rows[row].b == rows[row - 1].b);
    CHECK(rows[row].a == rows[row - 1].a + 1);
    CHECK(rows[row].c == rows[row - 1].c + 1);
  }
  if (pack == 1) return;
  for (const std::vector<PlanAxis>* axes : {&stage.rows, &stage.columns, &stage.summed}) {
    for (const Place& place : places(*axes)) {
      if (axes == &stage.rows && place.a % pack != 0) continue;
      CHECK(place.a % pack == 0);
      CHECK(place.c % pack == 0);
    }
  }
}

/// Every chain gives what its steps give one after the other.
void check_chains(const Network& network, const Plan& plan, const DevicePlan& device,
                  DeviceElement element, std::mt19937& random) {
  std::vector<WrappedNumbers> values;
  for (const PlanValue& value : plan.values) {
    WrappedNumbers& numbers = values.emplace_back(value.elements);
    for (std::uint64_t& number : numbers) number = random();
  }
  const DevicePlan alone = device_plan(network, plan, element, {0, 0, LibrarySteps::none, false});
  CHECK(alone.chains.empty());
  for (const DeviceStep& step : alone.steps) {
    std::vector<PlanAxis> rows = step.batch;
    rows.insert(rows.end(), step.rows.begin(), step.rows.end());
    contract(rows, step.columns, step.summed, values[step.a].data(), values[step.b], values[step.c],
             0);
  }
  for (const DeviceLaunch& launch : device.launches) {
    if (launch.form != DeviceForm::fused) continue;
    CHECK(by_tiles(device, launch, values) ==
          values[device.steps[launch.first + launch.count - 1].c]);
  }
}

}  // namespace

TEST_CASE("tiles of chains of steps give what the steps give one after the other") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::size_t chains = 0, longest = 0;
  for (int run = 0; run < 40; ++run) {
    INFO("network " << run);
    const ChainNetwork own = chain_network(random, 5, 2 + static_cast<std::size_t>(run) % 9, 4);
    const Network& network = own.network;
    const DeviceElement element = run % 2 == 0 ? DeviceElement::f32 : DeviceElement::c128;
    const Plan plan = make_plan(network, {own.order.steps, {}},
                                {.element_bytes = device_bytes(element), .fuse = false});
    const DevicePlan device = device_plan(network, plan, element, {0, 0});
    check_chains(network, plan, device, element, random);
    for (const DeviceLaunch& launch : device.launches) {
      if (launch.form != DeviceForm::fused) continue;
      ++chains;
      longest = std::max(longest, launch.count);
      REQUIRE(launch.count == device.chains[launch.chain].stages.size());
      for (const ChainStage& stage : device.chains[launch.chain].stages) check_held(stage);
    }
  }
  CHECK(chains >= 40);
  CHECK(longest == most_chain_steps);
}

TEST_CASE("tiles of long rows and wide steps are copied, and give what the steps give") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 6; ++run) {
    INFO("network " << run);
    const ChainNetwork own =
        wide_chain_network(random, run % 2 == 0 ? 2048 : 1155, run % 3 == 0 ? 16 : 9);
    const DeviceElement element = run % 4 < 2 ? DeviceElement::c64 : DeviceElement::f32;
    const Plan plan =
        make_plan(own.network, own.order, {.element_bytes = device_bytes(element), .fuse = false});
    const DevicePlan device = device_plan(own.network, plan, element, {0, 0});
    REQUIRE(device.launches.size() == 1);
    const DeviceChain& chain = device.chains.at(device.launches[0].chain);
    REQUIRE(chain.stages.size() == 2);
    // Every element of the first operand has one place.
    std::vector<bool> taken(count_of(chain.first));
    for (const Place& place : places(chain.first)) {
      CHECK_FALSE(taken.at(place.c));
      taken.at(place.c) = true;
    }
    CHECK(taken.size() * count_of(chain.tiles) == plan.values[device.steps[0].a].elements);
    for (const ChainStage& stage : chain.stages) check_held(stage);
    check_chains(own.network, plan, device, element, random);
  }
}

TEST_CASE("rows are taken in packs where shared memory has them so, whatever the result is like") {
  const Network network{{16384, 16, 4, 3, 9, 21}, {{1, 2, 0}, {1, 3, 4}, {2, 3, 5}}, {0, 4, 5}};
  const Order order{{{0, 1}, {3, 2}}, {}};
  Plan plan = make_plan(network, order, {.element_bytes = 4, .fuse = false});
  // Rows of the result begin at odd places.
  plan.values[plan.result].labels = {0, 4, 5};
  const DevicePlan device = device_plan(network, plan, DeviceElement::f32, {0, 0});
  REQUIRE(device.chains.size() == 1);
  const DeviceChain& chain = device.chains[0];
  REQUIRE(chain.stages.size() == 2);
  CHECK(chain.stages[0].row_pack == 4);
  CHECK(chain.stages[1].row_pack == 1);
  for (const ChainStage& stage : chain.stages) check_held(stage);
  std::mt19937 random(test_seed());
  check_chains(network, plan, device, DeviceElement::f32, random);
}

TEST_CASE(
    "a chain that moves fewer bytes is expected to be faster, and values that others read are "
    "written") {
  // c[x y] = sum over k l of a[x k] b[k l] d[l y], of a long x.
  Network network{{1 << 22U, 4, 4, 4}, {{0, 1}, {1, 2}, {2, 3}}, {0, 3}};
  const Order order{{{0, 1}, {3, 2}}, {}};
  const PlaceOptions options{.element_bytes = 4, .fuse = false};
  const Plan plan = make_plan(network, order, options);
  const auto seconds = [](const DevicePlan& device) {
    double sum = 0;
    for (const DeviceStep& step : device.steps) sum += step.seconds;
    return sum;
  };
  const DevicePlan fused = device_plan(network, plan, DeviceElement::f32);
  const DevicePlan alone = device_plan(network, plan, DeviceElement::f32, {.fuse = false});
  REQUIRE(fused.launches.size() == 1);
  REQUIRE(alone.launches.size() == 2);
  CHECK(seconds(fused) < seconds(alone));
  // The first operand, the result and two small ones; in between nothing.
  CHECK(fused.chains[0].moved == 4.0 * (2.0 * (1U << 24U) + 2 * 16));
  CHECK(fused.elements < alone.elements);
  // Where the value in between is read once more, it has to be there.
  network.tensors.push_back({3, 0});
  network.open = {};
  Plan read_twice = make_plan(network, {{{0, 1}, {4, 2}, {5, 3}}, {}}, options);
  read_twice.steps.back().b = 4;
  for (const DeviceLaunch& launch : device_plan(network, read_twice, DeviceElement::f32).launches)
    CHECK(launch.form != DeviceForm::fused);
}

TEST_CASE("the text of a chain has its tiles, buffers, and the axes of its steps") {
  // c[x y] = sum over k l of a[k x] b[k l] d[y l]: lanes are x.
  const Network network{{32, 3, 2, 4}, {{1, 0}, {1, 2}, {3, 2}}, {0, 3}};
  const Plan plan = make_plan(network, {{{0, 1}, {3, 2}}, {}}, {.element_bytes = 4, .fuse = false});
  const DevicePlan device = device_plan(network, plan, DeviceElement::f32, {0, 0});
  const DeviceSources sources = device_sources(device);
  REQUIRE(sources.sources.size() == 1);
  const std::string& text = sources.sources[0].text;
  CHECK(text.substr(text.find("\nstruct Step0Stage0")) ==
        "\n"
        "struct Step0Stage0 {\n"
        "  // c[32, 2] = sum over 3 of a b\n"
        "  typedef unsigned Index;\n"
        "  typedef unsigned Offset;\n"
        "  typedef Sum Products;\n"
        "  static constexpr unsigned rows = 32;\n"
        "  static constexpr unsigned columns = 2;\n"
        "  static constexpr unsigned summed = 3;\n"
        "  static constexpr unsigned held_rows = 1;\n"
        "  static constexpr unsigned held_columns = 2;\n"
        "  static constexpr unsigned row_pack = 1;\n"
        "  static constexpr unsigned unrolled = 3;\n"
        "  static constexpr unsigned others = 6;\n"
        "  static constexpr unsigned other_at = 64;\n"
        "  static constexpr unsigned pack = 1;\n"
        "  __device__ static __forceinline__ void other(Index i, Offset &b) {\n"
        "    const Offset i0 = i;\n"
        "    b = i0;\n"
        "  }\n"
        "  __device__ static __forceinline__ void row(Index i, Offset &a, Offset &b, Offset &c) {\n"
        "    const Offset i0 = i;\n"
        "    a = i0;\n"
        "    b = 0;\n"
        "    c = i0;\n"
        "  }\n"
        "  __device__ static __forceinline__ void column(Index i, Offset &c) {\n"
        "    const Offset i0 = i;\n"
        "    c = i0 * 32;\n"
        "  }\n"
        "  __device__ static __forceinline__ void sum(Index i, Offset &a, Offset &b) {\n"
        "    const Offset i0 = i;\n"
        "    a = i0 * 32;\n"
        "    b = i0 * 2;\n"
        "  }\n"
        "};\n"
        "\n"
        "struct Step0Stage1 {\n"
        "  // c[32, 4] = sum over 2 of a b\n"
        "  typedef unsigned Index;\n"
        "  typedef unsigned Offset;\n"
        "  typedef Sum Products;\n"
        "  static constexpr unsigned rows = 32;\n"
        "  static constexpr unsigned columns = 4;\n"
        "  static constexpr unsigned summed = 2;\n"
        "  static constexpr unsigned held_rows = 1;\n"
        "  static constexpr unsigned held_columns = 4;\n"
        "  static constexpr unsigned row_pack = 1;\n"
        "  static constexpr unsigned unrolled = 2;\n"
        "  static constexpr unsigned others = 8;\n"
        "  static constexpr unsigned other_at = 72;\n"
        "  static constexpr unsigned pack = 4;\n"
        "  __device__ static __forceinline__ void other(Index i, Offset &b) {\n"
        "    const Offset i0 = i % 4;\n"
        "    const Offset i1 = i / 4;\n"
        "    b = i0 * 2 + i1;\n"
        "  }\n"
        "  __device__ static __forceinline__ void row(Index i, Offset &a, Offset &b, Offset &c) {\n"
        "    const Offset i0 = i;\n"
        "    a = i0;\n"
        "    b = 0;\n"
        "    c = i0;\n"
        "  }\n"
        "  __device__ static __forceinline__ void column(Index i, Offset &c) {\n"
        "    const Offset i0 = i;\n"
        "    c = i0 * 32;\n"
        "  }\n"
        "  __device__ static __forceinline__ void sum(Index i, Offset &a, Offset &b) {\n"
        "    const Offset i0 = i;\n"
        "    a = i0 * 32;\n"
        "    b = i0 * 4;\n"
        "  }\n"
        "};\n"
        "\n"
        "struct Step0 {\n"
        "  // a chain of 2 steps, tile by tile\n"
        "  typedef unsigned Index;\n"
        "  typedef unsigned Offset;\n"
        "  static constexpr Index tiles = 1;\n"
        "  static constexpr unsigned steps = 2;\n"
        "  static constexpr unsigned second_buffer = 64;\n"
        "  static constexpr int exponent_of_one = 127;\n"
        "  static constexpr unsigned firsts = 0;\n"
        "  static constexpr unsigned first_at = 0;\n"
        "  static constexpr unsigned first_pack = 1;\n"
        "  static constexpr bool first_by_turns = false;\n"
        "  __device__ static __forceinline__ void first(Index i, Offset &a, Offset &c) {\n"
        "    a = 0;\n"
        "    c = 0;\n"
        "  }\n"
        "  __device__ static __forceinline__ void tile(Index i, Offset &a, Offset &c) {\n"
        "    a = 0;\n"
        "    c = 0;\n"
        "  }\n"
        "  typedef Stages<Step0Stage0, Step0Stage1> All;\n"
        "};\n"
        "extern \"C\" __global__ void __launch_bounds__(block_threads, 4)\n"
        "    contract_0(const __grid_constant__ ChainArrays arrays) {\n"
        "  chain<Step0>(arrays);\n"
        "}\n");
}

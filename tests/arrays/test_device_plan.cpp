// Plans for devices: every operand is there when it is read, no two arrays that live share memory, offsets are those of the axes.
#include <bit>
#include <functional>
#include <random>

#include <catch2/catch.hpp>

#include "compiler/arrays/device/device_copy.h"
#include "compiler/arrays/device/device_plan.h"
#include "compiler/arrays/device/device_text.h"
#include "compiler/arrays/device/gradient_plan.h"
#include "compiler/arrays/device/step_tables.h"
#include "tests/arrays/random_networks.h"
#include "tests/test_seed.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

Network plannable(std::mt19937& random, RandomSizes sizes) {
  while (true) {
    Network network = random_network(random, sizes);
    if (network.tensors.size() < 2) continue;
    for (Label label = 0; label < network.extents.size(); ++label) {
      bool stands = false;
      for (const auto& axes : network.tensors)
        stands = stands || std::ranges::count(axes, label) > 0;
      if (!stands) network.tensors[random() % network.tensors.size()].push_back(label);
    }
    return network;
  }
}

/// Calls `launched` for launches first … last − 1, as often as loops say, and `begun` where a loop goes on to another value, with whether it is the first.
void take_launches(const DevicePlan& device, std::size_t first, std::size_t last, std::size_t loop,
                   const std::function<void(const DeviceLaunch&)>& launched,
                   const std::function<void(const DeviceLoop&, bool)>& begun) {
  while (first < last) {
    if (loop == device.loops.size() || device.loops[loop].first != first) {
      launched(device.launches[first++]);
      continue;
    }
    const DeviceLoop& own = device.loops[loop];
    for (std::uint64_t value = 0; value < own.extent; ++value) {
      begun(own, value == 0);
      take_launches(device, own.first, own.last, loop + 1, launched, begun);
    }
    first = own.last;
    loop = own.next;
  }
}

/// By launch what is alive is written once and not over anything that is read later; slices, and values of loops, come again and again.
/// `kept`: values that are there after a slice.
void check_memory(const Plan& plan, const DevicePlan& device, std::size_t tensors,
                  const std::vector<std::uint32_t>& kept) {
  constexpr int nobody = -1, in_use = -2;
  std::vector<int> holder(device.elements, nobody);  // by element of the memory
  std::vector<std::uint64_t> elements(device.offsets.size());
  for (std::size_t v = 0; v < plan.values.size(); ++v) elements[v] = plan.values[v].elements;
  for (const DeviceStep& step : device.steps) elements[step.c] = step.blocks * step.elements;
  std::vector<bool> is_begun(device.offsets.size());  // of sums over loops
  const auto hold = [&](std::uint32_t value) {
    const std::uint64_t offset = device.offsets[value], count = elements[value];
    REQUIRE(offset + count <= device.elements);
    for (std::uint64_t k = 0; k < count; ++k) holder[offset + k] = static_cast<int>(value);
  };
  const auto holds = [&](std::uint32_t value) {
    const std::uint64_t offset = device.offsets[value], count = elements[value];
    for (std::uint64_t k = 0; k < count; ++k)
      if (holder[offset + k] != static_cast<int>(value)) return false;
    return true;
  };
  for (std::uint32_t t = 0; t < tensors; ++t) hold(t);
  const auto launched = [&](const DeviceLaunch& launch) {
    std::vector<std::uint32_t> read;
    for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
      const DeviceStep& step = device.steps[s];
      CHECK(step.once == launch.once);
      if (step.parts > 1) {
        for (std::uint64_t k = 0; k < step.parts * step.elements; ++k)
          holder[step.parts_offset + k] = nobody;
      }
      if (step.form == DeviceForm::products) {
        const ProductCopies copies = product_copies(step, device.element);
        const auto scratch = [&](std::uint64_t offset, std::uint64_t elements) {
          REQUIRE(offset + elements <= device.elements);
          for (std::uint64_t k = 0; k < elements; ++k) {
            CHECK(holder[offset + k] != in_use);
            holder[offset + k] = in_use;
          }
        };
        scratch(step.packed[0], copies.a.elements());
        scratch(step.packed[1], copies.b.elements());
        if (copies.c.moves)
          scratch(step.packed[2], step.elements);
        else
          CHECK(step.packed[2] == device.offsets[step.c]);
        for (int& own : holder)
          if (own == in_use) own = nobody;
      }
      const bool is_first = s == launch.first || launch.form != DeviceForm::fused;
      if (is_first) CHECK(holds(step.a));
      if (launch.form == DeviceForm::sum) {
        if (is_begun[step.c]) CHECK(holds(step.c));
        is_begun[step.c] = true;
      }
      CHECK(holds(step.b));
      if (is_first) read.push_back(step.a);
      read.push_back(step.b);
      if (launch.is_between(s)) {
        CHECK(device.steps[s + 1].a == step.c);
        continue;
      }
      hold(step.c);
      read.push_back(step.c);
    }
    // Blocks of one launch run at any time: all that it reads and writes is there together.
    for (const std::uint32_t value : read) CHECK(holds(value));
  };
  // Of what the value of a loop before has made only its sum is left.
  const auto begun = [&](const DeviceLoop& loop, bool is_first) {
    if (is_first)
      for (const std::uint32_t sum : loop.sums) is_begun[sum] = false;
    for (int& own : holder)
      if (own >= 0 && std::ranges::count(loop.made, static_cast<std::uint32_t>(own)) > 0)
        own = nobody;
  };
  const auto slices = static_cast<std::size_t>(
      std::ranges::find(device.launches, false, &DeviceLaunch::once) - device.launches.begin());
  const auto take = [&](std::size_t first, std::size_t last) {
    const auto loop = std::ranges::lower_bound(device.loops, first, {}, &DeviceLoop::first);
    take_launches(device, first, last, static_cast<std::size_t>(loop - device.loops.begin()),
                  launched, begun);
  };
  take(0, slices);
  for (int slice = 0; slice < 2; ++slice) {
    take(slices, device.launches.size());
    for (const std::uint32_t value : kept) CHECK(holds(value));
  }
}

/// What a step reads of its launch was made by an earlier wave of its block.
void check_blocks(const DevicePlan& device) {
  for (const DeviceLaunch& launch : device.launches) {
    if (launch.form != DeviceForm::grouped) {
      if (launch.form != DeviceForm::fused) CHECK(launch.count == 1);
      continue;
    }
    REQUIRE(launch.ends.back() == launch.waves.size());
    std::size_t next = launch.first, begin = 0;
    for (const std::size_t end : launch.ends) {
      REQUIRE(begin < end);
      const std::size_t first = next;
      for (std::size_t w = begin; w < end; ++w) {
        const StepWave& wave = launch.waves[w];
        REQUIRE(wave.first == next);
        next += wave.count;
        CHECK(wave.count > 0);
        CHECK(wave.count <= most_wave_steps);
        CHECK(std::has_single_bit(wave.threads));
        CHECK(wave.count * wave.threads <= device_threads);
        for (std::size_t s = wave.first; s < next; ++s) {
          const DeviceStep& step = device.steps[s];
          const std::uint64_t sharing = threads_of_sum(step, wave.threads);
          CHECK(std::has_single_bit(sharing));
          if (sharing > 1)
            CHECK(sharing * count_of(step.rows) * count_of(step.columns) <= wave.threads);
          for (std::size_t other = launch.first; other < launch.first + launch.count; ++other) {
            const std::uint32_t made = device.steps[other].c;
            if (made != step.a && made != step.b) continue;
            CHECK(first <= other);
            CHECK(other < wave.first);
          }
        }
      }
      begin = end;
    }
    CHECK(next == launch.first + launch.count);
  }
}

}  // namespace

TEST_CASE("device plans of random networks keep what is read, block by block") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::size_t loops = 0;
  for (int run = 0; run < 300; ++run) {
    INFO("network " << run);
    const Network network = plannable(random, {.extent = 4, .tensors = 12});
    Order order = random_order(network, random);
    const std::size_t slices = run % 2 == 0 ? 2 : 4;
    for (Label label = 0; label < network.extents.size() && order.sliced.size() < slices; ++label)
      if (random() % 8 < slices) order.sliced.push_back(label);
    // Sums over sliced labels all last, early, and some of them early.
    std::vector<Label> outer;
    if (run % 3 == 0) outer = order.sliced;
    if (run % 3 == 1 && !order.sliced.empty()) outer = {order.sliced[0]};
    const Plan plan = make_plan(network, order, {.element_bytes = 8, .fuse = false},
                                slice_loops(network, order, outer));
    loops += plan.loops.size();
    // Some steps in groups, some by tables, some by kernels of their own.
    const DeviceLimits limits{static_cast<double>(random() % 100),
                              static_cast<double>(random() % 1000),
                              run % 2 == 0 ? LibrarySteps::none : LibrarySteps::all_matrices};
    const DevicePlan device = device_plan(network, plan, DeviceElement::f64, limits);
    const auto sums = static_cast<std::size_t>(
        std::ranges::count(device.launches, DeviceForm::sum, &DeviceLaunch::form));
    CHECK(device.steps.size() == plan.steps.size() + sums);
    CHECK(device.loops.size() == plan.loops.size());
    check_memory(plan, device, network.tensors.size(), {plan.result});
    check_blocks(device);
    const DeviceSources sources = device_sources(device);
    CHECK(sources.calls.size() == device.launches.size());
  }
  CHECK(loops > 40);
}

TEST_CASE("device plans of derivatives keep what is read, and all derivatives") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::size_t loops = 0, blocks = 0;
  for (int run = 0; run < 200; ++run) {
    INFO("network " << run);
    Network network = plannable(random, {.extent = 3, .tensors = 8});
    network.open.clear();
    Order order = random_order(network, random);
    for (Label label = 0; label < network.extents.size() && order.sliced.size() < 4; ++label)
      if (random() % 2 == 0) order.sliced.push_back(label);
    std::vector<Label> outer;
    if (run % 3 == 0) outer = order.sliced;
    if (run % 3 == 1 && !order.sliced.empty()) outer = {order.sliced[0]};
    const SliceLoops of_value = slice_loops(network, order, outer);
    const GradientPlan own = gradient_plan(network, order, {.element_bytes = 8}, of_value);
    CHECK(own.plan.loops.size() >= 2 * of_value.loops.size());
    CHECK(std::ranges::is_sorted(own.sums, {}, &LoopSum::step));
    const DeviceLimits limits{static_cast<double>(random() % 100),
                              static_cast<double>(random() % 1000)};
    const DevicePlan device =
        device_plan(own.network, own.plan, own.sums, DeviceElement::f64, limits);
    loops += device.loops.size();
    blocks += device.more_blocks;
    check_memory(own.plan, device, own.network.tensors.size(), own.derivatives);
    check_blocks(device);
  }
  CHECK(loops > 100);
  CHECK(blocks > 100);
}

TEST_CASE("tables and groups of axes of a step give the strides of its labels") {
  // c[x y z] = sum over k of a[k x z] b[y k z]: z is a batch, x rows, y columns.
  const Network network{{3, 4, 5, 6}, {{2, 0, 3}, {1, 2, 3}}, {0, 1, 3}};
  const Plan plan = make_plan(network, {{{0, 1}}, {}}, {.element_bytes = 8, .fuse = false});
  const DevicePlan device = device_plan(network, plan, DeviceElement::f64);
  REQUIRE(device.steps.size() == 1);
  const DeviceStep& step = device.steps[0];
  CHECK(step.form == DeviceForm::grouped);
  const std::uint64_t lanes = count_of(step.rows), columns = count_of(step.columns),
                      summed = count_of(step.summed);
  CHECK(lanes * columns == 3 * 4 * 6);
  CHECK(summed == 5);
  const std::vector<std::uint32_t> table = table_of(step);
  REQUIRE(table.size() == table_entries(step));
  // By brute force over all assignments: each is met once.
  const auto stride = [&](std::uint32_t value, Label label) {
    std::uint64_t stride = 1, result = 0;
    const auto& axes = plan.values[value].labels;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      if (axes[axis] == label) result += stride;
      stride *= network.extents[axes[axis]];
    }
    return result;
  };
  std::vector<std::array<std::uint64_t, 3>> expected, found;
  for (std::uint64_t x = 0; x < 3; ++x)
    for (std::uint64_t y = 0; y < 4; ++y)
      for (std::uint64_t k = 0; k < 5; ++k)
        for (std::uint64_t z = 0; z < 6; ++z) {
          std::array<std::uint64_t, 3> at{};
          const std::uint32_t values[] = {step.a, step.b, step.c};
          for (int array = 0; array < 3; ++array)
            at[array] = x * stride(values[array], 0) + y * stride(values[array], 1) +
                        k * stride(values[array], 2) + z * stride(values[array], 3);
          expected.push_back(at);
        }
  const std::uint32_t *in_a = table.data(), *in_b = in_a + lanes, *in_c = in_b + lanes,
                      *columns_b = in_c + lanes, *columns_c = columns_b + columns,
                      *sums_a = columns_c + columns, *sums_b = sums_a + summed;
  for (std::uint64_t lane = 0; lane < lanes; ++lane)
    for (std::uint64_t column = 0; column < columns; ++column)
      for (std::uint64_t k = 0; k < summed; ++k)
        found.push_back({in_a[lane] + sums_a[k], in_b[lane] + columns_b[column] + sums_b[k],
                         in_c[lane] + columns_c[column]});
  std::ranges::sort(expected);
  std::ranges::sort(found);
  CHECK(found == expected);
}

TEST_CASE("a copy's tiles take every element once, from where it lies to where it belongs") {
  const unsigned seed = test_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int run = 0; run < 100; ++run) {
    Network network;
    for (int label = 0; label < 7; ++label)
      network.extents.push_back(run % 2 == 0 ? 2 + random() % 4 : 1 + random() % 40);
    if (run % 2 != 0) network.extents.resize(5);
    // Some labels in both, some in one.
    std::vector<std::vector<Label>> axes(3);
    for (Label label = 0; label < network.extents.size(); ++label) {
      const std::uint32_t without = label < 3 ? label : random() % 3;
      for (std::uint32_t array = 0; array < 3; ++array)
        if (array != without || (label > 4 && random() % 2 == 0)) axes[array].push_back(label);
    }
    for (auto& own : axes) std::ranges::shuffle(own, random);
    network.tensors = {axes[0], axes[1]};
    network.open = axes[2];
    const Plan plan = make_plan(network, {{{0, 1}}, {}}, {.element_bytes = 8, .fuse = false});
    const DevicePlan device =
        device_plan(network, plan, DeviceElement::f64, {0, 0, LibrarySteps::all_matrices});
    if (device.steps.empty() || device.steps[0].form != DeviceForm::products) continue;
    const ProductCopies copies = product_copies(device.steps[0], DeviceElement::f64);
    for (const DeviceCopy* copy : {&copies.a, &copies.b, &copies.c}) {
      CHECK(copy->tile_elements() * 8 <= 16384);
      // All pairs of places are a one-to-one map of as many elements as the array has.
      std::vector<bool> read(copy->elements()), written(copy->elements());
      for (std::uint64_t k = 0; k < copy->elements(); ++k) {
        std::uint64_t rest = k, from = 0, to = 0;
        for (const CopyAxis& axis : copy->axes) {
          from += rest % axis.extent * axis.from;
          to += rest % axis.extent * axis.to;
          rest /= axis.extent;
        }
        REQUIRE(from < read.size());
        REQUIRE(to < written.size());
        CHECK(!read[from]);
        CHECK(!written[to]);
        read[from] = written[to] = true;
      }
    }
  }
}

TEST_CASE("steps of one shape share a kernel") {
  // Two products of the same shape, and their sum over what is left.
  const Network network{{1U << 12U, 64, 64, 1U << 12U}, {{0, 1}, {1, 2}, {3, 1}, {1, 2}}, {}};
  const Plan plan =
      make_plan(network, {{{0, 1}, {2, 3}, {4, 5}}, {}}, {.element_bytes = 4, .fuse = false});
  const DevicePlan device = device_plan(network, plan, DeviceElement::f32, {0, 0});
  const DeviceSources sources = device_sources(device);
  REQUIRE(sources.calls.size() == 3);
  CHECK(sources.sources.size() < 4);
}

TEST_CASE("the text of a step has its extents and strides") {
  // c[i x j] = sum over k of a[x i k] b[k j x]: x is a batch.
  const Network network{{6, 4, 3, 5}, {{0, 1, 3}, {3, 2, 0}}, {1, 0, 2}};
  const Plan plan = make_plan(network, {{{0, 1}}, {}}, {.element_bytes = 4, .fuse = false});
  const DevicePlan device = device_plan(network, plan, DeviceElement::f32, {0, 0});
  const DeviceSources sources = device_sources(device);
  REQUIRE(sources.sources.size() == 1);
  const std::string& text = sources.sources[0].text;
  CHECK(text.substr(text.find("\nstruct Step0")) ==
        "\nstruct Step0 {\n"
        "  // c[1 x 24, 3] = sum over 5 of a b\n"
        "  typedef unsigned Index;\n"
        "  typedef unsigned Offset;\n"
        "  static constexpr Index lanes = 24;\n"
        "  static constexpr unsigned columns = 3;\n"
        "  static constexpr unsigned summed = 5;\n"
        "  static constexpr unsigned held_lanes = 1;\n"
        "  static constexpr unsigned held_columns = 3;\n"
        "  static constexpr unsigned unrolled = 5;\n"
        "  static constexpr bool b_differs = false;\n"
        "  __device__ static __forceinline__ void lane(Index i, Offset &a, Offset &b, Offset &c) "
        "{\n"
        "    const Offset i0 = i % 4;\n"
        "    const Offset i1 = i / 4;\n"
        "    a = i0 * 5 + i1 * 20;\n"
        "    b = i1;\n"
        "    c = i0 + i1 * 12;\n"
        "  }\n"
        "  __device__ static __forceinline__ void column(Index i, Offset &b, Offset &c) {\n"
        "    const Offset i0 = i;\n"
        "    b = i0 * 6;\n"
        "    c = i0 * 4;\n"
        "  }\n"
        "  __device__ static __forceinline__ void sum(Index i, Offset &a, Offset &b) {\n"
        "    const Offset i0 = i;\n"
        "    a = i0;\n"
        "    b = i0 * 18;\n"
        "  }\n"
        "};\n"
        "extern \"C\" __global__ void __launch_bounds__(block_threads)\n"
        "    contract_0(const __grid_constant__ Arrays arrays) {\n"
        "  stream<Step0>(arrays);\n"
        "}\n");
}

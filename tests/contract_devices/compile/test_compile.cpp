// NVRTC takes the emitted kernels of every form and kind of element, and keeps their sums in registers.
#include <catch2/catch.hpp>

#include "compiler/arrays/device/device_text.h"
#include "runtime/cuda/compile.h"
#include "tests/arrays/chain_networks.h"

using namespace diagc;
using namespace diagc::arrays;

namespace {

/// Steps that are large enough for kernels of their own, one of each form, side by side.
struct LargeSteps {
  Network network{{1 << 20U, 2, 8, 4, 1024, 128, 64, 1 << 22U, 3},
                  {{0, 1}, {1, 2}, {4, 5}, {5, 6}, {7, 8}, {7}},
                  {}};
  std::vector<DeviceForm> forms{DeviceForm::stream, DeviceForm::tiled, DeviceForm::inner};

  /// Kernels of steps that are not multiplied with each other.
  DeviceSources sources(DeviceElement element) const {
    DevicePlan plan;
    plan.element = element;
    for (std::uint32_t pair = 0; pair < 3; ++pair) {
      Network own{network.extents, {network.tensors[2 * pair], network.tensors[2 * pair + 1]}, {}};
      // All that is not in both stays.
      for (const Label label : own.tensors[0])
        if (std::ranges::count(own.tensors[1], label) == 0) own.open.push_back(label);
      for (const Label label : own.tensors[1])
        if (std::ranges::count(own.tensors[0], label) == 0) own.open.push_back(label);
      const Plan steps =
          make_plan(own, {{{0, 1}}, {}}, {.element_bytes = device_bytes(element), .fuse = false});
      const DevicePlan made = device_plan(own, steps, element, {.copied_products = 0});
      REQUIRE(made.steps.size() == 1);
      CHECK(made.steps[0].form == forms[pair]);
      plan.launches.push_back({made.steps[0].form, false, plan.steps.size(), 1, {}, {}});
      plan.steps.push_back(made.steps[0]);
    }
    // The tiles again as products of a library, which has no remainders and maxima.
    const bool has_library =
        element != DeviceElement::residue && element != DeviceElement::tropical;
    if (has_library) {
      DeviceStep products = plan.steps[1];
      products.form = DeviceForm::products;
      plan.launches.push_back({DeviceForm::products, false, plan.steps.size(), 1, {}, {}});
      plan.steps.push_back(products);
    }
    // One by tables, too.
    DeviceStep small = plan.steps[0];
    small.form = DeviceForm::grouped;
    plan.launches.push_back(
        {DeviceForm::grouped, false, plan.steps.size(), 1, {{plan.steps.size(), 1}}, {1}});
    plan.steps.push_back(small);
    plan.loops.emplace_back();
    return device_sources(plan, 100);
  }
};

}  // namespace

TEST_CASE("NVRTC compiles every form of kernel for every kind of element, without spills") {
  for (const DeviceElement element :
       {DeviceElement::f32, DeviceElement::f64, DeviceElement::c64, DeviceElement::c128,
        DeviceElement::residue, DeviceElement::tropical}) {
    INFO("element " << static_cast<int>(element));
    const DeviceSources sources = LargeSteps().sources(element);
    std::size_t kernels = 0;
    for (const DeviceSource& source : sources.sources) {
      const cuda::Object object =
          cuda::compile({source.name, source.text}, {.architecture = "sm_90"});
      for (const cuda::KernelCode& kernel : object.kernels) {
        INFO(kernel.name << ": " << kernel.registers << " registers, " << kernel.code_bytes
                         << " bytes of code");
        // Remainders of 64 bits are functions that are called.
        const std::size_t saved = element == DeviceElement::tropical ? 64 : 0;
        CHECK(kernel.spill_stores + kernel.spill_loads <= saved);
        CHECK(kernel.stack_bytes <= saved);
        CHECK(kernel.registers <= 255);
        ++kernels;
      }
    }
    // One of each form and one that adds parts, the two by tables and the two of loops, and the copies for the library. That of b is the one for tiles of 4 bytes, too.
    const bool has_library =
        element != DeviceElement::residue && element != DeviceElement::tropical;
    CHECK(kernels == (has_library ? 11 : element == DeviceElement::residue ? 9 : 8));
  }
}

TEST_CASE("NVRTC compiles chains of steps for every kind of element, with few spills") {
  // Two labels of a long array are summed, new ones come, and one of them is shared.
  const Network network{{1 << 18U, 2, 4, 8, 4, 4, 3, 2},
                        {{0, 1, 2, 3}, {1, 4}, {4, 2, 5}, {3, 5, 6}, {6, 7, 5}},
                        {0, 5, 7}};
  const Order order{{{0, 1}, {5, 2}, {6, 3}, {7, 4}}, {}};
  for (const DeviceElement element :
       {DeviceElement::f32, DeviceElement::f64, DeviceElement::c64, DeviceElement::c128,
        DeviceElement::residue, DeviceElement::tropical}) {
    INFO("element " << static_cast<int>(element));
    const Plan plan =
        make_plan(network, order, {.element_bytes = device_bytes(element), .fuse = false});
    const DevicePlan device = device_plan(network, plan, element);
    REQUIRE(device.launches.size() < plan.steps.size());
    for (const DeviceSource& source : device_sources(device).sources) {
      const cuda::Object object =
          cuda::compile({source.name, source.text}, {.architecture = "sm_90"});
      for (const cuda::KernelCode& kernel : object.kernels) {
        INFO(source.name << ", " << kernel.name << ": " << kernel.registers << " registers, "
                         << kernel.code_bytes << " bytes of code");
        // Bytes. Numbers of 16 bytes take four registers each, of the 64 that a thread has.
        CHECK(kernel.spill_stores + kernel.spill_loads <= (device_bytes(element) == 16 ? 64 : 0));
      }
    }
  }
}

TEST_CASE("NVRTC compiles two wide steps in one kernel with few spills") {
  std::mt19937 random(3);
  const ChainNetwork own = wide_chain_network(random, 1 << 20U, 16);
  for (const DeviceElement element : {DeviceElement::f32, DeviceElement::c64}) {
    INFO("element " << static_cast<int>(element));
    const Plan plan =
        make_plan(own.network, own.order, {.element_bytes = device_bytes(element), .fuse = false});
    const DevicePlan device = device_plan(own.network, plan, element);
    REQUIRE(device.launches.size() == 1);
    CHECK(!device.chains.at(0).first.empty());
    const DeviceSource source = device_sources(device).sources.at(0);
    for (const cuda::KernelCode& kernel :
         cuda::compile({source.name, source.text}, {.architecture = "sm_90"}).kernels) {
      INFO(kernel.name << ": " << kernel.registers << " registers");
      CHECK(kernel.spill_stores + kernel.spill_loads <= 64);
    }
  }
}

TEST_CASE("NVRTC compiles tiles of small results and long sums with hardly any spills") {
  for (const auto& [rows, columns] :
       {std::pair<std::uint64_t, std::uint64_t>(32, 32), {64, 32}, {64, 64}, {128, 32}}) {
    const Network network{{rows, 1 << 20U, columns}, {{0, 1}, {1, 2}}, {0, 2}};
    for (const DeviceElement element :
         {DeviceElement::f32, DeviceElement::c64, DeviceElement::c128, DeviceElement::residue}) {
      INFO(rows << " rows, " << columns << " columns, element " << static_cast<int>(element));
      const Plan plan = make_plan(network, {{{0, 1}}, {}},
                                  {.element_bytes = device_bytes(element), .fuse = false});
      const DevicePlan device = device_plan(network, plan, element);
      REQUIRE(device.steps.size() == 1);
      REQUIRE(device.steps[0].form == DeviceForm::tiled);
      for (const DeviceSource& source : device_sources(device).sources) {
        for (const cuda::KernelCode& kernel :
             cuda::compile({source.name, source.text}, {.architecture = "sm_90"}).kernels) {
          INFO(kernel.name << ": " << kernel.registers << " registers");
          CHECK(kernel.spill_stores + kernel.spill_loads <= 32);  // bytes
        }
      }
    }
  }
}

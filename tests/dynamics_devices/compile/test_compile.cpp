// NVRTC takes all sources of a propagation, and keeps sums in registers.
#include <catch2/catch.hpp>

#include "tests/dynamics_devices/setup.h"

using namespace diagc;
using namespace diagc::dynamics;

namespace {

/// Of a block of threads, on devices of architecture sm_90.
constexpr std::size_t most_shared = std::size_t{227} << 10U;

void check_kernels(std::size_t order, std::size_t bands, const Interaction& theory) {
  const DeviceTheory device = theory.device_theory();
  std::size_t kernels = 0;
  for (const cuda::Source& source :
       device_sources(DeviceShape(order, bands), &device, most_shared)) {
    const cuda::Object object = cuda::compile(source, {.architecture = "sm_90"});
    for (const cuda::KernelCode& kernel : object.kernels) {
      INFO(kernel.name << " of " << order << " nodes, " << bands << " bands: " << kernel.registers
                       << " registers, " << kernel.spill_stores << " + " << kernel.spill_loads
                       << " bytes spilled, " << kernel.code_bytes << " bytes of code");
      // Addresses leave the registers to sums over the history from row to row.
      CHECK(kernel.spill_stores + kernel.spill_loads <= (order < 16 ? 600 : 900));
      ++kernels;
    }
  }
  CHECK(kernels == 20);
}

}  // namespace

TEST_CASE("NVRTC compiles the kernels of two bands at 1024 points, and on 32 x 32") {
  for (const std::vector<std::size_t>& grid :
       {std::vector<std::size_t>{1024}, std::vector<std::size_t>{32, 32}}) {
    const CompiledInteraction theory(grammar_of("two_band_second_born"), grid,
                                     {.machine_code = false});
    check_kernels(8, 2, theory);
  }
}

TEST_CASE("NVRTC compiles other shapes of blocks") {
  const CompiledInteraction theory(grammar_of("two_band_second_born"), {12},
                                   {.machine_code = false});
  for (const std::size_t order : {4, 12, 16}) check_kernels(order, 2, theory);
}

TEST_CASE("NVRTC compiles the kernels of the imaginary branch") {
  const CompiledInteraction theory(
      grammar_of("hubbard_second_born"), {1},
      TheoryOptions{.statics = {{"sites", "2"}}, .machine_code = false});
  const DeviceTheory device = theory.device_theory();
  const DeviceShape shape(8, 2);
  const auto with = device_sources(shape, &device, most_shared, true);
  CHECK(with.size() == device_sources(shape, &device, most_shared).size() + 1);
  for (const cuda::Source* source : {&with.front(), &with.back()}) {
    for (const cuda::KernelCode& kernel :
         cuda::compile(*source, {.architecture = "sm_90"}).kernels) {
      INFO(kernel.name << " of " << source->name);
      CHECK(kernel.spill_stores + kernel.spill_loads <= 600);
    }
  }
}

TEST_CASE("NVRTC compiles the kernels of theories in stages") {
  const CompiledInteraction theory(
      grammar_of("hubbard_t_matrix"), {64},
      TheoryOptions{.statics = {{"sites", "1"}}, .machine_code = false});
  const DeviceTheory device = theory.device_theory();
  const DeviceShape shape(8, 1);
  std::vector<cuda::Source> sources = device_sources(shape, &device, most_shared, true);
  // Rows, collisions, the history twice, elements, and two stages at real and mixed times.
  CHECK(sources.size() == 9);
  for (cuda::Source& each : field_sources(shape, false)) sources.push_back(std::move(each));
  for (const cuda::Source& source : sources) {
    for (const cuda::KernelCode& kernel :
         cuda::compile(source, {.architecture = "sm_90"}).kernels) {
      INFO(kernel.name << " of " << source.name << ": " << kernel.registers << " registers");
      CHECK(kernel.spill_stores + kernel.spill_loads <= 600);
    }
  }
}

TEST_CASE("NVRTC compiles for devices without tensor instructions for double precision") {
  const CompiledInteraction theory(grammar_of("two_band_second_born"), {12},
                                   {.machine_code = false});
  const DeviceTheory device = theory.device_theory();
  constexpr std::size_t shared = std::size_t{64} << 10U;
  const auto sources = device_sources(DeviceShape(8, 2, shared), &device, shared, false, true);
  CHECK(sources.size() == 6);
  for (const cuda::Source& source : sources)
    CHECK(!cuda::compile(source, {.architecture = "sm_75"}).kernels.empty());
}

TEST_CASE("NVRTC compiles the kernels of steps") {
  const CompiledInteraction theory(grammar_of("two_band_second_born"), {1024},
                                   {.machine_code = false});
  const DeviceTheory device = theory.device_theory();
  for (const cuda::Source& source : uniform_grid_sources(2, &device, most_shared)) {
    const cuda::Object object = cuda::compile(source, {.architecture = "sm_90"});
    for (const cuda::KernelCode& kernel : object.kernels) {
      INFO(kernel.name << ": " << kernel.registers << " registers, " << kernel.spill_stores << " + "
                       << kernel.spill_loads << " bytes spilled");
      CHECK(kernel.spill_stores + kernel.spill_loads <= 250);
    }
  }
}

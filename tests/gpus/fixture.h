// A grammar's graph, and devices that take as long for a kernel as a test wants.
#pragma once

#include <stdlib.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "compiler/driver/compilation.h"
#include "library/gpu_tune.h"
#include "runtime/cuda/nvrtc.h"
#include "tests/cuda/fake_driver/fake_driver.h"

namespace diagc {

inline std::string density_file() {
  return std::string(DIAGC_SOURCE_DIR) + "/grammars/hubbard/hubbard_sun_density.diag";
}

struct Density {
  explicit Density(int n) : rules(read_rules(read_source(density_file()))) {
    options.expand.statics = {{"n", std::to_string(n)}};
    options.passes.disabled = {cuda_disabled_pass};
    graph = expand_and_simplify(rules, options).graph;
  }
  rules::Rules rules;
  FrontOptions options;
  Graph graph;
};

/// Healthy devices without kernels, before and after. To be made before what lives on them.
struct FakeGpus {
  FakeGpus() { fake_cuda::reset(); }
  ~FakeGpus() { fake_cuda::reset(); }
  FakeGpus(const FakeGpus&) = delete;
};

/// The kernels of the density on the fake devices, which write nothing and take so many milliseconds.
inline void add_kernels(int straight_ms, int chunk_ms) {
  // inputs[1], outputs[1], begin, end, work, params[1]
  constexpr std::size_t parameter_bytes = 72;
  const auto add = [](const std::string& name, std::size_t bytes, int milliseconds) {
    fake_cuda::add_kernel("hubbard_sun_density_" + name, bytes,
                          [=](const void*, unsigned, unsigned) {
                            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
                            return 0;
                          });
  };
  add("straight", parameter_bytes, straight_ms);
  for (int chunk = 0; chunk < 16; ++chunk) {
    add("chunk" + std::to_string(chunk), parameter_bytes, chunk_ms);
  }
  add("windowed", 1024, 0);
}

inline bool has_nvrtc() {
  const std::string why = cuda::why_no_nvrtc();
  if (!why.empty()) WARN("not tested: " << why);
  return why.empty();
}

}  // namespace diagc

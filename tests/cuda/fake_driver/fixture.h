#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "runtime/cuda/kernel.h"
#include "tests/cuda/arrays.h"
#include "tests/cuda/fake_driver/fake_driver.h"

namespace diagc::cuda {

/// A healthy fake driver; at the end nothing of it may be left.
class FakeDriver {
 public:
  FakeDriver() { fake_cuda::reset(); }
  ~FakeDriver() { CHECK(fake_cuda::alive().all() == 0); }
};

/// The kernel of arrays.h on the fake device.
template <class Real>
int mix(const void* parameters, unsigned, unsigned) {
  const auto& batch = *static_cast<const MixBatch<Real>*>(parameters);
  if (batch.inputs[2] != nullptr) return 1;
  const auto* table = static_cast<const Real*>(batch.tables[0]);
  for (std::size_t c = batch.begin; c < batch.end; ++c) {
    const Real re = batch.inputs[1][c], im = batch.inputs[1][batch.input_stride + c];
    const Real common = batch.params[0] * re;
    // The column says which configuration it is: a[0] counts modulo 1024.
    const Real t = table[static_cast<std::size_t>(batch.inputs[0][c]) % 4];
    batch.outputs[0][c] = batch.inputs[0][c] + common + t;
    batch.outputs[0][batch.output_stride + c] =
        batch.inputs[0][batch.input_stride + c] + common + t + batch.params[1];
    batch.outputs[1][c] = batch.inputs[0][c] * re;
    batch.outputs[1][batch.output_stride + c] = batch.inputs[0][c] * im;
  }
  return 0;
}

template <class Real>
Program mix_program() {
  fake_cuda::add_kernel("mix", sizeof(MixBatch<Real>), mix<Real>);
  Program program{.name = "mix", .cubins = {"fake mix"}};
  program.inputs = 3;
  program.outputs = 2;
  program.params = 3;
  program.tables = {mix_table_bytes<Real>()};
  program.launches = {{.function = "mix"}};
  return program;
}

template <class Real>
void evaluate(const Kernel<Real>& kernel, MixArrays<Real>& arrays, std::size_t batch) {
  const auto inputs = arrays.inputs();
  const auto outputs = arrays.outputs();
  kernel.evaluate_arrays(inputs, outputs, arrays.params().data(), batch);
}

}  // namespace diagc::cuda

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
  if (batch.inputs[2].data != nullptr) return 1;
  const InputRows<Real>&a = batch.inputs[0], &b = batch.inputs[1];
  const OutputRows<Real>&sum = batch.outputs[0], &product = batch.outputs[1];
  const auto* table = static_cast<const Real*>(batch.tables[0]);
  for (std::size_t c = batch.begin; c < batch.end; ++c) {
    const Real re = b.data[c * b.lane_stride], im = b.data[b.row_stride + c * b.lane_stride];
    const Real common = batch.params[0] * re;
    // The column says which configuration it is: a[0] counts modulo 1024.
    const Real t = table[static_cast<std::size_t>(a.data[c]) % 4];
    sum.data[c] = a.data[c] + common + t;
    sum.data[sum.row_stride + c] = a.data[a.row_stride + c] + common + t + batch.params[1];
    product.data[c] = a.data[c] * re;
    product.data[product.row_stride + c] = a.data[c] * im;
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

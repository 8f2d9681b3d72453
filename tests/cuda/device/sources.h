#pragma once

// Kernels written by hand for the tests on a device, each with the parameter of runtime/cuda/program.h.
// tests/cuda/compile compiles them where there is no device.

#include <string>

#include "runtime/cuda/program.h"
#include "tests/cuda/arrays.h"

namespace diagc::cuda {

template <class Real>
std::string real_name() {
  return sizeof(Real) == 4 ? "float" : "double";
}

/// struct Batch with so many of each; the numbers are macros I, O, T, P where they are not 0.
inline std::string batch_struct(const std::string& real, const Program& program) {
  const auto array = [](const std::string& type, const char* name, std::size_t count) {
    return count == 0 ? "" : "  " + type + name + "[" + std::to_string(count) + "];\n";
  };
  return "typedef " + real + " Real;\ntypedef unsigned long long Size;\n" +
         "struct InputRows { const Real *data; Size row_stride, lane_stride; };\n"
         "struct OutputRows { Real *data; Size row_stride; };\nstruct Batch {\n" +
         array("InputRows ", "inputs", program.inputs) +
         array("OutputRows ", "outputs", program.outputs) + "  Size begin, end;\n  Real *work;\n" +
         array("const void *", "tables", program.tables.size()) +
         array("Real ", "params", program.params) + "};\n";
}

inline std::string kernel_head(const std::string& name) {
  return "extern \"C\" __global__ void " + name + "(const __grid_constant__ Batch batch) {\n";
}

/// The kernel of arrays.h.
template <class Real>
Program device_mix() {
  Program program{.name = "mix"};
  program.inputs = 3;
  program.outputs = 2;
  program.params = 3;
  program.tables = {mix_table_bytes<Real>()};
  program.launches = {{.function = "mix"}};
  program.sources = {{"mix.cu", batch_struct(real_name<Real>(), program) + kernel_head("mix") + R"(
  const Size c = batch.begin + blockIdx.x * (Size)blockDim.x + threadIdx.x;
  if (c >= batch.end) return;
  const Real *table = (const Real *)batch.tables[0];
  const InputRows a = batch.inputs[0], b = batch.inputs[1];
  const OutputRows sum = batch.outputs[0], product = batch.outputs[1];
  const Real a0 = a.data[c], a1 = a.data[a.row_stride + c];
  const Real re = b.data[c * b.lane_stride], im = b.data[b.row_stride + c * b.lane_stride];
  const Real common = batch.params[0] * re, t = table[(int)a0 % 4];
  sum.data[c] = a0 + common + t;
  sum.data[sum.row_stride + c] = a1 + common + t + batch.params[1];
  product.data[c] = a0 * re;
  product.data[product.row_stride + c] = a0 * im;
}
)"}};
  return program;
}

/// y = r after a hundred steps r → p r (1 − r) + 2⁻¹⁰ q r, from r = x: it doubles every difference in
/// rounding. The first fifty are one kernel, the rest another one in another source, with r in the
/// workspace.
template <class Real>
Program device_chunks() {
  Program program{.name = "chunks"};
  program.inputs = program.outputs = 1;
  program.params = 2;
  program.launches = {{.function = "first", .threads = 64, .configurations = 64},
                      {.function = "second", .threads = 32, .configurations = 32}};
  program.workspace = {.per_configuration = sizeof(Real)};
  const std::string head = batch_struct(real_name<Real>(), program);
  const std::string step =
      "  for (int i = 0; i < 50; ++i)\n"
      "    r = batch.params[0] * r * (1 - r) + batch.params[1] * r / 1024;\n";
  const std::string column =
      "  const Size i = blockIdx.x * (Size)blockDim.x + threadIdx.x, c = batch.begin + i;\n"
      "  if (c >= batch.end) return;\n";
  program.sources = {
      {"first.cu", head + kernel_head("first") + column + "  Real r = batch.inputs[0].data[c];\n" +
                       step + "  batch.work[i] = r;\n}\n"},
      {"second.cu", head + kernel_head("second") + column + "  Real r = batch.work[i];\n" + step +
                        "  batch.outputs[0].data[c] = r;\n}\n"}};
  return program;
}

/// What device_chunks() computes for one configuration.
template <class Real>
Real chunks_on_host(Real x, Real p, Real q) {
  for (int i = 0; i < 100; ++i) {
    const Real a = p * x, b = 1 - x, c = q * x;
    const Real product = a * b, rest = c / 1024;
    x = product + rest;
  }
  return x;
}

/// y = 2 x, by blocks that stride over the batch and hold dynamic shared memory.
inline Program device_resident() {
  Program program{.name = "resident"};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "twice",
                       .threads = 128,
                       .configurations = 128,
                       .shared_bytes = 64 << 10,
                       .resident = true}};
  program.sources = {{"twice.cu", batch_struct("float", program) + kernel_head("twice") + R"(
  extern __shared__ float shared[];
  for (Size first = batch.begin + blockIdx.x * 128ull; first < batch.end; first += gridDim.x * 128ull) {
    const Size c = first + threadIdx.x;
    shared[(threadIdx.x + 1) * 120] = c < batch.end ? batch.inputs[0].data[c] : 0;
    __syncthreads();
    if (c < batch.end) batch.outputs[0].data[c] = 2 * shared[(threadIdx.x + 1) * 120];
    __syncthreads();
  }
}
)"}};
  return program;
}

/// y = the sum of 600 params: 4,840 bytes of them.
inline Program device_many_params() {
  Program program{.name = "many"};
  program.outputs = 1;
  program.params = 600;
  program.launches = {{.function = "many"}};
  program.sources = {{"many.cu", batch_struct("double", program) + kernel_head("many") + R"(
  const Size c = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (c >= batch.end) return;
  double sum = 0;
  for (int i = 0; i < 600; ++i) sum += batch.params[i];
  batch.outputs[0].data[c] = sum;
}
)"}};
  return program;
}

/// Holds so many numbers at once: they are read in one order and added in the other.
inline Program device_registers(int live) {
  Program program{.name = "registers"};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "registers"}};
  program.sources = {{"registers.cu", batch_struct("float", program) +
                                          "constexpr int live = " + std::to_string(live) + ";\n" +
                                          kernel_head("registers") + R"(
  const volatile float *from = batch.inputs[0].data + threadIdx.x;
  float numbers[live], sum = 0;
#pragma unroll
  for (int i = 0; i < live; ++i) numbers[i] = from[i * 1024];
#pragma unroll
  for (int i = live; i-- > 0;) sum = sum * numbers[i] + numbers[i];
  batch.outputs[0].data[threadIdx.x] = sum;
}
)"}};
  return program;
}

/// Waits, for a second or so at most, until somebody writes to the input; y = what came. And the one
/// who writes.
inline Program device_waits() {
  Program program{.name = "waits"};
  program.inputs = program.outputs = 1;
  program.launches = {{.function = "waits", .threads = 32, .configurations = 32}};
  program.sources = {{"waits.cu", batch_struct("float", program) + kernel_head("waits") + R"(
  if (threadIdx.x != 0) return;
  const volatile float *flag = batch.inputs[0].data;
  const long long start = clock64();
  while (*flag == 0 && clock64() - start < 2000000000ll) {}
  batch.outputs[0].data[0] = *flag;
}
)"}};
  return program;
}

inline Program device_writes() {
  Program program{.name = "writes"};
  program.outputs = 1;
  program.launches = {{.function = "writes", .threads = 32, .configurations = 32}};
  program.sources = {{"writes.cu", batch_struct("float", program) + kernel_head("writes") + R"(
  if (threadIdx.x == 0) *(volatile float *)batch.outputs[0].data = 7;
}
)"}};
  return program;
}

}  // namespace diagc::cuda

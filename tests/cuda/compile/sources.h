#pragma once

#include <string>

namespace diagc::cuda {

/// y[row] = p · x[row], with the parameter that all kernels have.
inline const std::string scale_source = R"(
struct Batch {
  struct { const float *data; unsigned long long row_stride, lane_stride; } inputs[1];
  struct { float *data; unsigned long long row_stride; } outputs[1];
  unsigned long long begin, end;
  float *work;
  float params[1];
};
extern "C" __global__ void __launch_bounds__(128) scale(const __grid_constant__ Batch batch) {
  const unsigned long long c = batch.begin + blockIdx.x * 128ull + threadIdx.x;
  if (c < batch.end) batch.outputs[0].data[c] = batch.params[0] * batch.inputs[0].data[c];
}
)";

/// `live` values alive at once, static shared memory, and a local array that is indexed at run time.
inline std::string heavy_source(int live) {
  std::string text =
      "extern \"C\" __global__ void heavy(const float *x, float *y, int i) {\n"
      "  __shared__ float shared[96];\n  float local[64];\n"
      "  for (int k = 0; k < 64; ++k) local[k] = x[k + threadIdx.x];\n"
      "  shared[threadIdx.x] = local[i]; __syncthreads();\n";
  std::string sum = "shared[i]";
  for (int v = 0; v < live; ++v) {
    const std::string number = std::to_string(v);
    text += "  const float v" + number + " = x[" + number + " * 1000 + threadIdx.x] + local[(i + " +
            number + ") % 64];\n";
  }
  text += "  y[0] = local[1];\n  __threadfence();\n";
  for (int v = 0; v < live; ++v)
    sum = "(" + sum + " * v" + std::to_string((v * 7) % live) + " + 1.0f)";
  return text + "  y[threadIdx.x] = " + sum + ";\n}\n";
}

}  // namespace diagc::cuda

// How the rate of multiply-adds depends on the registers that they read: what bounds kernels of distinct operands, for docs/performance.md.
// A trial beside the compiler; gpu/check builds and runs it: nvcc -std=c++20 -O3 -arch=sm_90 -o register_trial register_trial.cu
//
// Registers lie in two banks, the even and the odd ones, each of which a multiprocessor's quarter reads once a cycle. An operand that the
// instruction before has had in the same place is kept (`.reuse` in SASS) and not read again.
#include <cmath>
#include <cstdio>
#include <cstdlib>

constexpr unsigned multiplicands = 16, sums = 32, rounds = 4, turns = 4000;

enum class Form { one, two, two_crossed, two_uneven, three, three_one_bank, multiply };

// Four at once: the compiler keeps them in consecutive registers, from an even one on.
__device__ void load(const float* from, float (&to)[4]) {
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
               : "l"(from));
}
__device__ void store(float* to, const float (&values)[4]) {
  asm volatile("st.global.v4.f32 [%4], {%0, %1, %2, %3};" ::"f"(values[0]), "f"(values[1]),
               "f"(values[2]), "f"(values[3]), "l"(to));
}

template <Form form>
__global__ void __launch_bounds__(384, 1) chains(const float* in, float* out) {
  float x[multiplicands / 4][4], y[multiplicands / 4][4], a[sums / 4][4];
  for (unsigned i = 0; i < multiplicands / 4; ++i) {
    load(in + 4 * i, x[i]);
    load(in + 100 + 4 * i, y[i]);
  }
  for (unsigned i = 0; i < sums / 4; ++i) load(in + 200 + 4 * i, a[i]);
  const float kept[2] = {in[threadIdx.x], in[threadIdx.x + 1]};
  const auto x_at = [&](unsigned i) { return x[i / 4 % (multiplicands / 4)][i % 4]; };
  const auto y_at = [&](unsigned i) { return y[i / 4 % (multiplicands / 4)][i % 4]; };
#pragma unroll 1
  for (unsigned turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
      for (unsigned i = 0; i < sums; ++i) {
        float& sum = a[i / 4][i % 4];
        const float z = kept[round % 2];
        if (form == Form::one) sum = fmaf(z, z, sum);
        if (form == Form::two) sum = fmaf(z, x_at(i + 2 * round), sum);
        if (form == Form::two_crossed) sum = fmaf(z, x_at(i + 1 + 2 * round), sum);
        if (form == Form::two_uneven) sum = fmaf(z, x_at(2 * i + 1), sum);
        if (form == Form::three) sum = fmaf(y_at(i + 1), x_at(i + 2 * round), sum);
        if (form == Form::three_one_bank) sum = fmaf(y_at(i), x_at(i + 2 * round), sum);
        if (form == Form::multiply) sum = sum * x_at(i + 1 + 2 * round);
      }
    }
  }
  float* const own = out + (blockIdx.x * blockDim.x + threadIdx.x) * 64;
  for (unsigned i = 0; i < sums / 4; ++i) store(own + 4 * i, a[i]);
  for (unsigned i = 0; i < multiplicands / 4; ++i) {
    store(own + 32 + 4 * i, x[i]);
    store(own + 48 + 4 * i, y[i]);
  }
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "register_trial: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

template <Form form>
void measure(const char* name, const float* in, float* out, int multiprocessors) {
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::printf("%-52s", name);
  for (const unsigned warps : {4u, 8u, 12u}) {
    float least = INFINITY;
    for (int i = 0; i < 4; ++i) {
      check(cudaEventRecord(begin));
      chains<form><<<multiprocessors, warps * 32>>>(in, out);
      check(cudaEventRecord(end));
      check(cudaEventSynchronize(end));
      float ms;
      check(cudaEventElapsedTime(&ms, begin, end));
      least = std::fmin(least, ms);
    }
    const double operations = double(multiprocessors) * warps * 32 * turns * rounds * sums;
    std::printf("  %5.1f (%u warps)", operations / least * 1e-9, warps);
  }
  std::printf("\n");
}

int main() {
  cudaDeviceProp gpu;
  check(cudaGetDeviceProperties(&gpu, 0));
  float *in, *out;
  check(cudaMalloc(&in, 1 << 16));
  check(cudaMemset(in, 0, 1 << 16));
  check(cudaMalloc(&out, std::size_t(gpu.multiProcessorCount) * 384 * 64 * sizeof(float)));
  std::printf("instructions of lanes, 10^12 a second:\n");
  const int count = gpu.multiProcessorCount;
  measure<Form::one>("fma, one register read", in, out, count);
  measure<Form::two>("fma, two read, of one bank, the banks in turn", in, out, count);
  measure<Form::two_crossed>("fma, two read, of both banks", in, out, count);
  measure<Form::two_uneven>("fma, two read, one of them always of the odd bank", in, out, count);
  measure<Form::three>("fma, three read, of both banks", in, out, count);
  measure<Form::three_one_bank>("fma, three read, of one bank, the banks in turn", in, out, count);
  measure<Form::multiply>("product, two read", in, out, count);
}

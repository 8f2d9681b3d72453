// Runs a kernel of kernel.py and compares some of its values with the rules of the grammar.

constexpr int inputs = 2 * n * n;

/// hubbard_sun_cdet_density_fixed; sets are bits of a word.
class Rule {
 public:
  Rule(const double* data, long stride, double N) : data_(data), stride_(stride), N_(N) {}
  double density() { return C((1u << n) - 1); }

 private:
  double G(unsigned a, unsigned b) const { return data_[(a * n + b) * stride_]; }
  double H(unsigned a, unsigned b) const { return data_[(n * n + a * n + b) * stride_]; }
  static unsigned lowest(unsigned S) { return unsigned(__builtin_ctz(S)); }
  template <class Make>
  double once(char what, unsigned A, unsigned B, unsigned s, unsigned v, bool again, Make make) {
    const std::vector<unsigned> key{unsigned(what), A, B, s, v, unsigned(again)};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const double x = make();
    return known_[key] = x;
  }
  double D(unsigned S) { return S ? P(S & (S - 1), lowest(S), lowest(S)) : 1; }
  double dD(unsigned S) { return S ? dP(S & (S - 1), lowest(S), lowest(S)) : 0; }
  double P(unsigned S, unsigned s, unsigned v) {
    return once('P', S, 0, s, v, false, [&] {
      double x = G(v, s) * D(S);
      for (unsigned j = 0; j < n; ++j)
        if (S >> j & 1) x -= G(v, j) * P(S & ~(1u << j), s, j);
      return x;
    });
  }
  double dP(unsigned S, unsigned s, unsigned v) {
    return once('p', S, 0, s, v, false, [&] {
      double x = H(v, s) * D(S) + G(v, s) * dD(S);
      for (unsigned j = 0; j < n; ++j)
        if (S >> j & 1)
          x -= H(v, j) * P(S & ~(1u << j), s, j) + G(v, j) * dP(S & ~(1u << j), s, j);
      return x;
    });
  }
  double W(unsigned A, unsigned B) {
    if (!(A | B)) return 1;
    const unsigned s = lowest(A | B), own = 1u << s;
    if (B & own) return (N_ - 2) / 2 * L(A, B & ~own, s, s, true);
    return (N_ - 1) * L(A & ~own, B, s, s, false);
  }
  double L(unsigned A, unsigned B, unsigned s, unsigned v, bool again) {
    return once('L', A, B, s, v, again, [&] {
      double x = G(v, s) * W(again ? A | 1u << s : A, B);
      for (unsigned j = 0; j < n; ++j) {
        const unsigned own = 1u << j;
        if (A & own) x -= G(v, j) * L(A & ~own, B, s, j, again);
        if (B & own) x -= G(v, j) * L(A | own, B & ~own, s, j, again);
      }
      return x;
    });
  }
  double Z(unsigned V) {
    return once('Z', V, 0, 0, 0, false, [&] {
      double x = 0;
      for (unsigned T = V;; T = (T - 1) & V) {
        x += D(T) * W(T, V & ~T);
        if (!T) return x;
      }
    });
  }
  double C(unsigned V) {
    return once('C', V, 0, 0, 0, false, [&] {
      double x = 0;
      for (unsigned T = V;; T = (T - 1) & V) {
        x += dD(T) * W(T, V & ~T);
        if (T) x -= Z(T) * C(V & ~T);
        if (!T) return x;
      }
    });
  }

  const double* data_;
  long stride_;
  double N_;
  std::map<std::vector<unsigned>, double> known_;
};

static std::vector<double> some_inputs(long stride) {
  std::vector<double> data(std::size_t(inputs) * stride);
  std::minstd_rand chance(7);
  for (double& x : data) x = double(chance()) / (1u << 30) - 1;
  return data;
}

#ifdef __CUDACC__
__global__ void __launch_bounds__(warps * 32, blocks)
    density(const double* data, long stride, double* out, long count, double N) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, c = lane % lanes, unit = lane / lanes;
  const long groups = (count + lanes - 1) / lanes;
  constexpr unsigned chunk_bytes = lanes % 2 ? 8 : 16, chunks = lanes * 8 / chunk_bytes;
  const auto load_group = [&](long group, unsigned stage) {
    for (unsigned i = threadIdx.x; i < inputs * chunks; i += warps * 32) {
      const double* from = data + i / chunks * stride + group * lanes + i % chunks * (chunk_bytes / 8);
      const unsigned to = unsigned(__cvta_generic_to_shared(shared + stage + i * chunk_bytes));
      if (lanes % 2 == 0) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
      } else {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(to), "l"(from) : "memory");
      }
    }
  };
  for (unsigned i = threadIdx.x; i < lanes; i += warps * 32) {
    store2(tables_at + pack_bytes + i * 16, 1, 0);
  }
  if (stages == 2) load_group(blockIdx.x, 0);
  unsigned turn = 0;
  for (long group = blockIdx.x; group < groups; group += gridDim.x, ++turn) {
    const unsigned stage = stages == 2 ? turn % 2 * stage_bytes : 0;
    if (stages == 1) load_group(group, 0);
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    if (group + gridDim.x < groups) {
      if (stages == 2) {
        load_group(group + gridDim.x, stage_bytes - stage);
      } else {
        for (unsigned i = threadIdx.x; i < inputs; i += warps * 32)
          asm volatile("prefetch.global.L2 [%0];" ::"l"(data + i * stride + (group + gridDim.x) * lanes));
      }
    }
    const long own = group * lanes + c;
    compute(warp, unit, c, stage, N, own < count ? out + own : nullptr);
  }
}

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1L << 20;
  const long stride = (count + 31) / 32 * 32;
  std::vector<double> data = some_inputs(stride), out(stride);
  double *inputs_there, *results_there;
  cudaMalloc(&inputs_there, data.size() * sizeof(double));
  cudaMalloc(&results_there, out.size() * sizeof(double));
  cudaMemcpy(inputs_there, data.data(), data.size() * sizeof(double), cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(density, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
  cudaFuncAttributes made;
  cudaFuncGetAttributes(&made, density);
  int processors, resident = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, density, warps * 32, shared_bytes);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int i = 0; i < 7; ++i) {
    cudaEventRecord(begin);
    density<<<processors * std::max(resident, 1), warps * 32, shared_bytes>>>(inputs_there, stride, results_there,
                                                               count, 6.0);
    cudaEventRecord(end);
    if (const auto error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::printf("%s\n", cudaGetErrorString(error));
      return 1;
    }
    times.push_back(0);
    cudaEventElapsedTime(&times.back(), begin, end);
  }
  std::sort(times.begin(), times.end());
  cudaMemcpy(out.data(), results_there, out.size() * sizeof(double), cudaMemcpyDeviceToHost);
  double worst = 0, largest = 0;
  for (int i = 0; i < 12; ++i) {
    const long c = i * (count - 1) / 11;
    const double right = Rule(&data[c], stride, 6).density();
    worst = std::max(worst, std::fabs(right - out[c]));
    largest = std::max(largest, std::fabs(right));
  }
  std::printf(
      "determinants_trial  n=%d, %u configurations, %u warps of %d registers, %d blocks, %zu bytes local, "
      "%u shared: "
      "%.3e evaluations/s, error %.0e\n",
      int(n), lanes, warps, made.numRegs, resident, made.localSizeBytes, shared_bytes,
      count / (times[times.size() / 2] * 1e-3), worst / largest);
  return worst < 1e-10 * largest ? 0 : 1;
}
#else
int main() {
  const std::vector<double> data = some_inputs(2 * lanes);
  memory.assign(shared_bytes / 8, NAN);
  for (unsigned c = 0; c < lanes; ++c) {
    store2(tables_at + pack_bytes + c * 16, 1, 0);
  }
  double error = 0;
  for (unsigned group = 0; group < 2; ++group) {
    const unsigned stage = group % stages * stage_bytes;
    for (unsigned i = 0; i < unsigned(inputs); ++i)
      for (unsigned c = 0; c < lanes; ++c)
        memory[(stage + (i * lanes + c) * 8) / 8] = data[i * 2 * lanes + group * lanes + c];
    std::vector<double> out(lanes);
    backwards = group;
    compute(stage, 6, out.data());
    for (unsigned c = 0; c < lanes; ++c) {
      const double right = Rule(&data[group * lanes + c], 2 * lanes, 6).density();
      error = std::max(error, std::fabs(out[c] - right) / std::fabs(right));
      if (!(std::fabs(out[c] - right) <= 1e-9 * std::fabs(right))) {
        std::printf("configuration %u of group %u: %g, expected %g\n", c, group, out[c], right);
        return 1;
      }
    }
  }
  std::printf("n=%d: values as by the rules within %.0e\n", int(n), error);
}
#endif

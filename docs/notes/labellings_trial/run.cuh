// Runs a kernel of kernel.py and compares some of its values with the rule in double precision.

constexpr int inputs = (n + 1) * (n + 1);

/// W(free, open, s, v) of hubbard_sun_symmetric_density; sets are bits of a word.
class Rule {
 public:
  Rule(const float* propagators, long stride, double N)
      : propagators_(propagators), stride_(stride), N_(N) {}
  double density() { return (1 - N_) * value((2u << n) - 2, 0, 0, 0); }

 private:
  double propagator(unsigned a, unsigned b) const {
    return propagators_[(a * (n + 1) + b) * stride_];
  }
  double rest(unsigned free, unsigned open) {
    if (!open) return free == 0;
    unsigned lowest = 1;
    while (!(open >> lowest & 1)) ++lowest;
    return value(free, open & ~(1u << lowest), lowest, lowest);
  }
  double value(unsigned free, unsigned open, unsigned s, unsigned v) {
    const std::uint64_t key = ((std::uint64_t{free} << 16 | open) << 8 | s) << 8 | v;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    double sum = 0;
    for (unsigned t = 1; t <= n; ++t) {
      const unsigned line = 1u << t;
      if (free & line) sum += propagator(v, t) * value(free & ~line, open | line, s, t);
      if (open & line) sum += propagator(v, t) * value(free, open & ~line, s, t);
    }
    if (!(open >> 1 & 1)) sum += (s ? -N_ : -1) * propagator(v, s) * rest(free, open);
    return known_[key] = sum;
  }

  const float* propagators_;
  long stride_;
  double N_;
  std::map<std::uint64_t, double> known_;
};

#ifdef __CUDACC__
#ifdef PROFILE
__device__ unsigned long long spent[16];
#endif

__global__ void __launch_bounds__(warps * 32, 1)
    density(const float* g, long stride, float* out, long count, float N) {
  extern __shared__ __align__(16) char shared[];
  if (__cvta_generic_to_shared(shared) != reserved) __trap();
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const long groups = (count + lanes - 1) / lanes;
  const auto load_group = [&](long group, unsigned stage) {
    constexpr unsigned chunks = lanes / 4;
    for (unsigned i = lane; i < inputs * chunks; i += 32) {
      copy_16_bytes(reserved + stage * stage_bytes + i * 16,
                    g + i / chunks * stride + group * lanes + i % chunks * 4);
    }
  };
  for (unsigned i = threadIdx.x; i < 128; i += warps * 32) {
    if (i < lanes * 4) store(zero_at + i * 4, 0);
    set_flag(flags_at + i * 4, i == always ? 0x7fffffff : 0);
  }
  if (warp == 0 && blockIdx.x < groups) load_group(blockIdx.x, 0);
  Walk walk{records + first_step[warp] * (side * stride_words),
            step_count[warp],
            step_count[warp] - 1,
            ring_at + warp * 2 * slot_bytes,
            0,
            lane,
            0};
  ask_for_records(walk, 0);
  wait_for_copies();
  __syncthreads();
  unsigned record = next(walk);
#ifdef PROFILE
  long long waited = 0, worked[n + 1] = {};
#endif
  int turn = 1;  // groups that this block has begun
  for (long group = blockIdx.x; group < groups; group += gridDim.x, ++turn) {
    const unsigned stage = reserved + (turn - 1) % 2 * stage_bytes;
    const long own = group * lanes + lane % lanes;
    bool over = false;
    while (!over) {
#ifdef PROFILE
      const long long begin = clock64();
#endif
      const unsigned waits = load_byte(record - lane / lanes * record_bytes + 8 + lane);
      const unsigned flag = waits & 127;
      const int needed = turn - int(flag == always ? 0 : waits >> 7);
      while (!__all_sync(0xffffffffu, load_flag(flags_at + flag * 4) >= needed)) __nanosleep(20);
#ifdef PROFILE
      const long long ready = clock64();
      waited += ready - begin;
#endif
      const unsigned kind = load_word(record) & 255, done = flags_at + load_word(record + 52) * 4;
      if (kind == load_task) {
        if (group + gridDim.x < groups) load_group(group + gridDim.x, turn % 2);
        walk.loading = turn;
      } else {
        compute(kind, lane % lanes * 4, stage, record, N, out + own, own < count, walk);
        __syncwarp();
        if (lane == 0) set_flag(done, turn);
#ifdef PROFILE
        for (unsigned k = 0; k <= n; ++k) worked[k] += k == kind ? clock64() - ready : 0;
#endif
      }
      over = walk.at + 1 == walk.steps;
      record = next(walk);
    }
  }
#ifdef PROFILE
  if (lane == 0) {
    atomicAdd(&spent[0], waited);
    for (unsigned k = 1; k <= n; ++k) atomicAdd(&spent[k], worked[k]);
  }
#endif
}

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 1L << 20;
  const long stride = (count + 31) / 32 * 32;
  std::vector<float> g(std::size_t(inputs) * stride), out(stride);
  std::minstd_rand chance(7);
  for (float& x : g) x = float(chance()) / (1u << 30) - 1;
  float *inputs_there, *results_there;
  cudaMalloc(&inputs_there, g.size() * sizeof(float));
  cudaMalloc(&results_there, out.size() * sizeof(float));
  cudaMemcpy(inputs_there, g.data(), g.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(density, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
  cudaFuncAttributes made;
  cudaFuncGetAttributes(&made, density);
  int processors;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times;
  for (int i = 0; i < 7; ++i) {
    cudaEventRecord(begin);
    density<<<processors, warps * 32, shared_bytes>>>(inputs_there, stride, results_there, count,
                                                      2.0f);
    cudaEventRecord(end);
    if (const auto error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::printf("%s\n", cudaGetErrorString(error));
      return 1;
    }
    times.push_back(0);
    cudaEventElapsedTime(&times.back(), begin, end);
  }
  std::sort(times.begin(), times.end());
  cudaMemcpy(out.data(), results_there, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double worst = 0, largest = 0;
  for (int i = 0; i < 24; ++i) {
    const long c = i * (count - 1) / 23;
    const double right = Rule(&g[c], stride, 2).density();
    worst = std::max(worst, std::fabs(right - out[c]));
    largest = std::max(largest, std::fabs(right));
  }
#ifdef PROFILE
  unsigned long long clocks[16];
  cudaMemcpyFromSymbol(clocks, spent, sizeof clocks);
  const double done = double(times.size()) * ((count + lanes - 1) / lanes) * warps;
  std::printf("clocks of a warp for a group: %.0f waiting", clocks[0] / done);
  for (int k = 1; k <= n; ++k) {
    if (clocks[k]) std::printf(", %.0f for unions of %d", clocks[k] / done, k);
  }
  std::printf("\n");
#endif
  std::printf(
      "labellings_trial    n=%d %d warps of %d registers, %zu bytes local, %u shared: %.3e "
      "evaluations/s, error %.0e\n",
      n, warps, made.numRegs, made.localSizeBytes, shared_bytes,
      count / (times[times.size() / 2] * 1e-3), worst / largest);
  return worst < 1e-4 * largest ? 0 : 1;
}
#else
/// Five groups that follow each other, tasks in any order that lists and waits allow.
class Trial {
 public:
  explicit Trial(unsigned seed) : chance_(seed) {
    memory.assign((reserved + shared_bytes) / 4, NAN);
    for (unsigned i = 0; i < lanes * 4; ++i) store(zero_at + i * 4, 0);
    lane_ = chance_() % lanes;
    for (auto& group : g_) {
      for (float& x : group) x = float(chance_()) / (1u << 30) - 1;
    }
    flags_[always] = 1 << 30;
    load_group(0);
  }

  bool run(double& error) {
    while (const int w = choose()) {
      if (w < 0) return false;
      task(unsigned(w - 1));
    }
    for (int i = 0; i < groups; ++i) {
      const double right = Rule(g_[i].data(), 1, 2).density();
      if (!(std::fabs(right - out_[i]) <= 1e-4 * (1 + std::fabs(right)))) return false;
      error = std::max(error, std::fabs(right - out_[i]) / (1 + std::fabs(right)));
    }
    return true;
  }

 private:
  static constexpr int groups = 5;

  void load_group(int group) {
    if (group > groups) return;
    for (int i = 0; i < inputs; ++i) {
      store(reserved + unsigned(group % 2) * stage_bytes + (unsigned(i) * lanes + lane_) * 4,
            g_[group][i]);
    }
  }
  const unsigned* record(unsigned w) const {
    return records + (first_step[w] + at_[w]) * (side * stride_words);
  }
  bool ready(unsigned w) const {
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned waits = record(w)[2 + i / 4] >> 8 * (i % 4) & 255, flag = waits & 127;
      if (flags_[flag] < turn_[w] - int(flag == always ? 0 : waits >> 7)) return false;
    }
    return true;
  }
  /// A warp that may go on, from 1; 0 where all are done, -1 where all wait.
  int choose() {
    if (chance_() % 3 == 0) {
      for (unsigned& x : preference_) x = chance_();
    }
    int best = -1;
    bool left = false;
    for (unsigned w = 0; w < warps; ++w) {
      if (turn_[w] > groups) continue;
      left = true;
      if (ready(w) && (best < 0 || preference_[w] > preference_[best - 1])) best = int(w) + 1;
    }
    return left ? best : 0;
  }
  void task(unsigned w) {
    const unsigned* own = record(w);
    if ((own[0] & 255) == load_task) {
      load_group(turn_[w]);
      flags_[tasks] = turn_[w];
      ++at_[w];
    } else {
      Walk walk{};
      for (unsigned unit = 0; unit < side; ++unit) {
        walk.at = unsigned(own - records + unit * stride_words) * 4;
        unsigned where = walk.at;
        compute(own[0] & 255, lane_ * 4, reserved + unsigned(turn_[w] - 1) % 2 * stage_bytes, where,
                2, &out_[turn_[w] - 1], true, walk);
      }
      flags_[own[13]] = turn_[w];
      at_[w] = walk.at / (side * stride_words * 4) + 1 - first_step[w];
    }
    if (at_[w] == step_count[w]) {
      at_[w] = 0;
      ++turn_[w];
    }
  }

  std::minstd_rand chance_;
  unsigned lane_ = 0;
  std::vector<std::vector<float>> g_{groups + 1, std::vector<float>(inputs)};
  std::vector<float> out_ = std::vector<float>(groups);
  std::vector<int> flags_ = std::vector<int>(128), turn_ = std::vector<int>(warps, 1);
  std::vector<unsigned> at_ = std::vector<unsigned>(warps),
                        preference_ = std::vector<unsigned>(warps);
};

int main() {
  table = records;
  double error = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    if (!Trial(seed).run(error)) {
      std::printf("order %u: a value is wrong, or all warps wait\n", seed);
      return 1;
    }
  }
  std::printf("n=%d: 20 orders of tasks, values as by the rule within %.0e\n", n, error);
}
#endif

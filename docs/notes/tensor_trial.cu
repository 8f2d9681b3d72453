// The Hubbard density of grammars/hubbard/hubbard_sun_density.diag on tensor cores: what they give for one configuration a warp.
// A trial beside the compiler, for docs/performance.md; gpu/check builds and runs it: nvcc -std=c++20 -O3 -arch=sm_90 -o tensor_trial tensor_trial.cu
//
// With X[j] = W(k, open - {j}, s, j) for j in open, X[k+1] = W(k+1, open + {k+1}, s, k+1), X[s] = loop(s) rest(k, open) the rule is
//   W(k, open, s, v) = sum over j of G[v, j] X(k, open, s)[j],     v, j = 1 ... n
// (s = 0, whose G[v, 0] has no place in the sum, goes before it). All (k, open, s) of level 2 (n - k) + |open| depend on the level before
// alone: they are the rows of X, 16 in a tile of m16n8k8, and G is the other operand. Single precision takes three products of TF32
// numbers, double precision is double precision.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

constexpr unsigned none = 0xffff;
constexpr int tile_states = 16, most_lines = 8;

// What a lane of a warp does in a tile: slots of X it loads, of what goes before the sum, and of the results.
struct LaneTask {
  std::uint16_t x[4], before[2], unused[2], result[4];
};
struct Level {
  unsigned first_tile, tiles, first_copy, copies;
};
struct Copy {
  std::uint16_t from, to;  // times -N
};
struct Tables {
  int lines;
  unsigned slots, root;  // the density is G[0, 1] times the value in `root`
  std::size_t products;  // G[v, j] X[j] that the rule asks for
  std::vector<Level> levels;
  std::vector<LaneTask> tiles;  // 32 a tile
  std::vector<Copy> copies;
};

using State = std::tuple<int, unsigned, int>;  // k, open, s

constexpr unsigned zero_slot = 0, one_slot = 1, loop_slot = 2, first_slot = 3;

// Levels have a multiple of `side` tiles.
Tables make_tables(int n, unsigned side) {
  // Which values of W are asked for.
  std::map<State, std::set<int>> states;
  std::vector<std::tuple<int, unsigned, int, int>> open_calls;
  const auto ask = [&](int k, unsigned open, int s, int v) {
    if (states[{k, open, s}].insert(v).second) open_calls.push_back({k, open, s, v});
  };
  const auto bit = [](int j) { return 1u << j; };
  ask(1, bit(1), 0, 1);
  const auto lowest = [](unsigned open) { return __builtin_ctz(open); };
  while (!open_calls.empty()) {
    const auto [k, open, s, v] = open_calls.back();
    open_calls.pop_back();
    if (k < n) ask(k + 1, open | bit(k + 1), s, k + 1);
    for (int j = 1; j <= n; ++j)
      if (open & bit(j)) ask(k, open & ~bit(j), s, j);
    if (open) {
      const int j = lowest(open);
      ask(k, open & ~bit(j), j, j);
    }
  }
  const auto level_of = [&](const State& state) {
    return 2 * (n - std::get<0>(state)) + __builtin_popcount(std::get<1>(state));
  };
  std::map<int, std::vector<State>> by_level;
  for (const auto& [state, rows] : states) by_level[level_of(state)].push_back(state);

  // Values of even and of odd levels take turns.
  std::map<std::tuple<int, unsigned, int, int>, unsigned> slot, scaled;
  unsigned most[2] = {0, 0};
  for (const auto& [level, list] : by_level) {
    unsigned used = 0;
    for (const auto& [k, open, s] : list) {
      for (int v : states[{k, open, s}]) {
        slot[{k, open, s, v}] = used++;
        if (s == v && (!open || s < lowest(open))) scaled[{k, open, s, v}] = used++;  // of a rest
      }
    }
    most[level % 2] = std::max(most[level % 2], used);
  }
  const auto place = [&](auto& map, int k, unsigned open, int s, int v) {
    const auto at = map.find({k, open, s, v});
    if (at == map.end()) std::abort();
    return first_slot + (level_of({k, open, s}) % 2 ? most[0] : 0) + at->second;
  };

  Tables tables{};
  tables.lines = n;
  tables.slots = first_slot + most[0] + most[1];
  tables.root = place(slot, 1, bit(1), 0, 1);
  for (const auto& [level, list] : by_level) {
    Level range{static_cast<unsigned>(tables.tiles.size() / 32), 0,
                static_cast<unsigned>(tables.copies.size()), 0};
    for (std::size_t begin = 0; begin < list.size() || range.tiles % side; begin += tile_states) {
      const auto x_slot = [&](unsigned row, int j) -> unsigned {
        if (begin + row >= list.size() || j > n) return zero_slot;
        const auto [k, open, s] = list[begin + row];
        if (open & bit(j)) return place(slot, k, open & ~bit(j), s, j);
        if (j == k + 1) return place(slot, k + 1, open | bit(j), s, j);
        if (j != s) return zero_slot;
        if (!open) return k == n ? loop_slot : zero_slot;
        return place(scaled, k, open & ~bit(lowest(open)), lowest(open), lowest(open));
      };
      const auto before_slot = [&](unsigned row) -> unsigned {
        if (begin + row >= list.size()) return zero_slot;
        const auto [k, open, s] = list[begin + row];
        if (s != 0) return zero_slot;
        if (!open) return k == n ? one_slot : zero_slot;
        return place(slot, k, open & ~bit(lowest(open)), lowest(open), lowest(open));
      };
      const auto result_slot = [&](unsigned row, int v) -> unsigned {
        if (begin + row >= list.size()) return none;
        const auto [k, open, s] = list[begin + row];
        return states[{k, open, s}].count(v) ? place(slot, k, open, s, v) : none;
      };
      for (unsigned lane = 0; lane < 32; ++lane) {
        const unsigned g = lane / 4, t = lane % 4;
        LaneTask task{};
        for (unsigned i = 0; i < 4; ++i) {
          task.x[i] = x_slot(g + i % 2 * 8, static_cast<int>(t + i / 2 * 4) + 1);
          task.result[i] = result_slot(g + i / 2 * 8, static_cast<int>(2 * t + i % 2) + 1);
        }
        for (unsigned i = 0; i < 2; ++i) task.before[i] = before_slot(g + 8 * i);
        tables.tiles.push_back(task);
      }
      ++range.tiles;
    }
    for (const State& state : list) {
      const auto [k, open, s] = state;
      tables.products +=
          states[state].size() * (__builtin_popcount(open) + (k < n) + (open || k == n));
      if (!scaled.count({k, open, s, s})) continue;
      tables.copies.push_back({static_cast<std::uint16_t>(place(slot, k, open, s, s)),
                               static_cast<std::uint16_t>(place(scaled, k, open, s, s))});
      ++range.copies;
    }
    tables.levels.push_back(range);
  }
  return tables;
}

// The rule itself, in double precision.
class Rule {
 public:
  Rule(int n, double flavours, const double* g) : n_(n), flavours_(flavours), g_(g) {}
  double density() { return w(0, 0, 0, 0); }

 private:
  double g(int a, int b) const { return g_[a * (n_ + 1) + b]; }
  double rest(int k, unsigned open) {
    if (!open) return k == n_;
    const int j = __builtin_ctz(open);
    return w(k, open & ~(1u << j), j, j);
  }
  double w(int k, unsigned open, int s, int v) {
    const auto [at, fresh] = known_.try_emplace({k, open, s, v}, 0);
    if (!fresh) return at->second;
    double sum = (s == 0 ? -1 : -flavours_) * g(v, s) * rest(k, open);
    if (k < n_) sum += g(v, k + 1) * w(k + 1, open | 1u << (k + 1), s, k + 1);
    for (int j = 1; j <= n_; ++j)
      if (open >> j & 1) sum += g(v, j) * w(k, open & ~(1u << j), s, j);
    return known_[{k, open, s, v}] = sum;
  }
  int n_;
  double flavours_;
  const double* g_;
  std::map<std::tuple<int, unsigned, int, int>, double> known_;
};

// The tables, without a device.
double by_tables(const Tables& tables, double flavours, const double* g) {
  const int n = tables.lines;
  std::vector<double> value(tables.slots);
  value[one_slot] = 1, value[loop_slot] = -flavours;
  for (const Level& level : tables.levels) {
    for (unsigned tile = level.first_tile; tile < level.first_tile + level.tiles; ++tile) {
      double x[tile_states][most_lines], before[tile_states];
      const LaneTask* tasks = &tables.tiles[tile * 32];
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < 4; ++i)
          x[lane / 4 + i % 2 * 8][lane % 4 + i / 2 * 4] = value[tasks[lane].x[i]];
        for (unsigned i = 0; i < 2; ++i) before[lane / 4 + i * 8] = value[tasks[lane].before[i]];
      }
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned i = 0; i < 4; ++i) {
          if (tasks[lane].result[i] == none) continue;
          const unsigned row = lane / 4 + i / 2 * 8;
          const int v = static_cast<int>(2 * (lane % 4) + i % 2) + 1;
          double sum = -g[v * (n + 1)] * before[row];
          for (int j = 1; j <= n; ++j) sum += g[v * (n + 1) + j] * x[row][j - 1];
          value[tasks[lane].result[i]] = sum;
        }
      }
    }
    for (unsigned i = level.first_copy; i < level.first_copy + level.copies; ++i)
      value[tables.copies[i].to] = -flavours * value[tables.copies[i].from];
  }
  return g[1] * value[tables.root];
}

struct Device {
  const LaneTask* tiles;
  const Level* levels;
  const Copy* copies;
  unsigned level_count, slots, root;
  int lines;
};

struct Split {
  std::uint32_t high, low;
};
__device__ inline std::uint32_t tf32(float x) {
  std::uint32_t bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return bits;
}
__device__ inline Split split(float x) {
  const std::uint32_t high = tf32(x);
  return {high, tf32(x - __uint_as_float(high))};
}
__device__ inline void multiply(float (&c)[4], const std::uint32_t (&a)[4],
                                const std::uint32_t (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <class T>
struct Matrix;  // G[v, j] as the second operand
template <>
struct Matrix<float> {
  std::uint32_t high[2], low[2];
  __device__ void set(unsigned i, float g) {
    const Split s = split(g);
    high[i] = s.high, low[i] = s.low;
  }
  __device__ void product(float (&c)[4], const float (&x)[4]) const {
    std::uint32_t x_high[4], x_low[4];
    for (unsigned i = 0; i < 4; ++i) {
      const Split s = split(x[i]);
      x_high[i] = s.high, x_low[i] = s.low;
    }
    multiply(c, x_low, high);
    multiply(c, x_high, low);
    multiply(c, x_high, high);
  }
};
template <>
struct Matrix<double> {
  double g[2];
  __device__ void set(unsigned i, double value) { g[i] = value; }
  __device__ void product(double (&c)[4], const double (&x)[4]) const {
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
        "{%0,%1,%2,%3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(g[0]), "d"(g[1]));
  }
};

// `together` configurations a warp, which share what a lane's task says; `side` tiles at once.
template <class T, int together, int side>
__global__ void density(Device d, T flavours, const T* inputs, T* outputs, unsigned batch) {
  struct alignas(sizeof(T) * together) Values {
    T of[together];
  };
  extern __shared__ __align__(16) unsigned char shared[];
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32, g = lane / 4, t = lane % 4;
  Values* const value = reinterpret_cast<Values*>(shared) + threadIdx.x / 32 * d.slots;
  for (unsigned at = (blockIdx.x * warps + threadIdx.x / 32) * together; at < batch;
       at += gridDim.x * warps * together) {
    const unsigned n = d.lines, size = (n + 1) * (n + 1);
    Matrix<T> matrix[together];
    T first[together][2];  // -G[v, 0]
    for (int c = 0; c < together; ++c) {
      const T* const in = inputs + (at + c) * static_cast<std::size_t>(size);
      for (unsigned i = 0; i < 2; ++i) {
        const unsigned v = g + 1, j = t + 4 * i + 1, own = 2 * t + i + 1;
        matrix[c].set(i, v <= n && j <= n ? in[v * (n + 1) + j] : T(0));
        first[c][i] = own <= n ? -in[own * (n + 1)] : T(0);
      }
    }
    if (lane == 0) {
      for (int c = 0; c < together; ++c)
        value[zero_slot].of[c] = 0, value[one_slot].of[c] = 1, value[loop_slot].of[c] = -flavours;
    }
    __syncwarp();
    LaneTask next[side];
    for (unsigned k = 0; k < side; ++k) next[k] = d.tiles[k * 32 + lane];
    for (unsigned l = 0; l < d.level_count; ++l) {
      const Level level = d.levels[l];
      for (unsigned tile = level.first_tile; tile < level.first_tile + level.tiles; tile += side) {
        LaneTask task[side];
        Values x[side][4], before[side][2], results[side][4];
        for (unsigned k = 0; k < side; ++k) {
          task[k] = next[k];
          next[k] = d.tiles[(tile + side + k) * 32 + lane];  // there are `side` more than are used
          for (unsigned i = 0; i < 4; ++i) x[k][i] = value[task[k].x[i]];
          for (unsigned i = 0; i < 2; ++i) before[k][i] = value[task[k].before[i]];
        }
        for (unsigned k = 0; k < side; ++k) {
          for (int c = 0; c < together; ++c) {
            T sums[4], row[4];
            for (unsigned i = 0; i < 4; ++i)
              sums[i] = first[c][i % 2] * before[k][i / 2].of[c], row[i] = x[k][i].of[c];
            matrix[c].product(sums, row);
            for (unsigned i = 0; i < 4; ++i) results[k][i].of[c] = sums[i];
          }
        }
        for (unsigned k = 0; k < side; ++k)
          for (unsigned i = 0; i < 4; ++i)
            if (task[k].result[i] != none) value[task[k].result[i]] = results[k][i];
      }
      __syncwarp();
      for (unsigned i = lane; i < level.copies; i += 32) {
        const Copy copy = d.copies[level.first_copy + i];
        Values scaled = value[copy.from];
        for (int c = 0; c < together; ++c) scaled.of[c] *= -flavours;
        value[copy.to] = scaled;
      }
      __syncwarp();
    }
    if (lane < together)
      outputs[at + lane] =
          inputs[(at + lane) * static_cast<std::size_t>(size) + 1] * value[d.root].of[lane];
    __syncwarp();
  }
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "tensor_trial: %s\n", cudaGetErrorString(error));
  std::exit(1);
}
template <class T>
T* on_gpu(const std::vector<T>& host) {
  T* gpu;
  check(cudaMalloc(&gpu, host.size() * sizeof(T)));
  check(cudaMemcpy(gpu, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return gpu;
}

struct Measured {
  double rate = 0;  // evaluations a second
  std::string text;
};

// The faster of `best` and this form goes to `best`.
template <class T, int together, int side>
void measure(Measured& best, const Tables& tables, double flavours,
             const std::vector<double>& inputs, const std::vector<double>& exact, unsigned warps) {
  const unsigned size = (tables.lines + 1) * (tables.lines + 1),
                 batch = static_cast<unsigned>(inputs.size() / size);
  std::vector<LaneTask> tiles = tables.tiles;
  tiles.resize(tiles.size() + 32 * side);
  const Device device{on_gpu(tiles),
                      on_gpu(tables.levels),
                      on_gpu(tables.copies),
                      static_cast<unsigned>(tables.levels.size()),
                      tables.slots,
                      tables.root,
                      tables.lines};
  const T* in = on_gpu(std::vector<T>(inputs.begin(), inputs.end()));
  T* out;
  check(cudaMalloc(&out, batch * sizeof(T)));
  const std::size_t shared = tables.slots * sizeof(T) * together * warps;
  cudaDeviceProp gpu;
  check(cudaGetDeviceProperties(&gpu, 0));
  int blocks = 0;
  const auto kernel = density<T, together, side>;
  if (shared > gpu.sharedMemPerBlockOptin) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared)));
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(warps * 32),
                                                      shared));
  if (blocks == 0) return;
  const auto run = [&] {
    kernel<<<gpu.multiProcessorCount * blocks, warps * 32, shared>>>(
        device, static_cast<T>(flavours), in, out, batch);
  };
  run();
  check(cudaDeviceSynchronize());
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float least = INFINITY;
  for (int i = 0; i < 5; ++i) {
    check(cudaEventRecord(begin));
    run();
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms;
    check(cudaEventElapsedTime(&ms, begin, end));
    least = std::fmin(least, ms);
  }
  std::vector<T> results(exact.size());
  check(cudaMemcpy(results.data(), out, results.size() * sizeof(T), cudaMemcpyDeviceToHost));
  double error = 0, scale = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) scale = std::fmax(scale, std::fabs(exact[i]));
  for (std::size_t i = 0; i < exact.size(); ++i)
    error = std::fmax(error, std::fabs(results[i] - exact[i]) / scale);
  const double rate = batch / (least * 1e-3);
  if (rate > best.rate) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "%.3g evaluations/s, %.3g products/s, largest error %.1e of the largest value "
                  "(%d a warp, %d tiles at once, %u warps x %d blocks)",
                  rate, rate * static_cast<double>(tables.products), error, together, side, warps,
                  blocks);
    best = {rate, text};
  }
  for (const void* p :
       {static_cast<const void*>(device.tiles), static_cast<const void*>(device.levels),
        static_cast<const void*>(device.copies), static_cast<const void*>(in),
        static_cast<const void*>(out)})
    check(cudaFree(const_cast<void*>(p)));
}

int main(int count, char** arguments) {
  constexpr double flavours = 6;
  const bool tables_only = count > 1 && std::string(arguments[1]) == "--tables";
  std::mt19937_64 random(20261121);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int n : {4, 6, 7, 8}) {
    const Tables one = make_tables(n, 1), two = make_tables(n, 2);
    const unsigned size = (n + 1) * (n + 1), batch = tables_only ? 4 : n < 7 ? 2'000'000 : 500'000;
    std::vector<double> inputs(std::size_t{batch} * size), exact;
    for (double& g : inputs) g = static_cast<float>(number(random));
    for (unsigned i = 0; i < std::min(batch, 64u); ++i)
      exact.push_back(Rule(n, flavours, &inputs[i * size]).density());
    for (const Tables& tables : {one, two}) {
      for (unsigned i = 0; i < 4; ++i) {
        if (std::fabs(by_tables(tables, flavours, &inputs[i * size]) - exact[i]) <=
            1e-12 * std::fabs(exact[i]))
          continue;
        std::fprintf(stderr, "tensor_trial: the tables of n = %d are wrong\n", n);
        return 1;
      }
    }
    const std::size_t tiles = one.tiles.size() / 32;
    std::printf("n = %d: %zu tiles, %.3f of their products asked for, %u values a configuration\n",
                n, tiles,
                static_cast<double>(one.products) /
                    static_cast<double>(tiles * tile_states * most_lines * most_lines),
                one.slots);
    if (tables_only) continue;
    Measured single, doubled;
    for (unsigned warps : {4u, 8u, 16u}) {
      measure<float, 1, 1>(single, one, flavours, inputs, exact, warps);
      measure<float, 1, 2>(single, two, flavours, inputs, exact, warps);
      measure<float, 2, 1>(single, one, flavours, inputs, exact, warps);
      measure<float, 2, 2>(single, two, flavours, inputs, exact, warps);
      measure<float, 4, 1>(single, one, flavours, inputs, exact, warps);
      measure<double, 1, 1>(doubled, one, flavours, inputs, exact, warps);
      measure<double, 1, 2>(doubled, two, flavours, inputs, exact, warps);
      measure<double, 2, 1>(doubled, one, flavours, inputs, exact, warps);
    }
    std::printf("  fp32 as 3xTF32: %s\n  fp64: %s\n", single.text.c_str(), doubled.text.c_str());
  }
}

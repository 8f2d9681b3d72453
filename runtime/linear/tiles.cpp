#include "runtime/linear/tiles.h"

#include <algorithm>
#include <memory>
#include <span>

#include "runtime/linear/lanes.h"
#include "runtime/linear/offsets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

/// Results beyond this leave the caches before they are read again.
constexpr std::uint64_t streamed_bytes = 24 << 20U;
/// Operands beyond this are fetched ahead.
constexpr std::uint64_t fetched_bytes = 1 << 20U;
/// So far ahead at least.
constexpr std::uint64_t fetch_distance = 16 << 10U;

constexpr double products_of_part = 1 << 17;

std::vector<std::uint64_t> offsets_of(const std::vector<Axis>& axes, std::uint64_t Axis::* stride) {
  std::vector<std::uint64_t> offsets(count(axes));
  fill_offsets(axes, stride, 0, offsets);
  return offsets;
}

std::uint64_t elements(const std::vector<Axis>& outer, std::uint64_t lanes,
                       const std::vector<Axis>& inner) {
  return count(outer) * lanes * count(inner);
}

/// A step's operand with its numbers in the order in which they are used, and offsets of all else.
template <class Value>
struct Step {
  std::vector<Value> numbers;                ///< [batch][summed][column]
  std::vector<std::uint64_t> summed;         ///< in what is read
  std::vector<std::uint64_t> columns;        ///< in what is written
  std::vector<std::uint64_t> reads, writes;  ///< of batch and rows
  std::uint64_t rows = 1;

  Step(const Contraction& shape, const Value* operand)
      : summed(offsets_of(shape.summed, &Axis::a)),
        columns(offsets_of(shape.columns, &Axis::c)),
        rows(count(shape.rows)) {
    const auto batch_b = offsets_of(shape.batch, &Axis::b),
               summed_b = offsets_of(shape.summed, &Axis::b),
               column_b = offsets_of(shape.columns, &Axis::b);
    numbers.reserve(batch_b.size() * summed_b.size() * column_b.size());
    for (const std::uint64_t batch : batch_b) {
      for (const std::uint64_t k : summed_b) {
        for (const std::uint64_t column : column_b) numbers.push_back(operand[batch + k + column]);
      }
    }
    std::vector<Axis> all = shape.batch;
    all.insert(all.end(), shape.rows.begin(), shape.rows.end());
    reads = offsets_of(all, &Axis::a);
    writes = offsets_of(all, &Axis::c);
  }
};

struct alignas(64) CacheLine {
  std::byte bytes[64];
};

/// Tiles of a thread, which last.
template <class Value>
Value* own_buffer(std::uint64_t elements) {
  thread_local std::unique_ptr<CacheLine[]> memory;
  thread_local std::uint64_t held = 0;
  const std::uint64_t wanted = elements * sizeof(Value) / sizeof(CacheLine) + 1;
  if (wanted > held) {
    memory.reset();
    memory = std::make_unique_for_overwrite<CacheLine[]>(wanted);
    held = wanted;
  }
  return reinterpret_cast<Value*>(memory.get());
}

/// Elements of a tile in whole lines.
template <class Value>
std::uint64_t in_lines(std::uint64_t elements) {
  constexpr std::uint64_t of_line = sizeof(CacheLine) / sizeof(Value);
  return (elements + of_line - 1) / of_line * of_line;
}

template <class Value>
struct Run {
  const Tiles& tiles;
  const std::vector<Step<Value>>& steps;
  const Value* main;
  Value* result;
  std::uint64_t lanes;
  bool streamed, fetched;
  std::uint64_t ahead;  ///< tiles between the one at work and the one that is fetched
  std::uint32_t prime;
  const LongOffsets& lane_offsets;
};

/// Columns of a vector of lanes, summed over all summed values in registers.
template <class Lanes, std::size_t Columns>
DIAGC_LINEAR_INLINE void sum_block(const Lanes& lanes, const typename Lanes::Value* from,
                                   const std::uint64_t* summed_offsets, std::size_t summed,
                                   const typename Lanes::Value* numbers, std::size_t width,
                                   typename Lanes::Value* to, const std::uint64_t* columns,
                                   std::ptrdiff_t ahead, bool streams) {
  typename Lanes::Sum sums[Columns];
#pragma GCC unroll 8
  for (std::size_t n = 0; n < Columns; ++n) lanes.clear(sums[n]);
  for (std::size_t k = 0; k < summed; ++k) {
    const auto* read = from + summed_offsets[k];
    if (ahead != 0) {
      const char* next = reinterpret_cast<const char*>(read + ahead);
#pragma GCC unroll 8
      for (std::size_t byte = 0; byte < Lanes::count * sizeof(*read); byte += 64)
        __builtin_prefetch(next + byte, 0, 2);
    }
    typename Lanes::Read vector;
    lanes.read(vector, read);
#pragma GCC unroll 8
    for (std::size_t n = 0; n < Columns; ++n) lanes.add(sums[n], vector, numbers[k * width + n]);
  }
#pragma GCC unroll 8
  for (std::size_t n = 0; n < Columns; ++n) {
    if (streams)
      lanes.stream(sums[n], to + columns[n]);
    else
      lanes.write(sums[n], to + columns[n]);
  }
}

/// All columns of a vector of lanes, `Most` at once.
template <class Lanes, std::size_t Most>
DIAGC_LINEAR_INLINE void sum_columns(const Lanes& lanes, const Step<typename Lanes::Value>& step,
                                     const typename Lanes::Value* from,
                                     const typename Lanes::Value* numbers,
                                     typename Lanes::Value* to, std::ptrdiff_t ahead,
                                     bool streams) {
  const std::size_t width = step.columns.size(), summed = step.summed.size();
  // Groups as even as can be: 8 columns are 4 + 4, not 6 + 2.
  const std::size_t groups = (width + Most - 1) / Most;
  for (std::size_t group = 0, column = 0; group < groups; ++group) {
    const std::size_t end = width * (group + 1) / groups;
    const auto block = [&]<std::size_t Columns>() __attribute__((always_inline)) {
      sum_block<Lanes, Columns>(lanes, from, step.summed.data(), summed, numbers + column, width,
                                to, step.columns.data() + column, ahead, streams);
    };
    switch (end - column) {
      case 1:
        block.template operator()<1>();
        break;
      case 2:
        if constexpr (Most >= 2) block.template operator()<2>();
        break;
      case 3:
        if constexpr (Most >= 3) block.template operator()<3>();
        break;
      case 4:
        if constexpr (Most >= 4) block.template operator()<4>();
        break;
      case 5:
        if constexpr (Most >= 5) block.template operator()<5>();
        break;
      default:
        if constexpr (Most >= 6) block.template operator()<6>();
    }
    column = end;
    ahead = 0;
  }
}

/// One step of one tile: `count` lanes.
template <class Wide, class Narrow, std::size_t MostWide, std::size_t MostNarrow>
DIAGC_LINEAR_INLINE void take_step(const Step<typename Wide::Value>& step,
                                   const typename Wide::Value* from, typename Wide::Value* to,
                                   std::uint64_t count, std::ptrdiff_t ahead, bool streams,
                                   std::uint32_t prime) {
  const Wide wide(prime);
  const Narrow narrow(prime);
  const std::size_t of_batch = step.summed.size() * step.columns.size();
  for (std::size_t at = 0; at < step.reads.size(); ++at) {
    const auto* numbers = step.numbers.data() + at / step.rows * of_batch;
    const auto* read = from + step.reads[at];
    auto* write = to + step.writes[at];
    std::uint64_t lane = 0;
    for (; lane + Wide::count <= count; lane += Wide::count) {
      sum_columns<Wide, MostWide>(wide, step, read + lane, numbers, write + lane, ahead, streams);
    }
    for (; lane < count; lane += Narrow::count) {
      // The last vector ends with the last lane; what it shares with the one before is computed twice.
      const std::uint64_t begin = std::min<std::uint64_t>(lane, count - Narrow::count);
      sum_columns<Narrow, MostNarrow>(narrow, step, read + begin, numbers, write + begin, ahead,
                                      streams && begin == lane);
    }
  }
}

/// Reads a tile into the buffer, lanes fastest.
template <class Value>
DIAGC_LINEAR_INLINE void copy_tile(const Run<Value>& run, const std::vector<std::uint64_t>& reads,
                                   const std::vector<std::uint64_t>& writes, const Value* from,
                                   std::span<const std::uint64_t> lane_offsets, std::uint64_t count,
                                   std::ptrdiff_t ahead, Value* tile) {
  if (!run.tiles.relaid) {
    constexpr std::uint64_t of_line = 64 / sizeof(Value);
    for (std::size_t at = 0; at < reads.size(); ++at) {
      const Value* read = from + reads[at];
      Value* write = tile + writes[at];
      if (ahead != 0) {
        for (std::uint64_t lane = 0; lane < count; lane += of_line)
          __builtin_prefetch(read + ahead + lane, 0, 2);
      }
      std::memcpy(static_cast<void*>(write), read, count * sizeof(Value));
    }
    return;
  }
  // What lies together in main is read together: a line is touched once.
  constexpr std::size_t most = 16;
  for (std::size_t at = 0; at < reads.size();) {
    std::size_t run = 1;
    while (run < most && at + run < reads.size() && reads[at + run] == reads[at] + run) ++run;
    for (std::uint64_t lane = 0; lane < count; ++lane) {
      const Value* read = from + reads[at] + lane_offsets[lane];
      for (std::size_t k = 0; k < run; ++k) tile[writes[at + k] + lane] = read[k];
    }
    at += run;
  }
}

template <class Wide, class Narrow, std::size_t MostWide, std::size_t MostNarrow>
DIAGC_LINEAR_INLINE void run_tiles(const Run<typename Wide::Value>& run, std::uint64_t first,
                                   std::uint64_t last) {
  using Value = typename Wide::Value;
  const Tiles& tiles = run.tiles;
  const std::uint64_t tile_elements = in_lines<Value>(tiles.tile_elements);
  Value* const memory = own_buffer<Value>(2 * tile_elements);
  Value* const buffers[] = {memory, memory + tile_elements};
  std::vector<std::uint64_t> copy_reads, copy_writes;
  std::vector<std::uint64_t> lane_offsets;
  if (tiles.is_copied) {
    copy_reads = offsets_of(tiles.copied, &Axis::a);
    copy_writes = offsets_of(tiles.copied, &Axis::c);
    lane_offsets.resize(run.lanes / tiles.blocks + 1);
  }
  // Where tiles begin, a stretch at a time.
  constexpr std::uint64_t stretch = 64;
  const auto place = [&](std::uint64_t number, std::uint64_t& begin, std::uint64_t& end) {
    const std::uint64_t block = number % tiles.blocks;
    begin = run.lanes * block / tiles.blocks;
    end = run.lanes * (block + 1) / tiles.blocks;
  };
  const auto reads_at = [&](std::uint64_t number) {
    std::uint64_t offset = 0, begin = 0, end = 0;
    fill_offsets(tiles.outer, &Axis::a, number / tiles.blocks, {&offset, 1});
    place(number, begin, end);
    if (!tiles.relaid) return offset + begin;
    std::uint64_t lane = 0;
    run.lane_offsets.fill(begin, {&lane, 1});
    return offset + lane;
  };
  std::vector<std::uint64_t> reads(stretch + run.ahead), writes(stretch);
  for (std::uint64_t stretch_first = first; stretch_first < last; stretch_first += stretch) {
    const std::uint64_t stretch_last = std::min(last, stretch_first + stretch);
    for (std::uint64_t number = stretch_first; number < std::min(last, stretch_last + run.ahead);
         ++number)
      reads[number - stretch_first] = reads_at(number);
    for (std::uint64_t number = stretch_first; number < stretch_last; ++number) {
      std::uint64_t offset = 0, begin = 0, end = 0;
      fill_offsets(tiles.outer, &Axis::c, number / tiles.blocks, {&offset, 1});
      place(number, begin, end);
      writes[number - stretch_first] = offset + begin;
    }
    for (std::uint64_t number = stretch_first; number < stretch_last; ++number) {
      std::uint64_t begin = 0, end = 0;
      place(number, begin, end);
      const std::uint64_t count = end - begin;
      const std::uint64_t own = reads[number - stretch_first];
      std::ptrdiff_t ahead = 0;
      if (run.fetched && number + run.ahead < last)
        ahead = static_cast<std::ptrdiff_t>(reads[number - stretch_first + run.ahead] - own);
      const Value* from = run.main + own;
      std::size_t buffer = 0;
      if (tiles.is_copied) {
        if (tiles.relaid) {
          run.lane_offsets.fill(begin, {lane_offsets.data(), count});
          const std::uint64_t base = lane_offsets[0];
          for (std::uint64_t lane = 0; lane < count; ++lane) lane_offsets[lane] -= base;
        }
        copy_tile(run, copy_reads, copy_writes, from, {lane_offsets.data(), count}, count, ahead,
                  buffers[0]);
        from = buffers[0];
        buffer = 1;
        ahead = 0;
      }
      for (std::size_t s = 0; s < run.steps.size(); ++s) {
        const bool is_last = s + 1 == run.steps.size();
        Value* to = is_last ? run.result + writes[number - stretch_first] : buffers[buffer];
        take_step<Wide, Narrow, MostWide, MostNarrow>(
            run.steps[s], from, to, count, s == 0 ? ahead : 0, is_last && run.streamed, run.prime);
        from = to;
        buffer = 1 - buffer;
      }
    }
  }
#ifdef __x86_64__
  if (run.streamed) __builtin_ia32_sfence();
#endif
}

template <class Value>
using RunTiles = void (*)(const Run<Value>&, std::uint64_t, std::uint64_t);

#define DIAGC_LINEAR_TILES(name, attributes)                                        \
  template <class Wide, class Narrow, std::size_t MostWide, std::size_t MostNarrow> \
  attributes void name(const Run<typename Wide::Value>& run, std::uint64_t first,   \
                       std::uint64_t last) {                                        \
    run_tiles<Wide, Narrow, MostWide, MostNarrow>(run, first, last);                \
  }

DIAGC_LINEAR_TILES(tiles_anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_TILES(tiles_with_avx2, __attribute__((target("avx2,fma"))))
DIAGC_LINEAR_TILES(
    tiles_with_avx512,
    __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,avx512bw,prefer-vector-width=512"))))
#endif

/// So many columns that their sums fill the registers.
template <template <class, std::size_t> class Lanes, class T, std::size_t Parts>
RunTiles<typename Lanes<T, 1>::Value> widest_tiles() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
    return tiles_with_avx512<Lanes<T, vectors_avx512>, Lanes<T, 1>, 6 / Parts, 6>;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return tiles_with_avx2<Lanes<T, vectors_avx2>, Lanes<T, 1>, 3 / Parts, 6 / Parts>;
#endif
  return tiles_anywhere<Lanes<T, vectors_anywhere>, Lanes<T, 1>, 3 / Parts, 3 / Parts>;
}

RunTiles<float> chosen_tiles(float) { return widest_tiles<RealLanes, float, 1>(); }
RunTiles<double> chosen_tiles(double) { return widest_tiles<RealLanes, double, 1>(); }
RunTiles<std::complex<float>> chosen_tiles(std::complex<float>) {
  return widest_tiles<ComplexLanes, float, 2>();
}
RunTiles<std::complex<double>> chosen_tiles(std::complex<double>) {
  return widest_tiles<ComplexLanes, double, 2>();
}
RunTiles<Residue> chosen_tiles(Residue) { return tiles_anywhere<ResidueLanes, ResidueLanes, 1, 1>; }
RunTiles<Tropical> chosen_tiles(Tropical) {
  return tiles_anywhere<TropicalLanes, TropicalLanes, 1, 1>;
}

/// Whether every vector of a result begins at a multiple of 64 bytes.
template <class Value>
bool is_aligned(const Tiles& tiles, std::uint64_t lanes, const Value* result) {
  constexpr std::uint64_t line = 64 / sizeof(Value);
  if (reinterpret_cast<std::uintptr_t>(result) % 64 != 0 || lanes % (line * tiles.blocks) != 0)
    return false;
  const auto aligned = [&](const std::vector<Axis>& axes) {
    return std::ranges::all_of(axes, [&](const Axis& axis) { return axis.c % line == 0; });
  };
  const Contraction& last = tiles.steps.back();
  return aligned(tiles.outer) && aligned(last.batch) && aligned(last.rows) && aligned(last.columns);
}

}  // namespace

template <class Value>
void contract_tiles(const Tiles& tiles, const Value* main, const std::vector<const Value*>& others,
                    Value* result, unsigned threads, std::uint32_t prime) {
  static const RunTiles<Value> run_part = chosen_tiles(Value());
  std::vector<Step<Value>> steps;
  const std::uint64_t lanes = count(tiles.lanes), numbers = count(tiles.outer) * tiles.blocks;
  double products = 0;
  for (std::size_t s = 0; s < tiles.steps.size(); ++s) {
    steps.emplace_back(tiles.steps[s], others[s]);
    products += static_cast<double>(steps[s].reads.size() * steps[s].summed.size() *
                                    steps[s].columns.size());
  }
  products *= static_cast<double>(count(tiles.outer) * lanes);
  const Contraction &first = tiles.steps.front(), &last = tiles.steps.back();
  const std::uint64_t tile_read =
      steps.front().reads.size() * count(first.summed) * (lanes / tiles.blocks) * sizeof(Value);
  const std::uint64_t read = numbers * tile_read;
  const std::uint64_t written =
      elements(tiles.outer, lanes, last.columns) * steps.back().reads.size() * sizeof(Value);
  const LongOffsets lane_offsets(tiles.lanes, &Axis::a);
  const Run<Value> run{
      tiles,
      steps,
      main,
      result,
      lanes,
      written > streamed_bytes && is_aligned(tiles, lanes, result),
      read > fetched_bytes,
      std::clamp<std::uint64_t>(fetch_distance / std::max<std::uint64_t>(tile_read, 1), 1, 64),
      prime,
      lane_offsets};
  const auto worth = static_cast<std::uint64_t>(std::min(products / products_of_part, 1e6));
  const std::uint64_t parts = std::min({numbers, std::uint64_t{16} * threads, worth});
  if (threads < 2 || parts < 2) return run_part(run, 0, numbers);
  ThreadPool::shared().run(threads, parts, [&](std::size_t part) {
    run_part(run, numbers / parts * part + std::min<std::uint64_t>(part, numbers % parts),
             numbers / parts * (part + 1) + std::min<std::uint64_t>(part + 1, numbers % parts));
  });
}

template <class Value>
TileMemory tile_memory(const Tiles& tiles) {
  TileMemory memory{2 * in_lines<Value>(tiles.tile_elements) * sizeof(Value) + sizeof(CacheLine),
                    0};
  for (const Contraction& step : tiles.steps) {
    memory.shared += count(step.batch) * count(step.summed) * count(step.columns) * sizeof(Value);
  }
  return memory;
}

#define DIAGC_LINEAR_TILES_OF(Value)                                                         \
  template void contract_tiles(const Tiles&, const Value*, const std::vector<const Value*>&, \
                               Value*, unsigned, std::uint32_t);                             \
  template TileMemory tile_memory<Value>(const Tiles&);

DIAGC_LINEAR_TILES_OF(float)
DIAGC_LINEAR_TILES_OF(double)
DIAGC_LINEAR_TILES_OF(std::complex<float>)
DIAGC_LINEAR_TILES_OF(std::complex<double>)
DIAGC_LINEAR_TILES_OF(Residue)
DIAGC_LINEAR_TILES_OF(Tropical)

}  // namespace diagc::linear

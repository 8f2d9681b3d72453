#include "runtime/linear/tiles.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "runtime/linear/complex_lanes.h"
#include "runtime/linear/lanes.h"
#include "runtime/linear/offsets.h"
#include "runtime/linear/piece_copies.h"
#include "runtime/linear/tile_copies.h"
#include "runtime/linear/tile_steps.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

/// Operands beyond this are fetched ahead.
constexpr std::uint64_t fetched_bytes = 1 << 20U;
/// So far ahead: long enough for memory to answer, and short enough for lines at strides of powers of two, which share few sets of the caches, to be
/// still there.
constexpr std::uint64_t fetch_distance = 8 << 10U;

constexpr double products_of_part = 1 << 17;

std::uint64_t elements(const std::vector<Axis>& outer, std::uint64_t lanes,
                       const std::vector<Axis>& inner) {
  return count(outer) * lanes * count(inner);
}

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

/// The largest of differences, which may be negative.
std::uint64_t farthest_of(std::span<const std::uint64_t> differences) {
  return *std::ranges::max_element(
      differences, {}, [](std::uint64_t offset) { return static_cast<std::int64_t>(offset); });
}

template <class Value>
struct Run {
  const Tiles& tiles;
  const std::vector<TileStep<Value>>& steps;
  const Value* main;
  const Value* main_end;
  Value* result;
  std::uint64_t lanes;
  std::uint64_t unit;  ///< blocks of lanes begin at multiples of it
  bool streamed;
  std::uint64_t tiles_ahead;    ///< to the one in which `positions_ahead` ends
  std::size_t positions_ahead;  ///< of a tile; 0: nothing is fetched
  std::uint32_t prime;
  const LongOffsets& lane_offsets;
  const TileCode<Value>* code;  ///< null: none
};

/// How lanes are taken: those that fill `Wide`, those left that fill `Middle`, others.
/// `Three`: complex ones where three real products are taken for a complex one, or void.
template <class WideLanes, class MiddleLanes, class NarrowLanes, std::size_t MostColumnsWide,
          std::size_t MostColumnsNarrow, class ThreeLanesOrVoid = void,
          std::size_t MostColumnsThree = 0>
struct TileLanes {
  using Wide = WideLanes;
  using Middle = MiddleLanes;
  using Narrow = NarrowLanes;
  using Three = ThreeLanesOrVoid;
  using Value = typename Wide::Value;
  static constexpr std::size_t most_wide = MostColumnsWide, most_narrow = MostColumnsNarrow,
                               most_three = MostColumnsThree;
};

/// The factors of a step as code takes them, from the one of this number on.
template <class Value>
const typename TileCode<Value>::Number* numbers_of(const TileStep<Value>& step,
                                                   std::uint64_t factors) {
  using Number = typename TileCode<Value>::Number;
  return step.three.empty() ? reinterpret_cast<const Number*>(step.numbers.data() + factors)
                            : reinterpret_cast<const Number*>(step.three.data() + factors);
}

template <class Own>
DIAGC_LINEAR_INLINE void run_tiles(const Run<typename Own::Value>& run, std::uint64_t first,
                                   std::uint64_t last) {
  using Value = typename Own::Value;
  using Wide = typename Own::Wide;
  using Narrow = typename Own::Narrow;
  const Tiles& tiles = run.tiles;
  const std::uint64_t tile_elements = in_lines<Value>(tiles.tile_elements);
  Value* const memory = own_buffer<Value>(2 * tile_elements);
  Value* const buffers[] = {memory, memory + tile_elements};
  TileCopy copy;
  std::vector<std::uint64_t> lane_offsets;
  std::size_t positions_ahead = run.positions_ahead;
  const bool is_copied = tiles.is_copied && (run.code == nullptr || !run.code->turns);
  if (is_copied) {
    copy = TileCopy(tiles.copied, tiles.lanes, sizeof(CacheLine) / sizeof(Value));
    lane_offsets.resize(run.lanes / tiles.blocks + run.unit);
    positions_ahead = copy.in_runs(positions_ahead);
  }
  std::optional<PieceCopy<Value>> pieces;
  if (tiles.relaid && is_copied) {
    pieces.emplace(tiles);
    if (pieces->pays())
      positions_ahead = (positions_ahead + pieces->positions() - 1) / pieces->positions();
    else
      pieces.reset();
  }
  std::vector<std::uint64_t> factors(run.steps.size());
  std::vector<const typename TileCode<Value>::Number*> numbers(run.steps.size());
  // Where tiles begin, a stretch at a time.
  constexpr std::uint64_t stretch = 64;
  const auto place = [&](std::uint64_t number, std::uint64_t& begin, std::uint64_t& end) {
    const std::uint64_t block = number % tiles.blocks;
    const std::uint64_t units = run.lanes / run.unit;
    begin = units * block / tiles.blocks * run.unit;
    end = units * (block + 1) / tiles.blocks * run.unit;
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
  std::vector<std::uint64_t> reads(stretch + run.tiles_ahead), writes(stretch);
  for (std::uint64_t stretch_first = first; stretch_first < last; stretch_first += stretch) {
    const std::uint64_t stretch_last = std::min(last, stretch_first + stretch);
    for (std::uint64_t number = stretch_first;
         number < std::min(last, stretch_last + run.tiles_ahead); ++number)
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
      FetchAhead fetch{positions_ahead, 0, number + run.tiles_ahead < last};
      if (fetch.has_next)
        fetch.next =
            static_cast<std::ptrdiff_t>(reads[number - stretch_first + run.tiles_ahead] - own);
      for (std::size_t s = 0; s < run.steps.size(); ++s)
        factors[s] = run.steps[s].factors_at(number / tiles.blocks);
      const Value* from = run.main + own;
      std::size_t buffer = 0;
      if (is_copied) {
        if (pieces) {
          pieces->template take<(Wide::count > Narrow::count)>(from, number % tiles.blocks, fetch,
                                                               buffers[0]);
        } else if (tiles.relaid) {
          run.lane_offsets.fill(begin, {lane_offsets.data(), count});
          const std::uint64_t base = lane_offsets[0];
          for (std::uint64_t lane = 0; lane < count; ++lane) lane_offsets[lane] -= base;
          const std::span offsets(lane_offsets.data(), count);
          copy_relaid<Value, (Wide::count > Narrow::count)>(
              copy, from, {offsets, begin % copy.together, farthest_of(offsets), run.main_end},
              fetch, buffers[0]);
        } else {
          copy_lanes(copy, from, count, fetch, buffers[0]);
        }
        from = buffers[0];
        buffer = 1;
        fetch.distance = 0;
      }
      if (run.code != nullptr) {
        using Number = typename TileCode<Value>::Number;
        const std::uint64_t later =
            fetch.has_next ? reads[number - stretch_first + run.tiles_ahead] : own;
        for (std::size_t s = 0; s < run.steps.size(); ++s)
          numbers[s] = numbers_of(run.steps[s], factors[s]);
        // The call before has brought its lanes together where that was the tile before.
        const bool is_turned = run.code->turns_ahead && run.tiles_ahead == 1 && number > first;
        run.code->steps(is_turned ? nullptr : reinterpret_cast<const Number*>(from),
                        reinterpret_cast<Number*>(run.result + writes[number - stretch_first]),
                        reinterpret_cast<Number*>(buffers[buffer]),
                        reinterpret_cast<Number*>(buffers[1 - buffer]), numbers.data(),
                        reinterpret_cast<const Number*>(run.main + later));
        continue;
      }
      for (std::size_t s = 0; s < run.steps.size(); ++s) {
        const bool is_last = s + 1 == run.steps.size();
        Value* to = is_last ? run.result + writes[number - stretch_first] : buffers[buffer];
        take_step<Own>(run.steps[s], factors[s], from, to, count, fetch, is_last && run.streamed,
                       run.prime);
        fetch.distance = 0;
        from = to;
        buffer = 1 - buffer;
      }
    }
  }
#ifdef __x86_64__
  if (run.streamed || run.code != nullptr) __builtin_ia32_sfence();
#endif
}

template <class Value>
using RunTiles = void (*)(const Run<Value>&, std::uint64_t, std::uint64_t);

#define DIAGC_LINEAR_TILES(name, attributes)                                     \
  template <class Own>                                                           \
  attributes void name(const Run<typename Own::Value>& run, std::uint64_t first, \
                       std::uint64_t last) {                                     \
    run_tiles<Own>(run, first, last);                                            \
  }

DIAGC_LINEAR_TILES(tiles_anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_TILES(tiles_with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_TILES(tiles_with_avx512, DIAGC_TARGET_AVX512)
#endif

/// So many columns that their sums fill the registers.
template <class T>
RunTiles<T> real_tiles() {
#ifdef __x86_64__
  if (runs_avx512()) {
    return tiles_with_avx512<
        TileLanes<RealLanes<T, vectors_avx512>, RealLanes<T, 2>, RealLanes<T, 1>, 6, 6>>;
  }
  if (runs_avx2()) {
    return tiles_with_avx2<
        TileLanes<RealLanes<T, vectors_avx2>, RealLanes<T, 1>, RealLanes<T, 1>, 3, 6>>;
  }
#endif
  return tiles_anywhere<TileLanes<RealLanes<T, 1>, RealLanes<T, 1>, RealLanes<T, 1>, 3, 3>>;
}
template <class T>
RunTiles<std::complex<T>> complex_tiles() {
#ifdef __x86_64__
  if (runs_avx512()) {
    return tiles_with_avx512<
        TileLanes<PartLanes<T, 2>, PartLanes<T, 1>, TurnedLanes<T>, 6, 6, ThreeLanes<T, 1>, 6>>;
  }
  if (runs_avx2()) {
    return tiles_with_avx2<
        TileLanes<PartLanes<T, 1>, TurnedLanes<T>, TurnedLanes<T>, 2, 4, ThreeLanes<T, 1>, 2>>;
  }
#endif
  return tiles_anywhere<
      TileLanes<TurnedLanes<T>, TurnedLanes<T>, TurnedLanes<T>, 3, 3, ThreeLanes<T, 1>, 1>>;
}

RunTiles<float> chosen_tiles(float) { return real_tiles<float>(); }
RunTiles<double> chosen_tiles(double) { return real_tiles<double>(); }
RunTiles<std::complex<float>> chosen_tiles(std::complex<float>) { return complex_tiles<float>(); }
RunTiles<std::complex<double>> chosen_tiles(std::complex<double>) {
  return complex_tiles<double>();
}
RunTiles<Residue> chosen_tiles(Residue) {
  return tiles_anywhere<TileLanes<ResidueLanes, ResidueLanes, ResidueLanes, 1, 1>>;
}
RunTiles<Tropical> chosen_tiles(Tropical) {
  return tiles_anywhere<TileLanes<TropicalLanes, TropicalLanes, TropicalLanes, 1, 1>>;
}

/// Of what is read by copies.
std::uint64_t last_offset(const Tiles& tiles) {
  std::uint64_t offset = 0;
  for (const auto* axes : {&tiles.outer, &tiles.lanes, &tiles.copied})
    for (const Axis& axis : *axes) offset += (axis.extent - 1) * axis.a;
  return offset;
}

/// With strides of b in the operand of this step.
std::vector<Axis> outer_axes(const Tiles& tiles, std::size_t step) {
  std::vector<Axis> axes = tiles.outer;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    axes[axis].b = tiles.outer_strides.empty() ? 0 : tiles.outer_strides[step][axis];
  return axes;
}

struct Ahead {
  std::uint64_t tiles;
  std::size_t positions;
};

/// What is read `fetch_distance` later: some positions on in the same tile and the next one, or the same position some tiles on.
template <class Value>
Ahead fetch_ahead(const Tiles& tiles, const TileStep<Value>& first, std::uint64_t lanes,
                  bool fetched) {
  if (!fetched) return {1, 0};
  const std::uint64_t positions =
      tiles.is_copied ? count(tiles.copied) : std::uint64_t{first.reads.size()};
  const std::uint64_t of_position =
      lanes * sizeof(Value) * (tiles.is_copied ? 1 : first.summed.size());
  const std::uint64_t distance =
      std::max<std::uint64_t>(fetch_distance / std::max<std::uint64_t>(of_position, 1), 1);
  if (distance <= positions) return {1, distance};
  return {std::min<std::uint64_t>((distance + positions - 1) / positions, 64), positions};
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
                    Value* result, unsigned threads, std::uint32_t prime,
                    const TileCode<Value>* code, int lift) {
  static const RunTiles<Value> run_part = chosen_tiles(Value());
  std::vector<TileStep<Value>> steps;
  const std::uint64_t lanes = count(tiles.lanes), numbers = count(tiles.outer) * tiles.blocks;
  double products = 0;
  for (std::size_t s = 0; s < tiles.steps.size(); ++s) {
    const bool takes_three = !tiles.three_products.empty() && tiles.three_products[s];
    steps.emplace_back(tiles.steps[s], outer_axes(tiles, s), others[s], s == 0 ? lift : 0,
                       takes_three);
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
  const std::uint64_t unit = tiles.relaid ? unit_of_lanes(tiles.lanes) : 1;
  const bool fits = code != nullptr && lanes % (tiles.blocks * unit) == 0 &&
                    (!code->streams || reinterpret_cast<std::uintptr_t>(result) % 64 == 0);
  const auto [tiles_ahead, positions_ahead] =
      fetch_ahead<Value>(tiles, steps.front(), lanes / tiles.blocks, read > fetched_bytes);
  const Run<Value> run{tiles,
                       steps,
                       main,
                       main + last_offset(tiles) + 1,
                       result,
                       lanes,
                       unit,
                       written > streamed_bytes && is_aligned(tiles, lanes, result),
                       tiles_ahead,
                       positions_ahead,
                       prime,
                       lane_offsets,
                       fits ? code : nullptr};
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
  for (std::size_t s = 0; s < tiles.steps.size(); ++s) {
    const Contraction& step = tiles.steps[s];
    const bool takes_three = !tiles.three_products.empty() && tiles.three_products[s];
    // Both forms are there while one is made of the other.
    const std::uint64_t factor =
        sizeof(Value) + (takes_three ? sizeof(typename ThreeFactorsOf<Value>::Type) : 0);
    std::uint64_t elements = count(step.batch) * count(step.summed) * count(step.columns);
    for (const Axis& axis : outer_axes(tiles, s))
      if (axis.b > 0) elements *= axis.extent;
    memory.shared += elements * factor;
  }
  return memory;
}

#define DIAGC_LINEAR_TILES_OF(Value)                                                          \
  template void contract_tiles(const Tiles&, const Value*, const std::vector<const Value*>&,  \
                               Value*, unsigned, std::uint32_t, const TileCode<Value>*, int); \
  template TileMemory tile_memory<Value>(const Tiles&);

DIAGC_LINEAR_TILES_OF(float)
DIAGC_LINEAR_TILES_OF(double)
DIAGC_LINEAR_TILES_OF(std::complex<float>)
DIAGC_LINEAR_TILES_OF(std::complex<double>)
DIAGC_LINEAR_TILES_OF(Residue)
DIAGC_LINEAR_TILES_OF(Tropical)

}  // namespace diagc::linear

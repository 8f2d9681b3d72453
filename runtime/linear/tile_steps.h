// One step of one tile: sums of products for all of its batch, rows and columns, with vectors along the lanes.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "runtime/linear/complex_lanes.h"
#include "runtime/linear/lanes.h"
#include "runtime/linear/offsets.h"

namespace diagc::linear {

inline std::vector<std::uint64_t> offsets_of(const std::vector<Axis>& axes,
                                             std::uint64_t Axis::* stride) {
  std::vector<std::uint64_t> offsets(count(axes));
  fill_offsets(axes, stride, 0, offsets);
  return offsets;
}

/// What lanes of a Value multiply by where they take three real products for a complex one.
template <class Value>
struct ThreeFactorsOf {
  using Type = Value;
};
template <class T>
struct ThreeFactorsOf<std::complex<T>> {
  using Type = ThreeFactors<T>;
};

/// A step's operand with its numbers in the order in which they are used, and offsets of all else.
template <class Value>
struct TileStep {
  /// [outer axes that it has][batch][summed][column], in one of both forms.
  std::vector<Value> numbers;
  std::vector<typename ThreeFactorsOf<Value>::Type> three;
  std::vector<std::uint64_t> summed;         ///< in what is read
  std::vector<std::uint64_t> columns;        ///< in what is written
  std::vector<std::uint64_t> reads, writes;  ///< of batch and rows
  std::uint64_t rows = 1;
  std::vector<Axis>
      outer;  ///< those of the tiles; b: in the factors. Empty: none of them has a stride

  /// Floating-point numbers are multiplied by 2^lift. `takes_three`: of complex ones, real products for each. `outer_axes`: b in the operand.
  TileStep(const Contraction& shape, const std::vector<Axis>& outer_axes, const Value* operand,
           int lift, bool takes_three)
      : summed(offsets_of(shape.summed, &Axis::a)),
        columns(offsets_of(shape.columns, &Axis::c)),
        rows(count(shape.rows)) {
    std::vector<Axis> batches;
    std::uint64_t stride = count(shape.batch) * count(shape.summed) * count(shape.columns);
    outer = outer_axes;
    for (std::size_t axis = outer.size(); axis-- > 0;) {
      if (outer[axis].b == 0) continue;
      batches.insert(batches.begin(), outer[axis]);
      outer[axis].b = stride;
      stride *= outer[axis].extent;
    }
    if (batches.empty()) outer.clear();
    batches.insert(batches.end(), shape.batch.begin(), shape.batch.end());
    const auto batch_b = offsets_of(batches, &Axis::b),
               summed_b = offsets_of(shape.summed, &Axis::b),
               column_b = offsets_of(shape.columns, &Axis::b);
    numbers.reserve(batch_b.size() * summed_b.size() * column_b.size());
    for (const std::uint64_t batch : batch_b) {
      for (const std::uint64_t k : summed_b) {
        for (const std::uint64_t column : column_b) numbers.push_back(operand[batch + k + column]);
      }
    }
    if constexpr (!std::is_same_v<Value, Residue> && !std::is_same_v<Value, Tropical>) {
      using Real = decltype(std::abs(Value()));
      const Real factor = std::ldexp(Real(1), lift);
      if (lift != 0)
        for (Value& number : numbers) number *= factor;
    }
    if (takes_three) {
      three.reserve(numbers.size());
      for (const Value& number : numbers) three.emplace_back(number);
      numbers = {};
    }
    std::vector<Axis> all = shape.batch;
    all.insert(all.end(), shape.rows.begin(), shape.rows.end());
    reads = offsets_of(all, &Axis::a);
    writes = offsets_of(all, &Axis::c);
  }

  /// Where the factors of a tile begin: that of so many values of the outer axes before it.
  std::uint64_t factors_at(std::uint64_t tile) const {
    if (outer.empty()) return 0;
    std::uint64_t offset = 0;
    fill_offsets(outer, &Axis::b, tile, {&offset, 1});
    return offset;
  }
};

/// What is fetched while something else is read: what is read so many positions later.
struct FetchAhead {
  std::size_t distance = 0;  ///< positions, at most all of a tile; 0: nothing is fetched
  std::ptrdiff_t next = 0;   ///< where a later tile begins, from the beginning of this one
  bool has_next = false;
};

/// From what is read at a position to what is fetched there; 0: nothing.
inline std::ptrdiff_t ahead_of(const FetchAhead& fetch, const std::vector<std::uint64_t>& reads,
                               std::size_t at) {
  if (fetch.distance == 0) return 0;
  const std::size_t later = at + fetch.distance;
  if (later < reads.size()) return static_cast<std::ptrdiff_t>(reads[later] - reads[at]);
  if (!fetch.has_next) return 0;
  return fetch.next + static_cast<std::ptrdiff_t>(reads[later - reads.size()] - reads[at]);
}

/// The operand of a step as these lanes take it, from its factor of this number on.
template <class Lanes>
const typename Lanes::Factor* factors_of(const TileStep<typename Lanes::Value>& step,
                                         std::uint64_t factors) {
  if constexpr (std::is_same_v<typename Lanes::Factor, typename Lanes::Value>)
    return step.numbers.data() + factors;
  else
    return step.three.data() + factors;
}

/// What all columns of a vector of lanes take.
template <class Lanes>
struct ColumnSums {
  const std::uint64_t* summed_offsets;
  std::size_t summed;
  const typename Lanes::Factor* numbers;
  std::size_t width;  ///< columns that the operand has
  const std::uint64_t* columns;
  std::ptrdiff_t ahead;
  bool streams;
};

/// Columns of a vector of lanes, summed over all summed values in registers.
template <class Lanes, std::size_t Columns>
DIAGC_LINEAR_INLINE void sum_block(const Lanes& lanes, const ColumnSums<Lanes>& sums_of,
                                   const typename Lanes::Value* from, std::size_t first,
                                   std::ptrdiff_t ahead, bool streams, typename Lanes::Value* to) {
  typename Lanes::Sum sums[Columns];
  const auto* numbers = sums_of.numbers + first;
#pragma GCC unroll 8
  for (std::size_t n = 0; n < Columns; ++n) lanes.clear(sums[n]);
  for (std::size_t k = 0; k < sums_of.summed; ++k) {
    const auto* read = from + sums_of.summed_offsets[k];
    if (ahead != 0) {
      const char* next = reinterpret_cast<const char*>(read + ahead);
#pragma GCC unroll 8
      for (std::size_t byte = 0; byte < Lanes::count * sizeof(*read); byte += 64)
        __builtin_prefetch(next + byte, 0, 2);
    }
    typename Lanes::Read vector;
    lanes.read(vector, read);
#pragma GCC unroll 8
    for (std::size_t n = 0; n < Columns; ++n) lanes.add(sums[n], vector, numbers[n]);
    numbers += sums_of.width;
  }
  const std::uint64_t* columns = sums_of.columns + first;
#pragma GCC unroll 8
  for (std::size_t n = 0; n < Columns; ++n) {
    if (streams)
      lanes.stream(sums[n], to + columns[n]);
    else
      lanes.write(sums[n], to + columns[n]);
  }
}

/// Lanes `begin` to `end` of all positions. The last vector ends with the last lane; what it shares with the one before is computed twice, and
/// `body` is told so.
template <class Lanes, class Body>
DIAGC_LINEAR_INLINE void at_positions(const TileStep<typename Lanes::Value>& step,
                                      std::uint64_t factors, const typename Lanes::Value* from,
                                      typename Lanes::Value* to, std::uint64_t begin,
                                      std::uint64_t end, const FetchAhead& fetch, bool streams,
                                      const Body& body) {
  const std::size_t of_batch = step.summed.size() * step.columns.size();
  ColumnSums<Lanes> sums{step.summed.data(),
                         step.summed.size(),
                         factors_of<Lanes>(step, factors),
                         step.columns.size(),
                         step.columns.data(),
                         0,
                         streams};
  std::uint64_t row = 0;
  for (std::size_t at = 0; at < step.reads.size(); ++at) {
    sums.ahead = ahead_of(fetch, step.reads, at);
    const auto* read = from + step.reads[at];
    auto* write = to + step.writes[at];
    for (std::uint64_t lane = begin; lane < end; lane += Lanes::count) {
      const std::uint64_t first = std::min<std::uint64_t>(lane, end - Lanes::count);
      sums.streams = streams && first == lane;
      body(sums, read + first, write + first);
    }
    if (++row < step.rows) continue;
    row = 0;
    sums.numbers += of_batch;
  }
}

/// Lanes `begin` to `end` of a step with the factors that begin at this number, `Most` columns at once.
template <class Lanes, std::size_t Most>
DIAGC_LINEAR_INLINE void take_lanes(const TileStep<typename Lanes::Value>& step,
                                    std::uint64_t factors, const typename Lanes::Value* from,
                                    typename Lanes::Value* to, std::uint64_t begin,
                                    std::uint64_t end, const FetchAhead& fetch, bool streams,
                                    std::uint32_t prime) {
  using Value = typename Lanes::Value;
  if (begin == end) return;
  const Lanes lanes(prime);
  const std::size_t width = step.columns.size();
  // Groups as even as can be: 8 columns are 4 + 4, not 6 + 2.
  const std::size_t groups = (width + Most - 1) / Most;
  const auto uniform = [&]<std::size_t Columns>() __attribute__((always_inline)) {
    at_positions<Lanes>(
        step, factors, from, to, begin, end, fetch, streams,
        [&](const ColumnSums<Lanes>& sums, const Value* read, Value* write)
            __attribute__((always_inline)) {
              sum_block<Lanes, Columns>(lanes, sums, read, 0, sums.ahead, sums.streams, write);
              for (std::size_t first = Columns; first < width; first += Columns)
                sum_block<Lanes, Columns>(lanes, sums, read, first, 0, sums.streams, write);
            });
  };
  if (width % groups == 0) {
    switch (width / groups) {
      case 1:
        return uniform.template operator()<1>();
      case 2:
        if constexpr (Most >= 2) return uniform.template operator()<2>();
        break;
      case 3:
        if constexpr (Most >= 3) return uniform.template operator()<3>();
        break;
      case 4:
        if constexpr (Most >= 4) return uniform.template operator()<4>();
        break;
      case 5:
        if constexpr (Most >= 5) return uniform.template operator()<5>();
        break;
      default:
        if constexpr (Most >= 6) return uniform.template operator()<6>();
    }
  }
  at_positions<Lanes>(step, factors, from, to, begin, end, fetch, streams,
                      [&](const ColumnSums<Lanes>& sums, const Value* read,
                          Value* write) __attribute__((always_inline)) {
                        std::size_t first = 0;
                        for (; first + Most <= width; first += Most)
                          sum_block<Lanes, Most>(lanes, sums, read, first,
                                                 first == 0 ? sums.ahead : 0, sums.streams, write);
                        for (; first < width; ++first)
                          sum_block<Lanes, 1>(lanes, sums, read, first, first == 0 ? sums.ahead : 0,
                                              sums.streams, write);
                      });
}

/// All of a step: `lanes` lanes, as many as the narrowest of these kinds has at least.
template <class Own>
DIAGC_LINEAR_INLINE void take_step(const TileStep<typename Own::Value>& step, std::uint64_t factors,
                                   const typename Own::Value* from, typename Own::Value* to,
                                   std::uint64_t lanes, const FetchAhead& fetch, bool streams,
                                   std::uint32_t prime) {
  using Wide = typename Own::Wide;
  using Middle = typename Own::Middle;
  using Narrow = typename Own::Narrow;
  if constexpr (!std::is_void_v<typename Own::Three>) {
    if (!step.three.empty()) {
      take_lanes<typename Own::Three, Own::most_three>(step, factors, from, to, 0, lanes, fetch,
                                                       streams, prime);
      return;
    }
  }
  const std::uint64_t wide = lanes / Wide::count * Wide::count,
                      middle = lanes / Middle::count * Middle::count;
  take_lanes<Wide, Own::most_wide>(step, factors, from, to, 0, wide, fetch, streams, prime);
  if constexpr (!std::is_same_v<Middle, Narrow>)
    take_lanes<Middle, Own::most_narrow>(step, factors, from, to, wide, middle, fetch, streams,
                                         prime);
  const std::uint64_t left = std::is_same_v<Middle, Narrow> ? wide : middle;
  if (left < lanes)
    take_lanes<Narrow, Own::most_narrow>(step, factors, from, to, left, lanes, fetch, streams,
                                         prime);
}

}  // namespace diagc::linear

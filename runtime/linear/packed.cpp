#include "runtime/linear/packed.h"

#include <algorithm>
#include <vector>

#include "runtime/linear/offsets.h"
#include "runtime/linear/packed_blocks.h"
#include "runtime/linear/tiles.h"
#include "runtime/system/targets.h"
#include "runtime/system/thread_pool.h"

namespace diagc::linear {

namespace {

using packed::Block;
using packed::Shape;

template <class Value>
struct Kernel {
  std::uint64_t lanes;
  void (*run)(const Shape<Value>&, const Value*, const Value*, Value*, bool streams,
              std::uint64_t first, std::uint64_t last);
};

#define DIAGC_LINEAR_PACKED(name, attributes)                                                   \
  template <class Value>                                                                        \
  attributes void take_##name(const Block<Value>& block, std::uint64_t piece) {                 \
    block.take(piece);                                                                          \
  }                                                                                             \
  template <class Lanes, class Narrow, std::size_t Most>                                        \
  attributes void packed_##name(const Shape<typename Lanes::Value>& shape,                      \
                                const typename Lanes::Value* a, const typename Lanes::Value* b, \
                                typename Lanes::Value* c, bool streams, std::uint64_t first,    \
                                std::uint64_t last) {                                           \
    packed::Thread<Lanes, Narrow, Most>(shape, a, b, c, streams,                                \
                                        take_##name<typename Lanes::Value>)                     \
        .run(first, last);                                                                      \
  }

DIAGC_LINEAR_PACKED(anywhere, )
#ifdef __x86_64__
DIAGC_LINEAR_PACKED(with_avx2, DIAGC_TARGET_AVX2)
DIAGC_LINEAR_PACKED(with_avx512, DIAGC_TARGET_AVX512)
#endif

/// Sums of so many rows fill the registers.
template <class T>
Kernel<T> real_kernel() {
#ifdef __x86_64__
  if (runs_avx512())
    return {RealLanes<T, 2>::count, packed_with_avx512<RealLanes<T, 2>, RealLanes<T, 1>, 12>};
  if (runs_avx2())
    return {RealLanes<T, 1>::count, packed_with_avx2<RealLanes<T, 1>, RealLanes<T, 1>, 6>};
#endif
  return {RealLanes<T, 1>::count, packed_anywhere<RealLanes<T, 1>, RealLanes<T, 1>, 3>};
}
template <class T>
Kernel<std::complex<T>> complex_kernel() {
#ifdef __x86_64__
  if (runs_avx512())
    return {PartLanes<T, 2>::count, packed_with_avx512<PartLanes<T, 2>, PartLanes<T, 1>, 6>};
  if (runs_avx2())
    return {PartLanes<T, 1>::count, packed_with_avx2<PartLanes<T, 1>, PartLanes<T, 1>, 2>};
#endif
  return {TurnedLanes<T>::count, packed_anywhere<TurnedLanes<T>, TurnedLanes<T>, 3>};
}

Kernel<float> packed_kernel(float) { return real_kernel<float>(); }
Kernel<double> packed_kernel(double) { return real_kernel<double>(); }
Kernel<std::complex<float>> packed_kernel(std::complex<float>) { return complex_kernel<float>(); }
Kernel<std::complex<double>> packed_kernel(std::complex<double>) {
  return complex_kernel<double>();
}

/// Whether every full vector of the result begins at a multiple of 64 bytes and has no gaps.
template <class Value>
bool can_stream(const Shape<Value>& shape, const Value* c, std::uint64_t lanes) {
  if (reinterpret_cast<std::uintptr_t>(c) % 64 != 0) return false;
  std::uint64_t together = 1;
  std::size_t axis = shape.columns.size();
  for (; axis > 0 && shape.columns[axis - 1].c == together; --axis)
    together *= shape.columns[axis - 1].extent;
  if (together % lanes != 0) return false;
  const auto aligned = [](const std::vector<Axis>& axes, std::size_t end) {
    constexpr std::uint64_t line = 64 / sizeof(Value);
    return std::all_of(axes.begin(), axes.begin() + static_cast<std::ptrdiff_t>(end),
                       [](const Axis& own) { return own.c % line == 0; });
  };
  return aligned(shape.batch, shape.batch.size()) && aligned(shape.rows, shape.rows.size()) &&
         aligned(shape.columns, axis);
}

constexpr std::uint64_t most_packed_parts = 16, blocks_of_part = 16;
constexpr std::uint64_t jobs_enough = 32;  ///< not to cut sums

/// Parts that the sum of a small result is cut into.
template <class Value>
std::uint64_t parts_of_sum(const Shape<Value>& shape) {
  if (shape.jobs() >= jobs_enough) return 1;
  const std::uint64_t elements = shape.batch_count * shape.row_count * shape.column_count;
  const std::uint64_t fitting =
      packed_sums_bytes / sizeof(Value) / std::max<std::uint64_t>(elements, 1);
  const std::uint64_t parts =
      std::min({most_packed_parts, fitting, shape.depth_blocks / blocks_of_part});
  return std::max<std::uint64_t>(parts, 1);
}

/// Strides of c in an array without gaps.
Contraction with_dense_result(Contraction shape) {
  std::uint64_t stride = 1;
  for (std::vector<Axis>* group : {&shape.columns, &shape.rows, &shape.batch})
    for (std::size_t axis = group->size(); axis-- > 0; stride *= (*group)[axis].extent)
      (*group)[axis].c = stride;
  return shape;
}

}  // namespace

template <class Value>
void contract_packed(const Contraction& contraction, const Value* a, const Value* b, Value* c,
                     unsigned threads) {
  static const Kernel<Value> kernel = packed_kernel(Value());
  const Shape<Value> shape(contraction, kernel.lanes);
  const std::uint64_t elements = shape.batch_count * shape.row_count * shape.column_count;
  const bool streams = shape.depth_blocks == 1 && elements * sizeof(Value) > streamed_bytes &&
                       can_stream(shape, c, kernel.lanes);
  const auto in_turn = [&](std::uint64_t count, const auto& body) {
    if (threads < 2 || count < 2) {
      for (std::uint64_t part = 0; part < count; ++part) body(part);
    } else {
      ThreadPool::shared().run(threads, count, body);
    }
  };
  const std::uint64_t parts = parts_of_sum(shape);
  if (parts == 1) {
    const std::uint64_t jobs = shape.jobs(),
                        shares = threads < 2 ? 1 : std::min(jobs, std::uint64_t{16} * threads);
    in_turn(shares, [&](std::uint64_t share) {
      const auto begin = [&](std::uint64_t k) {
        return jobs / shares * k + std::min<std::uint64_t>(k, jobs % shares);
      };
      kernel.run(shape, a, b, c, streams, begin(share), begin(share + 1));
    });
    return;
  }
  const Contraction dense = with_dense_result(contraction);
  std::vector<Value> sums(parts * elements);
  const std::uint64_t blocks = shape.depth_blocks;
  in_turn(parts, [&](std::uint64_t part) {
    const auto begin = [&](std::uint64_t k) {
      return blocks / parts * k + std::min(k, blocks % parts);
    };
    const Shape<Value> own(dense, kernel.lanes, begin(part), begin(part + 1));
    kernel.run(own, a, b, sums.data() + part * elements, false, 0, own.jobs());
  });
  for (std::uint64_t apart = 1; apart < parts; apart *= 2)
    for (std::uint64_t part = 0; part + apart < parts; part += 2 * apart)
      for (std::uint64_t k = 0; k < elements; ++k)
        sums[part * elements + k] += sums[(part + apart) * elements + k];
  std::vector<Axis> all = contraction.batch;
  all.insert(all.end(), contraction.rows.begin(), contraction.rows.end());
  all.insert(all.end(), contraction.columns.begin(), contraction.columns.end());
  std::vector<std::uint64_t> offsets(elements);
  fill_offsets(all, &Axis::c, 0, offsets);
  for (std::uint64_t k = 0; k < elements; ++k) c[offsets[k]] = sums[k];
}

#define DIAGC_LINEAR_PACKED_OF(Value) \
  template void contract_packed(const Contraction&, const Value*, const Value*, Value*, unsigned);

DIAGC_LINEAR_PACKED_OF(float)
DIAGC_LINEAR_PACKED_OF(double)
DIAGC_LINEAR_PACKED_OF(std::complex<float>)
DIAGC_LINEAR_PACKED_OF(std::complex<double>)

}  // namespace diagc::linear

#include "compiler/arrays/device/device_copy.h"

#include <algorithm>
#include <functional>

namespace diagc::arrays {

namespace {

/// Bytes that are read or written side by side, and that a block holds in shared memory.
constexpr std::uint64_t line_bytes = 128, held_bytes = 16384;

using Axes = std::vector<PlanAxis>;
using CopyStride = std::uint64_t CopyAxis::*;

std::uint64_t pieces_of(const CopyAxis& axis) { return (axis.extent + axis.part - 1) / axis.part; }

/// Gives a tile the axes that are fastest by a stride until it has so many elements of them.
void widen(std::vector<CopyAxis>& axes, CopyStride stride, std::uint64_t wanted) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < axes.size(); ++k)
    if (axes[k].*stride != 0) order.push_back(k);
  std::ranges::sort(order, std::less(), [&](std::size_t k) { return axes[k].*stride; });
  for (std::uint64_t have = 1; const std::size_t k : order) {
    if (have >= wanted) break;
    axes[k].part = std::max(axes[k].part, std::min(axes[k].extent, (wanted + have - 1) / have));
    have *= axes[k].part;
  }
}

/// `groups` as they are written, the last one fastest; neighbours that are one in both arrays become one.
DeviceCopy copy_of(const std::vector<const Axes*>& groups, std::uint64_t PlanAxis::* from,
                   std::uint64_t element_bytes) {
  DeviceCopy copy;
  std::uint64_t to = 1;
  for (std::size_t g = groups.size(); g-- > 0;) {
    for (std::size_t k = groups[g]->size(); k-- > 0;) {
      const PlanAxis& axis = (*groups[g])[k];
      if (axis.extent == 1) continue;
      const CopyAxis own{axis.extent, axis.*from, to};
      to *= axis.extent;
      if (!copy.axes.empty()) {
        CopyAxis& before = copy.axes.back();
        if (own.from == before.from * before.extent) {
          before.extent *= own.extent;
          continue;
        }
      }
      copy.axes.push_back(own);
    }
  }
  std::ranges::reverse(copy.axes);
  // Lines of both arrays, and then what else fits.
  const std::vector<CopyAxis> whole = copy.axes;
  std::uint64_t line = line_bytes / element_bytes, wanted = line;
  while (true) {
    DeviceCopy wider{whole};
    widen(wider.axes, &CopyAxis::from, line);
    widen(wider.axes, &CopyAxis::to, wanted);
    if (wanted > line && wider.tile_elements() * element_bytes > held_bytes) break;
    copy = std::move(wider);
    if (copy.tiles() == 1) break;
    wanted *= 2;
  }
  return copy;
}

std::uint64_t least_stride(const Axes& axes, std::uint64_t PlanAxis::* stride) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const PlanAxis& axis : axes)
    if (axis.*stride != 0) least = std::min(least, axis.*stride);
  return least;
}

}  // namespace

std::uint64_t DeviceCopy::elements() const {
  std::uint64_t product = 1;
  for (const CopyAxis& axis : axes) product *= axis.extent;
  return product;
}

std::uint64_t DeviceCopy::tile_elements() const {
  std::uint64_t product = 1;
  for (const CopyAxis& axis : axes) product *= axis.part;
  return product;
}

std::uint64_t DeviceCopy::tiles() const {
  std::uint64_t product = 1;
  for (const CopyAxis& axis : axes) product *= pieces_of(axis);
  return product;
}

ProductCopies product_copies(const DeviceStep& step, DeviceElement element) {
  const std::uint64_t bytes = device_bytes(element);
  const Axes &batch = step.batch, &rows = step.rows, &columns = step.columns, &summed = step.summed;
  const auto ordered = [&](bool first_is_slow, const Axes& first, const Axes& second,
                           std::uint64_t PlanAxis::* from) {
    return first_is_slow ? copy_of({&batch, &first, &second}, from, bytes)
                         : copy_of({&batch, &second, &first}, from, bytes);
  };
  ProductCopies copies;
  copies.a_by_sum = least_stride(summed, &PlanAxis::a) < least_stride(rows, &PlanAxis::a);
  copies.b_by_sum = least_stride(summed, &PlanAxis::b) < least_stride(columns, &PlanAxis::b);
  copies.c_by_column = least_stride(columns, &PlanAxis::c) < least_stride(rows, &PlanAxis::c);
  copies.a = ordered(copies.a_by_sum, rows, summed, &PlanAxis::a);
  copies.b = ordered(copies.b_by_sum, columns, summed, &PlanAxis::b);
  // The library writes what a copy from the result would.
  copies.c = ordered(copies.c_by_column, rows, columns, &PlanAxis::c);
  for (CopyAxis& axis : copies.c.axes) std::swap(axis.from, axis.to);
  std::ranges::sort(copies.c.axes, std::greater(), &CopyAxis::to);
  copies.c.moves =
      std::ranges::any_of(copies.c.axes, [](const CopyAxis& axis) { return axis.from != axis.to; });
  return copies;
}

DeviceCopy plain_copy_of_b(const DeviceStep& step, DeviceElement element) {
  return copy_of({&step.batch, &step.summed, &step.columns}, &PlanAxis::b, device_bytes(element));
}

DeviceCopy exchange_copy(const DeviceStep& step, DeviceElement element) {
  return copy_of({&step.batch, &step.rows}, &PlanAxis::a, device_bytes(element));
}

}  // namespace diagc::arrays

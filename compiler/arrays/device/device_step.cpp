#include "compiler/arrays/device/device_step.h"

#include <algorithm>
#include <functional>

#include "compiler/arrays/device/step_axes.h"
#include "compiler/arrays/step_shape.h"

namespace diagc::arrays {

namespace {

using Axes = std::vector<PlanAxis>;
using Stride = AxisStride;

/// What fills a device: blocks that two or more of run on each of some 130 multiprocessors.
constexpr std::uint64_t enough_blocks = 264, enough_lanes = 1 << 15;
/// Sums that are shorter are not cut.
constexpr std::uint64_t least_part = 512;
/// Tables have at most so many entries.
constexpr std::uint64_t most_entries = 1 << 18;

std::uint64_t ceiling(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

bool has_library(DeviceElement element) {
  return element != DeviceElement::residue && element != DeviceElement::tropical;
}

/// Whether a library is faster, with the copies before and after it. Rates are those of cuBLAS and of tiles on an H200, in operations and bytes a second.
bool is_for_library(const DeviceStep& step, DeviceElement element, LibrarySteps which) {
  constexpr double most_matrices = 65535, most_side = 0x1p30, copy_rate = 3.3e12, launches = 9e-6;
  const auto count = [](const Axes& axes) { return static_cast<double>(count_of(axes)); };
  const double batch = count(step.batch), rows = count(step.rows), columns = count(step.columns),
               summed = count(step.summed);
  if (which == LibrarySteps::none || !has_library(element)) return false;
  if (batch > most_matrices || std::max({rows, columns, summed}) > most_side) return false;
  if (std::ranges::any_of(step.summed, [](const PlanAxis& axis) { return axis.a * axis.b == 0; }))
    return false;
  if (which == LibrarySteps::all_matrices) return std::min({rows, columns, summed}) > 1;
  if (std::min({rows, columns, summed}) < 64) return false;
  const bool is_double = element == DeviceElement::f64 || element == DeviceElement::c128,
             is_complex = element == DeviceElement::c64 || element == DeviceElement::c128;
  const double library_rate = is_double ? 50e12 : 48e12, tiles_rate = is_double    ? 22e12
                                                                      : is_complex ? 38.5e12
                                                                                   : 26e12;
  const double operations = (is_complex ? 8 : 2) * step.products,
               moved = 2 * static_cast<double>(device_bytes(element)) * batch *
                       (rows * summed + columns * summed + rows * columns);
  return operations / library_rate + moved / copy_rate + launches < operations / tiles_rate;
}

DeviceForm form_of(const DeviceStep& step, DeviceElement element, const DeviceLimits& limits) {
  const std::uint64_t batch = count_of(step.batch), rows = count_of(step.rows),
                      columns = count_of(step.columns), summed = count_of(step.summed);
  const std::uint64_t lanes = batch * rows;
  const bool fits = !step.is_far && 3 * lanes + 2 * columns + 2 * summed <= most_entries;
  if (fits && step.products <= limits.grouped_products) return DeviceForm::grouped;
  if (fits && step.products <= limits.table_products) return DeviceForm::tables;
  if (is_for_library(step, element, limits.library)) return DeviceForm::products;
  // Of complex numbers in single precision tiles are faster from 16 columns on.
  const bool has_few = element == DeviceElement::c64 && summed >= 2 * tile_depth;
  if (rows >= 32 && columns >= (has_few ? 16U : 24U) && summed >= tile_depth)
    return DeviceForm::tiled;
  if (lanes * ceiling(columns, few_columns(element)) >= enough_lanes || summed < least_part)
    return DeviceForm::stream;
  return rows >= 64 && columns >= 12 ? DeviceForm::tiled : DeviceForm::inner;
}

void order_axes(DeviceStep& step, DeviceElement element) {
  constexpr Stride a = &PlanAxis::a, b = &PlanAxis::b, c = &PlanAxis::c;
  // Summed values of few tiles must make up what memory is read by, in both operands.
  constexpr std::uint64_t least_bytes = 64;
  const std::uint64_t least = least_bytes / device_bytes(element);
  if (step.form == DeviceForm::products) {
    // As the result has them, which then may need no copy.
    for (Axes* axes : {&step.batch, &step.rows, &step.columns})
      *axes = merged(ordered(std::move(*axes), {}, c));
    step.summed = merged(ordered(step.summed, {}, a));
    return;
  }
  if (step.form == DeviceForm::tiled || step.form == DeviceForm::inner) {
    step.batch = merged(ordered(step.batch, {}, c));
    // Tiles have whole lines of both arrays, where what is written matters beside what is read.
    constexpr std::uint64_t line_bytes = 128;
    const std::uint64_t line = line_bytes / device_bytes(element);
    const bool is_tiled = step.form == DeviceForm::tiled,
               writes_much = 4 * count_of(step.columns) >= count_of(step.summed);
    step.rows = merged(ordered(
        step.rows, {a, c}, a, is_tiled && writes_much ? Neighbours{line, line - 1} : Neighbours{}));
    step.columns = merged(ordered(step.columns, {b, c}, b));
    const Neighbours wanted = is_tiled ? Neighbours{least, least - 1} : Neighbours{};
    step.summed = merged(ordered(step.summed, {a, b}, a, wanted));
    return;
  }
  Axes lanes = step.rows;
  lanes.insert(lanes.end(), step.batch.begin(), step.batch.end());
  step.batch.clear();
  step.rows = merged(ordered(std::move(lanes), {c, a}, c));
  step.columns = merged(ordered(step.columns, {c, b}, c));
  step.summed = merged(ordered(step.summed, {a, b}, a));
}

/// A shape of tiles, and the share of the arithmetic rate that full ones reach.
struct TileShape {
  HeldSums held;
  double share;
};

/// More sums for each number that is read from shared memory are faster; tiles that stick out of the result are not.
/// Where results are small and sums long, groups of threads take summed values in turns.
HeldSums best_tile(std::uint64_t rows, std::uint64_t columns, std::uint64_t summed,
                   DeviceElement element) {
  constexpr std::uint64_t long_sum = 512, short_sum = 64, bytes_of_two = 256;
  static const std::vector<TileShape> single = {
      {{16, 8, 16}, 1},    {{16, 8, 32}, 1},   {{8, 8, 16}, 0.85}, {{8, 8, 32}, 0.85},
      {{16, 4, 32}, 0.85}, {{8, 4, 32}, 0.75}, {{4, 4, 16}, 0.55}};
  static const std::vector<TileShape> of_eight_bytes = {
      {{8, 8, 16}, 1},    {{8, 8, 32}, 1},    {{8, 4, 16}, 0.8},
      {{8, 4, 32}, 0.8},  {{8, 2, 32}, 0.55}, {{4, 4, 16}, 0.6},
      {{4, 2, 16}, 0.45}, {{2, 2, 16}, 0.3},  {{8, 4, 8, 2, 16}, 0.75}};
  const auto with = [](std::vector<TileShape> shapes, std::initializer_list<TileShape> more) {
    shapes.insert(shapes.end(), more);
    return shapes;
  };
  static const std::vector<TileShape> real =
      with(of_eight_bytes, {{{8, 4, 8, 4, 32}, 0.75}, {{4, 8, 8, 8, 32}, 0.75}});
  // Half as many sums: 32 of them do not leave enough registers.
  static const std::vector<TileShape> complex =
      with(of_eight_bytes, {{{4, 4, 16, 2, 32}, 0.75}, {{4, 4, 8, 4, 32}, 0.75}});
  static const std::vector<TileShape> large = {{{4, 4, 16}, 1}};
  static const std::vector<TileShape> tropical = {{{4, 2, 16}, 1}};
  const std::vector<TileShape>& shapes = element == DeviceElement::f32        ? single
                                         : element == DeviceElement::tropical ? tropical
                                         : element == DeviceElement::c64      ? complex
                                         : device_bytes(element) == 8         ? real
                                                                              : large;
  HeldSums best;
  double least = 0;
  for (const TileShape& shape : shapes) {
    const auto covered = [](std::uint64_t count, std::uint64_t size) {
      return static_cast<double>(ceiling(count, size) * size);
    };
    const HeldSums& held = shape.held;
    if (held.threads_of_sum > 1 && summed < long_sum) continue;
    // Short sums end soon: what a block writes then hides behind the products of another one, where there is room for two.
    const bool is_alone = held.rows * held.columns * device_bytes(element) > bytes_of_two;
    const double share =
        element == DeviceElement::c64 && is_alone && summed <= short_sum ? 0.75 : shape.share;
    const double cost =
        covered(rows, held.tile_rows()) * covered(columns, held.tile_columns()) / share;
    if (least != 0 && cost >= least) continue;
    least = cost;
    best = held;
  }
  return best;
}

void cut_sum(DeviceStep& step, DeviceElement element) {
  const std::uint64_t batch = count_of(step.batch), rows = count_of(step.rows),
                      columns = count_of(step.columns), summed = count_of(step.summed);
  step.part_sums = summed;
  if (step.form != DeviceForm::tiled && step.form != DeviceForm::inner) return;
  const HeldSums held = held_sums(step, element);
  const bool is_tiled = step.form == DeviceForm::tiled;
  const std::uint64_t rows_of_tile = is_tiled ? held.tile_rows() : held.rows,
                      columns_of_tile = is_tiled ? held.tile_columns() : held.columns;
  const std::uint64_t tiles =
      batch * ceiling(rows, rows_of_tile) * ceiling(columns, columns_of_tile);
  // A thread of an inner product takes some summed values at least; parts must not be more than what is read for them.
  const std::uint64_t least = is_tiled ? least_part : 16 * device_threads;
  const std::uint64_t wanted = ceiling(is_tiled ? enough_blocks : 4 * enough_blocks, tiles);
  const std::uint64_t read = batch * (rows + columns) * summed;
  const std::uint64_t parts =
      std::max<std::uint64_t>(std::min({wanted, summed / least, read / (2 * step.elements)}), 1);
  const std::uint64_t unit = is_tiled ? held.depth : device_threads;
  step.part_sums = ceiling(ceiling(summed, parts), unit) * unit;
  step.parts = ceiling(summed, step.part_sums);
}

/// Whether b is so small that a copy of it costs nothing, and tiles then read packs of it. Of short sums, and of larger elements, they gain nothing.
bool has_small_b(const DeviceStep& step, std::uint64_t elements_of_a, DeviceElement element) {
  constexpr std::uint64_t least_share = 16, least_sum = 64;
  if (device_bytes(element) > 4 || count_of(step.summed) < least_sum) return false;
  const std::uint64_t pack = std::max<std::uint64_t>(16 / device_bytes(element), 1);
  const std::uint64_t columns = count_of(step.columns);
  return columns % pack == 0 &&
         count_of(step.batch) * count_of(step.summed) * columns <= elements_of_a / least_share;
}

void add_pieces(DeviceStep& step, const Network& network, const StepAxes& of_plan,
                const std::vector<Label>& cut) {
  const Labels result = of_plan.labels(step.c);
  step.pieces = {{}};
  for (const Label label : cut) {
    const bool is_summed = !has(result, label);
    const std::uint64_t extent = network.extents[label];
    if (is_summed) step.summed_pieces *= extent;
    std::vector<StepPiece> pieces;
    for (const StepPiece& piece : step.pieces) {
      for (std::uint64_t k = 0; k < extent; ++k) {
        pieces.push_back({piece.a + k * of_plan.stride(step.a, label),
                          piece.b + k * of_plan.stride(step.b, label),
                          piece.c + k * of_plan.stride(step.c, label),
                          is_summed ? piece.part * extent + k : piece.part});
      }
    }
    step.pieces = std::move(pieces);
  }
  for (StepPiece& piece : step.pieces) piece.part *= step.parts;
  step.parts *= step.summed_pieces;
  step.products *= static_cast<double>(step.pieces.size());
}

}  // namespace

std::uint64_t device_bytes(DeviceElement element) {
  switch (element) {
    case DeviceElement::f32:
    case DeviceElement::residue:
      return 4;
    case DeviceElement::f64:
    case DeviceElement::c64:
      return 8;
    case DeviceElement::c128:
    case DeviceElement::tropical:
      break;
  }
  return 16;
}

int exponent_field_of_one(DeviceElement element) {
  switch (element) {
    case DeviceElement::f32:
    case DeviceElement::c64:
      return 127;
    case DeviceElement::f64:
    case DeviceElement::c128:
      return 1023;
    default:
      return 0;
  }
}

std::uint64_t few_columns(DeviceElement element) {
  return element == DeviceElement::c128 || element == DeviceElement::tropical ? 8 : 16;
}

const char* name_of(DeviceForm form) {
  constexpr const char* names[] = {"group",   "by tables", "stream", "tiles", "inner product",
                                   "library", "exchange",  "fused",  "sum"};
  return names[static_cast<std::size_t>(form)];
}

std::uint64_t count_of(const std::vector<PlanAxis>& axes) {
  std::uint64_t product = 1;
  for (const PlanAxis& axis : axes) product *= axis.extent;
  return product;
}

std::uint64_t table_entries(const DeviceStep& step) {
  return 3 * count_of(step.rows) + 2 * count_of(step.columns) + 2 * count_of(step.summed);
}

HeldSums held_sums(const DeviceStep& step, DeviceElement element) {
  const std::uint64_t rows = count_of(step.rows), columns = count_of(step.columns),
                      bytes = device_bytes(element);
  if (step.form == DeviceForm::inner)
    return {std::min<std::uint64_t>(rows, 4), std::min<std::uint64_t>(columns, 4), 1};
  if (step.form == DeviceForm::tiled)
    return best_tile(rows, columns, count_of(step.summed), element);
  HeldSums held{std::max<std::uint64_t>(16 / bytes, 1), few_columns(element), 1};
  // As even as can be.
  held.columns = ceiling(columns, ceiling(columns, held.columns));
  while (held.rows > 1 && rows < held.rows * device_threads * 4 * enough_blocks) held.rows /= 2;
  return held;
}

DeviceStep device_step(const Network& network, const Plan& plan, const PlanStep& step,
                       DeviceElement element, const DeviceLimits& limits,
                       const std::vector<Label>& cut) {
  const StepAxes of_plan(network, plan);
  DeviceStep own;
  own.a = step.a;
  own.b = step.b;
  own.c = step.c;
  own.once = step.once;
  const auto shape = [&] {
    const auto labels = [&](std::uint32_t value) {
      Labels labels = of_plan.labels(value);
      std::erase_if(labels, [&](Label label) { return std::ranges::count(cut, label) > 0; });
      return labels;
    };
    return shape_of(labels(own.a), labels(own.b), labels(own.c));
  };
  const auto size = [&](const Labels& labels) {
    double product = 1;
    for (const Label label : labels) product *= static_cast<double>(network.extents[label]);
    return product;
  };
  StepShape groups = shape();
  if (size(groups.columns) > size(groups.rows)) {
    std::swap(own.a, own.b);
    groups = shape();
  }
  const auto axes = [&](const Labels& labels) {
    Axes axes;
    for (const Label label : labels)
      axes.push_back({network.extents[label], of_plan.stride(own.a, label),
                      of_plan.stride(own.b, label), of_plan.stride(own.c, label)});
    return axes;
  };
  own.batch = axes(groups.batch);
  own.rows = axes(groups.rows);
  own.columns = axes(groups.columns);
  own.summed = axes(groups.summed);
  own.elements = plan.values[own.c].elements;
  own.products =
      size(groups.batch) * size(groups.rows) * size(groups.columns) * size(groups.summed);
  for (const std::uint32_t value : {own.a, own.b, own.c})
    own.is_far = own.is_far || plan.values[value].elements >> 32U != 0;
  own.form = form_of(own, element, limits);
  order_axes(own, element);
  cut_sum(own, element);
  own.copies_b = own.form == DeviceForm::tiled && cut.empty() && !own.is_far &&
                 own.products >= limits.copied_products &&
                 has_small_b(own, plan.values[own.a].elements, element);
  if (!cut.empty()) add_pieces(own, network, of_plan, cut);
  return own;
}

}  // namespace diagc::arrays

#include "compiler/arrays/device/step_text.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/offsets_text.h"
#include "compiler/arrays/device/step_axes.h"
#include "compiler/arrays/device/tile_rows.h"

namespace diagc::arrays {

namespace {

using Stride = AxisStride;

/// The constants of a step for its form.
class Constants {
 public:
  Constants(const DeviceStep& step, DeviceElement element, std::uint64_t common_bytes)
      : step_(step),
        held_(held_sums(step, element)),
        batch_(count_of(step.batch)),
        rows_(count_of(step.rows)),
        columns_(count_of(step.columns)),
        summed_(count_of(step.summed)),
        element_bytes_(device_bytes(element)),
        sum_bytes_(element == DeviceElement::residue ? 8 : element_bytes_),
        element_(element) {
    kernel_.shared_bytes = common_bytes;
    switch (step.form) {
      case DeviceForm::stream:
        stream();
        break;
      case DeviceForm::tiled:
        tiled();
        break;
      case DeviceForm::inner:
        inner();
        break;
      default:
        throw std::logic_error("device text: found a step by tables, expected one of its own");
    }
  }

  /// A struct body.
  std::string text() const {
    // Indices of rows, summed values and tiles, with what is added to them.
    const std::uint64_t most = std::max({rows_, columns_, summed_, kernel_.blocks}) + (1U << 20U);
    std::string text = fmt::format(
        "  // c[{} x {}, {}] = sum over {} of a b\n"
        "  typedef {} Index;\n"
        "  typedef {} Offset;\n",
        batch_, rows_, columns_, summed_, most >> 32U == 0 ? "unsigned" : "Long",
        step_.is_far ? "Long" : "unsigned");
    return text + constants_ + functions_;
  }

  const DeviceKernel& kernel() const { return kernel_; }

  /// Of a multiprocessor: two blocks with tiles hide what each waits for, where there are registers for both.
  unsigned blocks() const {
    const std::uint64_t most_bytes = element_bytes_ < 16 ? 256 : 128;
    return step_.form == DeviceForm::tiled && held_.rows * held_.columns * sum_bytes_ <= most_bytes
               ? 2
               : 1;
  }

 private:
  void constant(const char* type, const char* name, std::uint64_t value) {
    constants_ += fmt::format("  static constexpr {} {} = {};\n", type, name, value);
  }

  void flag(const char* name, bool value) {
    constants_ += fmt::format("  static constexpr bool {} = {};\n", name, value);
  }

  void stream() {
    // Of a loop that is unrolled, all of b is read before the first tile: it has to fit registers, and else comes step by step.
    constexpr std::uint64_t held_bytes = 256, most_unrolled = 4;
    constant("Index", "lanes", rows_);
    constant("unsigned", "columns", columns_);
    constant("unsigned", "summed", summed_);
    constant("unsigned", "held_lanes", held_.rows);
    constant("unsigned", "held_columns", held_.columns);
    const bool fits = held_.columns * summed_ * element_bytes_ <= held_bytes;
    constant("unsigned", "unrolled", fits ? summed_ : std::min(summed_, most_unrolled));
    flag("b_differs", b_differs());
    functions_ += offsets_text("lane", step_.rows,
                               {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}, {"c", &PlanAxis::c}});
    functions_ += offsets_text("column", step_.columns, {{"b", &PlanAxis::b}, {"c", &PlanAxis::c}});
    functions_ += offsets_text("sum", step_.summed, {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}});
    kernel_.blocks = pieces(rows_, device_threads * held_.rows) * pieces(columns_, held_.columns);
  }

  /// Whether lanes of one thread, which are device_threads apart, may read other elements of b. Axes that repeat among neighbouring threads, and
  /// those that are the same for a whole tile, do not matter.
  bool b_differs() const {
    std::uint64_t below = 1;
    for (std::size_t k = step_.rows.size(); k-- > 0;) {
      const PlanAxis& axis = step_.rows[k];
      const bool repeats = device_threads % (below * axis.extent) == 0,
                 is_same = below % (device_threads * held_.rows) == 0;
      if (axis.b != 0 && !repeats && !is_same) return held_.rows > 1;
      below *= axis.extent;
    }
    return false;
  }

  void groups() {
    functions_ += offsets_text("batch_at", step_.batch,
                               {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}, {"c", &PlanAxis::c}});
    functions_ += offsets_text("row", step_.rows, {{"a", &PlanAxis::a}, {"c", &PlanAxis::c}});
    functions_ += offsets_text("column", step_.columns, {{"b", &PlanAxis::b}, {"c", &PlanAxis::c}});
    functions_ += offsets_text("sum", step_.summed, {{"a", &PlanAxis::a}, {"b", &PlanAxis::b}});
  }

  void sums() {
    constant("Index", "summed", summed_);
    constant("Index", "parts", step_.parts / step_.summed_pieces);
    constant("Index", "part_sums", step_.part_sums);
    constant("Long", "elements", step_.elements);
    constant("unsigned", "held_rows", held_.rows);
    constant("unsigned", "held_columns", held_.columns);
  }

  void tiled() {
    constant("Index", "batch", batch_);
    constant("Index", "rows", rows_);
    constant("Index", "columns", columns_);
    sums();
    constant("unsigned", "depth", held_.depth);
    constant("unsigned", "stages", tile_stages);
    constant("unsigned", "unrolled", unrolled());
    const std::uint64_t listed = std::min(listed_sums, step_.part_sums);
    constant("unsigned", "listed", listed);
    constant("unsigned", "threads_of_rows", held_.threads_of_rows);
    constant("unsigned", "threads_of_sum", held_.threads_of_sum);
    const auto least = [](const std::vector<PlanAxis>& axes, Stride stride) {
      std::uint64_t least = ~std::uint64_t{0};
      for (const PlanAxis& axis : axes) {
        if (axis.*stride != 0) least = std::min(least, axis.*stride);
      }
      return least;
    };
    // Threads side by side read and write neighbours.
    flag("a_by_sum", least(step_.summed, &PlanAxis::a) < least(step_.rows, &PlanAxis::a));
    flag("b_by_sum", least(step_.summed, &PlanAxis::b) < least(step_.columns, &PlanAxis::b));
    const bool c_by_column = least(step_.columns, &PlanAxis::c) < least(step_.rows, &PlanAxis::c);
    flag("c_by_column", c_by_column);
    flag("b_is_plain", step_.copies_b);
    const bool a_is_packed = is_packed(&PlanAxis::a, 1);
    flag("a_is_packed", a_is_packed);
    constexpr std::uint64_t sector_bytes = 32;
    const bool c_is_packed = is_packed(&PlanAxis::c, sector_bytes / element_bytes_);
    groups();
    const std::uint64_t rows = held_.tile_rows(), columns = held_.tile_columns(),
                        pack = 16 / element_bytes_;
    const TileRows placed = tile_rows(step_, held_, {pack, a_is_packed, c_is_packed, c_by_column});
    functions_ += placed.functions;
    constant("unsigned", "beside", placed.beside);
    constant("unsigned", "gap", placed.gap);
    constant("unsigned", "spread", placed.spread);
    // Where sums wait for their way to c, or for those of another group.
    std::uint64_t staged = held_.threads_of_sum > 1 ? rows * columns : 0;
    if (placed.beside == 0) {
      staged = std::max(staged, c_by_column ? held_.threads_of_rows * (columns + pack)
                                            : held_.threads_of_columns() *
                                                  (rows + rows / placed.spread * pack + pack));
    }
    constant("unsigned", "staged", staged);
    const std::uint64_t tiles = batch_ * (step_.parts / step_.summed_pieces) * pieces(rows_, rows) *
                                pieces(columns_, columns);
    kernel_.blocks = tiles;
    kernel_.resident = blocks();
    const std::uint64_t row_pitch = rows + held_.rows / pack * placed.gap + pack;
    const std::uint64_t stage = held_.depth * (row_pitch + columns + pack);
    kernel_.shared_bytes += (tile_stages * stage + staged) * element_bytes_ +
                            (2 * listed + row_pitch + columns) * (step_.is_far ? 8 : 4);
  }

  /// Summed values in a row. What several have in registers leaves room for the sums.
  unsigned unrolled() const {
    constexpr std::uint64_t most_sum_bytes = 256;
    if (element_ == DeviceElement::c64) return 8;
    const bool is_wide = held_.rows * held_.columns * sum_bytes_ > most_sum_bytes;
    return is_wide && element_ == DeviceElement::f64 ? 2 : 4;
  }

  /// Whether whole packs of neighbouring rows lie side by side in an array, and so many rows at least.
  bool is_packed(Stride stride, std::uint64_t least) const {
    const std::uint64_t pack = std::max<std::uint64_t>(16 / element_bytes_, 1);
    const PlanAxis& fastest = step_.rows.back();
    if (fastest.*stride != 1 || fastest.extent % pack != 0 || fastest.extent < least) return false;
    for (const auto* axes : {&step_.batch, &step_.rows, &step_.columns, &step_.summed}) {
      for (const PlanAxis& axis : *axes)
        if (&axis != &fastest && axis.*stride % pack != 0) return false;
    }
    return true;
  }

  void inner() {
    constant("Index", "batch", batch_);
    constant("unsigned", "rows", rows_);
    constant("unsigned", "columns", columns_);
    sums();
    groups();
    kernel_.blocks =
        batch_ * step_.parts * pieces(rows_, held_.rows) * pieces(columns_, held_.columns);
    kernel_.shared_bytes += device_threads * element_bytes_;
  }

  const DeviceStep& step_;
  HeldSums held_;
  std::uint64_t batch_, rows_, columns_, summed_, element_bytes_, sum_bytes_;
  DeviceElement element_;
  std::string constants_, functions_;
  DeviceKernel kernel_;
};

}  // namespace

StepText step_text(const DeviceStep& step, DeviceElement element, std::uint64_t common_bytes) {
  const Constants own(step, element, common_bytes);
  return {own.text(), own.kernel(), own.blocks()};
}

}  // namespace diagc::arrays

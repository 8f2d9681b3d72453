#include "compiler/arrays/device/device_text.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/chain_text.h"
#include "compiler/arrays/device/copy_text.h"
#include "compiler/arrays/device/offsets_text.h"
#include "compiler/arrays/device/step_axes.h"

namespace diagc::arrays {

namespace {

using Stride = AxisStride;

constexpr std::uint64_t block_threads = device_threads;
/// Shared memory of every kernel before its own: that of keep_most() in kernel.cuh.
constexpr std::uint64_t common_bytes = 16;

std::uint64_t pieces(std::uint64_t count, std::uint64_t size) { return (count + size - 1) / size; }

std::string_view text_named(std::string_view name) {
  for (const DeviceText& file : device_texts()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error(fmt::format("device text: found no {}", name));
}

/// What stands before all kernels.
std::string prelude(DeviceElement element) {
  std::string text = fmt::format("constexpr unsigned block_threads = {};\n", block_threads);
  const auto add = [&](std::string_view name) { text += fmt::format("\n{}", text_named(name)); };
  const auto floating = [&](const char* real, const char* kind) {
    text += fmt::format("typedef {} Real;\n", real);
    add("floating");
    add(kind);
  };
  switch (element) {
    case DeviceElement::f32:
      floating("float", "real");
      break;
    case DeviceElement::f64:
      floating("double", "real");
      break;
    case DeviceElement::c64:
      floating("float", "complex");
      break;
    case DeviceElement::c128:
      floating("double", "complex");
      break;
    case DeviceElement::residue:
      add("residue");
      break;
    case DeviceElement::tropical:
      add("tropical");
      break;
  }
  add("kernel");
  return text;
}

/// The constants of a step for its form.
class StepText {
 public:
  StepText(const DeviceStep& step, DeviceElement element)
      : step_(step),
        held_(held_sums(step, element)),
        batch_(count_of(step.batch)),
        rows_(count_of(step.rows)),
        columns_(count_of(step.columns)),
        summed_(count_of(step.summed)),
        element_bytes_(device_bytes(element)),
        sum_bytes_(element == DeviceElement::residue ? 8 : element_bytes_),
        is_real_double_(element == DeviceElement::f64) {
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
    kernel_.blocks = pieces(rows_, block_threads * held_.rows) * pieces(columns_, held_.columns);
  }

  /// Whether lanes of one thread, which are device_threads apart, may read other elements of b. Axes that repeat among neighbouring threads, and
  /// those that are the same for a whole tile, do not matter.
  bool b_differs() const {
    std::uint64_t below = 1;
    for (std::size_t k = step_.rows.size(); k-- > 0;) {
      const PlanAxis& axis = step_.rows[k];
      const bool repeats = block_threads % (below * axis.extent) == 0,
                 is_same = below % (block_threads * held_.rows) == 0;
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
    // What several summed values have in registers leaves room for the sums.
    constexpr std::uint64_t most_sum_bytes = 256;
    const bool is_wide = held_.rows * held_.columns * sum_bytes_ > most_sum_bytes;
    constant("unsigned", "unrolled", is_wide && is_real_double_ ? 2 : 4);
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
    flag("a_is_packed", is_packed(&PlanAxis::a, 1));
    constexpr std::uint64_t sector_bytes = 32;
    const bool c_is_packed = is_packed(&PlanAxis::c, sector_bytes / element_bytes_);
    flag("c_is_packed", c_is_packed);
    groups();
    const std::uint64_t rows = held_.tile_rows(), columns = held_.tile_columns(),
                        pack = 16 / element_bytes_;
    // Where sums wait for their way to c, or for those of another group.
    std::uint64_t staged = held_.threads_of_sum > 1 ? rows * columns : 0;
    if (!c_is_packed) {
      staged = std::max(staged, c_by_column ? held_.threads_of_rows * (columns + pack)
                                            : held_.threads_of_columns() * (rows + pack));
    }
    constant("unsigned", "staged", staged);
    const std::uint64_t tiles = batch_ * (step_.parts / step_.summed_pieces) * pieces(rows_, rows) *
                                pieces(columns_, columns);
    kernel_.blocks = tiles;
    kernel_.resident = blocks();
    const std::uint64_t stage = held_.depth * (rows + columns + 2 * pack);
    kernel_.shared_bytes += (tile_stages * stage + staged) * element_bytes_ +
                            (2 * listed + rows + columns) * (step_.is_far ? 8 : 4);
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
    kernel_.shared_bytes += block_threads * element_bytes_;
  }

  const DeviceStep& step_;
  HeldSums held_;
  std::uint64_t batch_, rows_, columns_, summed_, element_bytes_, sum_bytes_;
  bool is_real_double_;
  std::string constants_, functions_;
  DeviceKernel kernel_;
};

/// Sources as they fill.
class SourceList {
 public:
  SourceList(const DevicePlan& plan, std::size_t kernels_of_source)
      : plan_(plan), most_(std::max<std::size_t>(kernels_of_source, 1)) {}

  DeviceSources make() {
    for (const DeviceLaunch& launch : plan_.launches) {
      DeviceCalls& calls = own_.calls.emplace_back();
      const DeviceStep& step = plan_.steps[launch.first];
      if (launch.form == DeviceForm::grouped || launch.form == DeviceForm::tables) {
        calls.kernel = by_tables(launch, step);
        continue;
      }
      if (launch.form == DeviceForm::products) {
        const ProductCopies copies = product_copies(step, plan_.element);
        calls = {copy(copies.a, step.is_far),
                 {copy(copies.b, step.is_far), copy(copies.c, step.is_far)},
                 {}};
        if (step.parts > 1) calls.further.push_back(add_parts(step));
        continue;
      }
      if (launch.form == DeviceForm::exchange) {
        calls.kernel = copy(exchange_copy(step, plan_.element), step.is_far);
        if (step.parts > 1) calls.further.push_back(add_parts(step));
        if (exponent_field_of_one(plan_.element) != 0) calls.powers = powers();
        continue;
      }
      if (launch.form == DeviceForm::fused) {
        calls.kernel = chain(plan_.chains[launch.chain]);
        continue;
      }
      const StepText text(step, plan_.element);
      constexpr const char* calls_of[] = {"", "", "stream", "tiled", "inner"};
      calls.kernel =
          kernel(calls_of[static_cast<std::size_t>(launch.form)], text.text(), text.blocks());
      calls.kernel.blocks = text.kernel().blocks;
      calls.kernel.shared_bytes = text.kernel().shared_bytes;
      calls.kernel.resident = text.kernel().resident;
      if (step.parts > 1) calls.further.push_back(add_parts(step));
      if (step.copies_b)
        calls.further.push_back(copy(plain_copy_of_b(step, plan_.element), step.is_far));
    }
    return std::move(own_);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  std::size_t new_source() {
    own_.sources.push_back(
        {fmt::format("contraction_{}.cu", own_.sources.size()), prelude(plan_.element)});
    return own_.sources.size() - 1;
  }

  DeviceKernel by_tables(const DeviceLaunch& launch, const DeviceStep& step) {
    if (tables_ == none) {
      tables_ = new_source();
      own_.sources[tables_].text += fmt::format("\n{}", text_named("tables"));
    }
    DeviceKernel kernel{tables_, "contract_groups", launch.ends.size(),
                        common_bytes + block_threads * device_bytes(plan_.element)};
    if (launch.form == DeviceForm::grouped) return kernel;
    kernel.function = "contract_by_tables";
    const std::uint64_t outputs = count_of(step.rows) * count_of(step.columns),
                        side = block_threads / threads_of_sum(step);
    kernel.blocks = pieces(outputs, side);
    return kernel;
  }

  std::vector<DeviceKernel> powers() {
    if (powers_ == none) {
      powers_ = new_source();
      own_.sources[powers_].text +=
          fmt::format("constexpr int exponent_of_one = {};\n\n{}",
                      exponent_field_of_one(plan_.element), text_named("powers"));
    }
    const std::uint64_t shared = common_bytes + block_threads * sizeof(std::int64_t);
    return {{powers_, "contract_own_power", 1, shared},
            {powers_, "contract_common_power", 1, common_bytes}};
  }

  DeviceKernel add_parts(const DeviceStep& step) {
    DeviceKernel parts =
        kernel("add_parts", fmt::format("  static constexpr Long elements = {};\n"
                                        "  static constexpr unsigned parts = {};\n",
                                        step.elements, step.parts));
    parts.blocks = pieces(step.elements, block_threads);
    parts.shared_bytes = common_bytes;
    return parts;
  }

  DeviceKernel copy(const DeviceCopy& own, bool is_far) {
    DeviceKernel made = kernel("copy", copy_text(own, is_far));
    made.blocks = own.tiles();
    made.shared_bytes = common_bytes + copy_shared_elements(own) * device_bytes(plan_.element);
    return made;
  }

  DeviceKernel chain(const DeviceChain& own) {
    const ChainText text = chain_text(own, plan_.element);
    // So many blocks take the tiles in turns: what all tiles need is read once a block.
    constexpr std::uint64_t most_blocks = 132 * 16;
    const std::uint64_t tiles = count_of(own.tiles),
                        turns = pieces(tiles, std::min(tiles, most_blocks));
    DeviceKernel made = kernel("chain", text.chain, text.blocks, text.stages);
    made.blocks = pieces(tiles, turns);
    made.shared_bytes = common_bytes + own.shared_elements() * device_bytes(plan_.element);
    return made;
  }

  /// A kernel that calls a function of a text with a struct of constants, of which a multiprocessor is to have so many blocks.
  DeviceKernel kernel(const std::string& function, const std::string& constants,
                      unsigned blocks = 1, const std::vector<std::string>& stages = {}) {
    std::string key = function + "\n" + constants;
    for (const std::string& stage : stages) key += "\n" + stage;
    if (const auto known = kernels_.find(key); known != kernels_.end()) return known->second;
    if (filled_ == none || in_filled_ == most_) {
      filled_ = new_source();
      in_filled_ = 0;
      texts_.clear();
    }
    std::string& text = own_.sources[filled_].text;
    const auto add_text = [&](const std::string& file) {
      if (std::ranges::count(texts_, file) > 0) return;
      texts_.push_back(file);
      text += fmt::format("\n{}", text_named(file));
    };
    if (function == "tiled" || function == "chain") add_text("ahead");
    add_text(function == "add_parts" ? "parts" : function);
    const std::string name = fmt::format("contract_{}", in_filled_);
    std::string bounds = "block_threads", all;
    if (blocks > 1) bounds += fmt::format(", {}", blocks);
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
      const std::string struct_name = fmt::format("Step{}Stage{}", in_filled_, stage);
      text += fmt::format("\nstruct {} {{\n{}}};\n", struct_name, stages[stage]);
      all += (stage == 0 ? "" : ", ") + struct_name;
    }
    if (!stages.empty()) all = fmt::format("  typedef Stages<{}> All;\n", all);
    text += fmt::format(
        "\nstruct Step{0} {{\n{1}{5}}};\n"
        "extern \"C\" __global__ void __launch_bounds__({4})\n"
        "    {2}(const __grid_constant__ {6} arrays) {{\n"
        "  {3}<Step{0}>(arrays);\n"
        "}}\n",
        in_filled_, constants, name, function, bounds, all,
        stages.empty() ? "Arrays" : "ChainArrays");
    ++in_filled_;
    return kernels_[key] = {filled_, name, 1, 0};
  }

  const DevicePlan& plan_;
  std::size_t most_;
  DeviceSources own_;
  std::size_t tables_ = none, powers_ = none, filled_ = none, in_filled_ = 0;
  std::vector<std::string> texts_;  ///< that stand in the source that is filled
  std::map<std::string, DeviceKernel> kernels_;
};

}  // namespace

DeviceSources device_sources(const DevicePlan& plan, std::size_t kernels_of_source) {
  return SourceList(plan, kernels_of_source).make();
}

}  // namespace diagc::arrays

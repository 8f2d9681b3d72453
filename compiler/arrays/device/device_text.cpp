#include "compiler/arrays/device/device_text.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/arrays/device/chain_text.h"
#include "compiler/arrays/device/copy_text.h"
#include "compiler/arrays/device/step_tables.h"
#include "compiler/arrays/device/step_text.h"

namespace diagc::arrays {

namespace {

/// Shared memory of every kernel before its own: that of keep_most() in kernel.cuh.
constexpr std::uint64_t common_bytes = 16;
/// Of kernels that add up powers of two.
constexpr std::uint64_t powers_bytes = common_bytes + device_threads * sizeof(std::int64_t);

std::string_view text_named(std::string_view name) {
  for (const DeviceText& file : device_texts()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error(fmt::format("device text: found no {}", name));
}

/// What stands before all kernels.
std::string prelude(DeviceElement element) {
  std::string text = fmt::format("constexpr unsigned block_threads = {};\n", device_threads);
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
      if (launch.form == DeviceForm::sum) {
        calls.kernel = add_term(step);
        continue;
      }
      const StepText own = step_text(step, plan_.element, common_bytes);
      constexpr const char* calls_of[] = {"", "", "stream", "tiled", "inner"};
      calls.kernel =
          kernel(calls_of[static_cast<std::size_t>(launch.form)], own.constants, own.blocks);
      calls.kernel.blocks = own.kernel.blocks;
      calls.kernel.shared_bytes = own.kernel.shared_bytes;
      calls.kernel.resident = own.kernel.resident;
      if (step.parts > 1) calls.further.push_back(add_parts(step));
      if (step.copies_b)
        calls.further.push_back(copy(plain_copy_of_b(step, plan_.element), step.is_far));
    }
    if (!plan_.loops.empty()) own_.next = {loops_source(), "contract_next", 1, powers_bytes};
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
      own_.sources[tables_].text += fmt::format("\nconstexpr unsigned most_wave_tasks = {};\n{}",
                                                most_wave_steps, text_named("tables"));
    }
    DeviceKernel kernel{tables_, "contract_groups", launch.ends.size(),
                        common_bytes + device_threads * device_bytes(plan_.element)};
    if (launch.form == DeviceForm::grouped) {
      kernel.shared_bytes += most_wave_steps * sizeof(int);
      return kernel;
    }
    kernel.function = "contract_by_tables";
    const std::uint64_t outputs = count_of(step.rows) * count_of(step.columns),
                        side = device_threads / threads_of_sum(step);
    kernel.blocks = pieces(outputs, side);
    return kernel;
  }

  /// The source of kernels that have to do with powers of two of arrays.
  std::size_t source_with_powers(std::size_t& source, std::string_view text) {
    if (source == none) {
      source = new_source();
      own_.sources[source].text +=
          fmt::format("constexpr int exponent_of_one = {};\n\n{}\n{}",
                      exponent_field_of_one(plan_.element), text_named("powers"), text_named(text));
    }
    return source;
  }

  std::vector<DeviceKernel> powers() {
    const std::size_t source = source_with_powers(exchanges_, "exchange");
    return {{source, "contract_own_power", 1, powers_bytes},
            {source, "contract_common_power", 1, common_bytes}};
  }

  std::size_t loops_source() {
    const bool is_new = loops_ == none;
    source_with_powers(loops_, "loops");
    if (is_new && std::ranges::any_of(plan_.steps, &DeviceStep::is_compensated))
      own_.sources[loops_].text += fmt::format("\n{}", text_named("compensated"));
    return loops_;
  }

  DeviceKernel add_term(const DeviceStep& step) {
    return {loops_source(), step.is_compensated ? "contract_add_compensated" : "contract_add_term",
            pieces(step.elements, device_threads), common_bytes};
  }

  DeviceKernel add_parts(const DeviceStep& step) {
    DeviceKernel parts =
        kernel("add_parts", fmt::format("  static constexpr Long elements = {};\n"
                                        "  static constexpr unsigned parts = {};\n",
                                        step.elements, step.parts));
    parts.blocks = pieces(step.elements, device_threads);
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
    if (function == "tiled") {
      add_text("tile_shape");
      add_text("tile_result");
    }
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
  std::size_t tables_ = none, exchanges_ = none, loops_ = none, filled_ = none, in_filled_ = 0;
  std::vector<std::string> texts_;  ///< that stand in the source that is filled
  std::map<std::string, DeviceKernel> kernels_;
};

}  // namespace

DeviceSources device_sources(const DevicePlan& plan, std::size_t kernels_of_source) {
  return SourceList(plan, kernels_of_source).make();
}

}  // namespace diagc::arrays

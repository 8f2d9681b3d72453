#include "compiler/arrays/device/device_plan.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "compiler/arrays/device/device_copy.h"
#include "compiler/arrays/distribute/grid.h"
#include "compiler/graph/lives.h"

namespace diagc::arrays {

namespace {

class Launches {
 public:
  Launches(const Network& network, const Plan& plan, DeviceElement element,
           const DeviceLimits& limits, const std::vector<RankExchange>& exchanges = {})
      : network_(network),
        plan_(plan),
        tensors_(network.tensors.size()),
        maker_(plan.values.size(), none) {
    own_.element = element;
    for (const PlanKernel& kernel : plan.kernels) {
      if (kernel.count != 1)
        throw std::logic_error("device plan: found a kernel of several steps, expected one");
    }
    std::size_t next = 0;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      steps_.push_back(device_step(network, plan, plan.steps[s], element, limits));
      steps_.back().kernel = s;
      for (; next < exchanges.size() && exchanges[next].step == s; ++next)
        add_exchange(exchanges[next], next, plan.steps[s].once);
    }
    for (std::size_t s = 0; s < steps_.size(); ++s) maker_[steps_[s].c] = s;
    for (DeviceStep& step : steps_) expect_seconds(step);
    find_pieces(exchanges, limits);
    chain_of_.assign(steps_.size(), none);
    if (limits.fuse) find_chains();
  }

  DevicePlan make() {
    find_early();
    for (const bool once : {true, false}) {
      std::vector<std::size_t> group;
      for (std::size_t s = 0; s < steps_.size(); ++s) {
        if (steps_[s].once == once && early_[s]) group.push_back(s);
      }
      add_group(group, once);
      group.clear();
      for (std::size_t s = 0; s < steps_.size(); ++s) {
        if (steps_[s].once != once || early_[s]) continue;
        const std::size_t chain = chain_of_[s];
        if (chain != none && chains_[chain].back() != s) continue;  // with the last of them
        if (steps_[s].form == DeviceForm::grouped) {
          group.push_back(s);
          continue;
        }
        add_group(group, once);
        group.clear();
        const std::vector<std::size_t> alone{s};
        const std::vector<std::size_t>& taken = chain == none ? alone : chains_[chain];
        own_.launches.push_back(
            {steps_[s].form, once, own_.steps.size(), taken.size(), {}, chain == none ? 0 : chain});
        for (const std::size_t step : taken) own_.steps.push_back(steps_[step]);
      }
      add_group(group, once);
    }
    for (const DeviceStep& step : own_.steps) {
      if (step.form == DeviceForm::grouped || step.form == DeviceForm::tables)
        own_.tables += table_entries(step);
    }
    place();
    expect_launches();
    return std::move(own_);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  void add_exchange(const RankExchange& exchange, std::size_t number, bool once) {
    DeviceStep& step = steps_.emplace_back();
    step.a = step.b = exchange.from;
    step.c = exchange.to;
    step.kernel = exchange.step;
    step.form = DeviceForm::exchange;
    step.once = once;
    step.number = number;
    const std::vector<Label>& labels = plan_.values[exchange.from].labels;
    std::vector<std::uint64_t> strides(labels.size());
    std::uint64_t elements = 1;
    for (std::size_t axis = labels.size(); axis-- > 0;) {
      strides[axis] = elements;
      elements *= network_.extents[labels[axis]];
    }
    const auto stride = [&](Label label) {
      return strides[static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin())];
    };
    for (const Label label : exchange.cut)
      step.batch.push_back({network_.extents[label], stride(label), 0, 0});
    for (const Label label : labels) {
      if (std::ranges::count(exchange.cut, label) == 0)
        step.rows.push_back({network_.extents[label], stride(label), 0, 0});
    }
    if (exchange.adds) step.parts = exchange.senders.front().size();
    step.elements = plan_.values[exchange.to].elements;
    step.is_far = elements >> 32U != 0;
    step.products = 0;
    step.seconds = exchange.seconds;
  }

  std::vector<std::size_t> makers(std::size_t step) const {
    std::vector<std::size_t> found;
    for (const std::uint32_t operand : {steps_[step].a, steps_[step].b}) {
      if (maker_[operand] != none) found.push_back(maker_[operand]);
    }
    return found;
  }

  /// Steps that can begin with a piece of what an exchange brings, while the next one is on its way: pieces are values of the slowest labels of
  /// every message, and as far as there are kernels for the step without them.
  void find_pieces(const std::vector<RankExchange>& exchanges, const DeviceLimits& limits) {
    constexpr std::uint64_t most_pieces = 8;
    for (std::size_t e = 0; e < steps_.size(); ++e) {
      DeviceStep& exchange = steps_[e];
      if (exchange.form != DeviceForm::exchange || exchange.parts > 1 ||
          exchange.seconds < limits.least_exchange)
        continue;
      const std::size_t reader = only_reader(exchange.c);
      if (reader == none || steps_[reader].once != exchange.once) continue;
      const DeviceStep& whole = steps_[reader];
      if (whole.form != DeviceForm::stream && whole.form != DeviceForm::tiled &&
          whole.form != DeviceForm::products)
        continue;
      if (!whole.pieces.empty()) continue;
      std::vector<Label> cut;
      std::uint64_t pieces = 1, senders = 1;
      for (const Label label : plan_.values[exchange.c].labels) {
        const std::uint64_t extent = network_.extents[label];
        if (senders < exchanges[exchange.number].senders.front().size()) {
          senders *= extent;
          continue;
        }
        if (extent == 1) continue;
        if (pieces * extent > most_pieces) break;
        pieces *= extent;
        cut.push_back(label);
      }
      if (cut.empty()) continue;
      DeviceStep step =
          device_step(network_, plan_, plan_.steps[whole.kernel], own_.element, limits, cut);
      if (step.form != whole.form) continue;
      // Parts of a sum are written by every piece: only of results that are small against what comes, unless all exchanges are to go in pieces.
      constexpr double least_share = 16;
      if (step.summed_pieces > 1 && limits.least_exchange > 0 &&
          least_share * static_cast<double>(step.summed_pieces * step.elements) >
              static_cast<double>(plan_.values[exchange.c].elements))
        continue;
      step.kernel = whole.kernel;
      expect_seconds(step);
      steps_[reader] = std::move(step);
      exchange.message_pieces = pieces;
    }
  }

  std::size_t only_reader(std::uint32_t value) const {
    std::size_t reader = none;
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].a != value && steps_[s].b != value) continue;
      if (reader != none) return none;
      reader = s;
    }
    return reader;
  }

  /// Paths of steps by rows in registers, each of which alone reads what the one before it makes, are cut into kernels.
  void find_chains() {
    std::vector<std::size_t> readers(plan_.values.size()), next(steps_.size(), none);
    std::vector<bool> continues(steps_.size());
    for (const DeviceStep& step : steps_) {
      ++readers[step.a];
      if (step.b != step.a) ++readers[step.b];
    }
    const auto is_link = [&](std::size_t s) {
      const DeviceStep& step = steps_[s];
      if (!step.pieces.empty() || step.parts > 1) return false;
      return step.form == DeviceForm::stream || step.form == DeviceForm::tiled;
    };
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const std::size_t before = maker_[steps_[s].a];
      if (!is_link(s) || before == none || !is_link(before) || steps_[s].a == steps_[s].b) continue;
      if (readers[steps_[s].a] > 1 || steps_[before].once != steps_[s].once) continue;
      next[before] = s;
      continues[s] = true;
    }
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (continues[s] || !is_link(s)) continue;
      std::vector<std::size_t> path;
      std::vector<DeviceStep> steps;
      for (std::size_t step = s; step != none; step = next[step]) {
        path.push_back(step);
        steps.push_back(steps_[step]);
      }
      for (ChainPiece& piece : cheapest_chains(network_, plan_, steps, own_.element)) {
        if (!piece.chain) continue;
        chains_.emplace_back(path.begin() + static_cast<std::ptrdiff_t>(piece.first),
                             path.begin() + static_cast<std::ptrdiff_t>(piece.first + piece.count));
        for (const std::size_t step : chains_.back()) {
          chain_of_[step] = own_.chains.size();
          steps_[step].form = DeviceForm::fused;
          steps_[step].copies_b = false;
          steps_[step].seconds = 0;
        }
        steps_[chains_.back().front()].seconds = piece.chain->seconds;
        own_.chains.push_back(std::move(*piece.chain));
      }
    }
  }

  /// Small steps that depend on tensors, on what is computed before the slices, and on such steps alone.
  void find_early() {
    early_.assign(steps_.size(), false);
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      early_[s] = steps_[s].form == DeviceForm::grouped &&
                  std::ranges::all_of(makers(s), [&](std::size_t maker) {
                    return early_[maker] || (steps_[maker].once && !steps_[s].once);
                  });
    }
  }

  /// Steps of one launch, those that depend on each other in one block.
  void add_group(const std::vector<std::size_t>& group, bool once) {
    if (group.empty()) return;
    // By step of the group: the last one of those that it depends on or that depend on it, through any number of steps.
    std::vector<std::size_t> last(steps_.size(), none);
    const auto last_of = [&](std::size_t s) {
      while (last[s] != s) s = last[s] = last[last[s]];
      return s;
    };
    for (const std::size_t s : group) {
      last[s] = s;
      for (const std::size_t maker : makers(s))
        if (last[maker] != none) last[last_of(maker)] = s;
    }
    for (const std::size_t s : group) last[s] = last_of(s);
    std::vector<std::size_t> sequence = group;
    std::ranges::stable_sort(sequence, std::less(), [&](std::size_t s) { return last[s]; });
    DeviceLaunch launch{DeviceForm::grouped, once, own_.steps.size(), group.size(), {}};
    for (std::size_t k = 0; k < sequence.size(); ++k) {
      own_.steps.push_back(steps_[sequence[k]]);
      if (k + 1 == sequence.size() || last[sequence[k + 1]] != last[sequence[k]])
        launch.ends.push_back(own_.steps.size());
    }
    own_.launches.push_back(std::move(launch));
  }

  void place() {
    std::uint64_t tensors = 0;
    for (std::size_t t = 0; t < tensors_; ++t) {
      own_.offsets.push_back(tensors);
      const std::uint64_t space = checked_elements(plan_.values[t].elements, plan_alignment - 1) /
                                  plan_alignment * plan_alignment;
      tensors = checked_elements(tensors, space);
    }
    own_.offsets.resize(plan_.values.size());
    const std::size_t end = own_.launches.size();
    std::vector<std::size_t> made(plan_.values.size()), last(plan_.values.size(), end);
    std::vector<bool> once(plan_.values.size());
    for (std::size_t l = 0; l < end; ++l) {
      const DeviceLaunch& launch = own_.launches[l];
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = own_.steps[s];
        made[step.c] = l;
        once[step.c] = step.once;
        for (const std::uint32_t operand : {step.a, step.b}) {
          // What every slice reads lives through all of them.
          last[operand] = once[operand] && !step.once ? end : l;
        }
      }
    }
    std::vector<Life> lives;
    for (const DeviceLaunch& launch : own_.launches) {
      for (std::size_t s = launch.first; s < launch.first + launch.count; ++s) {
        const DeviceStep& step = own_.steps[s];
        // What is in shared memory only takes no place.
        lives.push_back({launch.is_between(s) ? 0 : step.elements, made[step.c], last[step.c]});
      }
    }
    std::vector<std::uint64_t*> beside;  // places of what lives during one launch
    const auto hold = [&](const DeviceStep& step, std::uint64_t elements, std::uint64_t& place) {
      // Pieces are on their way until the step that begins with them.
      const bool is_sent = step.message_pieces > 1;
      lives.push_back({elements, made[step.c], is_sent ? last[step.c] : made[step.c]});
      beside.push_back(&place);
    };
    for (DeviceStep& step : own_.steps) {
      if (step.parts > 1) hold(step, step.parts * step.elements, step.parts_offset);
      if (step.form == DeviceForm::exchange)
        hold(step, plan_.values[step.a].elements, step.packed[0]);
      if (step.copies_b) hold(step, plain_copy_of_b(step, own_.element).elements(), step.packed[1]);
      if (step.form != DeviceForm::products) continue;
      const ProductCopies copies = product_copies(step, own_.element);
      hold(step, copies.a.elements(), step.packed[0]);
      hold(step, copies.b.elements(), step.packed[1]);
      if (copies.c.moves) hold(step, step.elements, step.packed[2]);
    }
    const LivePlaces places = place_lives(lives, plan_alignment);
    for (std::size_t s = 0; s < own_.steps.size(); ++s)
      own_.offsets[own_.steps[s].c] = checked_elements(tensors, places.offsets[s]);
    for (std::size_t k = 0; k < beside.size(); ++k)
      *beside[k] = checked_elements(tensors, places.offsets[own_.steps.size() + k]);
    for (DeviceStep& step : own_.steps) {
      if (step.form == DeviceForm::products && !product_copies(step, own_.element).c.moves)
        step.packed[2] = step.parts > 1 ? step.parts_offset : own_.offsets[step.c];
    }
    own_.elements = checked_elements(tensors, places.elements);
    for (DeviceStep& step : own_.steps) {
      if (step.pieces.empty()) continue;
      for (const DeviceStep& exchange : own_.steps) {
        if (exchange.message_pieces > 1 && (exchange.c == step.a || exchange.c == step.b))
          step.arrives = made[exchange.c];
      }
    }
  }

  /// Operations or bytes of memory, whichever take longer.
  void expect_seconds(DeviceStep& step) const {
    if (step.form == DeviceForm::exchange) return;
    const bool is_single = own_.element == DeviceElement::f32 || own_.element == DeviceElement::c64;
    const bool is_complex =
        own_.element == DeviceElement::c64 || own_.element == DeviceElement::c128;
    const DeviceModel model = h200(is_single);
    double moved = 0;
    for (const std::uint32_t value : {step.a, step.b, step.c})
      moved += static_cast<double>(device_bytes(own_.element)) *
               static_cast<double>(plan_.values[value].elements);
    const double computing = (is_complex ? 8 : 2) * step.products / model.arithmetic_rate,
                 moving = moved / model.memory_rate;
    step.seconds = std::max(computing, moving);
    // Of tiles the shorter one's share that is not hidden behind the longer one.
    constexpr double not_overlapped = 0.2;
    if (step.form == DeviceForm::tiled)
      step.seconds += not_overlapped * std::min(computing, moving);
    if (step.form != DeviceForm::stream) return;
    // b is read again for the rows of every thread, and of each of its own where they read other elements of it.
    constexpr double differing_rate = 2.2e12;
    const bool differs =
        std::ranges::any_of(step.rows, [](const PlanAxis& axis) { return axis.b != 0; });
    const double held = static_cast<double>(held_sums(step, own_.element).rows);
    step.seconds = std::max(step.seconds,
                            step.products / (differs ? differing_rate : held * device_access_rate));
  }

  /// Of a launch the first step has what it takes to begin.
  void expect_launches() {
    for (const DeviceLaunch& launch : own_.launches) {
      if (launch.form != DeviceForm::exchange)
        own_.steps[launch.first].seconds += h200(true).launch;
    }
  }

  const Network& network_;
  const Plan& plan_;
  std::size_t tensors_;
  std::vector<DeviceStep> steps_;   ///< of the plan, in its order
  std::vector<std::size_t> maker_;  ///< by value
  std::vector<bool> early_;
  std::vector<std::vector<std::size_t>> chains_;  ///< as those of the plan: their steps
  std::vector<std::size_t> chain_of_;             ///< by step
  DevicePlan own_;
};

/// Offsets in one array of all values of a group's axes, the last one fastest.
void append_offsets(const std::vector<PlanAxis>& axes, std::uint64_t PlanAxis::* stride,
                    std::vector<std::uint32_t>& table) {
  const std::uint64_t count = count_of(axes);
  for (std::uint64_t k = 0; k < count; ++k) {
    std::uint64_t rest = k, offset = 0;
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      offset += rest % axes[axis].extent * axes[axis].*stride;
      rest /= axes[axis].extent;
    }
    table.push_back(static_cast<std::uint32_t>(offset));
  }
}

}  // namespace

DevicePlan device_plan(const Network& network, const Plan& plan, DeviceElement element,
                       const DeviceLimits& limits) {
  return Launches(network, plan, element, limits).make();
}

DevicePlan device_plan(const RankPlan& plan, DeviceElement element, const DeviceLimits& limits) {
  DevicePlan own = Launches(plan.network, plan.plan, element, limits, plan.exchanges).make();
  own.ranks = plan.grid.devices();
  return own;
}

std::uint64_t threads_of_sum(const DeviceStep& step) {
  constexpr std::uint64_t enough_threads = 1 << 15, own_products = 4;
  const bool is_alone = step.form == DeviceForm::grouped;
  const std::uint64_t outputs = count_of(step.rows) * count_of(step.columns),
                      summed = count_of(step.summed);
  std::uint64_t threads = 1;
  while (threads < device_threads && threads * own_products < summed &&
         threads * outputs < (is_alone ? device_threads : enough_threads))
    threads *= 2;
  return threads;
}

std::vector<std::uint32_t> table_of(const DeviceStep& step) {
  std::vector<std::uint32_t> table;
  table.reserve(table_entries(step));
  for (const auto stride : {&PlanAxis::a, &PlanAxis::b, &PlanAxis::c})
    append_offsets(step.rows, stride, table);
  for (const auto stride : {&PlanAxis::b, &PlanAxis::c})
    append_offsets(step.columns, stride, table);
  for (const auto stride : {&PlanAxis::a, &PlanAxis::b}) append_offsets(step.summed, stride, table);
  return table;
}

}  // namespace diagc::arrays

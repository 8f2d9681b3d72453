#include "programs/contract/distribution_table.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/step_shape.h"
#include "programs/command/command.h"
#include "programs/contract/report.h"
#include "programs/contract/step_text.h"

namespace diagc::contract {

namespace {

using arrays::DistributedStep;
using arrays::Exchange;
using arrays::Label;

class DistributionLines {
 public:
  DistributionLines(const Subject& subject, const networks::Distributed& distributed)
      : subject_(subject),
        distributed_(distributed),
        plan_(distributed.distribution),
        network_(plan_.divided.network),
        labels_(shown_labels(network_, plan_.divided.order)) {}

  std::string table(const StepTimes& times) const {
    const bool is_measured = !times.steps.empty();
    std::size_t width = 12;
    for (const DistributedStep& step : plan_.steps)
      width = std::max(width, placement(step.on).size());
    std::string text = fmt::format("{:>6} {:>6} {:>6}  {:<{}} {:>10} ", "value", "left", "right",
                                   "distributed", width, "expected");
    if (is_measured) text += fmt::format("{:>10} {:>10} ", "measured", "exchanged");
    text += " exchanges\n";
    std::size_t alone = 0;
    double measured = 0, measured_alone = 0, exchanging = 0;
    std::map<std::string, Total> totals;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const DistributedStep& step = plan_.steps[s];
      if (is_measured) {
        measured += times.steps[s];
        exchanging += times.exchanges[s];
      }
      if (is_alone(step)) {
        ++alone;
        if (is_measured) measured_alone += times.steps[s];
        continue;
      }
      text += fmt::format("{:>6} {:>6} {:>6}  {:<{}} {:>10} ", step.c, step.a, step.b,
                          placement(step.on), width, seconds_text(step.seconds));
      if (is_measured) {
        const double slices = step.once ? 1 : static_cast<double>(times.slices);
        text += fmt::format("{:>10} {:>10} ", seconds_text(times.steps[s] / (step.runs * slices)),
                            step.exchanges.empty()
                                ? ""
                                : seconds_text(times.exchanges[s] / (step.exchange_runs * slices)));
      }
      text += " " + exchanges(step, totals);
      text.erase(text.find_last_not_of(' ') + 1);
      if (step.runs > 1) text += fmt::format("  {:.0f} times", step.runs);
      text += step.once ? "  once\n" : "\n";
    }
    for (const arrays::PlanLoop& loop : plan_.loops) {
      text += fmt::format("loop over {}, {} values: {} step{} to value {}\n", name(loop.label),
                          loop.extent, loop.last - loop.first,
                          loop.last - loop.first == 1 ? "" : "s", loop.sum);
    }
    text += fmt::format("{} of {} steps are the same on every rank", alone, plan_.steps.size());
    if (is_measured) text += fmt::format(", measured {}", seconds_text(measured_alone));
    text += '\n';
    for (const auto& [name, total] : totals) {
      text +=
          fmt::format("{}: {} step{}, {:.0f} bytes, {}\n", name, total.exchanges,
                      total.exchanges == 1 ? "" : "s", total.bytes, seconds_text(total.seconds));
    }
    if (is_measured) {
      text += fmt::format("measured {} of steps and {} of exchanges in {} slice{}\n",
                          seconds_text(measured), seconds_text(exchanging), times.slices,
                          times.slices == 1 ? "" : "s");
    }
    return text + simpler_rules();
  }

  std::string step(std::int64_t value) const {
    const DistributedStep& own =
        *step_of(plan_.steps, value, network_.tensors.size(), labels_.size());
    std::string text = fmt::format("value {} = {} * {}{}\n", own.c, own.a, own.b,
                                   own.once && plan_.slices > 1 ? ", once" : "");
    for (const std::uint32_t operand : {own.a, own.b, own.c}) text += array(operand, own.on);
    const auto shape = arrays::shape_of(labels_[own.a], labels_[own.b], labels_[own.c]);
    text += label_table(
        network_, shape, [&](Label label) { return name(label); },
        [&](Label label) { return place(own.on, label); });
    for (const Exchange& exchange : own.exchanges)
      text += fmt::format("  {}\n", exchange_text(exchange));
    return text + fmt::format("{} expected, exchanges not counted\n", seconds_text(own.seconds));
  }

 private:
  struct Total {
    std::size_t exchanges = 0;
    double bytes = 0, seconds = 0;
  };

  /// A label of the divided network: that of the file, with a number where it has several parts.
  std::string name(Label label) const {
    const Label origin = plan_.divided.origin[label];
    const std::string& own = subject_.network.label_names[origin];
    return std::ranges::count(plan_.divided.origin, origin) == 1
               ? own
               : fmt::format("{}.{}", own, plan_.divided.part[label]);
  }

  /// By axis of the grid; `-` where ranks have the same.
  std::string placement(const arrays::Placement& placement) const {
    std::string text;
    for (const Label label : placement) {
      text += text.empty() ? "" : " ";
      text += label == arrays::no_label ? "-" : name(label);
    }
    return text;
  }

  static bool is_alone(const DistributedStep& step) {
    return step.exchanges.empty() &&
           std::ranges::all_of(step.on, [](Label label) { return label == arrays::no_label; });
  }

  double bytes(const Exchange& exchange) const {
    return static_cast<double>(exchange.elements * plan_.element_bytes);
  }

  std::string exchange_text(const Exchange& exchange) const {
    return fmt::format("{} to {}: {:.0f} bytes, {}",
                       arrays::exchange_names[static_cast<std::size_t>(exchange.kind)],
                       placement(exchange.to), bytes(exchange), seconds_text(exchange.seconds));
  }

  /// Labels along which a step leaves its sum in parts.
  std::string left_in_parts(const DistributedStep& step) const {
    std::vector<std::string> names;
    for (std::size_t axis = 0; axis < step.parts.size(); ++axis) {
      if (step.parts[axis] != arrays::no_label && step.on[axis] == step.parts[axis])
        names.push_back(name(step.parts[axis]));
    }
    return names.empty() ? "" : fmt::format("parts of sums over {} stay", fmt::join(names, " "));
  }

  std::string exchanges(const DistributedStep& step, std::map<std::string, Total>& totals) const {
    std::string text = left_in_parts(step);
    for (const Exchange& exchange : step.exchanges) {
      text += (text.empty() ? "" : "; ") + exchange_text(exchange);
      const double times = step.exchange_runs * (step.once ? 1 : static_cast<double>(plan_.slices));
      Total& total = totals[arrays::exchange_names[static_cast<std::size_t>(exchange.kind)]];
      ++total.exchanges;
      total.bytes += times * bytes(exchange);
      total.seconds += times * exchange.seconds;
    }
    return text;
  }

  /// The same order by simpler rules.
  std::string simpler_rules() const {
    std::string text = fmt::format("this plan: {}", seconds_text(distributed_.seconds));
    for (const auto& [rule, name] :
         {std::pair{arrays::DistributionRule::prefix, "labels that live longest"},
          {arrays::DistributionRule::when_forced, "redistributed only when forced"}}) {
      std::string seconds = "does not fit";
      try {
        const auto other = networks::distribute_order(
            subject_.network.network, distributed_.order, subject_.element, distributed_.memory,
            static_cast<std::uint32_t>(plan_.devices()), rule, distributed_.device);
        seconds = seconds_text(other.seconds);
      } catch (const std::runtime_error&) {
        // As the text says.
      }
      text += fmt::format("; {}: {}", name, seconds);
    }
    return text + "\n";
  }

  std::string array(std::uint32_t value, const arrays::Placement& on) const {
    std::uint64_t elements = 1;
    std::vector<std::string> names;
    for (const Label label : labels_[value]) {
      elements *= network_.extents[label];
      names.push_back(name(label));
    }
    const std::uint64_t shard =
        arrays::shard_elements(elements, plan_.grid, arrays::part_of(on, labels_[value]));
    return fmt::format("  {:>6}  {} elements, {} on a rank, labels [{}]\n", value, elements, shard,
                       fmt::join(names, " "));
  }

  std::string place(const arrays::Placement& on, Label label) const {
    const auto found = std::ranges::find(on, label);
    if (found == on.end()) return "in the shard";
    const auto axis = static_cast<std::size_t>(found - on.begin());
    return fmt::format("across ranks, axis {} of {}{}", axis + 1, on.size(),
                       plan_.grid.axes[axis].between_nodes ? ", between nodes" : "");
  }

  const Subject& subject_;
  const networks::Distributed& distributed_;
  const arrays::Distribution& plan_;
  const arrays::Network& network_;
  std::vector<arrays::Labels> labels_;  ///< by value, without those of extent 1
};

}  // namespace

std::string distribution_text(const Subject& subject, const networks::Distributed& distributed,
                              const StepTimes& times) {
  return DistributionLines(subject, distributed).table(times);
}

std::string distributed_step_text(const Subject& subject, const networks::Distributed& distributed,
                                  std::int64_t value) {
  return DistributionLines(subject, distributed).step(value);
}

}  // namespace diagc::contract

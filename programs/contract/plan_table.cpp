#include "programs/contract/plan_table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/step_shape.h"
#include "physics/networks/device_execution.h"
#include "programs/command/command.h"
#include "programs/contract/report.h"
#include "programs/contract/step_text.h"

namespace diagc::contract {

namespace {

using arrays::KernelForm;
using arrays::Label;
using arrays::PlanKernel;
using arrays::PlanStep;

/// A plan with what its lines are made from.
class PlanLines {
 public:
  PlanLines(const Subject& subject, const networks::Planned& planned)
      : network_(subject.network.network),
        plan_(planned.plan),
        names_(subject.network.label_names),
        labels_(shown_labels(network_, planned.order)) {
    for (const PlanStep& step : plan_.steps) all_macs_ += macs(step);
    for (const PlanKernel& kernel : plan_.kernels) kinds_.emplace_back(name_of(kernel.form));
    if (planned.form != networks::PlanForm::device) return;
    const arrays::DevicePlan device = arrays::device_plan(
        network_, plan_, networks::device_element(subject.element), planned.device->limits);
    for (const arrays::DeviceLaunch& launch : device.launches) {
      if (launch.form == arrays::DeviceForm::sum) continue;  // of the kernel that makes its terms
      for (std::size_t s = 0; s < launch.count; ++s) {
        std::string& kind = kinds_[device.steps[launch.first + s].kernel];
        kind = name_of(launch.form);
        if (launch.count > 1 && launch.form == arrays::DeviceForm::fused)
          kind += fmt::format(" {} of {}", s + 1, launch.count);
      }
    }
    is_on_device_ = true;
    is_an_h200_ = planned.device->limits.rates == arrays::DeviceRates{};
  }

  std::string table(const KernelTimes& times) const {
    std::string text = fmt::format(
        "{:>6} {:>6} {:>6} {:>8} {:>8} {:>8} {:>8} {:>12} {:>8}  {:>6} {:<13} {:<11} {:>10} "
        "{:>10}\n",
        "value", "left", "right", "batch", "m", "n", "k", "elements", "share", "kernel", "kind",
        "relayout", "expected", times.seconds.empty() ? "" : "measured");
    text.erase(text.find_last_not_of(" \n") + 1);
    text += '\n';
    double expected = 0, once = 0, measured = 0;
    for (std::size_t k = 0; k < plan_.kernels.size(); ++k) {
      const PlanKernel& kernel = plan_.kernels[k];
      (kernel.once ? once : expected) += kernel.seconds * kernel.runs;
      for (std::size_t s = kernel.first; s < kernel.first + kernel.count; ++s) {
        std::string line = shape(plan_.steps[s]) + fmt::format("  {:>6}", k + 1);
        if (s == kernel.first) {
          line += fmt::format(" {:<13} {:<11} {:>10}", kinds_[k], name_of(cause(kernel)),
                              seconds_text(kernel.seconds));
          if (!times.seconds.empty()) {
            const double runs = kernel.runs * (kernel.once ? 1 : static_cast<double>(times.slices));
            measured += times.seconds[k];
            line += fmt::format(" {:>10}", seconds_text(times.seconds[k] / runs));
          }
        }
        line.erase(line.find_last_not_of(' ') + 1);
        if (kernel.once && plan_.slices > 1) line += "  once";
        if (kernel.runs > 1) line += fmt::format("  {} times", kernel.runs);
        text += line + "\n";
      }
    }
    text += loops();
    const double all = once + expected * static_cast<double>(plan_.slices);
    text += fmt::format("expected {} on {}", seconds_text(all),
                        !is_on_device_ ? "one thread"
                        : is_an_h200_  ? "an H200"
                                       : "such a device");
    if (plan_.slices > 1) text += fmt::format(", {} a slice", seconds_text(expected));
    if (!times.seconds.empty()) {
      text += fmt::format("; measured {} in {} slice{} on ", seconds_text(measured), times.slices,
                          times.slices == 1 ? "" : "s");
      text += is_on_device_
                  ? "the device"
                  : fmt::format("{} thread{}", times.threads, times.threads == 1 ? "" : "s");
    }
    return text + "\n";
  }

  std::string step(std::int64_t value) const {
    const auto found = step_of(plan_.steps, value, network_.tensors.size(), labels_.size());
    const PlanStep& own = *found;
    const auto index = static_cast<std::size_t>(found - plan_.steps.begin());
    const auto kernel = std::ranges::find_if(plan_.kernels, [&](const PlanKernel& one) {
      return one.first <= index && index < one.first + one.count;
    });
    std::string text = fmt::format("value {} = {} * {}\n", own.c, own.a, own.b);
    for (const std::uint32_t operand : {own.a, own.b, own.c}) text += array(operand);
    const auto shape = arrays::shape_of(labels_[own.a], labels_[own.b], labels_[own.c]);
    text += label_table(
        network_, shape, [&](Label label) { return names_[label]; },
        [&](Label label) { return place(*kernel, label); });
    text += fmt::format("kernel {} of {}: {}, step {} of {}, {} expected\n",
                        kernel - plan_.kernels.begin() + 1, plan_.kernels.size(),
                        kinds_[static_cast<std::size_t>(kernel - plan_.kernels.begin())],
                        index - kernel->first + 1, kernel->count, seconds_text(kernel->seconds));
    text += loops_of(kernel - plan_.kernels.begin());
    if (is_on_device_) return text;
    if (kernel->form == KernelForm::tiles) {
      text += fmt::format("  {} lanes in {} block{}, tiles of {} elements{}\n",
                          size(kernel->lane_labels), kernel->blocks, kernel->blocks == 1 ? "" : "s",
                          kernel->tile_elements,
                          kernel->copied ? ", copied before the first step" : "");
    }
    return text + relayout(*kernel);
  }

 private:
  double macs(const PlanStep& step) const {
    return std::exp2(step.log2_macs) * step.runs *
           (step.once ? 1 : static_cast<double>(plan_.slices));
  }

  /// A line for every value that is summed over loops: `value 12 is summed over a, b: kernels 3 to 7 for 4 values`.
  std::string loops() const {
    std::string text;
    for (std::size_t k = 0; k < plan_.loops.size(); ++k) {
      const arrays::PlanLoop& loop = plan_.loops[k];
      const bool is_once = plan_.kernels[loop.first].once;
      text += fmt::format(
          "loop over {}, {} values: kernel{} of value {}{}\n", names_[loop.label], loop.extent,
          loop.last - loop.first == 1 ? fmt::format(" {}", loop.last)
                                      : fmt::format("s {} to {}", loop.first + 1, loop.last),
          loop.sum, is_once ? ", once" : "");
    }
    return text;
  }

  /// What repeats a kernel within a slice.
  std::string loops_of(std::ptrdiff_t kernel) const {
    std::string text;
    for (const arrays::PlanLoop& loop : plan_.loops) {
      if (static_cast<std::size_t>(kernel) < loop.first ||
          static_cast<std::size_t>(kernel) >= loop.last)
        continue;
      text += fmt::format("  in the loop over {}, which adds up value {}\n", names_[loop.label],
                          loop.sum);
    }
    return text;
  }

  double size(const std::vector<Label>& labels) const {
    double product = 1;
    for (const Label label : labels) product *= static_cast<double>(network_.extents[label]);
    return product;
  }

  arrays::RelayoutCause cause(const PlanKernel& kernel) const {
    if (is_on_device_) return arrays::RelayoutCause::none;
    return relayout_cause(plan_, kernel, labels_, network_.tensors.size());
  }

  std::string shape(const PlanStep& step) const {
    const auto own = arrays::shape_of(labels_[step.a], labels_[step.b], labels_[step.c]);
    return fmt::format("{:>6} {:>6} {:>6} {:>8} {:>8} {:>8} {:>8} {:>12} {:>7.2f}%", step.c, step.a,
                       step.b, size(own.batch), size(own.rows), size(own.columns), size(own.summed),
                       plan_.values[step.c].elements, 100 * macs(step) / all_macs_);
  }

  std::vector<std::string> named(const std::vector<Label>& labels) const {
    std::vector<std::string> names;
    for (const Label label : labels) names.push_back(names_[label]);
    return names;
  }

  std::string array(std::uint32_t value) const {
    const arrays::PlanValue& own = plan_.values[value];
    const char* kind = value < network_.tensors.size() ? "tensor"
                       : own.stored                    ? "stored"
                                                       : "in tiles only";
    return fmt::format("  {:>6}  {} elements, {}, axes [{}]\n", value, own.elements, kind,
                       fmt::join(named(own.labels), " "));
  }

  const char* place(const PlanKernel& kernel, Label label) const {
    if (is_on_device_) return "block";
    if (std::ranges::count(kernel.lane_labels, label) > 0) return "lane";
    if (std::ranges::count(kernel.outer_labels, label) > 0) return "outer loop";
    return kernel.form == KernelForm::tiles ? "tile" : "block";
  }

  std::string relayout(const PlanKernel& kernel) const {
    switch (cause(kernel)) {
      case arrays::RelayoutCause::none:
        return {};
      case arrays::RelayoutCause::input:
        return "  read in another order of axes: a tensor lies as its numbers were given\n";
      case arrays::RelayoutCause::lanes_end:
        return "  read in another order of axes: the lanes of the steps before end\n";
      case arrays::RelayoutCause::four_groups:
        break;
    }
    const PlanStep& reader = plan_.steps[kernel.first];
    const auto maker = std::ranges::find(plan_.steps, reader.a, &PlanStep::c);
    const auto made = arrays::shape_of(labels_[maker->a], labels_[maker->b], labels_[maker->c]);
    const arrays::Labels& kept = labels_[reader.c];
    std::string text = fmt::format(
        "  read in another order of axes: none serves both the step that makes {} (M of {}, N of "
        "{}) and this one (R kept, K summed)\n",
        reader.a, maker->a, maker->b);
    for (const auto& [name, group] : {std::pair{"M", &made.rows}, std::pair{"N", &made.columns}}) {
      text += fmt::format("    {0}∩R = [{1}], {0}∩K = [{2}]\n", name,
                          fmt::join(named(arrays::common(*group, kept)), " "),
                          fmt::join(named(arrays::without(*group, kept)), " "));
    }
    return text;
  }

  const arrays::Network& network_;
  const arrays::Plan& plan_;
  const std::vector<std::string>& names_;
  std::vector<arrays::Labels> labels_;  ///< by value, without those of extent 1
  double all_macs_ = 0;
  std::vector<std::string> kinds_;  ///< by kernel
  bool is_on_device_ = false, is_an_h200_ = false;
};

}  // namespace

std::string plan_text(const Subject& subject, const networks::Planned& planned,
                      const KernelTimes& times) {
  return PlanLines(subject, planned).table(times);
}

std::string step_text(const Subject& subject, const networks::Planned& planned,
                      std::int64_t value) {
  return PlanLines(subject, planned).step(value);
}

}  // namespace diagc::contract

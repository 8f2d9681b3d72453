#include "compiler/arrays/device/exchange_steps.h"

#include <algorithm>

namespace diagc::arrays {

namespace {

constexpr std::size_t no_reader = ~std::size_t{0};

std::size_t only_reader(const std::vector<DeviceStep>& steps, std::uint32_t value) {
  std::size_t reader = no_reader;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    if (steps[s].a != value && steps[s].b != value) continue;
    if (reader != no_reader) return no_reader;
    reader = s;
  }
  return reader;
}

/// Labels along which every message is cut, and into how many pieces.
struct Cut {
  std::vector<Label> labels;
  std::uint64_t pieces = 1;
};

Cut cut_of(const Network& network, const std::vector<Label>& axes, std::size_t senders) {
  constexpr std::uint64_t most_pieces = 8;
  Cut cut;
  std::uint64_t of_senders = 1;
  for (const Label label : axes) {
    const std::uint64_t extent = network.extents[label];
    if (of_senders < senders) {
      of_senders *= extent;
      continue;
    }
    if (extent == 1) continue;
    if (cut.pieces * extent > most_pieces) break;
    cut.pieces *= extent;
    cut.labels.push_back(label);
  }
  return cut;
}

bool takes_pieces(const DeviceStep& step) {
  return step.pieces.empty() &&
         (step.form == DeviceForm::stream || step.form == DeviceForm::tiled ||
          step.form == DeviceForm::products);
}

}  // namespace

DeviceStep exchange_step(const Network& network, const Plan& plan, const RankExchange& exchange,
                         std::size_t number) {
  DeviceStep step;
  step.a = step.b = exchange.from;
  step.c = exchange.to;
  step.kernel = exchange.step;
  step.form = DeviceForm::exchange;
  step.once = plan.steps[exchange.step].once;
  step.number = number;
  const std::vector<Label>& labels = plan.values[exchange.from].labels;
  std::vector<std::uint64_t> strides(labels.size());
  std::uint64_t elements = 1;
  for (std::size_t axis = labels.size(); axis-- > 0;) {
    strides[axis] = elements;
    elements *= network.extents[labels[axis]];
  }
  const auto stride = [&](Label label) {
    return strides[static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin())];
  };
  for (const Label label : exchange.cut)
    step.batch.push_back({network.extents[label], stride(label), 0, 0});
  for (const Label label : labels) {
    if (std::ranges::count(exchange.cut, label) == 0)
      step.rows.push_back({network.extents[label], stride(label), 0, 0});
  }
  if (exchange.adds) step.parts = exchange.senders.front().size();
  step.is_local = true;
  for (std::uint32_t rank = 0; rank < exchange.senders.size(); ++rank)
    step.is_local = step.is_local && exchange.senders[rank] == std::vector{rank};
  step.elements = plan.values[exchange.to].elements;
  step.is_far = elements >> 32U != 0;
  step.products = 0;
  step.seconds = exchange.seconds;
  return step;
}

void cut_messages(const Network& network, const Plan& plan,
                  const std::vector<RankExchange>& exchanges, DeviceElement element,
                  const DeviceLimits& limits, const std::vector<std::size_t>& loop_of,
                  std::vector<DeviceStep>& steps) {
  for (std::size_t e = 0; e < steps.size(); ++e) {
    DeviceStep& exchange = steps[e];
    if (exchange.form != DeviceForm::exchange || exchange.parts > 1 ||
        exchange.seconds < limits.least_exchange)
      continue;
    const std::size_t reader = only_reader(steps, exchange.c);
    if (reader == no_reader || steps[reader].once != exchange.once || loop_of[reader] != loop_of[e])
      continue;
    const DeviceStep& whole = steps[reader];
    if (!takes_pieces(whole)) continue;
    const Cut cut = cut_of(network, plan.values[exchange.c].labels,
                           exchanges[exchange.number].senders.front().size());
    if (cut.labels.empty()) continue;
    DeviceStep step =
        device_step(network, plan, plan.steps[whole.kernel], element, limits, cut.labels);
    if (step.form != whole.form) continue;
    // Parts of a sum are written by every piece: only of results that are small against what comes, unless all exchanges are to go in pieces.
    constexpr double least_share = 16;
    if (step.summed_pieces > 1 && limits.least_exchange > 0 &&
        least_share * static_cast<double>(step.summed_pieces * step.elements) >
            static_cast<double>(plan.values[exchange.c].elements))
      continue;
    step.kernel = whole.kernel;
    step.c = whole.c;
    steps[reader] = std::move(step);
    exchange.message_pieces = cut.pieces;
  }
}

}  // namespace diagc::arrays

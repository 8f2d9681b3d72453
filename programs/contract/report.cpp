#include "programs/contract/report.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "runs/report/number_text.h"

namespace diagc::contract {

namespace {

using networks::Element;

double natural_log(const networks::Value& value) {
  return std::log(std::abs(value.numbers[0])) + static_cast<double>(value.exponent) * std::log(2.0);
}

/// Of whole numbers of any size.
template <class Integer>
double natural_log(const Integer& count) {
  const Integer size = abs(count);
  if (size == 0) return -std::numeric_limits<double>::infinity();
  const auto highest = static_cast<unsigned>(msb(size));
  const unsigned shift = highest > 62 ? highest - 62 : 0;
  return std::log(static_cast<double>(Integer(size >> shift))) + shift * std::log(2.0);
}

double scaled(double number, std::int64_t exponent) {
  return std::ldexp(number,
                    static_cast<int>(std::clamp<std::int64_t>(exponent, -100'000, 100'000)));
}

/// Real operations of all slices: 2 for a real product with addition, 8 for a complex one.
double operations(const Outcome& outcome) {
  return (is_complex(outcome.element) ? 8 : 2) * std::pow(10, outcome.cost.log10_macs);
}

}  // namespace

std::string seconds_text(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  return seconds >= 1e-3 ? fmt::format("{:.3g} ms", 1e3 * seconds)
                         : fmt::format("{:.3g} us", 1e6 * seconds);
}

std::string bytes_text(double bytes) {
  const double size = bytes / (1 << 20U);
  return size < 1024 ? fmt::format("{:.4g} MiB", size) : fmt::format("{:.4g} GiB", size / 1024);
}

std::string order_text(const Subject& subject, const networks::Planned& planned) {
  const arrays::Network& network = subject.network.network;
  const arrays::OrderCost cost = networks::cost(network, planned);
  std::string text =
      fmt::format("network  {} tensors, {} labels, {} open\n", network.tensors.size(),
                  network.extents.size(), network.open.size());
  text += fmt::format("order    10^{:.2f} products, largest value 2^{:.2f} elements, {} slice{}\n",
                      cost.log10_macs, cost.log2_width, planned.plan.slices,
                      planned.plan.slices == 1 ? "" : "s");
  text += fmt::format("memory   {} at most\n", bytes_text(static_cast<double>(planned.peak_bytes)));
  return text;
}

std::string value_text(const Outcome& outcome) {
  const networks::Value& value = outcome.value;
  std::string text;
  if (outcome.element == Element::count) {
    text = fmt::format("value    {}\n", value.count.str());
  } else if (outcome.element == Element::tropical) {
    text = fmt::format("maximum  {}\nnumber   {}\n", value.max, value.count.str());
  } else if (!outcome.has_axes) {
    const double re = scaled(value.numbers[0].real(), value.exponent);
    const double im = scaled(value.numbers[0].imag(), value.exponent);
    text = is_complex(outcome.element)
               ? fmt::format("value    {} {} {}i\n", re, std::signbit(im) ? '-' : '+', std::abs(im))
               : fmt::format("value    {}\n", re);
    text += fmt::format("log      {}\n", natural_log(value));
  }
  if (outcome.check) {
    text += is_floating(outcome.element)
                ? fmt::format("check    another order differs by {:.2g} of the largest element\n",
                              *outcome.check)
                : "check    another order gives the same\n";
  }
  if (outcome.ranks.ranks > 0) {
    text += fmt::format("counted  {:.0f} bytes in {} messages, {:.0f} planned; largest shard {}\n",
                        outcome.ranks.counted_bytes, outcome.ranks.messages,
                        outcome.ranks.planned_bytes,
                        bytes_text(static_cast<double>(outcome.ranks.largest_shard_bytes)));
  }
  if (const auto& times = outcome.ranks.times; !times.links.empty()) {
    text += fmt::format("devices  pieces by {}", times.links);
    if (times.busy > 0) {
      text += fmt::format(", {} at work, {} of it exchanges", runs::duration_text(times.busy),
                          runs::duration_text(times.exchanges));
      text += fmt::format("; links began in {}", runs::duration_text(times.links_begin));
      if (times.library_begins > 0)
        text += fmt::format(", cuBLAS in {}", runs::duration_text(times.library_begins));
    }
    text += "\n";
  }
  return text + fmt::format("time     {}, {:.3g} GF/s\n", runs::duration_text(outcome.seconds),
                            operations(outcome) / outcome.seconds * 1e-9);
}

std::string value_json(const Outcome& outcome) {
  const networks::Value& value = outcome.value;
  nlohmann::ordered_json json;
  json["value"] = nullptr;
  if (outcome.element == Element::count) {
    json["value"] = value.count.str();
    if (!outcome.is_remainder) {
      json["log_abs"] = natural_log(value.count);
      json["sign"] = value.count.sign();
    }
  } else if (outcome.element == Element::tropical) {
    json["value"] = {{"max", value.max}, {"count", value.count.str()}};
  } else if (!outcome.has_axes) {
    const double re = scaled(value.numbers[0].real(), value.exponent);
    const double im = scaled(value.numbers[0].imag(), value.exponent);
    if (is_complex(outcome.element)) {
      json["value"] = {re, im};
    } else {
      json["value"] = re;
    }
    json["log_abs"] = natural_log(value);
    if (is_complex(outcome.element)) {
      json["phase"] = std::arg(value.numbers[0]);
    } else {
      json["sign"] = value.numbers[0].real() > 0 ? 1 : value.numbers[0].real() < 0 ? -1 : 0;
    }
  }
  if (outcome.check) json["check"] = *outcome.check;
  json["log10_macs"] = outcome.cost.log10_macs;
  json["log2_width"] = outcome.cost.log2_width;
  json["slices"] = outcome.slices;
  json["peak_bytes"] = outcome.peak_bytes;
  json["planned_s"] = outcome.planned_seconds ? nlohmann::ordered_json(*outcome.planned_seconds)
                                              : nlohmann::ordered_json(nullptr);
  json["seconds"] = outcome.seconds;
  json["gflops"] = is_floating(outcome.element)
                       ? nlohmann::ordered_json(operations(outcome) / outcome.seconds * 1e-9)
                       : nlohmann::ordered_json(nullptr);
  if (outcome.ranks.ranks > 0) {
    json["ranks"] = outcome.ranks.ranks;
    json["planned_bytes"] = outcome.ranks.planned_bytes;
    json["counted_bytes"] = outcome.ranks.counted_bytes;
    json["messages"] = outcome.ranks.messages;
    json["largest_shard_bytes"] = outcome.ranks.largest_shard_bytes;
    if (const std::string& links = outcome.ranks.times.links; !links.empty()) json["links"] = links;
  }
  return json.dump() + "\n";
}

}  // namespace diagc::contract

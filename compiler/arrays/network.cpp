#include "compiler/arrays/network.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc::arrays {

namespace {

[[noreturn]] void fail(const std::string& message) {
  throw std::logic_error("network: " + message);
}

}  // namespace

std::optional<std::uint64_t> element_count(const Network& network, std::span<const Label> labels) {
  constexpr std::uint64_t most = (std::uint64_t{1} << 63U) - 1;
  std::uint64_t count = 1;
  for (const Label label : labels) {
    const std::uint64_t extent = network.extents[label];
    if (extent > most / count) return std::nullopt;
    count *= extent;
  }
  return count;
}

void verify(const Network& network) {
  const std::size_t labels = network.extents.size();
  if (labels > most_labels) fail(fmt::format("found {} labels, at most {}", labels, most_labels));
  if (network.tensors.size() > most_tensors) {
    fail(fmt::format("found {} tensors, at most {}", network.tensors.size(), most_tensors));
  }
  if (std::ranges::count(network.extents, 0U) > 0) fail("found an extent of 0");
  const auto check = [&](std::span<const Label> axes, const std::string& whose) {
    for (const Label label : axes) {
      if (label >= labels) fail(fmt::format("found label {} of {} in {}", label, labels, whose));
    }
    if (!element_count(network, axes)) fail(fmt::format("{} has 2^63 elements or more", whose));
  };
  for (std::size_t t = 0; t < network.tensors.size(); ++t) {
    check(network.tensors[t], fmt::format("tensor {}", t));
  }
  check(network.open, "the result");
  std::vector<bool> seen(labels);
  for (const Label label : network.open) {
    if (seen[label]) fail(fmt::format("found label {} twice in the result", label));
    seen[label] = true;
  }
}

}  // namespace diagc::arrays

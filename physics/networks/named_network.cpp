#include "physics/networks/named_network.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/source/spelling.h"

namespace diagc::networks {

namespace {

[[noreturn]] void fail(const NamedNetwork& network, Code code, Span at, std::string message) {
  throw InputError(make_diagnostic(code, *network.source, at, std::move(message)));
}

}  // namespace

arrays::Label Labels::number(std::string_view name, Span place) {
  const auto [entry, is_new] =
      numbers_.try_emplace(std::string(name), static_cast<arrays::Label>(numbers_.size()));
  if (!is_new) return entry->second;
  if (numbers_.size() > arrays::most_labels) {
    fail(network_, Code::limit, place,
         fmt::format("found more than {} labels, expected at most so many", arrays::most_labels));
  }
  network_.network.extents.push_back(0);
  network_.label_names.emplace_back(name);
  network_.label_places.push_back(place);
  return entry->second;
}

std::optional<arrays::Label> Labels::find(std::string_view name) const {
  const auto entry = numbers_.find(std::string(name));
  if (entry == numbers_.end()) return std::nullopt;
  return entry->second;
}

void set_extents(NamedNetwork& network, const Extents& extents) {
  for (const auto& [name, extent] : extents) {
    const auto entry = std::ranges::find(network.label_names, name);
    if (entry == network.label_names.end()) {
      std::string message =
          fmt::format("{}: found an extent for {}, which is no label of this network",
                      network.source->path(), diagc::quoted(name));
      const std::string near = closest_name(name, network.label_names);
      if (!near.empty()) message += fmt::format("; did you mean {}?", diagc::quoted(near));
      throw std::runtime_error(message);
    }
    if (extent == 0) {
      throw std::runtime_error(fmt::format("{}: found the extent 0 for {}, expected 1 or more",
                                           network.source->path(), diagc::quoted(name)));
    }
    std::uint64_t& known =
        network.network.extents[static_cast<std::size_t>(entry - network.label_names.begin())];
    if (known != 0 && known != extent) {
      throw std::runtime_error(
          fmt::format("{}: found the extent {} for {}, expected {} as in the file",
                      network.source->path(), extent, diagc::quoted(name), known));
    }
    known = extent;
  }
}

void set_shapes(NamedNetwork& network, const std::vector<std::vector<std::size_t>>& shapes) {
  const auto& tensors = network.network.tensors;
  if (shapes.size() != tensors.size()) {
    throw std::runtime_error(fmt::format("{}: found {} arrays, expected {}, one for each tensor",
                                         network.source->path(), shapes.size(), tensors.size()));
  }
  for (std::size_t t = 0; t < tensors.size(); ++t) {
    if (shapes[t].size() != tensors[t].size()) {
      fail(network, Code::arity, network.tensor_places[t],
           fmt::format("found an array of {} axes for tensor {}, expected {}", shapes[t].size(), t,
                       tensors[t].size()));
    }
    for (std::size_t axis = 0; axis < shapes[t].size(); ++axis) {
      const arrays::Label label = tensors[t][axis];
      std::uint64_t& known = network.network.extents[label];
      if (known == 0) known = shapes[t][axis];
      if (shapes[t][axis] != known || known == 0) {
        fail(network, Code::value, network.tensor_places[t],
             fmt::format(
                 "found length {} on axis {} of the array for tensor {}, expected {} for label {}",
                 shapes[t][axis], axis, t, known == 0 ? "1 or more" : fmt::to_string(known),
                 diagc::quoted(network.label_names[label])));
      }
    }
  }
}

void check_complete(const NamedNetwork& network) {
  for (std::size_t label = 0; label < network.label_names.size(); ++label) {
    if (network.network.extents[label] != 0) continue;
    const std::string& name = network.label_names[label];
    fail(network, Code::definition, network.label_places[label],
         fmt::format(
             "found no extent for label {}, expected --extent {}=2, or arrays for all tensors",
             diagc::quoted(name), name));
  }
  const auto check = [&](std::span<const arrays::Label> labels, Span place, std::string_view what) {
    if (arrays::element_count(network.network, labels)) return;
    fail(network, Code::limit, place,
         fmt::format("found {} of 2^63 elements or more, expected fewer", what));
  };
  for (std::size_t t = 0; t < network.tensor_places.size(); ++t) {
    check(network.network.tensors[t], network.tensor_places[t], "a tensor");
  }
  check(network.network.open, network.open_place, "a result");
}

void check_room_for_tensor(const NamedNetwork& network, Span place) {
  if (network.network.tensors.size() < arrays::most_tensors) return;
  fail(network, Code::limit, place,
       fmt::format("found more than {} tensors, expected at most so many", arrays::most_tensors));
}

void check_open(const NamedNetwork& network, const std::vector<Span>& places) {
  std::vector<bool> known(network.label_names.size()), seen(network.label_names.size());
  for (const auto& axes : network.network.tensors) {
    for (const arrays::Label label : axes) known[label] = true;
  }
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    const arrays::Label label = network.network.open[axis];
    const std::string name = diagc::quoted(network.label_names[label]);
    if (!known[label]) {
      fail(network, Code::unknown_name, places[axis],
           fmt::format("found label {} in the result, expected one that a tensor has", name));
    }
    if (seen[label]) {
      fail(network, Code::duplicate, places[axis],
           fmt::format("found label {} twice in the result, expected each label once", name));
    }
    seen[label] = true;
  }
}

}  // namespace diagc::networks

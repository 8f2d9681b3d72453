#include "physics/networks/tensor_tree.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/networks/cotengra.h"

namespace diagc::networks {

namespace {

using arrays::Label;

class TreeReader {
 public:
  TreeReader(SourcePtr source, const Json& json) : json_(json), labels_(network_) {
    network_.source = std::move(source);
  }

  NamedNetwork read() {
    read_inputs_and_output(json_, network_, labels_);
    arrays::Order order;
    if (const Json::Id slices = json_.find(Json::root, "slices"); slices != Json::none) {
      order.sliced = known_labels(slices);
      std::ranges::sort(order.sliced);
      if (std::ranges::adjacent_find(order.sliced) != order.sliced.end()) {
        json_.fail(json_.span(slices), Code::duplicate,
                   "found a label twice in `slices`, expected each once");
      }
    }
    network_.network.extents.assign(network_.label_names.size(), 2);
    uses_.resize(network_.label_names.size());
    for (const auto& axes : network_.network.tensors) count(axes, 1);
    for (const Label label : network_.network.open) ++uses_[label];
    read_tree(json_.member(Json::root, "tree", "the tree of contractions"), order);
    network_.order = std::move(order);
    check_complete(network_);
    return std::move(network_);
  }

 private:
  /// What a finished part of the tree gives.
  struct Part {
    std::uint32_t value = 0;    ///< of the order
    std::vector<Label> labels;  ///< ascending; a leaf's as often as the tensor has them
  };
  /// A step whose arguments are being read.
  struct Step {
    Json::Id place;
    Json::Id argument;  ///< the next one
    std::vector<Part> parts = {};
  };

  void count(const std::vector<Label>& axes, int sign) {
    std::vector<Label> once = axes;
    std::ranges::sort(once);
    once.erase(std::unique(once.begin(), once.end()), once.end());
    for (const Label label : once) uses_[label] += sign;
  }

  std::vector<Label> known_labels(Json::Id list) {
    json_.expect(list, Json::Kind::array, "a list of labels");
    std::vector<Label> result;
    for (Json::Id value = json_.first(list); value != Json::none; value = json_.next(value)) {
      const std::string name = label_name(json_, value);
      const auto label = labels_.find(name);
      if (!label) {
        json_.fail(json_.span(value), Code::unknown_name,
                   fmt::format("found label {}, expected one that a tensor of `inputs` has",
                               diagc::quoted(name)));
      }
      result.push_back(*label);
    }
    return result;
  }

  std::string text(const std::vector<Label>& labels) const {
    std::vector<std::string_view> names;
    for (const Label label : labels) names.push_back(network_.label_names[label]);
    return fmt::format("[{}]", fmt::join(names, ", "));
  }

  void check_labels(Json::Id list, const std::vector<Label>& expected, std::string_view whose) {
    std::vector<Label> found = known_labels(list);
    std::vector<Label> sorted = found;
    std::ranges::sort(sorted);
    if (sorted == expected) return;
    json_.fail(
        json_.span(list), Code::value,
        fmt::format("found labels {} for {}, expected {}", text(found), whose, text(expected)));
  }

  bool is_leaf(Json::Id node) const {
    constexpr std::string_view what = "`isleaf`, true or false";
    return json_.boolean(json_.member(node, "isleaf", what), what);
  }

  Part leaf(Json::Id node) {
    constexpr std::string_view what = "`tensorindex`, which counts from 1";
    const Json::Id place = json_.member(node, "tensorindex", what);
    const std::uint64_t index = json_.whole_number(place, what);
    const std::size_t tensors = network_.network.tensors.size();
    if (index == 0 || index > tensors) {
      json_.fail(json_.span(place), Code::index,
                 fmt::format("found tensor {}, expected one of 1 to {}", index, tensors));
    }
    used_.resize(tensors);
    if (used_[index - 1]) {
      json_.fail(json_.span(place), Code::duplicate,
                 fmt::format("found tensor {} twice in the tree, expected each once", index));
    }
    used_[index - 1] = true;
    std::vector<Label> labels = network_.network.tensors[index - 1];
    std::ranges::sort(labels);
    return {static_cast<std::uint32_t>(index - 1), std::move(labels)};
  }

  void open_step(Json::Id node) {
    const Json::Id arguments = json_.member(node, "args", "the arguments of a step");
    json_.expect(arguments, Json::Kind::array, "the arguments of a step");
    if (json_.size(arguments) == 0)
      json_.unexpected(arguments, "the arguments of a step, at least one");
    steps_.push_back({node, json_.first(arguments)});
  }

  /// The value of the innermost step, whose arguments have all been read.
  Part close_step(arrays::Order& order) {
    Step step = std::move(steps_.back());
    steps_.pop_back();
    const Json::Id eins = json_.member(step.place, "eins", "the labels of a step");
    const Json::Id ixs = json_.member(eins, "ixs", "the labels of a step's arguments");
    json_.expect(ixs, Json::Kind::array, "the labels of a step's arguments");
    if (json_.size(ixs) != step.parts.size()) {
      json_.fail(json_.span(ixs), Code::arity,
                 fmt::format("found labels of {} arguments, expected {}", json_.size(ixs),
                             step.parts.size()));
    }
    Json::Id list = json_.first(ixs);
    std::vector<Label> all;
    for (std::size_t k = 0; k < step.parts.size(); ++k, list = json_.next(list)) {
      check_labels(list, step.parts[k].labels, fmt::format("argument {}", k + 1));
      count(step.parts[k].labels, -1);
      all.insert(all.end(), step.parts[k].labels.begin(), step.parts[k].labels.end());
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [&](Label label) { return uses_[label] == 0; });
    check_labels(json_.member(eins, "iy", "the labels of a step's result"), all,
                 "the step's result");
    count(all, 1);
    std::uint32_t value = step.parts[0].value;
    for (std::size_t k = 1; k < step.parts.size(); ++k) {
      order.steps.push_back({value, step.parts[k].value});
      value = static_cast<std::uint32_t>(network_.network.tensors.size() + order.steps.size() - 1);
    }
    return {value, std::move(all)};
  }

  void read_tree(Json::Id tree, arrays::Order& order) {
    if (is_leaf(tree)) {
      leaf(tree);
    } else {
      open_step(tree);
    }
    while (!steps_.empty()) {
      Step& step = steps_.back();
      if (step.argument == Json::none) {
        Part part = close_step(order);
        if (!steps_.empty()) steps_.back().parts.push_back(std::move(part));
        continue;
      }
      const Json::Id argument = step.argument;
      step.argument = json_.next(argument);
      if (is_leaf(argument)) {
        step.parts.push_back(leaf(argument));
      } else {
        open_step(argument);
      }
    }
    used_.resize(network_.network.tensors.size());
    if (const auto missing = std::ranges::find(used_, false); missing != used_.end()) {
      json_.fail({json_.span(tree).begin, json_.span(tree).begin + 1}, Code::value,
                 fmt::format("found a tree without tensor {}, expected every tensor once",
                             missing - used_.begin() + 1));
    }
  }

  const Json& json_;
  NamedNetwork network_;
  Labels labels_;
  std::vector<int> uses_;  ///< by label: parts and the output that have it
  std::vector<bool> used_;
  std::vector<Step> steps_;
};

}  // namespace

NamedNetwork read_tensor_tree(SourcePtr source, const Json& json) {
  return TreeReader(std::move(source), json).read();
}

}  // namespace diagc::networks

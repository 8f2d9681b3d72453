#include "physics/networks/order_file.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "compiler/source/spelling.h"
#include "physics/networks/cotengra.h"
#include "physics/networks/json.h"

namespace diagc::networks {

namespace {

constexpr std::string_view path_text =
    "a list of pairs, or an object with `ssa_path` or `linear_path`";

class OrderReader {
 public:
  OrderReader(const Json& json, const NamedNetwork& network)
      : json_(json), network_(network), tensors_(network.network.tensors.size()) {}

  arrays::Order read() {
    Json::Id path = Json::root;
    bool is_linear = true;
    if (json_.kind(path) == Json::Kind::object) {
      const Json::Id ssa = json_.find(path, "ssa_path");
      const Json::Id linear = json_.find(path, "linear_path");
      if (ssa != Json::none && linear != Json::none) {
        json_.fail(json_.key_span(std::max(ssa, linear)), Code::duplicate,
                   "found both `ssa_path` and `linear_path`, expected one of them");
      }
      if (const Json::Id sliced = json_.find(path, "sliced"); sliced != Json::none)
        read_sliced(sliced);
      if (ssa == Json::none && linear == Json::none) json_.unexpected(path, path_text);
      is_linear = ssa == Json::none;
      path = is_linear ? linear : ssa;
    }
    json_.expect(path, Json::Kind::array, path_text);
    for (std::uint32_t t = 0; t < tensors_; ++t) values_.push_back(t);
    for (Json::Id group = json_.first(path); group != Json::none; group = json_.next(group)) {
      is_linear ? linear_group(group) : ssa_group(group);
    }
    const std::size_t left = tensors_ - std::min(tensors_, order_.steps.size());
    if (left > 1) {
      json_.fail({json_.span(path).end - 1, json_.span(path).end}, Code::value,
                 fmt::format("found the end of the order with {} tensors left, expected 1", left));
    }
    return std::move(order_);
  }

 private:
  static constexpr std::uint32_t used = 0xffffffffU;

  void read_sliced(Json::Id list) {
    json_.expect(list, Json::Kind::array, "a list of labels");
    std::unordered_map<std::string_view, arrays::Label> numbers;
    for (arrays::Label label = 0; label < network_.label_names.size(); ++label) {
      numbers.emplace(network_.label_names[label], label);
    }
    for (const auto& [name, label] : network_.label_aliases) numbers.emplace(name, label);
    std::unordered_set<std::string> seen;
    for (Json::Id value = json_.first(list); value != Json::none; value = json_.next(value)) {
      const std::string name = label_name(json_, value);
      const auto entry = numbers.find(name);
      if (entry == numbers.end()) {
        std::string message =
            fmt::format("found label {}, expected one of the network's", diagc::quoted(name));
        const std::string near = closest_name(name, network_.label_names);
        if (!near.empty()) message += fmt::format("; did you mean {}?", diagc::quoted(near));
        json_.fail(json_.span(value), Code::unknown_name, std::move(message));
      }
      if (!seen.insert(name).second) {
        json_.fail(json_.span(value), Code::duplicate,
                   fmt::format("found label {} twice, expected each sliced label once",
                               diagc::quoted(name)));
      }
      // Two names may have become one label.
      if (std::ranges::count(order_.sliced, entry->second) == 0)
        order_.sliced.push_back(entry->second);
    }
  }

  /// The numbers of a group, each below `bound`.
  std::vector<std::size_t> numbers(Json::Id group, std::size_t bound) {
    json_.expect(group, Json::Kind::array, "a pair of numbers");
    if (json_.size(group) == 0) json_.unexpected(group, "a pair of numbers");
    std::vector<std::size_t> result;
    for (Json::Id value = json_.first(group); value != Json::none; value = json_.next(value)) {
      const std::uint64_t number = json_.whole_number(value, "the number of a tensor");
      if (number >= bound) {
        json_.fail(json_.span(value), Code::index,
                   fmt::format("found tensor {} where there are {} of them, expected an order for "
                               "the {} tensors of {}",
                               number, bound, tensors_, network_.source->path()));
      }
      if (std::ranges::count(result, number) > 0) twice(value, number);
      result.push_back(number);
    }
    return result;
  }

  [[noreturn]] void twice(Json::Id value, std::uint64_t number) const {
    json_.fail(json_.span(value), Code::duplicate,
               fmt::format("found tensor {} twice, expected each to be used once", number));
  }

  std::uint32_t contract(std::uint32_t a, std::uint32_t b) {
    order_.steps.push_back({a, b});
    return static_cast<std::uint32_t>(tensors_ + order_.steps.size() - 1);
  }

  void ssa_group(Json::Id group) {
    const std::vector<std::size_t> members = numbers(group, values_.size());
    Json::Id place = json_.first(group);
    std::uint32_t result = used;
    for (const std::size_t member : members) {
      if (values_[member] == used) twice(place, member);
      result = result == used ? values_[member] : contract(result, values_[member]);
      values_[member] = used;
      place = json_.next(place);
    }
    values_.push_back(result);
  }

  void linear_group(Json::Id group) {
    std::vector<std::size_t> members = numbers(group, values_.size());
    std::uint32_t result = values_[members[0]];
    for (std::size_t k = 1; k < members.size(); ++k) result = contract(result, values_[members[k]]);
    std::ranges::sort(members, std::greater());
    for (const std::size_t member : members) {
      values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(member));
    }
    values_.push_back(result);
  }

  const Json& json_;
  const NamedNetwork& network_;
  std::size_t tensors_;
  std::vector<std::uint32_t> values_;  ///< of the order, by the file's numbers
  arrays::Order order_;
};

}  // namespace

arrays::Order read_order(SourcePtr source, const NamedNetwork& network) {
  const Json json(std::move(source));
  return OrderReader(json, network).read();
}

std::string order_text(const arrays::Order& order, const NamedNetwork& network) {
  std::string text = "{\"ssa_path\": [";
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    text += fmt::format("{}[{}, {}]", s == 0 ? "" : ", ", order.steps[s][0], order.steps[s][1]);
  }
  text += "], \"sliced\": [";
  for (std::size_t k = 0; k < order.sliced.size(); ++k) {
    // Names are those of a file, which may hold anything: broken UTF-8 is replaced.
    const nlohmann::json name = network.label_names[order.sliced[k]];
    text +=
        (k == 0 ? "" : ", ") + name.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return text + "]}\n";
}

}  // namespace diagc::networks

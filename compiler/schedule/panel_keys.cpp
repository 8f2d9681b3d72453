#include "compiler/schedule/panel_keys.h"

#include <map>
#include <string>
#include <tuple>

namespace diagc {

void PanelKeys::set_apart(bool apart) {
  if (apart) {
    beside = tile;
    beside.push_back(false);
    for (Key* key : {&panel, &tile}) key->insert(key->end(), flags.begin(), flags.end());
  }
  for (Key* key : {&panel, &shape, &tile}) key->push_back(apart);
}

Forgetting::Forgetting(const CallTable& calls, const PanelRule& rule, Families families)
    : calls_(calls), rule_(rule), families_(families) {
  std::map<std::string, std::int64_t> numbers;
  for (const CallTable::Family& family : calls.families) {
    std::vector<Parameter>& row = parameters_.emplace_back();
    for (const std::string& name : family.parameters) {
      const auto number = static_cast<std::int64_t>(numbers.size());
      row.push_back({numbers.try_emplace(name, number).first->second, name == rule.row});
    }
  }
}

PanelKeys Forgetting::operator()(CallId call) const {
  constexpr std::int64_t nothing = -1;
  PanelKeys keys;
  // Families may share a panel, but not a tile.
  keys.shape.push_back(calls_.family(call));
  keys.tile.push_back(calls_.family(call));
  const auto& parameters = parameters_[calls_.family(call)];
  const auto arguments = calls_.arguments(call);
  for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
    const StaticValue& value = arguments[i];
    const auto [number, row] = parameters[i];
    std::int64_t high = value.bits, low = nothing;
    bool forgotten = false;
    switch (value.kind) {
      case StaticValue::Kind::set: {
        const std::int64_t mask = (std::int64_t{2} << rule_.low) - 1;
        high = value.bits & ~mask;
        low = value.bits & mask;
        keys.low_part |= low != 0;
        break;
      }
      case StaticValue::Kind::integer:
        forgotten = value.bits <= rule_.low;
        keys.low_part |= forgotten && !row;
        break;
      case StaticValue::Kind::boolean:
        keys.flags.insert(keys.flags.end(), {number, value.bits});
        forgotten = true;
        break;
      default:
        break;
    }
    if (forgotten) std::tie(high, low) = std::pair(nothing, value.bits);
    // A parameter that is high in one call and low in another has another shape there.
    keys.shape.insert(keys.shape.end(), {number, forgotten});
    keys.residual.push_back(low);
    keys.tile.insert(keys.tile.end(), {number, high});
    const bool of_panel = !row && (!forgotten || families_ == Families::separate);
    if (of_panel) keys.panel.insert(keys.panel.end(), {number, high});
  }
  return keys;
}

}  // namespace diagc

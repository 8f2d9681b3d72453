#include "compiler/graph/calls.h"

#include <bit>

#include <fmt/format.h>

namespace diagc {

CallId CallTable::add(std::uint32_t family, std::span<const StaticValue> arguments) {
  family_.push_back(family);
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  first_argument_.push_back(arguments_.size());
  return static_cast<CallId>(family_.size() - 1);
}

std::span<const StaticValue> CallTable::arguments(CallId call) const {
  return std::span(arguments_)
      .subspan(first_argument_[call], first_argument_[call + 1] - first_argument_[call]);
}

std::string CallTable::print(const StaticValue& value) const {
  switch (value.kind) {
    case StaticValue::Kind::integer:
      return std::to_string(value.bits);
    case StaticValue::Kind::boolean:
      return value.bits ? "true" : "false";
    case StaticValue::Kind::rational:
      return to_string(rationals[static_cast<std::size_t>(value.bits)]);
    case StaticValue::Kind::set:
      break;
  }
  std::string text = "{";
  for (auto mask = static_cast<std::uint64_t>(value.bits); mask; mask &= mask - 1) {
    text += fmt::format("{}{}", text.size() > 1 ? ", " : "", std::countr_zero(mask));
  }
  return text + "}";
}

std::string CallTable::name(CallId call) const {
  std::string text;
  for (const StaticValue& argument : arguments(call)) {
    text += (text.empty() ? "" : ", ") + print(argument);
  }
  const std::string& family = families[family_[call]].name;
  return text.empty() ? family : family + "(" + text + ")";
}

}  // namespace diagc

// Where nodes come from: the calls F(static arguments) of families that expansion made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compiler/graph/value.h"

namespace diagc {

/// A static value, as an argument of a call. Sets are bit masks of 0..63.
struct StaticValue {
  enum class Kind : std::uint8_t { integer, boolean, set, rational };
  Kind kind = Kind::integer;
  std::int64_t bits =
      0;  ///< the integer, 0/1, the set's mask, or an index into CallTable::rationals
  bool operator==(const StaticValue&) const = default;
};

using CallId = std::uint32_t;
inline constexpr CallId no_call = 0xffffffffu;

/// Calls in the order in which they were completed (a call comes after those it uses). Outputs have calls, too: the family
/// is then `families.size() + output index` and the arguments are the output's indices.
class CallTable {
 public:
  struct Family {
    std::string name;
    std::vector<std::string> parameters;
    std::uint32_t line = 0;  ///< of its declaration in the rule file
  };

  std::vector<Family> families;  ///< families, then outputs
  std::vector<Rational> rationals;
  std::string path;  ///< of the rule file, for comments and #line

  CallId add(std::uint32_t family, std::span<const StaticValue> arguments);
  std::size_t size() const { return family_.size(); }
  std::uint32_t family(CallId call) const { return family_[call]; }
  std::span<const StaticValue> arguments(CallId call) const;
  /// "W(2, {1}, 0, 2)"
  std::string name(CallId call) const;
  std::string print(const StaticValue& value) const;

 private:
  std::vector<std::uint32_t> family_;
  std::vector<std::uint64_t> first_argument_{0};
  std::vector<StaticValue> arguments_;
};

}  // namespace diagc

// The values that -D gives: one, a range or a list, for each name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace diagc {

/// Name and value of every static, in the order of the command line.
using StaticValues = std::vector<std::pair<std::string, std::string>>;

class Definitions {
 public:
  /// From "n=6", "n=1..8", "n=-3..-1", "n=8..32:8" (in steps of 8), "n=2,4,8..16:4", "b=true". Throws UsageError where one is
  /// malformed, gives more than a million values, or a name comes twice.
  explicit Definitions(const std::vector<std::string>& texts);

  std::vector<std::string> names() const;
  /// Throws UsageError, saying that `what` takes one value of each, where there are several.
  StaticValues single(const std::string& what) const;
  /// Their product, the last name fastest.
  void for_each(const std::function<void(const StaticValues&)>& visit) const;

 private:
  struct Definition {
    std::string name;
    std::string text;                 ///< as given
    std::vector<std::string> values;  ///< at least one
  };
  std::vector<Definition> definitions_;
};

std::map<std::string, std::string> as_map(const StaticValues& values);

/// "n=4 m=2", for progress and messages.
std::string to_string(const StaticValues& values);

/// "NAME=VALUE" taken apart; throws UsageError where it is not that.
std::pair<std::string, std::string> name_and_value(const std::string& option,
                                                   const std::string& text);

}  // namespace diagc

// Tables in braces, as values of keys: { from = 0, to = 1 }.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "runs/jobs/setting.h"

namespace diagc::dynamics {

class InlineTable {
 public:
  /// `what`: "an entry of hopping". Throws InputError where the value is no table, has other keys than these or lacks one of the first `required`.
  InlineTable(const runs::Setting& setting, std::initializer_list<const char*> keys,
              std::size_t required, const std::string& what);

  /// Of a required key.
  runs::Setting at(const std::string& key) const { return *find(key); }
  std::optional<runs::Setting> find(const std::string& key) const;

 private:
  const runs::Setting& setting_;
};

}  // namespace diagc::dynamics

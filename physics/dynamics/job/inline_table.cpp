#include "physics/dynamics/job/inline_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace diagc::dynamics {

InlineTable::InlineTable(const runs::Setting& setting, std::initializer_list<const char*> keys,
                         std::size_t required, const std::string& what)
    : setting_(setting) {
  const std::vector<std::string> names(keys.begin(), keys.end());
  const std::string expected = fmt::format("{}: a table of {}", what, fmt::join(names, ", "));
  const runs::TomlValue& value = setting.value();
  if (value.kind != runs::TomlValue::Kind::table) setting.fail(expected, Code::kind);
  for (const runs::TomlValue& entry : value.items) {
    if (std::ranges::count(names, entry.key) > 0) continue;
    throw InputError(make_diagnostic(
        Code::unknown_name, setting.source(), entry.key_at,
        fmt::format("found the unknown key {}, expected {}", diagc::quoted(entry.key), expected)));
  }
  for (std::size_t i = 0; i < required; ++i) {
    if (value.find(names[i])) continue;
    setting.fail(fmt::format("{}: {} is missing", expected, diagc::quoted(names[i])));
  }
}

std::optional<runs::Setting> InlineTable::find(const std::string& key) const {
  const auto& items = setting_.value().items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].key == key) return setting_.item(i);
  }
  return std::nullopt;
}

}  // namespace diagc::dynamics

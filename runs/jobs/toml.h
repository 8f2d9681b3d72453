// TOML text as a tree in which every value and key knows its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/diagnostic.h"

namespace diagc::runs {

struct TomlValue {
  enum class Kind { flag, integer, number, text, time, list, table };

  Kind kind = Kind::table;
  Span at;  ///< of the value; of a table its header, or the key that made it
  bool flag = false;
  std::int64_t integer = 0;
  double number = 0;  ///< of integers, too
  std::string text;
  std::vector<TomlValue> items;  ///< of a list; of a table in the order of the file
  std::string key;               ///< of an entry of a table
  Span key_at;

  const TomlValue* find(std::string_view key) const;
};

/// "the number 3.5", "a list", …: for "found …".
std::string to_string(const TomlValue& value);

/// Throws InputError at the place of the first mistake.
TomlValue parse_toml(const Source& source);

}  // namespace diagc::runs

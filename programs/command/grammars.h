// The rule files of grammars/, which the program carries.
#pragma once

#include <span>
#include <string_view>

namespace diagc {

struct Example {
  std::string_view name;    ///< of the grammar and its file, without `.diag`
  std::string_view theory;  ///< the folder it stands in
  std::string_view text;
};

std::span<const Example> examples();

/// Null where there is none of this name.
const Example* find_example(std::string_view name);

}  // namespace diagc

// Calls as people write them: "W(2, {1}, 0, 2)", "density", "y[1, 2]", "C(1..3)".
#pragma once

#include <string>
#include <vector>

#include "compiler/graph/calls.h"

namespace diagc {

struct CallText {
  std::string family;
  std::vector<std::string> arguments;  ///< as CallTable::print shows them
};

/// Throws Failure where the text is no call.
CallText parse_call(const std::string& text);

/// The call in the table, or no_call.
CallId find_call(const CallTable& calls, const CallText& call);

/// At most `count` calls of the family, those that agree in the most arguments first.
std::vector<CallId> near_calls(const CallTable& calls, const CallText& call, std::size_t count);

}  // namespace diagc

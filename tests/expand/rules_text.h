// Rule text in, graphs, numbers and messages out.
#pragma once

#include <map>
#include <string>

#include "compiler/expand/expand.h"

namespace diagc::testing {

using Statics = std::map<std::string, std::string>;

/// Expands a rule file given as text; its path is "t.diag".
Expansion expand_text(const std::string& text, const Statics& statics = {});
Expansion expand_text(const std::string& text, const ExpandOptions& options);

/// The graph's text without its head: from the first node on.
std::string nodes_of(const std::string& text, const Statics& statics = {});

/// The same of `output y = expression`, begun by a new line, with inputs x[0..9] (real), z[0..3] (complex) and k[1..3] (vectors), and
/// a param N.
std::string nodes_of_expression(const std::string& expression);

/// Exact value of `expression`, which is static, with `declarations` in front.
std::string value_of(const std::string& expression, const std::string& declarations = "");

/// Every diagnostic, rendered.
std::string error_of(const std::string& text, const Statics& statics = {});
std::string error_of(const std::string& text, const ExpandOptions& options);

/// The message alone of the one error of `output y = expression`, with `declarations` in front.
std::string message_of(const std::string& expression, const std::string& declarations = "");

}  // namespace diagc::testing

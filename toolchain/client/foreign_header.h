// C++ headers of numbers that others wrote, such as propagators and bands: what they may call, and how they become part of a source.
#pragma once

#include <string>
#include <string_view>

namespace diagc::toolchain {

/// What <cmath> has, for a compiler that sees no header, declared at the place of this text, which is in the namespace `scope`; empty: in none.
std::string numeric_declarations(std::string_view scope);

/// A header's own includes, which name <cmath> only, and `#pragma once` mean nothing in the middle of a source; their lines stay, empty.
std::string without_includes(const std::string& text);

/// The header in the namespace `scope`, between these declarations and what follows; compilers report what is wrong in it at its own lines.
std::string header_in_namespace(const std::string& path, const std::string& text,
                                std::string_view scope);

}  // namespace diagc::toolchain

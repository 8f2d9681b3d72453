// Compressed files as gzip has them (P. Deutsch, RFC 1952).
#pragma once

#include <string>
#include <string_view>

namespace diagc::collider {

/// A member of such a file; members behind each other are a file of their texts together. May be called from many threads.
std::string gzip_member(std::string_view text);

}  // namespace diagc::collider

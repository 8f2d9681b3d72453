#pragma once

#include <functional>
#include <map>
#include <string>

namespace diagc {

/// What `work` returns, in a process of its own with these variables set: libraries are opened once
/// a process.
std::string in_child(const std::map<std::string, std::string>& variables,
                     const std::function<std::string()>& work);

}  // namespace diagc

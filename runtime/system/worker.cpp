#include "runtime/system/worker.h"

#include <algorithm>

namespace diagc {
namespace {

std::vector<std::string>& offered() {
  static std::vector<std::string> names;
  return names;
}

}  // namespace

std::optional<int> run_as_worker(int count, char** arguments, std::span<const Worker> workers) {
  for (const Worker& worker : workers) {
    if (count > 1 && arguments[1] == std::string_view(worker.name))
      return worker.work({arguments + 2, arguments + count});
  }
  for (const Worker& worker : workers) offered().emplace_back(worker.name);
  return std::nullopt;
}

std::vector<std::string> worker_command(std::string_view name) {
  if (std::ranges::find(offered(), name) == offered().end()) return {};
  return {"/proc/self/exe", std::string(name)};
}

}  // namespace diagc

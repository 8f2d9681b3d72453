#include "programs/bench/loop_files.h"

#include <stdexcept>

namespace diagc::bench {

std::string loop_text(std::string_view name) {
  for (const LoopFile& file : loop_files()) {
    if (file.name == name) return std::string(file.text);
  }
  throw std::logic_error("no loop " + std::string(name));
}

}  // namespace diagc::bench

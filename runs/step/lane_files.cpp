#include "runs/step/lane_files.h"

#include <stdexcept>
#include <string>

namespace diagc::runs {

std::string_view lane_file(std::string_view name) {
  for (const LaneFile& file : lane_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no file of lane groups: " + std::string(name));
}

}  // namespace diagc::runs

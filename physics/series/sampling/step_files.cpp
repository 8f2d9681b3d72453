#include "physics/series/sampling/step_files.h"

#include <stdexcept>
#include <string>

namespace diagc::series {

std::string_view step_file(std::string_view name) {
  for (const StepFile& file : step_files()) {
    if (file.name == name) return file.text;
  }
  throw std::logic_error("no file of steps: " + std::string(name));
}

}  // namespace diagc::series

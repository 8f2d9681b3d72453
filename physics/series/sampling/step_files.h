// The files of step/, which the program carries: text that is compiled into steps.
#pragma once

#include <span>
#include <string_view>

namespace diagc::series {

struct StepFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const StepFile> step_files();

/// The text of the file of this name.
std::string_view step_file(std::string_view name);

}  // namespace diagc::series

// The text of steps that the program carries.
#pragma once

#include <span>
#include <string_view>

namespace diagc::collider {

struct GeneratorFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const GeneratorFile> generator_files();

/// The text of the file of this name.
std::string_view generator_file(std::string_view name);

}  // namespace diagc::collider

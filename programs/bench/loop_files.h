// The files of loops/, which the program carries: sources of the loops that kernels are measured against.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace diagc::bench {

struct LoopFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const LoopFile> loop_files();

/// The text of the file of this name.
std::string loop_text(std::string_view name);

}  // namespace diagc::bench

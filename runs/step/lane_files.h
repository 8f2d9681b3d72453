// The files of text/, which the program carries.
#pragma once

#include <span>
#include <string_view>

namespace diagc::runs {

struct LaneFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const LaneFile> lane_files();

/// The text of the file of this name.
std::string_view lane_file(std::string_view name);

}  // namespace diagc::runs

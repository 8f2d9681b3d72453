// The files of step/, which the program carries: text that is compiled into steps of events.
#pragma once

#include <span>
#include <string_view>

namespace diagc::collider {

struct EventFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const EventFile> event_files();

/// The text of the file of this name.
std::string_view event_file(std::string_view name);

}  // namespace diagc::collider

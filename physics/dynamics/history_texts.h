// The files of text/, which the program carries: C++ of the history on processors.
#pragma once

#include <span>
#include <string_view>

namespace diagc::dynamics {

struct HistoryText {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const HistoryText> history_texts();

}  // namespace diagc::dynamics

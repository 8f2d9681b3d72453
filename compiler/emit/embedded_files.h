// The files of embedded/, which the compiler carries: text of emitted sources that depends on a graph by a few words at most.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace diagc {

struct EmbeddedFile {
  std::string_view name;  ///< without extension
  std::string_view folder;
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

/// The text of the file of this name, in which words in capitals stand for values: {"REAL", "float"}.
std::string embedded_text(
    std::string_view name,
    std::initializer_list<std::pair<std::string_view, std::string>> values = {});

}  // namespace diagc

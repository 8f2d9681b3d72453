#pragma once

#include <clang/Frontend/FrontendAction.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/host.h"

namespace diagc::machine {

/// One source text and what to make code for; the fields are those of DiagcSource.
struct Source {
  std::string_view text;
  std::string file_name;
  Cpu cpu;
  int opt_level = 3;
  const int* cancel = nullptr;
  std::string_view declarations = {};  // stand in front of the text, in a file of their own
  int* line = nullptr;                 // told which line is being read, where not null
  int deepest_brackets = 100000;       // generated expressions nest deeper than people's
  bool line_table = false;             // instructions know their lines

  bool cancelled() const { return cancel && __atomic_load_n(cancel, __ATOMIC_RELAXED) != 0; }
};

/// "+avx2,-xop" as its parts.
std::vector<std::string> features_of(const Cpu& cpu);

/// Parses the source and runs the action on it. The source sees no file but itself. Throws Refused
/// with all errors of the source, and Cancelled.
void run_front_end(const Source& source, std::unique_ptr<clang::FrontendAction> action);

/// To be put beside an action's own consumer: stops parsing at the next declaration after
/// cancellation.
std::unique_ptr<clang::ASTConsumer> stop_when_cancelled(const Source& source);

}  // namespace diagc::machine

#pragma once

#include <clang/Basic/Diagnostic.h>

#include <set>
#include <string>
#include <utility>

namespace diagc::machine {

/// Adds errors of our own to those of Clang, each once for a place.
class ErrorReporter {
 public:
  explicit ErrorReporter(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics),
        id_(diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) {}

  void operator()(clang::SourceLocation place, const std::string& message) {
    if (reported_.emplace(place.getRawEncoding(), message).second)
      diagnostics_.Report(place, id_) << message;
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  unsigned id_;
  std::set<std::pair<unsigned, std::string>> reported_;
};

}  // namespace diagc::machine

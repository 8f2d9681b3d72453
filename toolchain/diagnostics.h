#pragma once

#include <clang/Basic/Diagnostic.h>

#include <string>

namespace diagc::machine {

/// The name under which the one source text of a compilation is known to Clang.
inline constexpr const char* source_path = "/source.cpp";

/// Collects Clang's errors as text: each is a line `FILE:LINE:COL: error: …` (with the place that a
/// #line directive names, and the place in the source itself after it), then the numbered lines
/// around it with a caret.
class ErrorText : public clang::DiagnosticConsumer {
 public:
  /// `file_name` is what the source is called in messages.
  explicit ErrorText(std::string file_name) : file_name_(std::move(file_name)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override;

  const std::string& text() const { return text_; }

 private:
  std::string file_name_;
  std::string text_;
};

}  // namespace diagc::machine

#include "toolchain/diagnostics.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace diagc::machine {
namespace {

constexpr unsigned lines_around = 2;
constexpr size_t widest_line = 160;

llvm::StringRef line_of(llvm::StringRef source, unsigned number) {
  for (unsigned i = 1; i < number; ++i) source = source.split('\n').second;
  return source.split('\n').first.rtrim('\r');
}

/// Generated lines can be long: the part around the caret is shown. `column` counts from 1 and is
/// adjusted to the part.
std::string clipped(llvm::StringRef line, unsigned& column) {
  if (line.size() <= widest_line) return line.str();
  const size_t begin =
      std::min(column > widest_line / 2 ? column - widest_line / 2 : 0, line.size() - widest_line);
  column -= static_cast<unsigned>(begin);
  return line.substr(begin, widest_line).str();
}

std::string numbered_lines(llvm::StringRef source, unsigned line, unsigned column) {
  const unsigned lines = static_cast<unsigned>(source.rtrim('\n').count('\n')) + 1;
  const unsigned first = line > lines_around ? line - lines_around : 1;
  const unsigned last = std::min(line + lines_around, std::max(lines, line));
  std::string text;
  for (unsigned number = first; number <= last; ++number) {
    unsigned caret = number == line ? column : 1;
    text += llvm::formatv("{0,6} | {1}\n", number, clipped(line_of(source, number), caret)).str();
    if (number == line) text += "       | " + std::string(caret > 0 ? caret - 1 : 0, ' ') + "^\n";
  }
  return text;
}

}  // namespace

void ErrorText::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& info) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < clang::DiagnosticsEngine::Error) return;
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  if (!info.hasSourceManager() || info.getLocation().isInvalid()) {
    text_ += llvm::formatv("{0}: error: {1}\n", file_name_, message).str();
    return;
  }
  const clang::SourceManager& sources = info.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(info.getLocation());
  const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
  const unsigned line = sources.getExpansionLineNumber(place);
  const unsigned column = sources.getExpansionColumnNumber(place);
  const bool directed =
      presumed.isValid() && llvm::StringRef(presumed.getFilename()) != source_path;
  const std::string own = llvm::formatv("{0}:{1}:{2}", file_name_, line, column).str();
  text_ += directed ? llvm::formatv("{0}:{1}:{2}: error: {3} (at {4})\n", presumed.getFilename(),
                                    presumed.getLine(), presumed.getColumn(), message, own)
                          .str()
                    : llvm::formatv("{0}: error: {1}\n", own, message).str();
  text_ += numbered_lines(sources.getBufferData(sources.getFileID(place)), line, column);
}

}  // namespace diagc::machine

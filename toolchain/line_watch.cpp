#include "toolchain/line_watch.h"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace diagc::machine {
namespace {

class Watch {
 public:
  Watch(const clang::SourceManager& sources, int* line) : sources_(sources), line_(line) {}

  void operator()(clang::SourceLocation place) const {
    if (place.isInvalid()) return;
    place = sources_.getExpansionLoc(place);
    if (sources_.getFileID(place) == sources_.getMainFileID())
      __atomic_store_n(line_, static_cast<int>(sources_.getExpansionLineNumber(place)),
                       __ATOMIC_RELAXED);
  }

 private:
  const clang::SourceManager& sources_;
  int* line_;
};

/// Pragmas are carried out before the next token is seen.
class Pragmas : public clang::PPCallbacks {
 public:
  explicit Pragmas(Watch watch) : watch_(watch) {}
  void PragmaDirective(clang::SourceLocation place, clang::PragmaIntroducerKind) override {
    watch_(place);
  }

 private:
  Watch watch_;
};

}  // namespace

void watch_lines(clang::CompilerInstance& compiler, int* line) {
  if (!line) return;
  const Watch watch(compiler.getSourceManager(), line);
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  preprocessor.addPPCallbacks(std::make_unique<Pragmas>(watch));
  preprocessor.setTokenWatcher([watch](const clang::Token& token) { watch(token.getLocation()); });
}

}  // namespace diagc::machine

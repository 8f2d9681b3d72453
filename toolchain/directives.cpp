#include "toolchain/directives.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringSwitch.h>

#include <algorithm>

namespace diagc::machine {
namespace {

constexpr const char* no_attributes = ", expected none: the function also runs on devices";

class PreprocessorCheck : public clang::PPCallbacks {
 public:
  PreprocessorCheck(const clang::SourceManager& sources, const std::vector<std::string>& headers,
                    ErrorReporter& report)
      : sources_(sources), headers_(headers), report_(report) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool, clang::CharSourceRange place, clang::OptionalFileEntryRef,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    // The declarations are included by the command line, whose text counts as the main file's for isInMainFile().
    if (sources_.getFileID(hash) != sources_.getMainFileID()) return;
    if (std::ranges::find(headers_, name.str()) != headers_.end()) return;
    report_(place.getBegin(), "found #include of \"" + name.str() +
                                  "\", expected a file that stands alone; mathematical functions "
                                  "are there without a header");
  }
  /// No header is there; those that are allowed count as empty, others have been reported.
  bool FileNotFound(llvm::StringRef) override { return true; }

  void PragmaDirective(clang::SourceLocation place, clang::PragmaIntroducerKind kind) override {
    if (kind != clang::PIK_HashPragma)
      report_(place, std::string("found a pragma") + no_attributes);
  }

 private:
  const clang::SourceManager& sources_;
  const std::vector<std::string>& headers_;
  ErrorReporter& report_;
};

/// Over the text itself, without preprocessing.
class TextCheck {
 public:
  TextCheck(const clang::SourceManager& sources, const clang::LangOptions& language,
            ErrorReporter& report)
      : lexer_(sources.getMainFileID(), sources.getBufferOrFake(sources.getMainFileID()), sources,
               language),
        report_(report) {}

  /// Whether there was no pragma.
  bool run() {
    for (next(); !token_.is(clang::tok::eof);) {
      if (token_.is(clang::tok::hash) && token_.isAtStartOfLine()) {
        directive();
      } else if (token_.is(clang::tok::raw_identifier)) {
        word();
        next();
      } else if (token_.is(clang::tok::l_square)) {
        const clang::SourceLocation place = token_.getLocation();
        next();
        if (token_.is(clang::tok::l_square))
          report_(place, std::string("found an attribute") + no_attributes);
      } else {
        next();
      }
    }
    return !pragma_;
  }

 private:
  void next() { lexer_.LexFromRawLexer(token_); }

  bool in_line() const { return !token_.is(clang::tok::eof) && !token_.isAtStartOfLine(); }

  llvm::StringRef text() const {
    return token_.is(clang::tok::raw_identifier) ? token_.getRawIdentifier() : llvm::StringRef();
  }

  void directive() {
    const clang::SourceLocation place = token_.getLocation();
    next();
    if (!in_line()) return;
    const llvm::StringRef name = text();
    const bool allowed = llvm::StringSwitch<bool>(name)
                             .Cases("include", "define", "undef", "error", true)
                             .Cases("if", "ifdef", "ifndef", "elif", "else", "endif", true)
                             .Cases("elifdef", "elifndef", true)
                             .Default(false);
    if (name == "pragma") {
      next();
      if (!in_line() || text() != "once") {
        report_(place, "found a #pragma, expected none but `#pragma once`");
        pragma_ = true;
      }
    } else if (!allowed) {
      report_(place,
              "found a directive, expected #include of <cmath>, #define, #undef, #error, "
              "conditions or #pragma once");
    }
    if (in_line()) next();
  }

  void word() {
    const llvm::StringRef name = token_.getRawIdentifier();
    const clang::SourceLocation place = token_.getLocation();
    if (name == "__attribute__" || name == "__attribute" || name == "__declspec" ||
        name == "alignas" || name == "_Alignas") {
      report_(place, std::string("found an attribute") + no_attributes);
    } else if (name == "asm" || name == "__asm__" || name == "__asm") {
      report_(place, "found assembly, expected C++: the function also runs on devices");
    } else if (name == "_Pragma" || name == "__pragma") {
      report_(place, std::string("found a pragma") + no_attributes);
      pragma_ = true;
    } else if (name == "goto") {
      report_(place, "found goto, expected loops and conditions");
    }
  }

  clang::Lexer lexer_;
  clang::Token token_;
  ErrorReporter& report_;
  bool pragma_ = false;
};

}  // namespace

bool check_directives(clang::CompilerInstance& compiler, const std::vector<std::string>& headers,
                      ErrorReporter& report) {
  const clang::SourceManager& sources = compiler.getSourceManager();
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<PreprocessorCheck>(sources, headers, report));
  return TextCheck(sources, compiler.getLangOpts(), report).run();
}

}  // namespace diagc::machine

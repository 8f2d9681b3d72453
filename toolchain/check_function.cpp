#include "toolchain/check_function.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>

#include <optional>

#include "toolchain/allowed.h"
#include "toolchain/directives.h"
#include "toolchain/large_stack.h"
#include "toolchain/line_watch.h"

namespace diagc::machine {
namespace {

class FunctionCheck : public clang::ASTConsumer {
 public:
  FunctionCheck(const FunctionRule& rule, ErrorReporter& report, int* line)
      : rule_(rule), report_(report), line_(line) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& sources = context.getSourceManager();
    std::vector<const clang::FunctionDecl*> found;
    for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      if (!sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) continue;
      check_allowed(*declaration, context, report_);
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function && function->getNameAsString() == rule_.name &&
          function->isThisDeclarationADefinition()) {
        found.push_back(function);
      }
    }
    if (found.empty() && !rule_.required) {
      if (line_) *line_ = 0;
      return;
    }
    if (found.empty()) {
      report_(sources.getLocForStartOfFile(sources.getMainFileID()),
              "found no function '" + rule_.name +
                  "' outside of namespaces, expected one of type '" + rule_.type + "'");
      return;
    }
    for (std::size_t i = 1; i < found.size(); ++i) {
      report_(found[i]->getLocation(),
              "found a second function '" + rule_.name + "', expected one");
    }
    const std::string type =
        found[0]->getType().getCanonicalType().getAsString(context.getPrintingPolicy());
    if (type != rule_.type) {
      report_(found[0]->getLocation(),
              "found '" + rule_.name + "' of type '" + type + "', expected '" + rule_.type + "'");
    }
    if (line_) *line_ = static_cast<int>(sources.getExpansionLineNumber(found[0]->getLocation()));
  }

 private:
  const FunctionRule& rule_;
  ErrorReporter& report_;
  int* line_;
};

class CheckAction : public clang::ASTFrontendAction {
 public:
  CheckAction(const Source& source, const FunctionRule& rule) : source_(source), rule_(rule) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    report_.emplace(compiler.getDiagnostics());
    watch_lines(compiler, source_.line);
    if (!check_directives(compiler, rule_.headers, *report_)) return nullptr;
    return std::make_unique<FunctionCheck>(rule_, *report_, source_.line);
  }

 private:
  const Source& source_;
  const FunctionRule& rule_;
  std::optional<ErrorReporter> report_;
};

}  // namespace

void check_function(const Source& source, const FunctionRule& rule) {
  Source foreign = source;
  foreign.deepest_brackets = deepest_nesting;
  on_large_stack([&] { run_front_end(foreign, std::make_unique<CheckAction>(foreign, rule)); });
}

}  // namespace diagc::machine

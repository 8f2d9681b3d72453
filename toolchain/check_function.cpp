#include "toolchain/check_function.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>

namespace diagc::machine {
namespace {

class Reporter {
 public:
  explicit Reporter(clang::DiagnosticsEngine& diagnostics)
      : diagnostics_(diagnostics),
        id_(diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) {}
  void operator()(clang::SourceLocation place, const std::string& message) const {
    diagnostics_.Report(place, id_) << message;
  }

 private:
  clang::DiagnosticsEngine& diagnostics_;
  unsigned id_;
};

class IncludeCheck : public clang::PPCallbacks {
 public:
  IncludeCheck(const FunctionRule& rule, Reporter report) : rule_(rule), report_(report) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange place, clang::OptionalFileEntryRef,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const bool allowed = std::ranges::find(rule_.headers, name.str()) != rule_.headers.end();
    if (name.starts_with("/") || allowed) return;  // the declarations, under their own path
    report_(place.getBegin(), "found #include of \"" + name.str() +
                                  "\", expected a file that stands alone; mathematical functions "
                                  "are there without a header");
  }
  // No header is there; those that are allowed count as empty, others have been reported.
  bool FileNotFound(llvm::StringRef) override { return true; }

 private:
  const FunctionRule& rule_;
  Reporter report_;
};

class BodyCheck : public clang::RecursiveASTVisitor<BodyCheck> {
 public:
  BodyCheck(const clang::SourceManager& sources, Reporter report)
      : sources_(sources), report_(report) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCallExpr(clang::CallExpr* call) {
    if (call->isTypeDependent()) return true;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) {
      report_(call->getBeginLoc(),
              "found a call through a pointer, expected the name of a function");
    } else {
      require_inside(*callee, call->getBeginLoc());
    }
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expression) {
    const clang::CXXConstructorDecl* constructor = expression->getConstructor();
    if (!constructor->isImplicit() && !constructor->isDefaulted()) {
      require_inside(*constructor, expression->getBeginLoc());
    }
    return true;
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* expression) {
    report_(expression->getBeginLoc(),
            "found new, expected no allocation: a kernel cannot allocate");
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* expression) {
    report_(expression->getBeginLoc(),
            "found delete, expected no allocation: a kernel cannot allocate");
    return true;
  }
  bool VisitAsmStmt(clang::AsmStmt* statement) {
    report_(statement->getAsmLoc(),
            "found assembly, expected C++: the function also runs on devices");
    return true;
  }
  bool VisitFileScopeAsmDecl(clang::FileScopeAsmDecl* declaration) {
    report_(declaration->getAsmLoc(),
            "found assembly, expected C++: the function also runs on devices");
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->hasGlobalStorage() || variable->isConstexpr()) return true;
    const std::string kind = variable->isLocalVarDecl() ? "static" : "global";
    report_(variable->getLocation(),
            "found the " + kind + " variable '" + variable->getNameAsString() +
                "', expected constexpr: a function in a kernel keeps nothing between calls");
    return true;
  }

 private:
  void require_inside(const clang::FunctionDecl& callee, clang::SourceLocation place) {
    if (callee.hasBody()) return;
    const auto first = sources_.getExpansionLoc(callee.getFirstDecl()->getLocation());
    const bool declared_in_front = first.isValid() && !sources_.isInMainFile(first);
    if (declared_in_front) return;
    report_(place, "found a call of '" + callee.getQualifiedNameAsString() +
                       "', expected functions of this file and mathematical functions only");
  }

  const clang::SourceManager& sources_;
  Reporter report_;
};

class FunctionCheck : public clang::ASTConsumer {
 public:
  FunctionCheck(const FunctionRule& rule, Reporter report) : rule_(rule), report_(report) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::SourceManager& sources = context.getSourceManager();
    BodyCheck bodies(sources, report_);
    std::vector<const clang::FunctionDecl*> found;
    for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
      if (!sources.isInMainFile(sources.getExpansionLoc(declaration->getLocation()))) continue;
      bodies.TraverseDecl(declaration);
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function && function->getNameAsString() == rule_.name &&
          function->isThisDeclarationADefinition()) {
        found.push_back(function);
      }
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
  }

 private:
  const FunctionRule& rule_;
  Reporter report_;
};

class CheckAction : public clang::ASTFrontendAction {
 public:
  explicit CheckAction(const FunctionRule& rule) : rule_(rule) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    const Reporter report(compiler.getDiagnostics());
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeCheck>(rule_, report));
    return std::make_unique<FunctionCheck>(rule_, report);
  }

 private:
  const FunctionRule& rule_;
};

}  // namespace

void check_function(const Source& source, const FunctionRule& rule) {
  run_front_end(source, std::make_unique<CheckAction>(rule));
}

}  // namespace diagc::machine

#include "toolchain/inspect.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Mangle.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Object/SymbolSize.h>

#include "toolchain/compile.h"
#include "toolchain/large_stack.h"
#include "toolchain/line_watch.h"
#include "toolchain/refused.h"

namespace diagc::machine {
namespace {

struct Inspected {
  std::vector<FunctionFacts> functions;
  std::vector<std::string> symbols;  // their names in the object
};

class Inspector : public clang::ASTConsumer {
 public:
  explicit Inspector(Inspected& result) : result_(result) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    counter_.emplace(context);
    names_.emplace(context);
    visit(*context.getTranslationUnitDecl());
  }

 private:
  void visit(const clang::DeclContext& scope) {
    for (const clang::Decl* declaration : scope.decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        report(*function);
      else if (llvm::isa<clang::LinkageSpecDecl, clang::NamespaceDecl>(declaration))
        visit(*llvm::cast<clang::DeclContext>(declaration));
    }
  }

  void report(const clang::FunctionDecl& function) {
    if (!function.isThisDeclarationADefinition() || function.isDependentContext() ||
        !function.getBody() || function.isInlined() || !function.isExternallyVisible())
      return;
    result_.functions.push_back(
        {function.getQualifiedNameAsString(), counter_->of(function), liveness(function), 0});
    result_.symbols.push_back(names_->getName(&function));
  }

  Inspected& result_;
  std::optional<OperationCounter> counter_;
  std::optional<clang::ASTNameGenerator> names_;
};

class Inspect : public clang::ASTFrontendAction {
 public:
  Inspect(const Source& source, Inspected& result) : source_(source), result_(result) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    watch_lines(compiler, source_.line);
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<Inspector>(result_));
    consumers.push_back(stop_when_cancelled(source_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  const Source& source_;
  Inspected& result_;
};

llvm::StringMap<uint64_t> symbol_sizes(llvm::StringRef object_bytes) {
  auto object = llvm::object::ObjectFile::createObjectFile({object_bytes, "object"});
  if (!object)
    throw std::runtime_error("compiled code cannot be read: " + llvm::toString(object.takeError()));
  llvm::StringMap<uint64_t> sizes;
  for (const auto& [symbol, size] : llvm::object::computeSymbolSizes(**object)) {
    auto name = symbol.getName();
    if (name)
      sizes[*name] = size;
    else
      llvm::consumeError(name.takeError());
  }
  return sizes;
}

}  // namespace

std::vector<FunctionFacts> inspect(const Source& source) {
  Inspected inspected;
  on_large_stack([&] { run_front_end(source, std::make_unique<Inspect>(source, inspected)); });
  const auto object = compile(source, Product::object);
  const auto sizes = symbol_sizes({object.data(), object.size()});
  for (size_t i = 0; i < inspected.functions.size(); ++i)
    inspected.functions[i].code_bytes = sizes.lookup(inspected.symbols[i]);
  return std::move(inspected.functions);
}

}  // namespace diagc::machine

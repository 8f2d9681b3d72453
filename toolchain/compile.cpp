#include "toolchain/compile.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <mutex>

#include "toolchain/generate.h"
#include "toolchain/large_stack.h"
#include "toolchain/refused.h"

namespace diagc::machine {
namespace {

/// Clang's own path from the syntax tree to a module, which it leaves in *module.
class MakeModule : public clang::EmitLLVMOnlyAction {
 public:
  MakeModule(const Source& source, llvm::LLVMContext& context,
             std::unique_ptr<llvm::Module>& module)
      : EmitLLVMOnlyAction(&context), source_(source), module_(module) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    consumers.push_back(stop_when_cancelled(source_));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    module_ = takeModule();
  }

 private:
  const Source& source_;
  std::unique_ptr<llvm::Module>& module_;
};

/// What the code generator has to say goes to the caller instead of stderr.
class BackendErrors : public llvm::DiagnosticHandler {
 public:
  explicit BackendErrors(std::string& text) : text_(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(text_);
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    out << '\n';
    return true;
  }

 private:
  std::string& text_;
};

std::unique_ptr<llvm::TargetMachine> target_machine(const Source& source) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(host_triple(), error);
  if (!target) throw std::runtime_error("LLVM cannot make code for this machine: " + error);
  constexpr llvm::CodeGenOptLevel levels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less, llvm::CodeGenOptLevel::Default,
      llvm::CodeGenOptLevel::Aggressive};
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = true;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(host_triple(), source.cpu.name, source.cpu.features, options,
                                  llvm::Reloc::PIC_, std::nullopt, levels[source.opt_level]));
}

void optimise(const Source& source, llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::PassInstrumentationCallbacks callbacks;
  // Elimination of loads across iterations compares all stores of a kernel's loop with all loads and finds nothing: three
  // quarters of the optimisation time.
  callbacks.registerShouldRunOptionalPassCallback(
      [&source](llvm::StringRef pass, const llvm::Any&) {
        return !source.cancelled() && pass != "LoopLoadEliminationPass";
      });
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = source.opt_level >= 2;
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1, llvm::OptimizationLevel::O2,
      llvm::OptimizationLevel::O3};
  const llvm::OptimizationLevel level = levels[source.opt_level];
  if (level == llvm::OptimizationLevel::O0)
    builder.buildO0DefaultPipeline(level).run(module, modules);
  else
    builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

/// Assembly shows the line of the innermost function alone.
void move_to_outermost_lines(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const llvm::DILocation* at = instruction.getDebugLoc().get();
      if (!at) continue;
      while (at->getInlinedAt()) at = at->getInlinedAt();
      instruction.setDebugLoc(at);
    }
  }
}

llvm::SmallVector<char, 0> compile_here(const Source& source, Product product) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  run_front_end(source, std::make_unique<MakeModule>(source, context, module));
  if (!module) throw std::runtime_error("Clang made no module of " + source.file_name);
  module->setModuleIdentifier(source.file_name);
  module->setSourceFileName(source.file_name);

  // Not earlier: Clang refuses an unknown processor with a message, LLVM prints one and goes on.
  const std::unique_ptr<llvm::TargetMachine> machine = target_machine(source);
  std::string errors;
  context.setDiagnosticHandler(std::make_unique<BackendErrors>(errors));
  optimise(source, *module, *machine);
  if (source.cancelled()) throw Cancelled();
  if (product == Product::assembly_with_lines) move_to_outermost_lines(*module);

  llvm::SmallVector<char, 0> result;
  llvm::raw_svector_ostream out(result);
  if (product == Product::llvm_ir)
    module->print(out, nullptr);
  else
    generate(source, *module, *machine,
             product == Product::object ? llvm::CodeGenFileType::ObjectFile
                                        : llvm::CodeGenFileType::AssemblyFile,
             out);
  if (source.cancelled()) throw Cancelled();
  if (!errors.empty()) throw Refused(source.file_name + ": " + errors);
  return result;
}

}  // namespace

llvm::SmallVector<char, 0> compile(const Source& source, Product product) {
  if (source.opt_level < 0 || source.opt_level > 3)
    throw Refused("optimisation level " + std::to_string(source.opt_level) + ", expected 0 to 3");
  if (source.cancelled()) throw Cancelled();
  llvm::SmallVector<char, 0> result;
  Source same = source;
  same.line_table = product == Product::assembly_with_lines;
  on_large_stack([&] { result = compile_here(same, product); });
  return result;
}

}  // namespace diagc::machine

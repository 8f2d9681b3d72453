#include "toolchain/generate.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/TargetParser/Triple.h>

#include <stdexcept>

namespace diagc::machine {
namespace {

/// The code generator has required passes only, so that what it can be spared after cancellation is
/// the functions.
class EmptyFunctionsWhenCancelled : public llvm::FunctionPass {
 public:
  static char ID;
  explicit EmptyFunctionsWhenCancelled(const Source& source) : FunctionPass(ID), source_(source) {}

  bool runOnFunction(llvm::Function& function) override {
    if (!source_.cancelled()) return false;
    function.dropAllReferences();
    llvm::IRBuilder<>(llvm::BasicBlock::Create(function.getContext(), "", &function))
        .CreateUnreachable();
    return true;
  }

 private:
  const Source& source_;
};
char EmptyFunctionsWhenCancelled::ID = 0;

}  // namespace

/// What LLVMTargetMachine::addPassesToEmitFile does, with a change to the configuration of the
/// passes.
void generate(const Source& source, llvm::Module& module, llvm::TargetMachine& machine,
              llvm::CodeGenFileType type, llvm::raw_pwrite_stream& out) {
  auto& target = static_cast<llvm::LLVMTargetMachine&>(machine);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(
      llvm::TargetLibraryInfoImpl(llvm::Triple(host_triple()))));
  passes.add(new EmptyFunctionsWhenCancelled(source));
  llvm::TargetPassConfig* configuration = target.createPassConfig(passes);
  configuration->setDisableVerify(true);
  configuration->disablePass(&llvm::MachineSchedulerID);
  auto* machine_module = new llvm::MachineModuleInfoWrapperPass(&target);
  passes.add(configuration);
  passes.add(machine_module);
  bool failed = configuration->addISelPasses();
  if (!failed) {
    configuration->addMachinePasses();
    configuration->setInitialized();
    failed =
        target.addAsmPrinter(passes, out, nullptr, type, machine_module->getMMI().getContext());
  }
  if (failed)
    throw std::runtime_error("LLVM has no code generator of that kind for " + host_triple());
  passes.add(llvm::createFreeMachineFunctionPass());
  passes.run(module);
}

}  // namespace diagc::machine

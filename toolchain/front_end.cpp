#include "toolchain/front_end.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/Stack.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "toolchain/diagnostics.h"
#include "toolchain/refused.h"

namespace diagc::machine {
namespace {

constexpr const char* declarations_path = "/declarations.h";

/// Arguments of the compiler proper, so that neither the driver nor the files of an installed Clang
/// are needed.
std::vector<std::string> arguments(const Source& source) {
  std::vector<std::string> list = {
      "diagc", "-cc1", "-triple", host_triple(), "-x", "c++", "-std=c++20",
      "-O" + std::to_string(source.opt_level), "-target-cpu", source.cpu.name,
      // x86-64-v4 and Intel's server cores would otherwise halve their vectors.
      "-mprefer-vector-width=" + std::to_string(8 * source.cpu.vector_bytes), "-ffp-contract=on",
      // A spilled vector that straddles two cache lines costs double, and callers align the stack to 16 bytes only: without
      // this the speed of a kernel changes by a third from process to process.
      "-mstackrealign", "-mstack-alignment=" + std::to_string(source.cpu.vector_bytes), "-fno-rtti",
      "-nostdsysteminc", "-nostdinc++", "-nobuiltininc", "-mrelocation-model", "pic", "-pic-level",
      "2", "-mframe-pointer=none",
      // C++ lets a loop without effects be taken to end, and a function that only calls itself then returns anything: what never returns must
      // not give a number.
      "-fno-finite-loops",
      // Optimisation follows in a pipeline of our own, which can be cancelled.
      "-disable-llvm-passes",
      // The stack is large enough (large_stack.h).
      "-fbracket-depth", std::to_string(source.deepest_brackets), "-w", "-fno-caret-diagnostics",
      "-ferror-limit", "20"};
  if (source.line_table)
    list.insert(list.end(), {"-debug-info-kind=line-tables-only", "-dwarf-version=5"});
  for (const std::string& feature : features_of(source.cpu)) {
    list.push_back("-target-feature");
    list.push_back(feature);
  }
  if (!source.declarations.empty()) {
    list.push_back("-include");
    list.push_back(declarations_path);
  }
  list.push_back(source_path);
  return list;
}

class StopWhenCancelled : public clang::ASTConsumer {
 public:
  explicit StopWhenCancelled(const Source& source) : source_(source) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef) override { return !source_.cancelled(); }

 private:
  const Source& source_;
};

}  // namespace

std::vector<std::string> features_of(const Cpu& cpu) {
  llvm::SmallVector<llvm::StringRef, 128> parts;
  llvm::StringRef(cpu.features).split(parts, ',', -1, false);
  return {parts.begin(), parts.end()};
}

void run_front_end(const Source& source, std::unique_ptr<clang::FrontendAction> action) {
  clang::noteBottomOfStack();
  auto system = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  system->addFile(
      source_path, 0,
      llvm::MemoryBuffer::getMemBufferCopy({source.text.data(), source.text.size()}, source_path));
  system->addFile(declarations_path, 0,
                  llvm::MemoryBuffer::getMemBufferCopy(
                      {source.declarations.data(), source.declarations.size()}, declarations_path));
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), system);
  ErrorText errors(source.file_name);
  clang::tooling::ToolInvocation invocation(arguments(source), std::move(action), files.get());
  invocation.setDiagnosticConsumer(&errors);
  const bool succeeded = invocation.run();
  if (source.cancelled()) throw Cancelled();
  if (!errors.text().empty()) throw Refused(errors.text());
  if (!succeeded) throw std::runtime_error("Clang could not read " + source.file_name);
}

std::unique_ptr<clang::ASTConsumer> stop_when_cancelled(const Source& source) {
  return std::make_unique<StopWhenCancelled>(source);
}

}  // namespace diagc::machine

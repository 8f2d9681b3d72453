#include "toolchain/load.h"

#include <dlfcn.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/ObjectFileInterface.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>
#include <string>

#include "toolchain/refused.h"

namespace diagc::machine {
namespace {

namespace orc = llvm::orc;

/// What the session reported while this thread linked. That names the cause, such as a missing
/// symbol, where the error of the look-up names only the symbols that failed with it. Linking runs
/// on the thread that asks for it.
thread_local std::string reported;

void check(llvm::Error error) {
  if (!error) return;
  const std::string consequence = llvm::toString(std::move(error));
  throw Refused("compiled code cannot be loaded: " + (reported.empty() ? consequence : reported));
}

template <typename T>
T value_or_refuse(llvm::Expected<T> result) {
  if (!result) check(result.takeError());
  return std::move(*result);
}

/// What kernels may call: whatever this library itself sees, which is linked with the mathematics
/// library also where the program is not.
class ProcessSymbols : public orc::DefinitionGenerator {
 public:
  llvm::Error tryToGenerate(orc::LookupState&, orc::LookupKind, orc::JITDylib& library,
                            orc::JITDylibLookupFlags, const orc::SymbolLookupSet& wanted) override {
    orc::SymbolMap found;
    for (const auto& [name, flags] : wanted)
      if (void* address = dlsym(RTLD_DEFAULT, (*name).str().c_str()))
        found[name] = {orc::ExecutorAddr::fromPtr(address),
                       llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    return found.empty() ? llvm::Error::success()
                         : library.define(orc::absoluteSymbols(std::move(found)));
  }
};

/// One linker for the process; each module is a library of its own in it. It needs no platform,
/// compiler or frame registration: kernels have no static constructors and do not throw.
class Linker {
 public:
  /// Never destroyed: modules may be in use until the process ends.
  static Linker& instance() {
    static auto* linker = new Linker;
    return *linker;
  }

  orc::JITDylib& new_library() {
    orc::JITDylib& library = session_.createBareJITDylib("module" + std::to_string(count_++));
    library.addToLinkOrder(process_);
    return library;
  }

  orc::ExecutionSession& session() { return session_; }
  orc::ObjectLinkingLayer& layer() { return layer_; }

 private:
  Linker()
      : session_(value_or_refuse(orc::SelfExecutorProcessControl::Create(
            nullptr, std::make_unique<orc::InPlaceTaskDispatcher>()))),
        layer_(session_),
        process_(session_.createBareJITDylib("process")) {
    session_.setErrorReporter([](llvm::Error error) {
      reported += (reported.empty() ? "" : "; ") + llvm::toString(std::move(error));
    });
    process_.addGenerator(std::make_unique<ProcessSymbols>());
  }

  orc::ExecutionSession session_;
  orc::ObjectLinkingLayer layer_;
  orc::JITDylib& process_;
  std::atomic<uint64_t> count_{0};
};

class Library : public LoadedModule {
 public:
  explicit Library(std::string_view object) : library_(Linker::instance().new_library()) {
    try {
      link(object);
    } catch (...) {
      remove();
      throw;
    }
  }

  ~Library() override { remove(); }

  void* symbol(std::string_view name) const override {
    return symbols_.lookup({name.data(), name.size()});
  }

 private:
  /// All symbols are looked up at once, so that what is missing shows here and not at the first
  /// call.
  void link(std::string_view object) {
    reported.clear();
    Linker& linker = Linker::instance();
    auto bytes = llvm::MemoryBuffer::getMemBufferCopy({object.data(), object.size()}, "kernel");
    auto interface =
        value_or_refuse(orc::getObjectFileInterface(linker.session(), bytes->getMemBufferRef()));
    orc::SymbolLookupSet names;
    for (const auto& [name, flags] : interface.SymbolFlags) names.add(name);
    check(linker.layer().add(library_.getDefaultResourceTracker(), std::move(bytes),
                             std::move(interface)));
    const auto found = value_or_refuse(linker.session().lookup(
        {{&library_, orc::JITDylibLookupFlags::MatchAllSymbols}}, std::move(names)));
    for (const auto& [name, definition] : found)
      if (definition.getFlags().isExported())
        symbols_[*name] = definition.getAddress().toPtr<void*>();
  }

  void remove() {
    orc::ExecutionSession& session = Linker::instance().session();
    llvm::consumeError(session.removeJITDylib(library_));
    session.getSymbolStringPool()->clearDeadEntries();
  }

  orc::JITDylib& library_;
  llvm::StringMap<void*> symbols_;
};

}  // namespace

std::unique_ptr<LoadedModule> load(std::string_view object) {
  return std::make_unique<Library>(object);
}

}  // namespace diagc::machine

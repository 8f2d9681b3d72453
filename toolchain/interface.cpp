#include "toolchain/toolchain.h"

#include <llvm/Support/ErrorHandling.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "toolchain/check_function.h"
#include "toolchain/compile.h"
#include "toolchain/host.h"
#include "toolchain/identity.h"
#include "toolchain/inspect.h"
#include "toolchain/load.h"
#include "toolchain/refused.h"

struct DiagcModule {
  std::unique_ptr<diagc::machine::LoadedModule> code;
};

namespace diagc::machine {
namespace {

/// The strings and arrays that a DiagcReport points into live behind it.
struct OwnedReport : DiagcReport {
  std::vector<FunctionFacts> facts;
  std::vector<std::vector<DiagcCallCount>> calls;
  std::vector<DiagcFunctionReport> functions;
};

DiagcBytes copied(const char* data, size_t size) {
  char* bytes = static_cast<char*>(std::malloc(size + 1));
  if (!bytes) throw std::bad_alloc();
  if (size > 0) std::memcpy(bytes, data, size);
  bytes[size] = 0;
  return {bytes, size};
}

DiagcStatus failed(DiagcStatus status, const char* message, DiagcBytes* error) {
  try {
    if (error) *error = copied(message, std::strlen(message));
  } catch (const std::bad_alloc&) {
    *error = {nullptr, 0};
  }
  return status;
}

/// Runs the work and turns what it throws into a status and a message.
template <typename Work>
DiagcStatus guarded(DiagcBytes* error, Work&& work) {
  try {
    work();
    return DIAGC_OK;
  } catch (const Refused& refused) {
    return failed(DIAGC_REFUSED, refused.what(), error);
  } catch (const Cancelled& cancelled) {
    return failed(DIAGC_CANCELLED, cancelled.what(), error);
  } catch (const std::exception& failure) {
    return failed(DIAGC_FAILED, failure.what(), error);
  }
}

Source source_of(const DiagcSource& source) {
  Cpu cpu{source.cpu.name, source.cpu.features, source.cpu.vector_bytes, source.cpu.runs_here != 0};
  return {{source.source, source.source_size},
          source.file_name,
          std::move(cpu),
          source.opt_level,
          source.cancel,
          {},
          source.line};
}

const char* get_llvm_version() { return llvm_version().c_str(); }
const char* get_identity() { return identity().c_str(); }

DiagcStatus do_resolve_cpu(const char* name, DiagcCpu* result, DiagcBytes* error) {
  return guarded(error, [&] {
    const Cpu& cpu = resolve_cpu(name);
    *result = {cpu.name.c_str(), cpu.features.c_str(), cpu.vector_bytes, cpu.runs_here};
  });
}

DiagcStatus do_compile(const DiagcSource* source, DiagcProduct product, DiagcBytes* result,
                       DiagcBytes* error) {
  return guarded(error, [&] {
    const Product kind = product == DIAGC_OBJECT     ? Product::object
                         : product == DIAGC_LLVM_IR  ? Product::llvm_ir
                         : product == DIAGC_ASSEMBLY ? Product::assembly
                                                     : Product::assembly_with_lines;
    const auto bytes = compile(source_of(*source), kind);
    *result = copied(bytes.data(), bytes.size());
  });
}

DiagcStatus do_load(const char* object, size_t size, DiagcModule** module, DiagcBytes* error) {
  return guarded(error, [&] { *module = new DiagcModule{load({object, size})}; });
}

void* do_symbol(const DiagcModule* module, const char* name) { return module->code->symbol(name); }

void do_unload(DiagcModule* module) { delete module; }

DiagcStatus do_inspect(const DiagcSource* source, DiagcReport** report, DiagcBytes* error) {
  return guarded(error, [&] {
    auto owned = std::make_unique<OwnedReport>();
    owned->facts = inspect(source_of(*source));
    owned->calls.reserve(owned->facts.size());
    for (const FunctionFacts& facts : owned->facts) {
      auto& calls = owned->calls.emplace_back();
      for (const auto& [name, count] : facts.counts.calls) calls.push_back({name.c_str(), count});
      const Counts& c = facts.counts;
      owned->functions.push_back({facts.name.c_str(), c.multiplications, c.additions, c.fused,
                                  c.divisions, c.negations, c.loads, c.stores, c.scalar_loads,
                                  c.scalar_stores, facts.liveness.locals, facts.liveness.max_live,
                                  facts.code_bytes, calls.data(), calls.size()});
    }
    static_cast<DiagcReport&>(*owned) = {owned->functions.data(), owned->functions.size()};
    *report = owned.release();
  });
}

DiagcStatus do_check_function(const DiagcSource* source, const DiagcFunctionRule* rule,
                              DiagcBytes* error) {
  return guarded(error, [&] {
    Source checked = source_of(*source);
    checked.declarations = rule->declarations;
    check_function(checked, {.name = rule->name,
                             .type = rule->type,
                             .headers = {rule->headers, rule->headers + rule->header_count},
                             .required = rule->required != 0});
  });
}

void do_release_report(DiagcReport* report) { delete static_cast<OwnedReport*>(report); }

void do_release(DiagcBytes bytes) { std::free(bytes.data); }

}  // namespace
}  // namespace diagc::machine

extern "C" __attribute__((visibility("default"))) const DiagcToolchain* diagc_toolchain_v3(void) {
  using namespace diagc::machine;
  static const DiagcToolchain table = {
      get_llvm_version, get_identity, do_resolve_cpu,    do_compile, do_load,          do_symbol,
      do_unload,        do_inspect,   do_release_report, do_release, do_check_function};
  return &table;
}

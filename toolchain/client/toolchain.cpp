#include "toolchain/client/toolchain.h"

#include <functional>

#include "toolchain/client/library.h"

namespace diagc::toolchain {
namespace {

std::string taken(DiagcBytes bytes) {
  std::string text(bytes.data ? bytes.data : "", bytes.size);
  library().release(bytes);
  return text;
}

void check(DiagcStatus status, DiagcBytes error) {
  if (status == DIAGC_OK) return;
  const std::string message = error.data ? taken(error) : "out of memory";
  if (status == DIAGC_REFUSED) throw Refused(message);
  if (status == DIAGC_CANCELLED) throw Cancelled(message);
  throw std::runtime_error(message);
}

/// The flag that the library polls, raised when the token asks to stop.
class CancelFlag {
 public:
  explicit CancelFlag(std::stop_token stop)
      : raise_(std::move(stop), [this] { __atomic_store_n(&raised_, 1, __ATOMIC_RELAXED); }) {}
  const int* address() const { return &raised_; }

 private:
  int raised_ = 0;
  std::stop_callback<std::function<void()>> raise_;
};

DiagcSource in_c(const Source& source, const CancelFlag& cancel) {
  const DiagcCpu cpu{source.cpu.name.c_str(), source.cpu.features.c_str(), source.cpu.vector_bytes,
                     source.cpu.runs_here};
  return {source.text.data(), source.text.size(), source.file_name.c_str(), cpu, source.opt_level,
          cancel.address(),   source.line};
}

FunctionReport in_cpp(const DiagcFunctionReport& from) {
  FunctionReport to{from.name,         from.multiplications,
                    from.additions,    from.fused,
                    from.divisions,    from.negations,
                    from.loads,        from.stores,
                    from.scalar_loads, from.scalar_stores,
                    from.locals,       from.max_live,
                    from.code_bytes,   {}};
  for (size_t i = 0; i < from.call_count; ++i) to.calls[from.calls[i].name] = from.calls[i].count;
  return to;
}

}  // namespace

std::string why_unavailable() {
  try {
    library();
    return "";
  } catch (const Unavailable& unavailable) {
    return unavailable.what();
  }
}

std::string llvm_version() { return library().llvm_version(); }

std::string identity() { return library().identity(); }

Cpu resolve_cpu(const std::string& name) {
  DiagcCpu cpu{};
  DiagcBytes error{};
  check(library().resolve_cpu(name.c_str(), &cpu, &error), error);
  return {cpu.name, cpu.features, cpu.vector_bytes, cpu.runs_here != 0};
}

std::string compile(const Source& source, Product product, std::stop_token stop) {
  const CancelFlag cancel(std::move(stop));
  const DiagcSource request = in_c(source, cancel);
  const DiagcProduct kind = product == Product::object     ? DIAGC_OBJECT
                            : product == Product::llvm_ir  ? DIAGC_LLVM_IR
                            : product == Product::assembly ? DIAGC_ASSEMBLY
                                                           : DIAGC_ASSEMBLY_WITH_LINES;
  DiagcBytes result{}, error{};
  check(library().compile(&request, kind, &result, &error), error);
  return taken(result);
}

Module Module::load(std::string_view object) {
  DiagcModule* module = nullptr;
  DiagcBytes error{};
  check(library().load(object.data(), object.size(), &module, &error), error);
  return Module(std::shared_ptr<void>(
      module, [](void* handle) { library().unload(static_cast<DiagcModule*>(handle)); }));
}

void* Module::symbol(const std::string& name) const {
  void* address = library().symbol(static_cast<const DiagcModule*>(handle_.get()), name.c_str());
  if (!address) throw std::logic_error("compiled code has no symbol '" + name + "'");
  return address;
}

void check_function(const Source& source, const FunctionRule& rule) {
  const CancelFlag cancel({});
  const DiagcSource request = in_c(source, cancel);
  std::vector<const char*> headers;
  for (const std::string& header : rule.headers) headers.push_back(header.c_str());
  const DiagcFunctionRule in_c_rule{rule.name.c_str(), rule.type.c_str(), rule.declarations.c_str(),
                                    headers.data(),    headers.size(),    rule.required};
  DiagcBytes error{};
  check(library().check_function(&request, &in_c_rule, &error), error);
}

std::vector<FunctionReport> inspect(const Source& source, std::stop_token stop) {
  const CancelFlag cancel(std::move(stop));
  const DiagcSource request = in_c(source, cancel);
  DiagcReport* report = nullptr;
  DiagcBytes error{};
  check(library().inspect(&request, &report, &error), error);
  const std::unique_ptr<DiagcReport, void (*)(DiagcReport*)> owned(report,
                                                                   library().release_report);
  std::vector<FunctionReport> functions;
  for (size_t i = 0; i < report->function_count; ++i)
    functions.push_back(in_cpp(report->functions[i]));
  return functions;
}

}  // namespace diagc::toolchain

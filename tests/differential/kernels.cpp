#include "tests/differential/kernels.h"

#include <cstdlib>

#include "compiler/emit/cpp.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/names.h"
#include "diagc/rows.h"

namespace diagc {

namespace {

template <class Plan>
std::string concatenate(const std::vector<Plan>& plans, const CppOptions& options) {
  std::string text;
  for (const Plan& plan : plans) {
    text += "namespace in_" + plan.graph->signature().name + " {\n" +
            emit_cpp(*plan.graph, *plan.schedule, options) + "}\n\n";
  }
  return text;
}

toolchain::Module build(const std::string& source, const toolchain::Cpu& cpu) {
  return toolchain::Module::load(
      toolchain::compile({source, "random_programs.cpp", cpu}, toolchain::Product::object));
}

}  // namespace

template <class T>
Kernels<T>::Kernels(const std::vector<Plan>& plans)
    : source_(concatenate(plans, {sizeof(T) == 4, toolchain::resolve_cpu("native").vector_bytes})),
      module_(build(source_, toolchain::resolve_cpu("native"))) {}

template <class T>
void Kernels<T>::run(const Graph& graph, const T* inputs, T* outputs, const std::vector<T>& params,
                     std::size_t stride, std::size_t begin, std::size_t end,
                     std::size_t shared) const {
  using Range =
      void(const InputRows<T>*, const OutputRows<T>*, const T*, std::size_t, std::size_t, T*);
  const Signature& signature = graph.signature();
  const std::string name = kernel_symbol(signature.name);
  std::vector<InputRows<T>> from;
  std::vector<OutputRows<T>> to;
  for (std::size_t i = 0; i < signature.inputs.size(); ++i) {
    from.push_back({inputs + first_row(signature.inputs, i) * stride, stride,
                    i == shared ? std::size_t{0} : 1});
  }
  for (std::size_t i = 0; i < signature.outputs.size(); ++i) {
    to.push_back({outputs + first_row(signature.outputs, i) * stride, stride});
  }
  const auto bytes = *static_cast<const std::size_t*>(module_.symbol(name + "_work_bytes"));
  auto* work = static_cast<T*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64));
  module_.function<Range>(name + "_range")(from.data(), to.data(), params.data(), begin, end, work);
  std::free(work);
}

template class Kernels<float>;
template class Kernels<double>;

}  // namespace diagc

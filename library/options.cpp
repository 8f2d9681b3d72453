#include "library/options.h"

#include <algorithm>

#include "compiler/emit/cuda/program.h"

namespace diagc {

namespace {

Diagnostic without_position(Code code, std::string message) {
  return {.code = code, .path = {}, .position = {0, 0}, .message = std::move(message)};
}

syntax::TypeName type_from(const std::string& input, std::string text) {
  std::erase(text, ' ');
  using syntax::Scalar;
  for (const ElementShape shape : element_shapes) {
    for (const Scalar scalar : {Scalar::real, Scalar::complex}) {
      const bool complex = scalar == Scalar::complex;
      if (text == type_name(shape, complex) || text == full_type_name(shape, complex)) {
        return {scalar, shape};
      }
    }
  }
  throw InputError(without_position(
      Code::definition,
      "found the type " + diagc::quoted(text) + " for the input " + diagc::quoted(input) +
          ", expected real, complex, lorentz, lorentz<real> or lorentz<complex>"));
}

}  // namespace

FrontOptions front_end_options(const CompileOptions& options, const std::atomic<bool>* stop) {
  FrontOptions result;
  result.expand.statics = options.statics;
  for (const auto& [input, type] : options.input_types) {
    result.expand.input_types[input] = type_from(input, type);
  }
  result.expand.outputs = options.outputs;
  for (const std::string& text : options.gradients)
    result.expand.gradients.push_back(parse_gradient(text));
  result.expand.max_nodes = options.max_nodes;
  result.expand.max_steps = options.max_steps;
  result.expand.stop = stop;
  result.passes.disabled = options.disabled_passes;
  if (options.target == Target::cuda) result.passes.disabled.emplace_back(cuda_disabled_pass);
  result.passes.stop = stop;
  check_pass_names(options.disabled_passes);
  return result;
}

toolchain::Cpu processor(const std::string& name) {
  try {
    toolchain::Cpu cpu = toolchain::resolve_cpu(name);
    if (!cpu.runs_here) {
      throw InputError(without_position(Code::machine, "found the processor " +
                                                           diagc::quoted(name) +
                                                           ", expected one whose code this machine "
                                                           "can run, such as `native`"));
    }
    return cpu;
  } catch (const toolchain::Refused& refused) {
    throw InputError(without_position(Code::definition, refused.what()));
  }
}

}  // namespace diagc

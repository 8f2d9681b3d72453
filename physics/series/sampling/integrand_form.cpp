#include "physics/series/sampling/integrand_form.h"

#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace diagc::series {

namespace {

std::string text_of(const Kernel::Variable& variable) {
  std::string text = variable.name;
  for (std::size_t i = 0; i < variable.ranges.size(); ++i) {
    text += fmt::format("{}{}..{}", i == 0 ? "[" : ", ", variable.ranges[i].first,
                        variable.ranges[i].last);
  }
  if (!variable.ranges.empty()) text += "]";
  if (variable.shape != ElementShape::scalar)
    text += fmt::format(" : {}", shape_word(variable.shape));
  return variable.complex ? text + ", complex" : text;
}

std::string text_of(const std::vector<Kernel::Variable>& variables) {
  std::string text;
  for (const auto& variable : variables) text += (text.empty() ? "" : "; ") + text_of(variable);
  return text.empty() ? "none" : text;
}

bool is_of_pairs(const Kernel::Variable& input) {
  const auto& ranges = input.ranges;
  return input.shape == ElementShape::scalar && !input.complex && ranges.size() == 2 &&
         ranges[0].first >= 0 && ranges[0].first == ranges[1].first &&
         ranges[0].last == ranges[1].last && ranges[0].last >= ranges[0].first;
}

std::optional<std::size_t> input_of(const Kernel& kernel, const std::string& name) {
  for (std::size_t i = 0; i < kernel.inputs().size(); ++i) {
    if (kernel.inputs()[i].name == name) return i;
  }
  return std::nullopt;
}

[[noreturn]] void fail(const Kernel& kernel, const std::string& expected) {
  throw std::runtime_error(fmt::format("{}: found inputs {}, expected {}", kernel.name(),
                                       text_of(kernel.inputs()), expected));
}

}  // namespace

IntegrandForm integrand_form(const Kernel& kernel, const std::string& propagator,
                             const std::string& derivative) {
  const auto& inputs = kernel.inputs();
  IntegrandForm form;
  if (derivative.empty()) {
    if (inputs.size() != 1 || !is_of_pairs(inputs[0]))
      fail(kernel, "one real input G[0..n, 0..n], the propagator from vertex to vertex");
  } else {
    const auto g = input_of(kernel, propagator), h = input_of(kernel, derivative);
    const auto first_range = [&](std::size_t i) { return inputs[i].ranges[0]; };
    const bool fit = inputs.size() == 2 && g && h && g != h && is_of_pairs(inputs[*g]) &&
                     is_of_pairs(inputs[*h]) && first_range(*g).first == first_range(*h).first &&
                     first_range(*g).last == first_range(*h).last;
    if (!fit) {
      fail(kernel, fmt::format("two real inputs {}[0..m, 0..m] and {}[0..m, 0..m], the propagator "
                               "from vertex to vertex and its derivative",
                               propagator, derivative));
    }
    form.propagator = *g;
    form.derivative = h;
  }
  const auto& outputs = kernel.outputs();
  if (outputs.size() != 1 || outputs[0].leaves != 1 || outputs[0].complex) {
    throw std::runtime_error(
        fmt::format("{}: found outputs {}, expected one real number; name the one to integrate",
                    kernel.name(), text_of(outputs)));
  }
  const Kernel::Range range = inputs[form.propagator].ranges[0];
  form.first = static_cast<std::uint32_t>(range.first);
  form.m = static_cast<std::uint32_t>(range.last - range.first);
  return form;
}

std::uint32_t integration_order(const Kernel& kernel) {
  const IntegrandForm form = integrand_form(kernel);
  if (form.first != 0 || form.m == 0)
    fail(kernel, "one real input G[0..n, 0..n], the propagator from vertex to vertex");
  return form.m;
}

}  // namespace diagc::series

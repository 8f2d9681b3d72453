#include "library/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "runtime/system/checked.h"

namespace diagc {

namespace {

[[noreturn]] void refuse(std::string message) { throw std::invalid_argument(std::move(message)); }

std::string shape(const Kernel::Variable& variable, std::size_t configurations) {
  std::string text = fmt::format("[{}]", configurations);
  for (const Kernel::Range& range : variable.ranges) {
    text += fmt::format("[{}]", std::max<std::int64_t>(range.last - range.first + 1, 0));
  }
  if (variable.shape != ElementShape::scalar) {
    text += fmt::format("[{}]", components(variable.shape));
  }
  return text;
}

std::string names(const char* what, const std::vector<Kernel::Variable>& variables) {
  if (variables.empty()) return fmt::format("none: the kernel has no {}s", what);
  std::string list;
  for (const Kernel::Variable& variable : variables) {
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", variable.name);
  }
  return variables.size() == 1 ? list : "one of " + list;
}

/// For every variable the item with its name, null where there is none.
template <class Item>
std::vector<const Item*> assign(const char* what, const std::vector<Kernel::Variable>& variables,
                                const std::vector<Item>& items) {
  std::vector<const Item*> assigned(variables.size(), nullptr);
  for (const Item& item : items) {
    const auto variable = std::find_if(variables.begin(), variables.end(),
                                       [&](const auto& other) { return other.name == item.name; });
    if (variable == variables.end()) {
      refuse(
          fmt::format("found the {} `{}`, expected {}", what, item.name, names(what, variables)));
    }
    const Item*& place = assigned[static_cast<std::size_t>(variable - variables.begin())];
    if (place) refuse(fmt::format("found the {} `{}` twice, expected it once", what, item.name));
    place = &item;
  }
  return assigned;
}

ElementType stored_type(Element element) {
  switch (element) {
    case Element::fp32:
      return ElementType::float32;
    case Element::fp64:
      return ElementType::float64;
    case Element::complex_fp32:
      return ElementType::complex64;
    case Element::complex_fp64:
      return ElementType::complex128;
  }
  throw std::logic_error("no such element type");
}

/// `size` elements hold `outer` times `inner` of them, `stride` apart.
template <class Array>
void check_size(const char* what, const Kernel::Variable& variable, const Array& array,
                std::size_t configurations, std::size_t outer, std::size_t inner) {
  if (array.stride != 0 && array.stride < inner) {
    refuse(fmt::format("found a stride of {} for the {} `{}`, expected at least {}", array.stride,
                       what, variable.name, inner));
  }
  std::optional<std::size_t> expected = 0;
  if (outer > 0 && inner > 0) {
    expected = checked_product({outer - 1, array.stride == 0 ? inner : array.stride});
    if (expected) expected = checked_sum({*expected, inner});
  }
  const bool fits =
      expected && (array.stride == 0 ? array.size == *expected : array.size >= *expected);
  if (!fits) {
    refuse(fmt::format(
        "found {} numbers for the {} `{}`, expected {}{}: {}{}", array.size, what, variable.name,
        array.stride == 0 ? "" : "at least ",
        expected ? std::to_string(*expected) : "more than memory holds",
        shape(variable, configurations),
        array.layout == BatchLayout::leaf_configuration ? ", configurations last" : ""));
  }
}

template <class Byte, class Array>
ArrayView<Byte> view(const char* what, const Kernel::Variable& variable, const Array& array,
                     std::size_t configurations) {
  const bool by_leaf = array.layout == BatchLayout::leaf_configuration;
  const std::size_t outer = by_leaf ? variable.leaves : configurations;
  const std::size_t inner = by_leaf ? configurations : variable.leaves;
  check_size(what, variable, array, configurations, outer, inner);
  const ElementType type = stored_type(array.element);
  if (!array.data && outer > 0 && inner > 0) {
    refuse(fmt::format("found a null pointer for the {} `{}`", what, variable.name));
  }
  if (reinterpret_cast<std::uintptr_t>(array.data) % component_size(type) != 0) {
    refuse(fmt::format("found the {} `{}` at an address that its numbers of {} bytes cannot have",
                       what, variable.name, component_size(type)));
  }
  return {.data = static_cast<Byte*>(array.data),
          .type = type,
          .layout = by_leaf ? Layout::leaf_configuration : Layout::configuration_leaf,
          .leaves = variable.leaves,
          .configurations = configurations,
          .stride = array.stride == 0 ? inner : array.stride};
}

template <class Array>
Binding<Array> unbound(const Kernel::Variable& variable) {
  return {.array = {},
          .leaves = variable.complex ? Leaves::complex : Leaves::real,
          .leaf_count = variable.leaves,
          .needed = variable.needed};
}

}  // namespace

std::vector<Binding<ConstArray>> bind(const std::vector<Kernel::Variable>& variables,
                                      const std::vector<InputArray>& arrays,
                                      std::size_t configurations) {
  const auto assigned = assign("input", variables, arrays);
  std::vector<Binding<ConstArray>> bindings;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Kernel::Variable& variable = variables[i];
    bindings.push_back(unbound<ConstArray>(variable));
    if (!assigned[i]) {
      if (!variable.needed) continue;
      refuse(fmt::format("found no array for the input `{}`, expected {}", variable.name,
                         shape(variable, configurations)));
    }
    const InputArray& array = *assigned[i];
    if (is_complex(stored_type(array.element)) && !variable.complex) {
      refuse(fmt::format("found complex numbers for the real input `{}`, expected real ones",
                         variable.name));
    }
    bindings.back().array =
        view<const std::byte>("input", variable, array, array.shared ? 1 : configurations);
    bindings.back().shared = array.shared;
  }
  return bindings;
}

std::vector<Binding<MutableArray>> bind(const std::vector<Kernel::Variable>& variables,
                                        const std::vector<OutputArray>& arrays,
                                        std::size_t configurations) {
  const auto assigned = assign("output", variables, arrays);
  std::vector<Binding<MutableArray>> bindings;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    bindings.push_back(unbound<MutableArray>(variables[i]));
    if (!assigned[i]) continue;
    const OutputArray& array = *assigned[i];
    if (!is_complex(stored_type(array.element)) && variables[i].complex) {
      refuse(fmt::format("found a real array for the complex output `{}`, expected a complex one",
                         variables[i].name));
    }
    bindings.back().array = view<std::byte>("output", variables[i], array, configurations);
  }
  return bindings;
}

std::vector<double> numbers(const std::vector<Kernel::Variable>& params,
                            const std::vector<ParamValue>& values) {
  const auto assigned = assign("param", params, values);
  std::vector<double> result;
  for (std::size_t i = 0; i < params.size(); ++i) {
    const Kernel::Variable& param = params[i];
    std::vector<std::complex<double>> value(param.leaves);
    if (assigned[i]) {
      value = assigned[i]->values;
    } else if (param.needed) {
      refuse(fmt::format("found no value for the param `{}`, expected {} number{}", param.name,
                         param.leaves, param.leaves == 1 ? "" : "s"));
    }
    if (value.size() != param.leaves) {
      refuse(fmt::format("found {} numbers for the param `{}`, expected {}", value.size(),
                         param.name, param.leaves));
    }
    for (const std::complex<double> number : value) {
      result.push_back(number.real());
      if (param.complex) {
        result.push_back(number.imag());
      } else if (number.imag() != 0) {
        refuse(fmt::format("found {}{:+}i for the real param `{}`, expected a real number",
                           number.real(), number.imag(), param.name));
      }
    }
  }
  return result;
}

std::size_t row_count(const Kernel::Variable& variable) {
  return variable.leaves * (variable.complex ? 2 : 1);
}

std::size_t row_count(const std::vector<Kernel::Variable>& variables) {
  std::size_t sum = 0;
  for (const Kernel::Variable& variable : variables) sum += row_count(variable);
  return sum;
}

template <class T>
void check(const RowBatch<T>& batch, const std::vector<Kernel::Variable>& inputs,
           const std::vector<Kernel::Variable>& params,
           const std::vector<Kernel::Variable>& outputs) {
  const auto count = [](const char* what, std::size_t found, std::size_t expected) {
    if (found != expected) refuse(fmt::format("found {} {}, expected {}", found, what, expected));
  };
  count("inputs", batch.inputs.size(), inputs.size());
  count("outputs", batch.outputs.size(), outputs.size());
  count("numbers for the params", batch.params.size(), row_count(params));
  if (batch.size == 0) return;
  const auto rows = [](const char* what, const T* data, std::size_t stride, std::size_t length,
                       const Kernel::Variable& variable) {
    if (!variable.needed || variable.leaves == 0) return;
    if (!data) refuse(fmt::format("found a null pointer for the {} `{}`", what, variable.name));
    if (stride < length && row_count(variable) > 1) {
      refuse(fmt::format("found a row stride of {} for the {} `{}`, expected at least {}", stride,
                         what, variable.name, length));
    }
  };
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const InputRows<T>& input = batch.inputs[i];
    if (input.lane_stride > 1 && inputs[i].needed) {
      refuse(
          fmt::format("found a lane stride of {} for the input `{}`, expected 1, or 0 for one "
                      "number that all configurations share",
                      input.lane_stride, inputs[i].name));
    }
    rows("input", input.data, input.row_stride, input.lane_stride == 0 ? 1 : batch.size, inputs[i]);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    rows("output", batch.outputs[i].data, batch.outputs[i].row_stride, batch.size, outputs[i]);
  }
}

template void check(const RowBatch<float>&, const std::vector<Kernel::Variable>&,
                    const std::vector<Kernel::Variable>&, const std::vector<Kernel::Variable>&);
template void check(const RowBatch<double>&, const std::vector<Kernel::Variable>&,
                    const std::vector<Kernel::Variable>&, const std::vector<Kernel::Variable>&);

}  // namespace diagc

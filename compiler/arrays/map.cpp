#include "compiler/arrays/map.h"

#include "compiler/arrays/counter.h"
#include "compiler/graph/interpret.h"

namespace diagc::arrays {

namespace {

/// Calls visit(element, places of the operands) for all elements of the map, in C order.
template <class Visit>
void for_each_element(const ArrayNode& map, const Visit& visit) {
  std::vector<std::uint64_t> extents;  // in the order of the axes, the last one fastest
  std::vector<Variable> place(map.variables.size());
  for (const Variable variable : map.axes) {
    place[variable] = static_cast<Variable>(extents.size());
    extents.push_back(map.variables[variable]);
  }
  Counter counter(extents, map.operands.size());
  for (std::size_t k = 0; k < map.operands.size(); ++k) {
    std::vector<Variable> variables;
    for (const Variable variable : map.operands[k].variables) variables.push_back(place[variable]);
    counter.index(k, variables);
  }
  std::uint64_t element = 0;
  do visit(element++, counter);
  while (counter.next());
}

std::size_t elements_of(const ArrayNode& map) {
  std::size_t elements = 1;
  for (const std::uint64_t extent : map.shape()) elements *= extent;
  return elements;
}

}  // namespace

std::vector<std::complex<double>> map_elements(
    const ArrayNode& map, const std::vector<std::vector<std::complex<double>>>& values) {
  const Graph& body = *map.body;
  const std::size_t elements = elements_of(map);
  const std::vector<std::size_t> rows = first_rows(body.signature().inputs);
  const bool is_complex = body.signature().outputs.at(0).type == Type::complex;
  std::vector<double> inputs(rows.back() * elements);
  std::vector<double> outputs((is_complex ? 2 : 1) * elements);
  for_each_element(map, [&](std::uint64_t element, const Counter& counter) {
    for (std::size_t k = 0; k < map.operands.size(); ++k) {
      const std::complex<double> value = values[map.operands[k].array][counter.offset(k)];
      inputs[rows[k] * elements + element] = value.real();
      if (rows[k + 1] - rows[k] == 2) inputs[(rows[k] + 1) * elements + element] = value.imag();
    }
  });
  interpret(body, {inputs.data(), elements}, {}, {outputs.data(), elements}, elements);
  std::vector<std::complex<double>> result(elements);
  for (std::size_t k = 0; k < elements; ++k)
    result[k] = {outputs[k], is_complex ? outputs[elements + k] : 0.0};
  return result;
}

std::vector<Rational> map_elements(const ArrayNode& map,
                                   const std::vector<std::vector<Rational>>& values) {
  std::vector<Rational> result;
  std::vector<Rational> inputs(map.operands.size());
  for_each_element(map, [&](std::uint64_t, const Counter& counter) {
    for (std::size_t k = 0; k < map.operands.size(); ++k)
      inputs[k] = values[map.operands[k].array][counter.offset(k)];
    result.push_back(interpret_exactly(*map.body, inputs, {})[0]);
  });
  return result;
}

}  // namespace diagc::arrays

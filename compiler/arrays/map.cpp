#include "compiler/arrays/map.h"

#include "compiler/arrays/argument_places.h"
#include "compiler/graph/interpret.h"

namespace diagc::arrays {

namespace {

/// Calls visit(element, places of the operands) for all elements of the map, in C order.
template <class Visit>
void for_each_element(const ArrayGraph& graph, const ArrayNode& map, const Visit& visit) {
  ArgumentPlaces places(graph, map, map.axes);
  std::uint64_t element = 0;
  do visit(element++, places);
  while (places.next());
}

std::size_t elements_of(const ArrayNode& map) {
  std::size_t elements = 1;
  for (const std::uint64_t extent : map.shape()) elements *= extent;
  return elements;
}

}  // namespace

std::vector<std::complex<double>> map_elements(
    const ArrayGraph& graph, const ArrayNode& map,
    const std::vector<std::vector<std::complex<double>>>& values) {
  const Graph& body = *map.body;
  const std::size_t elements = elements_of(map);
  const std::vector<std::size_t> rows = first_rows(body.signature().inputs);
  const bool is_complex = body.signature().outputs.at(0).type == Type::complex;
  std::vector<double> inputs(rows.back() * elements);
  std::vector<double> outputs((is_complex ? 2 : 1) * elements);
  for_each_element(graph, map, [&](std::uint64_t element, const ArgumentPlaces& places) {
    for (std::size_t k = 0; k < map.operands.size(); ++k) {
      const std::complex<double> value = values[map.operands[k].array][places.of_operand(k)];
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

std::vector<Rational> map_elements(const ArrayGraph& graph, const ArrayNode& map,
                                   const std::vector<std::vector<Rational>>& values) {
  std::vector<Rational> result;
  std::vector<Rational> inputs(map.operands.size());
  for_each_element(graph, map, [&](std::uint64_t, const ArgumentPlaces& places) {
    for (std::size_t k = 0; k < map.operands.size(); ++k)
      inputs[k] = values[map.operands[k].array][places.of_operand(k)];
    result.push_back(interpret_exactly(*map.body, inputs, {})[0]);
  });
  return result;
}

}  // namespace diagc::arrays

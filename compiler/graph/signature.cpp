#include "compiler/graph/signature.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace diagc {

std::int64_t Variable::elements() const {
  std::int64_t product = 1;
  for (const IndexRange& range : ranges) product *= range.size();
  return product;
}

std::string Variable::scalar_name(std::uint32_t scalar) const {
  std::int64_t rest = scalar - first;
  const auto component = static_cast<std::size_t>(rest % components());
  rest /= components();
  std::string indices;
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
    const std::int64_t size = range->size();
    if (size == 0) throw std::logic_error(fmt::format("`{}` has no elements to name", name));
    const std::string index = std::to_string(range->first + rest % size);
    indices = indices.empty() ? index : index + "," + indices;
    rest /= size;
  }
  std::string text = name;
  if (!ranges.empty()) text += "[" + indices + "]";
  if (shape != ElementShape::scalar) text += fmt::format(".{}", component_names(shape)[component]);
  return text;
}

namespace {

const Variable& owner(const std::vector<Variable>& variables, std::uint32_t scalar) {
  // Variables without elements share the number of the first scalar behind them.
  const auto behind = std::ranges::upper_bound(variables, scalar, {}, &Variable::first);
  if (behind != variables.begin()) {
    const Variable& variable = *std::prev(behind);
    if (scalar < variable.first + variable.scalars()) return variable;
  }
  throw std::logic_error(fmt::format("no variable has scalar {}", scalar));
}

}  // namespace

std::uint32_t Signature::leaves() const {
  return inputs.empty() ? 0
                        : static_cast<std::uint32_t>(inputs.back().first + inputs.back().scalars());
}
const Variable& Signature::input_of(std::uint32_t leaf) const { return owner(inputs, leaf); }
const Variable& Signature::param_of(std::uint32_t scalar) const { return owner(params, scalar); }

}  // namespace diagc

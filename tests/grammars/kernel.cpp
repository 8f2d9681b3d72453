#include "tests/grammars/kernel.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/graph/interpret.h"
#include "tests/grammar_order.h"

namespace diagc::grammars {

namespace {

Expansion expand_file(const std::string& path, int n,
                      const std::map<std::string, syntax::TypeName>& input_types,
                      const std::map<std::string, std::string>& other_statics) {
  ExpandOptions options;
  const rules::Rules rules =
      rules::load(read_source(DIAGC_SOURCE_DIR "/grammars/" + path + ".diag"));
  options.statics = testing::order_statics(rules, n);
  options.statics.insert(other_statics.begin(), other_statics.end());
  options.input_types = input_types;
  return expand(rules, options);
}

const Variable& find(const std::vector<Variable>& variables, const std::string& name) {
  const auto found = std::ranges::find(variables, name, &Variable::name);
  if (found == variables.end()) throw std::logic_error("the grammar has no " + name);
  return *found;
}

std::size_t scalars(const std::vector<Variable>& variables) {
  return variables.empty()
             ? 0
             : variables.back().first + static_cast<std::size_t>(variables.back().scalars());
}

}  // namespace

Kernel::Kernel(const std::string& path, int n,
               const std::map<std::string, syntax::TypeName>& input_types,
               const std::map<std::string, std::string>& other_statics)
    : expansion_(expand_file(path, n, input_types, other_statics)),
      inputs_(scalars(graph().signature().inputs)),
      params_(scalars(graph().signature().params)),
      rows_(first_rows(graph().signature().inputs).back()) {}

const Variable& Kernel::input(const std::string& name) const {
  return find(graph().signature().inputs, name);
}

void Kernel::set(const std::string& name, const std::vector<Rational>& values) {
  const Variable& variable = input(name);
  if (static_cast<std::int64_t>(values.size()) != variable.scalars()) {
    throw std::logic_error("wrong number of values for " + name);
  }
  std::ranges::copy(values, inputs_.begin() + variable.first);
}

void Kernel::set(const std::string& name, const std::vector<std::complex<double>>& values) {
  const Variable& variable = input(name);
  if (static_cast<std::int64_t>(values.size()) != variable.scalars()) {
    throw std::logic_error("wrong number of values for " + name);
  }
  const auto& inputs = graph().signature().inputs;
  std::size_t row = first_rows(inputs)[variable.first];
  for (const auto& value : values) {
    rows_[row++] = value.real();
    if (variable.type == Type::complex) rows_[row++] = value.imag();
  }
}

void Kernel::param(const std::string& name, const Rational& value) {
  params_[find(graph().signature().params, name).first] = value;
}

void Kernel::set_all(const Rational& value) {
  std::ranges::fill(inputs_, value);
  std::ranges::fill(params_, value);
}

std::vector<Rational> Kernel::exact() const { return interpret_exactly(graph(), inputs_, params_); }

std::vector<std::complex<double>> Kernel::complex() const {
  const auto& outputs = graph().signature().outputs;
  const std::vector<std::size_t> first = first_rows(outputs);
  std::vector<double> results(first.back());
  interpret(graph(), {rows_.data(), 1}, {}, {results.data(), 1}, 1);
  std::vector<std::complex<double>> values;
  for (std::size_t scalar = 0; scalar + 1 < first.size(); ++scalar) {
    const bool has_imaginary_part = first[scalar + 1] - first[scalar] == 2;
    values.emplace_back(results[first[scalar]],
                        has_imaginary_part ? results[first[scalar] + 1] : 0);
  }
  return values;
}

}  // namespace diagc::grammars

#include "programs/audit/subject.h"

#include <algorithm>

#include <fmt/format.h>

#include "programs/bench/row_arrays.h"
#include "programs/command/command.h"

namespace diagc::audit {

namespace {

std::vector<std::string> sorted_declarations(const std::vector<Kernel::Variable>& variables) {
  std::vector<std::string> texts;
  for (const Kernel::Variable& variable : variables) texts.push_back(declaration(variable));
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string listed(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

template <class T>
std::vector<std::complex<double>> evaluate_in(const Kernel& kernel,
                                              const std::vector<ParamValue>& params,
                                              const Configurations& configurations) {
  const std::size_t count = configurations.count();
  const NumberRows rows = configurations.rows(kernel.inputs());
  bench::RowArrays<T> arrays(kernel, count);
  for (std::size_t row = 0; row < arrays.input_rows(); ++row) {
    std::transform(rows.row(row), rows.row(row) + count, arrays.input(row),
                   [](double x) { return static_cast<T>(x); });
  }
  const std::vector<double> numbers = kernel.param_numbers(params);
  arrays.evaluate(kernel, std::vector<T>(numbers.begin(), numbers.end()), 0, count);
  std::vector<std::complex<double>> values;
  std::size_t row = 0;
  for (const Kernel::Variable& output : kernel.outputs()) {
    for (std::size_t leaf = 0; leaf < output.leaves; ++leaf) {
      for (std::size_t c = 0; c < count; ++c) {
        const auto part = [&](std::size_t r) { return static_cast<double>(arrays.output(r, c)); };
        values.emplace_back(part(row), output.complex ? part(row + 1) : 0.0);
      }
      row += output.complex ? 2 : 1;
    }
  }
  return values;
}

}  // namespace

std::string declaration(const Kernel::Variable& variable) {
  std::string ranges;
  for (const Kernel::Range& range : variable.ranges)
    ranges += fmt::format("{}{}..{}", ranges.empty() ? "" : ", ", range.first, range.last);
  return fmt::format("{}{} : {}", variable.name,
                     variable.ranges.empty() ? "" : fmt::format("[{}]", ranges),
                     full_type_name(variable.shape, variable.complex));
}

void check_inputs(const Subject& first, const Subject& subject) {
  const auto found = sorted_declarations(subject.fp64.inputs());
  const auto expected = sorted_declarations(first.fp64.inputs());
  if (found == expected) return;
  throw Failure(fmt::format("error: {}: found the inputs {}, expected {} as in {}", subject.file,
                            listed(found), listed(expected), first.file));
}

std::vector<std::complex<double>> evaluate(const Kernel& kernel,
                                           const std::vector<ParamValue>& params,
                                           const Configurations& configurations) {
  return kernel.precision() == Precision::fp32
             ? evaluate_in<float>(kernel, params, configurations)
             : evaluate_in<double>(kernel, params, configurations);
}

}  // namespace diagc::audit

#include "programs/diagc/cyclic_eval.h"

#include <algorithm>
#include <complex>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/convolve.h"
#include "compiler/arrays/interpret.h"
#include "compiler/arrays/lower_cyclic.h"
#include "library/cyclic/cyclic_program.h"
#include "programs/command/axis_lengths.h"
#include "programs/command/output.h"
#include "programs/command/values.h"

namespace diagc {

namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;

/// The numbers of one output, all configurations.
struct CyclicResult {
  std::string name;
  std::vector<std::size_t> shape;  ///< the batch first
  bool is_complex = false;
  Numbers numbers;
};

class CyclicEvaluator {
 public:
  CyclicEvaluator(const CyclicEvaluation& evaluation, const rules::Rules& rules)
      : given_(evaluation),
        rules_(rules),
        files_(evaluation.inputs, rules, WholeArrays::as_doubles),
        grids_(parse_axes(evaluation.rules.axes, rules)) {}

  std::vector<CyclicResult> run() {
    // `convolve` is a pass of array graphs, not among those of scalar ones.
    RuleOptions rules = given_.rules;
    std::erase(rules.disabled_passes, "convolve");
    FrontOptions front = front_options(rules, given_.statics);
    for (const NamedFile& file : given_.outputs) front.expand.outputs.push_back(file.name);
    expansion_ = expand_arrays(rules_, front.expand);
    take_lengths();
    lowered_ = arrays::lower(expansion_, grids_);
    const bool convolves = std::ranges::count(given_.rules.disabled_passes, "convolve") == 0;
    if (convolves) lowered_.graph = arrays::convolve(lowered_.graph);
    batch_ = batch();
    declare_results();
    if (given_.kernel.target == "interpreter" || !by_program()) interpret();
    return std::move(results_);
  }

 private:
  const Signature& signature() const { return expansion_.graph.signature(); }

  std::vector<std::size_t> shape_of(const Variable& variable) const {
    std::vector<std::size_t> shape;
    for (const IndexRange& range : variable.ranges)
      shape.push_back(static_cast<std::size_t>(range.size()));
    return shape;
  }
  std::size_t extent(std::uint32_t axis) const {
    const Axis& declared = expansion_.axes[axis];
    if (!declared.cyclic) return declared.extent;
    std::size_t points = 1;
    for (const std::uint64_t length : grids_.at(declared.name)) points *= length;
    return points;
  }
  /// One array of all points, or its grid.
  std::vector<std::vector<std::size_t>> shapes_of_input(std::size_t input) const {
    std::vector<std::size_t> flat = shape_of(signature().inputs[input]), grid = flat;
    for (const std::uint32_t axis : expansion_.input_axes[input]) {
      flat.push_back(extent(axis));
      if (!expansion_.axes[axis].cyclic) {
        grid.push_back(extent(axis));
        continue;
      }
      for (const std::uint64_t length : grids_.at(expansion_.axes[axis].name))
        grid.push_back(length);
    }
    return {flat, grid};
  }

  /// Lengths that --axis leaves open, from arrays that have an axis for each axis of their input, behind its static indices and perhaps a batch.
  void take_lengths() {
    for (std::size_t input = 0; input < signature().inputs.size(); ++input) {
      const NpyArray* given = files_.find(signature().inputs[input].name);
      if (!given) continue;
      const auto& axes = expansion_.input_axes[input];
      const std::size_t indices = signature().inputs[input].ranges.size();
      const std::size_t own = indices + axes.size();
      if (given->shape.size() != own && given->shape.size() != own + 1) continue;
      for (std::size_t k = 0; k < axes.size(); ++k) {
        const Axis& axis = expansion_.axes[axes[k]];
        const std::size_t length = given->shape[given->shape.size() - axes.size() + k];
        if (axis.cyclic && length > 0)
          grids_.emplace(axis.name, std::vector<std::uint64_t>{length});
      }
    }
  }

  const NpyArray& array_of(std::size_t input) const {
    const Variable& variable = signature().inputs[input];
    const NpyArray* given = files_.find(variable.name);
    if (!given) {
      const syntax::Decl* decl = find_declaration(rules_.inputs, variable.name);
      throw InputError(make_diagnostic(
          Code::definition, *rules_.file->source, decl ? decl->name_span : rules_.file->name_span,
          fmt::format("found no numbers for {}, expected -i {}=FILE.npy",
                      diagc::quoted(variable.name), variable.name)));
    }
    return *given;
  }

  /// Whether a batch stands in front; throws where the shape is another one.
  bool has_batch(std::size_t input) const {
    const NpyArray& given = array_of(input);
    const auto shapes = shapes_of_input(input);
    for (const auto& shape : shapes) {
      if (given.shape == shape) return false;
      if (given.shape.size() == shape.size() + 1 &&
          std::equal(shape.begin(), shape.end(), given.shape.begin() + 1)) {
        return true;
      }
    }
    throw Failure(
        fmt::format("found an array of shape ({}) for the input {}, expected ({}), or a "
                    "batch of these",
                    fmt::join(given.shape, ", "), diagc::quoted(signature().inputs[input].name),
                    fmt::join(shapes[0], ", ")));
  }

  std::size_t batch() const {
    std::size_t batch = 1;
    for (std::size_t input = 0; input < signature().inputs.size(); ++input) {
      if (!needed(input) || !has_batch(input)) continue;
      const std::size_t own = array_of(input).shape[0];
      if (own == 1 || own == batch) continue;
      if (batch != 1) {
        throw Failure(
            fmt::format("found a batch of {} for the input {}, expected {} as before, or "
                        "1",
                        own, diagc::quoted(signature().inputs[input].name), batch));
      }
      batch = own;
    }
    return batch;
  }
  bool needed(std::size_t input) const {
    const Variable& variable = signature().inputs[input];
    return std::ranges::any_of(lowered_.inputs, [&](const arrays::InputSource& source) {
      return !source.is_param && &signature().input_of(source.number) == &variable;
    });
  }

  /// Of one input node of the graph, in one configuration.
  Numbers elements(std::size_t node, std::size_t configuration) const {
    const arrays::InputSource& source = lowered_.inputs[node];
    if (source.is_param) {
      const Variable& variable = signature().param_of(source.number);
      for (const ParamValue& given : given_.params) {
        if (given.name == variable.name) return {given.values.at(source.number - variable.first)};
      }
      const syntax::Decl* decl = find_declaration(rules_.params, variable.name);
      throw InputError(make_diagnostic(
          Code::definition, *rules_.file->source, decl ? decl->name_span : rules_.file->name_span,
          fmt::format("found no value for the param {}, expected -p {}=NUMBER",
                      diagc::quoted(variable.name), variable.name)));
    }
    const Variable& variable = signature().input_of(source.number);
    const auto input = static_cast<std::size_t>(&variable - signature().inputs.data());
    const NpyArray& given = array_of(input);
    std::size_t each = 1;
    for (const std::uint32_t axis : expansion_.input_axes[input]) each *= extent(axis);
    const std::size_t all = each * static_cast<std::size_t>(variable.elements());
    const bool moves = has_batch(input) && given.shape[0] != 1;
    const std::size_t first =
        (source.number - variable.first) * each + (moves ? configuration * all : 0);
    const std::size_t parts = is_complex(given.type) ? 2 : 1;
    if (parts == 2 && variable.type == Type::real) {
      throw Failure(fmt::format("found complex numbers for the input {}, expected real ones",
                                diagc::quoted(variable.name)));
    }
    Numbers result;
    const auto copy = [&]<class T>(const T* from) {
      for (std::size_t k = first; k < first + each; ++k) {
        result.emplace_back(static_cast<double>(from[k * parts]),
                            parts == 2 ? static_cast<double>(from[k * parts + 1]) : 0.0);
      }
    };
    if (component_size(given.type) == 4) {
      copy(reinterpret_cast<const float*>(given.data.get()));
    } else {
      copy(reinterpret_cast<const double*>(given.data.get()));
    }
    return result;
  }

  void declare_results() {
    for (const Variable& variable : signature().outputs) {
      CyclicResult result;
      result.name = variable.name;
      result.shape = shape_of(variable);
      result.shape.insert(result.shape.begin(), batch_);
      result.is_complex = variable.type == Type::complex;
      for (const auto& output : expansion_.outputs) {
        if (&signature().outputs[output.output] != &variable) continue;
        for (const AxisVariable& axis : output.axes) result.shape.push_back(extent(axis.axis));
        break;
      }
      std::size_t size = 1;
      for (const std::size_t length : result.shape) size *= length;
      result.numbers.resize(size);
      results_.push_back(std::move(result));
    }
  }

  /// One configuration of one element of an output.
  void store(std::size_t element, std::size_t configuration, const Complex* numbers,
             std::size_t count) {
    const auto& output = expansion_.outputs[element];
    CyclicResult& result = results_[output.output];
    std::size_t place = 0;
    for (std::size_t before = element;
         before-- > 0 && expansion_.outputs[before].output == output.output;)
      ++place;
    const std::size_t all = result.numbers.size() / batch_;
    std::copy_n(
        numbers, count,
        result.numbers.begin() + static_cast<std::ptrdiff_t>(configuration * all + place * count));
  }

  bool by_program() {
    std::vector<Type> types;
    for (const arrays::InputSource& source : lowered_.inputs) {
      types.push_back(source.is_param ? signature().param_of(source.number).type
                                      : signature().input_of(source.number).type);
    }
    std::optional<arrays::CyclicPlan> plan;
    try {
      plan = arrays::plan_cyclic(lowered_.graph, types);
    } catch (const std::runtime_error&) {
      return false;  // arrays of several axes
    }
    const CyclicProgram program(std::move(*plan), 0,
                                {.target = Target::cpu, .use_cache = !given_.kernel.no_cache});
    const auto room = [&](const std::vector<std::uint32_t>& values, std::vector<Numbers>& memory) {
      std::vector<CyclicArray> arrays;
      for (const std::uint32_t value : values) {
        const std::size_t apart = program.distance(program.plan().values[value].axis);
        Numbers& own = memory.emplace_back(apart * program.block());
        arrays.push_back({own.data(), apart});
      }
      return arrays;
    };
    std::vector<Numbers> read, written;
    read.reserve(program.plan().inputs.size());
    written.reserve(program.plan().outputs.size());
    const auto inputs = room(program.plan().inputs, read);
    const auto outputs = room(program.plan().outputs, written);
    for (std::size_t first = 0; first < batch_; first += program.block()) {
      const std::size_t count = std::min(program.block(), batch_ - first);
      for (std::size_t k = 0; k < inputs.size(); ++k) {
        for (std::size_t c = 0; c < count; ++c) {
          const Numbers own = elements(k, first + c);
          std::ranges::copy(own, inputs[k].numbers + c * inputs[k].distance);
        }
      }
      program.run(inputs, outputs);
      for (std::size_t k = 0; k < outputs.size(); ++k) {
        const std::uint32_t axis = program.plan().values[program.plan().outputs[k]].axis;
        const std::size_t points = axis == 0 ? 1 : program.plan().graph.cyclic[axis - 1].points();
        for (std::size_t c = 0; c < count; ++c)
          store(k, first + c, outputs[k].numbers + c * outputs[k].distance, points);
      }
    }
    return true;
  }

  void interpret() {
    for (std::size_t configuration = 0; configuration < batch_; ++configuration) {
      std::vector<Numbers> inputs;
      for (std::size_t k = 0; k < lowered_.inputs.size(); ++k)
        inputs.push_back(elements(k, configuration));
      const auto outputs = arrays::interpret(lowered_.graph, inputs, arrays::Numbers<Complex>());
      for (std::size_t k = 0; k < outputs.size(); ++k)
        store(k, configuration, outputs[k].data(), outputs[k].size());
    }
  }

  const CyclicEvaluation& given_;
  const rules::Rules& rules_;
  InputFiles files_;
  std::map<std::string, std::vector<std::uint64_t>> grids_;
  ArrayExpansion expansion_;
  arrays::Lowered lowered_;
  std::size_t batch_ = 1;
  std::vector<CyclicResult> results_;
};

std::string summary_of(const CyclicResult& result) {
  constexpr std::size_t most = 6;
  std::string values;
  for (std::size_t i = 0; i < std::min(result.numbers.size(), most); ++i) {
    const Complex value = result.numbers[i];
    values += i > 0 ? ", " : "";
    values += result.is_complex ? fmt::format("{}{:+}i", value.real(), value.imag())
                                : fmt::format("{}", value.real());
  }
  return fmt::format("{}: {} ({})\n  {}{}\n", result.name,
                     result.is_complex ? "complex128" : "float64", fmt::join(result.shape, ", "),
                     values, result.numbers.size() > most ? ", …" : "");
}

void write_cyclic_result(const CyclicResult& result, const std::string& path) {
  std::vector<double> numbers;
  for (const Complex& value : result.numbers) {
    numbers.push_back(value.real());
    if (result.is_complex) numbers.push_back(value.imag());
  }
  const std::span<const double> all(numbers);
  const ElementType type = element_type<double>(result.is_complex);
  if (path == "-") {
    write_out(npy_file_start(type, result.shape));
    write_out({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)});
    return flush_out();
  }
  write_npy(path, type, result.shape, std::as_bytes(all));
}

}  // namespace

void evaluate_cyclic(const CyclicEvaluation& evaluation, const rules::Rules& rules) {
  if (evaluation.kernel.target == "cuda") {
    throw Failure(
        "found --target cuda for a file with cyclic axes, expected --target cpu or interpreter: "
        "sums along cyclic axes have no kernels for devices");
  }
  if (!rules.greens.empty()) {
    throw Failure(fmt::format(
        "found the green {} in the file, expected inputs and outputs alone: theories at two times "
        "are propagated, not evaluated",
        diagc::quoted(rules.greens[0]->name)));
  }
  const std::vector<CyclicResult> results = CyclicEvaluator(evaluation, rules).run();
  for (const CyclicResult& result : results) {
    if (evaluation.outputs.empty()) write_out(summary_of(result));
    for (const NamedFile& file : evaluation.outputs) {
      if (file.name == result.name) write_cyclic_result(result, file.path);
    }
  }
}

}  // namespace diagc

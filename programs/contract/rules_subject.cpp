#include "programs/contract/rules_subject.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "compiler/arrays/lower.h"
#include "compiler/driver/compilation.h"
#include "compiler/expand/expand_arrays.h"
#include "physics/networks/graph_network.h"
#include "programs/command/command.h"
#include "programs/command/definitions.h"
#include "programs/command/input_files.h"
#include "programs/command/machine.h"
#include "programs/command/rule_file.h"
#include "programs/command/values.h"
#include "programs/contract/numbers.h"
#include "runtime/system/thread_pool.h"

namespace diagc::contract {

namespace {

using Numbers = std::vector<std::complex<double>>;

using Outputs = std::vector<ArrayExpansion::Output>;

/// The outputs' elements that are named, in the order of the file; all without names.
Outputs chosen(const Outputs& all, const std::vector<std::string>& names) {
  if (all.empty()) throw UsageError("found a rule file without output, expected one or more");
  if (names.empty()) return all;
  const auto fits = [](const ArrayExpansion::Output& output, const std::string& name) {
    return output.name == name || output.name.starts_with(name + "[");
  };
  for (const std::string& name : names) {
    if (std::ranges::any_of(all, [&](const auto& output) { return fits(output, name); })) continue;
    std::string others;
    for (const auto& output : all) {
      if (others.size() < 200) others += (others.empty() ? "" : ", ") + diagc::quoted(output.name);
    }
    throw UsageError(fmt::format("found --output {}, expected one of {}", name, others));
  }
  Outputs result;
  std::ranges::copy_if(all, std::back_inserter(result), [&](const auto& output) {
    return std::ranges::any_of(names, [&](const auto& name) { return fits(output, name); });
  });
  return result;
}

/// So many elements of an array from number `first` on.
Numbers elements_of(const NpyArray& array, std::size_t first, std::size_t count) {
  const std::size_t parts = is_complex(array.type) ? 2 : 1;
  Numbers result;
  const auto copy = [&]<class T>(const T* from) {
    for (std::size_t k = first; k < first + count; ++k) {
      result.emplace_back(static_cast<double>(from[k * parts]),
                          parts == 2 ? static_cast<double>(from[k * parts + 1]) : 0.0);
    }
  };
  if (component_size(array.type) == 4) {
    copy(reinterpret_cast<const float*>(array.data.get()));
  } else {
    copy(reinterpret_cast<const double*>(array.data.get()));
  }
  return result;
}

/// An input's array as its file has it: a batch of one or none, static indices,
/// axes.
class Inputs {
 public:
  Inputs(const SubjectOptions& options, const rules::Rules& rules, const ArrayExpansion& expansion)
      : rules_(rules),
        expansion_(expansion),
        names_(parse_files("-i", options.inputs)),
        files_(names_, rules, WholeArrays::as_doubles),
        params_(parse_params(options.params, rules)) {}

  bool any() const { return !names_.empty() || !params_.empty(); }

  Numbers elements(const arrays::InputSource& source, std::size_t configuration) const {
    return source.is_param ? param(source.number) : array(source.number, configuration);
  }

  /// Of the batch that arrays have in front; 1 where none has one.
  std::size_t configurations() const {
    std::size_t batch = 1;
    const NamedFile* first = nullptr;
    for (const NamedFile& file : names_) {
      const Signature& signature = expansion_.graph.signature();
      const auto variable = std::ranges::find(signature.inputs, file.name, &Variable::name);
      if (variable == signature.inputs.end()) continue;
      const NpyArray& given = *files_.find(file.name);
      const std::vector<std::size_t> shape = shape_of(*variable);
      check_shape(*variable, given, shape);
      if (given.shape.size() == shape.size() || given.shape[0] == 1) continue;
      if (first != nullptr && given.shape[0] != batch) {
        throw Failure(fmt::format("{}: found a batch of {}, expected {} as in {}, or 1", file.path,
                                  given.shape[0], batch, first->path));
      }
      first = &file;
      batch = given.shape[0];
    }
    return batch;
  }

 private:
  [[noreturn]] void fail_missing(const syntax::Decl& decl, const std::string& expected) const {
    throw InputError(make_diagnostic(
        Code::definition, *rules_.file->source, decl.name_span,
        fmt::format("found no numbers for {}, expected {}", diagc::quoted(decl.name), expected)));
  }

  Numbers param(std::uint32_t number) const {
    const Variable& variable = expansion_.graph.signature().param_of(number);
    for (const ParamValue& given : params_) {
      if (given.name == variable.name) return {given.values.at(number - variable.first)};
    }
    fail_missing(*find_declaration(rules_.params, variable.name),
                 fmt::format("-p {}=NUMBER, or --fill", variable.name));
  }

  /// Static indices and axes.
  std::vector<std::size_t> shape_of(const Variable& variable) const {
    std::vector<std::size_t> shape;
    for (const IndexRange& range : variable.ranges)
      shape.push_back(static_cast<std::size_t>(range.size()));
    if (variable.components() > 1) shape.push_back(static_cast<std::size_t>(variable.components()));
    for (const std::uint32_t axis : axes_of(variable))
      shape.push_back(expansion_.axes[axis].extent);
    return shape;
  }

  const std::vector<std::uint32_t>& axes_of(const Variable& variable) const {
    return expansion_.input_axes[static_cast<std::size_t>(
        &variable - expansion_.graph.signature().inputs.data())];
  }

  Numbers array(std::uint32_t leaf, std::size_t configuration) const {
    const Signature& signature = expansion_.graph.signature();
    const Variable& variable = signature.input_of(leaf);
    const NpyArray* given = files_.find(variable.name);
    if (!given) {
      fail_missing(*find_declaration(rules_.inputs, variable.name),
                   fmt::format("-i {}=FILE.npy, or --fill", variable.name));
    }
    const std::vector<std::size_t> shape = shape_of(variable);
    check_shape(variable, *given, shape);
    std::size_t each = 1, all = 1;
    for (const std::uint32_t axis : axes_of(variable)) each *= expansion_.axes[axis].extent;
    for (const std::size_t length : shape) all *= length;
    const bool is_batch = given->elements > all;
    const std::size_t first = (leaf - variable.first) * each + (is_batch ? configuration * all : 0);
    return elements_of(*given, first, each);
  }

  void check_shape(const Variable& variable, const NpyArray& given,
                   std::vector<std::size_t> shape) const {
    const auto file =
        std::ranges::find(names_, variable.name, [](const NamedFile& named) { return named.name; });
    if (is_complex(given.type) && variable.type == Type::real) {
      throw Failure(fmt::format("{}: found {} numbers for the input {}, expected real ones",
                                file->path, name(given.type), diagc::quoted(variable.name)));
    }
    if (!given.lacking.empty()) {
      throw Failure(fmt::format(
          "{}: found whole numbers beyond 2^53 for the input {}, expected smaller ones: a network "
          "file and --values take them",
          file->path, diagc::quoted(variable.name)));
    }
    if (given.shape == shape) return;
    const std::string expected = shape_text(shape);
    const bool has_batch = given.shape.size() == shape.size() + 1 && given.shape[0] > 0 &&
                           std::equal(shape.begin(), shape.end(), given.shape.begin() + 1);
    if (has_batch) return;
    throw Failure(fmt::format(
        "{}: found the shape {} for the input {}, expected {}, its static indices and its "
        "axes, or a batch in front of that",
        file->path, shape_text(given.shape), diagc::quoted(variable.name), expected));
  }

  const rules::Rules& rules_;
  const ArrayExpansion& expansion_;
  std::vector<NamedFile> names_;
  InputFiles files_;
  std::vector<ParamValue> params_;
};

/// The same fill as that of a network file whose tensors are the inputs.
std::vector<Numbers> filled_inputs(const arrays::ArrayGraph& graph, const std::string& text,
                                   bool is_complex) {
  arrays::Network shapes;
  for (const arrays::ArrayNode& node : graph.nodes) {
    if (node.kind != arrays::ArrayKind::input) continue;
    auto& labels = shapes.tensors.emplace_back();
    for (const std::uint64_t extent : node.shape()) {
      labels.push_back(static_cast<arrays::Label>(shapes.extents.size()));
      shapes.extents.push_back(extent);
    }
  }
  const networks::TensorValues values =
      networks::filled(shapes, parse_fill_option(text), is_complex);
  std::vector<Numbers> result;
  for (const std::vector<double>& parts : values.numbers) {
    Numbers& numbers = result.emplace_back();
    const std::size_t step = values.is_complex ? 2 : 1;
    for (std::size_t k = 0; k < parts.size(); k += step)
      numbers.emplace_back(parts[k], values.is_complex ? parts[k + 1] : 0.0);
  }
  return result;
}

bool any_complex(const ArrayExpansion& expansion, const arrays::Lowered& lowered) {
  const Signature& signature = expansion.graph.signature();
  const auto of_input = [&](const arrays::InputSource& source) {
    const Variable& variable =
        source.is_param ? signature.param_of(source.number) : signature.input_of(source.number);
    return variable.type == Type::complex;
  };
  const auto of_body = [](const arrays::ArrayNode& node) {
    return node.body && node.body->signature().outputs[0].type == Type::complex;
  };
  return std::ranges::any_of(lowered.inputs, of_input) ||
         std::ranges::any_of(lowered.graph.nodes, of_body);
}

networks::NamedNetwork named(arrays::Network network, const rules::Rules& rules) {
  networks::NamedNetwork result;
  result.source = rules.file->source;
  const Span place = rules.file->name_span;
  for (std::size_t label = 0; label < network.extents.size(); ++label)
    result.label_names.push_back(fmt::format("x{}", label));
  result.label_places.assign(network.extents.size(), place);
  result.tensor_places.assign(network.tensors.size(), place);
  result.open_place = place;
  result.network = std::move(network);
  return result;
}

/// One output's graph, whose last node is its network.
struct Contracted {
  arrays::ArrayGraph graph;
  std::vector<arrays::InputSource> sources;
};

Contracted contracted_output(const ArrayExpansion& expansion, networks::Element element,
                             const std::string& file) {
  arrays::Lowered lowered = arrays::lower(expansion);
  const bool is_floating = networks::is_floating(element);
  arrays::ArrayGraph graph = arrays::merge_contractions(lowered.graph, !is_floating);
  if (!is_floating && networks::has_inner_contractions(graph)) {
    throw Failure(fmt::format(
        "{}: found a sum of contractions with --element {}, expected a product of them: other "
        "values of contractions take f64 or c128",
        file, networks::element_names[static_cast<std::size_t>(element)]));
  }
  return {std::move(graph), std::move(lowered.inputs)};
}

}  // namespace

bool names_rules(const std::string& file) {
  if (file.ends_with(".diag")) return true;
  return !std::filesystem::exists(file) && file.find_first_of("./>") == std::string::npos;
}

std::vector<Subject> read_rules_subjects(const SubjectOptions& options) {
  if (!options.values.empty() || !options.extents.empty()) {
    throw UsageError(
        "found --values or --extent with a rule file, expected -i NAME=FILE.npy for an input and "
        "-D NAME=VALUE for a static");
  }
  const rules::Rules rules = read_rules(open_rules(options.file));
  ExpandOptions expand;
  expand.statics = as_map(Definitions(options.definitions).single("contract"));
  // Of `count` they may be beyond a double, of `tropical` they are how often a maximum occurs.
  expand.extents_are_factors =
      !options.element.starts_with("count") && options.element != "tropical";
  ArrayExpansion expansion = expand_arrays(rules, expand);
  const Outputs outputs = chosen(expansion.outputs, options.outputs);
  expansion.outputs = outputs;
  // All outputs have one kind of numbers, and inputs the same numbers in all of them.
  const arrays::Lowered all = arrays::lower(expansion);
  Subject common;
  take_element(common, options.element, any_complex(expansion, all));
  std::vector<Subject> subjects;
  std::vector<Contracted> contracted;
  for (const ArrayExpansion::Output& output : outputs) {
    expansion.outputs = {output};
    contracted.push_back(contracted_output(expansion, common.element, options.file));
    Subject& subject = subjects.emplace_back(common);
    subject.network = named(networks::last_network(contracted.back().graph), rules);
    networks::check_complete(subject.network);
    if (outputs.size() > 1) subject.output = output.name;
  }
  const Inputs inputs(options, rules, expansion);
  if (inputs.any() && !options.fill.empty())
    throw UsageError("found --fill with -i or -p, expected numbers from one of them");
  const bool is_complex = networks::is_complex(common.element);
  std::vector<Numbers> fill;
  if (!options.fill.empty()) fill = filled_inputs(all.graph, options.fill, is_complex);
  const auto numbers_of_source = [&](const arrays::InputSource& source, std::size_t k) {
    if (fill.empty()) return inputs.elements(source, k);
    const auto found = std::ranges::find_if(all.inputs, [&](const arrays::InputSource& other) {
      return other.is_param == source.is_param && other.number == source.number;
    });
    return fill.at(static_cast<std::size_t>(found - all.inputs.begin()));
  };
  for (std::size_t which = 0; which < subjects.size(); ++which) {
    Subject& subject = subjects[which];
    const auto& [graph, sources] = contracted[which];
    const bool has_numbers = inputs.any() || !options.fill.empty() || sources.empty();
    if (!options.needs_numbers && !has_numbers) continue;
    const std::size_t configurations = fill.empty() ? inputs.configurations() : 1;
    for (std::size_t k = 0; k < configurations; ++k) {
      std::vector<Numbers> numbers;
      for (const arrays::InputSource& source : sources)
        numbers.push_back(numbers_of_source(source, k));
      const bool found_complex = std::ranges::any_of(numbers, [](const Numbers& array) {
        return std::ranges::any_of(array, [](const auto& z) { return z.imag() != 0; });
      });
      networks::TensorValues values =
          networks::last_values(graph, numbers, is_complex || found_complex, subject.element,
                                this_machine().memory / 5 * 4, available_threads());
      if (k == 0) {
        subject.values = std::move(values);
      } else {
        subject.batch.push_back(std::move(values));
      }
    }
  }
  return subjects;
}

}  // namespace diagc::contract

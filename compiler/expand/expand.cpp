#include "compiler/expand/expand.h"

#include <algorithm>

#include <fmt/format.h>

#include "compiler/expand/interface.h"
#include "compiler/expand/machine.h"
#include "compiler/expand/translate.h"

namespace diagc {

namespace {

using namespace expansion;

class Expander {
 public:
  Expander(const rules::Rules& rules, const ExpandOptions& options)
      : rules_(rules),
        options_(options),
        builder_(GraphBuilder::Sharing::hash_consed),
        program_(translate(rules, numbers_)),
        machine_(program_, numbers_, builder_, *signature_,
                 {options.max_nodes, options.max_steps, options.stop}) {}

  Expansion run() {
    refuse_axes();
    prepare();
    const auto asked =
        declare_outputs(rules_, options_, program_, machine_, *signature_, diagnostics_);
    throw_if_any();
    for (std::uint32_t i = 0; i < asked.size(); ++i) expand_output(asked[i], i);
    throw_if_any();
    return finish();
  }

 private:
  /// An element of an output: its place among the completed calls, and its indices.
  struct Element {
    std::size_t calls_before;
    std::uint32_t rule;   ///< of its output, in the rules
    std::uint32_t place;  ///< of its output, in the signature
    std::vector<Value> indices;
  };

  void throw_if_any() {
    if (diagnostics_.empty()) return;
    sort_diagnostics(diagnostics_);
    throw InputError(std::move(diagnostics_));
  }

  void refuse_axes();
  void prepare();
  void expand_output(std::uint32_t rule, std::uint32_t place);
  void report(const Failure& failure);
  void place_output(Variable& output, const syntax::Decl& decl, const std::vector<Value>& values);
  Expansion finish();
  void list_families();
  void record_calls(const std::vector<NodeId>& renamed, Expansion& expansion);
  void record_adjoints(std::size_t completed, const std::vector<NodeId>& renamed,
                       Expansion& expansion);
  void refuse_sources();
  CallId record(std::uint32_t family, std::span<const Value> arguments);

  const rules::Rules& rules_;
  const ExpandOptions& options_;
  GraphBuilder builder_;
  Numbers numbers_;
  Program program_;
  std::shared_ptr<Signature> signature_ = std::make_shared<Signature>();
  Machine machine_;

  std::vector<Diagnostic> diagnostics_;
  std::vector<NodeId> outputs_;
  std::vector<Element> elements_;
  std::shared_ptr<CallTable> calls_ = std::make_shared<CallTable>();
  std::unordered_map<std::uint64_t, std::int64_t> rationals_;
  std::vector<StaticValue> arguments_;
  /// Where there are derivatives: calls by their values, families of adjoints by those that they are of, what has been recorded of them.
  std::unordered_map<NodeId, Memo::Entry> calls_by_value_;
  std::unordered_map<std::uint32_t, std::uint32_t> adjoint_families_;
  std::size_t recorded_adjoints_ = 0;
};

void Expander::refuse_axes() {
  if (rules_.axes.empty()) return;
  diagnostics_.push_back(make_diagnostic(
      Code::definition, *rules_.file->source, rules_.axes[0]->name_span,
      fmt::format("found the axis {}, expected a file without axes: `diagc contract` evaluates "
                  "files with axes, `diagc stats` gives their size",
                  diagc::quoted(rules_.axes[0]->name))));
  throw_if_any();
}

void Expander::prepare() {
  signature_->name = rules_.file->name;
  signature_->doc = rules_.file->doc.value_or("");
  define_statics(rules_, options_, machine_, *signature_, diagnostics_);
  throw_if_any();
  declare_variables(rules_, options_, program_, machine_, *signature_, diagnostics_);
  throw_if_any();
}

void Expander::expand_output(std::uint32_t rule, std::uint32_t place) {
  Variable& output = signature_->outputs[place];
  std::vector<Value> values;
  std::vector<Value> indices;
  for (const IndexRange& range : output.ranges) {
    if (range.size() == 0) return;
    indices.push_back(Value::of_integer(range.first));
  }
  try {
    for (bool more = true; more;) {
      const Value value = machine_.evaluate(program_.outputs[rule], indices);
      elements_.push_back({machine_.completed().size(), rule, place, indices});
      // Rationals live only as long as the machine or the graph uses them.
      values.push_back(value.tag == Value::Tag::rational ? machine_.arithmetic().dynamic(value)
                                                         : value);
      more = false;
      for (std::size_t i = indices.size(); i-- > 0 && !more;) {  // the last index is the fastest
        more = indices[i].integer < output.ranges[i].last;
        indices[i].integer = more ? indices[i].integer + 1 : output.ranges[i].first;
      }
    }
  } catch (const Failure& failure) {
    report(failure);
    return;
  } catch (const std::length_error& error) {
    report({Code::limit,
            fmt::format("found too large an expansion, expected a smaller one: {}", error.what())});
  } catch (const std::bad_alloc&) {
    report({Code::limit, "found an expansion that does not fit in memory, expected a smaller one"});
  }
  place_output(output, *rules_.outputs[rule], values);
}

void Expander::report(const Failure& failure) {
  diagnostics_.push_back(explain(machine_, *rules_.file->source, failure));
  if (failure.code == Code::limit) throw_if_any();
}

void Expander::place_output(Variable& output, const syntax::Decl& decl,
                            const std::vector<Value>& values) {
  Arithmetic& arithmetic = machine_.arithmetic();
  const auto refuse = [&](Value value, std::string_view expected) {
    diagnostics_.push_back(make_diagnostic(
        Code::kind, *rules_.file->source, decl.body->at,
        fmt::format("found {} as the value of the output {}, expected {}",
                    arithmetic.describe(value), diagc::quoted(decl.name), expected)));
  };
  if (std::ranges::any_of(values, &Value::is_vector)) output.shape = ElementShape::four_vector;
  output.first = static_cast<std::uint32_t>(outputs_.size());
  const auto take = [&](NodeId node) {
    outputs_.push_back(node);
    output.type = join(output.type, builder_[node].type);
  };
  for (const Value value : values) {
    if (value.is_static() && !value.is_number())
      return refuse(value, "a number or a dynamic value");
    if (value.is_vector()) {
      for (const Term& component : arithmetic.components(value)) take(arithmetic.node(component));
    } else if (value.is_zero()) {
      for (std::int64_t c = 0; c < output.components(); ++c) take(arithmetic.zero_node());
    } else if (output.shape != ElementShape::scalar) {
      return refuse(value, "a vector, as its other elements are");
    } else {
      take(value.is_static() ? arithmetic.dynamic(value).node() : value.node());
    }
  }
}

// Calls

CallId Expander::record(std::uint32_t family, std::span<const Value> arguments) {
  arguments_.clear();
  for (const Value value : arguments) {
    StaticValue argument{static_cast<StaticValue::Kind>(value.tag), value.integer};
    if (value.tag == Value::Tag::rational) {
      const auto [entry, is_new] =
          rationals_.try_emplace(value.index, static_cast<std::int64_t>(calls_->rationals.size()));
      if (is_new) calls_->rationals.push_back(numbers_.exact(value));
      argument.bits = entry->second;
    }
    arguments_.push_back(argument);
  }
  return calls_->add(family, arguments_);
}

void Expander::list_families() {
  const Source& source = *rules_.file->source;
  calls_->path = source.path();
  for (const auto* decls : {&rules_.families, &rules_.outputs}) {
    for (const syntax::Decl* decl : *decls) {
      CallTable::Family& family = calls_->families.emplace_back();
      family.name = decl->name;
      family.line = source.position(decl->name_span.begin).line;
      for (const auto& parameter : decl->parameters) family.parameters.push_back(parameter.name);
    }
  }
}

void Expander::record_calls(const std::vector<NodeId>& renamed, Expansion& expansion) {
  list_families();
  const auto mark = [&](NodeId node, CallId call) {
    if (node != no_node && node != builder_.one()) builder_.set_call(node, call);
  };
  const Memo& memo = machine_.memo();
  std::vector<Value> arguments;
  const auto record_call = [&](Memo::Entry entry) {
    const Value value = memo.value(entry);
    VectorNodes components;
    components.fill(no_node);
    if (value.is_vector()) {
      const auto& vector = machine_.arithmetic().components(value);
      for (std::size_t c = 0; c < components.size(); ++c)
        components[c] = vector[c].node == no_node ? no_node : renamed[vector[c].node];
    } else {
      components[0] = renamed[value.node()];
    }
    const auto first = std::find_if(components.begin(), components.end(),
                                    [](NodeId node) { return node != no_node; });
    if (first == components.end()) return;
    arguments.clear();
    for (std::uint32_t i = 0; i < memo.arity(entry); ++i)
      arguments.push_back(memo.argument(entry, i));
    const CallId call = record(memo.family(entry), arguments);
    for (const NodeId node : components) mark(node, call);
    expansion.call_values.push_back(*first);
    if (value.is_vector()) expansion.vector_values.emplace(call, components);
  };
  if (!machine_.derivatives().records().empty()) {
    for (const Memo::Entry entry : machine_.completed()) {
      if (!memo.value(entry).is_vector()) calls_by_value_.emplace(memo.value(entry).node(), entry);
    }
  }
  std::size_t recorded = 0;
  const NodeId* output_node = outputs_.data();
  for (const Element& element : elements_) {
    for (; recorded < element.calls_before; ++recorded) {
      record_adjoints(recorded, renamed, expansion);
      record_call(machine_.completed()[recorded]);
    }
    record_adjoints(recorded, renamed, expansion);
    const CallId call =
        record(static_cast<std::uint32_t>(rules_.families.size()) + element.rule, element.indices);
    const Variable& output = signature_->outputs[element.place];
    const std::int64_t components = output.components();
    VectorNodes nodes;
    nodes.fill(no_node);
    std::copy_n(output_node, components, nodes.begin());
    output_node += components;
    for (const NodeId node : nodes) mark(node, call);
    expansion.call_values.push_back(nodes[0]);
    if (output.shape == ElementShape::four_vector) expansion.vector_values.emplace(call, nodes);
  }
}

/// Adjoints of values of calls that were made before so many calls had been completed.
void Expander::record_adjoints(std::size_t completed, const std::vector<NodeId>& renamed,
                               Expansion& expansion) {
  const auto& records = machine_.derivatives().records();
  const Memo& memo = machine_.memo();
  std::vector<Value> arguments;
  for (; recorded_adjoints_ < records.size() && records[recorded_adjoints_].completed <= completed;
       ++recorded_adjoints_) {
    const auto& record = records[recorded_adjoints_];
    const auto of = calls_by_value_.find(record.node);
    const NodeId node = renamed[record.adjoint];
    if (of == calls_by_value_.end() || node == no_node || calls_by_value_.contains(record.adjoint))
      continue;
    const std::uint32_t family = memo.family(of->second);
    const auto [made, is_new] =
        adjoint_families_.try_emplace(family, static_cast<std::uint32_t>(calls_->families.size()));
    if (is_new) {
      CallTable::Family adjoints = calls_->families[family];
      adjoints.name = adjoint_name(adjoints.name);
      calls_->families.push_back(std::move(adjoints));
    }
    arguments.clear();
    for (std::uint32_t i = 0; i < memo.arity(of->second); ++i)
      arguments.push_back(memo.argument(of->second, i));
    builder_.set_call(node, this->record(made->second, arguments));
    expansion.call_values.push_back(node);
  }
}

/// A source is nothing but what derivatives are taken by.
void Expander::refuse_sources() {
  std::vector<std::uint8_t> depends(builder_.node_count());
  bool any = false;
  for (NodeId node = 0; node < builder_.node_count(); ++node) {
    depends[node] = machine_.derivatives().is_source(node);
    for (const Term& term : builder_.operands(node)) depends[node] |= depends[term.node];
    any = any || depends[node];
  }
  if (!any) return;
  for (const Element& element : elements_) {
    const Variable& output = signature_->outputs[element.place];
    for (std::int64_t scalar = 0; scalar < output.scalars(); ++scalar) {
      if (!depends[outputs_[static_cast<std::size_t>(output.first + scalar)]]) continue;
      diagnostics_.push_back(make_diagnostic(
          Code::kind, *rules_.file->source, rules_.outputs[element.rule]->body->at,
          fmt::format("found a value that depends on a source for the output {}, expected one that "
                      "does not: a source stands in `derivative` alone, linearly",
                      diagc::quoted(output.name))));
      break;
    }
  }
  throw_if_any();
}

Expansion Expander::finish() {
  Expansion expansion;
  const std::vector<NodeId> renamed = builder_.prune(outputs_);
  for (NodeId& output : outputs_) output = renamed[output];
  if (machine_.derivatives().has_sources()) refuse_sources();
  record_calls(renamed, expansion);
  expansion.graph = builder_.finish(std::move(outputs_), std::move(signature_), std::move(calls_));
  return expansion;
}

/// The outputs that have to be expanded: those wanted that are no gradients, and those that gradients are of.
std::vector<std::string> expanded_outputs(const rules::Rules& rules, const ExpandOptions& options) {
  if (options.outputs.empty()) return {};
  const auto has = [](const auto& outputs, const std::string& name) {
    return std::ranges::any_of(outputs, [&](const auto* output) { return output->name == name; });
  };
  std::vector<std::string> result;
  for (const std::string& name : options.outputs) {
    const bool is_gradient = std::ranges::any_of(options.gradients, [&](const Gradient& gradient) {
      return name.starts_with(gradient_name(gradient.output, ""));
    });
    if (!is_gradient || has(rules.outputs, name)) result.push_back(name);
  }
  for (const Gradient& gradient : options.gradients) {
    if (std::ranges::count(result, gradient.output) == 0 && has(rules.outputs, gradient.output))
      result.push_back(gradient.output);
  }
  return result;
}

void add_gradients(const ExpandOptions& options, Expansion& expansion) {
  Ends made = ends(expansion.graph, options.gradients, options.outputs);
  const auto rename = [&](NodeId node) { return node == no_node ? node : made.renamed[node]; };
  for (NodeId& node : expansion.call_values) node = rename(node);
  for (auto& [call, components] : expansion.vector_values)
    std::ranges::transform(components, components.begin(), rename);
  expansion.graph = std::move(made.graph);
  // Values that the new calls have.
  expansion.call_values.resize(expansion.graph.calls().size(), no_node);
  for (NodeId node = 0; node < expansion.graph.node_count(); ++node) {
    const CallId call = expansion.graph[node].call;
    if (call != no_call && expansion.call_values[call] == no_node)
      expansion.call_values[call] = node;
  }
}

}  // namespace

Expansion expand(const rules::Rules& rules, const ExpandOptions& options) {
  if (options.gradients.empty()) return Expander(rules, options).run();
  ExpandOptions without = options;
  without.gradients.clear();
  without.outputs = expanded_outputs(rules, options);
  Expansion expansion = Expander(rules, without).run();
  add_gradients(options, expansion);
  return expansion;
}

}  // namespace diagc

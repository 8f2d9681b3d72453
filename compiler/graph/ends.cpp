#include "compiler/graph/ends.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/graph/adjoints.h"
#include "compiler/source/diagnostic.h"

namespace diagc {

namespace {

constexpr std::uint64_t most_outputs = 0xfffffff0u;

[[noreturn]] void refuse(std::string message) {
  throw InputError(Diagnostic{Code::definition, {}, {}, std::move(message), {}, {}});
}

std::string names_of(const std::vector<Variable>& variables) {
  std::vector<std::string> names;
  for (const Variable& variable : variables) names.push_back(diagc::quoted(variable.name));
  return fmt::format("{}", fmt::join(names, ", "));
}

const Variable* find(const std::vector<Variable>& variables, const std::string& name) {
  const auto found = std::ranges::find(variables, name, &Variable::name);
  return found == variables.end() ? nullptr : &*found;
}

/// An input or param, and the leaves of its scalars.
struct By {
  const Variable* variable = nullptr;
  Kind kind = Kind::input;
};

By find_by(const Signature& signature, const Gradient& gradient, const std::string& name) {
  if (const Variable* input = find(signature.inputs, name)) return {input, Kind::input};
  if (const Variable* param = find(signature.params, name)) return {param, Kind::param};
  std::vector<Variable> known = signature.inputs;
  known.insert(known.end(), signature.params.begin(), signature.params.end());
  refuse(fmt::format("found {} in the gradient of {}, expected an input or param: {}",
                     diagc::quoted(name), diagc::quoted(gradient.output),
                     known.empty() ? "there is none" : names_of(known)));
}

const Variable& find_output(const Signature& signature, const std::string& name) {
  const Variable* output = find(signature.outputs, name);
  if (!output) {
    refuse(fmt::format("found the gradient of {}, expected the name of an output: {}",
                       diagc::quoted(name), names_of(signature.outputs)));
  }
  if (output->shape != ElementShape::scalar) {
    refuse(
        fmt::format("found the gradient of {}, which is a vector, expected an output of "
                    "scalars: components are outputs of their own, as in `output y = comp({}, 0)`",
                    diagc::quoted(name), name));
  }
  return *output;
}

class EndsMaker {
 public:
  EndsMaker(const Graph& graph, const std::vector<std::string>& kept)
      : graph_(graph),
        kept_(kept),
        builder_(graph, GraphBuilder::Sharing::hash_consed),
        signature_(graph.signature()),
        calls_(graph.calls()),
        outputs_(graph.outputs()) {}

  Ends run(const std::vector<Gradient>& gradients);

 private:
  using Nodes = std::vector<NodeId>;

  void copy();
  void add(const Gradient& gradient);
  Variable declare(const Variable& output, const By& by) const;
  void sweep(NodeId value, const Dependence& dependence, const std::vector<By>& all,
             std::vector<Nodes>& found);
  void record(const Adjoints& adjoints);
  void record_elements(const Variable& variable);
  std::uint32_t family(const std::string& name, const std::vector<std::string>& parameters);
  NodeId plain(Term term);
  void select();

  const Graph& graph_;
  const std::vector<std::string>& kept_;
  GraphBuilder builder_;
  Nodes image_;                                              ///< by node of the graph
  std::map<std::pair<Kind, std::uint32_t>, NodeId> leaves_;  ///< by kind and payload
  Signature signature_;
  CallTable calls_;
  Nodes outputs_;
  std::map<std::string, std::uint32_t> families_;
};

Ends EndsMaker::run(const std::vector<Gradient>& gradients) {
  copy();
  for (const Gradient& gradient : gradients) add(gradient);
  select();
  const Nodes renamed = builder_.prune(outputs_);
  for (NodeId& output : outputs_) output = renamed[output];
  for (NodeId& image : image_) image = renamed[image];
  return {
      builder_.finish(std::move(outputs_), std::make_shared<const Signature>(std::move(signature_)),
                      std::make_shared<const CallTable>(std::move(calls_))),
      std::move(image_)};
}

void EndsMaker::copy() {
  builder_.reserve(2 * graph_.node_count(), 3 * graph_.edge_count());
  image_.reserve(graph_.node_count());
  std::vector<Term> terms;
  for (NodeId node = 0; node < graph_.node_count(); ++node) {
    terms.clear();
    for (const Term term : graph_.terms(node))
      terms.push_back({image_[term.node], term.coefficient});
    image_.push_back(builder_.add(graph_[node], terms));
    const Kind kind = graph_[node].kind;
    if (kind == Kind::input || kind == Kind::param)
      leaves_.emplace(std::pair(kind, graph_[node].payload), image_.back());
  }
  for (NodeId& output : outputs_) output = image_[output];
}

Variable EndsMaker::declare(const Variable& output, const By& by) const {
  Variable result;
  result.name = gradient_name(output.name, by.variable->name);
  result.doc = fmt::format("derivative of {} by {}", output.name, by.variable->name);
  result.ranges = output.ranges;
  result.ranges.insert(result.ranges.end(), by.variable->ranges.begin(), by.variable->ranges.end());
  result.shape = by.variable->shape;
  for (const auto* variables : {&signature_.inputs, &signature_.params, &signature_.outputs}) {
    if (find(*variables, result.name)) {
      refuse(
          fmt::format("found the gradient of {} by {}, expected a name that is free for it: {} is "
                      "an input, param or output already",
                      diagc::quoted(output.name), diagc::quoted(by.variable->name),
                      diagc::quoted(result.name)));
    }
  }
  return result;
}

void EndsMaker::add(const Gradient& gradient) {
  const Variable output = find_output(graph_.signature(), gradient.output);
  std::vector<By> all;
  std::vector<Variable> made;
  unsigned __int128 scalars = outputs_.size();
  for (const std::string& name : gradient.by) {
    all.push_back(find_by(graph_.signature(), gradient, name));
    made.push_back(declare(output, all.back()));
    if (std::ranges::count(gradient.by, name) > 1)
      refuse(fmt::format("found {} twice in the gradient of {}, expected it once",
                         diagc::quoted(name), diagc::quoted(gradient.output)));
    scalars += static_cast<unsigned __int128>(output.elements()) *
               static_cast<unsigned __int128>(all.back().variable->scalars());
  }
  if (scalars > most_outputs) {
    refuse(fmt::format("found a gradient of {} with more than {} elements, expected fewer",
                       diagc::quoted(gradient.output), most_outputs));
  }
  const auto wanted = [&](const Node& leaf) {
    return std::ranges::any_of(all, [&](const By& by) {
      return by.kind == leaf.kind && leaf.payload >= by.variable->first &&
             leaf.payload - by.variable->first < by.variable->scalars();
    });
  };
  Dependence dependence;
  dependence.extend(builder_, wanted);
  std::vector<Nodes> found(all.size());
  for (std::int64_t element = 0; element < output.elements(); ++element) {
    const auto scalar = static_cast<std::size_t>(output.first + element);
    sweep(image_[graph_.outputs()[scalar]], dependence, all, found);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    made[i].first = static_cast<std::uint32_t>(outputs_.size());
    for (const NodeId node : found[i]) made[i].type = join(made[i].type, builder_[node].type);
    outputs_.insert(outputs_.end(), found[i].begin(), found[i].end());
    record_elements(made[i]);
    signature_.outputs.push_back(std::move(made[i]));
  }
}

/// One element of an output: appends its derivatives by each of the variables.
void EndsMaker::sweep(NodeId value, const Dependence& dependence, const std::vector<By>& all,
                      std::vector<Nodes>& found) {
  const Adjoints adjoints(builder_, dependence, value);
  record(adjoints);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Variable& variable = *all[i].variable;
    for (std::int64_t scalar = 0; scalar < variable.scalars(); ++scalar) {
      const auto leaf =
          leaves_.find(std::pair(all[i].kind, variable.first + static_cast<std::uint32_t>(scalar)));
      found[i].push_back(plain(leaf == leaves_.end() ? Term{no_node} : adjoints.of(leaf->second)));
    }
  }
}

/// The adjoint of a call's value is a value of a call, too.
void EndsMaker::record(const Adjoints& adjoints) {
  for (const auto& [node, adjoint] : adjoints.entries()) {
    const CallId call = builder_[node].call;
    if (call == no_call || call >= graph_.calls().size()) continue;
    if (adjoint.coefficient != unit_coefficient || is_leaf(builder_[adjoint.node].kind) ||
        builder_[adjoint.node].call != no_call)
      continue;
    const CallTable::Family& of = graph_.calls().families[graph_.calls().family(call)];
    const std::uint32_t made = family(adjoint_name(of.name), of.parameters);
    builder_.set_call(adjoint.node, calls_.add(made, graph_.calls().arguments(call)));
  }
}

void EndsMaker::record_elements(const Variable& variable) {
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < variable.ranges.size(); ++i)
    parameters.push_back(fmt::format("i{}", i + 1));
  const std::uint32_t of = family(variable.name, parameters);
  std::vector<StaticValue> indices;
  for (const IndexRange& range : variable.ranges)
    indices.push_back({StaticValue::Kind::integer, range.first});
  for (std::int64_t element = 0; element < variable.elements(); ++element) {
    const CallId call = calls_.add(of, indices);
    for (std::int64_t c = 0; c < variable.components(); ++c) {
      const NodeId node =
          outputs_[static_cast<std::size_t>(variable.first + element * variable.components() + c)];
      builder_.set_call(node, call);
    }
    for (std::size_t i = indices.size(); i-- > 0;) {  // the last index is the fastest
      if (indices[i].bits++ < variable.ranges[i].last) break;
      indices[i].bits = variable.ranges[i].first;
    }
  }
}

std::uint32_t EndsMaker::family(const std::string& name,
                                const std::vector<std::string>& parameters) {
  const auto [entry, is_new] = families_.try_emplace(name, 0);
  if (!is_new) return entry->second;
  const auto same = [&](const CallTable::Family& other) {
    return other.name == name && other.parameters == parameters;  // of `derivative` in the rules
  };
  const auto found = std::ranges::find_if(calls_.families, same);
  entry->second = static_cast<std::uint32_t>(found - calls_.families.begin());
  if (found == calls_.families.end()) calls_.families.push_back({name, parameters, 0});
  return entry->second;
}

/// A node of its own: outputs are neither leaves nor multiples.
NodeId EndsMaker::plain(Term term) {
  if (term.node == no_node) term = {builder_.one(), builder_.coefficients.add(0)};
  const bool is_plain = term.coefficient == unit_coefficient && !is_leaf(builder_[term.node].kind);
  return is_plain ? term.node : builder_.sum({&term, 1});
}

void EndsMaker::select() {
  for (const std::string& name : kept_) {
    if (!find(signature_.outputs, name)) {
      refuse(fmt::format("found {} among the chosen outputs, expected the name of an output: {}",
                         diagc::quoted(name), names_of(signature_.outputs)));
    }
  }
  if (kept_.empty()) return;
  Nodes outputs;
  std::vector<Variable> variables;
  for (Variable& variable : signature_.outputs) {
    if (std::ranges::count(kept_, variable.name) == 0) continue;
    const auto first = outputs_.begin() + variable.first;
    variable.first = static_cast<std::uint32_t>(outputs.size());
    outputs.insert(outputs.end(), first, first + variable.scalars());
    variables.push_back(std::move(variable));
  }
  outputs_ = std::move(outputs);
  signature_.outputs = std::move(variables);
}

}  // namespace

std::string adjoint_name(const std::string& family) { return "adjoint_" + family; }

std::string gradient_name(const std::string& output, const std::string& by) {
  return fmt::format("d_{}_{}", output, by);
}

Gradient parse_gradient(const std::string& text) {
  Gradient gradient;
  const std::size_t colon = text.find(':');
  gradient.output = text.substr(0, colon);
  bool complete = !gradient.output.empty();
  for (std::size_t begin = colon; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin + 1), text.size());
    gradient.by.push_back(text.substr(begin + 1, end - begin - 1));
    complete = complete && !gradient.by.back().empty();
    begin = end;
  }
  if (!complete) {
    refuse(
        fmt::format("found the gradient {}, expected an output, `:` and inputs or params by their "
                    "names, as in `density:G,N`; an output alone stands for all of them",
                    diagc::quoted(text)));
  }
  return gradient;
}

Ends ends(const Graph& graph, const std::vector<Gradient>& gradients,
          const std::vector<std::string>& outputs) {
  std::vector<Gradient> all = gradients;
  for (Gradient& gradient : all) {
    if (!gradient.by.empty()) continue;
    for (const auto* variables : {&graph.signature().inputs, &graph.signature().params}) {
      for (const Variable& variable : *variables) gradient.by.push_back(variable.name);
    }
  }
  return EndsMaker(graph, outputs).run(all);
}

}  // namespace diagc

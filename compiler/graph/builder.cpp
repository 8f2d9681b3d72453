#include "compiler/graph/builder.h"

#include <stdexcept>

namespace diagc {

namespace {

std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93ull;
  return h ^ (h >> 32);
}

/// Types follow from kinds and operands, except those of leaves, which have a payload.
std::uint64_t hash_start(const Node& node) {
  return mix((static_cast<std::uint64_t>(node.kind) << 40) ^ node.payload);
}
std::uint64_t hash_step(std::uint64_t h, const Term& term) {
  return mix(h + ((static_cast<std::uint64_t>(term.coefficient) << 32) | term.node));
}

}  // namespace

Type result_type(Kind kind, Type joined_operands) {
  switch (kind) {
    case Kind::imaginary:
    case Kind::complex:
      return Type::complex;
    case Kind::re:
    case Kind::im:
      return Type::real;
    default:
      return joined_operands;
  }
}

GraphBuilder::GraphBuilder(Sharing sharing) : sharing_(sharing), first_term_{0} {
  if (sharing_ == Sharing::hash_consed) index_.resize(1024);
  leaf(Kind::one, Type::real, 0);
}

GraphBuilder::GraphBuilder(const Graph& graph, Sharing sharing) : GraphBuilder(sharing) {
  coefficients = graph.coefficients();
  constants = graph.constants();
  signature_ = graph.signature_ptr();
  calls_ = graph.calls_ptr();
}

void GraphBuilder::reserve(std::size_t nodes, std::size_t edges) {
  nodes_.reserve(nodes);
  first_term_.reserve(nodes + 1);
  terms_.reserve(edges);
}

NodeId GraphBuilder::leaf(Kind kind, Type type, std::uint32_t payload) {
  return append(Node{kind, type, payload, no_call}, {});
}

NodeId GraphBuilder::sum(std::span<const Term> terms) { return add(Node{Kind::sum}, terms); }

NodeId GraphBuilder::product(std::span<const NodeId> factors) {
  return function(Kind::product, factors);
}

void GraphBuilder::prefetch_product(std::span<const NodeId> factors) const {
  if (sharing_ != Sharing::hash_consed) return;
  std::uint64_t h = hash_start({Kind::product, Type::real, 0, no_call});
  for (const NodeId factor : factors) h = hash_step(h, {factor, unit_coefficient});
  __builtin_prefetch(&index_[static_cast<std::uint32_t>(h) & (index_.size() - 1)]);
}

NodeId GraphBuilder::function(Kind kind, std::span<const NodeId> operands) {
  if (operands.size() <= 4) {
    Term terms[4];
    for (std::size_t i = 0; i < operands.size(); ++i) terms[i].node = operands[i];
    return add(Node{kind}, std::span(terms, operands.size()));
  }
  std::vector<Term> terms;
  terms.reserve(operands.size());
  for (NodeId operand : operands) terms.push_back({operand});
  return add(Node{kind}, terms);
}

NodeId GraphBuilder::add(Node node, std::span<const Term> operands) {
  if (!is_leaf(node.kind)) {
    Type type = Type::real;
    if (has_complex_) {
      for (const Term& term : operands) type = join(type, nodes_[term.node].type);
    }
    node.type = result_type(node.kind, type);
  }
  return append(node, operands);
}

std::span<const Term> GraphBuilder::operands(NodeId node) const {
  return std::span(terms_).subspan(first_term_[node], first_term_[node + 1] - first_term_[node]);
}

void GraphBuilder::set_call(NodeId node, CallId call) {
  if (nodes_[node].call == no_call) nodes_[node].call = call;
}

std::uint64_t GraphBuilder::hash(const Node& node, std::span<const Term> operands) {
  std::uint64_t h = hash_start(node);
  for (const Term& term : operands) h = hash_step(h, term);
  return h;
}

NodeId GraphBuilder::append(const Node& node, std::span<const Term> operands) {
  Slot* slot = nullptr;
  const std::uint32_t tag =
      sharing_ == Sharing::hash_consed ? static_cast<std::uint32_t>(hash(node, operands)) : 0;
  if (sharing_ == Sharing::hash_consed) {
    const std::size_t mask = index_.size() - 1;
    for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
      slot = &index_[at];
      if (slot->node == no_node) break;
      if (slot->hash != tag) continue;
      const Node& other = nodes_[slot->node];
      const auto others = this->operands(slot->node);
      if (other.kind == node.kind && other.type == node.type && other.payload == node.payload &&
          std::equal(others.begin(), others.end(), operands.begin(), operands.end())) {
        return slot->node;
      }
    }
  }
  if (nodes_.size() >= no_node - 1 || terms_.size() + operands.size() >= no_node) {
    throw std::length_error("a graph has at most 2^32 nodes and edges");
  }
  const auto id = static_cast<NodeId>(nodes_.size());
  has_complex_ |= node.type == Type::complex;
  make_room(nodes_, 1);
  make_room(terms_, operands.size());
  make_room(first_term_, 1);
  nodes_.push_back(node);
  terms_.insert(terms_.end(), operands.begin(), operands.end());
  first_term_.push_back(static_cast<std::uint32_t>(terms_.size()));
  if (slot) {
    *slot = {tag, id};
    if (nodes_.size() * 4 > index_.size() * 3) grow_index();
  }
  return id;
}

void GraphBuilder::grow_index() {
  Table<Slot> old(index_.size() * 2);
  old.swap(index_);
  const std::size_t mask = index_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.node == no_node) continue;
    std::size_t at = slot.hash & mask;
    while (index_[at].node != no_node) at = (at + 1) & mask;
    index_[at] = slot;
  }
}

std::vector<NodeId> GraphBuilder::prune(std::span<const NodeId> needed) {
  std::vector<NodeId> renamed(nodes_.size(), no_node);
  renamed[one()] = one();
  for (const NodeId node : needed) renamed[node] = node;
  for (auto id = static_cast<NodeId>(nodes_.size()); id-- > 0;) {
    if (renamed[id] == no_node) continue;
    for (const Term& term : operands(id)) renamed[term.node] = term.node;
  }
  NodeId kept = 0;
  std::uint32_t kept_terms = 0;
  for (NodeId id = 0; id < nodes_.size(); ++id) {
    if (renamed[id] == no_node) continue;
    for (std::uint32_t i = first_term_[id]; i < first_term_[id + 1]; ++i) {
      terms_[kept_terms++] = {renamed[terms_[i].node], terms_[i].coefficient};
    }
    nodes_[kept] = nodes_[id];
    renamed[id] = kept;
    first_term_[++kept] = kept_terms;
  }
  nodes_.resize(kept);
  first_term_.resize(kept + 1);
  terms_.resize(kept_terms);
  sharing_ = Sharing::as_given;
  index_ = {};
  return renamed;
}

namespace {

/// The edges of a builder as Boost.Graph wants them, made on the fly: a vector of pairs would double the memory.
class EdgeIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = std::pair<std::uint32_t, std::uint32_t>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  EdgeIterator() = default;
  EdgeIterator(std::span<const std::uint32_t> first, const Term* terms, std::uint32_t edge)
      : first_(first), terms_(terms), edge_(edge) {
    skip();
  }
  reference operator*() const { return value_; }
  pointer operator->() const { return &value_; }
  EdgeIterator& operator++() {
    ++edge_;
    skip();
    return *this;
  }
  EdgeIterator operator++(int) {
    EdgeIterator old = *this;
    ++*this;
    return old;
  }
  bool operator==(const EdgeIterator& other) const { return edge_ == other.edge_; }
  bool operator!=(const EdgeIterator& other) const { return edge_ != other.edge_; }

 private:
  void skip() {
    auto& [source, target] = value_;
    while (source + 1 < first_.size() && first_[source + 1] <= edge_) ++source;
    if (source + 1 < first_.size()) target = terms_[edge_].node;
  }
  std::span<const std::uint32_t> first_;
  const Term* terms_ = nullptr;
  std::uint32_t edge_ = 0;
  value_type value_{0, 0};
};

class EdgePropertyIterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Edge;
  using difference_type = std::ptrdiff_t;
  using pointer = const Edge*;
  using reference = Edge;

  EdgePropertyIterator() = default;
  explicit EdgePropertyIterator(const Term* term) : term_(term) {}
  Edge operator*() const { return Edge{term_->coefficient}; }
  EdgePropertyIterator& operator++() {
    ++term_;
    return *this;
  }
  EdgePropertyIterator operator++(int) {
    EdgePropertyIterator old = *this;
    ++term_;
    return old;
  }
  bool operator==(const EdgePropertyIterator&) const = default;

 private:
  const Term* term_ = nullptr;
};

}  // namespace

Graph GraphBuilder::finish(std::vector<NodeId> outputs, std::shared_ptr<const Signature> signature,
                           std::shared_ptr<const CallTable> calls) {
  index_ = {};
  const auto edges = static_cast<std::uint32_t>(terms_.size());
  const auto vertices = static_cast<std::uint32_t>(nodes_.size());
  Graph graph;
  graph.csr_ = Graph::Csr(boost::edges_are_sorted, EdgeIterator(first_term_, terms_.data(), 0),
                          EdgeIterator(first_term_, terms_.data(), edges),
                          EdgePropertyIterator(terms_.data()), vertices, edges);
  for (NodeId id = 0; id < vertices; ++id) graph.csr_[id] = nodes_[id];
  graph.coefficients_ = std::make_shared<Coefficients>(std::move(coefficients));
  graph.constants_ = std::move(constants);
  graph.signature_ = std::move(signature);
  graph.calls_ = std::move(calls);
  graph.outputs_ = std::move(outputs);
  return graph;
}

Graph GraphBuilder::finish(std::vector<NodeId> outputs) {
  return finish(std::move(outputs), signature_, calls_);
}

}  // namespace diagc

#include "tests/theory/wick.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace diagc::testing {

namespace {

/// An operator of the whole product.
struct Leg {
  std::size_t field;
  bool creates;
  int index;
  int node;     ///< of the diagram: vertices from 0, external points after them
  int flavour;  ///< given, or 0
  int pair;     ///< which pair of operators shares its flavour with
  bool entering = false, leaving = false;  ///< external end of an amputated line
};

struct Edge {
  std::size_t out, in;  ///< legs: creator and annihilator
};

class Wick {
 public:
  Wick(const TheorySpec& theory, const Propagators& propagators)
      : theory_(theory), propagators_(propagators) {
    collect();
  }

  WickSum run() {
    contract(0);
    for (const VertexSpec& vertex : theory_.vertices) {
      for (int k = 1; k <= vertex.order; ++k)
        total_ *= Rational(vertex.numerator, vertex.denominator) / k;
    }
    return {total_, count_};
  }

 private:
  void collect();
  void add(const OperatorSpec& part, int index, int node);
  void pair_up(std::size_t begin, bool first_is_fixed);
  void contract(std::size_t field);
  void match(std::size_t field, std::vector<std::size_t> rest);
  void finish();
  bool connected(const std::vector<Edge>& edges, bool inner_only) const;
  bool has_part_inside(const std::vector<Edge>& edges) const;
  bool kept() const;
  bool is_inner(const Edge& edge) const {
    return legs_[edge.out].node < vertices_ && legs_[edge.in].node < vertices_;
  }
  /// Whether its partner stands at another external point: an open line, no loop.
  bool is_line_end(const Leg& leg) const {
    return leg.node >= vertices_ && std::ranges::any_of(legs_, [&](const Leg& other) {
             return other.pair == leg.pair && other.node != leg.node;
           });
  }
  int sign() const;
  long flavoured_product() const;
  long propagator(const Edge& edge, int s, int t) const;

  const TheorySpec& theory_;
  const Propagators& propagators_;
  std::vector<Leg> legs_;  ///< in the order of the product
  int pairs_ = 0;
  int fixed_pair_ = -1;
  int vertices_ = 0, nodes_ = 0;
  std::vector<Edge> edges_;
  Rational total_;
  std::uint64_t count_ = 0;
};

void Wick::add(const OperatorSpec& part, int index, int node) {
  legs_.push_back({part.field, part.creates, index, node, part.flavour, -1});
}

/// The i-th creator of a field with its i-th annihilator; of a real field two by two.
void Wick::pair_up(std::size_t begin, bool first_is_fixed) {
  for (std::size_t f = 0; f < theory_.fields.size(); ++f) {
    std::vector<std::size_t> creators, others;
    for (std::size_t i = begin; i < legs_.size(); ++i) {
      if (legs_[i].field == f) (legs_[i].creates ? creators : others).push_back(i);
    }
    if (theory_.fields[f].kind == FieldKind::real) {
      for (std::size_t i = 0; i + 1 < others.size(); i += 2) {
        legs_[others[i]].pair = legs_[others[i + 1]].pair = pairs_++;
      }
    } else {
      for (std::size_t i = 0; i < creators.size(); ++i)
        legs_[creators[i]].pair = legs_[others[i]].pair = pairs_++;
    }
  }
  if (!first_is_fixed) return;
  for (std::size_t i = begin; i < legs_.size() && fixed_pair_ < 0; ++i) {
    if (theory_.fields[legs_[i].field].kind != FieldKind::real) fixed_pair_ = legs_[i].pair;
  }
  if (fixed_pair_ < 0 && begin < legs_.size()) fixed_pair_ = legs_[begin].pair;
}

void Wick::collect() {
  for (const VertexSpec& vertex : theory_.vertices) vertices_ += vertex.order;
  nodes_ = vertices_ + theory_.external_points;
  if (theory_.has_operators()) {
    for (const OperatorSpec& part : theory_.external) add(part, part.point, vertices_ + part.point);
  } else {
    // The ends of an amputated line are two points of their own.
    const bool real = theory_.fields[theory_.line].kind == FieldKind::real;
    legs_.push_back({theory_.line, !real, -1, vertices_, 1, -1, true, false});
    legs_.push_back({theory_.line, false, -1, vertices_ + 1, 1, -1, false, true});
    nodes_ = vertices_ + 2;
  }
  pair_up(0, true);
  int node = 0;
  for (std::size_t v = 0; v < theory_.vertices.size(); ++v) {
    for (int label = 1; label <= theory_.vertices[v].order; ++label, ++node) {
      const std::size_t begin = legs_.size();
      for (const OperatorSpec& part : theory_.vertices[v].operators)
        add(part, theory_.index(v, label, part.point), node);
      pair_up(begin, false);
    }
  }
}

void Wick::contract(std::size_t field) {
  if (field == theory_.fields.size()) return finish();
  std::vector<std::size_t> creators, others;
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    if (legs_[i].field == field) (legs_[i].creates ? creators : others).push_back(i);
  }
  if (theory_.fields[field].kind == FieldKind::real) return match(field, others);
  do {
    for (std::size_t i = 0; i < creators.size(); ++i) edges_.push_back({creators[i], others[i]});
    contract(field + 1);
    edges_.resize(edges_.size() - creators.size());
  } while (std::ranges::next_permutation(others).found);
}

void Wick::match(std::size_t field, std::vector<std::size_t> rest) {
  if (rest.empty()) return contract(field + 1);
  const std::size_t first = rest[0];
  for (std::size_t i = 1; i < rest.size(); ++i) {
    edges_.push_back({first, rest[i]});
    std::vector<std::size_t> others;
    for (std::size_t k = 1; k < rest.size(); ++k) {
      if (k != i) others.push_back(rest[k]);
    }
    match(field, others);
    edges_.pop_back();
  }
}

bool Wick::connected(const std::vector<Edge>& edges, bool inner_only) const {
  const int nodes = inner_only ? vertices_ : nodes_;
  std::vector<int> part(static_cast<std::size_t>(nodes_));
  std::iota(part.begin(), part.end(), 0);
  const auto root = [&](int node) {
    while (part[static_cast<std::size_t>(node)] != node)
      node = part[static_cast<std::size_t>(node)];
    return node;
  };
  int parts = nodes;
  for (const Edge& edge : edges) {
    if (inner_only && !is_inner(edge)) continue;
    const int a = root(legs_[edge.out].node), b = root(legs_[edge.in].node);
    if (a == b) continue;
    part[static_cast<std::size_t>(a)] = b;
    --parts;
  }
  return parts <= 1;
}

/// Whether vertices that hang together by these edges have none of the two external ends.
bool Wick::has_part_inside(const std::vector<Edge>& edges) const {
  std::vector<bool> reached(static_cast<std::size_t>(vertices_));
  const auto node_of = [&](std::size_t leg) { return legs_[leg].node; };
  for (const Edge& edge : edges) {
    if (is_inner(edge)) continue;
    for (const std::size_t leg : {edge.out, edge.in}) {
      if (node_of(leg) < vertices_) reached[static_cast<std::size_t>(node_of(leg))] = true;
    }
  }
  for (bool more = true; more;) {
    more = false;
    for (const Edge& edge : edges) {
      if (!is_inner(edge)) continue;
      const auto a = static_cast<std::size_t>(node_of(edge.out));
      const auto b = static_cast<std::size_t>(node_of(edge.in));
      if (reached[a] == reached[b]) continue;
      reached[a] = reached[b] = more = true;
    }
  }
  return std::ranges::count(reached, false) > 0;
}

bool Wick::kept() const {
  if (!connected(edges_, false)) return false;
  if (theory_.kept == Class::connected) return true;
  const bool has_direct = std::ranges::any_of(edges_, [&](const Edge& edge) {
    return legs_[edge.out].node >= vertices_ && legs_[edge.in].node >= vertices_;
  });
  if (has_direct) return false;
  if (theory_.kept == Class::amputated) return true;
  if (!connected(edges_, true)) return false;
  const auto cuts = [&](const Edge& edge) {
    const std::size_t field = legs_[edge.out].field;
    const auto is_end = [&](const OperatorSpec& part) { return part.field == field; };
    const bool by_default = theory_.has_operators() ? std::ranges::any_of(theory_.external, is_end)
                                                    : field == theory_.line;
    const bool asked =
        theory_.cut.empty() ? by_default : std::ranges::count(theory_.cut, field) > 0;
    return asked && is_inner(edge);
  };
  for (std::size_t i = 0; i < edges_.size(); ++i) {
    if (!cuts(edges_[i])) continue;
    std::vector<Edge> left = edges_;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    if (!connected(left, true)) return false;
    if (theory_.kept != Class::skeleton) continue;
    // Two lines whose cut separates a part without external ends carry an insertion between them.
    for (std::size_t j = 0; j < i; ++j) {
      if (!cuts(edges_[j])) continue;
      std::vector<Edge> fewer = left;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(j));
      if (has_part_inside(fewer)) return false;
    }
  }
  return true;
}

int Wick::sign() const {
  std::vector<std::size_t> order;
  for (const Edge& edge : edges_) {
    if (theory_.fields[legs_[edge.out].field].kind != FieldKind::fermion) continue;
    order.insert(order.end(), {edge.out, edge.in});
  }
  int sign = 1;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) sign *= order[j] > order[i] ? -1 : 1;
  }
  return sign;
}

long Wick::propagator(const Edge& edge, int s, int t) const {
  const Leg& out = legs_[edge.out];
  const Leg& in = legs_[edge.in];
  if (out.entering) return propagators_.enters(in.index);
  if (in.leaving) return propagators_.leaves(out.index);
  if (in.entering) return propagators_.enters(out.index);
  if (out.leaving) return propagators_.leaves(in.index);
  return propagators_.at(out.field, s, t, out.index, in.index);
}

/// The product of all propagators, summed over the flavours that pairs share.
long Wick::flavoured_product() const {
  // Of N equal flavours each component of pairs and propagators gives N, that of the fixed pair 1; else flavours are summed over
  // directly, pair by pair.
  std::vector<int> group(static_cast<std::size_t>(pairs_));
  std::iota(group.begin(), group.end(), 0);
  long product = 1;
  std::vector<int> summed;
  for (const Edge& edge : edges_) {
    const Flavours flavours = theory_.fields[legs_[edge.out].field].flavours;
    if (flavours == Flavours::one) product *= propagator(edge, 1, 1);
    if (flavours != Flavours::equal) continue;
    product *= propagator(edge, 1, 1);
    const int a = group[static_cast<std::size_t>(legs_[edge.out].pair)];
    const int b = group[static_cast<std::size_t>(legs_[edge.in].pair)];
    std::ranges::replace(group, a, b);
  }
  std::vector<bool> seen(static_cast<std::size_t>(pairs_)), has_pair(seen);
  for (const Leg& leg : legs_) {
    if (leg.pair < 0) continue;
    const auto pair = static_cast<std::size_t>(leg.pair);
    const Flavours flavours = theory_.fields[leg.field].flavours;
    if (flavours == Flavours::equal) {
      const auto root = static_cast<std::size_t>(group[pair]);
      const bool fixed =
          fixed_pair_ >= 0 && group[static_cast<std::size_t>(fixed_pair_)] == group[pair];
      if (!seen[root] && !fixed) product *= theory_.flavours;
      seen[root] = true;
    } else if (flavours != Flavours::one && leg.flavour == 0 && !has_pair[pair]) {
      has_pair[pair] = true;
      summed.push_back(leg.pair);
    }
  }
  long total = 0;
  for (unsigned choice = 0; choice < 1U << summed.size(); ++choice) {
    const auto flavour_of = [&](const Leg& leg) {
      if (leg.flavour != 0) return leg.flavour;
      const auto at = std::ranges::find(summed, leg.pair) - summed.begin();
      return 1 + static_cast<int>(choice >> at & 1U);
    };
    long term = product;
    for (const Edge& edge : edges_) {
      const Flavours flavours = theory_.fields[legs_[edge.out].field].flavours;
      if (flavours != Flavours::conserved && flavours != Flavours::matrix) continue;
      const int s = flavour_of(legs_[edge.out]), t = flavour_of(legs_[edge.in]);
      if (flavours == Flavours::conserved && s != t) term = 0;
      term *= propagator(edge, s, t);
    }
    total += term;
  }
  return total;
}

void Wick::finish() {
  if (!kept()) return;
  // Loops with an odd number of vertices: legs are joined by pairs and by propagators.
  for (const std::size_t field : theory_.even) {
    std::vector<bool> done(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      if (legs_[edges_[i].out].field != field || done[i]) continue;
      int length = 0;
      bool external = false;
      for (std::size_t at = i; !done[at];) {
        done[at] = true;
        ++length;
        const Leg& in = legs_[edges_[at].in];
        external = external || in.pair == fixed_pair_ || is_line_end(in);
        at = static_cast<std::size_t>(
            std::ranges::find_if(
                edges_, [&](const Edge& next) { return legs_[next.out].pair == in.pair; }) -
            edges_.begin());
      }
      if (length % 2 == 1 && !external) return;
    }
  }
  ++count_;
  total_ += sign() * flavoured_product();
}

}  // namespace

Propagators::Propagators(const TheorySpec& theory, unsigned seed)
    : indices_(static_cast<std::size_t>(theory.indices())) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<long> number(-2, 3);
  values_.resize(theory.fields.size() * 4 * indices_ * indices_);
  for (long& value : values_) value = number(engine);
  for (std::size_t f = 0; f < theory.fields.size(); ++f) {
    if (theory.fields[f].kind != FieldKind::real) continue;
    for (int s = 1; s <= 2; ++s) {
      for (int a = 0; a < static_cast<int>(indices_); ++a) {
        for (int b = 0; b < a; ++b) values_[place(f, s, s, a, b)] = values_[place(f, s, s, b, a)];
      }
    }
  }
  for (std::size_t i = 0; i < indices_; ++i) {
    enters_.push_back(number(engine));
    leaves_.push_back(number(engine));
  }
}

std::size_t Propagators::place(std::size_t field, int s, int t, int a, int b) const {
  const auto flavours = static_cast<std::size_t>(2 * (s - 1) + t - 1);
  return ((field * 4 + flavours) * indices_ + static_cast<std::size_t>(a)) * indices_ +
         static_cast<std::size_t>(b);
}

long Propagators::at(std::size_t field, int s, int t, int a, int b) const {
  return values_[place(field, s, t, a, b)];
}

WickSum wick_sum(const TheorySpec& theory, const Propagators& propagators) {
  return Wick(theory, propagators).run();
}

int legs_of(const TheorySpec& theory) {
  int legs = static_cast<int>(theory.external.size());
  if (!theory.has_operators()) legs = 2;
  for (const VertexSpec& vertex : theory.vertices)
    legs += vertex.order * static_cast<int>(vertex.operators.size());
  return legs;
}

}  // namespace diagc::testing

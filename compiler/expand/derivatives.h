// `derivative(f, x)` and `source(i)`: derivatives of dynamic values while a file is expanded.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "compiler/graph/adjoints.h"
#include "compiler/graph/signature.h"

namespace diagc::expansion {

/// All derivatives of one value by the elements of one input, by one param or by the sources are found in one sweep (Adjoints) and kept.
class Derivatives {
 public:
  Derivatives(GraphBuilder& builder, const Signature& signature)
      : builder_(builder), signature_(signature) {}

  static constexpr std::int64_t most_sources = 1 << 20;

  /// A leaf that no input has: its number lies behind those of the signature.
  NodeId source(std::int64_t index);
  bool has_sources() const { return has_sources_; }
  bool is_source(NodeId node) const;
  /// Whether there can be derivatives by it: an element of an input, a param, a source.
  bool can_be_by(NodeId node) const {
    return builder_[node].kind == Kind::input || builder_[node].kind == Kind::param;
  }
  /// coefficient · node; node no_node: 0.
  Term derivative(NodeId value, NodeId leaf);

  /// A value and its adjoint, and how many calls had been completed when it was made.
  struct Record {
    NodeId node, adjoint;
    std::size_t completed;
  };
  const std::vector<Record>& records() const { return records_; }
  /// To be told before each derivative.
  void set_completed(std::size_t completed) { completed_ = completed; }

 private:
  /// The scalars that a sweep finds derivatives by.
  struct Leaves {
    Kind kind;
    std::uint32_t first, last;
    auto operator<=>(const Leaves&) const = default;
  };
  Leaves leaves_with(NodeId leaf) const;

  GraphBuilder& builder_;
  const Signature& signature_;
  std::map<Leaves, Dependence> dependences_;
  std::map<std::pair<Leaves, NodeId>, std::unordered_map<NodeId, Term>> found_;
  std::vector<Record> records_;
  std::size_t completed_ = 0;
  bool has_sources_ = false;
};

}  // namespace diagc::expansion

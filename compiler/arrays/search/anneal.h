// The inner loop of the search: Metropolis' rule on rotations and regrafts of a tree.
#pragma once

#include <cstdint>
#include <random>
#include <span>

#include "compiler/arrays/search/tree.h"

namespace diagc::arrays {

/// The parts of a tree that rotations change.
struct TreeView {
  std::span<ContractionTree::Node> nodes;  ///< leaves first
  std::size_t leaves;
  std::uint64_t* sets;
  std::span<const float> weights;  ///< by word
  const std::uint64_t* sliced;     ///< null: none
};

/// Results have the same bits on every machine: instructions that count bits are used where there are such (label_counts.h), fused multiply-add is not.
void anneal(const TreeView& tree, std::size_t moves, float beta,
            const ContractionTree::Pressure& pressure, std::mt19937_64& random);

/// log2 of what a step costs, from log2 of its operations and of the elements of its operands and result. Of time by tables, within 5 %, and without what
/// every step takes: small steps would be all alike, and trees of them disordered, from which no good large steps come.
float step_cost(float operations, float a, float b, float result, const Objective& objective);

}  // namespace diagc::arrays

// Kinds of sampling.
#pragma once

namespace diagc::series {

/// Where samples come from.
enum class Sampling {
  automatic,    ///< the best of those that an integrand allows
  chain,        ///< Markov chains, normalised against the weight of a chain of links
  tree,         ///< Markov chains, normalised against the weight of all spanning trees
  independent,  ///< independent samples of the weight of all spanning trees
};

/// What independent samples are drawn by.
enum class Draws {
  automatic,  ///< points of Sobol's sequence for few vertices, where they make errors smaller
  random,     ///< random numbers
  sobol,  ///< scrambled points of Sobol's sequence, one a group; errors are those of the means of groups
};

}  // namespace diagc::series

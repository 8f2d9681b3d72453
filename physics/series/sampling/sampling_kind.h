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

}  // namespace diagc::series

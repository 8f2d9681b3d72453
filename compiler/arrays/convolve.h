// Sums over cyclic axes by Fourier transforms.
#pragma once

#include "compiler/arrays/array_graph.h"

namespace diagc::arrays {

/// A graph with the same outputs in which sums along one cyclic axis are pointwise after transforms where they can be:
///
/// - where the relations of a sum leave one lattice vector alone (relations.h), it is a product of transforms;
/// - else factors at equal arguments are multiplied, and a variable that stands in two factors alone makes their convolution, one after the other;
/// - what remains is a sum of products as before.
///
/// A transform goes through maps that are linear in one array, conjugates included; sums of what is pointwise are taken before the inverse transform,
/// of which there is one for an array. Where every cyclic axis has one point, sums are products, without transforms. Sums that take no more than n
/// steps, of several axes, and over axes of static extent stay as they are.
ArrayGraph convolve(const ArrayGraph& graph);

}  // namespace diagc::arrays

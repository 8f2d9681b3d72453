// Networks as einsum strings, such as `ij,jk->ik`.
#pragma once

#include "physics/networks/named_network.h"

namespace diagc::networks {

/// Labels are single letters, any code points but digits, blanks and punctuation; terms are parted by commas, an empty one is a
/// number. Blanks mean nothing. Behind `->` stand the labels of the result. Extents are not known yet.
/// Throws InputError.
NamedNetwork read_einsum(SourcePtr source);

}  // namespace diagc::networks

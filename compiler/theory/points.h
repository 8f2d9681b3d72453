// Where lines leave a vertex.
#pragma once

#include "compiler/theory/model.h"

namespace diagc::theory {

/// The indices at which lines or legs of the field leave the vertex with this label, each once.
Terms points_left(const Species& vertex, std::size_t field, const Term& label);

}  // namespace diagc::theory

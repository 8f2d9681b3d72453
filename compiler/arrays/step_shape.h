// What a step of an order is as a matrix product, and why an array is read in another order of axes.
#pragma once

#include "compiler/arrays/label_sets.h"
#include "compiler/arrays/plan.h"

namespace diagc::arrays {

/// Labels of a step c = a · b in its four groups: in both operands and the result, in a and the result, in b and the result, in no result.
/// A product of matrices for each value of the batch: rows × summed times summed × columns.
struct StepShape {
  Labels batch, rows, columns, summed;
};

/// Labels ascending.
StepShape shape_of(const Labels& a, const Labels& b, const Labels& c);

/// Why the tiles of a kernel are read in another order of axes than their array has.
enum class RelayoutCause {
  none,         ///< they are not
  input,        ///< a tensor of the network lies as its numbers were given
  four_groups,  ///< no order of axes makes both the step that writes the array and the one that reads it a plain matrix product
  lanes_end     ///< an order might, but too few axes are left that the steps before had for lanes
};

/// `labels` are of all values. Four groups: the array's labels that come from the left and those that come from the right operand of the step
/// that makes it, each cut into those that the next step keeps and those that it sums. Rows and columns of a plain product lie together, so
/// that their two cuts of the array are nested, and one of the four parts is empty; where none is, some array has to be read or
/// written out of order.
RelayoutCause relayout_cause(const Plan& plan, const PlanKernel& kernel,
                             const std::vector<Labels>& labels, std::size_t tensors);

/// `four groups`, `lanes end`, `as given`, or nothing.
const char* name_of(RelayoutCause cause);

}  // namespace diagc::arrays

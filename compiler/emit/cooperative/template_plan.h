// How a template's code finds the inputs and tiles of the panel at hand: what it takes from the panel's record, and where in it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/schedule/stretches.h"
#include "compiler/schedule/templates.h"

namespace diagc {

/// Where an input stands: at an immediate distance from a register of the panel, or from one of the column, or from none.
struct LeafPlace {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t base = none;  ///< of the panel's bases
  bool column = false;        ///< relative to the column's own word
  std::uint32_t word = none;  ///< of the column's words, when the column alone says where it is
  std::int32_t distance = 0;
};

/// Places of a template's code in the body of a record, in words.
struct TemplatePlan {
  Stretches stretches;
  std::vector<LeafPlace> leaves;                      ///< by leaf of the template
  std::vector<std::vector<LeafPlace>> column_leaves;  ///< by kind of column and leaf
  std::vector<std::uint32_t> base_leaves;             ///< leaf that each base points to
  std::vector<std::uint32_t>
      column_bases;  ///< by kind: base that is taken off a column's word, or none
  std::uint32_t first_import = 0, first_base = 0, first_output = 0, first_tile = 0, first_count = 0,
                first_column = 0;
  std::vector<std::uint32_t> column_words;  ///< by kind
  std::uint32_t words = 0;                  ///< of the longest body
};

struct TemplatePlanOptions {
  std::uint32_t pack = 4;   ///< values of a pack
  std::uint32_t sums = 96;  ///< in registers at once
};

/// `uses` are the panels of the template, `leaf_bytes` says how far an input is from the start of its stage.
TemplatePlan plan_template(const Template& form, const std::vector<const TemplateUse*>& uses,
                           const std::function<std::int32_t(NodeId)>& leaf_bytes,
                           const TemplatePlanOptions& options);

}  // namespace diagc

// Templates: the code that units of the same inside share, and what each of them puts in the open places.
//
// Operands of a template's statements are numbered, not named. What a unit reads from blocks of other units is divided: terms
// that are one value of a block times one input and are the same for several blocks but for the input make a *column*; code goes
// through the columns of a unit in a loop, whose length is the unit's own. All else is read where a statement needs it.
#pragma once

#include "compiler/schedule/statement.h"
#include "compiler/schedule/units.h"

namespace diagc {

/// A factor of a statement, as a number of the template.
struct TemplateOperand {
  enum class Kind : std::uint8_t {
    uniform,  ///< the same for all units: index is the NodeId
    local,    ///< value `index` of the unit
    element,  ///< of block `index` of TemplateUse::blocks, at `position`
    import,   ///< value `index` of TemplateUse::imports
    leaf,     ///< input `index` of TemplateUse::leaves
  };
  Kind kind = Kind::uniform;
  std::uint32_t index = 0, position = 0;
  auto operator<=>(const TemplateOperand&) const = default;
};

struct TemplateTerm {
  bool negative = false;
  CoefficientId coefficient = unit_coefficient;
  std::vector<TemplateOperand> factors;
  auto operator<=>(const TemplateTerm&) const = default;
};

/// Terms of a statement ascend by this. What has one factor goes first: the others are then added to it in one step each. It does not
/// depend on how inputs, imports and blocks are numbered.
struct TermRank {
  bool several_factors = false;
  std::vector<std::pair<int, std::uint32_t>>
      values;  ///< that are read: 0 from elsewhere, 1 the unit's own
  bool negative = false;
  auto operator<=>(const TermRank&) const = default;
};
TermRank rank_of(const TemplateTerm& term);

/// Value i of the unit. A sum of terms and of its terms in the columns; quotients and functions have operands instead.
struct TemplateStatement {
  Kind kind = Kind::sum;
  std::vector<TemplateTerm> terms;
  std::vector<TemplateOperand> operands;
  std::uint32_t block = no_unit;  ///< of TemplateUse::outputs, where others read it
  std::uint32_t position = 0;
  auto operator<=>(const TemplateStatement&) const = default;
};

/// values[target] += ± block[position] · leaves[leaf] of the column.
struct ColumnTerm {
  std::uint32_t target = 0, position = 0, leaf = 0;
  bool negative = false;
  auto operator<=>(const ColumnTerm&) const = default;
};

struct TemplateColumn {
  std::vector<ColumnTerm> terms;  ///< by target
  std::uint32_t leaves = 0;
  auto operator<=>(const TemplateColumn&) const = default;
};

struct Template {
  std::vector<TemplateStatement> statements;  ///< operands first
  std::vector<TemplateColumn> columns;        ///< kinds of columns
  std::uint32_t outputs = 0, blocks = 0, imports = 0, leaves = 0;
  auto operator<=>(const Template&) const = default;
};

/// In place of an import: the terms that read it are missing, or it is the number 1.
inline constexpr NodeId absent_import = no_node, unit_import = no_node - 1;

/// What one unit puts in the places of its template.
struct TemplateUse {
  struct ColumnUse {
    BlockId block;
    std::vector<NodeId> leaves;
  };
  std::uint32_t index = 0;                      ///< of the template
  std::vector<std::vector<ColumnUse>> columns;  ///< by kind of column, maybe none of a kind
  std::vector<BlockId> outputs, blocks;
  std::vector<NodeId> imports, leaves;
};

struct Templates {
  std::vector<Template> templates;
  std::vector<TemplateUse> uses;  ///< by unit

  /// Whether some unit of a template lacks an import, or columns of a kind.
  bool may_lack_import(std::uint32_t index, std::uint32_t import) const;
  bool may_lack_column(std::uint32_t index, std::uint32_t kind) const;
};

/// Units whose form is that of others but for something missing take the code of those: at the border of a recurrence a loop
/// does not close, or nothing has come before. Less code is worth more than the few steps that are left out.
void unify(Templates& templates);

/// The templates of all units, unified.
Templates find_templates(const Graph& graph, const Values& values, const Units& units,
                         Coefficients& coefficients);

}  // namespace diagc

// Templates: the code that panels of equal structure share, and what each panel puts in its open places.
//
// Operands of a template's statements are numbered, not named. What a panel reads from tiles of other panels is divided: terms
// that are one value of a tile times one input and are the same for several tiles but for the input make a *column*, and so do
// terms that are a value of one tile times a value of another (sums over subsets); code goes through the columns of a panel in a
// loop, whose length is the panel's own. All else is read where a statement needs it.
#pragma once

#include "compiler/schedule/panels.h"
#include "compiler/schedule/statement.h"

namespace diagc {

/// A factor of a statement, as a number of the template.
struct TemplateOperand {
  enum class Kind : std::uint8_t {
    uniform,  ///< the same for all panels: index is the NodeId
    local,    ///< value `index` of the panel
    element,  ///< of tile `index` of TemplateUse::tiles, at `position`
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

/// Terms of a statement ascend by this. Terms of one factor go first: the others are then added in one step each. The rank does not
/// depend on how inputs, imports and tiles are numbered.
struct TermRank {
  bool several_factors = false;
  std::vector<std::pair<int, std::uint32_t>>
      values;  ///< that are read: 0 from elsewhere, 1 the panel's own
  bool negative = false;
  auto operator<=>(const TermRank&) const = default;
};
TermRank rank_of(const TemplateTerm& term);

/// Value i of the panel. A sum of terms and of its terms in the columns; quotients and functions have operands instead.
struct TemplateStatement {
  Kind kind = Kind::sum;
  std::vector<TemplateTerm> terms;
  std::vector<TemplateOperand> operands;
  std::uint32_t tile = no_tile;  ///< of TemplateUse::outputs, where others read it
  std::uint32_t position = 0;
  auto operator<=>(const TemplateStatement&) const = default;
};

/// values[target] += ± tile[position] · factor, where the factor is leaves[factor] of the column or, in a column of two tiles,
/// other[factor].
struct ColumnTerm {
  std::uint32_t target = 0, position = 0, factor = 0;
  bool negative = false;
  auto operator<=>(const ColumnTerm&) const = default;
};

struct TemplateColumn {
  std::vector<ColumnTerm> terms;  ///< by target
  std::uint32_t leaves = 0;       ///< none in a column of two tiles
  bool two_tiles() const { return leaves == 0; }
  auto operator<=>(const TemplateColumn&) const = default;
};

struct Template {
  std::vector<TemplateStatement> statements;  ///< operands first
  std::vector<TemplateColumn> columns;        ///< kinds of columns
  std::uint32_t outputs = 0, tiles = 0, imports = 0, leaves = 0;
  auto operator<=>(const Template&) const = default;
};

/// In place of an import: the panel lacks the terms that read it, or the import is the number 1.
inline constexpr NodeId absent_import = no_node, unit_import = no_node - 1;

/// What one panel puts in the places of its template.
struct TemplateUse {
  struct ColumnUse {
    TileId tile, other = no_tile;
    std::vector<NodeId> leaves;
  };
  std::uint32_t index = 0;                      ///< of the template
  std::vector<std::vector<ColumnUse>> columns;  ///< by kind of column, maybe none of a kind
  std::vector<TileId> outputs, tiles;
  std::vector<NodeId> imports, leaves;
};

struct Templates {
  std::vector<Template> templates;
  std::vector<TemplateUse> uses;  ///< by panel

  /// Whether some panel of a template lacks an import, or columns of a kind.
  bool may_lack_import(std::uint32_t index, std::uint32_t import) const;
  bool may_lack_column(std::uint32_t index, std::uint32_t kind) const;
};

/// Panels whose form is that of others but for something missing take the code of those: at the border of a recurrence a loop
/// does not close, or nothing has come before. Less code is worth more than the few steps that are left out.
void unify(Templates& templates);

/// The templates of all panels, unified.
Templates find_templates(const Graph& graph, const Values& values, const Panels& panels,
                         Coefficients& coefficients);

}  // namespace diagc

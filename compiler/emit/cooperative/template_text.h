// The code of a template of panels, a `case` of the cooperative kernel, with the names of the first panel that has it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/emit/cooperative/plan.h"
#include "compiler/emit/cuda/text.h"

namespace diagc {

class TemplateText : protected CudaText {
 protected:
  /// Throws what plan_cooperation() throws.
  TemplateText(const Graph& graph, const Schedule& schedule, const CudaOptions& options);

  void panel(std::uint32_t index);

  const Panels& panels_;
  const Templates& templates_;
  CooperativePlan plan_;

 private:
  void import(std::uint32_t index, std::uint32_t i);
  /// "has0" where some of the panels lack the term, else empty.
  std::string condition(const TemplateTerm& term) const;
  /// Statements from `begin` to before `end`, after the sums over columns that they need.
  void stretch(std::uint32_t begin, std::uint32_t end);
  void columns(std::uint32_t kind, std::uint32_t begin, std::uint32_t end);
  /// The most columns of a kind that a panel of the template has.
  std::size_t most_columns(std::uint32_t kind) const;
  void column(std::uint32_t kind, const std::vector<ColumnTerm>& terms);
  void column_leaves(std::uint32_t kind, const std::vector<ColumnTerm>& terms);
  void statement(std::uint32_t i);
  /// The text of a sum with one more term.
  std::string add(const std::string& text, const TemplateTerm& term);
  /// The name of an operand; what stands in shared memory is read before its first use in a stretch.
  std::string operand(const TemplateOperand& operand);
  std::string read(const std::string& name, const std::string& from, std::int32_t distance);
  const std::string& value_name(std::uint32_t local) const { return names_[(*values_)[local]]; }
  std::string sum(std::uint32_t local) const { return "sum_" + value_name(local); }

  // Of the template at hand:
  std::uint32_t index_ = 0;
  const Template* form_ = nullptr;
  const TemplatePlan* code_ = nullptr;
  const TemplateUse* use_ = nullptr;
  const std::vector<NodeId>* values_ = nullptr;
  std::map<std::string, std::string> products_;
  std::size_t stretch_ = 0;
  std::set<std::uint32_t> summed_;  ///< values whose sum over columns has begun
  std::set<std::string> read_;      ///< names that the stretch has read
};

}  // namespace diagc

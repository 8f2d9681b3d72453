// The code of a form: what a warp does for the units of a task.
#pragma once

#include <map>
#include <set>

#include "compiler/emit/cuda/text.h"
#include "compiler/emit/unions/plan.h"

namespace diagc {

class FormText : protected CudaText {
 protected:
  FormText(const Graph& graph, const Schedule& schedule, const CudaOptions& options)
      : CudaText(graph, schedule, options),
        plan_(plan_unions(graph, schedule, options)),
        chunk_(schedule.chunks.front()) {}

  /// `case` of the form's number. `record` is where the record at hand is, `stage` the inputs of the group, `own_pack` the lane's of a pack.
  void form_case(std::uint32_t number);
  /// "-0.5f * N", an empty one for 1.
  std::string scale_text(const UnionScale& scale) const;

  const UnionPlan plan_;
  const Chunk& chunk_;

 private:
  bool of_task(const UnionInput& input) const;
  bool of_task(const UnionTerm& term) const;
  void find_inner_of_task();
  void declare_inputs(bool for_task);
  void declare_inputs(const std::vector<UnionTerm>& terms, bool for_task);
  std::string element(const UnionInput& input, const std::vector<std::string>& labels) const;
  std::string operand(const UnionTerm& term) const;
  void declare_scales();
  std::vector<std::size_t> ways() const;
  std::string label(std::uint32_t label);
  void declare_inner(std::uint32_t sum);
  std::string sum(const std::vector<UnionTerm>& terms);
  std::string place(std::uint32_t number);
  void read(const UnionTerm& term);
  void read_all(const UnionValue& value);
  void need(const std::vector<UnionTerm>& terms);
  void unit();
  void divided_unit();
  void declare_row_inputs(const UnionTerm& term, std::uint32_t slot);
  std::string row_name(const UnionInput& input, std::uint32_t slot, std::uint32_t scale) const;
  std::string divided_sum(const UnionValue& value, std::uint32_t slot);
  std::string divided_value(const UnionValue& value);
  void store_outputs();
  void write(std::size_t number);
  std::string value_name(const UnionValue& value) const;

  /// Ways that packs are read ahead of, where a unit has too many to read them all at first.
  static constexpr std::uint32_t ahead = 5;

  // Of the form at hand:
  const UnionForm* form_ = nullptr;
  std::uint32_t number_ = 0;
  const char* indent_ = "";
  std::vector<bool> inner_of_task_;
  std::vector<bool> is_own_;                          ///< by value: others of its unit read it
  std::map<std::uint32_t, std::uint32_t> own_scale_;  ///< by scale: which of the unit's own
  std::map<std::pair<std::uint32_t, UnionInput>, std::string> inputs_;  ///< scaled
  std::set<std::uint32_t> labels_, quads_, places_, reads_, inner_;     ///< declared
  std::set<std::string> rows_declared_;
};

}  // namespace diagc

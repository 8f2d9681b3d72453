// Identifiers for the values of a kernel, made from the names in the rule file.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "compiler/schedule/schedule.h"

namespace diagc {

/// NAME of a kernel's functions: the grammar's name, followed by `_kernel` where that is a word of C or C++, or a name that
/// emitted sources use themselves.
std::string kernel_symbol(const std::string& grammar);

/// Of an emitted source; each has words of its own.
enum class Language { cpp, cuda };

/// G[2,3] is G_2_3, p[1].x is p_1_x, W(2, {1,3}, 0, 2) is W_2_S1_3_0_2 and the components of a vector J(1, 2) are
/// J_1_2, J_1_2_c1, …; values that no call stands for are t1, t2, … in the order in which they are computed.
/// No two are equal, and none is a word of the language or of the emitted prelude.
class Names {
 public:
  Names(const Graph& graph, const Schedule& schedule, Language language = Language::cpp);
  const std::string& operator[](NodeId node) const { return names_[node]; }

 private:
  void name(NodeId node);
  std::string unique(std::string name);

  const Graph& graph_;
  std::vector<std::string> names_;
  std::unordered_set<std::string> taken_;
  std::vector<std::uint8_t> components_;
  std::uint32_t temporaries_ = 0;
  bool sums_ = false;  ///< whether sum_NAME is taken beside every NAME, as `cooperative` needs it
};

}  // namespace diagc

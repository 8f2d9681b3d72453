// What the C++ of a kernel for CPUs has in common, whether it is straight code or chunks that values go between in memory:
// prelude, rows, the entry that allocates.
#pragma once

#include <memory>
#include <string>

#include "compiler/emit/cpp.h"
#include "compiler/emit/kernel_text.h"
#include "compiler/emit/part.h"
#include "compiler/schedule/determinant_sweep.h"

namespace diagc {

class CppText : protected KernelText {
 public:
  virtual ~CppText() = default;
  std::string kernel();
  Part part(const std::string& space);

 protected:
  /// `block`: vectors of configurations, what the prelude's constant of that name is.
  CppText(const Graph& graph, const Schedule& schedule, const CppOptions& options,
          std::size_t block);

  /// A comment on order and work.
  virtual void plan_comment() { plan(); }
  /// All functions up to NAME_range and its NAME_work_bytes.
  virtual void functions() = 0;
  /// The two forms of `evaluate` of a part, and its needs: vectors and work_bytes.
  virtual Part part_functions() = 0;
  /// What `block` says, for the comment beside it.
  virtual const char* meaning_of_block() const = 0;

  static constexpr const char* row_parameters =
      "const InputRows *inputs, const OutputRows *outputs, const Real *params,\n"
      "    Size begin, Size end";

  enum class Side : std::uint8_t { inputs, outputs };
  /// Longer lists of variables stand in a table, which is gone through in loops: functions do not grow with them, and Clang, some of
  /// whose passes take quadratic time, does not slow down.
  static constexpr std::size_t most_listed = 16;
  bool is_long(Side side) const { return variables(side).size() > most_listed; }

  /// A variable of which the kernel reads or writes rows: its number, its first row among those of all, how many it has.
  struct Place {
    std::size_t variable = 0;
    std::uint32_t first = 0, count = 0;
  };
  /// A caller need not have rows of an input that nothing reads.
  std::vector<Place> places(Side side) const;

  /// What stands for these numbers in text.
  struct Rows {
    std::string variable, first, count;
  };
  /// Text for the rows of every variable that the kernel reads or writes, which stand behind `before` others: `body` writes that of
  /// one, or of the table's.
  template <class Body>
  void for_rows(Side side, const char* indent, std::size_t before, Body body) {
    const std::vector<Place> list = places(side);
    if (!is_long(side)) {
      for (const Place& place : list) {
        body(Rows{std::to_string(place.variable), std::to_string(before + place.first),
                  std::to_string(place.count)});
      }
    } else if (!list.empty()) {
      line("{}for (const Place &place : {}) {{", indent, table_name(side));
      const std::size_t begin = text_.size();
      body(Rows{"place.variable",
                before == 0 ? "place.first" : fmt::format("({} + place.first)", before),
                "place.count"});
      indent_from(begin);
      line("{}}}", indent);
    }
  }

  const CppOptions& options_;
  std::size_t input_rows_, output_rows_, block_;

 private:
  const std::vector<Variable>& variables(Side side) const {
    return side == Side::inputs ? signature_.inputs : signature_.outputs;
  }
  static const char* table_name(Side side) {
    return side == Side::inputs ? "input_places" : "output_places";
  }
  void place_tables();
  /// Two blanks more before every line from this place of the text on.
  void indent_from(std::size_t begin);
  unsigned lanes() const;
  void prelude();
  void entry();
};

/// One function for all statements of a vector of configurations.
std::unique_ptr<CppText> straight_text(const Graph& graph, const Schedule& schedule,
                                       const CppOptions& options);
/// A function a chunk; a block of vectors goes through all chunks in turn.
std::unique_ptr<CppText> chunked_text(const Graph& graph, const Schedule& schedule,
                                      const CppOptions& options);

/// A function for each number of vertices inside and outside of a unit; a vector goes through all units of the sweep.
std::unique_ptr<CppText> determinant_text(const Graph& graph, const Schedule& schedule,
                                          const CppOptions& options, DeterminantSweep sweep);

}  // namespace diagc

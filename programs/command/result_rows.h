// Results in rows: an aligned table that grows as they come, or one JSON array.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace diagc {

/// Null (shown as "-"), a truth value, a number or text.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct Column {
  std::string key;
  int width = 0;            ///< of the table, where the key is not wider; a longer cell is not cut
  bool left = false;        ///< aligned to the left
  std::string title = {};   ///< heading of the table, where it is not the key
  bool in_table = true;     ///< or in JSON only
  std::string absent = {};  ///< why a cell may be null; shown below a table that has such a cell
};

/// The JSON array is written at the end, so that an interrupted run leaves no half of it; where an
/// error ends the rows, it holds those that came before.
class ResultRows {
 public:
  ResultRows(std::vector<Column> columns, bool json);
  ~ResultRows();
  ResultRows(const ResultRows&) = delete;
  ResultRows& operator=(const ResultRows&) = delete;

  void add(const std::vector<Cell>& cells);
  /// Writes what is still to be written; to be called at the end of a run without errors.
  void finish();

 private:
  std::string notes() const;

  std::vector<Column> columns_;
  bool json_;
  bool finished_ = false;
  std::size_t rows_ = 0;
  std::vector<bool> has_null_;  ///< by column
  std::string array_;
};

/// A number where the text is one that fits 64 bits, a truth value, or the text.
Cell cell_of(const std::string& text);
inline Cell cell_of(std::size_t number) { return static_cast<std::int64_t>(number); }

}  // namespace diagc

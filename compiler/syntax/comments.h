// Where the printer puts the comments of a file.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compiler/syntax/tree.h"

namespace diagc::syntax {

struct PlacedComment {
  std::string_view text;
  bool own_line = true;  ///< else it follows what is written in front of it
};

/// A comment or declaration between the declarations, with what it covers of the source.
struct Entry {
  const Decl* decl = nullptr;  ///< null: the comment `text`, or (text empty) the head of the file
  std::string_view text = {};
  std::string_view trailing = {};  ///< comment at the end of the last line; empty: none
  bool blank_line = false;         ///< parted from the entry before by an empty line in the source
};

/// Comments stand in front of expressions that may begin a line: the body of a rule, operands of a
/// chain but the first, branches, bodies of `let` and `sum`, arguments, elements of sets. One that
/// the source has elsewhere moves to the next such place, or behind the declaration.
class PlacedComments {
 public:
  explicit PlacedComments(const File& file);

  const std::vector<Entry>& entries() const { return entries_; }
  /// Comments in front of an expression; null where there are none.
  const std::vector<PlacedComment>* before(const Expr& expr) const;
  /// Whether comments inside of an expression keep it from being written on one line.
  bool inside(const Expr& expr) const { return inside_.contains(&expr); }

 private:
  void place(const Decl& decl);
  bool place(const Expr& expr, bool may_begin_line);
  void add_entries(const Decl* decl, Span span, std::uint32_t next_begin);
  Entry& add_entry(Entry entry, Span span);

  const File& file_;
  std::string_view text_;
  std::size_t next_ = 0;        ///< first comment without a place
  std::uint32_t last_end_ = 0;  ///< end in the source of what was entered
  std::vector<Entry> entries_;
  std::unordered_map<const Expr*, std::vector<PlacedComment>> before_;
  std::unordered_set<const Expr*> inside_;
};

}  // namespace diagc::syntax

#include "compiler/syntax/comments.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace diagc::syntax {

namespace {

/// Whether comments may stand in front of an operand: whether a line can begin with it (or its
/// operator).
bool operand_may_begin_line(const Expr& expr, std::size_t operand) {
  switch (expr.kind) {
    case Expr::Kind::chain:
    case Expr::Kind::conditional:
    case Expr::Kind::let:
      return operand > 0;
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
    case Expr::Kind::set:
    case Expr::Kind::name:
      return true;
    default:
      return false;
  }
}

}  // namespace

PlacedComments::PlacedComments(const File& file)
    : file_(file), text_(file.source ? file.source->text() : std::string_view()) {
  const auto begin_of = [&](std::size_t decl) {
    return decl < file.decls.size() ? file.decls[decl].span.begin
                                    : std::numeric_limits<std::uint32_t>::max();
  };
  const auto& comments = file.comments;
  for (; next_ < comments.size() && comments[next_].span.begin < file.head_span.begin; ++next_) {
    add_entry({.text = file.source->slice(comments[next_].span)}, comments[next_].span);
  }
  add_entries(nullptr, file.head_span, begin_of(0));
  for (std::size_t i = 0; i < file.decls.size(); ++i) {
    place(file.decls[i]);
    add_entries(&file.decls[i], file.decls[i].span, begin_of(i + 1));
  }
}

const std::vector<PlacedComment>* PlacedComments::before(const Expr& expr) const {
  const auto found = before_.find(&expr);
  return found == before_.end() ? nullptr : &found->second;
}

Entry& PlacedComments::add_entry(Entry entry, Span span) {
  if (!entries_.empty() && span.begin > last_end_) {
    const std::string_view between = text_.substr(last_end_, span.begin - last_end_);
    entry.blank_line = std::count(between.begin(), between.end(), '\n') > 1;
  }
  const bool after_derived =
      !entries_.empty() && entries_.back().decl && entries_.back().decl->derived;
  if ((entry.decl && entry.decl->derived) || after_derived) entry.blank_line = true;
  last_end_ = std::max(last_end_, span.end);
  return entries_.emplace_back(entry);
}

/// Enters a declaration (or the head of the file), and the comments left of it and up to the next
/// one.
void PlacedComments::add_entries(const Decl* decl, Span span, std::uint32_t next_begin) {
  Entry& entry = add_entry({.decl = decl}, span);
  const auto& comments = file_.comments;
  for (bool first = true; next_ < comments.size() && comments[next_].span.begin < next_begin;
       ++next_) {
    const Comment& comment = comments[next_];
    const std::string_view text = file_.source->slice(comment.span);
    if (std::exchange(first, false) && !comment.own_line) {
      entry.trailing = text;
      last_end_ = std::max(last_end_, comment.span.end);
    } else {
      add_entry({.text = text}, comment.span);
    }
  }
}

void PlacedComments::place(const Decl& decl) {
  const bool is_rule = decl.kind != Decl::Kind::constant && decl.kind != Decl::Kind::axis &&
                       decl.kind != Decl::Kind::vertex;
  if (decl.body && is_rule && next_ < file_.comments.size()) place(*decl.body, true);
}

/// Gives places to comments up to the expression and in it. True if there were any.
bool PlacedComments::place(const Expr& expr, bool may_begin_line) {
  const auto& comments = file_.comments;
  if (next_ == comments.size() || comments[next_].span.begin > expr.span.end) return false;
  bool any = false;
  if (may_begin_line) {
    for (; next_ < comments.size() && comments[next_].span.begin < expr.span.begin; ++next_) {
      auto& list = before_[&expr];
      const Comment& comment = comments[next_];
      list.push_back({file_.source->slice(comment.span), comment.own_line || !list.empty()});
      any = true;
    }
  }
  if (expr.kind == Expr::Kind::diagrams) return any;  // stays on its line
  bool inside = false;
  for (std::size_t i = 0; i < expr.operands.size(); ++i) {
    if (place(*expr.operands[i], operand_may_begin_line(expr, i))) inside = true;
  }
  if (inside) inside_.insert(&expr);
  return any || inside;
}

}  // namespace diagc::syntax

#include <algorithm>

#include "compiler/syntax/write.h"

namespace diagc::syntax {

namespace {

constexpr std::size_t deepest_indent = 60;
constexpr std::size_t step = 2;

class Broken {
 public:
  Broken(std::string& out, const PlacedComments& comments) : out_(out), comments_(comments) {}

  /// On one line where it fits and no comment stands inside, else broken.
  void write(const Expr& expr, const Place& place, std::size_t indent) {
    if (flat(expr, place)) return;
    if (needs_brackets(expr, place)) {
      out_ += '(';
      form(expr, {}, here(indent));
      out_ += ')';
    } else {
      form(expr, place, indent);
    }
  }

 private:
  bool flat(const Expr& expr, const Place& place);
  bool fits(const Expr& expr, const Place& place);
  /// The column of what comes next, as indent of what belongs to it; not too far to the right.
  std::size_t here(std::size_t indent) const {
    const std::size_t now = column(out_);
    return now <= deepest_indent ? now : std::min(indent + step, deepest_indent);
  }
  bool at_line_start() const {
    const std::size_t last = out_.find_last_not_of(' ');
    return last == std::string::npos || out_[last] == '\n';
  }
  void form(const Expr& expr, const Place& place, std::size_t indent);
  void chain(const Expr& expr, const Place& place, std::size_t indent);
  void conditional(const Expr& expr, const Place& place, std::size_t indent);
  void aggregate(const Expr& expr, const Place& place, std::size_t indent);
  void axis_item(const Item& item, bool is_first, std::size_t indent);
  void list(const std::vector<ExprPtr>& parts, std::size_t indent);
  void operand(const Expr& expr, std::size_t i, const Place& place, std::size_t indent) {
    write(*expr.operands[i], place_of_operand(expr, i, place), indent);
  }
  /// A new line for `expr`, after its comments.
  void line_for(const Expr& expr, std::size_t indent) {
    if (const auto* comments = comments_.before(expr)) {
      write_comments(out_, *comments, indent);
    } else {
      new_line(out_, indent);
    }
  }
  /// A space and the operand, or a new line for it where it does not fit behind.
  void operand_behind_or_below(const Expr& expr, std::size_t i, const Place& place,
                               std::size_t indent);

  std::string& out_;
  const PlacedComments& comments_;
};

bool Broken::flat(const Expr& expr, const Place& place) {
  if (comments_.inside(expr)) return false;
  const std::size_t used = column(out_);
  const std::size_t before = out_.size();
  if (used < line_width && write_flat(out_, expr, place, line_width - used)) return true;
  out_.resize(before);
  return false;
}

bool Broken::fits(const Expr& expr, const Place& place) {
  const std::size_t before = out_.size();
  out_ += ' ';
  const bool fits = flat(expr, place);
  out_.resize(before);
  return fits;
}

void Broken::operand_behind_or_below(const Expr& expr, std::size_t i, const Place& place,
                                     std::size_t indent) {
  const Expr& part = *expr.operands[i];
  if (!comments_.before(part) && fits(part, place_of_operand(expr, i, place))) {
    out_ += ' ';
  } else {
    line_for(part, indent);
  }
  operand(expr, i, place, indent);
}

void Broken::form(const Expr& expr, const Place& place, std::size_t indent) {
  switch (expr.kind) {
    case Expr::Kind::number:
    case Expr::Kind::boolean:
    case Expr::Kind::imaginary:
    case Expr::Kind::diagrams:
      write_flat(out_, expr, place, std::string::npos);
      break;
    case Expr::Kind::set:
      out_ += '{';
      list(expr.operands, here(indent));
      out_ += '}';
      break;
    case Expr::Kind::name:
    case Expr::Kind::index:
      out_ += written_name(expr);
      if (!expr.operands.empty() || !expr.axis_arguments.empty()) {
        out_ += expr.kind == Expr::Kind::name ? '(' : '[';
        list(expr.operands, here(indent));
        out_ += expr.kind == Expr::Kind::name ? ')' : ']';
      }
      if (!expr.axis_arguments.empty()) {
        out_ += '(';
        list(expr.axis_arguments, here(indent));
        out_ += ')';
      }
      break;
    case Expr::Kind::bracket:
      out_ += '[';
      operand(expr, 0, place, here(indent));
      out_ += ']';
      break;
    case Expr::Kind::unary:
      out_ += expr.ops[0] == Op::negate ? "-" : "not ";
      operand(expr, 0, place, here(indent));
      break;
    case Expr::Kind::range:
    case Expr::Kind::power:
      operand(expr, 0, place, indent);
      out_ += expr.kind == Expr::Kind::range ? ".." : "^";
      operand(expr, 1, place, indent);
      break;
    case Expr::Kind::chain:
    case Expr::Kind::compare:
      chain(expr, place, indent);
      break;
    case Expr::Kind::conditional:
      conditional(expr, place, indent);
      break;
    case Expr::Kind::let:
      out_ += "let " + expr.text + " = ";
      operand(expr, 0, place, here(indent));
      out_ += " in";
      line_for(*expr.operands[1], indent);
      operand(expr, 1, place, indent);
      break;
    case Expr::Kind::sum:
    case Expr::Kind::mean:
    case Expr::Kind::product:
      aggregate(expr, place, indent);
      break;
  }
}

/// Each operand on a line of its own behind its operator, the first in line with the others.
void Broken::chain(const Expr& expr, const Place& place, std::size_t indent) {
  if (at_line_start()) out_.append(spelling(expr.ops[0]).size() + 1, ' ');
  operand(expr, 0, place, here(indent));
  for (std::size_t i = 1; i < expr.operands.size(); ++i) {
    line_for(*expr.operands[i], indent);
    out_ += spelling(expr.ops[i - 1]);
    out_ += ' ';
    operand(expr, i, place, here(indent));
  }
}

void Broken::conditional(const Expr& expr, const Place& place, std::size_t indent) {
  out_ += "if ";
  operand(expr, 0, place, here(indent));
  out_ += " then";
  const std::size_t inner = std::min(indent + 2 * step, deepest_indent);
  operand_behind_or_below(expr, 1, place, inner);
  const Expr& otherwise = *expr.operands[2];
  line_for(otherwise, indent);
  out_ += "else";
  if (otherwise.kind == Expr::Kind::conditional) {
    out_ += ' ';
    operand(expr, 2, place, indent);
    return;
  }
  if (fits(otherwise, {})) {
    out_ += ' ';
  } else {
    new_line(out_, inner);
  }
  operand(expr, 2, place, inner);
}

void Broken::aggregate(const Expr& expr, const Place& place, std::size_t indent) {
  out_ += aggregate_word(expr.kind);
  out_ += '(';
  const std::size_t inner = here(indent);
  for (std::size_t i = 0; i < expr.items.size(); ++i) {
    const Item& item = expr.items[i];
    if (item.binds_axis()) {
      axis_item(item, i == 0, inner);
      continue;
    }
    const Place item_place = item.name.empty() ? filter_place : binder_place;
    const std::string binder = item.name.empty() ? "" : item.name + " in ";
    if (i > 0) {
      out_ += ", ";
      if (column(out_) + binder.size() > line_width || !fits(*item.expr, item_place)) {
        out_.pop_back();
        new_line(out_, inner);
      }
    }
    out_ += binder;
    write(*item.expr, item_place, here(inner));
  }
  out_ += ')';
  operand_behind_or_below(expr, 0, place, std::min(indent + 2 * step, deepest_indent));
}

/// The range of an index is short: a binder of axis variables is never broken.
void Broken::axis_item(const Item& item, bool is_first, std::size_t indent) {
  std::string text;
  write_flat(text, item, std::string::npos);
  if (!is_first) {
    out_ += ',';
    if (column(out_) + 1 + text.size() > line_width) {
      new_line(out_, indent);
    } else {
      out_ += ' ';
    }
  }
  out_ += text;
}

/// As many parts in a line as fit.
void Broken::list(const std::vector<ExprPtr>& parts, std::size_t indent) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out_ += ',';
    if (comments_.before(*parts[i]) || (i > 0 && !fits(*parts[i], argument_place))) {
      line_for(*parts[i], indent);
    } else if (i > 0) {
      out_ += ' ';
    }
    write(*parts[i], argument_place, indent);
  }
}

}  // namespace

std::size_t column(const std::string& out) {
  const std::size_t line = out.rfind('\n');
  return line == std::string::npos ? out.size() : out.size() - line - 1;
}

void new_line(std::string& out, std::size_t indent) {
  out += '\n';
  out.append(indent, ' ');
}

void write_comments(std::string& out, const std::vector<PlacedComment>& comments,
                    std::size_t indent) {
  for (const PlacedComment& comment : comments) {
    if (comment.own_line) {
      new_line(out, indent);
    } else {
      out += "  ";
    }
    out += comment.text;
  }
  new_line(out, indent);
}

void write_broken(std::string& out, const Expr& expr, const Place& place, std::size_t indent,
                  const PlacedComments& comments) {
  Broken(out, comments).write(expr, place, indent);
}

}  // namespace diagc::syntax

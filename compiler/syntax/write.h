// Expressions as text; used by the printer alone.
#pragma once

#include <string>

#include "compiler/syntax/comments.h"
#include "compiler/syntax/precedence.h"

namespace diagc::syntax {

/// What the place of an expression asks of it. Where it cannot be had without, round brackets are
/// written.
struct Place {
  Level weakest = Level::expression;  ///< how strongly the expression must bind
  bool closed = false;   ///< a `sum` or `prod` at its right end would take what follows for its own
  bool guarded = false;  ///< a `name in` at its left end would be read as a binder
  bool tight = false;    ///< sums of plain names and numbers are written without spaces
};

bool needs_brackets(const Expr& expr, const Place& place);

/// The places of the parts of an expression.
Place place_of_operand(const Expr& expr, std::size_t operand, const Place& of_expr);
inline constexpr Place argument_place = {.tight = true};
inline constexpr Place binder_place = {.weakest = Level::range};
inline constexpr Place filter_place = {.guarded = true};

bool is_tight(const Expr& expr, const Place& place);
std::string_view spelling(Op op);
/// `G`, `G'`, `rho(G)`.
std::string written_name(const Expr& expr);
/// `sum`, `mean` or `prod`.
std::string_view aggregate_word(Expr::Kind kind);

/// The expression on one line. Gives up, returning false, once more than `room` characters are
/// written.
bool write_flat(std::string& out, const Expr& expr, const Place& place, std::size_t room);

/// A binder of axis variables on one line, likewise.
bool write_flat(std::string& out, const Item& item, std::size_t room);

/// An operator of a vertex on one line.
void write_flat(std::string& out, const Operator& part);

/// The expression over as many lines as it takes, from the end of `out` on; lines that continue it
/// begin at column `indent` or to the right of it.
void write_broken(std::string& out, const Expr& expr, const Place& place, std::size_t indent,
                  const PlacedComments& comments);

/// Columns used in the last line of `out`.
std::size_t column(const std::string& out);
void new_line(std::string& out, std::size_t indent);
/// Writes the comments in front of `expr` (an end-of-line one behind what stands last) and begins a
/// new line.
void write_comments(std::string& out, const std::vector<PlacedComment>& comments,
                    std::size_t indent);

inline constexpr std::size_t line_width = 100;

}  // namespace diagc::syntax

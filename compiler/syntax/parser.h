// Recursive descent over the tokens of a file; used by parse.cpp alone.
#pragma once

#include <algorithm>

#include "compiler/syntax/parse.h"
#include "compiler/syntax/precedence.h"
#include "compiler/syntax/token.h"

namespace diagc::syntax {

/// Thrown when the declaration at hand cannot be understood further; its error is recorded already.
struct Abandoned {};

class Parser {
 public:
  Parser(const Source& source, std::vector<Token> tokens, Parsed& parsed)
      : source_(source), tokens_(std::move(tokens)), parsed_(parsed) {}

  void file();

 private:
  // parse.cpp: declarations
  void header();
  void declaration();
  void constant(Decl& decl);
  void typed(Decl& decl);
  void rule(Decl& decl);
  void output(Decl& decl);
  void axis(Decl& decl);
  void axes(Decl& decl);

  // parse_theory.cpp: fields, vertices and what is computed with them
  void field(Decl& decl);
  void flavours(Decl& decl);
  void vertex(Decl& decl);
  void coefficient(Decl& decl);
  std::optional<std::size_t> star_before_operators() const;
  Operator field_operator();
  bool at_field_operator() const;
  bool at_diagrams() const;
  ExprPtr diagrams();
  DiagramOption diagram_option();

  // parse_contour.cpp: Green's functions at two times
  bool find_greens() const;
  bool at_contour_declaration() const;
  static Decl::Kind contour_kind(std::string_view word);
  void green(Decl& decl);
  void coupling(Decl& decl);
  void contour_rule(Decl& decl);
  void solve(Decl& decl);
  void equal_times(Expr& expr);

  // parse.cpp
  void doc(std::optional<std::string>& into);
  void body(Decl& decl);
  TypeName type();
  void end_of_declaration(const Decl& decl);
  void skip_to_declaration();

  // parse_expression.cpp
  static std::optional<Level> level_of_token(TokenKind kind);
  static Op operator_of_token(TokenKind kind);
  ExprPtr expression();
  ExprPtr conditional();
  ExprPtr let();
  ExprPtr binary(Level weakest);
  ExprPtr chain(ExprPtr first, Level level, std::uint32_t begin);
  ExprPtr compare(ExprPtr left, std::uint32_t begin);
  ExprPtr range(ExprPtr first, std::uint32_t begin);
  ExprPtr negation();
  ExprPtr unary();
  ExprPtr aggregate();
  Item item();
  bool at_mean() const;
  bool at_axis_item(std::size_t ahead = 0) const;
  Item axis_item();
  ExprPtr power();
  ExprPtr primary();
  ExprPtr name();
  ExprPtr leaf(Expr::Kind kind);
  [[noreturn]] void fail_misplaced();
  ExprPtr bracketed(Expr::Kind kind, TokenKind close);
  void list(std::vector<ExprPtr>& into, TokenKind close);

  // parse.cpp: tokens and errors
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  bool at(TokenKind kind) const { return peek().kind == kind; }
  bool begins_line() const;
  /// A word that is one only where the grammar expects it.
  bool at_word(std::string_view word) const {
    return at(TokenKind::name) && source_.slice(peek().span) == word;
  }
  /// Two names never follow each other elsewhere.
  bool at_axis_declaration() const { return at_word("axis") && peek(1).kind == TokenKind::name; }
  bool at_theory_declaration(std::size_t ahead = 0) const;
  bool at_declaration() const {
    return starts_declaration(peek().kind) || at_axis_declaration() || at_theory_declaration() ||
           at_contour_declaration();
  }
  AxisName axis_name();
  /// At a keyword that most likely starts the next declaration.
  bool at_declaration_line() const { return starts_declaration(peek().kind) && begins_line(); }
  Token take();
  bool take_if(TokenKind kind);
  Token expect(TokenKind kind, std::string_view purpose = {});
  std::string text(const Token& token) const { return std::string(source_.slice(token.span)); }
  /// A name being declared or bound; a reserved word is reported and taken for one.
  Token declared_name(std::string_view what);
  std::string describe(const Token& token) const;
  void report(Code code, const Token& at, std::string message);
  /// "found …, expected …" at the next token.
  [[noreturn]] void fail(std::string_view expected);
  [[noreturn]] void fail_with(Code code, std::string message);

  /// Counts one level of nesting, begun by the next token, while it lives.
  class Nest {
   public:
    explicit Nest(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > max_nesting) parser_.fail_nesting();
    }
    ~Nest() { --parser_.depth_; }
    Nest(const Nest&) = delete;
    Nest& operator=(const Nest&) = delete;

   private:
    Parser& parser_;
  };
  [[noreturn]] void fail_nesting();
  Span since(std::uint32_t begin) const { return {begin, tokens_[next_ - 1].span.end}; }

  const Source& source_;
  std::vector<Token> tokens_;
  Parsed& parsed_;
  std::size_t next_ = 0;
  int depth_ = 0;
  bool has_greens_ =
      false;      ///< a `green` is declared somewhere: `vertex`, `self`, `local` are words
  int lets_ = 0;  ///< bodies of `let` around the next token
  bool has_fields_ =
      false;  ///< a field is declared somewhere: words of theories have their meaning
};

}  // namespace diagc::syntax

#include <fmt/format.h>
#include <array>
#include <unordered_map>
#include <utility>

#include "compiler/source/utf8.h"
#include "compiler/syntax/token.h"

namespace diagc::syntax {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_wide(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// What people write from habit, and the sign of this language that means it.
struct Habit {
  std::string_view written;
  TokenKind meant;
};
constexpr std::array<Habit, 24> habits = {{
    {"&&", TokenKind::and_},          {"||", TokenKind::or_},          {"<>", TokenKind::not_equal},
    {"=>", TokenKind::greater_equal}, {"=<", TokenKind::less_equal},   {"**", TokenKind::caret},
    {"~=", TokenKind::not_equal},     {"!", TokenKind::not_},          {"|", TokenKind::plus},
    {"\\", TokenKind::minus},         {"%", TokenKind::mod_},          {"−", TokenKind::minus},
    {"–", TokenKind::minus},          {"×", TokenKind::star},          {"·", TokenKind::star},
    {"≤", TokenKind::less_equal},     {"≥", TokenKind::greater_equal}, {"≠", TokenKind::not_equal},
    {"∪", TokenKind::plus},           {"∩", TokenKind::ampersand},     {"∈", TokenKind::in_},
    {"∑", TokenKind::sum_},           {"∏", TokenKind::prod_},         {"…", TokenKind::range},
}};

const std::unordered_map<std::string_view, TokenKind>& reserved_words() {
  static const auto words = [] {
    std::unordered_map<std::string_view, TokenKind> map;
    for (auto i = static_cast<int>(TokenKind::grammar_);
         i <= static_cast<int>(TokenKind::imaginary_); ++i) {
      map.emplace(spelling(static_cast<TokenKind>(i)), static_cast<TokenKind>(i));
    }
    return map;
  }();
  return words;
}

class Lexer {
 public:
  Lexer(const Source& source, std::vector<Comment>& comments, std::vector<Diagnostic>& diagnostics)
      : source_(source), text_(source.text()), comments_(comments), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_space(c)) {
        if (c == '\n') line_is_blank_ = true;
        ++at_;
      } else if (c == '#') {
        comment();
      } else {
        token(c);
        line_is_blank_ = false;
      }
    }
    const std::uint32_t end = tokens_.empty() ? 0 : tokens_.back().span.end;
    tokens_.push_back({TokenKind::end, {end, end}, false});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void push(TokenKind kind, std::size_t length) {
    const auto begin = static_cast<std::uint32_t>(at_);
    at_ += length;
    tokens_.push_back(
        {kind, {begin, static_cast<std::uint32_t>(at_)}, std::exchange(reported_, false)});
  }

  void report(std::string message) {
    const auto begin = static_cast<std::uint32_t>(at_);
    diagnostics_.push_back(
        make_diagnostic(Code::syntax, source_, {begin, begin + 1}, std::move(message)));
    reported_ = true;
  }

  void comment() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::size_t next = end;
    while (end > at_ && is_space(text_[end - 1])) --end;
    comments_.push_back(
        {{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}, line_is_blank_});
    at_ = next;
  }

  void token(char c) {
    if (is_letter(c)) return word();
    if (is_digit(c)) return number();
    if (c == '"') return string();
    if (habit()) return;
    if (sign(c)) return;
    stray(c);
  }

  void word() {
    std::size_t length = 1;
    while (is_letter(peek(length)) || is_digit(peek(length))) ++length;
    const auto found = reserved_words().find(text_.substr(at_, length));
    push(found == reserved_words().end() ? TokenKind::name : found->second, length);
  }

  void number() {
    std::size_t length = 1;
    while (is_digit(peek(length))) ++length;
    if (peek(length) == '.' && peek(length + 1) != '.') {
      const std::size_t whole = length++;
      while (is_digit(peek(length))) ++length;
      if (length == whole + 1) {
        report(fmt::format("found {}, expected digits after the decimal point: write `{}.0` or {}",
                           diagc::quoted(text_.substr(at_, length)),
                           text_.substr(at_, std::min<std::size_t>(whole, 60)),
                           diagc::quoted(text_.substr(at_, whole))));
      }
    }
    if (peek(length) == 'e' || peek(length) == 'E') {
      std::size_t digits = length + (peek(length + 1) == '+' || peek(length + 1) == '-' ? 2 : 1);
      if (is_digit(peek(digits))) {
        while (is_digit(peek(digits))) ++digits;
        length = digits;
      }
    }
    push(TokenKind::number, length);
  }

  void string() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end != std::string_view::npos && text_[end] == '"')
      return push(TokenKind::string, end + 1 - at_);
    report("found a string without an end, expected `\"` before the end of the line");
    push(TokenKind::string, std::min(end, text_.size()) - at_);
  }

  bool habit() {
    for (const auto& [written, meant] : habits) {
      if (text_.substr(at_, written.size()) != written || (written == "!" && peek(1) == '='))
        continue;
      if (written == "|") {
        report("found `|`, expected `+` for the union of sets, or `or` between conditions");
      } else {
        report(fmt::format("found `{}`, expected `{}`", written, spelling(meant)));
      }
      push(meant, written.size());
      return true;
    }
    return false;
  }

  bool sign(char c) {
    const bool equals = peek(1) == '=';
    switch (c) {
      case '(':
        push(TokenKind::left_round, 1);
        return true;
      case ')':
        push(TokenKind::right_round, 1);
        return true;
      case '[':
        push(TokenKind::left_square, 1);
        return true;
      case ']':
        push(TokenKind::right_square, 1);
        return true;
      case '{':
        push(TokenKind::left_curly, 1);
        return true;
      case '}':
        push(TokenKind::right_curly, 1);
        return true;
      case ',':
        push(TokenKind::comma, 1);
        return true;
      case ':':
        push(TokenKind::colon, 1);
        return true;
      case '+':
        push(TokenKind::plus, 1);
        return true;
      case '-':
        push(peek(1) == '>' ? TokenKind::arrow : TokenKind::minus, peek(1) == '>' ? 2 : 1);
        return true;
      case '*':
        push(TokenKind::star, 1);
        return true;
      case '/':
        push(TokenKind::slash, 1);
        return true;
      case '&':
        push(TokenKind::ampersand, 1);
        return true;
      case '@':
        push(TokenKind::contour, 1);
        return true;
      case '^':
        push(TokenKind::caret, 1);
        return true;
      case '\'':
        // Exchanged times, directly behind a name; nothing else.
        if (tokens_.empty() || tokens_.back().kind != TokenKind::name ||
            tokens_.back().span.end != at_) {
          return false;
        }
        push(TokenKind::prime, 1);
        return true;
      case '=':
        push(equals ? TokenKind::equal : TokenKind::assign, equals ? 2 : 1);
        return true;
      case '<':
        push(equals ? TokenKind::less_equal : TokenKind::less, equals ? 2 : 1);
        return true;
      case '>':
        push(equals ? TokenKind::greater_equal : TokenKind::greater, equals ? 2 : 1);
        return true;
      case '!':
        push(TokenKind::not_equal, 2);
        return true;  // a lone `!` is a habit
      case '.':
        if (peek(1) != '.') return false;
        push(TokenKind::range, 2);
        return true;
      default:
        return false;
    }
  }

  /// Reports a run of what cannot begin a token, once.
  void stray(char c) {
    std::size_t length = utf8::length(text_, at_);
    const auto written = [&] { return diagc::quoted(text_.substr(at_, length)); };
    if (c == '.' && is_digit(peek(1))) {
      while (is_digit(peek(length))) ++length;
      report(fmt::format("found {}, expected a digit in front of the decimal point", written()));
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      report(
          fmt::format("found the control character U+{:04X}, expected a name, a number or a sign",
                      static_cast<int>(c)));
    } else if (length > 1) {
      while (is_wide(peek(length)) || is_letter(peek(length))) ++length;
      report(fmt::format(
          "found {}, expected ASCII: other characters may stand in comments and strings only",
          written()));
    } else {
      while (peek(length) == c) ++length;
      report(fmt::format("found {}, which has no meaning here, expected a name, a number or a sign",
                         written()));
    }
    push(TokenKind::invalid, length);
  }

  const Source& source_;
  std::string_view text_;
  std::vector<Comment>& comments_;
  std::vector<Diagnostic>& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool line_is_blank_ = true;
  bool reported_ = false;
};

}  // namespace

std::vector<Token> lex(const Source& source, std::vector<Comment>& comments,
                       std::vector<Diagnostic>& diagnostics) {
  return Lexer(source, comments, diagnostics).run();
}

}  // namespace diagc::syntax

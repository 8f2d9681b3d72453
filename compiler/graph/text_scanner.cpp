#include "compiler/graph/text_scanner.h"

#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "compiler/source/diagnostic.h"

namespace diagc {

bool TextScanner::starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool TextScanner::continues_identifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

void TextScanner::fail(std::size_t at, std::string message) const {
  const auto begin = static_cast<std::uint32_t>(std::min(at, text_.size()));
  throw InputError(make_diagnostic(Code::graph, source_, {begin, begin}, std::move(message)));
}

std::string TextScanner::found() const {
  if (at_end_of_line()) return "the end of the line";
  if (continues_identifier(text_[at_])) {
    std::size_t end = at_;
    while (end < text_.size() && continues_identifier(text_[end])) ++end;
    return fmt::format("'{}'", text_.substr(at_, end - at_));
  }
  return fmt::format("'{}'", text_[at_]);
}

void TextScanner::expected(std::string_view what) {
  skip_blanks();
  fail(at_, fmt::format("found {}, expected {}", found(), what));
}

bool TextScanner::at_end_of_line() const {
  return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '#';
}

void TextScanner::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r'))
    ++at_;
}

char TextScanner::peek() {
  skip_blanks();
  return at_end_of_line() ? '\0' : text_[at_];
}

bool TextScanner::accept(char c) {
  if (peek() != c) return false;
  ++at_;
  return true;
}

void TextScanner::expect(char c) {
  if (!accept(c)) expected(fmt::format("'{}'", c));
}

void TextScanner::end_of_line() {
  if (peek() != '\0') expected("the end of the line");
}

bool TextScanner::next_line() {
  for (;;) {
    skip_blanks();
    if (at_ >= text_.size()) return false;
    if (text_[at_] == '#') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (text_[at_] == '\n') {
      ++at_;
    } else {
      return true;
    }
  }
}

std::string_view TextScanner::word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && continues_identifier(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::string TextScanner::identifier(std::string_view what) {
  if (!starts_identifier(peek())) expected(what);
  return std::string(word());
}

void TextScanner::expect_word(std::string_view wanted) {
  next_line();
  const std::size_t begin = at_;
  if (word() != wanted) {
    at_ = begin;
    expected(fmt::format("'{}'", wanted));
  }
}

std::string TextScanner::string() {
  const std::size_t begin = at_;
  expect('"');
  std::string result;
  for (;; ++at_) {
    if (at_ >= text_.size() || text_[at_] == '\n')
      fail(begin, "this string does not end on its line");
    if (text_[at_] == '"') break;
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
      const char escaped = text_[++at_];
      if (escaped != 'n' && escaped != '"' && escaped != '\\') {
        fail(at_ - 1, "expected \\n, \\\" or \\\\ after a backslash in a string");
      }
      result += escaped == 'n' ? '\n' : escaped;
    } else {
      result += text_[at_];
    }
  }
  ++at_;
  return result;
}

std::string_view TextScanner::digits() {
  if (!is_digit(peek())) expected("a number");
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::int64_t TextScanner::integer() {
  skip_blanks();
  const std::size_t begin = at_;
  const bool negative = accept('-');
  const std::string digits_ = (negative ? "-" : "") + std::string(digits());
  std::int64_t value = 0;
  if (std::from_chars(digits_.data(), digits_.data() + digits_.size(), value).ec != std::errc()) {
    fail(begin, "this integer does not fit 64 bits");
  }
  return value;
}

Integer TextScanner::big_integer() {
  const std::size_t begin = at_;
  const std::string_view text = digits();
  constexpr std::size_t most = max_number_bits * 30103ull / 100000 + 1;
  if (text.size() > most) {
    fail(begin, fmt::format("this number has {} digits, expected at most {}", text.size(), most));
  }
  // A leading zero would make the constructor read it as octal.
  const std::size_t significant = std::min(text.find_first_not_of('0'), text.size() - 1);
  return Integer(std::string(text.substr(significant)));
}

Rational TextScanner::rational() {
  const Integer numerator = big_integer();
  if (peek() != '/') return Rational(numerator);
  const std::size_t slash = at_++;
  const Integer denominator = big_integer();
  if (denominator == 0) fail(slash, "found a denominator 0, expected another number");
  return Rational(numerator, denominator);
}

double TextScanner::floating() {
  skip_blanks();
  double value = 0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
  if (error != std::errc()) expected("a floating-point number in range");
  at_ = static_cast<std::size_t>(end - text_.data());
  return value;
}

}  // namespace diagc

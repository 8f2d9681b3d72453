#include "programs/diagc/call_text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "programs/command/command.h"

namespace diagc {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  CallText call() {
    CallText result;
    result.family = word();
    if (result.family.empty()) fail("a name");
    if (peek() == '(' || peek() == '[') {
      const char close = text_[at_++] == '(' ? ')' : ']';
      if (peek() != close) {
        do result.arguments.push_back(argument());
        while (accept(','));
      }
      if (!accept(close)) fail(fmt::format("`,` or `{}`", close));
    }
    if (peek() != 0) fail("the end of the call");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = at_ < text_.size()
                                  ? fmt::format("`{}` in the call `{}`", text_.substr(at_), text_)
                                  : fmt::format("the end of the call `{}`", text_);
    throw Failure(
        fmt::format("error: found {}, expected {}, as in 'W(2, {{1}}, 0, 2)'", found, expected));
  }
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  std::string word() {
    peek();
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::int64_t integer() {
    peek();
    std::int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("an integer");
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  std::int64_t element() {
    const std::int64_t value = integer();
    if (value < 0 || value > 63) fail("set elements between 0 and 63 before this");
    return value;
  }
  static std::string print_set(std::uint64_t mask) {
    std::string text = "{";
    for (int i = 0; i < 64; ++i) {
      if ((mask >> i & 1U) != 0) text += fmt::format("{}{}", text.size() > 1 ? ", " : "", i);
    }
    return text + "}";
  }
  std::string set() {
    std::uint64_t mask = 0;
    if (!accept('}')) {
      do mask |= std::uint64_t{1} << element();
      while (accept(','));
      if (!accept('}')) fail("`,` or `}`");
    }
    return print_set(mask);
  }
  std::string argument() {
    if (accept('{')) return set();
    const char next = peek();
    if (std::isalpha(static_cast<unsigned char>(next)) != 0) {
      const std::size_t begin = at_;
      const std::string text = word();
      if (text == "true" || text == "false") return text;
      at_ = begin;
      fail("a static value: an integer, a fraction, true, false or a set");
    }
    const std::int64_t first = integer();
    if (peek() == '.' && text_.compare(at_, 2, "..") == 0) {
      at_ += 2;
      std::uint64_t mask = 0;
      for (std::int64_t i = first, last = element(); i <= last; ++i) {
        if (i < 0) fail("a set of elements between 0 and 63");
        mask |= std::uint64_t{1} << i;
      }
      return print_set(mask);
    }
    if (accept('/')) {
      const std::int64_t below = integer();
      if (below == 0) fail("a divisor other than zero before this");
      return to_string(Rational(first, below));
    }
    return std::to_string(first);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

std::size_t agreeing(const CallTable& calls, CallId call, const CallText& text) {
  const auto arguments = calls.arguments(call);
  std::size_t count = 0;
  for (std::size_t i = 0; i < arguments.size() && i < text.arguments.size(); ++i) {
    count += calls.print(arguments[i]) == text.arguments[i] ? 1 : 0;
  }
  return count;
}

}  // namespace

CallText parse_call(const std::string& text) { return Reader(text).call(); }

CallId find_call(const CallTable& calls, const CallText& call) {
  for (CallId id = 0; id < calls.size(); ++id) {
    if (calls.families[calls.family(id)].name != call.family) continue;
    if (calls.arguments(id).size() == call.arguments.size() &&
        agreeing(calls, id, call) == call.arguments.size()) {
      return id;
    }
  }
  return no_call;
}

std::vector<CallId> near_calls(const CallTable& calls, const CallText& call, std::size_t count) {
  std::vector<std::pair<std::size_t, CallId>> found;
  for (CallId id = 0; id < calls.size(); ++id) {
    if (calls.families[calls.family(id)].name == call.family)
      found.emplace_back(agreeing(calls, id, call), id);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<CallId> near;
  for (const auto& [agree, id] : found) {
    if (near.size() == count) break;
    near.push_back(id);
  }
  return near;
}

}  // namespace diagc

#include "physics/networks/json.h"

#include <charconv>
#include <unordered_set>

#include <fmt/format.h>

namespace diagc::networks {

/// Reads a text into the values of a Json, with a stack of open arrays and objects of its own.
class Json::Reader {
 public:
  explicit Reader(Json& json) : json_(json), text_(json.source_->text()) {}

  void read() {
    skip_blanks();
    value();
    while (!open_.empty()) {
      if (json_.values_[open_.back().value].kind == Kind::array) {
        element();
      } else {
        member();
      }
    }
    skip_blanks();
    if (at_ < text_.size()) expected("the end of the text");
  }

 private:
  struct Open {
    Id value;
    Id last = none;  ///< child
    std::unordered_set<std::string> keys = {};
  };

  [[noreturn]] void fail(std::size_t at, Code code, std::string message) const {
    json_.fail({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)}, code,
               std::move(message));
  }

  [[noreturn]] void expected(std::string_view what) const {
    if (at_ >= text_.size()) {
      fail(at_, Code::syntax, fmt::format("found the end of the text, expected {}", what));
    }
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    fail(at_, Code::syntax,
         fmt::format("found {}, expected {}", diagc::quoted(text_.substr(at_, end - at_)), what));
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool accept(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// A new value that begins here, as the next child of the innermost open one.
  Id add(Kind kind) {
    const Id id = static_cast<Id>(json_.values_.size());
    json_.values_.push_back({kind, {static_cast<std::uint32_t>(at_), 0}, key_span_});
    json_.values_.back().key = key_;
    if (!open_.empty()) {
      Open& parent = open_.back();
      Value& owner = json_.values_[parent.value];
      (parent.last == none ? owner.first : json_.values_[parent.last].next) = id;
      parent.last = id;
      ++owner.size;
    }
    key_ = none;
    key_span_ = {};
    return id;
  }
  void close(Id id) { json_.values_[id].span.end = static_cast<std::uint32_t>(at_); }

  void value() {
    const char c = peek();
    if (c == '[' || c == '{') {
      const Id id = add(c == '[' ? Kind::array : Kind::object);
      if (open_.size() == most_levels) {
        fail(at_, Code::nesting,
             fmt::format("found values nested deeper than {} levels", most_levels));
      }
      ++at_;
      close(id);
      open_.push_back({id});
    } else if (c == '"') {
      const Id id = add(Kind::string);
      std::string text = string();
      json_.values_[id].text = static_cast<std::uint32_t>(json_.texts_.size());
      json_.texts_.push_back(std::move(text));
      close(id);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      const Id id = add(Kind::number);
      number();
      close(id);
    } else {
      for (const auto& [word, kind] : {std::pair<std::string_view, Kind>{"null", Kind::null},
                                       {"true", Kind::boolean},
                                       {"false", Kind::boolean}}) {
        if (text_.substr(at_).starts_with(word)) {
          const Id id = add(kind);
          at_ += word.size();
          return close(id);
        }
      }
      expected("a value");
    }
  }

  /// Ends the innermost array or object at its bracket.
  void end() {
    close(open_.back().value);
    open_.pop_back();
  }

  void element() {
    skip_blanks();
    const bool first = open_.back().last == none;
    if (accept(']')) return end();
    if (!first && !accept(',')) expected("`,` or `]`");
    skip_blanks();
    value();
  }

  void member() {
    skip_blanks();
    const bool first = open_.back().last == none;
    if (accept('}')) return end();
    if (!first && !accept(',')) expected("`,` or `}`");
    skip_blanks();
    if (peek() != '"') expected(first ? "a key in quotes or `}`" : "a key in quotes");
    const std::size_t begin = at_;
    std::string name = string();
    key_span_ = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
    if (!open_.back().keys.insert(name).second) {
      json_.fail(key_span_, Code::duplicate,
                 fmt::format("found the key {} twice in one object", diagc::quoted(name)));
    }
    key_ = static_cast<std::uint32_t>(json_.texts_.size());
    json_.texts_.push_back(std::move(name));
    skip_blanks();
    if (!accept(':')) expected("`:`");
    skip_blanks();
    value();
  }

  void digits() {
    if (peek() < '0' || peek() > '9') expected("a digit");
    while (peek() >= '0' && peek() <= '9') ++at_;
  }

  void number() {
    accept('-');
    if (!accept('0')) digits();
    if (accept('.')) digits();
    if (accept('e') || accept('E')) {
      if (!accept('+')) accept('-');
      digits();
    }
  }

  std::uint32_t four_hex_digits() {
    std::uint32_t code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      if (c >= '0' && c <= '9') {
        code = 16 * code + static_cast<std::uint32_t>(c - '0');
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        code = 16 * code + static_cast<std::uint32_t>((c | 0x20) - 'a' + 10);
      } else {
        expected("four hexadecimal digits");
      }
    }
    return code;
  }

  void append_code_point(std::string& text) {
    const std::size_t begin = at_ - 2;
    std::uint32_t code = four_hex_digits();
    if (code >= 0xDC00 && code < 0xE000) fail(begin, Code::syntax, "found half a surrogate pair");
    if (code >= 0xD800 && code < 0xDC00) {
      std::uint32_t low = 0;
      if (text_.substr(at_).starts_with("\\u")) {
        at_ += 2;
        low = four_hex_digits();
      }
      if (low < 0xDC00 || low >= 0xE000) fail(begin, Code::syntax, "found half a surrogate pair");
      code = 0x10000U + ((code - 0xD800U) << 10U) + (low - 0xDC00U);
    }
    const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xC0U | (code >> 6U));
      byte(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
      byte(0xE0U | (code >> 12U));
      byte(0x80U | ((code >> 6U) & 0x3FU));
      byte(0x80U | (code & 0x3FU));
    } else {
      byte(0xF0U | (code >> 18U));
      byte(0x80U | ((code >> 12U) & 0x3FU));
      byte(0x80U | ((code >> 6U) & 0x3FU));
      byte(0x80U | (code & 0x3FU));
    }
  }

  std::string string() {
    std::string text;
    const std::size_t begin = at_++;
    while (true) {
      if (at_ >= text_.size()) {
        fail(begin, Code::syntax, "found text in quotes without its end, expected `\"`");
      }
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20) {
        fail(at_, Code::syntax, "found a control character in quotes, expected `\\n`, `\\t`, …");
      }
      ++at_;
      if (c == '"') return text;
      if (c != '\\') {
        text += c;
        continue;
      }
      constexpr std::string_view letters = "\"\\/bfnrt";
      constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
      const std::size_t which = at_ < text_.size() ? letters.find(peek()) : letters.npos;
      if (which != letters.npos) {
        text += meanings[which];
        ++at_;
      } else if (accept('u')) {
        append_code_point(text);
      } else {
        expected("an escape such as `\\n` or `\\u00e9`");
      }
    }
  }

  Json& json_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::uint32_t key_ = none;
  Span key_span_;
};

Json::Json(SourcePtr source) : source_(std::move(source)) { Reader(*this).read(); }

std::string_view Json::key(Id value) const {
  const std::uint32_t key = values_[value].key;
  return key == none ? std::string_view() : std::string_view(texts_[key]);
}

Json::Id Json::find(Id object, std::string_view name) const {
  for (Id child = first(object); child != none; child = next(child)) {
    if (key(child) == name) return child;
  }
  return none;
}

Json::Id Json::member(Id object, std::string_view name, std::string_view what) const {
  expect(object, Kind::object, what);
  const Id value = find(object, name);
  if (value == none) {
    fail({span(object).begin, span(object).begin + 1}, Code::unknown_name,
         fmt::format("found no key {}, expected {}", diagc::quoted(name), what));
  }
  return value;
}

void Json::expect(Id value, Kind kind, std::string_view what) const {
  if (values_[value].kind != kind) unexpected(value, what);
}

std::string_view Json::string(Id value, std::string_view what) const {
  expect(value, Kind::string, what);
  return texts_[values_[value].text];
}

std::uint64_t Json::whole_number(Id value, std::string_view what) const {
  expect(value, Kind::number, what);
  const std::string_view text = source_->slice(span(value));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range || number >> 63U != 0) {
    fail(span(value), Code::value, fmt::format("found {}, expected a number below 2^63", text));
  }
  if (error != std::errc() || end != text.data() + text.size()) unexpected(value, what);
  return number;
}

bool Json::boolean(Id value, std::string_view what) const {
  expect(value, Kind::boolean, what);
  return source_->slice(span(value)) == "true";
}

std::string Json::found(Id value) const {
  switch (kind(value)) {
    case Kind::array:
      return "a list";
    case Kind::object:
      return "an object";
    case Kind::string:
      return "the text " + diagc::quoted(texts_[values_[value].text]);
    case Kind::number:
      return "the number " + diagc::quoted(source_->slice(span(value)));
    case Kind::boolean:
    case Kind::null:
      break;
  }
  return diagc::quoted(source_->slice(span(value)));
}

void Json::fail(Span at, Code code, std::string message) const {
  throw InputError(make_diagnostic(code, *source_, at, std::move(message)));
}

void Json::unexpected(Id value, std::string_view what) const {
  const Span at = span(value);
  fail({at.begin, at.begin + 1}, Code::kind,
       fmt::format("found {}, expected {}", found(value), what));
}

}  // namespace diagc::networks

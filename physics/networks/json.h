// JSON with the place of every value, so that an error can point at the value that is wrong.
//
// Values lie in one array and know their first child and next sibling: texts that nest very deeply (the tree of a network with
// thousands of tensors does) need no recursion to read, to walk or to free.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/diagnostic.h"
#include "compiler/source/source.h"

namespace diagc::networks {

class Json {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
  /// A value, by its place in the text: parents stand before their children.
  using Id = std::uint32_t;
  static constexpr Id none = 0xffffffffU;
  static constexpr Id root = 0;
  static constexpr std::size_t most_levels = 200'000;

  /// Throws InputError where the text is no JSON (RFC 8259), a key stands twice in one object, or values nest deeper than
  /// `most_levels`.
  explicit Json(SourcePtr source);

  Kind kind(Id value) const { return values_[value].kind; }
  Span span(Id value) const { return values_[value].span; }
  std::size_t size(Id value) const {
    return values_[value].size;
  }  ///< children of an array or object
  Id first(Id value) const { return values_[value].first; }
  Id next(Id value) const { return values_[value].next; }
  std::string_view key(Id value) const;  ///< of a member of an object
  Span key_span(Id value) const { return values_[value].key_span; }

  /// The member of that name; `none` where there is none.
  Id find(Id object, std::string_view name) const;

  // What follows fails with "found …, expected `what`" at a value of another kind.
  Id member(Id object, std::string_view name, std::string_view what) const;
  void expect(Id value, Kind kind, std::string_view what) const;
  std::string_view string(Id value, std::string_view what) const;
  std::uint64_t whole_number(Id value, std::string_view what) const;  ///< 0 … 2^63 − 1
  bool boolean(Id value, std::string_view what) const;

  /// "a list", "the number 7", "the text `x`", …
  std::string found(Id value) const;
  [[noreturn]] void fail(Span at, Code code, std::string message) const;
  [[noreturn]] void unexpected(Id value, std::string_view what) const;
  const Source& source() const { return *source_; }

 private:
  class Reader;
  struct Value {
    Kind kind = Kind::null;
    Span span;
    Span key_span;
    Id first = none, next = none;
    std::uint32_t size = 0;
    std::uint32_t text = none;  ///< of strings, in texts_
    std::uint32_t key = none;
  };

  SourcePtr source_;
  std::vector<Value> values_;
  std::vector<std::string> texts_;
};

}  // namespace diagc::networks

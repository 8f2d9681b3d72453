// One value of a job file, read as what its key expects.
#pragma once

#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "runs/jobs/toml.h"

namespace diagc::runs {

/// Every function throws InputError at the value's place where the value is another: "found the text `x`, expected …".
class Setting {
 public:
  Setting(const Source& source, const TomlValue& value) : source_(source), value_(value) {}

  bool flag() const;
  std::int64_t integer(std::int64_t least,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  /// Finite; integers count as numbers.
  double number() const;
  double positive() const;
  double at_least(double least) const;
  std::string text() const;
  /// One of these texts; returns its place.
  std::size_t choice(std::initializer_list<const char*> texts) const;
  /// A text, or a list of them; `expected` stands in messages.
  std::vector<std::string> text_or_list(const std::string& expected) const;
  /// A number, or a list of at least one: what may be scanned.
  std::vector<double> number_or_list() const;
  std::vector<std::int64_t> integers(std::int64_t least) const;
  /// Rows of equal length, as many as each has numbers.
  std::vector<std::vector<double>> square_matrix() const;
  /// Seconds: a number, or a text such as "90 s", "10 min", "2 h".
  double seconds() const;
  /// Names to texts or numbers, as texts.
  std::map<std::string, std::string> words() const;

  bool is_text() const { return value_.kind == TomlValue::Kind::text; }
  bool is_list() const { return value_.kind == TomlValue::Kind::list; }
  bool is(std::string_view text) const { return is_text() && value_.text == text; }
  const TomlValue& value() const { return value_; }
  const Source& source() const { return source_; }
  /// Of a list or a table.
  Setting item(std::size_t i) const { return {source_, value_.items[i]}; }

  /// "found {the value}, expected {expected}" at its place.
  [[noreturn]] void fail(const std::string& expected, Code code = Code::value) const;

 private:
  const Source& source_;
  const TomlValue& value_;
};

}  // namespace diagc::runs

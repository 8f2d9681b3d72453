#include "runtime/batch/npy_header.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <optional>

#include "runtime/batch/npy.h"

namespace diagc {
namespace {

constexpr bool host_is_little = std::endian::native == std::endian::little;

/// At most 40 bytes of `text`, with everything that is not printable ASCII as \xNN.
std::string excerpt(std::string_view text) {
  std::string shown;
  for (unsigned char c : text.substr(0, 40)) {
    if (c >= 0x20 && c < 0x7f) {
      shown += static_cast<char>(c);
    } else {
      shown += fmt::format("\\x{:02x}", c);
    }
  }
  return text.size() > 40 ? shown + "…" : shown;
}

/// A reader of the literals that occur in headers: strings, True, False, tuples of numbers.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() {
    skip_space();
    return position_ == text_.size();
  }

  char peek() {
    skip_space();
    return position_ < text_.size() ? text_[position_] : '\0';
  }

  bool take(char c) {
    if (at_end() || text_[position_] != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) fail(fmt::format("'{}'", c));
  }

  std::string_view string(std::string_view what) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail(what);
    const auto end = text_.find_first_of(quote == '"' ? "\"\\\n" : "'\\\n", position_ + 1);
    if (end == text_.npos || text_[end] != quote) fail(fmt::format("{} without escapes", what));
    const auto value = text_.substr(position_ + 1, end - position_ - 1);
    position_ = end + 1;
    return value;
  }

  bool boolean(std::string_view key) {
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!at_end() && text_.substr(position_).starts_with(word)) {
        position_ += word.size();
        return value;
      }
    }
    fail(fmt::format("True or False for '{}'", key));
  }

  std::vector<std::size_t> shape() {
    std::vector<std::size_t> lengths;
    if (!take('(')) fail("'(' and the lengths of the axes for 'shape'");
    while (!take(')')) {
      lengths.push_back(length());
      if (take(',')) continue;
      // Python's (3) is the number 3, no tuple.
      if (lengths.size() == 1) fail("','");
      expect(')');
      break;
    }
    return lengths;
  }

  [[noreturn]] void fail(std::string_view expected) {
    const auto found = at_end() ? "its end" : fmt::format("'{}'", excerpt(text_.substr(position_)));
    throw NpyError(
        fmt::format("header: expected {} at byte {}, found {}", expected, position_, found));
  }

 private:
  std::size_t length() {
    if (peek() == '-') {
      throw NpyError("header: an axis of negative length, '" + excerpt(text_.substr(position_)) +
                     "'");
    }
    const auto start = position_;
    std::size_t value = 0;
    while (position_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[position_]))) {
      const auto digit = static_cast<std::size_t>(text_[position_++] - '0');
      if (__builtin_mul_overflow(value, std::size_t{10}, &value) ||
          __builtin_add_overflow(value, digit, &value)) {
        throw NpyError("header: an axis too long for this machine, '" +
                       excerpt(text_.substr(start)) + "'");
      }
    }
    if (position_ == start) fail("the length of an axis");
    // NumPy under Python 2 wrote long integers with this suffix.
    if (position_ < text_.size() && text_[position_] == 'L') ++position_;
    return value;
  }

  void skip_space() {
    while (position_ < text_.size() &&
           std::string_view(" \t\r\n\f").find(text_[position_]) != std::string_view::npos) {
      ++position_;
    }
  }

  std::string_view text_;
  std::size_t position_ = 0;
};

constexpr std::string_view accepted_numbers = "float32, float64, complex64 or complex128",
                           accepted_whole =
                               "integers, booleans, float32, float64, complex64 or complex128";

/// What NumPy calls the type `kind` with `size` bytes, for the message that refuses it.
std::string refused_name(char kind, std::string_view size) {
  const auto bits = [&] {
    std::size_t bytes = 0;
    for (char c : size.substr(0, 4)) bytes = 10 * bytes + static_cast<std::size_t>(c - '0');
    return 8 * bytes;
  };
  switch (kind) {
    case 'b':
      return "bool";
    case 'i':
      return fmt::format("int{}", bits());
    case 'u':
      return fmt::format("uint{}", bits());
    case 'f':
      return fmt::format("float{}", bits());
    case 'c':
      return fmt::format("complex{}", bits());
    case 'O':
      return "Python objects";
    case 'S':
    case 'a':
      return "byte strings";
    case 'U':
      return "text";
    case 'M':
      return "dates";
    case 'm':
      return "time differences";
    case 'V':
      return "raw bytes";
    default:
      return "an unknown type";
  }
}

/// `i4`, `u1`, `b1`: whole numbers of so many bytes.
std::optional<WholeNumbers> whole_numbers(std::string_view type) {
  if (type == "b1") return WholeNumbers{1, false};
  for (const std::size_t size : {1U, 2U, 4U, 8U}) {
    for (const bool has_sign : {false, true}) {
      if (type == fmt::format("{}{}", has_sign ? 'i' : 'u', size))
        return WholeNumbers{size, has_sign};
    }
  }
  return std::nullopt;
}

void set_element_type(std::string_view descr, bool takes_whole, NpyHeader& header) {
  auto rest = descr;
  char order = '=';
  if (!rest.empty() && std::string_view("<>=|").find(rest.front()) != std::string_view::npos) {
    order = rest.front();
    rest.remove_prefix(1);
  }
  header.swap_bytes = host_is_little ? order == '>' : order == '<';
  for (const auto type : {ElementType::float32, ElementType::float64, ElementType::complex64,
                          ElementType::complex128}) {
    if (rest == fmt::format("{}{}", is_complex(type) ? 'c' : 'f', element_size(type))) {
      header.type = type;
      return;
    }
  }
  if (takes_whole) {
    header.whole = whole_numbers(rest);
    if (header.whole) return;
  }
  const char kind = rest.empty() ? '\0' : rest.front();
  const auto size = rest.substr(rest.empty() ? 0 : 1);
  const bool number = !size.empty() && size.find_first_not_of("0123456789") == size.npos;
  const bool named = number || kind == 'O' || kind == 'M' || kind == 'm';
  throw NpyError(fmt::format("holds {} (descr '{}'), expected {}",
                             refused_name(named ? kind : '\0', size), excerpt(descr),
                             takes_whole ? accepted_whole : accepted_numbers));
}

void count_elements(NpyHeader& header) {
  const auto bytes = array_bytes(header.type, header.shape);
  if (!bytes) {
    throw NpyError(fmt::format("header: shape {} has more elements than this machine addresses",
                               shape_text(header.shape)));
  }
  header.elements = *bytes / element_size(header.type);
}

}  // namespace

NpyHeader parse_npy_header(std::string_view text, bool takes_whole) {
  Reader reader(text);
  NpyHeader header;
  std::optional<std::string_view> descr;
  bool has_order = false, has_shape = false;

  reader.expect('{');
  while (!reader.take('}')) {
    const auto key = reader.string("a quoted key");
    reader.expect(':');
    const bool repeated = (key == "descr" && descr) || (key == "fortran_order" && has_order) ||
                          (key == "shape" && has_shape);
    if (repeated) throw NpyError(fmt::format("header: the key '{}' stands there twice", key));
    if (key == "descr") {
      if (reader.peek() == '[' || reader.peek() == '(') {
        throw NpyError(fmt::format("holds records with fields, expected {}",
                                   takes_whole ? accepted_whole : accepted_numbers));
      }
      descr = reader.string("a quoted type for 'descr'");
    } else if (key == "fortran_order") {
      header.fortran_order = reader.boolean(key);
      has_order = true;
    } else if (key == "shape") {
      header.shape = reader.shape();
      has_shape = true;
    } else {
      throw NpyError(fmt::format(
          "header: unknown key '{}', expected 'descr', 'fortran_order' and 'shape'", excerpt(key)));
    }
    if (reader.take(',')) continue;
    reader.expect('}');
    break;
  }
  if (!reader.at_end()) reader.fail("nothing but spaces after the dictionary");
  for (const auto& [present, key] : {std::pair{descr.has_value(), "descr"},
                                     {has_order, "fortran_order"},
                                     {has_shape, "shape"}}) {
    if (!present) throw NpyError(fmt::format("header: the key '{}' is missing", key));
  }
  set_element_type(*descr, takes_whole, header);
  count_elements(header);
  return header;
}

std::string npy_header_text(ElementType type, std::span<const std::size_t> shape) {
  return fmt::format("{{'descr': '<{}{}', 'fortran_order': False, 'shape': {}, }}",
                     is_complex(type) ? 'c' : 'f', element_size(type), shape_text(shape));
}

}  // namespace diagc

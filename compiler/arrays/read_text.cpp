// Reads the text form of an array graph.
#include <algorithm>
#include <charconv>
#include <sstream>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/arrays/text.h"
#include "compiler/graph/text.h"
#include "compiler/source/diagnostic.h"

namespace diagc::arrays {

namespace {

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source), text_(source.text()) {}

  ArrayGraph read() {
    if (!next_line() || word() != "arrays") expected("`arrays`");
    end_of_line();
    while (next_line()) {
      if (accept('%')) {
        node();
        end_of_line();
        continue;
      }
      const std::string_view first = word();
      if (first == "cyclic") {
        cyclic_axis();
      } else if (first == "output") {
        if (!accept('%')) expected("`%` and the number of a node");
        graph_.outputs.push_back(reference());
      } else {
        expected("a node such as `%0 = input A(2)`, `cyclic k = 4 x 4`, or `output %0`");
      }
      end_of_line();
    }
    return std::move(graph_);
  }

 private:
  [[noreturn]] void fail(std::uint32_t at, std::string message) const {
    throw InputError(make_diagnostic(Code::graph, source_, {at, at + 1}, std::move(message)));
  }
  [[noreturn]] void expected(std::string_view what) const {
    const bool at_end = token_ >= text_.size() || text_[token_] == '\n';
    std::size_t end = token_ + 1;
    while (!at_end && end < text_.size() && continues(text_[end])) ++end;
    const std::string found =
        at_end ? "the end of the line" : diagc::quoted(text_.substr(token_, end - token_));
    fail(token_, fmt::format("found {}, expected {}", found, what));
  }

  static bool continues(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
    if (at_ < text_.size() && text_[at_] == '#')
      at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
    token_ = at_;
  }
  bool next_line() {
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '\n'; skip_blanks()) ++at_;
    return at_ < text_.size();
  }
  void end_of_line() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] != '\n') expected("the end of the line");
  }
  bool accept(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) expected(fmt::format("`{}`", c));
  }
  std::string_view word() {
    skip_blanks();
    while (at_ < text_.size() && continues(text_[at_])) ++at_;
    return text_.substr(token_, at_ - token_);
  }
  std::uint64_t number(std::string_view what) {
    const std::string_view digits = word();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() ||
        value >> 63U != 0) {
      expected(what);
    }
    return value;
  }
  std::uint64_t extent() {
    const std::uint64_t value = number("an extent, a number from 1 to below 2^63");
    if (value == 0) fail(token_, "found the extent 0, expected 1 or more");
    return value;
  }
  ArrayId reference() {
    const std::uint64_t id = number("the number of a node");
    if (id >= graph_.nodes.size()) {
      fail(token_, fmt::format("found node {}, expected one of the {} before this line", id,
                               graph_.nodes.size()));
    }
    return static_cast<ArrayId>(id);
  }

  /// `(item, item, …)`
  template <class F>
  void list(const F& item) {
    expect('(');
    if (accept(')')) return;
    do item();
    while (accept(','));
    if (!accept(')')) expected("`,` or `)`");
  }

  void node() {
    const std::uint32_t start = at_ - 1;  // of `%`
    const std::uint64_t id = number("the number of a node");
    if (id != graph_.nodes.size()) {
      fail(token_, fmt::format("found node {}, expected {}: nodes are numbered from 0 on", id,
                               graph_.nodes.size()));
    }
    expect('=');
    const std::string_view kind = word();
    ArrayNode node;
    if (kind == "input" || kind == "constant") {
      if (kind == "input") {
        node.name = name();
      } else {
        node.kind = ArrayKind::constant;
      }
      list([&] {
        node.axes.push_back(static_cast<Variable>(node.variables.size()));
        declare(node);
      });
      if (node.kind == ArrayKind::constant) node.digits = word();
    } else {
      if (kind == "contract") {
        node.kind = ArrayKind::contract;
      } else if (kind == "reduce") {
        node.kind = ArrayKind::reduce;
      } else if (kind == "permute") {
        node.kind = ArrayKind::permute;
      } else if (kind == "map") {
        node.kind = ArrayKind::map;
      } else if (kind == "transform") {
        node.kind = ArrayKind::transform;
      } else if (kind == "inverse") {
        node.kind = ArrayKind::inverse;
      } else if (kind == "exchange") {
        node.kind = ArrayKind::exchange;
      } else if (kind == "compose") {
        node.kind = ArrayKind::compose;
      } else if (kind == "volterra") {
        node.kind = ArrayKind::volterra;
        const std::uint64_t element = number("the number of an element below 2^32");
        if (element >> 32U != 0) expected("the number of an element below 2^32");
        node.element = static_cast<std::uint32_t>(element);
        node.digits = word();
      } else {
        expected(
            "`input`, `contract`, `reduce`, `permute`, `constant`, `map`, `transform`, "
            "`inverse`, `exchange`, `compose` or `volterra`");
      }
      sum(node);
      if (node.kind == ArrayKind::map) node.body = body();
    }
    graph_.nodes.push_back(std::move(node));
    const std::string fault = find_fault(graph_, static_cast<ArrayId>(graph_.nodes.size() - 1));
    if (!fault.empty()) fail(start, fault);
  }

  /// A name, with the static indices of an element: `T[1,2]`.
  std::string name() {
    const std::string_view first = word();
    if (first.empty()) expected("the name of the input");
    std::string text(first);
    if (at_ >= text_.size() || text_[at_] != '[') return text;
    const std::size_t end = text_.find_first_of("]\n", at_);
    if (end == std::string_view::npos || text_[end] != ']') expected("the name of the input");
    text += text_.substr(at_, end + 1 - at_);
    at_ = static_cast<std::uint32_t>(end + 1);
    return text;
  }

  /// The lines behind bars are read at their places, so that messages have the right ones.
  std::shared_ptr<const Graph> body() {
    end_of_line();
    std::string text(text_.size(), ' ');
    for (std::size_t k = 0; k < at_; ++k) {
      if (text_[k] == '\n') text[k] = '\n';
    }
    std::uint32_t end = at_;
    for (;;) {
      const std::size_t bar = text_.find_first_not_of(" \t\r\n", end);
      if (bar == std::string_view::npos || text_[bar] != '|') break;
      const std::size_t stop = std::min(text_.find('\n', bar), text_.size());
      for (std::size_t k = end; k < stop; ++k)
        text[k] = k > bar || text_[k] == '\n' ? text_[k] : ' ';
      end = static_cast<std::uint32_t>(stop);
    }
    if (end == at_) expected("the lines of the map's body, each behind `|`");
    text.resize(end);
    at_ = token_ = end;
    return std::make_shared<const Graph>(
        diagc::from_text(std::make_shared<const Source>(source_.path(), std::move(text))));
  }

  void cyclic_axis() {
    CyclicAxis axis;
    axis.name = word();
    if (axis.name.empty()) expected("the name of the axis");
    expect('=');
    std::uint64_t points = 1;
    do {
      const std::uint64_t length = extent();
      if (length > (std::uint64_t{1} << 32U) / points)
        fail(token_, "found an axis of more than 2^32 points, expected fewer");
      points *= length;
      axis.grid.push_back(length);
    } while (accept_word("x"));
    graph_.cyclic.push_back(std::move(axis));
  }
  bool accept_word(std::string_view wanted) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += static_cast<std::uint32_t>(wanted.size());
    return true;
  }

  /// A variable with a number or the name of a cyclic axis as its extent.
  void declare(ArrayNode& node) {
    skip_blanks();
    for (std::size_t axis = 0; axis < graph_.cyclic.size(); ++axis) {
      const std::string& name = graph_.cyclic[axis].name;
      if (!text_.substr(at_).starts_with(name) ||
          (at_ + name.size() < text_.size() && continues(text_[at_ + name.size()]))) {
        continue;
      }
      word();
      node.variables.push_back(graph_.cyclic[axis].points());
      mark_cyclic(node, static_cast<std::uint32_t>(axis + 1));
      return;
    }
    node.variables.push_back(extent());
  }
  /// Of the variable declared last.
  static void mark_cyclic(ArrayNode& node, std::uint32_t axis) {
    if (axis == 0) return;
    node.cyclic.resize(node.variables.size());
    node.cyclic.back() = axis;
  }

  Variable variable(ArrayNode& node, std::unordered_map<std::string_view, Variable>& names,
                    std::uint64_t extent, std::uint32_t cyclic = 0) {
    const std::string_view name = word();
    if (name.empty()) expected("a variable");
    const auto [entry, is_new] =
        names.try_emplace(name, static_cast<Variable>(node.variables.size()));
    if (is_new && extent == 0) {
      fail(token_, fmt::format("found variable {}, expected one that an operand or `over` has",
                               diagc::quoted(name)));
    }
    if (is_new) {
      node.variables.push_back(extent);
      mark_cyclic(node, cyclic);
    }
    return entry->second;
  }

  /// `a`, on a cyclic axis also `a-b`, `-a` or `0`.
  Argument argument(ArrayNode& node, std::unordered_map<std::string_view, Variable>& names,
                    std::uint64_t extent, std::uint32_t cyclic) {
    Argument terms;
    if (cyclic == 0) return {{variable(node, names, extent), 1}};
    if (accept('0')) return terms;
    std::int32_t sign = accept('-') ? -1 : 1;
    for (;;) {
      terms.push_back({variable(node, names, extent, cyclic), sign});
      if (accept('+')) {
        sign = 1;
      } else if (accept('-')) {
        sign = -1;
      } else {
        break;
      }
    }
    std::ranges::sort(terms);
    return terms;
  }

  void powers(ArrayNode& node) {
    while (accept('*')) {
      const std::string_view name = word();
      const auto axis = std::ranges::find(graph_.cyclic, name, &CyclicAxis::name);
      if (axis == graph_.cyclic.end()) expected("the name of a cyclic axis");
      expect('^');
      const bool negative = accept('-');
      const std::uint64_t power = number("a power below 100");
      if (power >= 100) expected("a power below 100");
      node.powers.resize(graph_.cyclic.size());
      node.powers[static_cast<std::size_t>(axis - graph_.cyclic.begin())] =
          static_cast<std::int32_t>(power) * (negative ? -1 : 1);
    }
  }

  void sum(ArrayNode& node) {
    std::unordered_map<std::string_view, Variable> names;
    skip_blanks();
    if (text_.substr(at_).starts_with("over")) {
      at_ += 4;
      list([&] {
        const std::string_view name = word();
        if (name.empty()) expected("a variable");
        if (!names.try_emplace(name, static_cast<Variable>(node.variables.size())).second) {
          fail(token_,
               fmt::format("found variable {} twice, expected each once", diagc::quoted(name)));
        }
        expect('=');
        declare(node);
      });
    }
    while (accept('%')) {
      const ArrayId array = reference();
      const std::vector<std::uint64_t> shape = graph_.nodes[array].shape();
      std::vector<Argument> arguments;
      list([&] {
        skip_blanks();
        if (arguments.size() == shape.size()) {
          fail(token_, fmt::format("found more than {} variables, expected one for each axis",
                                   shape.size()));
        }
        const ArrayNode& of = graph_.nodes[array];
        const std::uint32_t cyclic = of.cyclic_axis(of.axes[arguments.size()]);
        arguments.push_back(argument(node, names, shape[arguments.size()], cyclic));
      });
      node.operands.push_back(operand_at(array, std::move(arguments)));
    }
    if (!accept('-') || !accept('>')) expected("`%` and an operand, or `->`");
    list([&] { node.axes.push_back(variable(node, names, 0)); });
    powers(node);
  }

  const Source& source_;
  std::string_view text_;
  std::uint32_t at_ = 0;
  std::uint32_t token_ = 0;  ///< where the last token began
  ArrayGraph graph_;
};

}  // namespace

ArrayGraph from_text(const SourcePtr& source) { return Reader(*source).read(); }

}  // namespace diagc::arrays

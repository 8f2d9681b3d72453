#include "physics/networks/openqasm.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/source/spelling.h"
#include "physics/networks/openqasm_gates.h"

namespace diagc::networks {

namespace {

class OpenQasmReader {
 public:
  explicit OpenQasmReader(SourcePtr source) : text_(source->text()) {
    circuit_.source = std::move(source);
  }

  Circuit read() {
    next();
    if (!is("OPENQASM")) expected("`OPENQASM 2.0;`");
    next();
    if (!is("2.0") && !is("2")) expected("version 2.0");
    next();
    take(";");
    while (!token_.empty()) statement();
    if (circuit_.qubits == 0) expected("a `qreg`");
    return std::move(circuit_);
  }

 private:
  struct Register {
    std::string_view name;
    std::uint32_t first, size;
    bool is_quantum;
  };
  /// Qubits that one argument stands for.
  struct Argument {
    std::uint32_t first = 0, size = 1;
    bool is_register = false;
    Span place;
  };

  [[noreturn]] void fail(Span at, Code code, std::string message) const {
    throw InputError(make_diagnostic(code, *circuit_.source, at, std::move(message)));
  }
  [[noreturn]] void expected(std::string_view what) const {
    if (token_.empty())
      fail({at_, at_ + 1}, Code::syntax,
           fmt::format("found the end of the text, expected {}", what));
    fail(place_, Code::syntax, fmt::format("found {}, expected {}", diagc::quoted(token_), what));
  }

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
  }

  /// The next word, number, text in quotation marks or sign; empty at the end.
  void next() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
      } else {
        break;
      }
    }
    place_ = {at_, at_};
    if (at_ < text_.size()) {
      std::size_t end = at_ + 1;
      if (text_[at_] == '"') {
        end = std::min(text_.find_first_of("\"\n", end), text_.size() - 1) + 1;
      } else if (text_.substr(at_, 2) == "->") {
        ++end;
      } else if (is_word(text_[at_])) {
        const bool is_number = std::isalpha(static_cast<unsigned char>(text_[at_])) == 0;
        const auto is_exponent_sign = [&](std::size_t at) {
          return is_number && (text_[at] == '+' || text_[at] == '-') &&
                 (text_[at - 1] == 'e' || text_[at - 1] == 'E');
        };
        while (end < text_.size() && (is_word(text_[end]) || is_exponent_sign(end))) ++end;
      } else {
        // A code point of several bytes as one sign.
        while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U)
          ++end;
      }
      at_ = static_cast<std::uint32_t>(end);
    }
    place_.end = at_;
    token_ = text_.substr(place_.begin, place_.end - place_.begin);
  }

  bool is(std::string_view what) const { return token_ == what; }
  void take(std::string_view what) {
    if (!is(what)) expected(fmt::format("`{}`", what));
    next();
  }

  std::uint64_t whole_number(std::string_view what) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(token_.data(), token_.data() + token_.size(), number);
    if (token_.empty() || error != std::errc() || end != token_.data() + token_.size())
      expected(what);
    return number;
  }

  std::string_view name(std::string_view what) {
    if (token_.empty() || std::isalpha(static_cast<unsigned char>(token_[0])) == 0) expected(what);
    const std::string_view name = token_;
    next();
    return name;
  }

  void statement() {
    if (is("include")) {
      next();
      if (!is("\"qelib1.inc\"")) expected("\"qelib1.inc\", whose gates are known");
      next();
      take(";");
    } else if (is("qreg") || is("creg")) {
      declare();
    } else if (is("barrier")) {
      next();
      arguments(most_qubits, "barrier");
      take(";");
    } else if (is("measure")) {
      measure();
    } else if (is("gate") || is("opaque") || is("if") || is("reset")) {
      fail(
          place_, Code::syntax,
          fmt::format("found {}, expected a gate of qelib1.inc; definitions, conditions and resets "
                      "are not read",
                      diagc::quoted(token_)));
    } else {
      gate();
    }
  }

  void declare() {
    const bool is_quantum = is("qreg");
    next();
    const Span place = place_;
    const std::string_view own = name("the name of a register");
    if (std::ranges::count(registers_, own, &Register::name) > 0) {
      fail(place, Code::duplicate,
           fmt::format("found a second register {}, expected another name", diagc::quoted(own)));
    }
    take("[");
    const std::uint64_t size = whole_number("the size of a register");
    const std::uint64_t room = is_quantum ? most_qubits - circuit_.qubits : most_qubits;
    if (size == 0 || size > room) {
      fail(place_, Code::limit,
           fmt::format("found a register of {}, expected 1 to {}, {} in all", size, room,
                       most_qubits));
    }
    next();
    take("]");
    take(";");
    registers_.push_back({own, circuit_.qubits, static_cast<std::uint32_t>(size), is_quantum});
    if (is_quantum) circuit_.qubits += static_cast<std::uint32_t>(size);
  }

  Argument argument(bool is_quantum) {
    Argument argument;
    argument.place = place_;
    const std::string_view own = name(is_quantum ? "a quantum register" : "a classical register");
    const auto found = std::ranges::find_if(
        registers_, [&](const Register& r) { return r.name == own && r.is_quantum == is_quantum; });
    if (found == registers_.end()) {
      fail(argument.place, Code::unknown_name,
           fmt::format("found {}, expected a register that {} has declared", diagc::quoted(own),
                       is_quantum ? "`qreg`" : "`creg`"));
    }
    argument.first = found->first;
    if (!is("[")) {
      argument.size = found->size;
      argument.is_register = true;
      return argument;
    }
    next();
    const std::uint64_t index = whole_number("the number of a qubit");
    if (index >= found->size) {
      fail(place_, Code::index,
           fmt::format("found {}[{}], expected one of 0 to {}", own, index, found->size - 1));
    }
    argument.first += static_cast<std::uint32_t>(index);
    next();
    argument.place.end = place_.end;
    take("]");
    return argument;
  }

  std::vector<Argument> arguments(std::size_t most, std::string_view of) {
    std::vector<Argument> list{argument(true)};
    while (is(",")) {
      if (list.size() == most) expected(fmt::format("`;`, as {} takes no more qubits", of));
      next();
      list.push_back(argument(true));
    }
    return list;
  }

  void measure() {
    next();
    argument(true);
    take("->");
    argument(false);
    take(";");
    is_measured_ = true;
  }

  void gate() {
    const Span place = place_;
    const std::string_view own = name("a gate, a register or `measure`");
    const std::span<const OpenQasmGate> kinds = openqasm_gates();
    const auto found = std::ranges::find(kinds, own, &OpenQasmGate::name);
    if (found == kinds.end()) {
      std::vector<std::string> names;
      for (const OpenQasmGate& kind : kinds) names.emplace_back(kind.name);
      const std::string near = closest_name(own, names);
      fail(place, Code::unknown_name,
           fmt::format("found the gate {}, expected one of {}{}", diagc::quoted(own),
                       fmt::join(names, ", "),
                       near.empty() ? "" : fmt::format("; did you mean {}?", diagc::quoted(near))));
    }
    if (is_measured_) {
      fail(place, Code::syntax,
           "found a gate behind a measurement, expected measurements at the end alone");
    }
    OpenQasmGate::Parameters parameters = {};
    if (found->parameters > 0 || is("(")) {
      take("(");
      for (std::size_t k = 0; k < found->parameters; ++k) {
        if (k > 0) take(",");
        const Span begin = place_;
        parameters[k] = sum(0);
        if (!std::isfinite(parameters[k]))
          fail({begin.begin, place_.begin}, Code::value,
               "found a parameter that is no finite number");
      }
      take(")");
    }
    const std::vector<Argument> on = arguments(found->qubits, own);
    if (on.size() < found->qubits)
      expected(fmt::format("`,`, as {} takes {} qubits", own, found->qubits));
    apply(*found, parameters, on, {place.begin, place_.begin});
    take(";");
  }

  /// Registers in place of qubits are gone through together.
  void apply(const OpenQasmGate& kind, const OpenQasmGate::Parameters& parameters,
             const std::vector<Argument>& on, Span place) {
    std::optional<std::uint32_t> size;
    for (const Argument& argument : on) {
      if (!argument.is_register) continue;
      if (size && *size != argument.size) {
        fail(argument.place, Code::value,
             fmt::format("found a register of {} beside one of {}, expected equal sizes",
                         argument.size, *size));
      }
      size = argument.size;
    }
    const std::vector<Complex> matrix = kind.matrix(parameters);
    for (std::uint32_t k = 0; k < size.value_or(1); ++k) {
      Gate gate{{}, matrix, place};
      for (const Argument& argument : on) {
        const std::uint32_t qubit = argument.first + (argument.is_register ? k : 0);
        if (std::ranges::count(gate.qubits, qubit) > 0) {
          fail(argument.place, Code::duplicate, "found a qubit twice, expected different ones");
        }
        gate.qubits.push_back(qubit);
      }
      if (circuit_.gates.size() == most_gates) {
        fail(place, Code::limit,
             fmt::format("found more than {} gates, expected at most so many", most_gates));
      }
      circuit_.gates.push_back(std::move(gate));
    }
  }

  double sum(int level) {
    double value = product(level);
    while (is("+") || is("-")) {
      const bool adds = is("+");
      next();
      const double other = product(level);
      value = adds ? value + other : value - other;
    }
    return value;
  }

  double product(int level) {
    double value = power(level);
    while (is("*") || is("/")) {
      const bool multiplies = is("*");
      next();
      const double other = power(level);
      value = multiplies ? value * other : value / other;
    }
    return value;
  }

  double power(int level) {
    constexpr int most_levels = 100;
    if (level > most_levels)
      fail(place_, Code::limit,
           fmt::format("found more than {} levels, expected a simpler parameter", most_levels));
    if (is("-")) {
      next();
      return -power(level + 1);
    }
    const double value = atom(level);
    if (!is("^")) return value;
    next();
    return std::pow(value, power(level + 1));
  }

  double atom(int level) {
    if (is("(")) {
      next();
      const double value = sum(level + 1);
      take(")");
      return value;
    }
    if (is("pi")) {
      next();
      return std::numbers::pi;
    }
    double number = 0;
    const auto [end, error] = std::from_chars(token_.data(), token_.data() + token_.size(), number);
    if (token_.empty() || error != std::errc() || end != token_.data() + token_.size())
      expected("a number, `pi` or `(`");
    next();
    return number;
  }

  Circuit circuit_;
  std::string_view text_;
  std::uint32_t at_ = 0;
  std::string_view token_;
  Span place_;
  std::vector<Register> registers_;
  bool is_measured_ = false;
};

}  // namespace

Circuit read_openqasm(SourcePtr source) { return OpenQasmReader(std::move(source)).read(); }

}  // namespace diagc::networks

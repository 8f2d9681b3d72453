#include "physics/networks/qsim.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/source/spelling.h"

namespace diagc::networks {

namespace {

using Matrix = std::vector<Complex>;
constexpr Complex i{0, 1};

Complex unit_phase(double angle) { return std::polar(1.0, angle); }

/// exp(−i φ/2 (cos θ X + sin θ Y))
Matrix rotation(double theta, double phi) {
  const double c = std::cos(phi / 2), s = std::sin(phi / 2);
  return {c, -i * s * unit_phase(-theta), -i * s * unit_phase(theta), c};
}

Matrix diagonal(std::initializer_list<Complex> values) {
  Matrix matrix(values.size() * values.size());
  std::size_t at = 0;
  for (const Complex value : values) {
    matrix[at] = value;
    at += values.size() + 1;
  }
  return matrix;
}

/// Between |01⟩ and |10⟩ a rotation with these elements, on |11⟩ a factor.
Matrix exchange(Complex stay, Complex swap, Complex both) {
  return {1, 0, 0, 0, 0, stay, swap, 0, 0, swap, stay, 0, 0, 0, 0, both};
}

struct QsimGate {
  std::string_view name;
  std::uint32_t qubits;
  std::uint32_t parameters;
  Matrix (*matrix)(const std::array<double, 2>& parameters);
};

using Angles = std::array<double, 2>;
constexpr double half = 0.5, root_half = std::numbers::sqrt2 / 2, quarter = std::numbers::pi / 4;

const std::array qsim_gates = {
    QsimGate{"id1", 1, 0, [](const Angles&) { return diagonal({1, 1}); }},
    QsimGate{"h", 1, 0,
             [](const Angles&) { return Matrix{root_half, root_half, root_half, -root_half}; }},
    QsimGate{"t", 1, 0, [](const Angles&) { return diagonal({1, unit_phase(quarter)}); }},
    QsimGate{"s", 1, 0, [](const Angles&) { return diagonal({1, i}); }},
    QsimGate{"x", 1, 0, [](const Angles&) { return Matrix{0, 1, 1, 0}; }},
    QsimGate{"y", 1, 0, [](const Angles&) { return Matrix{0, -i, i, 0}; }},
    QsimGate{"z", 1, 0, [](const Angles&) { return diagonal({1, -1}); }},
    QsimGate{"x_1_2", 1, 0,
             [](const Angles&) {
               return Matrix{{half, half}, {half, -half}, {half, -half}, {half, half}};
             }},
    QsimGate{"y_1_2", 1, 0,
             [](const Angles&) {
               return Matrix{{half, half}, {-half, -half}, {half, half}, {half, half}};
             }},
    QsimGate{"hz_1_2", 1, 0,
             [](const Angles&) {
               return Matrix{{half, half}, {0, -root_half}, root_half, {half, half}};
             }},
    QsimGate{"rx", 1, 1, [](const Angles& p) { return rotation(0, p[0]); }},
    QsimGate{"ry", 1, 1, [](const Angles& p) { return rotation(2 * quarter, p[0]); }},
    QsimGate{
        "rz", 1, 1,
        [](const Angles& p) { return diagonal({unit_phase(-p[0] / 2), unit_phase(p[0] / 2)}); }},
    QsimGate{"rxy", 1, 2, [](const Angles& p) { return rotation(p[0], p[1]); }},
    QsimGate{"id2", 2, 0, [](const Angles&) { return diagonal({1, 1, 1, 1}); }},
    QsimGate{"cz", 2, 0, [](const Angles&) { return diagonal({1, 1, 1, -1}); }},
    QsimGate{"cnot", 2, 0,
             [](const Angles&) { return Matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0}; }},
    QsimGate{"sw", 2, 0, [](const Angles&) { return exchange(0, 1, 1); }},
    QsimGate{"is", 2, 0, [](const Angles&) { return exchange(0, i, 1); }},
    QsimGate{"cp", 2, 1, [](const Angles& p) { return diagonal({1, 1, 1, unit_phase(p[0])}); }},
    QsimGate{"fs", 2, 2,
             [](const Angles& p) {
               return exchange(std::cos(p[0]), -i * std::sin(p[0]), unit_phase(-p[1]));
             }},
};

class QsimReader {
 public:
  explicit QsimReader(SourcePtr source) : text_(source->text()) {
    circuit_.source = std::move(source);
  }

  Circuit read() {
    if (!next_line())
      fail({at_, at_ + 1}, Code::syntax, "found no line, expected the number of qubits");
    Span place;
    const std::uint64_t qubits = whole_number("the number of qubits", place);
    if (qubits == 0 || qubits > most_qubits) {
      fail(place, Code::limit,
           fmt::format("found {} qubits, expected 1 to {}", qubits, most_qubits));
    }
    circuit_.qubits = static_cast<std::uint32_t>(qubits);
    busy_.resize(qubits);
    end_of_line();
    while (next_line()) gate();
    return std::move(circuit_);
  }

 private:
  [[noreturn]] void fail(Span at, Code code, std::string message) const {
    throw InputError(make_diagnostic(code, *circuit_.source, at, std::move(message)));
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  /// Moves to the next line with something on it.
  bool next_line() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (text_[at_] == '#') {
        at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size()));
      } else if (text_[at_] == '\n') {
        ++at_;
      } else {
        return true;
      }
    }
    return false;
  }

  /// The next word on this line; fails where there is none.
  std::string_view word(std::string_view what, Span& place) {
    skip_blanks();
    place.begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '\n' && text_[at_] != '#')
      ++at_;
    place.end = at_;
    if (place.begin == at_) {
      fail({at_, at_ + 1}, Code::syntax,
           fmt::format("found the end of the line, expected {}", what));
    }
    return text_.substr(place.begin, at_ - place.begin);
  }

  std::uint64_t whole_number(std::string_view what, Span& place) {
    const std::string_view text = word(what, place);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(place, Code::syntax, fmt::format("found {}, expected {}", diagc::quoted(text), what));
    }
    return number;
  }

  double angle() {
    Span place;
    const std::string_view text = word("an angle in radians", place);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
      fail(place, Code::syntax,
           fmt::format("found {}, expected an angle in radians", diagc::quoted(text)));
    }
    return number;
  }

  void end_of_line() {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '#') return;
    Span place;
    const std::string_view text = word("", place);
    fail(place, Code::syntax,
         fmt::format("found {}, expected the end of the line", diagc::quoted(text)));
  }

  const QsimGate& kind(std::string_view name, Span place) const {
    const auto found = std::ranges::find(qsim_gates, name, &QsimGate::name);
    if (found != qsim_gates.end()) return *found;
    if (name == "m") {
      fail(place, Code::unknown_name,
           "found a measurement, expected a gate; an amplitude is of a circuit without "
           "measurements");
    }
    std::vector<std::string> names;
    for (const QsimGate& gate : qsim_gates) names.emplace_back(gate.name);
    const std::string near = closest_name(name, names);
    fail(place, Code::unknown_name,
         fmt::format("found the gate {}, expected one of {}{}", diagc::quoted(name),
                     fmt::join(names, ", "),
                     near.empty() ? "" : fmt::format("; did you mean {}?", diagc::quoted(near))));
  }

  void gate() {
    if (circuit_.gates.size() == most_gates) {
      fail({at_, at_ + 1}, Code::limit,
           fmt::format("found more than {} gates, expected at most so many", most_gates));
    }
    Gate gate;
    Span place;
    const std::uint64_t time = whole_number("the time of a gate, a whole number", place);
    if (time >> 32U != 0)
      fail(place, Code::limit,
           fmt::format("found the time {}, expected a number below 2^32", time));
    gate.place.begin = place.begin;
    const std::string_view name = word("a gate", place);
    const QsimGate& gate_kind = kind(name, place);
    for (std::uint32_t k = 0; k < gate_kind.qubits; ++k) {
      const std::uint64_t qubit = whole_number("a qubit", place);
      if (qubit >= circuit_.qubits) {
        fail(place, Code::index,
             fmt::format("found qubit {}, expected one of 0 to {}", qubit, circuit_.qubits - 1));
      }
      if (std::ranges::count(gate.qubits, qubit) > 0) {
        fail(place, Code::duplicate,
             fmt::format("found qubit {} twice, expected two different ones", qubit));
      }
      if (time < busy_[qubit]) {
        fail(place, Code::value,
             fmt::format("found a gate on qubit {} at time {}, expected time {} or later", qubit,
                         time, busy_[qubit]));
      }
      gate.qubits.push_back(static_cast<std::uint32_t>(qubit));
    }
    for (const std::uint32_t qubit : gate.qubits) busy_[qubit] = time + 1;
    Angles parameters = {};
    for (std::uint32_t k = 0; k < gate_kind.parameters; ++k) parameters[k] = angle();
    gate.place.end = at_;
    end_of_line();
    gate.matrix = gate_kind.matrix(parameters);
    circuit_.gates.push_back(std::move(gate));
  }

  Circuit circuit_;
  std::string_view text_;
  std::uint32_t at_ = 0;
  std::vector<std::uint64_t> busy_;  ///< by qubit: the first time at which it is free
};

}  // namespace

Circuit read_qsim(SourcePtr source) { return QsimReader(std::move(source)).read(); }

}  // namespace diagc::networks

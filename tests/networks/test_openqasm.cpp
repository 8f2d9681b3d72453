// Circuits in OpenQASM 2: gates against identities, and what is wrong in a file with its place.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "physics/networks/openqasm.h"
#include "physics/networks/qsim.h"

using namespace diagc;
using namespace diagc::networks;

namespace {

using Matrix = std::vector<Complex>;

Circuit openqasm_circuit(const std::string& text) {
  return read_openqasm(std::make_shared<const Source>("c.qasm", text));
}

Circuit gates(const std::string& text, int qubits = 3) {
  return openqasm_circuit(
      fmt::format("OPENQASM 2.0;\ninclude \"qelib1.inc\";\nqreg q[{}];\n{}", qubits, text));
}

/// The matrix of a whole circuit; the first qubit's bit is the highest.
Matrix unitary(const Circuit& circuit) {
  const std::size_t size = std::size_t{1} << circuit.qubits;
  Matrix result(size * size);
  for (std::size_t column = 0; column < size; ++column) {
    std::vector<Complex> state(size);
    state[column] = 1;
    for (const Gate& gate : circuit.gates) {
      std::vector<Complex> next(size);
      const std::size_t own = std::size_t{1} << gate.qubits.size();
      for (std::size_t in = 0; in < size; ++in) {
        std::size_t from = 0;
        for (const std::uint32_t qubit : gate.qubits)
          from = 2 * from + (in >> (circuit.qubits - 1 - qubit) & 1U);
        for (std::size_t to = 0; to < own; ++to) {
          std::size_t out = in;
          for (std::size_t k = 0; k < gate.qubits.size(); ++k) {
            const std::size_t bit = std::size_t{1} << (circuit.qubits - 1 - gate.qubits[k]);
            out = (to >> (gate.qubits.size() - 1 - k) & 1U) != 0 ? out | bit : out & ~bit;
          }
          next[out] += gate.matrix[to * own + from] * state[in];
        }
      }
      state = std::move(next);
    }
    for (std::size_t row = 0; row < size; ++row) result[row * size + column] = state[row];
  }
  return result;
}

/// The same up to a phase.
bool equal(const Matrix& a, const Matrix& b) {
  Complex overlap = 0;
  for (std::size_t k = 0; k < a.size(); ++k) overlap += std::conj(a[k]) * b[k];
  if (std::abs(overlap) < 1e-9) return false;
  const Complex phase = overlap / std::abs(overlap);
  double difference = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    difference = std::max(difference, std::abs(a[k] * phase - b[k]));
  return difference < 1e-14;
}

/// Definitions of qelib1.inc, and what follows from them.
const std::vector<std::pair<std::string, std::string>> identities = {
    {"u2(0.3,0.4) q[0];", "u3(pi/2,0.3,0.4) q[0];"},
    {"u1(0.7) q[0];", "u3(0,0,0.7) q[0];"},
    {"x q[0];", "u3(pi,0,pi) q[0];"},
    {"y q[0];", "u3(pi,pi/2,pi/2) q[0];"},
    {"z q[0];", "u1(pi) q[0];"},
    {"h q[0];", "u2(0,pi) q[0];"},
    {"s q[0];", "u1(pi/2) q[0];"},
    {"s q[0]; sdg q[0];", "id q[0];"},
    {"t q[0];", "u1(pi/4) q[0];"},
    {"t q[0]; tdg q[0];", "id q[0];"},
    {"sx q[0]; sx q[0];", "x q[0];"},
    {"sx q[0]; sxdg q[0];", "id q[0];"},
    {"rx(0.3) q[0];", "h q[0]; rz(0.3) q[0]; h q[0];"},
    {"ry(0.3) q[0];", "sdg q[0]; rx(0.3) q[0]; s q[0];"},
    {"rz(0.3) q[0];", "u1(0.3) q[0];"},
    {"cz q[0],q[1];", "h q[1]; cx q[0],q[1]; h q[1];"},
    {"cy q[0],q[1];", "sdg q[1]; cx q[0],q[1]; s q[1];"},
    {"swap q[0],q[1];", "cx q[0],q[1]; cx q[1],q[0]; cx q[0],q[1];"},
    {"ch q[0],q[1];",
     "h q[1]; sdg q[1]; cx q[0],q[1]; h q[1]; t q[1]; cx q[0],q[1]; t q[1]; h q[1]; s q[1]; x "
     "q[1]; s q[0];"},
    {"crz(0.9) q[0],q[1];", "u1(0.9/2) q[1]; cx q[0],q[1]; u1(-0.9/2) q[1]; cx q[0],q[1];"},
    {"crx(0.9) q[0],q[1];", "h q[1]; crz(0.9) q[0],q[1]; h q[1];"},
    {"cry(0.9) q[0],q[1];", "ry(0.45) q[1]; cx q[0],q[1]; ry(-0.45) q[1]; cx q[0],q[1];"},
    {"cu1(0.9) q[0],q[1];",
     "u1(0.45) q[0]; cx q[0],q[1]; u1(-0.45) q[1]; cx q[0],q[1]; u1(0.45) q[1];"},
    {"rzz(0.9) q[0],q[1];", "cx q[0],q[1]; u1(0.9) q[1]; cx q[0],q[1];"},
    {"rxx(0.9) q[0],q[1];", "h q; rzz(0.9) q[0],q[1]; h q;"},
    {"ccx q[0],q[1],q[2];",
     "h q[2]; cx q[1],q[2]; tdg q[2]; cx q[0],q[2]; t q[2]; cx q[1],q[2]; tdg q[2]; cx q[0],q[2]; "
     "t q[1]; t q[2]; h q[2]; cx q[0],q[1]; t q[0]; tdg q[1]; cx q[0],q[1];"},
    {"U(0.1,0.2,0.3) q[1]; CX q[1],q[2];", "u(0.1,0.2,0.3) q[1]; cx q[1],q[2];"},
    {"p(2*(1+0.5)^2/3-1) q[0];", "u1(1/2) q[0];"},
};

std::string openqasm_refusal(const std::string& text) {
  try {
    openqasm_circuit(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("gates of OpenQASM are what qelib1.inc says") {
  for (const auto& [gate, same] : identities) {
    INFO(gate << " is " << same);
    CHECK(equal(unitary(gates(gate)), unitary(gates(same))));
  }
  // With their phase, the ones of qsim.
  const Circuit qsim = read_qsim(std::make_shared<const Source>(
      "c.qsim", "2\n0 h 0\n1 rz 1 0.3\n2 cnot 0 1\n3 cp 0 1 0.4\n4 rx 0 0.2\n"));
  const Matrix a = unitary(qsim),
               b = unitary(gates(
                   "h q[0]; rz(0.3) q[1]; cx q[0],q[1]; cp(0.4) q[0],q[1]; rx(0.2) q[0];", 2));
  for (std::size_t k = 0; k < a.size(); ++k) CHECK(std::abs(a[k] - b[k]) < 1e-15);
}

TEST_CASE("registers of OpenQASM follow each other, and stand for each of their qubits") {
  const Circuit circuit = openqasm_circuit(
      "OPENQASM 2.0; // comment\nqreg a[2]; creg c[2]; qreg b[2];\nbarrier a, b[0];\ncx a, b;\n"
      "h b[1];\nmeasure a -> c;\n");
  REQUIRE(circuit.qubits == 4);
  REQUIRE(circuit.gates.size() == 3);
  CHECK(circuit.gates[0].qubits == std::vector<std::uint32_t>{0, 2});
  CHECK(circuit.gates[1].qubits == std::vector<std::uint32_t>{1, 3});
  CHECK(circuit.gates[2].qubits == std::vector<std::uint32_t>{3});
}

TEST_CASE("what is wrong in OpenQASM is shown where it stands") {
  const std::string head = "OPENQASM 2.0;\nqreg q[2];\n";
  const auto says = [&](const std::string& line, const std::string& message, int column) {
    CHECK(openqasm_refusal(head + line + "\n") ==
          fmt::format("c.qasm:3:{}: error: {}\n{}\n{}^", column, message, line,
                      std::string(static_cast<std::size_t>(column) - 1, ' ')));
  };
  CHECK(openqasm_refusal("qreg q[2];") ==
        "c.qasm:1:1: error: found `qreg`, expected `OPENQASM 2.0;`\nqreg q[2];\n^");
  CHECK(openqasm_refusal("OPENQASM 3.0;") ==
        "c.qasm:1:10: error: found `3.0`, expected version 2.0\nOPENQASM 3.0;\n         ^");
  says("h q[2];", "found q[2], expected one of 0 to 1", 5);
  says("h r;", "found `r`, expected a register that `qreg` has declared", 3);
  says("cx q[0];", "found `;`, expected `,`, as cx takes 2 qubits", 8);
  says("h q[0], q[1];", "found `,`, expected `;`, as h takes no more qubits", 7);
  says("cx q[0], q[0];", "found a qubit twice, expected different ones", 10);
  says("rx(1/0) q;", "found a parameter that is no finite number", 4);
  says("rx q;", "found `q`, expected `(`", 4);
  says("qreg q[3];", "found a second register `q`, expected another name", 6);
  says("qreg r[5000];", "found a register of 5000, expected 1 to 4094, 4096 in all", 8);
  says("if (c == 1) x q;",
       "found `if`, expected a gate of qelib1.inc; definitions, conditions and resets are not read",
       1);
  says("creg c[2]; measure q -> c; h q;",
       "found a gate behind a measurement, expected measurements at the end alone", 28);
  says("include \"other.inc\";",
       "found `\"other.inc\"`, expected \"qelib1.inc\", whose gates are known", 9);
  CHECK(openqasm_refusal(head + "hh q;").find("found the gate `hh`, expected one of U, u3") !=
        std::string::npos);
  CHECK(openqasm_refusal(head + "rx(" + std::string(200, '(')).find("found more than 100 levels") !=
        std::string::npos);
}

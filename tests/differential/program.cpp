#include "tests/differential/program.h"

#include <fmt/format.h>

#include "tests/differential/expression.h"

namespace diagc {

namespace {

class Program {
 public:
  Program(const std::string& name, Choices& choices)
      : choices_(choices),
        n_(1 + static_cast<int>(choices.below(3))),
        expressions_(choices, n_),
        name_(name) {}

  std::string write() {
    // What a shorter tape drops first comes last.
    std::string outputs;
    const std::uint32_t count = 1 + choices_.below(3);
    for (std::uint32_t i = 0; i < count; ++i) outputs += output(i);
    const std::string families = dynamic_families();
    const std::string functions = inlined_functions();
    const bool up = choices_.yes();
    const std::string statics = static_families();
    return fmt::format(
               "grammar {}\n\n"
               "static n : int = {}\n"
               "static up : bool = {}\n"
               "param N : real\nparam z : complex\nparam u : lorentz\n"
               "input x[0..3] : real\ninput A[1..n, -1..1] : real\ninput s : real\ninput w[0..3] : "
               "complex\n"
               "input p[0..3] : lorentz\ninput k[0..1] : lorentz<complex>\n\n",
               name_, n_, up) +
           statics + functions + families + outputs;
  }

 private:
  std::string static_families() {
    Scope scope;
    scope.integers = {{"a", 0, 3}};
    scope.static_families = 0;
    const std::string base = expressions_.integer(scope, 1).text;
    scope.smaller_count = true;
    std::string text = fmt::format("def count(a) = if a <= 0 then {} else {}\n", base,
                                   expressions_.integer(scope, 2).text);
    scope.smaller_count = false;
    scope.sets = {"T"};
    scope.static_families = 1;
    text += fmt::format("def holds(a, T) = {}\n", expressions_.condition(scope, 2).text);
    scope.sets = {};
    scope.static_families = 2;
    return text + fmt::format("def some(a) = {}\n", expressions_.set(scope, 2).text);
  }

  std::string inlined_functions() {
    Scope scope;
    scope.reals = {"a", "b"};
    // `both` also gets complex numbers: only what is right for these, too.
    std::string text =
        fmt::format("fn both(a, b) = {}\n", choices_.yes() ? "2*a*b - b^2" : "a - (a + 1)*b");
    scope.reals = {"a"};
    scope.integers = {{"i", 0, 3}};
    const Text base = expressions_.real(scope, 2), factor = expressions_.real(scope, 1);
    text += fmt::format("fn again(a, i) = if i <= 0 then {} else again(a, i - 1) * {}\n", base.text,
                        factor.at(Text::unary));
    return text + fmt::format("fn turned(v, a) = {}\n",
                              choices_.yes() ? "a*v + vector(0, 1, a, 0)"
                                             : "let q = sq(v) in v - (a*q)*v/(1 + q^2)");
  }

  template <class Body>
  std::string family(const std::string& head, Scope scope, Body body) {
    scope.integers = {{"m", 0, 3}};
    if (choices_.below(3) == 2) {
      scope.calls = Scope::Calls::guarded;
      return fmt::format("def {} = {}\n", head, body(scope).text);
    }
    const std::string base = body(scope).text;
    scope.calls = Scope::Calls::smaller;
    return fmt::format("def {} = if m <= 0 then {} else {}\n", head, base, body(scope).text);
  }

  std::string dynamic_families() {
    Scope scope;
    scope.sets = {"S"};
    std::string text =
        family("R(m, S)", scope, [&](const Scope& inside) { return expressions_.real(inside, 3); });
    text += family("R2(m, S)", scope, [&](const Scope& inside) {
      Text body = expressions_.real(inside, 2);
      if (choices_.yes()) return body;
      return Text{fmt::format("sum(j in S) x[j] * R2(m, S - {{j}}) + {}", body.at(Text::term)),
                  Text::addition};
    });
    scope = {};
    scope.conditions = {"t"};
    text += family("Z(m, t)", scope,
                   [&](const Scope& inside) { return expressions_.complex(inside, 3); });
    scope = {};
    return text + family("V(m)", scope, [&](const Scope& inside) {
             return expressions_.vector(inside, 2, false);
           });
  }

  std::string output(std::uint32_t number) {
    Scope scope;
    scope.calls = Scope::Calls::any;
    std::string indices;
    switch (choices_.below(4)) {
      case 1:
        indices = "[i in 0..n]";
        scope.integers = {{"i", 0, n_}};
        break;
      case 2:
        indices = "[i in 1..2, j in -1..0]";
        scope.integers = {{"i", 1, 2}, {"j", -1, 0}};
        break;
      default:
        break;
    }
    const std::uint32_t kind = choices_.below(6);
    const Text body = kind < 3   ? expressions_.real(scope, 4)
                      : kind < 5 ? expressions_.complex(scope, 4)
                                 : expressions_.vector(scope, 3, choices_.yes());
    return fmt::format("output y{}{} = {}\n", number, indices, body.text);
  }

  Choices& choices_;
  int n_;
  Expressions expressions_;
  std::string name_;
};

}  // namespace

RuleProgram random_program(const std::string& name, const Tape& tape) {
  Choices choices(tape);
  RuleProgram program;
  // Small enough to cut up small programs, too.
  if (choices.below(8) > 0) {
    const std::uint32_t most = choices.below(3) == 2 ? 40 : 5;
    program.chunk_operations = 1 + choices.below(most);
  }
  program.text = Program(name, choices).write();
  return program;
}

}  // namespace diagc

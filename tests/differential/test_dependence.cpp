// Dependence of outputs on inputs, and that a lost one is found.
#include <catch2/catch.hpp>

#include "tests/differential/agreement.h"
#include "tests/differential/dependence.h"
#include "tests/passes/canonical.h"

using namespace diagc;

namespace {

/// Rows 0, 1, 2 are x, rows 3 and 4 are z.
Dependence of(const std::string& nodes) {
  return dependences(
             graph_of("graph t\ninput x[1..3]\ninput z : complex\noutput y : complex\n" + nodes))
      .at(0);
}

std::uint64_t rows(std::initializer_list<int> list) {
  std::uint64_t result = 0;
  for (const int row : list) result |= std::uint64_t{1} << row;
  return result;
}

Stages stages(const std::string& expanded, const std::string& simplified) {
  const std::string head = "graph t\ninput x[1..2]\noutput y : complex\n";
  Stages result{"grammar t\n", graph_of(head + expanded), graph_of(head + simplified), {}};
  result.schedule = make_schedule(result.simplified);
  return result;
}

std::string first_words(const Stages& program) {
  Tally tally;
  try {
    check_agreement<double>(program, nullptr, 1, tally);
  } catch (const Disagreement& error) {
    const std::string message = error.what();
    return message.substr(0, message.find(": output"));
  }
  return "agreement";
}

}  // namespace

TEST_CASE("dependence: what is subtracted from itself counts, a static zero does not") {
  const Dependence cancelled = of("%s = sum x[1] - x[1]\ny = %s\n");
  CHECK(cancelled.certain == rows({0}));
  CHECK(cancelled.possible == rows({0}));

  const Dependence zero = of("%o = sum 0\n%p = product %o x[1]\n%s = sum %p + x[2]\ny = %s\n");
  CHECK(zero.certain == rows({1}));
  CHECK(zero.possible == rows({1}));
}

TEST_CASE("dependence: real and imaginary parts apart") {
  const Dependence part = of("%c = complex x[1] x[2]\n%r = re %c\ny = %r\n");
  CHECK(part.certain == rows({0}));
  CHECK(part.possible == rows({0, 1}));

  const Dependence turned = of("%i = imaginary\n%p = product %i z\n%r = re %p\ny = %r\n");
  CHECK(turned.certain == rows({4}));
  CHECK(turned.possible == rows({3, 4}));

  const Dependence mixed =
      of("%i = imaginary\n%c = sum 1 + %i\n%p = product %c z\n%r = re %p\ny = %r\n");
  CHECK(mixed.certain == rows({3, 4}));

  const Dependence divided = of("%q = quotient x[1] z\n%r = im %q\ny = %r\n");
  CHECK(divided.certain == rows({0, 3, 4}));

  CHECK(of("%e = exp z\ny = %e\n").certain == rows({3, 4}));
  CHECK(of("%e = exp z\n%r = im %e\ny = %r\n").certain == 0);
}

TEST_CASE("a simplified graph that lost or gained a dependence is found") {
  const std::string expanded = "%p = product x[1] x[2]\n%s = sum %p - %p + 2 x[1]\ny = %s\n";
  CHECK(first_words(stages(expanded, expanded)) == "agreement");
  CHECK(first_words(stages(expanded, "%s = sum 2 x[1]\ny = %s\n")) ==
        "fp64, simplified graph: a NaN does not show");
  CHECK(first_words(stages("%s = sum 2 x[1]\ny = %s\n", expanded)) ==
        "fp64, simplified graph: a NaN shows where nothing depends on it");
}

TEST_CASE("a simplified graph that takes the real root of a complex number is found") {
  const std::string zero = "%o = sum 0\n";
  const std::string complex = zero + "%c = complex x[1] %o\n%r = sqrt %c\ny = %r\n";
  CHECK(first_words(stages(complex, complex)) == "agreement");
  CHECK(first_words(stages(complex, "%r = sqrt x[1]\ny = %r\n")) == "fp64, passes: a NaN appears");
}

TEST_CASE(
    "a simplified graph that is off by a unit in the last place more than rounding is found") {
  const std::string expanded = "%p = product x[1] x[2]\ny = %p\n";
  const auto scaled = [](const char* number) {
    return std::string("%p = product x[1] x[2]\n%s = sum ") + number + " %p\ny = %s\n";
  };
  // 1 + 2^-53 is rounded to 1. 1 + 2^-50 is off by eight times the relative error of an operation, of which the two products
  // and the multiplication are three.
  CHECK(first_words(stages(expanded, scaled("9007199254740993/9007199254740992"))) == "agreement");
  CHECK(first_words(stages(expanded, scaled("1125899906842625/1125899906842624"))) ==
        "fp64, passes");
}

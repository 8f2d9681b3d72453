// What -D and -p give.
#include <catch2/catch.hpp>

#include "programs/command/command.h"
#include "programs/command/definitions.h"
#include "programs/command/values.h"

using namespace diagc;

namespace {

using Texts = std::vector<std::string>;

/// The rows that `-D` options ask for.
Texts rows(const Texts& definitions) {
  Texts result;
  Definitions(definitions).for_each([&](const StaticValues& values) {
    result.push_back(to_string(values));
  });
  return result;
}

}  // namespace

TEST_CASE("-D: values, ranges, steps, lists, and their product") {
  CHECK(rows({}) == Texts{""});
  CHECK(rows({"n=6"}) == Texts{"n=6"});
  CHECK(rows({"n=2,4,6"}) == Texts{"n=2", "n=4", "n=6"});
  CHECK(rows({"n=8..32:8"}) == Texts{"n=8", "n=16", "n=24", "n=32"});
  CHECK(rows({"n=1..6:2"}) == Texts{"n=1", "n=3", "n=5"});
  CHECK(rows({"n=-3..-1"}) == Texts{"n=-3", "n=-2", "n=-1"});
  CHECK(rows({"n=1..2,8,16..32:16"}) == Texts{"n=1", "n=2", "n=8", "n=16", "n=32"});
  CHECK(rows({"a=2,1", "b=true,false"}) ==
        Texts{"a=2 b=true", "a=2 b=false", "a=1 b=true", "a=1 b=false"});
  CHECK(rows({"n=9223372036854775805..9223372036854775807:2"}) ==
        Texts{"n=9223372036854775805", "n=9223372036854775807"});
  CHECK(rows({"n=-9223372036854775808..9223372036854775807:9223372036854775807"}).size() == 3);
  CHECK(to_string(Definitions({"n=4..4", "m=1"}).single("eval")) == "n=4 m=1");
  CHECK_THROWS_AS(rows({"n=1..1000001"}), UsageError);
  CHECK_THROWS_AS(rows({"n=1..600000,1..600000"}), UsageError);
  CHECK_THROWS_AS(rows({"n=1..3:x"}), UsageError);
  CHECK_THROWS_AS(rows({"n=1..3:-1"}), UsageError);
}

TEST_CASE("-p: fractions are the numbers nearest to them") {
  const auto value = [](const char* text) { return parse_number(text); };
  using Complex = std::complex<double>;
  CHECK(value("1/10") == Complex(0.1));
  CHECK(value("-2/3") == Complex(-2.0 / 3));
  CHECK(value("+7/1") == Complex(7));
  CHECK(value("1/3+1/7i") == Complex(1.0 / 3, 1.0 / 7));
  CHECK(value("1/2i") == Complex(0, 0.5));
  CHECK(value("9007199254740992/3") == Complex(9007199254740992.0 / 3));
  // Beyond 2^53 the parts are rounded, so that the quotient might be another number.
  for (const char* text : {"1/0", "1/", "/2", "1/2/3", "1/-2", "0.1/3", "1/1e2", "1/x",
                           "9007199254740993/3", "1//2", "nan", "inf", "-inf", "1+infi"}) {
    CAPTURE(text);
    CHECK(!value(text));
  }
}

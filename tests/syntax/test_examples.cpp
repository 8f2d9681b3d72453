// Rule files as people write them: understood, printed, understood again.
#include <catch2/catch.hpp>
#include <filesystem>

#include "compiler/rules/rules.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/syntax/same_tree.h"

using namespace diagc;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(DIAGC_SOURCE_DIR) / "tests/syntax/examples";

rules::Rules load(const std::string& name) {
  return rules::load(read_source((folder / (name + ".diag")).string()));
}

}  // namespace

TEST_CASE("example files survive printing with their comments") {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    INFO(entry.path().filename().string());
    const auto file = syntax::parse(read_source(entry.path().string()));
    const std::string text = syntax::print(file);
    const auto again = syntax::parse(std::make_shared<const Source>("printed.diag", text));
    CHECK(syntax::same_tree(file, again));
    CHECK(file.comments.size() == again.comments.size());
    CHECK(syntax::print(again) == text);
    ++files;
  }
  CHECK(files == 5);
}

TEST_CASE("declarations are found by kind") {
  const rules::Rules rules = load("hubbard_sun_density");
  CHECK(rules.file->name == "hubbard_sun_density");
  CHECK(rules.file->doc->starts_with("Density per flavour"));
  CHECK(rules.statics.size() == 1);
  CHECK(rules.params.size() == 1);
  CHECK(rules.inputs.size() == 1);
  CHECK(rules.families.size() == 3);
  CHECK(rules.functions.empty());
  REQUIRE(rules.outputs.size() == 1);
  CHECK(rules.outputs[0]->name == "density");
  CHECK(load("gluon_current").functions.size() == 2);
}

TEST_CASE("names are resolved to slots and declarations") {
  using syntax::Target;
  const rules::Rules rules = load("hubbard_sun_density");
  const syntax::Decl& touch = *rules.families[0];
  CHECK(touch.frame_size == 5);  // k, open, s, v and the binder j

  const syntax::Expr& over_open = *touch.body->operands.at(1);
  REQUIRE(over_open.kind == syntax::Expr::Kind::sum);
  CHECK(over_open.items.at(0).slot == 4);
  CHECK(over_open.items.at(0).expr->target.kind == Target::Kind::local);
  CHECK(over_open.items.at(0).expr->target.index == 1);

  const syntax::Expr& propagator = *over_open.operands.at(0)->operands.at(0);
  CHECK(propagator.target.kind == Target::Kind::input);
  CHECK(propagator.operands.at(0)->target.index == 3);
  CHECK(propagator.operands.at(1)->target.index == 4);

  const syntax::Expr& call = *over_open.operands.at(0)->operands.at(1);
  CHECK(call.target.kind == Target::Kind::family);
  CHECK(call.target.index == 0);

  const syntax::Expr& rest = *rules.families[1]->body;
  CHECK(rules.families[1]->frame_size == 3);
  CHECK(rest.operands.at(2)->slot == 2);
  CHECK(rest.operands.at(2)->operands.at(0)->target.kind == Target::Kind::builtin);
  CHECK(rest.operands.at(2)->operands.at(0)->target.index ==
        static_cast<std::uint32_t>(rules::Builtin::min));
  CHECK(rules.families[2]->body->operands.at(2)->operands.at(0)->target.kind ==
        Target::Kind::param);
}

TEST_CASE("inner names hide outer ones; slots of names no longer needed are used again") {
  const auto rules = rules::load(std::make_shared<const Source>("x", R"(grammar g
static n : int
def F(n) = (let k = n in sum(n in 1..n, k in {n}) n * k) + (let j = 1 in j) + n
output F[F in 1..n] = F
)"));
  const syntax::Decl& family = *rules.families.at(0);
  CHECK(family.frame_size == 4);
  const syntax::Expr& let = *family.body->operands.at(0);
  CHECK(let.slot == 1);
  CHECK(let.operands[0]->target.index == 0);
  const syntax::Expr& sum = *let.operands[1];
  CHECK(sum.items[0].slot == 2);
  CHECK(sum.items[0].expr->operands[1]->target.index == 0);
  CHECK(sum.items[1].slot == 3);
  CHECK(sum.items[1].expr->operands[0]->target.index == 2);
  CHECK(sum.operands[0]->operands[1]->target.index == 3);
  CHECK(family.body->operands[1]->slot == 1);
  CHECK(rules.outputs.at(0)->body->target.kind == syntax::Target::Kind::local);
  CHECK(rules.outputs.at(0)->parameters[0].range->operands[1]->target.kind ==
        syntax::Target::Kind::constant);
}

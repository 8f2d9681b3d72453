// A schema drives reading, defaults, the example, the documentation and the help, of whatever job.
#include <filesystem>

#include <catch2/catch.hpp>

#include "runs/jobs/file_uses.h"
#include "runs/jobs/schema.h"
#include "runtime/system/temporary_folder.h"

using namespace diagc;
using namespace diagc::runs;

namespace {

struct Cooking {
  std::string dish;
  double minutes = 0;
  std::vector<std::int64_t> sizes;
  bool salt = false;
};

Schema schema_of(Cooking& job) {
  return {
      .program = "cook",
      .sections = {
          {.name = "dish",
           .help = "What is made.",
           .keys = {{.name = "name",
                     .type = "text",
                     .otherwise = "soup",
                     .help = "what it is `called`",
                     .example = "\"stew\"",
                     .shown = true,
                     .former_names = {"title", "heading"},
                     .read = [&job](const Setting& setting) { job.dish = setting.text(); }},
                    {.name = "sizes",
                     .type = "list of integers",
                     .default_value = "[1, 2]",
                     .help = "of portions",
                     .read = [&job](const Setting& setting) { job.sizes = setting.integers(1); }}}},
          {.name = "stove",
           .help = "How it is made.",
           .keys = {{.name = "minutes",
                     .type = "number",
                     .default_value = "10",
                     .unit = "min",
                     .help = "time on the stove",
                     .read = [&job](const Setting& setting) { job.minutes = setting.positive(); }},
                    {.name = "salt",
                     .type = "true or false",
                     .default_value = "true",
                     .help = "whether it is salted",
                     .read = [&job](const Setting& setting) { job.salt = setting.flag(); }}}}}};
}

struct Read {
  Cooking job;
  Given given;
  std::vector<std::string> mistakes;
};

Read read(const std::string& text) {
  Read result;
  std::vector<Diagnostic> mistakes;
  result.given =
      read_keys(schema_of(result.job), std::make_shared<const Source>("job.toml", text), mistakes);
  for (const Diagnostic& mistake : mistakes) result.mistakes.push_back(render(mistake));
  return result;
}

}  // namespace

TEST_CASE("values come from the file, and from defaults where it says nothing") {
  const Read empty = read("");
  CHECK(empty.mistakes.empty());
  CHECK(empty.job.dish.empty());
  CHECK(empty.job.sizes == std::vector<std::int64_t>{1, 2});
  CHECK(empty.job.minutes == 10);
  CHECK(empty.job.salt);
  CHECK(empty.given.places.empty());
  const Read some = read("dish.name = \"pie\"\n[stove]\nminutes = 2.5\nsalt = false\n");
  CHECK(some.mistakes.empty());
  CHECK(some.job.dish == "pie");
  CHECK(some.job.minutes == 2.5);
  CHECK_FALSE(some.job.salt);
  CHECK(some.given.places.size() == 3);
  CHECK(some.given.line_of("stove.salt") == 4);
  CHECK(render(some.given.mistake("stove.minutes", "found too little")) ==
        "job.toml:3:1: error: found too little\nminutes = 2.5\n^");
  CHECK(render(some.given.mistake("dish.sizes", "found nothing")) ==
        "job.toml: error: found nothing");
}

TEST_CASE("all mistakes are told at once, each at its place") {
  CHECK(
      read("[dish]\nsizes = [1, 0]\nnam = 1\ntitle = \"x\"\nminutes = 3\n[stov]\n[stove]\nsalt = "
           "1\n")
          .mistakes ==
      std::vector<std::string>{
          "job.toml:3:1: error: found the unknown key `nam` in [dish], expected name, sizes: did "
          "you mean `name`?\nnam = 1\n^",
          "job.toml:4:1: error: found the unknown key `title` in [dish], expected `name`, as it is "
          "called now\ntitle = \"x\"\n^",
          "job.toml:5:1: error: found the unknown key `minutes` in [dish], expected it below "
          "[stove]\nminutes = 3\n^",
          "job.toml:6:2: error: found the unknown table [stov], expected dish, stove: did you mean "
          "[stove]?\n[stov]\n ^",
          "job.toml:2:13: error: found 0, expected an integer, at least 1\nsizes = [1, 0]\n        "
          "    ^",
          "job.toml:8:8: error: found 1, expected true or false\nsalt = 1\n       ^"});
  CHECK(
      read("salt = true\nsugar = 1\ndish = 3\n").mistakes ==
      std::vector<std::string>{
          "job.toml:1:1: error: found the key `salt` in front of all tables, expected it below "
          "[stove]\nsalt = true\n^",
          "job.toml:2:1: error: found the key `sugar` in front of all tables, expected one of the "
          "tables dish, stove\nsugar = 1\n^",
          "job.toml:3:1: error: found dish = 3, expected a table [dish]\ndish = 3\n^"});
}

TEST_CASE("the documentation has one sentence a line, and no line past 160 columns") {
  const std::string formula = "E = " + std::string(150, 'x') + " + y, s = 1 .. n.";
  const Schema schema{.program = "cook",
                      .sections = {{.name = "dish",
                                    .help = "What is made. It takes s = 1 .. n spoons. " + formula,
                                    .keys = {}}}};
  CHECK(keys_in_markdown(schema) ==
        "`[dish]` What is made.\n"
        "It takes s = 1 .. n spoons.\n"
        "E = " +
            std::string(150, 'x') +
            " + y,\ns = 1 .. n.\n\n"
            "| key | takes | default | unit | meaning |\n|---|---|---|---|---|\n");
}

TEST_CASE("example, documentation and help show every key") {
  Cooking job;
  const Schema schema = schema_of(job);
  CHECK(example_file(schema) ==
        "# A job for `cook`. Every key stands here; lines that begin with `#` hold what may be "
        "changed.\n"
        "\n[dish]\n# What is made.\n"
        "\n# what it is called. Takes text; default: soup.\nname = \"stew\"\n"
        "\n# of portions. Takes list of integers; default: [1, 2].\n# sizes = [1, 2]\n"
        "\n[stove]\n# How it is made.\n"
        "\n# time on the stove [min]. Takes number; default: 10.\n# minutes = 10\n"
        "\n# whether it is salted. Takes true or false; default: true.\n# salt = true\n");
  CHECK(keys_in_markdown(schema) ==
        "`[dish]` What is made.\n\n"
        "| key | takes | default | unit | meaning |\n|---|---|---|---|---|\n"
        "| `name` | text | soup |  | what it is `called` |\n"
        "| `sizes` | list of integers | `[1, 2]` |  | of portions |\n"
        "\n`[stove]` How it is made.\n\n"
        "| key | takes | default | unit | meaning |\n|---|---|---|---|---|\n"
        "| `minutes` | number | `10` | min | time on the stove |\n"
        "| `salt` | true or false | `true` |  | whether it is salted |\n");
  CHECK(keys_in_lines(schema) ==
        "Keys of a job file (`cook --example` explains each):\n"
        "\n  [dish]\n"
        "    name     text; default: soup\n"
        "    sizes    list of integers; default: [1, 2]\n"
        "\n  [stove]\n"
        "    minutes  number; default: 10\n"
        "    salt     true or false; default: true\n");
}

TEST_CASE("a file is known under all its names") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "real");
  std::filesystem::create_symlink("real", folder / "link");
  FileUses uses;
  CHECK_FALSE(uses.claim((folder / "real/a").string(), "first"));
  CHECK_FALSE(uses.claim((folder / "real/b").string(), "second"));
  CHECK_FALSE(uses.claim("", "nothing"));
  CHECK_FALSE(uses.claim("", "nothing again"));
  CHECK(uses.claim((folder / "link/a").string(), "third") == "first");
  CHECK(uses.claim((folder / "real/../link/./b").string(), "third") == "second");
  CHECK(uses.claim((folder / "real/a").string(), "third") == "first");
}

TEST_CASE("of keys that are equally near the first in the alphabet is suggested") {
  const auto nothing = [](const Setting&) {};
  const Schema schema = {
      .program = "cook",
      .sections = {{.name = "stove",
                    .help = "How it is made.",
                    .keys = {{.name = "bets", .type = "text", .help = "", .read = nothing},
                             {.name = "beta", .type = "text", .help = "", .read = nothing}}}}};
  std::vector<Diagnostic> mistakes;
  read_keys(schema, std::make_shared<const Source>("job.toml", "[stove]\nbetx = 1\n"), mistakes);
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].message ==
        "found the unknown key `betx` in [stove], expected bets, beta: did you mean `beta`?");
}

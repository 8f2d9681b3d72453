// Records of no physics, with a member of every type and shape.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "runs/records/record_file.h"

namespace cooking {

struct Step {
  std::string what;
  double minutes = 0;
  bool covered = false;
  std::uint32_t pots = 0;

  bool operator==(const Step&) const = default;
};

struct Stove {
  std::string maker;
  std::int32_t level = 0;
  std::vector<double> power;

  bool operator==(const Stove&) const = default;
};

struct Recipe {
  std::string name;
  std::uint64_t number = 0;
  double salt = 0;
  std::vector<std::string> guests;
  std::vector<Step> steps;
  Stove stove;
  std::string remark = "none";

  bool operator==(const Recipe&) const = default;
};

using Recipes = std::vector<Recipe>;

inline constexpr const char* worker_name = "recipe-worker";

inline const diagc::runs::RecordKind& kind() {
  using namespace diagc::runs;
  static const RecordKind recipes{
      .format = "recipes",
      .version = 3,
      .conventions = "For four.",
      .records = "meals",
      .records_doc = "one group a meal",
      .what = "recipe",
      .program = "cook",
      .worker = worker_name,
      .fields = {
          field({.name = "name", .doc = "of the meal"}, &Recipe::name),
          field({.name = "number", .doc = "in the book"}, &Recipe::number),
          field({.name = "salt", .unit = "g", .doc = "of sodium chloride", .finite = true},
                &Recipe::salt),
          list({.name = "guests", .doc = "who liked it"}, &Recipe::guests),
          rows({.name = "steps", .doc = "one row a step"}, &Recipe::steps,
               {field({.name = "what", .doc = "is done"}, &Step::what),
                field({.name = "minutes", .unit = "min", .doc = "that it takes"}, &Step::minutes),
                field({.name = "covered", .doc = "whether the pot is"}, &Step::covered),
                field({.name = "pots", .doc = "in use"}, &Step::pots)}),
          group({.name = "stove", .doc = "where it is made"}, &Recipe::stove,
                {field({.name = "maker", .doc = "of the stove"}, &Stove::maker),
                 field({.name = "level", .doc = "of heat"}, &Stove::level),
                 list({.name = "power", .unit = "kW", .doc = "of each ring"}, &Stove::power)}),
          field({.name = "remark", .doc = "on the meal", .optional = true}, &Recipe::remark)}};
  return recipes;
}

inline Recipes some() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {
      {"soup – µ \"x\"\n",
       std::numeric_limits<std::uint64_t>::max(),
       0.1,
       {"Ada", ""},
       {{"cut", 0.1 + 0.2, false, 0}, {"boil", -infinity, true, 4'000'000'000}},
       {"any", std::numeric_limits<std::int32_t>::min(), {5e-324, -0.0, 1.7976931348623157e308}},
       "good"},
      {"", 0, -1, {}, {}, {"", 7, {}}, ""}};
}

}  // namespace cooking

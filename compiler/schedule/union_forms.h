// Units that look alike share a form (unions.h).
#pragma once

#include "compiler/schedule/union_reader.h"

namespace diagc {

class UnionForms {
 public:
  explicit UnionForms(const InnerSums& inner) : inner_(inner) {}
  /// Into the first form that it fits.
  void add(RawUnit raw);
  /// All forms, units and packs.
  Unions take(const UnionRule& rule);

 private:
  using Scales = std::map<std::uint32_t, UnionScale>;  ///< by unit
  struct Term {
    RawTerm raw;  ///< labels are those that all units have
    Scales scales;
  };
  struct Form {
    std::uint32_t elements, positions, keys;
    std::map<WayRow, std::vector<Term>> values;
    std::map<std::uint32_t, std::vector<Scales>> inner;  ///< scales of inner sums, term by term
    std::vector<std::pair<std::uint32_t, std::vector<Term>>> outputs;
    std::vector<std::uint32_t> units;
  };
  class Finished;

  static bool fits(const Form& form, const RawUnit& raw);
  static void unite(Form& form, std::uint32_t unit, const RawUnit& raw);

  const InnerSums& inner_;
  std::vector<RawUnit> units_;
  std::vector<Form> forms_;
};

}  // namespace diagc

// Units that look alike share a form (unions.h).
#pragma once

#include "compiler/schedule/union_reader.h"

namespace diagc {

class UnionForms {
 public:
  /// `apart`: units that have other terms than those of a form do not share it.
  UnionForms(const InnerSums& inner, bool apart) : inner_(inner), apart_(apart) {}
  /// Into the first form that it fits.
  void add(RawUnit raw);
  /// All forms, units and packs.
  Unions take(const UnionRule& rule);

 private:
  using Scales = std::map<std::uint32_t, UnionScale>;  ///< by unit
  struct Term {
    RawUnionTerm raw;  ///< labels are those that all units have
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

  bool fits(const Form& form, const RawUnit& raw) const;
  static void unite(Form& form, std::uint32_t unit, const RawUnit& raw);

  const InnerSums& inner_;
  const bool apart_;
  std::vector<RawUnit> units_;
  std::vector<Form> forms_;
};

}  // namespace diagc

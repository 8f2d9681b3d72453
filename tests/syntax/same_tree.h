// Whether two trees say the same: equal but for positions, comments and redundant notation.
#pragma once

#include <algorithm>

#include "compiler/syntax/tree.h"

namespace diagc::syntax {

inline bool same_tree(const ExprPtr& a, const ExprPtr& b);

inline bool same_tree(const std::vector<ExprPtr>& a, const std::vector<ExprPtr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ExprPtr& x, const ExprPtr& y) { return same_tree(x, y); });
}

inline bool same_tree(const Parameter& a, const Parameter& b) {
  return a.name == b.name && same_tree(a.range, b.range);
}

inline bool same_tree(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Parameter& x, const Parameter& y) { return same_tree(x, y); });
}

inline bool same_tree(const Item& a, const Item& b) {
  return a.name == b.name && same_tree(a.expr, b.expr) && a.axis.name == b.axis.name &&
         same_tree(a.indices, b.indices);
}

inline bool same_tree(const std::vector<Operator>& a, const std::vector<Operator>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const Operator& x, const Operator& y) {
        return x.field == y.field && x.creates == y.creates && same_tree(x.flavour, y.flavour) &&
               same_tree(x.at, y.at) && x.power == y.power;
      });
}

inline bool same_tree(const std::unique_ptr<Diagrams>& a, const std::unique_ptr<Diagrams>& b) {
  if (!a || !b) return !a && !b;
  const auto same_words = [](const DiagramOption::Word& x, const DiagramOption::Word& y) {
    return x.text == y.text;
  };
  return same_tree(a->operators, b->operators) &&
         std::equal(a->options.begin(), a->options.end(), b->options.begin(), b->options.end(),
                    [&](const DiagramOption& x, const DiagramOption& y) {
                      return x.name.text == y.name.text &&
                             std::equal(x.words.begin(), x.words.end(), y.words.begin(),
                                        y.words.end(), same_words);
                    });
}

inline bool same_tree(const ExprPtr& a, const ExprPtr& b) {
  if (!a || !b) return !a && !b;
  return a->kind == b->kind && a->text == b->text && a->ops == b->ops &&
         same_tree(a->operands, b->operands) && same_tree(a->axis_arguments, b->axis_arguments) &&
         same_tree(a->diagrams, b->diagrams) &&
         std::equal(a->items.begin(), a->items.end(), b->items.begin(), b->items.end(),
                    [](const Item& x, const Item& y) { return same_tree(x, y); });
}

inline bool same_tree(const Decl& a, const Decl& b) {
  return a.kind == b.kind && a.name == b.name && a.doc == b.doc && a.is_bool == b.is_bool &&
         a.type == b.type && a.has_list == b.has_list && same_tree(a.ranges, b.ranges) &&
         same_tree(a.body, b.body) && same_tree(a.parameters, b.parameters) &&
         a.statistics == b.statistics && same_tree(a.flavour_count, b.flavour_count) &&
         same_tree(a.flavours, b.flavours) && same_tree(a.operators, b.operators) &&
         a.ordered == b.ordered &&
         std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const Decl::AxisParameter& x, const Decl::AxisParameter& y) {
                      return x.name == y.name && x.axis.name == y.axis.name;
                    });
}

inline bool same_tree(const File& a, const File& b) {
  return a.name == b.name && a.doc == b.doc &&
         std::equal(a.decls.begin(), a.decls.end(), b.decls.begin(), b.decls.end(),
                    [](const Decl& x, const Decl& y) { return same_tree(x, y); });
}

}  // namespace diagc::syntax

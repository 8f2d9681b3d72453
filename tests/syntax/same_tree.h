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

inline bool same_tree(const Item& a, const Item& b) {
  return a.name == b.name && same_tree(a.expr, b.expr);
}

inline bool same_tree(const ExprPtr& a, const ExprPtr& b) {
  if (!a || !b) return !a && !b;
  return a->kind == b->kind && a->text == b->text && a->ops == b->ops &&
         same_tree(a->operands, b->operands) &&
         std::equal(a->items.begin(), a->items.end(), b->items.begin(), b->items.end(),
                    [](const Item& x, const Item& y) { return same_tree(x, y); });
}

inline bool same_tree(const Decl::Parameter& a, const Decl::Parameter& b) {
  return a.name == b.name && same_tree(a.range, b.range);
}

inline bool same_tree(const Decl& a, const Decl& b) {
  return a.kind == b.kind && a.name == b.name && a.doc == b.doc && a.is_bool == b.is_bool &&
         a.type == b.type && a.has_list == b.has_list && same_tree(a.ranges, b.ranges) &&
         same_tree(a.body, b.body) &&
         std::equal(
             a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
             [](const Decl::Parameter& x, const Decl::Parameter& y) { return same_tree(x, y); });
}

inline bool same_tree(const File& a, const File& b) {
  return a.name == b.name && a.doc == b.doc &&
         std::equal(a.decls.begin(), a.decls.end(), b.decls.begin(), b.decls.end(),
                    [](const Decl& x, const Decl& y) { return same_tree(x, y); });
}

}  // namespace diagc::syntax

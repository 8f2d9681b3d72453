#include "toolchain/values.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

namespace diagc::machine {

Held held_by(clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  if (type->isRealFloatingType()) return {0, 1};
  if (const auto* vector = type->getAs<clang::VectorType>())
    return {vector->getElementType()->isRealFloatingType() ? 1u : 0u, 0};
  Held held;
  if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(type)) {
    const Held element = held_by(array->getElementType());
    const auto length = static_cast<unsigned>(array->getZExtSize());
    return {element.vectors * length, element.scalars * length};
  }
  if (const auto* record = type->getAsRecordDecl())
    for (const clang::FieldDecl* field : record->fields()) {
      if (field->getType()->isReferenceType()) continue;
      const Held part = held_by(field->getType());
      held.vectors += part.vectors;
      held.scalars += part.scalars;
    }
  return held;
}

bool is_value(clang::QualType type) {
  return !type->isReferenceType() && !type->isArrayType() && held_by(type).any();
}

bool in_memory(const clang::Expr* lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(lvalue)) {
      if (!cast->isGLValue()) return false;
      lvalue = cast->getSubExpr();
    } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
      const clang::Expr* base = subscript->getBase()->IgnoreParens();
      if (!base->getType()->isVectorType()) return true;
      lvalue = base;
    } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
      if (member->isArrow()) return true;
      lvalue = member->getBase();
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue)) {
      return unary->getOpcode() == clang::UO_Deref;
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      if (!variable || !variable->getType()->isReferenceType() || !variable->hasInit())
        return false;
      lvalue = variable->getInit();
    } else {
      return false;
    }
  }
}

bool is_plain_copy_assignment(const clang::CXXOperatorCallExpr& call) {
  if (call.getOperator() != clang::OO_Equal) return false;
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  return method && method->isTrivial();
}

}  // namespace diagc::machine

#include "toolchain/counts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/StringSwitch.h>

#include <algorithm>

#include "toolchain/values.h"

namespace diagc::machine {

Counts& Counts::operator+=(const Counts& other) {
  multiplications += other.multiplications;
  additions += other.additions;
  fused += other.fused;
  divisions += other.divisions;
  negations += other.negations;
  loads += other.loads;
  stores += other.stores;
  scalar_loads += other.scalar_loads;
  scalar_stores += other.scalar_stores;
  for (const auto& [name, count] : other.calls) calls[name] += count;
  return *this;
}

namespace {

std::string name_of(const clang::FunctionDecl* function) {
  return function ? function->getQualifiedNameAsString() : "(through a pointer)";
}

bool is_fused(const clang::FunctionDecl& function) {
  const clang::IdentifierInfo* name = function.getIdentifier();
  if (!name) return false;
  const bool named =
      llvm::StringSwitch<bool>(name->getName())
          .Cases("fma", "fms", "fnma", "fnms", true)
          .Cases("fmaf", "__builtin_fma", "__builtin_fmaf", "__builtin_elementwise_fma", true)
          .Default(false);
  return named && std::none_of(function.param_begin(), function.param_end(),
                               [](const clang::ParmVarDecl* parameter) {
                                 return parameter->getType().getNonReferenceType()->isRecordType();
                               });
}

}  // namespace

/// Visits every evaluated expression below a statement and adds it to `counts`.
class CountingWalk {
 public:
  CountingWalk(OperationCounter& counter, Counts& counts) : counter_(counter), counts_(counts) {}

  void walk(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(statement))
      return;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement)) {
      for (const clang::Expr* capture : lambda->capture_inits()) walk(capture);
      return;
    }
    if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(statement))
      return walk(argument->getExpr());
    if (const auto* value = llvm::dyn_cast<clang::CXXDefaultInitExpr>(statement))
      return walk(value->getExpr());
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      if (is_number_literal(*expression)) return;
      count(*expression);
    }
    for (const clang::Stmt* child : statement->children()) walk(child);
  }

 private:
  /// `-1.0` and `1.0 / 3` are constants, not operations.
  bool is_number_literal(const clang::Expr& expression) const {
    return expression.isPRValue() && expression.getType()->isRealFloatingType() &&
           llvm::isa<clang::BinaryOperator, clang::UnaryOperator>(expression.IgnoreParens()) &&
           expression.isEvaluatable(counter_.context_);
  }

  void count(const clang::Expr& expression) {
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&expression))
      count_binary(*binary);
    else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&expression))
      counts_.negations += unary->getOpcode() == clang::UO_Minus && held_by(unary->getType()).any();
    else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&expression)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue) load(*cast->getSubExpr());
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&expression))
      count_call(*call);
    else if (const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
      count_construction(*construction);
  }

  void count_binary(const clang::BinaryOperator& binary) {
    const bool compound = binary.isCompoundAssignmentOp();
    const clang::Expr& left = *binary.getLHS();
    if (binary.isAssignmentOp()) store(left);
    if (compound) load(left);
    if (!held_by(binary.getType()).any()) return;
    switch (compound ? clang::BinaryOperator::getOpForCompoundAssignment(binary.getOpcode())
                     : binary.getOpcode()) {
      case clang::BO_Mul:
        ++counts_.multiplications;
        break;
      case clang::BO_Add:
      case clang::BO_Sub:
        ++counts_.additions;
        break;
      case clang::BO_Div:
        ++counts_.divisions;
        break;
      default:
        break;
    }
  }

  void count_call(const clang::CallExpr& call) {
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
        operation && is_plain_copy_assignment(*operation)) {
      store(*operation->getArg(0));
      if (operation->getArg(1)->isGLValue()) load(*operation->getArg(1));
      return;
    }
    const clang::FunctionDecl* function = call.getDirectCallee();
    if (function) count_references(call, *function);
    if (function && is_fused(*function))
      ++counts_.fused;
    else
      enter(function);
  }

  /// A constant reference to a place in memory is read in the function, where it can no longer be
  /// told apart.
  void count_references(const clang::CallExpr& call, const clang::FunctionDecl& function) {
    const unsigned first =
        llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(function);
    for (unsigned i = 0; i < function.getNumParams() && i + first < call.getNumArgs(); ++i) {
      const clang::QualType type = function.getParamDecl(i)->getType();
      const clang::Expr& argument = *call.getArg(i + first);
      if (type->isReferenceType() && type.getNonReferenceType().isConstQualified() &&
          argument.isGLValue())
        load(argument);
    }
  }

  void count_construction(const clang::CXXConstructExpr& construction) {
    const clang::CXXConstructorDecl& constructor = *construction.getConstructor();
    if (!constructor.isTrivial()) return enter(&constructor);
    if (constructor.isCopyOrMoveConstructor() && construction.getArg(0)->isGLValue())
      load(*construction.getArg(0));
  }

  void enter(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = nullptr;
    if (function && function->hasBody(definition) && !counter_.in_progress_[definition])
      counts_ += counter_.of(*definition);
    else if (!function || !function->isTrivial())
      ++counts_.calls[name_of(function)];
  }

  void load(const clang::Expr& place) {
    const Held held = held_by(place.getType());
    if (!held.any() || !in_memory(&place)) return;
    counts_.loads += held.vectors;
    counts_.scalar_loads += held.scalars;
  }

  void store(const clang::Expr& place) {
    const Held held = held_by(place.getType());
    if (!held.any() || !in_memory(&place)) return;
    counts_.stores += held.vectors;
    counts_.scalar_stores += held.scalars;
  }

  OperationCounter& counter_;
  Counts& counts_;
};

const Counts& OperationCounter::of(const clang::FunctionDecl& function) {
  const auto found = known_.find(&function);
  if (found != known_.end()) return found->second;
  Counts counts;
  CountingWalk walk(*this, counts);
  in_progress_[&function] = true;
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
    for (const clang::CXXCtorInitializer* member : constructor->inits())
      walk.walk(member->getInit());
  walk.walk(function.getBody());
  in_progress_[&function] = false;
  return known_[&function] = std::move(counts);
}

}  // namespace diagc::machine

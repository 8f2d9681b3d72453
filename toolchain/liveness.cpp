#include "toolchain/liveness.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "toolchain/values.h"

namespace diagc::machine {
namespace {

/// A read of a variable, or a write that replaces its whole value.
struct Access {
  const clang::VarDecl* variable;
  bool write;
};

/// Lists the accesses of a function in the order in which straight-line code runs them.
class AccessList {
 public:
  void add_parameter(const clang::ParmVarDecl& parameter) {
    if (is_value(parameter.getType())) branch_of_[&parameter] = branch_;
  }

  void walk(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(statement))
      return;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* one : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) declare(*variable);
    } else if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
      walk_binary(*binary);
    } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement);
               call && is_plain_copy_assignment(*call)) {
      assign(*call->getArg(0), *call->getArg(1));
    } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      if (const clang::VarDecl* variable = known(name)) accesses_.push_back({variable, false});
    } else if (!walk_control(*statement)) {
      for (const clang::Stmt* child : statement->children()) walk(child);
    }
  }

  uint64_t locals() const { return locals_; }
  const std::vector<Access>& accesses() const { return accesses_; }

 private:
  bool walk_control(const clang::Stmt& statement) {
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement)) {
      walk(loop->getInit());
      walk_loop(
          {loop->getConditionVariableDeclStmt(), loop->getCond(), loop->getBody(), loop->getInc()});
    } else if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(&statement)) {
      walk_loop({loop->getConditionVariableDeclStmt(), loop->getCond(), loop->getBody()});
    } else if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(&statement)) {
      walk_loop({loop->getBody(), loop->getCond()});
    } else if (const auto* loop = llvm::dyn_cast<clang::CXXForRangeStmt>(&statement)) {
      walk(loop->getRangeStmt());
      walk_loop({loop->getLoopVarStmt(), loop->getBody()});
    } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(&statement)) {
      walk(choice->getInit());
      walk(choice->getConditionVariableDeclStmt());
      walk(choice->getCond());
      walk_branch(choice->getThen());
      walk_branch(choice->getElse());
    } else if (const auto* choice =
                   llvm::dyn_cast<clang::AbstractConditionalOperator>(&statement)) {
      walk(choice->getCond());
      walk_branch(choice->getTrueExpr());
      walk_branch(choice->getFalseExpr());
    } else if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(&statement)) {
      walk(choice->getInit());
      walk(choice->getCond());
      walk_branch(choice->getBody());
    } else {
      return false;
    }
    return true;
  }

  void declare(const clang::VarDecl& variable) {
    walk(variable.getInit());
    if (!is_value(variable.getType()) || variable.hasGlobalStorage()) return;
    ++locals_;
    branch_of_[&variable] = branch_;
    accesses_.push_back({&variable, true});
  }

  void walk_binary(const clang::BinaryOperator& binary) {
    if (binary.getOpcode() == clang::BO_Assign) return assign(*binary.getLHS(), *binary.getRHS());
    if (!binary.isCompoundAssignmentOp()) {
      walk(binary.getLHS());
      if (binary.isLogicalOp())
        walk_branch(binary.getRHS());
      else
        walk(binary.getRHS());
      return;
    }
    walk(binary.getRHS());
    walk(binary.getLHS());
    if (const clang::VarDecl* variable = known(binary.getLHS())) write(*variable);
  }

  void assign(const clang::Expr& left, const clang::Expr& right) {
    walk(&right);
    if (const clang::VarDecl* variable = known(&left))
      write(*variable);
    else
      walk(&left);
  }

  /// On a branch that the variable's declaration is not on, the old value may survive: that is as
  /// good as a read.
  void write(const clang::VarDecl& variable) {
    accesses_.push_back({&variable, branch_of_[&variable] == branch_});
  }

  void walk_branch(const clang::Stmt* statement) {
    const unsigned outer = branch_;
    branch_ = ++branches_;
    walk(statement);
    branch_ = outer;
  }

  void walk_loop(std::initializer_list<const clang::Stmt*> parts) {
    const size_t begin = accesses_.size();
    for (const clang::Stmt* part : parts) walk(part);
    std::unordered_set<const clang::VarDecl*> seen;
    const size_t end = accesses_.size();
    for (size_t i = begin; i < end; ++i) {
      const Access access = accesses_[i];
      if (seen.insert(access.variable).second && !access.write) accesses_.push_back(access);
    }
  }

  const clang::VarDecl* known(const clang::Expr* expression) const {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParens());
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    return variable && branch_of_.contains(variable) ? variable : nullptr;
  }

  std::vector<Access> accesses_;
  std::unordered_map<const clang::VarDecl*, unsigned>
      branch_of_;  // where each variable was declared
  uint64_t locals_ = 0;
  unsigned branch_ = 0;
  unsigned branches_ = 0;
};

}  // namespace

Liveness liveness(const clang::FunctionDecl& function) {
  AccessList list;
  for (const clang::ParmVarDecl* parameter : function.parameters()) list.add_parameter(*parameter);
  list.walk(function.getBody());

  Liveness result{list.locals(), 0};
  std::unordered_set<const clang::VarDecl*> live;
  for (auto access = list.accesses().rbegin(); access != list.accesses().rend(); ++access) {
    if (access->write)
      live.erase(access->variable);
    else
      live.insert(access->variable);
    result.max_live = std::max<uint64_t>(result.max_live, live.size());
  }
  return result;
}

}  // namespace diagc::machine

#include "toolchain/allowed.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <set>

namespace diagc::machine {
namespace {

using clang::Decl;
using clang::Stmt;

constexpr const char* expected_arithmetic =
    ", expected arithmetic: a function in a kernel also runs on devices";

bool is_allowed(Decl::Kind kind) {
  switch (kind) {
    case Decl::AccessSpec:
    case Decl::Binding:
    case Decl::CXXConstructor:
    case Decl::CXXConversion:
    case Decl::CXXDeductionGuide:
    case Decl::CXXMethod:
    case Decl::CXXRecord:
    case Decl::ClassTemplate:
    case Decl::ClassTemplatePartialSpecialization:
    case Decl::ClassTemplateSpecialization:
    case Decl::Concept:
    case Decl::Decomposition:
    case Decl::Empty:
    case Decl::Enum:
    case Decl::EnumConstant:
    case Decl::Field:
    case Decl::Friend:
    case Decl::Function:
    case Decl::FunctionTemplate:
    case Decl::Namespace:
    case Decl::NamespaceAlias:
    case Decl::NonTypeTemplateParm:
    case Decl::ParmVar:
    case Decl::StaticAssert:
    case Decl::TemplateTypeParm:
    case Decl::TypeAlias:
    case Decl::TypeAliasTemplate:
    case Decl::Typedef:
    case Decl::Using:
    case Decl::UsingDirective:
    case Decl::UsingEnum:
    case Decl::UsingShadow:
    case Decl::Var:
    case Decl::VarTemplate:
    case Decl::VarTemplatePartialSpecialization:
    case Decl::VarTemplateSpecialization:
      return true;
    default:
      return false;
  }
}

std::string name_of(const Decl& declaration) {
  switch (declaration.getKind()) {
    case Decl::CXXDestructor:
      return "a destructor";
    case Decl::LinkageSpec:
      return "extern with a language";
    case Decl::Label:
      return "a label";
    default:
      return std::string("a declaration of the kind '") + declaration.getDeclKindName() + "'";
  }
}

bool is_allowed(Stmt::StmtClass kind) {
  switch (kind) {
    // Statements.
    case Stmt::BreakStmtClass:
    case Stmt::CXXForRangeStmtClass:
    case Stmt::CaseStmtClass:
    case Stmt::CompoundStmtClass:
    case Stmt::ContinueStmtClass:
    case Stmt::DeclStmtClass:
    case Stmt::DefaultStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::IfStmtClass:
    case Stmt::NullStmtClass:
    case Stmt::ReturnStmtClass:
    case Stmt::SwitchStmtClass:
    case Stmt::WhileStmtClass:
    // Literals and names.
    case Stmt::CXXBoolLiteralExprClass:
    case Stmt::CharacterLiteralClass:
    case Stmt::DeclRefExprClass:
    case Stmt::FloatingLiteralClass:
    case Stmt::IntegerLiteralClass:
    // Operators, members, calls.
    case Stmt::ArraySubscriptExprClass:
    case Stmt::BinaryOperatorClass:
    case Stmt::CXXMemberCallExprClass:
    case Stmt::CXXOperatorCallExprClass:
    case Stmt::CXXRewrittenBinaryOperatorClass:
    case Stmt::CXXThisExprClass:
    case Stmt::CallExprClass:
    case Stmt::CompoundAssignOperatorClass:
    case Stmt::ConditionalOperatorClass:
    case Stmt::LambdaExprClass:
    case Stmt::MemberExprClass:
    case Stmt::ParenExprClass:
    case Stmt::UnaryExprOrTypeTraitExprClass:
    case Stmt::UnaryOperatorClass:
    // Casts and values of structures.
    case Stmt::ArrayInitIndexExprClass:
    case Stmt::ArrayInitLoopExprClass:
    case Stmt::CStyleCastExprClass:
    case Stmt::CXXConstructExprClass:
    case Stmt::CXXDefaultArgExprClass:
    case Stmt::CXXDefaultInitExprClass:
    case Stmt::CXXFunctionalCastExprClass:
    case Stmt::CXXParenListInitExprClass:
    case Stmt::CXXScalarValueInitExprClass:
    case Stmt::CXXStaticCastExprClass:
    case Stmt::CXXTemporaryObjectExprClass:
    case Stmt::ConstantExprClass:
    case Stmt::DesignatedInitExprClass:
    case Stmt::ExprWithCleanupsClass:
    case Stmt::ImplicitCastExprClass:
    case Stmt::ImplicitValueInitExprClass:
    case Stmt::InitListExprClass:
    case Stmt::MaterializeTemporaryExprClass:
    case Stmt::OpaqueValueExprClass:
    // What Clang could not make sense of, and has reported.
    case Stmt::RecoveryExprClass:
    // Templates, whose instances are looked at as well.
    case Stmt::CXXDependentScopeMemberExprClass:
    case Stmt::CXXFoldExprClass:
    case Stmt::CXXUnresolvedConstructExprClass:
    case Stmt::ConceptSpecializationExprClass:
    case Stmt::DependentScopeDeclRefExprClass:
    case Stmt::PackExpansionExprClass:
    case Stmt::ParenListExprClass:
    case Stmt::SizeOfPackExprClass:
    case Stmt::SubstNonTypeTemplateParmExprClass:
    case Stmt::UnresolvedLookupExprClass:
    case Stmt::UnresolvedMemberExprClass:
      return true;
    default:
      return false;
  }
}

std::string name_of(const Stmt& statement) {
  switch (statement.getStmtClass()) {
    case Stmt::CXXNewExprClass:
      return "new";
    case Stmt::CXXDeleteExprClass:
      return "delete";
    case Stmt::CXXThrowExprClass:
      return "throw";
    case Stmt::CXXTryStmtClass:
      return "try";
    case Stmt::LabelStmtClass:
    case Stmt::AddrLabelExprClass:
      return "a label";
    case Stmt::GotoStmtClass:
    case Stmt::IndirectGotoStmtClass:
      return "goto";
    case Stmt::GCCAsmStmtClass:
    case Stmt::MSAsmStmtClass:
      return "assembly";
    case Stmt::AttributedStmtClass:
      return "an attribute";
    case Stmt::StringLiteralClass:
    case Stmt::PredefinedExprClass:
      return "text";
    case Stmt::CXXReinterpretCastExprClass:
      return "reinterpret_cast";
    case Stmt::CXXConstCastExprClass:
      return "const_cast";
    case Stmt::CXXDynamicCastExprClass:
      return "dynamic_cast";
    case Stmt::CXXNullPtrLiteralExprClass:
      return "nullptr";
    default:
      return std::string("code of the kind '") + statement.getStmtClassName() + "'";
  }
}

/// Of a value: no pointers, no vectors, nothing that a device lacks.
bool is_allowed(clang::QualType type) {
  type = type.getCanonicalType();
  if (type->isDependentType()) return true;  // its instances are looked at
  if (type.isVolatileQualified() || type.hasAddressSpace()) return false;
  if (const auto* reference = llvm::dyn_cast<clang::ReferenceType>(type))
    return is_allowed(reference->getPointeeType());
  if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(type))
    return is_allowed(array->getElementType());
  if (const auto* builtin = llvm::dyn_cast<clang::BuiltinType>(type)) {
    const auto kind = builtin->getKind();
    return builtin->isInteger() || kind == clang::BuiltinType::Float ||
           kind == clang::BuiltinType::Double || kind == clang::BuiltinType::Void;
  }
  return type->isRecordType() || type->isEnumeralType();
}

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  Visitor(clang::ASTContext& context, ErrorReporter& report)
      : sources_(context.getSourceManager()),
        policy_(context.getPrintingPolicy()),
        report_(report) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  /// One argument, so that expressions are walked by recursion and their depth is known.
  bool TraverseStmt(Stmt* statement) {
    if (!statement) return true;
    if (depth_ == deepest_nesting) {
      report_(statement->getBeginLoc(),
              "found code that nests more than " + std::to_string(deepest_nesting) +
                  " deep, expected less: write long sums in parts or as loops");
      return false;
    }
    ++depth_;
    const bool go_on = RecursiveASTVisitor::TraverseStmt(statement);
    --depth_;
    return go_on;
  }

  /// Assembly has been reported; its text is no expression.
  bool TraverseGCCAsmStmt(clang::GCCAsmStmt* statement) { return VisitStmt(statement); }
  bool TraverseFileScopeAsmDecl(clang::FileScopeAsmDecl* declaration) {
    return VisitDecl(declaration);
  }

  /// The text of a static_assert is no expression of the function.
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl* declaration) {
    return VisitDecl(declaration) && TraverseStmt(declaration->getAssertExpr());
  }

  bool VisitDecl(Decl* declaration) {
    if (declaration->getKind() == Decl::FileScopeAsm) {
      report_(llvm::cast<clang::FileScopeAsmDecl>(declaration)->getAsmLoc(),
              "found assembly, expected C++: the function also runs on devices");
    } else if (!is_allowed(declaration->getKind())) {
      report_(declaration->getLocation(), "found " + name_of(*declaration) + expected_arithmetic);
    }
    check_attributes(*declaration);
    return true;
  }

  bool VisitValueDecl(clang::ValueDecl* declaration) {
    const clang::QualType type = declaration->getType();
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
      check_type(function->getReturnType(), declaration->getLocation());
    } else if (!type->isUndeducedType()) {
      check_type(type, declaration->getLocation());
    }
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->isVariadic())
      report_(function->getLocation(),
              std::string("found a function with ...") + expected_arithmetic);
    if (function->isVirtualAsWritten())
      report_(function->getLocation(),
              std::string("found a virtual function") + expected_arithmetic);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->hasGlobalStorage() || variable->isConstexpr()) return true;
    const std::string kind = variable->isLocalVarDecl() ? "static" : "global";
    report_(variable->getLocation(),
            "found the " + kind + " variable '" + variable->getNameAsString() +
                "', expected constexpr: a function in a kernel keeps nothing between calls");
    return true;
  }

  bool VisitStmt(Stmt* statement) {
    const Stmt::StmtClass kind = statement->getStmtClass();
    if (kind == Stmt::CXXNewExprClass || kind == Stmt::CXXDeleteExprClass) {
      report_(statement->getBeginLoc(), "found " + name_of(*statement) +
                                            ", expected no allocation: a kernel cannot allocate");
    } else if (kind == Stmt::GCCAsmStmtClass || kind == Stmt::MSAsmStmtClass) {
      report_(statement->getBeginLoc(),
              "found assembly, expected C++: the function also runs on devices");
    } else if (!is_allowed(kind)) {
      report_(statement->getBeginLoc(), "found " + name_of(*statement) + expected_arithmetic);
    }
    return true;
  }

  bool VisitExpr(clang::Expr* expression) {
    const clang::QualType type = expression->getType();
    // Names of functions and members of structures, which only calls take, arrays on their way to a subscript, and `this`.
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    const bool passing = type->isFunctionType() || type->isPlaceholderType() ||
                         llvm::isa<clang::CXXThisExpr>(expression) ||
                         (cast && (cast->getCastKind() == clang::CK_FunctionToPointerDecay ||
                                   cast->getCastKind() == clang::CK_ArrayToPointerDecay));
    const bool refused_anyway = !is_allowed(expression->getStmtClass());
    if (!passing && !refused_anyway) check_type(type, expression->getExprLoc());
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* operation) {
    const auto kind = operation->getOpcode();
    const bool of_this = llvm::isa<clang::CXXThisExpr>(operation->getSubExpr()->IgnoreParens());
    if ((kind == clang::UO_Deref && !of_this) || kind == clang::UO_AddrOf) {
      const std::string what = kind == clang::UO_Deref ? "*" : "&";
      report_(operation->getOperatorLoc(),
              "found the operator " + what +
                  " of pointers, expected references and arrays with subscripts");
    }
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    if (call->isTypeDependent() || call->getCallee()->isTypeDependent()) return true;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) {
      report_(call->getBeginLoc(),
              "found a call through a pointer, expected the name of a function");
    } else {
      require_inside(*callee, call->getBeginLoc());
    }
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expression) {
    const clang::CXXConstructorDecl* constructor = expression->getConstructor();
    if (!constructor->isImplicit() && !constructor->isDefaulted())
      require_inside(*constructor, expression->getBeginLoc());
    return true;
  }

 private:
  void check_type(clang::QualType type, clang::SourceLocation place) {
    if (is_allowed(type) || place.isInvalid()) return;
    // A pointer is passed on from expression to expression: one error a line tells it.
    if (!lines_of_types_.insert(sources_.getExpansionLineNumber(place)).second) return;
    report_(place, "found the type '" + type.getAsString(policy_) +
                       "', expected numbers (up to double), structures and arrays of them, and "
                       "references");
  }

  /// Those that Clang adds to functions which it knows change nothing; #pragma redefine_extname adds one
  /// that does.
  void check_attributes(const Decl& declaration) {
    for (const clang::Attr* attribute : declaration.attrs()) {
      const auto kind = attribute->getKind();
      const bool known = kind == clang::attr::Builtin || kind == clang::attr::NoThrow ||
                         kind == clang::attr::Const;
      if (attribute->isImplicit() && known) continue;
      const clang::SourceLocation place = attribute->getLocation();
      report_(place.isValid() && sources_.isInMainFile(sources_.getExpansionLoc(place))
                  ? place
                  : declaration.getLocation(),
              "found an attribute, expected none: the function also runs on devices");
    }
  }

  void require_inside(const clang::FunctionDecl& callee, clang::SourceLocation place) {
    const auto first = sources_.getExpansionLoc(callee.getFirstDecl()->getLocation());
    const bool declared_in_front = first.isValid() && !sources_.isInMainFile(first);
    if (declared_in_front) {
      check_attributes(callee);
    } else if (!callee.hasBody()) {
      report_(place, "found a call of '" + callee.getQualifiedNameAsString() +
                         "', expected functions of this file and mathematical functions only");
    }
  }

  const clang::SourceManager& sources_;
  const clang::PrintingPolicy policy_;
  ErrorReporter& report_;
  std::set<unsigned> lines_of_types_;
  int depth_ = 0;
};

}  // namespace

void check_allowed(Decl& declaration, clang::ASTContext& context, ErrorReporter& report) {
  Visitor(context, report).TraverseDecl(&declaration);
}

}  // namespace diagc::machine

// A checked rule file: every name resolved, every number of arguments right.
#pragma once

#include <array>
#include <string_view>

#include "compiler/source/diagnostic.h"
#include "compiler/syntax/tree.h"

namespace diagc::rules {

enum class Builtin {
  size,
  min,
  max,
  abs,
  subsets,  // static
  dot,
  sq,
  conj,
  re,
  im,
  sqrt,
  exp,
  log,
  sin,
  cos,
  complex,
  vector,
  comp,
  derivative,
  source  // dynamic
};

struct BuiltinInfo {
  std::string_view name;
  int min_arguments;
  int max_arguments;
  std::string_view usage;  ///< how it is called, for messages
  /// Words that came later: in a file that declares the name it means the declaration.
  bool yields = false;
};
/// Indexed by Builtin. `min` and `max` take a set, or two numbers.
const std::array<BuiltinInfo, 20>& builtins();

/// The declarations by kind, each in the order of the file. Pointers into `file`.
struct Rules {
  std::shared_ptr<const syntax::File> file;
  std::vector<const syntax::Decl*> statics, params, inputs, families, functions, outputs, axes,
      fields, vertices;
  /// A `green` G stands among the inputs three times: for G, G' and rho(G); a `vertex` U twice among the params, or with axes among the inputs, for
  /// U and U'; `solve` T twice among the inputs, for T and T', and among the outputs; `self` and `local` are outputs. And in lists of their own:
  std::vector<const syntax::Decl*> greens, couplings, solves;

  /// Whether the file states a theory, from which rules are derived before anything is expanded (compiler/theory).
  bool is_theory() const { return !fields.empty() || !vertices.empty(); }
};

/// Resolves names (filling Target, slots and frame sizes in the tree). Throws InputError with every
/// unknown name, duplicate and wrong number of arguments or indices of the file, sorted.
/// Kinds and values are checked as expansion reaches them (language.md, "Meaning, and what is an
/// error").
Rules check(syntax::File file);

/// Parses and checks. Throws InputError with every error of syntax and of names in the file,
/// sorted.
Rules load(SourcePtr source);

}  // namespace diagc::rules

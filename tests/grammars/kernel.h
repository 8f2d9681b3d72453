// A rule file of grammars/ at given statics, evaluated by the interpreter.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/expand/expand.h"

namespace diagc::grammars {

class Kernel {
 public:
  /// `path` below grammars/, without ".diag"; of order n (tests/grammar_order.h).
  Kernel(const std::string& path, int n,
         const std::map<std::string, syntax::TypeName>& input_types = {},
         const std::map<std::string, std::string>& other_statics = {});

  const Graph& graph() const { return expansion_.graph; }

  /// Elements of an input in the order of the signature: last index fastest, then components.
  void set(const std::string& name, const std::vector<Rational>& values);
  void set(const std::string& name, const std::vector<std::complex<double>>& values);
  void param(const std::string& name, const Rational& value);
  /// Every input and param.
  void set_all(const Rational& value);

  /// All output scalars, exactly; from what was set as rational numbers.
  std::vector<Rational> exact() const;
  /// All output scalars in double precision; from what was set as complex numbers.
  std::vector<std::complex<double>> complex() const;

 private:
  const Variable& input(const std::string& name) const;

  Expansion expansion_;
  std::vector<Rational> inputs_, params_;
  std::vector<double> rows_;
};

}  // namespace diagc::grammars

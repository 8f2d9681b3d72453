// Plans for tests of whole integrations.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "diagc/compile.h"
#include "physics/series/exact/cluster_series.h"
#include "physics/series/sampling/integrate.h"
#include "programs/command/grammars.h"

namespace diagc::series {

inline lattice::ModelOptions cluster_options(std::vector<std::vector<double>> hopping, double mu,
                                             double beta) {
  lattice::ModelOptions options;
  options.lattice = lattice::Lattice::cluster;
  options.hopping = std::move(hopping);
  options.mu = mu;
  options.beta = beta;
  return options;
}

/// Orders `first` … `last` of a rule file of grammars/hubbard, without machine code but for options that ask for it: steps hold graphs as
/// parts. Those of connected determinants stand for n! labellings of the vertices.
inline std::vector<Term> hubbard_terms(
    const std::string& file, std::uint32_t first, std::uint32_t last, double flavours,
    CompileOptions options = {.precision = diagc::Precision::fp32, .machine_code = false}) {
  std::vector<Term> terms;
  double factorial = 1;
  for (std::uint32_t n = 1; n <= last; ++n) {
    factorial *= n;
    if (n < first) continue;
    options.statics = {{"n", std::to_string(n)}};
    const Compiled compiled =
        compile_text(std::string(find_example(file)->text), file + ".diag", options);
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    const bool determinants = file.find("cdet") != std::string::npos;
    std::vector<ParamValue> params;
    if (!determinants) params.push_back({"N", {flavours}});
    terms.push_back(
        {*compiled.kernel, params, (n % 2 == 1 ? 1.0 : -1.0) / (determinants ? factorial : 1.0)});
  }
  return terms;
}

/// Orders `first` … `last` of a rule file of grammars/hubbard whose measured point is integrated out: order n has n − 1 integrated vertices.
/// Params: N where the file has it.
inline std::vector<Term> fixed_terms(const std::string& file, std::uint32_t first,
                                     std::uint32_t last, double flavours,
                                     CompileOptions options = {.machine_code = false}) {
  std::vector<Term> terms;
  const bool machine_code = options.machine_code;
  for (std::uint32_t n = first; n <= last; ++n) {
    options.statics = {{"m", std::to_string(n - 1)}};
    // Nothing is integrated over, and the graph computed by itself.
    options.machine_code = machine_code || n == 1;
    const Compiled compiled =
        compile_text(std::string(find_example(file)->text), file + ".diag", options);
    if (!compiled.kernel) throw std::runtime_error(compiled.diagnostics.at(0).rendered);
    std::vector<ParamValue> params;
    if (!compiled.kernel->params().empty()) params.push_back({"N", {flavours}});
    terms.push_back({.kernel = *compiled.kernel,
                     .params = params,
                     .prefactor = (n % 2 == 0 ? 1.0 : -1.0) / std::tgamma(n + 1.0),
                     .order = n,
                     .derivative = "H",
                     .measured = false,
                     .all_labellings = true});
  }
  return terms;
}

/// Of a cluster, by exact diagonalisation.
inline std::vector<double> exact_series(const lattice::ModelOptions& options,
                                        const lattice::Model& model, int last) {
  return exact::density_series({.hopping = options.hopping,
                                .beta = options.beta,
                                .mu = model.mu,
                                .flavours = static_cast<int>(options.flavours),
                                .alpha = model.hartree_alpha},
                               last);
}

/// Coefficients of (βU)ⁿ, n = 0 … last, of the density per flavour of the SU(N) atom with μ of U = 0, from its partition function.
inline std::vector<double> atom_series(int flavours, double beta_mu, std::uint32_t last) {
  std::vector<double> above(last + 1), below(last + 1), series(last + 1);
  double binomial = 1;
  for (int m = 0; m <= flavours; ++m) {
    double term = binomial * std::exp(beta_mu * m);
    for (std::uint32_t n = 0; n <= last; ++n) {
      above[n] += m * term / flavours;
      below[n] += term;
      term *= -0.5 * m * (m - 1) / (n + 1);
    }
    binomial *= static_cast<double>(flavours - m) / (m + 1);
  }
  for (std::uint32_t n = 0; n <= last; ++n) {
    series[n] = above[n];
    for (std::uint32_t k = 0; k < n; ++k) series[n] -= series[k] * below[n - k];
    series[n] /= below[0];
  }
  return series;
}

}  // namespace diagc::series

// Parton densities x f(x, Q) of a proton.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace diagc::collider {

/// Flavours are −5 … 5 as the Particle Data Group numbers quarks (1 d, 2 u, 3 s, 4 c, 5 b; antiquarks negative), 0 is the gluon.
inline constexpr int most_flavour = 5, gluon = 0;

/// Where a density is given; Q in GeV.
struct DensityRange {
  double x_min, x_max, q_min, q_max;
};

/// α_s as a grid brings it, at ascending Q (GeV). A Q that stands twice begins another subgrid.
struct CouplingTable {
  std::vector<double> q, alpha_s;
};

/// What the members of a set after the first one are for.
struct SetErrors {
  std::string kind;                     ///< "hessian", "symmhessian", "replicas"; empty: not said
  double confidence = 68.268949213708;  ///< of the errors that they give, per cent
};

struct DensitySet {
  int members = 1;
  SetErrors errors;
};

/// One member of a set. Immutable; may be called from many threads.
class PartonDensity {
 public:
  virtual ~PartonDensity() = default;
  /// x f(x, Q) of flavour −5 … 5. Outside of the range x and Q are moved to its nearest point; from x = 1 on it is 0.
  virtual double xf(int flavour, double x, double q) const = 0;
  virtual DensityRange range() const = 0;
  /// Of the fit, where the files say it.
  virtual std::optional<CouplingTable> coupling() const { return std::nullopt; }
  virtual DensitySet set() const { return {}; }
  /// Of all bytes that it was read from; empty: of none.
  virtual std::string digest() const { return {}; }
};

/// `name`: "analytic", the path of a CTEQ .tbl file, or that of an LHAPDF6 .info file, whose members stand beside it
/// (SET.info, SET_0000.dat, SET_0001.dat, …). `member` is 0 but for LHAPDF6 sets. Throws GridError (pdf/grid_text.h) with file, line and
/// field where a file is not what it should be.
std::shared_ptr<const PartonDensity> read_density(const std::string& name, int member = 0);

/// Members of the set: 1 but for LHAPDF6 sets.
int member_count(const std::string& name);

}  // namespace diagc::collider

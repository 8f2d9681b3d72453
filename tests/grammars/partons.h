// Massless momenta and polarisations for the amplitudes of grammars/, and what is known of these in closed form.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/grammars/kernel.h"
#include "tests/grammars/random.h"

namespace diagc::grammars {

using Complex = std::complex<double>;
using Momentum = std::array<double, 4>;  // E, x, y, z
using Momenta = std::vector<Momentum>;
using Polarisation = std::array<Complex, 4>;
using Order = std::vector<std::size_t>;

double dot(const Momentum& a, const Momentum& b);

/// n massless momenta that sum to zero, all outgoing: the first, {E, 0, 0, E}, and the second are incoming along z, the rest by
/// RAMBO (R. Kleiss, W. J. Stirling, S. D. Ellis, Comput. Phys. Commun. 40, 359 (1986)).
Momenta momenta(int n, Random& random);
/// The same, {E, 0, 0, E} the last: the frame of the light-cone grammars.
Momenta momenta_on_axis(int n, Random& random);
Momenta ordered(const Momenta& p, const Order& order);
/// 0 … n−1.
Order identity(std::size_t n);

/// Two real unit vectors transverse to p that make a right-handed frame with its direction of motion.
std::array<Momentum, 2> transverse(const Momentum& p);
Polarisation circular(const Momentum& p, int helicity);
/// The same photon in the gauge e^0 = e^3.
Polarisation on_light_cone(const Momentum& p, const Polarisation& e);

/// |amplitude|² of Parke and Taylor, without a power of two, when the helicities of gluons i and j differ from all others.
double parke_taylor(const Momenta& p, std::size_t i, std::size_t j);
/// The largest of those: rounding errors are small beside it.
double largest_parke_taylor(const Momenta& p);

/// A grammar of `grammars/`, evaluated at momenta, and polarisations if it has such an input.
class Amplitude {
 public:
  Amplitude(const std::string& path, int n,
            const std::map<std::string, std::string>& other_statics = {},
            const std::map<std::string, syntax::TypeName>& input_types = {})
      : kernel_(path, n, input_types, other_statics) {}

  std::vector<Complex> operator()(const Momenta& p);
  Complex operator()(const Momenta& p, const std::vector<Polarisation>& e);
  /// Polarisations by their two transverse components; gluon n's momentum is not an input.
  Complex transverse(const Momenta& p, const std::vector<Polarisation>& e);

 private:
  void set_momenta(const Momenta& p, std::size_t count);
  Kernel kernel_;
};

}  // namespace diagc::grammars

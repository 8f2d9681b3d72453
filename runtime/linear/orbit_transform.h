// Fourier transforms along cyclic axes of arrays that are the same at equivalent points: one number for each orbit of a group, by products
// with a matrix.
//
// Of a group of reflections of axes and exchanges of equal ones, which maps points k and points R of the grid alike, a function that is the
// same on every orbit has a transform that is, too:
//
//   y(R) = Σ over orbits O of F(R, O) x(O),   F(R, O) = Σ over k in O of exp(−2πi Σ_d k_d R_d / n_d)
//
// Where the group has k → −k, F is real. Where all extents are even, R and R + n/2 have the same F on the orbits of points with an even sum
// Σ_d k_d, and the opposite one on those with an odd sum: half of the products are left.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "runtime/linear/transform.h"

namespace diagc::linear {

/// Points of a grid, the last axis fastest, in orbits of a group of reflections of axes and exchanges of equal ones.
struct Orbits {
  std::vector<std::size_t> grid;
  std::vector<std::size_t> kept;   ///< of each orbit its first point, ascending
  std::vector<std::size_t> place;  ///< of each point of the grid: its orbit

  std::size_t points() const { return place.size(); }
  std::size_t count() const { return kept.size(); }
};

/// Of each orbit the number of its points.
std::vector<std::size_t> sizes_of(const Orbits& orbits);

/// Of each orbit the one of the opposite points, −k.
std::vector<std::size_t> opposite_orbits(const Orbits& orbits);

/// Whether products take less time than transforms of the whole grid, as the numbers of operations and rates of both tell.
bool are_faster_by_products(const Orbits& orbits);

class OrbitTransform : public Transform {
 public:
  /// `arrays` arrays of a number for each orbit, `distance` numbers from one to the next.
  OrbitTransform(const Orbits& orbits, std::size_t arrays, std::size_t distance);
  ~OrbitTransform() override;

  void forward(std::complex<double>* values) const override;
  void backward(std::complex<double>* values) const override;

 private:
  struct Products;
  std::unique_ptr<const Products> products_;
};

}  // namespace diagc::linear

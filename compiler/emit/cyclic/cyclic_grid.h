// The points of a cyclic axis as a grid: where they stand, the passes of a transform over them, and the roots of unity that these read.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace diagc {

/// The largest prime factor of an axis that passes take.
inline constexpr std::size_t largest_radix = 61;

class CyclicGrid {
 public:
  struct Axis {
    std::size_t length = 1, stride = 1;
    std::size_t first_root = 0;        ///< among `roots`
    std::vector<std::size_t> radices;  ///< of the passes, in the order of forward transforms
  };
  /// One pass of a transform over an axis, of stretches of so many points that the passes before it left.
  struct Pass {
    std::size_t radix, length;
    const Axis* axis;
    bool forward;
  };

  /// A single point.
  CyclicGrid() = default;
  /// Throws std::runtime_error where an axis has a prime factor above `largest_radix`. Roots are put behind those given.
  CyclicGrid(const std::vector<std::uint64_t>& extents, std::vector<std::complex<double>>& roots);

  std::size_t points() const { return points_; }
  const Axis& last_axis() const { return axes_.back(); }
  /// Of one transform; pointers into this grid.
  std::vector<Pass> passes(bool forward) const;
  /// In which order forward transforms leave frequencies: of every place its point.
  std::vector<std::size_t> frequencies() const;
  /// The point of minus the coordinates of a point.
  std::size_t opposite(std::size_t point) const;

 private:
  std::size_t points_ = 1;
  std::vector<Axis> axes_;
};

}  // namespace diagc

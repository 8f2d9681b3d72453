// What a warp does for its configurations, operation by operation, in single assignment (plan.h).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/emit/rotations/orbits.h"

namespace diagc {

/// A number of a lane. The first ones are given; `one` is 1 and is never computed with where that can be left out.
using RotationValue = std::uint32_t;
enum GivenValue : RotationValue {
  one,
  first_g,  ///< G[0, 0]
  first_h,  ///< H[0, 0]
  given_g,  ///< G[1 + r, b] of the lane of rotation r, b from 0; then G[0, 1 + r]
  given_h = given_g + 8,
  given_values = given_h + 8,
};

/// The same for all configurations.
enum class RotationFactor : std::uint32_t {
  power,          ///< M
  half_less,      ///< (M − 1) / 2
  half_flavours,  ///< (M + 1) / 2
  pairs,          ///< M (M + 1) / 2
  other_pairs,    ///< M (M − 1) / 2
};
constexpr unsigned rotation_factors = 5;

/// A place in shared memory, of a lane. The first ones are given.
using RotationAddress = std::uint32_t;
constexpr RotationAddress base_address = 0;  ///< slot 0 of the lane's configuration
/// Slot (r + turns) mod vertices of the lane of rotation r.
constexpr RotationAddress slot_address(unsigned vertices, unsigned turns) {
  return 8 * vertices + turns;
}
constexpr RotationAddress given_addresses = slot_address(Orbits::most_vertices + 1, 0);

enum class RotationKind {
  load,        ///< to = what stands at address a + distance
  store,       ///< b to address a + distance; where c is not 0, on lanes of rotations below c alone
  product,     ///< to = a b
  fused,       ///< to = a b + c
  fused_less,  ///< to = c − a b
  sum,         ///< to = c + a
  difference,  ///< to = c − a
  factor,      ///< to = factor a
  of_leader,   ///< to = a on the lane of rotation 0, 0 on others
  inverse,     ///< to = 1 / a
  nonzero,     ///< to = a, or a very small number where a is 0
  address,     ///< to = a + b, addresses
  column,      ///< to = bytes of ((r mod a) + b) mod a value orbits
  place,       ///< to = the base address + place a of the table
  barrier,     ///< of the warp
  result,      ///< a is the output
};

struct RotationOperation {
  RotationKind kind = RotationKind::barrier;
  std::uint32_t to = 0, a = 0, b = 0, c = 0;
  std::uint32_t distance = 0;  ///< bytes
};

/// Bytes from the base address, by rotation.
using RotationPlace = std::array<std::uint32_t, Orbits::most_vertices>;

/// Writes operations. A *value orbit* is a value for all rotations: `orbit_bytes` of shared memory of a warp, a slot for each lane.
class OperationWriter {
 public:
  explicit OperationWriter(std::uint32_t orbit_bytes) : orbit_bytes_(orbit_bytes) {}

  std::uint32_t orbit_bytes() const { return orbit_bytes_; }

  RotationValue load(RotationAddress at, std::uint32_t orbit, std::uint32_t slot = 0);
  /// Of lanes that have the same place all have the same value, to the last bit; or `lanes` says how many rotations store.
  void store(RotationAddress at, std::uint32_t orbit, RotationValue value, unsigned lanes = 0);
  RotationValue product(RotationValue a, RotationValue b);
  /// a b + c, or c − a b; without c the product.
  RotationValue fused(RotationValue a, RotationValue b, std::optional<RotationValue> c);
  RotationValue less(RotationValue a, RotationValue b, RotationValue c);
  RotationValue factor(RotationFactor factor) {
    return value(RotationKind::factor, static_cast<std::uint32_t>(factor));
  }
  RotationValue of_leader(RotationValue a) { return value(RotationKind::of_leader, a); }
  RotationValue inverse(RotationValue a) { return value(RotationKind::inverse, a); }
  RotationValue nonzero(RotationValue a) { return value(RotationKind::nonzero, a); }
  RotationAddress address(RotationAddress a, RotationAddress b);
  RotationAddress column(unsigned vertices, unsigned turns);
  RotationAddress place(const RotationPlace& place);
  void result(RotationValue a);
  void barrier();

  /// Value orbits that come and go: what has been freed serves others after the next barrier, which take() writes if it must.
  void set_free(std::vector<std::uint32_t> orbits);
  std::uint32_t take();
  void free(std::uint32_t orbit) { waiting_.push_back(orbit); }

  /// Without what nobody reads.
  std::vector<RotationOperation> operations() const;
  const std::vector<RotationPlace>& places() const { return places_; }

 private:
  RotationValue value(RotationKind kind, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);

  std::uint32_t orbit_bytes_;
  std::vector<RotationOperation> operations_;
  std::vector<RotationPlace> places_;
  RotationValue values_ = given_values;
  RotationAddress addresses_ = given_addresses;
  std::vector<std::uint32_t> free_, waiting_;
};

}  // namespace diagc

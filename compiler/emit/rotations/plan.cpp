#include "compiler/emit/rotations/plan.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/rotations/recurrence.h"

namespace diagc {

namespace {

constexpr unsigned usual_warps = 8;  // with 255 registers each

std::vector<std::uint32_t> table_of(const std::vector<RotationPlace>& places, unsigned rotations) {
  std::vector<std::uint32_t> words;
  for (std::size_t block = 0; block < places.size(); block += 4) {
    for (unsigned r = 0; r < rotations; ++r) {
      for (std::size_t i = block; i < block + 4; ++i) {
        words.push_back(i < places.size() ? places[i][r] : 0);
      }
    }
  }
  return words;
}

}  // namespace

std::size_t RotationPlan::accesses() const {
  return static_cast<std::size_t>(std::ranges::count_if(operations, [](const auto& operation) {
    return operation.kind == RotationKind::load || operation.kind == RotationKind::store;
  }));
}

RotationPlan plan_rotations(const DeterminantSum& sum, const CudaOptions& options) {
  const auto& asked = std::get<RotationOptions>(options.form);
  if (options.single_precision) {
    throw std::runtime_error("no kernel by rotations: it is for double precision alone");
  }
  // Of a number of vertices that is not prime, orbits have different lengths, and values of seven vertices do not fit.
  if (sum.vertices != 3 && sum.vertices != 4 && sum.vertices != 6) {
    throw std::runtime_error(
        fmt::format("no kernel by rotations: {} vertices, expected 3, 4 or 6", sum.vertices));
  }
  RotationPlan plan;
  plan.sum = sum;
  plan.warps = asked.warps > 0 ? asked.warps : usual_warps;
  const auto fitting = static_cast<std::uint32_t>(
      (options.device.shared_bytes_of(1) - 8 * rotation_factors) / plan.warps / plan.orbit_bytes());
  RotationRecurrence recurrence(sum.vertices, plan.orbit_bytes());
  plan.orbits = std::min(fitting, recurrence.most_orbits());
  if (fitting < recurrence.least_orbits()) {
    throw std::runtime_error(fmt::format(
        "no kernel by rotations: {} warps have {} bytes of shared memory each, of {}", plan.warps,
        fitting * plan.orbit_bytes(), recurrence.least_orbits() * plan.orbit_bytes()));
  }
  recurrence.write(plan.orbits);
  plan.operations = recurrence.operations();
  plan.words = table_of(recurrence.places(), plan.rotations());
  return plan;
}

}  // namespace diagc

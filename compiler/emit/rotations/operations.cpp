#include "compiler/emit/rotations/operations.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace diagc {

RotationValue OperationWriter::value(RotationKind kind, std::uint32_t a, std::uint32_t b,
                                     std::uint32_t c) {
  operations_.push_back({kind, values_, a, b, c, 0});
  return values_++;
}

RotationValue OperationWriter::load(RotationAddress at, std::uint32_t orbit, std::uint32_t slot) {
  const RotationValue to = value(RotationKind::load, at);
  operations_.back().distance = orbit * orbit_bytes_ + slot * 8;
  return to;
}

void OperationWriter::store(RotationAddress at, std::uint32_t orbit, RotationValue value,
                            unsigned lanes) {
  operations_.push_back({RotationKind::store, 0, at, value, lanes, orbit * orbit_bytes_});
}

RotationValue OperationWriter::product(RotationValue a, RotationValue b) {
  if (a == one) return b;
  if (b == one) return a;
  return value(RotationKind::product, a, b);
}

RotationValue OperationWriter::fused(RotationValue a, RotationValue b,
                                     std::optional<RotationValue> c) {
  if (!c) return product(a, b);
  if (a != one && b != one) return value(RotationKind::fused, a, b, *c);
  return value(RotationKind::sum, a == one ? b : a, 0, *c);
}

RotationValue OperationWriter::less(RotationValue a, RotationValue b, RotationValue c) {
  if (a != one && b != one) return value(RotationKind::fused_less, a, b, c);
  return value(RotationKind::difference, a == one ? b : a, 0, c);
}

RotationAddress OperationWriter::address(RotationAddress a, RotationAddress b) {
  operations_.push_back({RotationKind::address, addresses_, a, b, 0, 0});
  return addresses_++;
}

RotationAddress OperationWriter::column(unsigned vertices, unsigned turns) {
  operations_.push_back({RotationKind::column, addresses_, vertices, turns, 0, 0});
  return addresses_++;
}

RotationAddress OperationWriter::place(const RotationPlace& place) {
  operations_.push_back(
      {RotationKind::place, addresses_, static_cast<std::uint32_t>(places_.size()), 0, 0, 0});
  places_.push_back(place);
  return addresses_++;
}

void OperationWriter::result(RotationValue a) {
  operations_.push_back({RotationKind::result, 0, a, 0, 0, 0});
}

void OperationWriter::barrier() {
  operations_.push_back({});
  free_.insert(free_.end(), waiting_.begin(), waiting_.end());
  waiting_.clear();
}

void OperationWriter::set_free(std::vector<std::uint32_t> orbits) {
  free_ = std::move(orbits);
  std::ranges::reverse(free_);
  waiting_.clear();
}

std::uint32_t OperationWriter::take() {
  if (free_.empty()) barrier();
  if (free_.empty()) throw std::logic_error("more value orbits at once than there are");
  const std::uint32_t orbit = free_.back();
  free_.pop_back();
  return orbit;
}

std::vector<RotationOperation> OperationWriter::operations() const {
  std::vector<bool> values(values_), addresses(addresses_);
  std::vector<RotationOperation> kept;
  for (auto operation = operations_.rbegin(); operation != operations_.rend(); ++operation) {
    const auto& [kind, to, a, b, c, distance] = *operation;
    const bool of_address = kind == RotationKind::address || kind == RotationKind::column ||
                            kind == RotationKind::place;
    const bool stays = kind == RotationKind::store || kind == RotationKind::barrier ||
                       kind == RotationKind::result;
    if (!stays && !(of_address ? addresses[to] : values[to])) continue;
    kept.push_back(*operation);
    switch (kind) {
      case RotationKind::load:
        addresses[a] = true;
        break;
      case RotationKind::store:
        addresses[a] = values[b] = true;
        break;
      case RotationKind::product:
        values[a] = values[b] = true;
        break;
      case RotationKind::fused:
      case RotationKind::fused_less:
        values[a] = values[b] = values[c] = true;
        break;
      case RotationKind::sum:
      case RotationKind::difference:
        values[a] = values[c] = true;
        break;
      case RotationKind::of_leader:
      case RotationKind::inverse:
      case RotationKind::nonzero:
      case RotationKind::result:
        values[a] = true;
        break;
      case RotationKind::address:
        addresses[a] = addresses[b] = true;
        break;
      case RotationKind::factor:
      case RotationKind::column:
      case RotationKind::place:
      case RotationKind::barrier:
        break;
    }
  }
  std::ranges::reverse(kept);
  return kept;
}

}  // namespace diagc

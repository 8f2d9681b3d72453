#include "compiler/emit/rotations/lines.h"

namespace diagc {

OpenLines::Reader OpenLines::reader(VertexSet taken, VertexSet once, unsigned v) const {
  const unsigned k = orbits_.vertices();
  if (taken == orbits_.all()) {
    const Orbits::Member member = orbits_.way(once);
    const unsigned turns = orbits_.fixed(once) ? v : member.turns;
    return {{taken, member.representative, (v + k - turns) % k}, turns};
  }
  const auto [representative, turns] = orbits_.set(taken);
  return {{representative, rotated(once, k - turns, k), (v + k - turns) % k}, turns};
}

void OpenLines::announce(const Reader& reader) {
  ++readers_[reader.key];
  if (reader.turns != 0) far_.insert(reader.key);
}

void OpenLines::put(const Key& key, const std::vector<RotationValue>& values) {
  if (!far_.contains(key)) {
    kept_[key] = values;
    return;
  }
  const unsigned k = orbits_.vertices();
  std::vector<std::uint32_t>& orbits = stored_[key];
  for (const RotationValue value : values) {
    orbits.push_back(writer_.take());
    writer_.store(slot_address(k, 0), orbits.back(), value);
  }
}

std::vector<RotationValue> OpenLines::take(const Reader& reader) {
  if (const auto kept = kept_.find(reader.key); kept != kept_.end()) return kept->second;
  std::vector<RotationValue> values;
  const bool last = --readers_.at(reader.key) == 0;
  for (const std::uint32_t orbit : stored_.at(reader.key)) {
    values.push_back(writer_.load(slot_address(orbits_.vertices(), reader.turns), orbit));
    if (last) writer_.free(orbit);
  }
  return values;
}

}  // namespace diagc

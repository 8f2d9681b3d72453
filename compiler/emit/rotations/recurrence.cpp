#include "compiler/emit/rotations/recurrence.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace diagc {

namespace {

std::vector<std::uint32_t> orbits_between(std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), begin);
  return numbers;
}

}  // namespace

RotationRecurrence::RotationRecurrence(unsigned vertices, std::uint32_t orbit_bytes)
    : OperationWriter(orbit_bytes), n_(vertices) {
  const unsigned k = n_ - 1;
  for (unsigned i = 0; i <= k; ++i) orbits_.emplace_back(i);
  const Orbits& all = orbits(k);
  for (unsigned size = 1; size <= k; ++size) {
    for (const VertexSet set : all.sets(size)) {
      sets_.emplace(set, static_cast<std::uint32_t>(sets_.size()));
      if (set == all.all()) continue;
      for (VertexSet once = set;; once = (once - 1) & set) {
        ways_.emplace(std::pair(set, once), static_cast<std::uint32_t>(ways_.size()));
        if (once == 0) break;
      }
    }
  }
  for (unsigned size = 0; size <= k; ++size) {
    for (const VertexSet once : all.ways(size)) {
      ways_.emplace(std::pair(all.all(), once), static_cast<std::uint32_t>(ways_.size()));
    }
  }
  const auto sets = static_cast<std::uint32_t>(sets_.size());
  d_ = static_cast<std::uint32_t>(ways_.size());
  dd_ = d_ + sets;
  // With vertex 0 all vertices have no place: the last sums take them from registers.
  d_first_ = dd_ + sets;
  dd_first_ = d_first_ + sets - 1;
  z_ = dd_first_ + sets - 1;
  c_ = z_ + sets - 1;
  z_first_ = c_ + sets - 1;
  c_first_ = z_first_ + sets - 1;
  loose_ = c_first_ + sets - 1;
  staged_g_ = d_first_;
  staged_h_ = staged_g_ + n_ + 1;
  scaled_ = staged_h_ + n_ + 1;
}

RotationRecurrence::Place RotationRecurrence::way_place(VertexSet once, VertexSet twice) const {
  const Orbits& all = orbits(n_ - 1);
  if ((once | twice) == all.all()) {
    const auto [representative, turns] = all.way(once);
    return {ways_.at({all.all(), representative}), turns};
  }
  const auto [representative, turns] = all.set(once | twice);
  return {ways_.at({representative, rotated(once, n_ - 1 - turns, n_ - 1)}), turns};
}

RotationRecurrence::Place RotationRecurrence::set_place(VertexSet set) const {
  const auto [representative, turns] = orbits(n_ - 1).set(set);
  return {sets_.at(representative), turns};
}

VertexSet RotationRecurrence::actual(VertexSet set, unsigned s, unsigned rotation) const {
  return rotated(set, rotation, above(s)) << s;
}

RotationAddress RotationRecurrence::address_of_set(VertexSet set, unsigned s, bool with_s) {
  RotationPlace place{};
  for (unsigned r = 0; r < n_ - 1; ++r) {
    const VertexSet own = with_s ? VertexSet{1} << (s - 1) : 0;
    const auto [orbit, slot] = set_place(actual(set, s, r) | own);
    place[r] = orbit * orbit_bytes() + slot * 8;
  }
  return OperationWriter::place(place);
}

/// `times` is how often s itself is taken.
RotationAddress RotationRecurrence::address_of_way(VertexSet once, VertexSet twice, unsigned s,
                                                   unsigned times) {
  RotationPlace place{};
  for (unsigned r = 0; r < n_ - 1; ++r) {
    const VertexSet own = VertexSet{1} << (s - 1);
    const auto [orbit, slot] = way_place(actual(once, s, r) | (times == 1 ? own : 0),
                                         actual(twice, s, r) | (times == 2 ? own : 0));
    place[r] = orbit * orbit_bytes() + slot * 8;
  }
  return OperationWriter::place(place);
}

/// Inputs to memory: an orbit for each column of G and of H, a slot for each row but that of vertex 0, which is an orbit of its own.
void RotationRecurrence::stage() {
  for (const auto& [given, staged] : {std::pair(RotationValue{given_g}, staged_g_),
                                      std::pair(RotationValue{given_h}, staged_h_)}) {
    for (unsigned column = 0; column <= n_; ++column) {
      RotationValue value = given + column;
      // That which rows and columns are scaled by.
      if (given == given_g && column == 0) value = nonzero(value);
      store(own(), staged + column, value);
    }
  }
  barrier();
}

RotationRecurrence::Matrices RotationRecurrence::matrices(unsigned s) {
  const unsigned k = above(s);
  std::vector<RotationAddress> columns, of_row;
  std::vector<std::vector<RotationAddress>> of_inner(k);
  for (unsigned q = 0; q < k; ++q) columns.push_back(column(k, q));
  for (unsigned p = 0; p < k; ++p) {
    for (unsigned q = 0; q < k; ++q) {
      of_inner[p].push_back(address(slot_address(k, p), columns[q]));
    }
  }
  for (unsigned q = 0; q < k; ++q) of_row.push_back(address(base_address, columns[q]));
  const auto read = [&](std::uint32_t staged) {
    Matrix m;
    for (const auto& row : of_inner) {
      auto& values = m.inner.emplace_back();
      for (const RotationAddress at : row) values.push_back(load(at, staged + s + 1, s));
    }
    for (unsigned p = 0; p < k; ++p) {
      m.column.push_back(load(slot_address(k, p), staged + s, s));
    }
    for (const RotationAddress at : of_row) m.row.push_back(load(at, staged + s + 1, s - 1));
    m.corner = load(base_address, staged + s, s - 1);
    return m;
  };
  Matrices both;
  both.g = read(staged_g_);
  both.h = read(staged_h_);
  return both;
}

/// For vertex 0. A lane scales its own row; rotations of a row's elements by their distance from the diagonal are an orbit.
RotationRecurrence::Matrices RotationRecurrence::scaled() {
  const unsigned k = n_ - 1;
  const std::uint32_t scaled_h = scaled_ + k, row_g = scaled_h + k, row_h = row_g + 1,
                      column_h = row_h + 1;
  std::vector<RotationValue> scales;
  for (unsigned e = 0; e < k; ++e) scales.push_back(load(slot_address(k, e), staged_g_));
  const RotationValue inverse_of_own = inverse(scales[0]);
  std::vector<std::pair<std::uint32_t, RotationValue>> values;
  for (unsigned e = 0; e < k; ++e) {
    const RotationAddress at = address(own(), column(k, e));
    RotationValue g = load(at, staged_g_ + 1), h = load(at, staged_h_ + 1);
    if (e > 0) {
      const RotationValue ratio = product(scales[e], inverse_of_own);
      g = product(g, ratio), h = product(h, ratio);
    }
    values.emplace_back(scaled_ + e, g);
    values.emplace_back(scaled_h + e, h);
  }
  values.emplace_back(row_g, product(load(own(), staged_g_ + n_), scales[0]));
  values.emplace_back(row_h, product(load(own(), staged_h_ + n_), scales[0]));
  values.emplace_back(column_h, product(load(own(), staged_h_), inverse_of_own));
  for (const auto& [orbit, value] : values) store(own(), orbit, value);
  barrier();
  const auto read = [&](std::uint32_t inner, std::uint32_t row) {
    Matrix m;
    for (unsigned p = 0; p < k; ++p) {
      auto& of_row = m.inner.emplace_back();
      for (unsigned q = 0; q < k; ++q) {
        of_row.push_back(load(slot_address(k, p), inner + (q + k - p) % k));
      }
      m.row.push_back(load(slot_address(k, p), row));
    }
    return m;
  };
  Matrices both;
  both.g = read(scaled_, row_g);
  both.g.column.assign(k, one);
  both.g.corner = first_g;
  both.h = read(scaled_h, row_h);
  for (unsigned p = 0; p < k; ++p) both.h.column.push_back(load(slot_address(k, p), column_h));
  both.h.corner = first_h;
  barrier();
  return both;
}

void RotationRecurrence::write(std::uint32_t room) {
  end_ = room;
  stage();
  for (unsigned s = n_ - 1; s > 0; --s) {
    const Matrices m = matrices(s);
    set_free(orbits_between(scaled_, end_));
    minors(s, m);
    Kept kept;
    for (const bool again : {false, true}) {
      barrier();
      pass(s, m.g, again, kept);
    }
    barrier();
  }
  const Matrices m = scaled();
  set_free(orbits_between(loose_, end_));
  minors(0, m);
  z_of_first_ = product(factor(RotationFactor::pairs), product(first_g, first_g));
  c_of_first_ = product(factor(RotationFactor::power), product(first_g, first_h));
  Kept kept;
  for (const bool again : {false, true}) {
    barrier();
    std::vector<std::uint32_t> free = orbits_between(loose_, end_);
    if (again) {
      // Minors with vertex 0 have been read.
      const std::vector<std::uint32_t> minors = orbits_between(d_first_, z_);
      free.insert(free.end(), minors.begin(), minors.end());
    }
    set_free(free);
    pass(0, m.g, again, kept);
  }
  barrier();
  last();
}

}  // namespace diagc

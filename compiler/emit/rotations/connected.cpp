// Sums over ways to part a set, for vertex 0: all flavours, and what of them is connected.
//
// With all vertices but 0 as V, and vertex 0 as a variable x: Z + x Z_first and A + x A_first. C + x C_first is their quotient.
#include "compiler/emit/rotations/recurrence.h"

namespace diagc {

RotationValue RotationRecurrence::of_set(std::uint32_t array, VertexSet set) {
  const auto [representative, turns] = orbits(n_ - 1).set(set);
  const bool whole = set == orbits(n_ - 1).all();
  return load(whole ? base_address : slot_address(n_ - 1, turns), array + sets_.at(representative));
}

/// D ('d'), D' ('D') of A, and with vertex 0 ('f', 'F'), as far as add_way() takes them.
void RotationRecurrence::read_of_way(VertexSet all, VertexSet once, bool again,
                                     std::map<char, RotationValue>& read) {
  const bool whole = all == orbits(n_ - 1).all();
  if (once == 0) {
    read['f'] = first_g, read['F'] = first_h;
    return;
  }
  read['D'] = of_set(dd_, once);
  if (again) return;
  // Of the two flavours that meet at the lowest vertex of a set either may be the one of D.
  if (whole || (once & all & -all)) read['d'] = of_set(d_, once);
  if (!whole) read['f'] = of_set(d_first_, once);
  read['F'] = whole && once == all ? last_minor_ : of_set(dd_first_, once);
}

/// `before`: W(A, B); `closed`: with vertex 0, once or twice. Of all vertices a lane has its part, and what all have the leader has.
void RotationRecurrence::add_way(VertexSet all, VertexSet once, bool again, RotationValue before,
                                 Sum closed, const std::map<char, RotationValue>& read,
                                 Sums& sums) {
  const bool whole = all == orbits(n_ - 1).all();
  if (again) {
    if (!closed) return;
    if (whole && once == all) closed = of_leader(*closed);
    if (once != 0) add(sums.a_again, read.at('D'), *closed);
    return;
  }
  RotationValue of_first = *closed;
  if (whole && orbits(n_ - 1).fixed(once)) {
    before = of_leader(before), of_first = of_leader(of_first);
  }
  if (read.contains('d')) add(sums.z, read.at('d'), before);
  if (whole && once == 0) add(sums.z, one, before);
  if (once != 0) add(sums.a, read.at('D'), before);
  if (!whole) add(sums.z_first, read.at('f'), of_first);
  add(sums.a_first, read.at('F'), of_first);
}

/// Z and C of a set from its sums, in `parts` that take as many of its subsets each.
std::vector<RotationJob> RotationRecurrence::connected(VertexSet set, bool again,
                                                       std::shared_ptr<Sums> sums, unsigned parts) {
  struct Product {
    RotationValue z, c, z_first;
  };
  struct State {
    std::vector<VertexSet> subsets;  ///< neither empty nor all
    RotationValue c = one, c_first = one, z = one;
  };
  const auto state = std::make_shared<State>();
  for (VertexSet subset = (set - 1) & set; subset != 0; subset = (subset - 1) & set) {
    state->subsets.push_back(subset);
  }
  const std::uint32_t at = sets_.at(set);
  std::vector<RotationJob> jobs;
  for (unsigned part = 0; part < parts; ++part) {
    const std::size_t begin = state->subsets.size() * part / parts,
                      end = state->subsets.size() * (part + 1) / parts;
    const auto read = std::make_shared<std::vector<Product>>();
    RotationJob job;
    job.loads = [=, this] {
      for (std::size_t i = begin; i < end; ++i) {
        const VertexSet subset = state->subsets[i], rest = set & ~subset;
        const RotationValue z = of_set(z_, subset), c = of_set(again ? c_first_ : c_, rest);
        read->push_back({z, c, again ? RotationValue{one} : of_set(z_first_, subset)});
      }
      if (!again || part > 0) return;
      state->c_first = load(own(), c_first_ + at);
      state->z = load(own(), z_ + at);
    };
    job.compute = [=, this] {
      if (part == 0 && !again) {
        state->c = *sums->a,
        state->c_first = product(factor(RotationFactor::power), *sums->a_first);
      } else if (part == 0) {
        state->c_first =
            less(state->z, c_of_first_,
                 fused(factor(RotationFactor::other_pairs), *sums->a_again, state->c_first));
      }
      for (const auto& [z, c, z_first] : *read) {
        if (again) {
          state->c_first = less(z, c, state->c_first);
        } else {
          state->c = less(z, c, state->c), state->c_first = less(z_first, c, state->c_first);
        }
      }
      if (part + 1 < parts || again) return;
      state->c_first = less(z_of_first_, state->c, state->c_first);
    };
    job.stores = [=, this] {
      if (part + 1 < parts) return;
      if (!again) {
        store(own(), z_ + at, product(factor(RotationFactor::half_flavours), *sums->z));
        store(own(), c_ + at, state->c);
        store(own(), z_first_ + at, product(factor(RotationFactor::pairs), *sums->z_first));
      }
      store(own(), c_first_ + at, state->c_first);
    };
    jobs.push_back(job);
  }
  return jobs;
}

/// C of all vertices: each lane has its part.
void RotationRecurrence::last() {
  const unsigned k = n_ - 1;
  RotationValue first = fused(factor(RotationFactor::other_pairs), *all_.a_again,
                              product(factor(RotationFactor::power), *all_.a_first));
  first = less(*all_.z, c_of_first_, first);
  RotationValue c = *all_.a;
  for (unsigned size = 1; size < k; ++size) {
    for (const VertexSet set : orbits(k).sets(size)) {
      const VertexSet rest = orbits(k).all() & ~set;
      const RotationValue z = of_set(z_, set), z_first = of_set(z_first_, set);
      const RotationValue c_rest = of_set(c_, rest), first_rest = of_set(c_first_, rest);
      c = less(z, c_rest, c);
      first = less(z, first_rest, less(z_first, c_rest, first));
    }
  }
  store(own(), loose_, less(z_of_first_, c, first));
  barrier();
  Sum sum;
  for (unsigned r = 0; r < k; ++r) add(sum, one, load(base_address, loose_, r));
  result(*sum);
  barrier();
}

}  // namespace diagc

// Minors of G, and their derivatives, of all sets whose lowest vertex is s.
#include <bit>

#include "compiler/emit/rotations/lines.h"
#include "compiler/emit/rotations/recurrence.h"

namespace diagc {

class RotationRecurrence::Minors {
 public:
  Minors(RotationRecurrence& all, unsigned s, const Matrices& m)
      : all_(all), s_(s), m_(m), orbits_(all.orbits(all.above(s))), lines_(all, orbits_) {}

  void write() {
    const unsigned k = orbits_.vertices();
    if (s_ > 0) {
      store(all_.address_of_set(0, s_, true), m_.g.corner, m_.h.corner, 0);
    }
    std::vector<VertexSet> sets;
    for (unsigned size = 1; size <= k; ++size) {
      const std::vector<VertexSet> of_size = orbits_.sets(size);
      sets.insert(sets.end(), of_size.begin(), of_size.end());
    }
    for (const VertexSet set : sets) {
      for (const unsigned j : vertices_of(set)) {
        if (const VertexSet rest = set & ~(VertexSet{1} << j)) {
          lines_.announce(lines_.reader(rest, 0, j));
        }
      }
    }
    std::vector<RotationJob> jobs;
    int before = 1;
    for (const VertexSet set : sets) {
      jobs.push_back(job(set, std::popcount(set) != before));
      before = std::popcount(set);
    }
    run(all_, jobs);
  }

 private:
  struct Pair {
    RotationValue p, dp;
  };
  struct Unit {
    VertexSet set;
    Pair closed;  ///< D and D' of the set
    RotationAddress to = base_address;
    std::map<unsigned, Pair> operands;
    std::vector<std::pair<unsigned, Pair>> rows;
    Pair minor;
  };

  RotationJob job(VertexSet set, bool after_barrier) {
    const auto unit = std::make_shared<Unit>();
    unit->set = set;
    return {.after_barrier = after_barrier,
            .early = [this, unit] { begin(*unit); },
            .loads = [this, unit] { load(*unit); },
            .compute = [this, unit] { compute(*unit); },
            .stores = [this, unit] { leave(*unit); }};
  }

  void begin(Unit& unit) {
    if (s_ > 0) {
      const RotationAddress from = all_.address_of_set(unit.set, s_, false);
      unit.closed = {all_.load(from, all_.d_), all_.load(from, all_.dd_)};
      unit.to = all_.address_of_set(unit.set, s_, true);
    } else {
      unit.closed = {all_.of_set(all_.d_, unit.set), all_.of_set(all_.dd_, unit.set)};
    }
  }

  void load(Unit& unit) {
    for (const unsigned j : vertices_of(unit.set)) {
      const VertexSet rest = unit.set & ~(VertexSet{1} << j);
      if (rest == 0) {
        unit.operands[j] = {m_.g.column[j], m_.h.column[j]};
      } else {
        const std::vector<RotationValue> values = lines_.take(lines_.reader(rest, 0, j));
        unit.operands[j] = {values[0], values[1]};
      }
    }
  }

  template <class G, class H>
  Pair row(const Unit& unit, RotationValue first_g, RotationValue first_h, G g, H h) {
    const auto& [d, dd] = unit.closed;
    RotationValue p = all_.product(first_g, d);
    RotationValue dp = all_.fused(first_g, dd, all_.product(first_h, d));
    for (const auto& [j, of] : unit.operands) p = all_.less(g(j), of.p, p);
    for (const auto& [j, of] : unit.operands) {
      dp = all_.less(g(j), of.dp, all_.less(h(j), of.p, dp));
    }
    return {p, dp};
  }

  void compute(Unit& unit) {
    for (unsigned v = 0; v < orbits_.vertices(); ++v) {
      if (unit.set >> v & 1 || !lines_.is_read({unit.set, 0, v})) continue;
      unit.rows.emplace_back(
          v, row(
                 unit, m_.g.column[v], m_.h.column[v], [&](unsigned j) { return m_.g.inner[v][j]; },
                 [&](unsigned j) { return m_.h.inner[v][j]; }));
    }
    unit.minor = row(
        unit, m_.g.corner, m_.h.corner, [&](unsigned j) { return m_.g.row[j]; },
        [&](unsigned j) { return m_.h.row[j]; });
  }

  void leave(const Unit& unit) {
    const bool whole = unit.set == orbits_.all();
    const auto& [d, dd] = unit.minor;
    if (s_ > 0) {
      store(unit.to, d, dd, orbits_.lanes(unit.set));
    } else if (whole) {
      all_.last_minor_ = dd;
    } else {
      const std::uint32_t at = all_.sets_.at(unit.set);
      all_.store(all_.own(), all_.d_first_ + at, d);
      all_.store(all_.own(), all_.dd_first_ + at, dd);
    }
    for (const auto& [v, pair] : unit.rows) lines_.put({unit.set, 0, v}, {pair.p, pair.dp});
  }

  void store(RotationAddress at, RotationValue d, RotationValue dd, unsigned lanes) {
    all_.store(at, all_.d_, d, lanes);
    all_.store(at, all_.dd_, dd, lanes);
  }

  RotationRecurrence& all_;
  unsigned s_;
  const Matrices& m_;
  const Orbits& orbits_;
  OpenLines lines_;
};

void RotationRecurrence::minors(unsigned s, const Matrices& m) { Minors(*this, s, m).write(); }

}  // namespace diagc

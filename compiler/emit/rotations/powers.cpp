// F^M of all sets whose lowest vertex is s, once or twice.
#include <algorithm>
#include <bit>

#include "compiler/emit/rotations/lines.h"
#include "compiler/emit/rotations/recurrence.h"

namespace diagc {

class RotationRecurrence::Pass {
 public:
  Pass(RotationRecurrence& all, unsigned s, const Matrix& g, bool again, Kept& kept)
      : all_(all),
        s_(s),
        again_(again),
        g_(g),
        kept_(kept),
        orbits_(all.orbits(all.above(s))),
        lines_(all, orbits_) {
    if (s_ == 0) return;
    const RotationValue first =
        all_.factor(again ? RotationFactor::half_less : RotationFactor::power);
    for (RotationValue& value : g_.column) value = all_.product(first, value);
    corner_first_ = all_.product(first, g_.corner);
  }

  void write() {
    empty_set();
    std::vector<RotationJob> jobs, spare;
    for (const VertexSet set : sets()) announce(set);
    int wave = 1;
    for (const VertexSet set : sets()) {
      const auto unit = std::make_shared<Unit>();
      unit->set = set;
      for (const VertexSet once : ways(set)) {
        const int of_way =
            whole(set) ? std::popcount(set & ~once) + std::popcount(set) : std::popcount(set);
        const bool after_barrier = of_way != wave;
        // What has nothing to do with waves fills the time that they wait.
        if (after_barrier && whole(set) && once != set && !spare.empty()) {
          jobs.push_back(spare.front());
          spare.erase(spare.begin());
        }
        jobs.push_back(job(unit, once, after_barrier));
        wave = of_way;
      }
      if (s_ > 0 || whole(set)) continue;
      const bool largest = std::popcount(set) + 1 == std::popcount(orbits_.all());
      const auto sums = all_.connected(set, again_, unit->sums, largest ? largest_parts : 1);
      auto& list = largest ? spare : jobs;
      list.insert(list.end(), sums.begin(), sums.end());
    }
    jobs.insert(jobs.end(), spare.begin(), spare.end());
    run(all_, jobs);
  }

 private:
  static constexpr unsigned largest_parts = 4;

  struct Unit {
    VertexSet set = 0;
    std::map<std::pair<VertexSet, unsigned>, RotationValue> inner;  ///< by A and where the loop is
    std::shared_ptr<Sums> sums = std::make_shared<Sums>();
  };
  struct Way {
    VertexSet once;
    RotationValue before = one;
    RotationAddress to = base_address;
    std::map<char, RotationValue> read;
    std::map<unsigned, RotationValue> operands;
    std::vector<std::pair<unsigned, RotationValue>> rows;
    Sum closed;
  };

  bool whole(VertexSet set) const { return set == orbits_.all(); }
  /// All lanes compute the same.
  bool same(VertexSet set, VertexSet once) const { return whole(set) && orbits_.fixed(once); }

  /// Representatives, the smallest first.
  std::vector<VertexSet> sets() const {
    std::vector<VertexSet> sets;
    for (unsigned size = 1; size <= orbits_.vertices(); ++size) {
      const std::vector<VertexSet> of_size = orbits_.sets(size);
      sets.insert(sets.end(), of_size.begin(), of_size.end());
    }
    return sets;
  }

  /// What to take once, the most first: of all vertices one of each orbit, otherwise whatever there is.
  std::vector<VertexSet> ways(VertexSet set) const {
    std::vector<VertexSet> ways;
    if (whole(set)) {
      for (unsigned size = orbits_.vertices() + 1; size-- > 0;) {
        // Nobody reads what takes all vertices twice after vertex 0.
        if (size == 0 && s_ == 0 && again_) continue;
        const std::vector<VertexSet> of_size = orbits_.ways(size);
        ways.insert(ways.end(), of_size.begin(), of_size.end());
      }
      return ways;
    }
    for (VertexSet once = set;; once = (once - 1) & set) {
      ways.push_back(once);
      if (once == 0) break;
    }
    std::ranges::stable_sort(ways, std::greater(),
                             [](VertexSet once) { return std::popcount(once); });
    return ways;
  }

  /// Where the operand of vertex j comes from, if through `lines_`.
  std::optional<OpenLines::Reader> reader(VertexSet set, VertexSet once, unsigned j) const {
    const VertexSet vertex = VertexSet{1} << j;
    if (once & vertex) {
      if (set == vertex) return std::nullopt;
      return lines_.reader(set & ~vertex, once & ~vertex, j);
    }
    if (!whole(set)) return std::nullopt;
    return lines_.reader(set, once | vertex, j);
  }

  void announce(VertexSet set) {
    for (const VertexSet once : ways(set)) {
      for (const unsigned j : vertices_of(set)) {
        if (const auto from = reader(set, once, j)) lines_.announce(*from);
      }
    }
  }

  void empty_set() {
    const RotationValue before = again_ ? kept_.empty : RotationValue{one};
    for (const RotationValue value : g_.column) {
      first_lines_.push_back(all_.product(value, before));
    }
    if (s_ == 0 && again_) return;
    const RotationValue closed = all_.product(s_ > 0 ? corner_first_ : g_.corner, before);
    if (!again_) kept_.empty = closed;
    if (s_ > 0) all_.store(all_.address_of_way(0, 0, s_, again_ ? 2 : 1), 0, closed);
  }

  RotationJob job(const std::shared_ptr<Unit>& unit, VertexSet once, bool after_barrier) {
    const auto way = std::make_shared<Way>();
    way->once = once;
    return {.after_barrier = after_barrier,
            .early = [this, unit, way] { begin(*unit, *way); },
            .loads = [this, unit, way] { load(*unit, *way); },
            .compute = [this, unit, way] { compute(*unit, *way); },
            .stores = [this, unit, way] { leave(*unit, *way); }};
  }

  void begin(const Unit& unit, Way& way) {
    const auto key = std::pair(unit.set, way.once);
    const VertexSet twice = unit.set & ~way.once;
    if (s_ > 0) {
      way.before =
          again_ ? kept_.ways.at(key) : all_.load(all_.address_of_way(way.once, twice, s_, 0), 0);
      way.to = all_.address_of_way(way.once, twice, s_, again_ ? 2 : 1);
      return;
    }
    if (same(unit.set, way.once)) {
      way.before =
          again_ ? kept_.ways.at(key) : all_.load(base_address, all_.way_orbit(unit.set, way.once));
    } else {
      way.before = all_.load(all_.own(), all_.way_orbit(unit.set, way.once));
    }
    all_.read_of_way(unit.set, way.once, again_, way.read);
  }

  void load(const Unit& unit, Way& way) {
    for (const unsigned j : vertices_of(unit.set)) {
      if (const auto from = reader(unit.set, way.once, j)) {
        way.operands[j] = lines_.take(*from).front();
      } else if (way.once >> j & 1) {
        way.operands[j] = first_lines_[j];
      }
    }
  }

  void compute(Unit& unit, Way& way) {
    const VertexSet twice = unit.set & ~way.once;
    if (!whole(unit.set)) {
      for (const unsigned j : vertices_of(twice)) {
        way.operands[j] = unit.inner.at({way.once | VertexSet{1} << j, j});
      }
    }
    std::vector<unsigned> rows;
    for (unsigned v = 0; v < orbits_.vertices(); ++v) {
      const bool inside = unit.set >> v & 1;
      const bool read = lines_.is_read({unit.set, way.once, v});
      const bool open = whole(unit.set) || !inside ? read : way.once >> v & 1;
      if (open) rows.push_back(v);
    }
    const bool closes = !(again_ && s_ == 0 && way.once == 0);
    std::vector<RotationValue> values;
    for (const unsigned v : rows) values.push_back(all_.product(g_.column[v], way.before));
    RotationValue closed = one;
    if (closes) closed = all_.product(s_ > 0 ? corner_first_ : g_.corner, way.before);
    for (const auto& [j, operand] : way.operands) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        values[i] = all_.less(g_.inner[rows[i]][j], operand, values[i]);
      }
      if (closes) closed = all_.less(g_.row[j], operand, closed);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      way.rows.emplace_back(rows[i], values[i]);
      unit.inner[{way.once, rows[i]}] = values[i];
    }
    if (closes) way.closed = closed;
    if (closes && !again_ && (s_ > 0 || same(unit.set, way.once))) {
      kept_.ways[{unit.set, way.once}] = closed;
    }
    if (s_ == 0) {
      all_.add_way(unit.set, way.once, again_, way.before, way.closed, way.read,
                   whole(unit.set) ? all_.all_ : *unit.sums);
    }
  }

  void leave(const Unit& unit, const Way& way) {
    for (const auto& [v, value] : way.rows) {
      const OpenLines::Key key{unit.set, way.once, v};
      if (lines_.is_read(key) && (whole(unit.set) || !(unit.set >> v & 1))) {
        lines_.put(key, {value});
      }
    }
    if (!way.closed) return;
    if (s_ > 0) {
      const VertexSet turned = whole(unit.set) ? way.once : unit.set;
      all_.store(way.to, 0, *way.closed, orbits_.lanes(turned));
    } else if (!again_ && !same(unit.set, way.once)) {
      all_.store(all_.own(), all_.way_orbit(unit.set, way.once), *way.closed);
    }
  }

  RotationRecurrence& all_;
  unsigned s_;
  bool again_;
  Matrix g_;
  RotationValue corner_first_ = one;
  Kept& kept_;
  const Orbits& orbits_;
  OpenLines lines_;
  std::vector<RotationValue> first_lines_;  ///< L({}, {}, v)
};

void RotationRecurrence::pass(unsigned s, const Matrix& g, bool again, Kept& kept) {
  Pass(*this, s, g, again, kept).write();
}

}  // namespace diagc

// Kernels by rotations: orbits of sets, what lanes do to shared memory, what the kernels compute.
#include <bit>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include <fmt/format.h>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/determinant_candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/choice/rotation_candidates.h"
#include "compiler/emit/rotations/plan.h"
#include "compiler/emit/rotations/recurrence.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/grammar_graphs.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

const std::string integrated = "hubbard/hubbard_sun_cdet_density_fixed";
const std::string integrated_lowest = integrated + "_lowest";
const std::string with_measured_point = "hubbard/hubbard_sun_cdet_density";

Graph rotation_graph(const std::string& grammar, int n) {
  return grammar_kernel(grammar, n, false, {cuda_disabled_pass}).graph;
}

CudaOptions rotation_options(const RotationOptions& form) {
  CudaOptions options;
  options.single_precision = false;
  options.form = form;
  return options;
}

/// The operations of a warp, all lanes together, as if each barrier were the only thing that orders them.
class RotationReplay {
 public:
  RotationReplay(unsigned vertices, std::uint32_t orbits, double power)
      : n_(vertices),
        rotations_(vertices - 1),
        half_(16 / rotations_),
        orbit_bytes_(16 * half_ * rotations_),
        room_(orbits * orbit_bytes_),
        recurrence_(vertices, orbit_bytes_) {
    recurrence_.write(orbits);
    factors_ = {power, (power - 1) / 2, (power + 1) / 2, power * (power + 1) / 2,
                power * (power - 1) / 2};
    for (unsigned l = 0; l < 2 * half_ * rotations_; ++l) {
      Lane& lane = lanes_.emplace_back();
      lane.number = l;
      lane.configuration = l / rotations_;
      lane.rotation = l % rotations_;
      lane.addresses[base_address] = lane.configuration * rotations_ * 8;
      for (unsigned k = 1; k <= rotations_; ++k) {
        for (unsigned turns = 0; turns < k; ++turns) {
          lane.addresses[slot_address(k, turns)] =
              lane.addresses[base_address] + (lane.rotation + turns) % k * 8;
        }
      }
    }
  }

  unsigned configurations() const { return 2 * half_; }

  /// Outputs; `input(row, configuration)` is G, then H.
  template <class Input>
  std::vector<double> run(Input input) {
    for (Lane& lane : lanes_) {
      const auto g = [&](unsigned a, unsigned b) { return input(a * n_ + b, lane.configuration); };
      const auto h = [&](unsigned a, unsigned b) {
        return input((n_ + a) * n_ + b, lane.configuration);
      };
      lane.values = {{one, 1}, {first_g, g(0, 0)}, {first_h, h(0, 0)}};
      for (unsigned b = 0; b < n_; ++b) {
        lane.values[given_g + b] = g(1 + lane.rotation, b);
        lane.values[given_h + b] = h(1 + lane.rotation, b);
      }
      lane.values[given_g + n_] = g(0, 1 + lane.rotation);
      lane.values[given_h + n_] = h(0, 1 + lane.rotation);
    }
    std::vector<double> outputs(configurations());
    for (const RotationOperation& operation : recurrence_.operations()) {
      if (operation.kind == RotationKind::barrier) written_.clear(), read_.clear();
      for (Lane& lane : lanes_) step(operation, lane, outputs);
    }
    return outputs;
  }

  std::size_t races = 0, unset = 0, outside = 0, barriers = 0;

 private:
  struct Lane {
    unsigned number = 0, configuration = 0, rotation = 0;
    std::map<RotationValue, double> values;
    std::map<RotationAddress, std::uint32_t> addresses;
  };

  void step(const RotationOperation& operation, Lane& lane, std::vector<double>& outputs) {
    using Kind = RotationKind;
    const auto& [kind, to, a, b, c, distance] = operation;
    auto& x = lane.values;
    switch (kind) {
      case Kind::load:
        x[to] = load(lane.addresses.at(a) + distance, lane.number);
        break;
      case Kind::store:
        if (c == 0 || lane.rotation < c) {
          store(lane.addresses.at(a) + distance, lane.number, x.at(b));
        }
        break;
      case Kind::product:
        x[to] = x.at(a) * x.at(b);
        break;
      case Kind::fused:
        x[to] = std::fma(x.at(a), x.at(b), x.at(c));
        break;
      case Kind::fused_less:
        x[to] = std::fma(-x.at(a), x.at(b), x.at(c));
        break;
      case Kind::sum:
        x[to] = x.at(c) + x.at(a);
        break;
      case Kind::difference:
        x[to] = x.at(c) - x.at(a);
        break;
      case Kind::factor:
        x[to] = factors_.at(a);
        break;
      case Kind::of_leader:
        x[to] = lane.rotation == 0 ? x.at(a) : 0;
        break;
      case Kind::inverse:
        x[to] = 1 / x.at(a);
        break;
      case Kind::nonzero:
        x[to] = x.at(a) == 0 ? 1e-30 : x.at(a);
        break;
      case Kind::address:
        lane.addresses[to] = lane.addresses.at(a) + lane.addresses.at(b);
        break;
      case Kind::column:
        lane.addresses[to] = orbit_bytes_ * ((lane.rotation % a + b) % a);
        break;
      case Kind::place:
        lane.addresses[to] =
            lane.addresses.at(base_address) + recurrence_.places().at(a).at(lane.rotation);
        break;
      case Kind::barrier:
        ++barriers;
        break;
      case Kind::result:
        outputs.at(lane.configuration) = x.at(a);
        break;
    }
  }

  double load(std::uint32_t at, unsigned lane) {
    const auto written = written_.find(at);
    races += written != written_.end() && written->second.first != lane;
    read_[at].insert(lane);
    unset += !memory_.contains(at);
    return memory_[at];
  }

  void store(std::uint32_t at, unsigned lane, double value) {
    outside += at + 8 > room_;
    for (const unsigned reader : read_[at]) races += reader != lane;
    const auto [written, first] = written_.try_emplace(at, lane, value);
    races += !first && written->second.first != lane && written->second.second != value;
    written->second = {lane, value};
    memory_[at] = value;
  }

  unsigned n_, rotations_, half_;
  std::uint32_t orbit_bytes_, room_;
  RotationRecurrence recurrence_;
  std::vector<double> factors_;
  std::vector<Lane> lanes_;
  std::map<std::uint32_t, double> memory_;
  std::map<std::uint32_t, std::pair<unsigned, double>> written_;  ///< since the last barrier
  std::map<std::uint32_t, std::set<unsigned>> read_;              ///< likewise
};

}  // namespace

TEST_CASE("every set is a rotation of its orbit's representative") {
  for (unsigned k = 1; k <= Orbits::most_vertices; ++k) {
    const Orbits orbits(k);
    std::size_t sets = 0, ways = 0;
    std::map<VertexSet, std::set<VertexSet>> members;
    for (VertexSet set = 0; set <= orbits.all(); ++set) {
      const auto [of_set, turns] = orbits.set(set);
      CHECK(rotated(of_set, turns, k) == set);
      CHECK(orbits.set(of_set) == Orbits::Member{of_set, 0});
      const auto [of_way, way_turns] = orbits.way(set);
      CHECK(rotated(of_way, way_turns, k) == set);
      members[of_set].insert(set);
      // By the definition: the rotations that leave it as it is.
      std::set<VertexSet> turned;
      for (unsigned turn = 0; turn < k; ++turn) {
        VertexSet moved = 0;
        for (const unsigned v : vertices_of(set)) moved |= VertexSet{1} << (v + turn) % k;
        CHECK(rotated(set, turn, k) == moved);
        turned.insert(moved);
      }
      CHECK(orbits.lanes(set) == (turned.size() == k ? 0 : turned.size()));
    }
    for (unsigned size = 0; size <= k; ++size) {
      sets += orbits.sets(size).size();
      ways += orbits.ways(size).size();
    }
    CHECK(sets == members.size());
    CHECK(ways == members.size());
  }
}

TEST_CASE(
    "lanes by rotations read what a barrier has brought, and compute the interpreter's values") {
  for (const int n : {3, 4, 6}) {
    CAPTURE(n);
    const Graph graph = rotation_graph(integrated, n);
    const RotationRecurrence sizes(static_cast<unsigned>(n), 8);
    std::vector<std::size_t> barriers;
    for (const std::uint32_t orbits : {sizes.least_orbits(), sizes.most_orbits()}) {
      const Problem<double> problem(graph, 16, 5);
      RotationReplay replay(static_cast<unsigned>(n), orbits, problem.params.at(0) - 1);
      const std::vector<double> outputs =
          replay.run([&](unsigned row, unsigned c) { return problem.inputs.at(row * 16 + c); });
      CHECK(replay.races == 0);
      CHECK(replay.unset == 0);
      CHECK(replay.outside == 0);
      REQUIRE(outputs.size() == replay.configurations());
      for (std::size_t c = 0; c < outputs.size(); ++c) {
        CHECK(std::abs(outputs[c] - problem.expected[c]) <= 1e-14 * problem.magnitude[c]);
      }
      barriers.push_back(replay.barriers);
    }
    CHECK(barriers.front() >= barriers.back());
  }
}

TEST_CASE("a propagator from vertex 0 that vanishes does not matter") {
  const Graph graph = rotation_graph(integrated, 4);
  Problem<double> problem(graph, 16, 7);
  for (unsigned c = 0; c < 16; ++c) problem.inputs[(4 + c % 3 * 4) * 16 + c] = 0;
  interpret(graph, {problem.inputs.data(), 16}, {{problem.params.at(0), 0}},
            {problem.expected.data(), 16}, 16);
  RotationReplay replay(4, RotationRecurrence(4, 8).most_orbits(), problem.params.at(0) - 1);
  const std::vector<double> outputs =
      replay.run([&](unsigned row, unsigned c) { return problem.inputs.at(row * 16 + c); });
  for (std::size_t c = 0; c < outputs.size(); ++c) {
    CHECK(std::abs(outputs[c] - problem.expected[c]) <= 1e-14 * problem.magnitude[c]);
  }
}

TEST_CASE("kernels by rotations agree with the interpreter", "[grammars][cooperative]") {
  if (!compiler_here()) return;
  struct Subject {
    std::string grammar;
    int n;
    RotationOptions form;
  };
  const std::vector<Subject> subjects = {
      {integrated, 3, {.warps = 1}},          {integrated, 4, {.warps = 3}},
      {integrated, 6, {.warps = 2}},          {integrated_lowest, 6, {.warps = 8}},
      {with_measured_point, 4, {.warps = 1}}, {with_measured_point, 6, {}}};
  std::vector<Graph> graphs;
  std::vector<CudaOnCpu<double>::Plan> plans;
  for (const Subject& subject : subjects) {
    graphs.push_back(
        renamed(rotation_graph(subject.grammar, subject.n), fmt::format("g{}", graphs.size())));
  }
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Schedule schedule = make_schedule(graphs[i], schedule_options(RotationOptions{}));
    plans.push_back(
        {&graphs[i], emit_cuda(graphs[i], schedule, rotation_options(subjects[i].form))});
  }
  const CudaOnCpu<double> programs(std::move(plans));
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    CAPTURE(i);
    check_run(programs, i, graphs[i]);
  }
}

TEST_CASE("kernels by rotations say what they are not for") {
  const auto planned = [](unsigned vertices, const RotationOptions& form, bool single) {
    CudaOptions options = rotation_options(form);
    options.single_precision = single;
    return plan_rotations(DeterminantSum{vertices, 0, {}, {}, false}, options);
  };
  CHECK_THROWS_WITH(planned(6, {}, true),
                    "no kernel by rotations: it is for double precision alone");
  CHECK_THROWS_WITH(planned(5, {}, false),
                    "no kernel by rotations: 5 vertices, expected 3, 4 or 6");
  CHECK_THROWS_WITH(planned(6, {.warps = 9}, false),
                    "no kernel by rotations: 9 warps have 25680 bytes of shared memory each, of "
                    "27840");
  CHECK(planned(6, {.warps = 8}, false).shared_bytes() <= CudaDevice{}.shared_bytes);
}

TEST_CASE("kernels by rotations have a name, and are what six vertices take") {
  CHECK(to_string(CudaCandidate(RotationOptions{})) == "cooperative:rotations");
  CHECK(to_string(CudaCandidate(RotationOptions{.warps = 7})) == "cooperative:rotations,warps=7");
  CHECK(cuda_candidate("cooperative:rotations,warps=7") ==
        CudaCandidate(RotationOptions{.warps = 7}));
  CHECK_FALSE(cuda_candidate("cooperative:rotations,warps=17"));
  CHECK_FALSE(cuda_candidate("cooperative:rotations,lanes=8"));
  CHECK_FALSE(cuda_candidate("straight:rotations"));

  const auto list = rotation_candidates(rotation_graph(integrated, 6), rotation_options({}), {});
  REQUIRE(list.size() == 1);
  CHECK(to_string(list.front().candidate) == "cooperative:rotations,warps=8");
  // Before the form by determinants, as an H100 runs them.
  CudaOptions units = rotation_options({});
  units.form = DeterminantOptions{};
  const auto of_units = determinant_candidates(rotation_graph(integrated, 6), units, {});
  CHECK(list.front().estimate.seconds < of_units.front().estimate.seconds);
  // An H100 makes 3.8e8 evaluations a second.
  CHECK(list.front().estimate.seconds > 1 / 5e8);
  CHECK(list.front().estimate.seconds < 1 / 3.3e8);
}

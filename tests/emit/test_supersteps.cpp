// Straight code that warps share: what moves between them, and what the kernels compute.
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "compiler/emit/choice/candidates.h"
#include "compiler/emit/choice/emit.h"
#include "compiler/emit/cuda/superstep_text.h"
#include "compiler/schedule/register_file.h"
#include "tests/emit/cuda_runs.h"
#include "tests/emit/cuda_subjects.h"
#include "tests/emit/text_graphs.h"

using namespace diagc;

namespace {

const std::string fixed = "hubbard/hubbard_sun_cdet_density_fixed";

/// Runs the warps superstep by superstep with nodes in place of numbers: every value that is read must be in registers, and every place
/// must hold what is expected there.
class Walk {
 public:
  Walk(const Graph& graph, const Schedule& schedule, const Supersteps& plan, bool last_first)
      : graph_(graph), schedule_(schedule), plan_(plan), warps_(plan.parts.size()) {
    for (std::uint32_t superstep = 0; superstep < plan.count; ++superstep) {
      for (std::size_t i = 0; i < warps_.size(); ++i) {
        run(last_first ? warps_.size() - 1 - i : i);
      }
    }
  }

  std::size_t wrong = 0, statements = 0, barriers = 0;

 private:
  using What = Transfer::What;
  struct Warp {
    std::size_t step = 0, statement = 0, transfer = 0;
    std::set<NodeId> registers;
  };

  void expect(bool right) { wrong += !right; }

  /// To the next barrier, or to the end.
  void run(std::size_t number) {
    Warp& warp = warps_[number];
    const WarpPart& part = plan_.parts[number];
    for (;; ++warp.step, warp.transfer = 0) {
      const std::vector<Transfer>& list = part.placement.transfers[warp.step];
      while (warp.transfer < list.size()) {
        const Transfer& each = list[warp.transfer++];
        if (each.what == What::barrier) {
          ++barriers;
          return;
        }
        move(warp, each);
      }
      if (warp.step + 1 == part.placement.transfers.size()) return;
      step(warp, part);
    }
  }

  void move(Warp& warp, const Transfer& each) {
    const bool in_slot = each.what == What::load_slot || each.what == What::store_slot ||
                         each.what == What::read_slot;
    std::map<Slot, NodeId>& memory = in_slot ? slots_ : rows_;
    if (each.what == What::read_input || each.what == What::read_input_again) {
      expect(schedule_.role[each.node] == Role::leaf);
      warp.registers.insert(each.node);
    } else if (is_load(each)) {
      const auto found = memory.find(each.places[0]);
      expect(found != memory.end() && found->second == each.node);
      warp.registers.insert(each.node);
    } else {
      expect(warp.registers.contains(each.node));
      expect(each.places[0] < (in_slot ? plan_.slots : plan_.rows));
      memory[each.places[0]] = each.node;
    }
  }

  void step(Warp& warp, const WarpPart& part) {
    const Statement& statement = part.chunk.statements[warp.statement];
    const auto read = [&](NodeId node) {
      const Role role = schedule_.role[node];
      if (role == Role::value || role == Role::leaf) expect(warp.registers.contains(node));
    };
    if (statement.terms.empty()) {
      for (const Term each : graph_.terms(statement.node)) read(each.node);
    } else {
      for (const NodeId node : statement.terms[term_].factors) read(node);
    }
    if (++term_ < steps(statement)) return;
    term_ = 0;
    warp.registers.insert(statement.node);
    ++warp.statement;
    ++statements;
  }

  const Graph& graph_;
  const Schedule& schedule_;
  const Supersteps& plan_;
  std::vector<Warp> warps_;
  std::size_t term_ = 0;  ///< of the statement at hand: barriers stand between statements
  std::map<Slot, NodeId> slots_, rows_;
};

CudaOptions options_of(unsigned warps, unsigned shared, unsigned registers) {
  CudaOptions options;
  options.single_precision = false;
  options.form = StraightOptions{.shared = shared, .warps = warps};
  options.device.thread_registers = registers;
  return options;
}

}  // namespace

TEST_CASE("warps that share statements find every value where another one has put it") {
  for (const auto& [grammar, n] :
       {std::pair{fixed, 5}, {"hubbard/hubbard_su2_cdet_density_elimination", 6}}) {
    const Subject of = subject(grammar, n);
    for (const unsigned warps : {1U, 2U, 4U, 7U}) {
      for (const auto& [shared, registers] : {std::pair{0U, 255U}, {40U, 60U}}) {
        const Supersteps plan =
            plan_supersteps(of.graph, of.whole, options_of(warps, shared, registers));
        CAPTURE(grammar, warps, shared);
        for (const bool last_first : {false, true}) {
          const Walk walk(of.graph, of.whole, plan, last_first);
          CHECK(walk.wrong == 0);
          CHECK(walk.statements == of.whole.chunks.front().statements.size());
          CHECK(walk.barriers == warps * (plan.count - 1));
        }
        if (shared > 0) {
          CHECK(plan.slots <= shared);
          CHECK(plan.rows > 0);
        }
        if (warps == 1) CHECK(plan.stores + plan.row_stores == 0);
      }
    }
  }
}

TEST_CASE("statements are dealt out evenly") {
  const Subject of = subject(fixed, 6);
  const Work& work = of.whole.work;
  const std::uint64_t all = work.multiplications + work.additions + work.fused;
  for (const unsigned warps : {2U, 4U, 8U}) {
    const Supersteps plan = plan_supersteps(of.graph, of.whole, options_of(warps, 0, 255));
    CAPTURE(warps, plan.operations, all);
    CHECK(static_cast<double>(plan.operations) < 1.4 * static_cast<double>(all) / warps);
  }
}

TEST_CASE("kernels that warps share agree with the interpreter", "[grammars][cuda]") {
  if (const std::string why = toolchain::why_unavailable(); !why.empty()) {
    WARN(why);
    return;
  }
  const auto check = [](auto real,
                        const std::vector<std::tuple<std::string, int, CudaOptions>>& all) {
    using Real = decltype(real);
    std::vector<Graph> graphs;
    std::vector<typename CudaOnCpu<Real>::Plan> plans;
    for (const auto& [grammar, n, options] : all) {
      graphs.push_back(renamed(subject(grammar, n).graph, fmt::format("g{}", graphs.size())));
    }
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      CudaOptions options = std::get<2>(all[i]);
      options.single_precision = sizeof(Real) == sizeof(float);
      options.slab = 100;
      plans.push_back(
          {&graphs[i],
           emit_cuda(graphs[i], make_schedule(graphs[i], schedule_options(options.form)),
                     options)});
    }
    const CudaOnCpu<Real> programs(std::move(plans));
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      CAPTURE(i);
      check_run(programs, i, graphs[i]);
    }
  };
  check(double(), {{fixed, 4, options_of(4, 0, 255)},
                   {fixed, 4, options_of(3, 30, 60)},
                   {"hubbard/hubbard_su2_cdet_density_elimination", 5, options_of(16, 0, 128)},
                   {"hubbard/hubbard_sun_density", 5, options_of(2, 20, 60)}});
  check(float(), {{"hubbard/hubbard_sun_density", 5, options_of(8, 0, 255)}});
}

TEST_CASE("warps that share statements are an option of straight code, of real values") {
  const auto asked = cuda_candidate("straight:shared=100,warps=4");
  REQUIRE(asked);
  CHECK(*asked == CudaCandidate(StraightOptions{.shared = 100, .warps = 4}));
  CHECK(to_string(*asked) == "straight:shared=100,warps=4");
  CHECK_FALSE(cuda_candidate("straight:warps=17"));
  const GrammarKernel complex = grammar_kernel("hubbard/hubbard_sun_density", 3, true);
  CHECK_THROWS_WITH(plan_supersteps(complex.graph, complex.schedule, options_of(2, 0, 255)),
                    "warps share statements of real values only: take another schedule");
  const CudaProgram program =
      emit_cuda_supersteps(subject(fixed, 5).graph, subject(fixed, 5).whole, options_of(4, 0, 255));
  CHECK(program.launches.front().threads == 256);
  CHECK(program.launches.front().configurations == 64);
}

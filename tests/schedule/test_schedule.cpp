// Order, live values, chunks and workspace rows, each recounted by brute force.
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <set>

#include "compiler/driver/compilation.h"
#include "compiler/graph/text.h"
#include "compiler/schedule/schedule.h"
#include "tests/passes/random_graphs.h"

using namespace diagc;

namespace {

Graph any_graph() {
  const auto seed = *rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>());
  return random_graph(seed, {*rc::gen::inRange(1, 80), false, true});
}

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

std::vector<std::size_t> positions(const std::vector<NodeId>& order, std::size_t nodes) {
  std::vector<std::size_t> position(nodes, nowhere);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  return position;
}

/// The values that a value is computed from: operands, those of fused products in their place.
std::vector<NodeId> reads(const Graph& graph, const std::vector<Role>& role, NodeId node) {
  std::vector<NodeId> result;
  for (const Term term : graph.terms(node)) {
    if (role[term.node] == Role::fused) {
      for (const Term factor : graph.terms(term.node)) result.push_back(factor.node);
    } else {
      result.push_back(term.node);
    }
  }
  return result;
}

void check_order(const Graph& graph, const Values& values, const std::vector<NodeId>& order) {
  RC_ASSERT(order.size() == values.values.size());
  const std::vector<std::size_t> position = positions(order, graph.node_count());
  for (NodeId value : values.values) {
    RC_ASSERT(position[value] !=
              nowhere);  // as many as there are values, and none missing: each once
    for (NodeId operand : reads(graph, values.role, value)) {
      RC_ASSERT(values.role[operand] != Role::unused);
      if (values.role[operand] == Role::value) RC_ASSERT(position[operand] < position[value]);
    }
  }
}

std::size_t live_by_recount(const Graph& graph, const Values& values,
                            const std::vector<NodeId>& order) {
  const std::vector<std::size_t> position = positions(order, graph.node_count());
  std::vector<std::size_t> last_read(position);
  for (NodeId value : order) {
    for (NodeId operand : reads(graph, values.role, value)) {
      if (position[operand] != nowhere)
        last_read[operand] = std::max(last_read[operand], position[value]);
    }
  }
  std::size_t most = 0;
  for (std::size_t now = 0; now < order.size(); ++now) {
    std::size_t live = 0;
    for (NodeId value : order) live += position[value] <= now && now <= last_read[value];
    most = std::max(most, live);
  }
  return most;
}

std::uint64_t operations(const Work& work) {
  return work.multiplications + work.additions + work.fused + work.divisions + work.functions;
}

void check_chunks(const Graph& graph, const Schedule& schedule) {
  std::vector<std::size_t> chunk_of(graph.node_count(), nowhere), last_read(graph.node_count(), 0);
  std::vector<NodeId> order;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    for (const Statement& statement : schedule.chunks[c].statements) {
      chunk_of[statement.node] = c;
      order.push_back(statement.node);
    }
  }
  check_order(graph, Values(graph), order);
  std::vector<std::uint8_t> stored(graph.outputs().size(), 0);
  // When values are computed, and when workspace rows are read for the last time; both count statements.
  std::vector<std::size_t> computed(graph.node_count(), 0), kept_until(graph.node_count(), 0);
  std::size_t now = 0;
  for (std::size_t c = 0; c < schedule.chunks.size(); ++c) {
    const Chunk& chunk = schedule.chunks[c];
    std::set<NodeId> leaves, imports, uniforms;
    const auto read = [&](NodeId node) {
      if (schedule.role[node] == Role::leaf) leaves.insert(node);
      if (schedule.role[node] == Role::uniform) uniforms.insert(node);
      if (schedule.role[node] == Role::value && chunk_of[node] != c) {
        RC_ASSERT(chunk_of[node] < c);
        imports.insert(node);
        last_read[node] = c;
        kept_until[node] = now;
      }
    };
    for (const Statement& statement : chunk.statements) {
      ++now;
      for (NodeId node : reads(graph, schedule.role, statement.node)) read(node);
      computed[statement.node] = now;
    }
    ++now;
    for (std::uint32_t output : chunk.outputs) {
      read(graph.outputs()[output]);
      ++stored[output];
    }
    RC_ASSERT(leaves == std::set<NodeId>(chunk.leaves.begin(), chunk.leaves.end()));
    RC_ASSERT(leaves.size() == chunk.leaves.size());
    RC_ASSERT(imports == std::set<NodeId>(chunk.imports.begin(), chunk.imports.end()));
    RC_ASSERT(imports.size() == chunk.imports.size());
    // Uniforms are listed with all that they need, in an order in which they can be computed.
    std::set<NodeId> listed;
    for (NodeId node : chunk.uniforms) {
      for (const Term term : graph.terms(node)) RC_ASSERT(listed.contains(term.node));
      RC_ASSERT(listed.insert(node).second);
    }
    for (NodeId node : uniforms) RC_ASSERT(graph[node].kind == Kind::one || listed.contains(node));
  }
  for (const std::uint8_t times : stored) RC_ASSERT(times == 1);

  // Of two values that share a workspace row one is read for the last time before the other is stored.
  for (NodeId a : order) {
    RC_ASSERT((schedule.slot[a] == no_slot) == (last_read[a] == 0));
    if (schedule.slot[a] == no_slot) continue;
    const std::uint32_t rows_a = static_cast<std::uint32_t>(rows_of(graph[a].type));
    RC_ASSERT(schedule.slot[a] + rows_a <= schedule.slots);
    for (NodeId b : order) {
      if (a == b || schedule.slot[b] == no_slot) continue;
      const std::uint32_t rows_b = static_cast<std::uint32_t>(rows_of(graph[b].type));
      if (schedule.slot[a] + rows_a <= schedule.slot[b] ||
          schedule.slot[b] + rows_b <= schedule.slot[a])
        continue;
      RC_ASSERT(kept_until[a] <= computed[b] || kept_until[b] <= computed[a]);
    }
  }
}

Graph hubbard(int n) {
  FrontOptions options;
  options.expand.statics["n"] = std::to_string(n);
  const auto source = read_source(DIAGC_SOURCE_DIR "/grammars/hubbard/hubbard_sun_density.diag");
  return expand_and_simplify(read_rules(source), options).graph;
}

}  // namespace

TEST_CASE("orders compute operands first and every value once; live values by recount") {
  CHECK(rc::check([] {
    const Graph graph = any_graph();
    const Values values(graph);
    for (const auto start :
         {OrderRule::Start::creation, OrderRule::Start::outputs, OrderRule::Start::backwards}) {
      for (const bool eager : {false, true}) {
        const OrderRule rule{start, {}, {}, eager};
        const std::vector<NodeId> order = apply(rule, graph, values);
        check_order(graph, values, order);
        RC_ASSERT(max_live(order, values, graph.node_count()) ==
                  live_by_recount(graph, values, order));
      }
    }
    const std::vector<NodeId> best = apply(find_order(graph, values), graph, values);
    check_order(graph, values, best);
  }));
}

TEST_CASE("chunks read what they need, and workspace rows hold one value at a time") {
  CHECK(rc::check([] {
    const Graph graph = any_graph();
    ScheduleOptions options;
    options.chunk_operations = *rc::gen::inRange<std::uint64_t>(1, 60);
    const Schedule schedule = make_schedule(graph, options);
    check_chunks(graph, schedule);
    // No chunk is larger than asked for by more than its last statement that works, and there are no more than it takes.
    std::uint64_t total = 0;
    for (const Chunk& chunk : schedule.chunks) {
      std::uint64_t size = 0, last = 0;
      for (const Statement& statement : chunk.statements) {
        const std::uint64_t work = operations(count(graph, statement));
        size += work;
        if (work > 0) last = work;
      }
      total += size;
      RC_ASSERT(size - last <= options.chunk_operations + options.chunk_operations / 2);
    }
    RC_ASSERT(schedule.chunks.size() <= total / options.chunk_operations + 1);
  }));
}

TEST_CASE("the Hubbard density keeps few values alive") {
  for (int n = 2; n <= 6; ++n) {
    const Graph graph = hubbard(n);
    const Values values(graph);
    const OrderRule rule = find_order(graph, values);
    const std::vector<NodeId> order = apply(rule, graph, values);
    const Schedule schedule = make_schedule(graph);
    CAPTURE(n, to_string(rule));
    CHECK(schedule.max_live == live_by_recount(graph, values, order));
    check_chunks(graph, schedule);
    if (n == 6) CHECK(schedule.max_live <= 127);
  }
}

TEST_CASE("a rule of order from a smaller graph holds for a larger one") {
  const Graph small = hubbard(4), large = hubbard(6);
  const OrderRule hint = find_order(small, Values(small));
  const Values values(large);
  const OrderRule rule = find_order(large, values, &hint);
  const std::vector<NodeId> order = apply(rule, large, values);
  check_order(large, values, order);
  CHECK(max_live(order, values, large.node_count()) <=
        max_live(apply(hint, large, values), values, large.node_count()));
}

TEST_CASE("large kernels are cut into chunks of the asked size") {
  const Graph graph = hubbard(6);
  ScheduleOptions options;
  options.chunk_operations = 300;
  const Schedule schedule = make_schedule(graph, options);
  check_chunks(graph, schedule);
  std::uint64_t total = 0;
  for (const Chunk& chunk : schedule.chunks) {
    std::uint64_t size = 0;
    for (const Statement& statement : chunk.statements) size += operations(count(graph, statement));
    CHECK(size <= 330);
    total += size;
  }
  CHECK(schedule.chunks.size() == (total + 299) / 300);
}

namespace {

/// A chain of n products of two inputs, and n outputs.
Graph many_rows(int n) {
  std::string text = "graph rows\ninput x[1.." + std::to_string(n) + "] : real\noutput y[1.." +
                     std::to_string(n) + "] : real\n";
  int node = 0;
  for (int i = 1; i <= n; ++i) {
    const std::string product = "%" + std::to_string(++node), sum = "%" + std::to_string(++node);
    text += product + " = product x[" + std::to_string(i) + "] x[" + std::to_string(i % n + 1) +
            "]\n" + sum + " = sum " + product + " + " +
            (i > 1 ? "%" + std::to_string(node - 2) : std::string("x[1]")) + "\n";
  }
  for (int i = 1; i <= n; ++i)
    text += "y[" + std::to_string(i) + "] = %" + std::to_string(2 * i) + "\n";
  return from_text(std::make_shared<Source>("rows.txt", text));
}

}  // namespace

TEST_CASE("kernels of many inputs and outputs are cut into chunks of few rows") {
  const Graph graph = many_rows(2500);
  const Schedule schedule = make_schedule(graph);
  check_chunks(graph, schedule);
  REQUIRE(schedule.work.fused == 2500);
  std::size_t outputs = 0;
  for (const Chunk& chunk : schedule.chunks) {
    // The last statement may take three more.
    CHECK(chunk.leaves.size() + chunk.imports.size() + chunk.outputs.size() <=
          ScheduleOptions::chunk_rows + 3);
    outputs += chunk.outputs.size();
  }
  CHECK(outputs == 2500);
  CHECK(schedule.chunks.size() == 4);  // two rows a statement: 5,000 of them by 1,500
  // Whoever asks for one chunk gets one, and half as many more rows than fit a chunk stay together.
  ScheduleOptions whole;
  whole.chunk_operations = ScheduleOptions::one_chunk;
  CHECK(make_schedule(graph, whole).chunks.size() == 1);
  CHECK(make_schedule(many_rows(1100)).chunks.size() == 1);
}

#include "compiler/schedule/schedule.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include "compiler/source/stop.h"

namespace diagc {

namespace {

/// Finds the inputs, uniforms and earlier values that a chunk reads.
class Imports {
 public:
  Imports(const Graph& graph, const std::vector<Role>& role) : graph_(graph), role_(role) {
    seen_.assign(graph.node_count(), 0);
  }

  void begin(Chunk& chunk) {
    chunk_ = &chunk;
    ++mark_;
  }
  void computed_here(NodeId node) { seen_[node] = mark_; }

  void read(NodeId node) {
    if (seen_[node] == mark_) return;
    seen_[node] = mark_;
    switch (role_[node]) {
      case Role::leaf:
        chunk_->leaves.push_back(node);
        break;
      case Role::value:
        chunk_->imports.push_back(node);
        break;
      case Role::uniform:
        for (const Term term : graph_.terms(node)) read(term.node);
        chunk_->uniforms.push_back(node);
        break;
      default:
        break;
    }
  }

 private:
  const Graph& graph_;
  const std::vector<Role>& role_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t mark_ = 0;
  Chunk* chunk_ = nullptr;
};

/// Counts the rows from outside that a chunk reads and the rows of outputs that it writes.
class ChunkRows {
 public:
  ChunkRows(const Graph& graph, const std::vector<Role>& role)
      : graph_(graph), role_(role), seen_(graph.node_count(), 0), outputs_(graph.node_count(), 0) {
    for (const NodeId output : graph.outputs()) ++outputs_[output];
  }

  void begin() {
    ++mark_;
    rows_ = 0;
  }
  void add(const Statement& statement) {
    if (statement.terms.empty()) {
      for (const Term term : graph_.terms(statement.node)) read(term.node);
    }
    for (const SumTerm& term : statement.terms) {
      for (const NodeId factor : term.factors) read(factor);
    }
    seen_[statement.node] = mark_;
    rows_ += outputs_[statement.node];
  }
  std::uint64_t rows() const { return rows_; }

 private:
  void read(NodeId node) {
    if (seen_[node] == mark_) return;
    seen_[node] = mark_;
    if (role_[node] == Role::leaf || role_[node] == Role::value) ++rows_;
  }

  const Graph& graph_;
  const std::vector<Role>& role_;
  std::vector<std::uint32_t> seen_, outputs_;
  std::uint32_t mark_ = 0;
  std::uint64_t rows_ = 0;
};

/// Gives workspace rows to values that outlive their chunk; a row is free again after the statement that reads it last.
class SlotAllocator {
 public:
  std::uint32_t rows() const { return rows_; }

  Slot take(int width) {
    auto& free = free_[width - 1];
    if (free.empty()) {
      rows_ += static_cast<std::uint32_t>(width);
      return rows_ - static_cast<std::uint32_t>(width);
    }
    const Slot slot = free.back();
    free.pop_back();
    return slot;
  }
  void give_back(Slot slot, int width) { free_[width - 1].push_back(slot); }

 private:
  std::vector<Slot> free_[2];
  std::uint32_t rows_ = 0;
};

constexpr std::uint64_t unlimited = std::uint64_t{1} << 60;

std::uint64_t operations(const Work& work) {
  return work.multiplications + work.additions + work.fused + work.divisions + work.functions;
}

void cut_into_chunks(const Graph& graph, const Values& values, const std::vector<NodeId>& order,
                     const ScheduleOptions& options, Schedule& schedule) {
  std::vector<std::uint32_t> age(graph.node_count(), 0);
  std::uint32_t computed = 0;
  ChunkRows rows(graph, schedule.role);
  const auto cut = [&](const std::vector<NodeId>& stretch, std::uint64_t chunk_operations,
                       std::uint64_t chunk_rows) {
    std::vector<Statement> statements;
    std::vector<Work> work;
    statements.reserve(stretch.size());
    std::uint64_t total = 0;
    rows.begin();
    for (NodeId node : stretch) {
      throw_if_stopped(options.stop);
      statements.push_back(make_statement(graph, values, node, age, schedule.coefficients));
      work.push_back(count(graph, statements.back()));
      total += operations(work.back());
      rows.add(statements.back());
      age[node] = ++computed;
    }
    const auto fits = [](std::uint64_t all, std::uint64_t chunk) {
      return all <= chunk + chunk / 2;
    };
    if (fits(rows.rows(), chunk_rows)) chunk_rows = unlimited;
    const std::uint64_t chunks =
        fits(total, chunk_operations) ? 1 : (total + chunk_operations - 1) / chunk_operations;
    const std::uint64_t limit = (total + chunks - 1) / chunks;

    std::uint64_t done = 0, made = 1;
    schedule.chunks.emplace_back();
    rows.begin();
    for (std::size_t i = 0; i < statements.size(); ++i) {
      // Statements that cost nothing may follow when all chunks are full.
      const bool full = made < chunks && done >= limit * made;
      if (full) ++made;
      if (full || rows.rows() >= chunk_rows) {
        schedule.chunks.emplace_back();
        rows.begin();
      }
      done += operations(work[i]);
      rows.add(statements[i]);
      schedule.chunks.back().statements.push_back(std::move(statements[i]));
      schedule.chunks.back().work += work[i];
    }
  };
  if (!options.panels) {
    const bool whole = options.chunk_operations == ScheduleOptions::one_chunk;
    return cut(order, options.chunk_operations, whole ? unlimited : ScheduleOptions::chunk_rows);
  }

  auto cooperation = std::make_shared<Cooperation>();
  std::optional<Panels> panels = find_panels(graph, values, order, *options.panels);
  if (!panels) {
    throw std::runtime_error((options.panels->products
                                  ? "no tiles of products in the graph with "
                                  : "no panels of equal form in the graph with ") +
                             to_string(*options.panels));
  }
  cooperation->panels = std::move(*panels);
  if (!options.panels->products) {
    cooperation->templates =
        find_templates(graph, values, cooperation->panels, schedule.coefficients);
  }
  std::vector<NodeId> inside;
  for (const Panel& panel : cooperation->panels.panels) {
    inside.insert(inside.end(), panel.values.begin() + panel.copies, panel.values.end());
  }
  if (!cooperation->panels.before.empty())
    cut(cooperation->panels.before, options.chunk_operations, unlimited);
  cooperation->chunk = schedule.chunks.size();
  cut(inside, ScheduleOptions::one_chunk, unlimited);
  if (!options.panels->products) {
    cut(cooperation->panels.after, options.chunk_operations, unlimited);
  }
  schedule.cooperation = std::move(cooperation);
}

bool is_cooperative(const Schedule& schedule, std::size_t chunk) {
  return schedule.cooperation && schedule.cooperation->chunk == chunk;
}

void find_imports(const Graph& graph, const ScheduleOptions& options, Schedule& schedule) {
  Imports imports(graph, schedule.role);
  constexpr std::uint32_t nowhere = 0xffffffffu;
  std::vector<std::uint32_t> chunk_of(graph.node_count(), nowhere);
  for (std::uint32_t c = 0; c < schedule.chunks.size(); ++c) {
    for (const Statement& statement : schedule.chunks[c].statements) chunk_of[statement.node] = c;
  }
  // Outputs that are no values are stored by the last chunk, where a uniform or a leaf is as good as anywhere; so are those of
  // panels, which write tiles only.
  for (std::uint32_t output = 0; output < graph.outputs().size(); ++output) {
    const std::uint32_t c = chunk_of[graph.outputs()[output]];
    const bool last = c == nowhere || is_cooperative(schedule, c);
    schedule.chunks[last ? schedule.chunks.size() - 1 : c].outputs.push_back(output);
  }
  for (Chunk& chunk : schedule.chunks) {
    throw_if_stopped(options.stop);
    imports.begin(chunk);
    for (const Statement& statement : chunk.statements) {
      if (statement.terms.empty()) {
        for (const Term term : graph.terms(statement.node)) imports.read(term.node);
      }
      for (const SumTerm& term : statement.terms) {
        for (NodeId factor : term.factors) imports.read(factor);
      }
      imports.computed_here(statement.node);
    }
    for (std::uint32_t output : chunk.outputs) imports.read(graph.outputs()[output]);
  }
}

/// Uniform values get statements, too: they are computed like others, only before the loop.
void state_uniforms(const Graph& graph, const Values& values, Schedule& schedule) {
  const std::vector<std::uint32_t> age(graph.node_count(), 0);
  for (Chunk& chunk : schedule.chunks) {
    for (NodeId node : chunk.uniforms) {
      if (is_leaf(graph[node].kind)) continue;
      Statement statement = make_statement(graph, values, node, age, schedule.coefficients);
      chunk.work += count(graph, statement);
      chunk.uniform_statements.push_back(std::move(statement));
    }
  }
}

/// For every statement of a chunk the values of earlier chunks that it reads last of all.
std::vector<std::vector<NodeId>> last_reads(const Graph& graph, const Chunk& chunk, std::uint32_t c,
                                            const std::vector<std::uint32_t>& last_reader) {
  constexpr std::size_t not_read = static_cast<std::size_t>(-1);
  std::unordered_map<NodeId, std::size_t> last;
  for (NodeId node : chunk.imports) {
    if (last_reader[node] == c) last.emplace(node, not_read);
  }
  const auto read = [&](NodeId node, std::size_t statement) {
    if (const auto found = last.find(node); found != last.end()) found->second = statement;
  };
  for (std::size_t i = 0; i < chunk.statements.size(); ++i) {
    const Statement& statement = chunk.statements[i];
    for (const SumTerm& term : statement.terms) {
      for (NodeId node : term.factors) read(node, i);
    }
    if (!statement.terms.empty()) continue;
    for (const Term term : graph.terms(statement.node)) read(term.node, i);
  }
  // Outputs are stored behind all statements.
  for (std::uint32_t output : chunk.outputs) read(graph.outputs()[output], chunk.statements.size());
  std::vector<std::vector<NodeId>> ends(chunk.statements.size() + 1);
  for (NodeId node : chunk.imports) {
    if (const auto found = last.find(node); found != last.end())
      ends[found->second].push_back(node);
  }
  return ends;
}

void assign_slots(const Graph& graph, Schedule& schedule) {
  const std::size_t chunks = schedule.chunks.size();
  std::vector<std::uint32_t> last_reader(graph.node_count(), 0);
  for (std::uint32_t c = 0; c < chunks; ++c) {
    for (NodeId node : schedule.chunks[c].imports) last_reader[node] = c;
  }
  SlotAllocator allocator;
  schedule.slot.assign(graph.node_count(), no_slot);
  for (std::uint32_t c = 0; c < chunks; ++c) {
    const Chunk& chunk = schedule.chunks[c];
    const auto ends = last_reads(graph, chunk, c, last_reader);
    const auto free = [&](std::size_t statement) {
      for (NodeId node : ends[statement]) {
        allocator.give_back(schedule.slot[node], rows_of(graph[node].type));
      }
    };
    const bool ordered = !is_cooperative(schedule, c);
    for (std::size_t i = 0; i < chunk.statements.size(); ++i) {
      const NodeId node = chunk.statements[i].node;
      if (ordered) free(i);                  // a statement reads before it stores
      if (last_reader[node] == 0) continue;  // nothing reads what the first chunk would import
      schedule.slot[node] = allocator.take(rows_of(graph[node].type));
    }
    for (std::size_t i = 0; i < chunk.statements.size() && !ordered; ++i) free(i);
    free(chunk.statements.size());
  }
  schedule.slots = allocator.rows();
}

void count_memory_traffic(const Graph& graph, Schedule& schedule) {
  const auto rows = [&](NodeId node) {
    return static_cast<std::uint64_t>(rows_of(graph[node].type));
  };
  // A real element of a complex output has an imaginary row, too.
  std::vector<std::uint64_t> output_rows;
  for (const Variable& output : graph.signature().outputs) {
    output_rows.insert(output_rows.end(), static_cast<std::size_t>(output.scalars()),
                       static_cast<std::uint64_t>(rows_of(output.type)));
  }
  for (Chunk& chunk : schedule.chunks) {
    for (NodeId node : chunk.leaves) chunk.work.loads += rows(node);
    for (NodeId node : chunk.imports) chunk.work.loads += rows(node);
    for (const Statement& statement : chunk.statements) {
      if (schedule.slot[statement.node] != no_slot) chunk.work.stores += rows(statement.node);
    }
    for (std::uint32_t output : chunk.outputs) chunk.work.stores += output_rows[output];
    schedule.work += chunk.work;
  }
}

}  // namespace

Schedule make_schedule(const Graph& graph, const ScheduleOptions& options) {
  Schedule schedule;
  schedule.coefficients = graph.coefficients();
  const Values values(graph,
                      options.panels ? SharedProducts::fused : SharedProducts::computed_once);
  schedule.role = values.role;
  schedule.order = find_order(graph, values, options.hint, options.stop);
  const std::vector<NodeId> order = apply(schedule.order, graph, values, options.stop);
  schedule.max_live = max_live(order, values, graph.node_count());
  cut_into_chunks(graph, values, order, options, schedule);
  find_imports(graph, options, schedule);
  state_uniforms(graph, values, schedule);
  assign_slots(graph, schedule);
  count_memory_traffic(graph, schedule);
  return schedule;
}

}  // namespace diagc

#include "physics/dynamics/fields/stage_rows.h"

#include <algorithm>
#include <cstring>

#include "runtime/system/thread_pool.h"

namespace diagc::dynamics {

namespace {

/// Complex numbers in memory that FFTW may use vectors on.
class FieldBuffer {
 public:
  FieldBuffer(std::size_t fields, const StagedTheory& theory)
      : values_{nullptr, fields, theory.pairs(), theory.distance()},
        memory_(2 * fields * theory.pairs() * theory.distance()) {
    values_.numbers = reinterpret_cast<Complex*>(memory_.data());
  }
  const FieldValues& values() const { return values_; }
  void clear() const { std::memset(memory_.data(), 0, memory_.size() * sizeof(double)); }

 private:
  FieldValues values_;
  Numbers memory_;
};

/// What a thread computes pairs with.
struct StageBuffers {
  FieldBuffer lesser, greater, lesser_results, greater_results;
  std::vector<double> first, second;  ///< vertices
  StageBuffers(const StagedTheory& theory, std::size_t reads, std::size_t writes)
      : lesser(reads, theory),
        greater(reads, theory),
        lesser_results(writes, theory),
        greater_results(writes, theory),
        first(theory.vertices() * theory.pairs()),
        second(first.size()) {}
};

/// A pair of nodes as a place in a block.
struct NodePair {
  std::size_t row = 0, column = 0;
};

class StageRun {
 public:
  StageRun(const Model& model, const StagedTheory& theory, std::size_t stage,
           std::span<const double> times, const ImaginaryBranch* branch, const StageRows& rows)
      : model_(model),
        theory_(theory),
        number_(stage),
        stage_(theory.plan().stages[stage]),
        is_last_(stage + 1 == theory.plan().stages.size()),
        times_(times),
        branch_(branch),
        rows_(rows),
        writes_(is_last_ ? model.bands * model.bands : stage_.writes.size()) {}

  StageBuffers buffers() const { return {theory_, stage_.reads.size(), writes_}; }

  /// All pairs of the panel's rows with a block of columns.
  void run_block(const StageBlock& block) const;
  void run_mixed_row(std::size_t row) const;

 private:
  std::size_t points() const { return theory_.points(); }

  void set_vertices(std::vector<double>& values, std::size_t pair, double time) const {
    const std::vector<double> own = vertices_at(model_, time);
    for (std::size_t v = 0; v < own.size(); ++v) values[v * theory_.pairs() + pair] = own[v];
  }

  void gather(const StageBlock& block, std::span<const NodePair> pairs,
              const StageBuffers& to) const {
    const std::size_t bands = model_.bands;
    for (std::size_t read = 0; read < stage_.reads.size(); ++read) {
      const std::uint32_t field = stage_.reads[read];
      const bool is_green = field < bands * bands;
      for (std::size_t k = 0; k < points(); ++k) {
        const Block l = is_green ? rows_.panel.lesser.at(k, block.of_green)
                                 : rows_.fields[field].lesser.at(k, block.of_fields);
        const Block d = is_green ? rows_.panel.spectral.at(k, block.of_green)
                                 : rows_.fields[field].spectral.at(k, block.of_fields);
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
          const std::size_t row =
              is_green ? pairs[pair].row * bands + field / bands : pairs[pair].row;
          const std::size_t column =
              is_green ? pairs[pair].column * bands + field % bands : pairs[pair].column;
          const Complex value = l.at(row, column);
          to.lesser.values().at(read, pair)[k] = value;
          to.greater.values().at(read, pair)[k] = value + d.at(row, column);
        }
      }
    }
  }

  void scatter(const StageBlock& block, std::span<const NodePair> pairs,
               const StageBuffers& from) const {
    const std::size_t bands = model_.bands;
    for (std::size_t write = 0; write < writes_; ++write) {
      for (std::size_t k = 0; k < points(); ++k) {
        const Block l = is_last_ ? rows_.self_energy.lesser.at(k, block.of_green)
                                 : rows_.fields[stage_.writes[write]].lesser.at(k, block.of_fields);
        const Block d = is_last_
                            ? rows_.self_energy.spectral.at(k, block.of_green)
                            : rows_.fields[stage_.writes[write]].spectral.at(k, block.of_fields);
        for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
          const std::size_t row =
              is_last_ ? pairs[pair].row * bands + write / bands : pairs[pair].row;
          const std::size_t column =
              is_last_ ? pairs[pair].column * bands + write % bands : pairs[pair].column;
          const Complex value = from.lesser_results.values().at(write, pair)[k];
          l.set(row, column, value);
          d.set(row, column, from.greater_results.values().at(write, pair)[k] - value);
        }
      }
    }
  }

  void run(const StageBuffers& buffers) const {
    theory_.run(number_, {buffers.first, buffers.second}, buffers.lesser.values(),
                buffers.greater.values(), buffers.lesser_results.values(),
                buffers.greater_results.values());
  }

  static void clear(StageBuffers& buffers) {
    buffers.lesser.clear();
    buffers.greater.clear();
    std::ranges::fill(buffers.first, 0);
    std::ranges::fill(buffers.second, 0);
  }

  const Model& model_;
  const StagedTheory& theory_;
  std::size_t number_;
  const arrays::TwoTimeStage& stage_;
  bool is_last_;
  std::span<const double> times_;
  const ImaginaryBranch* branch_;
  const StageRows& rows_;
  std::size_t writes_;
};

void StageRun::run_block(const StageBlock& block) const {
  const std::size_t order = times_.size(), most = theory_.pairs();
  StageBuffers own = buffers();
  std::vector<NodePair> all;
  for (std::size_t row = 0; row < order; ++row) {
    for (std::size_t column = 0; column < order; ++column) all.push_back({row, column});
  }
  for (std::size_t first = 0; first < all.size(); first += most) {
    const std::span<const NodePair> pairs =
        std::span(all).subspan(first, std::min(most, all.size() - first));
    if (pairs.size() < most) clear(own);
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
      set_vertices(own.first, pair, times_[pairs[pair].row]);
      set_vertices(own.second, pair, block.times[pairs[pair].column]);
    }
    gather(block, pairs, own);
    run(own);
    scatter(block, pairs, own);
  }
}

void StageRun::run_mixed_row(std::size_t row) const {
  const ImaginaryBranch& branch = *branch_;
  const std::size_t bands = model_.bands, nodes = branch.nodes(), most = theory_.pairs();
  const arrays::TwoTimePlan& plan = theory_.plan();
  StageBuffers own = buffers();
  for (std::size_t first = 0; first < nodes; first += most) {
    const std::size_t count = std::min(most, nodes - first);
    if (count < most) clear(own);
    for (std::size_t pair = 0; pair < count; ++pair) {
      set_vertices(own.first, pair, times_[row]);
      for (std::size_t v = 0; v < theory_.vertices(); ++v)
        own.second[v * most + pair] = branch.vertices.at(v);
    }
    for (std::size_t read = 0; read < stage_.reads.size(); ++read) {
      const std::uint32_t field = stage_.reads[read];
      const bool is_green = field < bands * bands;
      const double sign = plan.fields[field].bosonic ? 1 : -1;
      for (std::size_t k = 0; k < points(); ++k) {
        const Block mixed =
            is_green ? rows_.panel.mixed.at(k, 0) : rows_.fields[field].mixed.at(k, 0);
        for (std::size_t pair = 0; pair < count; ++pair) {
          const std::size_t node = first + pair, backwards = nodes - 1 - node;
          const auto at = [&](std::size_t tau) {
            return is_green ? mixed.at(row * bands + field / bands, tau * bands + field % bands)
                            : mixed.at(row, tau);
          };
          own.lesser.values().at(read, pair)[k] = at(node);
          own.greater.values().at(read, pair)[k] = sign * at(backwards);
        }
      }
    }
    run(own);
    for (std::size_t write = 0; write < writes_; ++write) {
      for (std::size_t k = 0; k < points(); ++k) {
        const Block to = is_last_ ? rows_.self_energy.mixed.at(k, 0)
                                  : rows_.fields[stage_.writes[write]].mixed.at(k, 0);
        for (std::size_t pair = 0; pair < count; ++pair) {
          const Complex value = own.lesser_results.values().at(write, pair)[k];
          if (is_last_) {
            to.set(row * bands + write / bands, (first + pair) * bands + write % bands, value);
          } else {
            to.set(row, first + pair, value);
          }
        }
      }
    }
  }
}

}  // namespace

void stage_rows(const Model& model, const StagedTheory& theory, std::size_t stage,
                std::span<const double> times, std::span<const StageBlock> blocks,
                const ImaginaryBranch* branch, const StageRows& rows, unsigned threads) {
  const StageRun run(model, theory, stage, times, branch, rows);
  const std::size_t mixed_rows = branch ? times.size() : 0;
  ThreadPool::shared().run(threads, blocks.size() + mixed_rows, [&](std::size_t part) {
    if (part < blocks.size()) {
      run.run_block(blocks[part]);
    } else {
      run.run_mixed_row(part - blocks.size());
    }
  });
}

std::vector<StageBlock> stage_blocks(const TwoTime& past, std::span<const double> times) {
  const std::size_t order = past.collocation().order, panels = past.panels();
  std::vector<StageBlock> blocks;
  for (std::size_t block = 0; block < panels; ++block)
    blocks.push_back({block, block, std::span(past.times()).subspan(block * order, order)});
  blocks.push_back({panels + 1, panels, times});
  return blocks;
}

}  // namespace diagc::dynamics

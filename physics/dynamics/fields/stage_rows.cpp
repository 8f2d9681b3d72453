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
  StageRun(const Model& model, const StagedTheory& theory, std::size_t stage, const TwoTime& past,
           std::span<const double> times, const PanelRows& panel, FieldsOfPanel& fields,
           PanelRows& self_energy)
      : model_(model),
        theory_(theory),
        number_(stage),
        stage_(theory.plan().stages[stage]),
        is_last_(stage + 1 == theory.plan().stages.size()),
        past_(past),
        times_(times),
        panel_(panel),
        fields_(fields),
        self_energy_(self_energy),
        writes_(is_last_ ? model.bands * model.bands : stage_.writes.size()) {}

  StageBuffers buffers() const { return {theory_, stage_.reads.size(), writes_}; }

  /// All pairs of the panel's rows with a stored panel's columns, or with its own ones.
  void run_block(std::size_t part) const;
  void run_mixed_row(std::size_t row) const;

 private:
  std::size_t points() const { return past_.points(); }
  std::size_t green_block(std::size_t part) const {
    return part < past_.panels() ? part : past_.panels() + 1;
  }

  void set_vertices(std::vector<double>& values, std::size_t pair, double time) const {
    const std::vector<double> own = vertices_at(model_, time);
    for (std::size_t v = 0; v < own.size(); ++v) values[v * theory_.pairs() + pair] = own[v];
  }

  void gather(std::size_t part, std::span<const NodePair> pairs, const StageBuffers& to) const {
    const std::size_t bands = model_.bands;
    for (std::size_t read = 0; read < stage_.reads.size(); ++read) {
      const std::uint32_t field = stage_.reads[read];
      const bool is_green = field < bands * bands;
      for (std::size_t k = 0; k < points(); ++k) {
        const Block l =
            is_green ? panel_.lesser.at(k, green_block(part)) : fields_[field].lesser.at(k, part);
        const Block d = is_green ? panel_.spectral.at(k, green_block(part))
                                 : fields_[field].spectral.at(k, part);
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

  void scatter(std::size_t part, std::span<const NodePair> pairs, const StageBuffers& from) const {
    const std::size_t bands = model_.bands;
    for (std::size_t write = 0; write < writes_; ++write) {
      for (std::size_t k = 0; k < points(); ++k) {
        const Block l = is_last_ ? self_energy_.lesser.at(k, green_block(part))
                                 : fields_[stage_.writes[write]].lesser.at(k, part);
        const Block d = is_last_ ? self_energy_.spectral.at(k, green_block(part))
                                 : fields_[stage_.writes[write]].spectral.at(k, part);
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
  const TwoTime& past_;
  std::span<const double> times_;
  const PanelRows& panel_;
  FieldsOfPanel& fields_;
  PanelRows& self_energy_;
  std::size_t writes_;
};

void StageRun::run_block(std::size_t part) const {
  const std::size_t order = past_.collocation().order, most = theory_.pairs();
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
      set_vertices(own.second, pair,
                   part < past_.panels() ? past_.times()[part * order + pairs[pair].column]
                                         : times_[pairs[pair].column]);
    }
    gather(part, pairs, own);
    run(own);
    scatter(part, pairs, own);
  }
}

void StageRun::run_mixed_row(std::size_t row) const {
  const ImaginaryBranch& branch = *past_.branch();
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
        const Block mixed = is_green ? panel_.mixed.at(k, 0) : fields_[field].mixed.at(k, 0);
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
        const Block to =
            is_last_ ? self_energy_.mixed.at(k, 0) : fields_[stage_.writes[write]].mixed.at(k, 0);
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
                const TwoTime& past, std::span<const double> times, const PanelRows& panel,
                FieldsOfPanel& fields, PanelRows& self_energy, unsigned threads) {
  const StageRun run(model, theory, stage, past, times, panel, fields, self_energy);
  const std::size_t blocks = past.panels() + 1;
  const std::size_t mixed_rows = past.branch() ? past.collocation().order : 0;
  ThreadPool::shared().run(threads, blocks + mixed_rows, [&](std::size_t part) {
    if (part < blocks) {
      run.run_block(part);
    } else {
      run.run_mixed_row(part - blocks);
    }
  });
}

}  // namespace diagc::dynamics

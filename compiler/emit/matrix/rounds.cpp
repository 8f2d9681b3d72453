#include "compiler/emit/matrix/rounds.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace diagc {

namespace {

/// Free slots by the bank of shared memory that they lie in. Sixteen lanes read at once, each best from a bank of its own.
class FreeSlots {
 public:
  static constexpr std::uint32_t banks = 16;

  Slot take(std::uint32_t bank) {
    if (free_[bank].empty()) {
      // A new one of the bank, with those before it left for others.
      while (next_ % banks != bank) put(next_++);
      return next_++;
    }
    const Slot slot = free_[bank].back();
    free_[bank].pop_back();
    return slot;
  }
  /// Any bank: where most are free.
  Slot take() {
    const auto most = std::ranges::max_element(
        free_, {}, [](const std::vector<Slot>& slots) { return slots.size(); });
    if (most->empty()) return next_++;
    const Slot slot = most->back();
    most->pop_back();
    return slot;
  }
  bool has(std::uint32_t bank) const { return !free_[bank].empty(); }
  std::uint32_t free() const {
    std::uint32_t count = 0;
    for (const std::vector<Slot>& slots : free_) count += static_cast<std::uint32_t>(slots.size());
    return count;
  }
  void put(Slot slot) { free_[slot % banks].push_back(slot); }
  std::uint32_t slots() const { return next_; }

 private:
  std::array<std::vector<Slot>, banks> free_;
  std::uint32_t next_ = 0;
};

class Planner {
 public:
  Planner(const PairSums& sums, const MatrixVectorProducts& products, MatrixRounds& plan)
      : sums_(sums), products_(products), plan_(plan), level_(sums.scalars, 0) {}

  void run() {
    find_levels();
    find_types();
    make_rounds();
    find_last_reads();
    place();
  }

 private:
  /// The round in which each column and each sum is computed: the first one that is possible.
  void find_levels() {
    column_level_.resize(products_.columns.size(), 0);
    sum_level_.resize(products_.sums.size(), 0);
    // Columns and sums in an order in which operands come first: by the first scalar that they give.
    std::vector<std::pair<Scalar, std::uint32_t>> order;
    std::vector<std::uint32_t> step_of(sums_.scalars, 0);
    for (std::uint32_t i = 0; i < sums_.steps.size(); ++i)
      for (const Scalar result : sums_.steps[i].results) step_of[result] = i;
    for (std::uint32_t c = 0; c < products_.columns.size(); ++c) {
      std::uint32_t first = no_scalar;
      for (const MatrixColumn::Result& result : products_.columns[c].results)
        first = std::min(first, step_of[result.scalar]);
      // What is scaled stands behind the sum that it scales; all that the column reads stands before both.
      for (const MatrixColumn::Entry& entry : products_.columns[c].entries) {
        if (entry.value >= sums_.known) first = std::max(first, step_of[entry.value]);
      }
      order.emplace_back(first, c);
    }
    const auto columns = static_cast<std::uint32_t>(products_.columns.size());
    for (std::uint32_t s = 0; s < products_.sums.size(); ++s)
      order.emplace_back(products_.sums[s], columns + s);
    // A column or sum can only be placed when all that it reads is: repeated passes settle chains through scaled results.
    std::ranges::sort(order);
    bool changed = true;
    while (changed) {
      changed = false;
      for (const auto& [at, index] : order) {
        std::uint32_t level = 1;
        const auto read = [&](Scalar scalar) {
          if (scalar >= sums_.known) level = std::max(level, level_[scalar] + 1);
        };
        if (index < columns) {
          for (const MatrixColumn::Entry& entry : products_.columns[index].entries)
            read(entry.value);
          changed |= level != column_level_[index];
          column_level_[index] = level;
          for (const MatrixColumn::Result& result : products_.columns[index].results)
            level_[result.scalar] = level;
        } else {
          const PairStep& step = sums_.steps[products_.sums[index - columns]];
          for (const Pair& pair : step.pairs) read(pair.a), read(pair.b);
          changed |= level != sum_level_[index - columns];
          sum_level_[index - columns] = level;
          level_[step.results.front()] = level;
        }
      }
    }
  }

  /// A tile reads all fragments of the matrices that its columns have entries of.
  void find_types() {
    std::map<MatrixFragment, std::uint32_t> number;
    for (const MatrixColumn& column : products_.columns) {
      TileType type;
      std::uint32_t last = no_scalar;
      for (const MatrixColumn::Entry& entry : column.entries) {
        if (entry.matrix == last) continue;
        last = entry.matrix;
        const InputMatrix& matrix = products_.matrices[last];
        for (std::uint32_t first = 0; first < matrix.columns; first += matrix_depth) {
          const MatrixFragment fragment{
              last, column.results.front().row / matrix_rows * matrix_rows, first};
          const auto [at, is_new] =
              number.emplace(fragment, static_cast<std::uint32_t>(plan_.fragments.size()));
          if (is_new) plan_.fragments.push_back(fragment);
          type.fragments.push_back(at->second);
        }
      }
      const auto at = std::ranges::find(plan_.types, type);
      type_.push_back(static_cast<std::uint32_t>(at - plan_.types.begin()));
      if (at == plan_.types.end()) plan_.types.push_back(std::move(type));
    }
  }

  void make_rounds() {
    std::uint32_t rounds = 0;
    for (const std::uint32_t level : column_level_) rounds = std::max(rounds, level);
    for (const std::uint32_t level : sum_level_) rounds = std::max(rounds, level);
    plan_.rounds.resize(rounds);
    for (MatrixRound& round : plan_.rounds) round.tiles.resize(plan_.types.size());
    for (std::uint32_t s = 0; s < products_.sums.size(); ++s)
      plan_.rounds[sum_level_[s] - 1].sums.push_back(products_.sums[s]);
    std::map<std::pair<std::uint32_t, Scalar>, std::vector<std::uint32_t>> alike;
    std::vector<std::vector<std::uint32_t>> of_round(rounds);
    for (std::uint32_t c = 0; c < products_.columns.size(); ++c)
      of_round[column_level_[c] - 1].push_back(c);
    for (std::uint32_t r = 0; r < rounds; ++r) {
      alike.clear();
      for (const std::uint32_t c : of_round[r])
        alike[{type_[c], products_.columns[c].scale}].push_back(c);
      for (const auto& [key, columns] : alike) {
        for (std::size_t i = 0; i < columns.size(); i += matrix_rows) {
          const std::size_t end = std::min(columns.size(), i + matrix_rows);
          plan_.rounds[r].tiles[key.first].push_back(
              {key.first,
               {columns.begin() + static_cast<std::ptrdiff_t>(i),
                columns.begin() + static_cast<std::ptrdiff_t>(end)},
               key.second});
        }
      }
    }
  }

  void find_last_reads() {
    last_.assign(sums_.scalars, 0);
    bank_.assign(sums_.scalars, no_scalar);
    for (std::uint32_t r = 0; r < plan_.rounds.size(); ++r) {
      for (const auto& tiles : plan_.rounds[r].tiles) {
        for (const MatrixTile& tile : tiles) {
          for (std::uint32_t i = 0; i < tile.columns.size(); ++i) {
            for (const MatrixColumn::Entry& entry : products_.columns[tile.columns[i]].entries) {
              last_[entry.value] = r + 1;
              // Of the lane that reads it.
              bank_[entry.value] =
                  (i * matrix_depth + entry.column % matrix_depth) % FreeSlots::banks;
            }
          }
          if (tile.scale != no_scalar) last_[tile.scale] = r + 1;
        }
      }
      for (const std::uint32_t s : plan_.rounds[r].sums) {
        for (const Pair& pair : sums_.steps[s].pairs) last_[pair.a] = last_[pair.b] = r + 1;
      }
    }
    for (const Scalar output : sums_.outputs)
      last_[output] = static_cast<std::uint32_t>(plan_.rounds.size()) + 1;
    // Elements of matrices are read at the beginning.
    for (const MatrixFragment& fragment : plan_.fragments) {
      const InputMatrix& matrix = products_.matrices[fragment.matrix];
      for (std::uint32_t row = fragment.row;
           row < std::min(fragment.row + matrix_rows, matrix.rows); ++row) {
        for (std::uint32_t column = fragment.column;
             column < std::min(fragment.column + matrix_depth, matrix.columns); ++column) {
          Scalar element = matrix.element(row, column);
          last_[element] = std::max(last_[element], 1U);
        }
      }
    }
    last_[sums_.one] = 1;  // what shorter sums are filled up with
  }

  void place() {
    plan_.slot.assign(sums_.scalars, no_slot);
    FreeSlots slots;
    plan_.zero = slots.take();
    plan_.minus_zero = slots.take();
    plan_.unread = slots.take();
    for (Scalar known = 0; known < sums_.known; ++known) {
      if (last_[known] > 0) plan_.slot[known] = slots.take();
    }
    std::vector<std::vector<Slot>> ends(plan_.rounds.size() + 2);
    const auto give = [&](Scalar scalar, std::uint32_t round) {
      // Where others are free, any: banks are worth less than room.
      constexpr std::uint32_t spare = 64;
      const std::uint32_t bank = bank_[scalar];
      const bool choosy = bank != no_scalar && (slots.has(bank) || slots.free() < spare);
      const Slot slot = choosy ? slots.take(bank) : slots.take();
      plan_.slot[scalar] = slot;
      ends[std::max(last_[scalar], round + 1)].push_back(slot);
    };
    for (std::uint32_t r = 0; r < plan_.rounds.size(); ++r) {
      // A slot that round r − 1 read last is free now.
      for (const Slot slot : ends[r]) slots.put(slot);
      for (const auto& tiles : plan_.rounds[r].tiles) {
        for (const MatrixTile& tile : tiles) {
          for (const std::uint32_t c : tile.columns) {
            for (const MatrixColumn::Result& result : products_.columns[c].results)
              give(result.scalar, r);
          }
        }
      }
      for (const std::uint32_t s : plan_.rounds[r].sums) give(sums_.steps[s].results.front(), r);
    }
    plan_.slots = slots.slots();
  }

  const PairSums& sums_;
  const MatrixVectorProducts& products_;
  MatrixRounds& plan_;
  std::vector<std::uint32_t> level_;  ///< by scalar: the round that makes it, from 1 on
  std::vector<std::uint32_t> column_level_, sum_level_, type_;
  std::vector<std::uint32_t>
      last_;  ///< by scalar: the round that reads it last, from 1 on; 0: none
  std::vector<std::uint32_t> bank_;
};

}  // namespace

MatrixRounds::MatrixRounds(const PairSums& sums, const MatrixVectorProducts& products) {
  Planner(sums, products, *this).run();
}

}  // namespace diagc

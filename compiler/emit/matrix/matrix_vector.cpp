#include "compiler/emit/matrix/matrix_vector.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "compiler/emit/layout.h"

namespace diagc {

namespace {

constexpr std::uint32_t most_elements = 16;  // of a row or a column
// A column takes an eighth of a product of matrices, whatever it holds; as sums of pairs fewer products than this take less time.
constexpr std::size_t least_products = 8;
// Warps hold the fragments of all matrices: a few columns of transposed ones are not worth their registers.
constexpr double least_share = 0.1;

using Entry = MatrixColumn::Entry;

/// A way to read a sum as a row of matrices times a vector.
struct Reading {
  std::uint32_t row;
  std::vector<Entry> entries;  ///< ascending
  bool operator==(const Reading&) const = default;
};

class Finder {
 public:
  Finder(const Graph& graph, const PairSums& sums, MatrixVectorProducts& products)
      : sums_(sums), products_(products), places_(sums.known) {
    find_matrices(graph.signature().inputs);
  }

  void find() {
    for (const PairStep& step : sums_.steps) {
      if (step.operation != 0) {
        throw std::runtime_error(
            "the schedule `cooperative:matrix` is for sums and products: found a quotient or a "
            "function, take another schedule");
      }
      readings_.push_back(readings(step));
      for (const Reading& reading : readings_.back()) ++users_[reading.entries];
    }
    std::map<std::pair<std::vector<Entry>, std::uint32_t>, std::vector<std::uint32_t>> found;
    for (std::uint32_t i = 0; i < sums_.steps.size(); ++i) {
      if (const Reading* reading = choice(i))
        found[{reading->entries, reading->row / matrix_rows}].push_back(i);
    }
    std::vector<std::uint8_t> in_column(sums_.steps.size(), 0);
    for (const bool transposed : {false, true}) {
      std::size_t products = 0, others = 0;
      const auto is_of = [&](const auto& each) {
        return products_.matrices[each.first.first.front().matrix].transposed == transposed;
      };
      for (const auto& each : found) {
        if (each.second.size() * each.first.first.size() < least_products) continue;
        (is_of(each) ? products : others) += each.second.size() * each.first.first.size();
      }
      if (static_cast<double>(products) < least_share * static_cast<double>(others)) continue;
      for (const auto& each : found) {
        if (!is_of(each) || each.second.size() * each.first.first.size() < least_products) continue;
        for (const std::uint32_t step : each.second) in_column[step] = 1;
      }
    }
    // In the order of the steps. Equal sums, which no pass has merged, stand in columns of their own.
    std::map<std::pair<std::vector<Entry>, std::uint32_t>, std::vector<std::size_t>> places;
    for (std::uint32_t i = 0; i < sums_.steps.size(); ++i) {
      if (!in_column[i]) {
        products_.sums.push_back(i);
        continue;
      }
      const Reading& reading = *choice(i);
      std::vector<std::size_t>& columns = places[{reading.entries, reading.row / matrix_rows}];
      auto at = std::ranges::find_if(columns, [&](std::size_t column) {
        return std::ranges::count(products_.columns[column].results, reading.row,
                                  &MatrixColumn::Result::row) == 0;
      });
      if (at == columns.end()) {
        at = columns.insert(at, products_.columns.size());
        products_.columns.push_back({.entries = reading.entries, .results = {}});
      }
      products_.columns[*at].results.push_back({reading.row, sums_.steps[i].results.front()});
    }
    take_scales();
  }

 private:
  void find_matrices(const std::vector<Variable>& inputs) {
    const std::vector<std::uint32_t> first = rows_before(inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Variable& input = inputs[i];
      if (input.type != Type::real || input.ranges.size() != 2 ||
          rows(input) != static_cast<std::uint64_t>(input.scalars()))
        continue;
      const auto count = [&](std::size_t index) {
        return static_cast<std::uint64_t>(input.ranges[index].last - input.ranges[index].first + 1);
      };
      if (count(0) * count(1) != rows(input) || count(0) > most_elements ||
          count(1) > most_elements)
        continue;
      InputMatrix matrix{first[i], static_cast<std::uint32_t>(count(0)),
                         static_cast<std::uint32_t>(count(1)), false};
      add(matrix);
      std::swap(matrix.rows, matrix.columns);
      matrix.transposed = true;
      add(matrix);
    }
  }

  void add(const InputMatrix& matrix) {
    const auto number = static_cast<std::uint32_t>(products_.matrices.size());
    for (std::uint32_t row = 0; row < matrix.rows; ++row) {
      for (std::uint32_t column = 0; column < matrix.columns; ++column)
        places_[matrix.element(row, column)].push_back({number, row, column});
    }
    products_.matrices.push_back(matrix);
  }

  struct Place {
    std::uint32_t matrix, row, column;
  };
  const std::vector<Place>& places(Scalar scalar) const {
    static const std::vector<Place> none;
    return scalar < sums_.known ? places_[scalar] : none;
  }

  std::vector<Reading> readings(const PairStep& step) const {
    std::vector<std::uint32_t> rows;
    for (const Scalar factor : {step.pairs.front().a, step.pairs.front().b}) {
      for (const Place& place : places(factor)) rows.push_back(place.row);
    }
    std::ranges::sort(rows);
    rows.erase(std::ranges::unique(rows).begin(), rows.end());
    std::vector<Reading> result;
    for (const bool transposed : {false, true}) {
      for (const std::uint32_t row : rows) {
        std::optional<Reading> reading = reading_at(step, row, transposed);
        if (reading) result.push_back(std::move(*reading));
      }
    }
    return result;
  }

  std::optional<Reading> reading_at(const PairStep& step, std::uint32_t row,
                                    bool transposed) const {
    Reading reading{row, {}};
    for (const Pair& pair : step.pairs) {
      std::optional<Entry> entry;
      const auto take = [&](Scalar element, Scalar value) {
        for (const Place& place : places(element)) {
          if (entry || place.row != row ||
              products_.matrices[place.matrix].transposed != transposed)
            continue;
          entry = Entry{place.matrix, place.column, value, pair.negative};
        }
      };
      // A value that was computed is rather what is multiplied by a matrix than an input is.
      if (pair.a < pair.b) {
        take(pair.a, pair.b);
        take(pair.b, pair.a);
      } else {
        take(pair.b, pair.a);
        take(pair.a, pair.b);
      }
      if (!entry) return std::nullopt;
      reading.entries.push_back(*entry);
    }
    std::ranges::sort(reading.entries);
    const auto same_place = [](const Entry& x, const Entry& y) {
      return x.matrix == y.matrix && x.column == y.column;
    };
    if (std::ranges::adjacent_find(reading.entries, same_place) != reading.entries.end())
      return std::nullopt;
    return reading;
  }

  /// The reading that most sums share.
  const Reading* choice(std::uint32_t step) const {
    const Reading* best = nullptr;
    for (const Reading& reading : readings_[step]) {
      if (!best || users_.at(reading.entries) > users_.at(best->entries)) best = &reading;
    }
    return best;
  }

  /// A sum that is a known number times a result that nothing else reads is that result, scaled.
  void take_scales() {
    std::vector<std::uint32_t> uses(sums_.scalars, 0);
    for (const PairStep& step : sums_.steps) {
      for (const Pair& pair : step.pairs) ++uses[pair.a], ++uses[pair.b];
    }
    for (const Scalar output : sums_.outputs) ++uses[output];
    struct Where {
      std::uint32_t column = 0, result = 0;
      bool found = false;
    };
    std::vector<Where> where(sums_.scalars);
    for (std::uint32_t c = 0; c < products_.columns.size(); ++c) {
      for (std::uint32_t r = 0; r < products_.columns[c].results.size(); ++r)
        where[products_.columns[c].results[r].scalar] = {c, r, true};
    }
    std::erase_if(products_.sums, [&](std::uint32_t i) {
      const PairStep& step = sums_.steps[i];
      if (step.pairs.size() != 1 || step.pairs[0].negative) return false;
      const auto [known, value] = std::minmax(step.pairs[0].a, step.pairs[0].b);
      if (known >= sums_.known || value < sums_.known || uses[value] != 1 || !where[value].found)
        return false;
      MatrixColumn& column = products_.columns[where[value].column];
      MatrixColumn::Result& result = column.results[where[value].result];
      if (result.scaled || (column.scale != no_scalar && column.scale != known)) return false;
      column.scale = known;
      result.scalar = step.results.front();
      result.scaled = true;
      return true;
    });
  }

  const PairSums& sums_;
  MatrixVectorProducts& products_;
  std::vector<std::vector<Place>> places_;  ///< [known scalar]
  std::vector<std::vector<Reading>> readings_;
  std::map<std::vector<Entry>, std::uint32_t> users_;
};

}  // namespace

MatrixVectorProducts::MatrixVectorProducts(const Graph& graph, const PairSums& sums) {
  Finder(graph, sums, *this).find();
}

}  // namespace diagc

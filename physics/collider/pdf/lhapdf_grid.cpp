#include "physics/collider/pdf/lhapdf_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "physics/collider/pdf/grid_text.h"
#include "physics/collider/pdf/hermite.h"
#include "runs/checkpoint/digest.h"

namespace diagc::collider {

namespace {

/// One subgrid.
struct Block {
  std::vector<double> x, log_x, log_q2;
  std::array<int, 2 * most_flavour + 1> column{};  // of flavour + most_flavour; −1: not there
  std::size_t columns = 0;
  std::vector<double> values;  // [x][Q][column]

  double at(std::size_t column_number, double lx, double lq) const {
    const std::size_t ix = interval_of(log_x, lx), iq = interval_of(log_q2, lq);
    return hermite(log_q2, iq, lq, [&](std::size_t q) {
      return hermite(log_x, ix, lx, [&](std::size_t i) {
        return values[(i * log_q2.size() + q) * columns + column_number];
      });
    });
  }
};

/// Ascending positive knots.
std::vector<double> knots(GridText& in, std::string_view line, const char* expected) {
  std::vector<double> result = in.line_numbers(line, expected);
  if (result.size() < 2) in.wrong_line(fmt::format("{} numbers", result.size()), expected);
  if (!(result[0] > 0) || !std::is_sorted(result.begin(), result.end(), std::less_equal<>()))
    in.wrong_line("numbers that do not ascend from above 0", expected);
  return result;
}

std::vector<double> logarithms(const std::vector<double>& numbers, double factor) {
  std::vector<double> result;
  for (const double number : numbers) result.push_back(factor * std::log(number));
  return result;
}

void read_flavours(GridText& in, Block& block) {
  block.column.fill(-1);
  for (const double id : in.line_numbers(in.line("a line of parton numbers"), "a parton number")) {
    const int flavour = id == 21 ? gluon : static_cast<int>(std::clamp(id, -1000.0, 1000.0));
    const auto column = static_cast<int>(block.columns++);
    if (std::abs(flavour) > most_flavour || (flavour == gluon && id != 21 && id != 0)) continue;
    int& own = block.column[static_cast<std::size_t>(flavour + most_flavour)];
    if (own >= 0) in.wrong(fmt::format("parton {} twice", id), "every one once");
    own = column;
  }
  if (block.columns == 0) in.wrong_line("no parton numbers", "one or more");
}

class LhapdfDensity final : public PartonDensity {
 public:
  LhapdfDensity(const std::string& name, std::string_view text, SetInfo info)
      : info_(std::move(info)), digest_(info_.digest + " " + runs::hash_text(text)) {
    GridText in(name, text);
    std::string_view line;
    while (in.line("a line of --- after the header") != "---") {
    }
    while (in.next_line(line)) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      read_block(in, line);
    }
    if (blocks_.empty()) in.wrong_line("no grid", "one or more behind the header");
    range_ = {.x_min = blocks_[0].x.front(),
              .x_max = blocks_[0].x.back(),
              .q_min = std::exp(blocks_.front().log_q2.front() / 2),
              .q_max = std::exp(blocks_.back().log_q2.back() / 2)};
  }

  double xf(int flavour, double x, double q) const override {
    if (flavour < -most_flavour || flavour > most_flavour)
      throw std::invalid_argument("found flavour " + std::to_string(flavour) + ", expected −5 … 5");
    if (x >= 1) return 0;
    const double lq = 2 * std::log(std::clamp(q, range_.q_min, range_.q_max));
    // At a border the upper subgrid.
    const Block* block = &blocks_.front();
    for (const Block& other : blocks_)
      if (lq >= other.log_q2.front()) block = &other;
    const int column = block->column[static_cast<std::size_t>(flavour + most_flavour)];
    if (column < 0) return 0;
    const double lx = std::log(std::clamp(x, block->x.front(), block->x.back()));
    return block->at(static_cast<std::size_t>(column), lx,
                     std::clamp(lq, block->log_q2.front(), block->log_q2.back()));
  }
  DensityRange range() const override { return range_; }
  std::optional<CouplingTable> coupling() const override { return info_.coupling; }
  DensitySet set() const override { return info_.set; }
  std::string digest() const override { return digest_; }

 private:
  void read_block(GridText& in, std::string_view first_line) {
    Block block;
    block.x = knots(in, first_line, "two or more ascending knots of x");
    if (block.x.back() > 1)
      in.wrong_line(fmt::format("x = {}", block.x.back()), "knots of x up to 1");
    block.log_x = logarithms(block.x, 1);
    block.log_q2 = logarithms(
        knots(in, in.line("a line of knots of Q"), "two or more ascending knots of Q in GeV"), 2);
    if (!blocks_.empty() && block.log_q2.front() < blocks_.back().log_q2.back() - 1e-9)
      in.wrong_line("a subgrid that begins below the end of the one before", "ascending subgrids");
    read_flavours(in, block);
    // A line of a text of 1 GiB has less than 2^30 fields: the product of two is below 2^60.
    const std::size_t points = block.x.size() * block.log_q2.size();
    if (points > most_values / block.columns)
      in.wrong_line(fmt::format("{} points of {} partons", points, block.columns),
                    fmt::format("at most {} values", most_values));
    block.values = in.numbers(points * block.columns, "x f(x, Q)");
    std::string_view line;
    do line = in.line("a line of --- after a grid");
    while (line.find_first_not_of(" \t") == std::string_view::npos);
    if (line.substr(0, 3) != "---")
      in.wrong_line("more than the values of a grid", "a line of ---");
    blocks_.push_back(std::move(block));
  }

  static constexpr std::size_t most_values = std::size_t{1} << 28;
  std::vector<Block> blocks_;
  DensityRange range_{};
  SetInfo info_;
  std::string digest_;
};

}  // namespace

std::shared_ptr<const PartonDensity> lhapdf_density(const std::string& name, std::string_view text,
                                                    SetInfo info) {
  return std::make_shared<LhapdfDensity>(name, text, std::move(info));
}

}  // namespace diagc::collider

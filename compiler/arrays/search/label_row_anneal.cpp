#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "compiler/arrays/search/label_row.h"
#include "compiler/arrays/search/move_costs.h"

namespace diagc::arrays {

/// Metropolis' rule on the places of labels.
class LabelRowAnnealing {
 public:
  LabelRowAnnealing(LabelRow& row, float beta, std::uint64_t seed)
      : row_(row),
        beta_(beta),
        random_(seed),
        largest_(*std::max_element(row.fronts_.begin(), row.fronts_.begin() + row.summed_)),
        octaves_(std::min<std::uint32_t>(std::bit_width(row.summed_ / 2), 16)) {
    for (std::uint32_t place = 0; place < row.summed_; ++place) {
      products_.push_back(power(row.fronts_[place] - largest_));
      sum_ += products_.back();
    }
  }

  void propose() {
    const std::uint64_t drawn = random_();
    from_ = static_cast<std::int32_t>((drawn >> 32U) * row_.summed_ >> 32U);
    label_ = row_.row_[from_];
    to_ = destination(static_cast<std::uint32_t>(drawn));
    if (to_ < 0 || to_ >= static_cast<std::int32_t>(row_.summed_) || to_ == from_) return;
    later_ = to_ > from_;
    low_ = later_ ? from_ + 1 : to_;
    high_ = later_ ? to_ : from_ - 1;
    find_changes();
    const double change = weigh();
    if (moves::is_accepted(static_cast<float>(change / sum_), beta_, random_)) {
      take();
      sum_ += change;
    }
  }

 private:
  /// From a place on, fronts change by so much.
  struct Change {
    std::int32_t place, by;
  };

  /// 2^(sixteenths / 16).
  static float power(std::int32_t sixteenths) {
    static const std::array<float, 16> parts = [] {
      std::array<float, 16> table = {};
      for (std::size_t k = 0; k < table.size(); ++k)
        table[k] = static_cast<float>(std::exp2(static_cast<double>(k) / 16));
      return table;
    }();
    const std::int32_t whole = std::clamp(sixteenths >> 4, -126, 127);
    return parts[static_cast<std::size_t>(sixteenths & 15)] *
           std::bit_cast<float>(static_cast<std::uint32_t>(whole + 127) << 23U);
  }

  std::int32_t place(std::uint32_t label) const {
    return static_cast<std::int32_t>(row_.place_[label]);
  }
  std::int32_t first_place(std::uint32_t label) const { return place(row_.first_[label]); }

  /// Half of the proposals go some way along the row, all lengths of an octave as often as those of another, the others to where a neighbour is summed or
  /// comes into the front, or a few places beside it.
  std::int32_t destination(std::uint32_t drawn) const {
    const auto neighbours = row_.neighbours(label_);
    if ((drawn & 1U) != 0 || neighbours.empty()) {
      const std::uint32_t octave = (drawn >> 11U & 0x1fU) * octaves_ >> 5U;
      const std::uint32_t within = drawn >> 16U & ((1U << octave) - 1);
      const auto distance = static_cast<std::int32_t>((1U << octave) + within);
      return (drawn & 2U) != 0 ? from_ + distance : from_ - distance;
    }
    const std::uint32_t near = neighbours[(drawn >> 2U & 0xffffU) * neighbours.size() >> 16U];
    if ((drawn >> 22U & 3U) == 0) return first_place(near);
    const auto beside = static_cast<std::int32_t>(drawn >> 19U & 7U) - 3;
    return place(near) + ((drawn >> 18U & 1U) == 0 ? 0 : beside);
  }

  void change_from(std::int32_t place, std::int32_t by) {
    if (place <= low_) {
      at_low_ += by;
    } else if (place <= high_) {
      std::size_t k = changes_.size();
      changes_.push_back({place, by});
      for (; k > 0 && changes_[k - 1].place > place; --k) std::swap(changes_[k - 1], changes_[k]);
    }
  }

  /// Of the fronts between both places, which move by one; and the front of the label itself where it comes to stand.
  void find_changes() {
    const std::int32_t weight = row_.weights_[label_];
    changes_.clear();
    at_low_ = 0;
    auto first = static_cast<std::int32_t>(row_.row_.size());
    for (const std::uint32_t other : row_.neighbours(label_)) first = std::min(first, place(other));
    change_from(first, later_ ? weight : -weight);
    if (later_) {
      own_front_ = row_.fronts_[to_] - row_.weights_[row_.row_[to_]] + weight;
    } else {
      own_front_ = to_ > 0 ? row_.fronts_[to_ - 1] - row_.weights_[row_.row_[to_ - 1]] : 0;
      if (first >= to_) own_front_ += weight;
    }
    for (const std::uint32_t other : row_.neighbours(label_)) {
      const std::int32_t others = row_.weights_[other];
      if (later_) {
        if (row_.first_[other] != label_) continue;
        std::int32_t next = place(other);
        for (const std::uint32_t its : row_.neighbours(other))
          if (its != label_) next = std::min(next, place(its));
        at_low_ -= others;
        change_from(next, others);
      } else {
        const std::int32_t before = first_place(other);
        if (before >= to_) own_front_ += others;
        if (row_.first_[other] == label_) {
          at_low_ += others;
        } else if (before > low_) {
          at_low_ += others;
          change_from(before, -others);
        }
      }
    }
    changes_.push_back({high_ + 1, 0});
  }

  double weigh() const {
    float before = products_[from_], after = power(own_front_ - largest_);
    std::int32_t place = low_, by = at_low_;
    for (const Change& change : changes_) {
      float part = 0;
      for (; place < change.place; ++place) part += products_[place];
      before += part;
      after += part * power(by);
      by += change.by;
    }
    return double{after} - double{before};
  }

  void take() {
    const std::int32_t step = later_ ? 1 : -1;
    const std::int32_t past = later_ ? high_ + 1 : low_ - 1;
    if (later_) {
      shift_fronts();
    } else {
      shift_fronts_back();
    }
    for (std::int32_t place = from_ + step; place != past; place += step) {
      const std::uint32_t other = row_.row_[place];
      row_.row_[place - step] = other;
      row_.place_[other] = static_cast<std::uint32_t>(place - step);
    }
    row_.row_[to_] = label_;
    row_.place_[label_] = static_cast<std::uint32_t>(to_);
    row_.fronts_[to_] = own_front_;
    products_[to_] = power(own_front_ - largest_);
    row_.first_[label_] = row_.first_of(label_);
    for (const std::uint32_t other : row_.neighbours(label_)) {
      if (!later_ && first_place(other) > to_)
        row_.first_[other] = label_;
      else if (later_ && row_.first_[other] == label_)
        row_.first_[other] = row_.first_of(other);
    }
  }

  void shift_fronts() {
    std::int32_t place = low_, by = at_low_;
    for (const Change& change : changes_) {
      const float factor = power(by);
      for (; place < change.place; ++place) {
        row_.fronts_[place - 1] = row_.fronts_[place] + by;
        products_[place - 1] = products_[place] * factor;
      }
      by += change.by;
    }
  }

  void shift_fronts_back() {
    std::int32_t place = high_, by = at_low_;
    for (const Change& change : changes_) by += change.by;
    for (std::size_t k = changes_.size(); k-- > 0;) {
      by -= changes_[k].by;
      const std::int32_t begin = k > 0 ? changes_[k - 1].place : low_;
      const float factor = power(by);
      for (; place >= begin; --place) {
        row_.fronts_[place + 1] = row_.fronts_[place] + by;
        products_[place + 1] = products_[place] * factor;
      }
    }
  }

  LabelRow& row_;
  float beta_;
  moves::Draws random_;
  std::int32_t largest_;  ///< of fronts, to begin with
  std::uint32_t octaves_;
  std::vector<float> products_;  ///< by place: of the front, over those of the largest
  double sum_ = 0;
  // Of the proposal at hand.
  std::uint32_t label_ = 0;
  std::int32_t from_ = 0, to_ = 0, low_ = 0,
               high_ = 0;  ///< places; between low and high fronts move
  bool later_ = false;
  std::int32_t at_low_ = 0, own_front_ = 0;
  std::vector<Change> changes_;
};

void LabelRow::anneal(std::size_t moves, float beta, std::mt19937_64& random) {
  LabelRowAnnealing annealing(*this, beta, random());
  for (std::size_t move = 0; move < moves; ++move) annealing.propose();
}

}  // namespace diagc::arrays

#include "physics/lattice/equivalence.h"

#include <algorithm>

namespace diagc::lattice {
namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr std::uint32_t unset = ~std::uint32_t{0};
constexpr std::uint64_t most_steps = 20'000'000;  // of all searches together

/// Looks for a permutation that takes `first` to `image` and leaves the matrix as it is, one site
/// after the other, going back where the next one fits nowhere.
class Search {
 public:
  explicit Search(const Matrix& matrix) : h_(matrix), sorted_(matrix) {
    for (auto& row : sorted_) std::ranges::sort(row);
  }

  bool finds(std::uint32_t first, std::uint32_t image) {
    if (!alike(first, image)) return false;
    order_from(first);
    image_.assign(h_.size(), unset);
    taken_.assign(h_.size(), false);
    image_[first] = image;
    taken_[image] = true;
    return extend(1);
  }

 private:
  bool alike(std::uint32_t a, std::uint32_t b) const {
    return h_[a][a] == h_[b][b] && sorted_[a] == sorted_[b];
  }

  /// Connected sites first, so that wrong images show early.
  void order_from(std::uint32_t first) {
    order_ = {first};
    std::vector<bool> seen(h_.size(), false);
    seen[first] = true;
    for (std::size_t next = 0; order_.size() < h_.size(); ++next) {
      for (std::uint32_t site = 0; site < h_.size(); ++site) {
        if (!seen[site] && (next == order_.size() || h_[order_[next]][site] != 0)) {
          seen[site] = true;
          order_.push_back(site);
        }
      }
    }
  }

  bool fits(std::uint32_t site, std::uint32_t image, std::size_t depth) const {
    if (taken_[image] || !alike(site, image)) return false;
    return std::all_of(
        order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(depth),
        [&](std::uint32_t other) { return h_[site][other] == h_[image][image_[other]]; });
  }

  bool extend(std::size_t depth) {
    if (depth == order_.size()) return true;
    const std::uint32_t site = order_[depth];
    for (std::uint32_t image = 0; image < h_.size(); ++image) {
      if (++steps_ > most_steps) return false;
      if (!fits(site, image, depth)) continue;
      image_[site] = image;
      taken_[image] = true;
      if (extend(depth + 1)) return true;
      taken_[image] = false;
    }
    return false;
  }

  const Matrix& h_;
  Matrix sorted_;
  std::vector<std::uint32_t> order_, image_;
  std::vector<bool> taken_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::vector<SiteClass> equivalent_sites(const Matrix& hopping) {
  Search search(hopping);
  std::vector<SiteClass> classes;
  for (std::uint32_t site = 0; site < hopping.size(); ++site) {
    const auto found = std::ranges::find_if(
        classes, [&](const SiteClass& known) { return search.finds(known.site, site); });
    if (found == classes.end()) {
      classes.push_back({site, 1});
    } else {
      ++found->count;
    }
  }
  return classes;
}

}  // namespace diagc::lattice

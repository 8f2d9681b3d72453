#include "physics/series/resummation/scan.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "physics/series/resummation/resummation_text.h"
#include "runs/report/number_text.h"

namespace diagc::series {

namespace {

constexpr double most_errors = 2;

/// Places of the points by temperature.
std::map<double, std::vector<std::size_t>> isotherms(const std::vector<Result>& results) {
  std::map<double, std::vector<std::size_t>> places;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].observable == "density") places[results[i].model.beta].push_back(i);
  }
  return places;
}

}  // namespace

void mark_falling_densities(const std::vector<Result>& results,
                            std::vector<Resummation>& resummations) {
  std::set<std::size_t> warned;
  for (const auto& [beta, points] : isotherms(results)) {
    for (std::size_t i = 0; i < resummations[points.front()].couplings.size(); ++i) {
      const double coupling = resummations[points.front()].couplings[i];
      const auto mu = [&](std::size_t point) {
        return chemical_potential(results[point].model, coupling);
      };
      const auto value = [&](std::size_t point) -> SummedValue& {
        return resummations[point].combined[i];
      };
      std::vector<std::size_t> rising = points;
      // An own propagator does not tell its chemical potential.
      std::erase_if(rising, [&](std::size_t point) {
        return !value(point).reliable || std::isnan(mu(point));
      });
      std::ranges::sort(rising, {}, mu);
      for (;;) {
        const auto falls = std::ranges::adjacent_find(rising, [&](std::size_t a, std::size_t b) {
          const double errors = std::hypot(value(a).error, value(b).error);
          return mu(a) < mu(b) && value(a).value - value(b).value > most_errors * errors;
        });
        if (falls == rising.end()) break;
        const std::size_t a = *falls, b = *(falls + 1);
        const std::string warning = fmt::format(
            "at U = {:.6g} the density falls from {} at mu = {:.6g} to {} at mu = {:.6g}: one of "
            "the "
            "two is wrong",
            coupling, runs::with_error(value(a).value, value(a).error), mu(a),
            runs::with_error(value(b).value, value(b).error), mu(b));
        for (const std::size_t point : {a, b}) {
          value(point).reliable = false;
          if (warned.insert(point).second) resummations[point].warnings.push_back(warning);
        }
        rising.erase(falls, falls + 2);
      }
    }
  }
}

}  // namespace diagc::series

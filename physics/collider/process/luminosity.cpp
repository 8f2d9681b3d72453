#include "physics/collider/process/luminosity.h"

#include <algorithm>
#include <map>

#include "physics/collider/pdf/density.h"

namespace diagc::collider {

namespace {

int density_flavour(int number) { return number == 21 ? gluon : number; }

unsigned place_of(const FlavourSum& sum, std::vector<FlavourSum>& sums) {
  const auto at = std::find(sums.begin(), sums.end(), sum);
  if (at != sums.end()) return static_cast<unsigned>(at - sums.begin());
  sums.push_back(sum);
  return static_cast<unsigned>(sums.size() - 1);
}

}  // namespace

Luminosity luminosity(const PartonChannel& channel) {
  std::map<int, std::map<int, double>> pairs;
  for (const LineFlavours& flavours : channel.flavours) {
    const std::vector<int> numbers = parton_numbers(channel, channel.orderings.front(), flavours);
    pairs[density_flavour(numbers[0])][density_flavour(numbers[1])] += 1;
  }
  std::map<FlavourSum, FlavourSum> firsts;  // by the sum that they meet
  for (const auto& [first, seconds] : pairs)
    firsts[FlavourSum(seconds.begin(), seconds.end())].emplace_back(first, 1.0);
  Luminosity result;
  for (const auto& [second, first] : firsts) {
    const unsigned place = place_of(first, result.sums);
    result.terms.emplace_back(place, place_of(second, result.sums));
  }
  return result;
}

}  // namespace diagc::collider

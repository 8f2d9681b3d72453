#include "physics/dynamics/theory.h"

#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "physics/dynamics/hubbard_second_born.h"
#include "physics/dynamics/two_band_second_born.h"

namespace diagc::dynamics {

std::vector<std::string> theory_names() { return {"two_band_second_born", "hubbard_second_born"}; }

std::shared_ptr<const Interaction> theory(const std::string& name,
                                          const std::vector<std::size_t>& grid, std::size_t bands) {
  if (name == "two_band_second_born") {
    if (bands != 2) {
      throw std::runtime_error(
          fmt::format("found {} bands, expected 2: two_band_second_born is of a valence band 0 and "
                      "a conduction band 1",
                      bands));
    }
    return std::make_shared<TwoBand>(grid, Approximation::second_born);
  }
  if (name == "hubbard_second_born") return std::make_shared<HubbardSecondBorn>(grid, bands);
  throw std::runtime_error(fmt::format("found the rule file `{}`, expected one of {}", name,
                                       fmt::join(theory_names(), ", ")));
}

}  // namespace diagc::dynamics

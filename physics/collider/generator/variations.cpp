#include "physics/collider/generator/variations.h"

#include <numeric>

#include <fmt/format.h>

namespace diagc::collider {

std::vector<Variation> read_variations(const Job& job) {
  std::vector<Variation> all;
  for (const double r : {0.5, 1.0, 2.0}) {
    for (const double f : {0.5, 1.0, 2.0}) {
      const bool central = r == 1 && f == 1, apart = r != f, opposite = r * f == 1 && apart;
      if (job.variations.scale_points == 1 || central || opposite) continue;
      if (apart && job.variations.scale_points == 3) continue;
      all.push_back({.name = fmt::format("muR{}_muF{}", r, f),
                     .renormalisation = r,
                     .factorisation = f,
                     .member = job.pdf_member,
                     .density = nullptr});
    }
  }
  std::vector<int> members = job.variations.members;
  if (job.variations.all_members) {
    members.resize(static_cast<std::size_t>(member_count(job.pdf)));
    std::iota(members.begin(), members.end(), 0);
  }
  for (const int member : members) {
    all.push_back({.name = fmt::format("member_{}", member),
                   .member = member,
                   .density = read_density(job.pdf, member)});
  }
  return all;
}

}  // namespace diagc::collider

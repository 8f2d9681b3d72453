#include <filesystem>

#include <fmt/format.h>

#include "physics/collider/pdf/analytic.h"
#include "physics/collider/pdf/cteq.h"
#include "physics/collider/pdf/density.h"
#include "physics/collider/pdf/grid_text.h"
#include "physics/collider/pdf/lhapdf_grid.h"
#include "physics/collider/pdf/lhapdf_info.h"

namespace diagc::collider {

namespace {

bool is_set(const std::string& name) { return name.ends_with(".info"); }

std::string grid_of(const std::string& set, int member) {
  const std::filesystem::path path(set);
  return (path.parent_path() / fmt::format("{}_{:04}.dat", path.stem().string(), member)).string();
}

}  // namespace

std::shared_ptr<const PartonDensity> read_density(const std::string& name, int member) {
  if (member < 0 || member >= member_count(name)) {
    throw GridError(fmt::format("{}: found member {}, expected one from 0 to {}", name, member,
                                member_count(name) - 1));
  }
  if (name == "analytic") return std::make_shared<AnalyticDensity>();
  if (!is_set(name)) return cteq_density(name, read_grid_text(name));
  SetInfo info = read_set_info(name, read_grid_text(name));
  const std::string grid = grid_of(name, member);
  return lhapdf_density(grid, read_grid_text(grid), std::move(info));
}

int member_count(const std::string& name) {
  if (is_set(name)) return read_set_info(name, read_grid_text(name)).set.members;
  if (name == "analytic" || name.ends_with(".tbl")) return 1;
  throw GridError(fmt::format(
      "found parton densities \"{}\", expected \"analytic\", a .tbl file of CTEQ or an .info "
      "file of LHAPDF6",
      name));
}

}  // namespace diagc::collider

// How derived families and their parameters are called, and what their doc strings say.
#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/theory/index.h"
#include "compiler/theory/walk.h"

namespace diagc::theory {

void Walker::name_parameters() {
  const bool one = vertices_ == 1;
  for (const Species& vertex : model_.vertices) {
    const std::string base = request_.all_labellings ? "untouched" : "k";
    touched_names_.push_back(locals_.fresh(one ? base : base + "_" + vertex.name));
  }
  std::set<std::size_t> with_open;
  for (const Status& status : statuses_) with_open.insert(status.species);
  for (Status& status : statuses_) {
    std::string set = "open";
    const Species& owner = species(status.species);
    if (with_open.size() > 1) set += "_" + owner.name;
    const auto of_species = std::ranges::count_if(
        statuses_, [&](const Status& other) { return other.species == status.species; });
    if (of_species > 1 && owner.classes.size() == 1) set += std::to_string(status.counts[0]);
    if (of_species > 1 && owner.classes.size() > 1) {
      for (std::size_t c = 0; c < owner.classes.size(); ++c) {
        if (status.counts[c] == 0) continue;
        set += "_" + model_.fields[owner.classes[c].field].name();
        if (status.counts[c] > 1) set += std::to_string(status.counts[c]);
      }
    }
    status.set = locals_.fresh(set);
  }
  waiting_name_ = locals_.fresh("waiting");
  first_name_ = locals_.fresh("first");
  start_name_ = locals_.fresh("s");
  at_name_ = locals_.fresh("v");
  flavour_name_ = locals_.fresh("x");
  start_flavour_name_ = locals_.fresh("x0");
  odd_name_ = locals_.fresh("odd");
  leg_name_ = locals_.fresh("c");
  eager_name_ = locals_.fresh("e");
  binder_ = locals_.fresh("i");
  lowest_ = locals_.fresh("j");
  fresh_ = locals_.fresh("u");
  sum_flavour_ = locals_.fresh("y");
}

std::string Walker::family_name(const Shape& shape) const {
  const auto of_field = [&](std::string base) {
    const auto lines =
        std::ranges::count_if(model_.fields, [](const Field& field) { return field.is_line; });
    return lines > 1 ? base + "_" + model_.fields[shape.field].name() : base;
  };
  switch (shape.kind) {
    case Shape::Kind::external_line:
      return of_field("X");
    case Shape::Kind::loop:
      return of_field("W");
    case Shape::Kind::line_back:
      return of_field("back");
    case Shape::Kind::rest:
      return "rest";
    case Shape::Kind::leg: {
      if (is_external(shape.species)) return "X";
      std::string result = "leg";
      if (vertices_ > 1) result += "_" + species(shape.species).name;
      if (shape.counts.size() > 1 || species(shape.species).full()[0] > 1)
        result += fmt::format("_{}", fmt::join(shape.counts, "_"));
      return result;
    }
    case Shape::Kind::eager: {
      std::string result = model_.fields[species(shape.species).classes[shape.leg].field].name();
      if (vertices_ > 1) result += "_" + species(shape.species).name;
      return result + "_" + family_name(*shape.inner);
    }
    case Shape::Kind::moved:
    case Shape::Kind::inserted:
    case Shape::Kind::tadpole:
      return own_name(shape);
  }
  throw std::logic_error("family_name: no such shape");
}

std::string Walker::documentation(const Shape& shape) const {
  const auto leg = [&] {
    return model_.fields[species(shape.species).classes[shape.leg].field].name();
  };
  switch (shape.kind) {
    case Shape::Kind::external_line:
      return fmt::format("The external line of {} has reached {}.",
                         model_.fields[shape.field].name(), at_name_);
    case Shape::Kind::loop:
      return fmt::format("The loop of {} that began at {} has reached {}{}.",
                         model_.fields[shape.field].name(), start_name_, at_name_,
                         joins_external(shape)
                             ? fmt::format("; of the external line {} is {}", start_name_,
                                           text_of(*simplified(Term(*request_.line->leaves))))
                             : "");
    case Shape::Kind::line_back:
      return fmt::format("The second external line of {} is known from {} on, and followed back.",
                         model_.fields[shape.field].name(), at_name_);
    case Shape::Kind::rest:
      return blocks_ ? "Nothing is under way: go on at the lowest open vertex of the last block; "
                       "without one, a cut takes the diagram apart."
                     : "Nothing is under way: go on at the lowest open vertex.";
    case Shape::Kind::leg:
      return is_external(shape.species)
                 ? fmt::format("The external leg of {} is contracted.", leg())
                 : fmt::format("A leg of {} of vertex {} is contracted.", leg(), leg_name_);
    case Shape::Kind::eager:
      return is_external(shape.species)
                 ? fmt::format(
                       "An external point has just been reached: its leg of {} comes first.", leg())
                 : fmt::format("Vertex {} has just been touched: its leg of {} comes first.",
                               eager_name_, leg());
    case Shape::Kind::moved:
    case Shape::Kind::inserted:
    case Shape::Kind::tadpole:
      return own_documentation(shape);
  }
  throw std::logic_error("documentation: no such shape");
}

}  // namespace diagc::theory

#include "compiler/arrays/two_time_plan.h"

#include <algorithm>
#include <array>

#include "compiler/arrays/two_time_fields.h"
#include "compiler/arrays/two_time_kernel.h"

namespace diagc::arrays {

namespace {

class TwoTimePlanner {
 public:
  TwoTimePlanner(const ArrayGraph& graph, const TwoTimeInputs& inputs) : fields_(graph, inputs) {}

  TwoTimePlan run() {
    plan_.is_hermitian = fields_.is_hermitian();
    std::uint32_t last = 0;
    for (const ArrayId output : fields_.graph().outputs)
      last = std::max(last, fields_.level_below(output, false));
    make_stages(last);
    plan_.fields = std::move(fields_.all());
    return std::move(plan_);
  }

 private:
  void make_stages(std::uint32_t last) {
    plan_.stages.resize(last + 1);
    for (std::uint32_t number = 0; number < fields_.all().size(); ++number) {
      const TwoTimeField& own = fields_.all()[number];
      TwoTimeStage& stage = plan_.stages[own.stage];
      const TwoTimeFields::Origin& origin = fields_.origin(number);
      switch (own.kind) {
        case TwoTimeField::Kind::green:
          break;
        case TwoTimeField::Kind::pointwise:
          stage.writes.push_back(number);
          break;
        case TwoTimeField::Kind::product: {
          std::array<FieldReference, 2> factors{};
          for (std::size_t k = 0; k < 2; ++k)
            factors[k] =
                fields_.field(fields_.node(origin.node).operands[k].array, origin.is_adjoint);
          if (origin.is_adjoint) std::swap(factors[0], factors[1]);
          stage.products.push_back(
              {number, factors[0].field, factors[1].field, factors[0].sign * factors[1].sign});
          break;
        }
        case TwoTimeField::Kind::solution:
          add_to_equation(stage, number, fields_.node(origin.node));
          break;
      }
    }
    for (const TwoTimeStage& stage : plan_.stages) {
      for (const TwoTimeProduct& product : stage.products)
        fields_.all()[product.left].is_factor = fields_.all()[product.right].is_factor = true;
      for (const TwoTimeEquation& equation : stage.equations) {
        for (const std::uint32_t rest : equation.rests) fields_.all()[rest].is_factor = true;
        for (const auto& left : equation.left) fields_.all()[left.field].is_factor = true;
      }
    }
    for (TwoTimeField& own : fields_.all()) own.is_factor = own.is_factor || own.is_stored;
    for (std::uint32_t s = 0; s <= last; ++s) write_kernel(fields_, plan_.stages[s], s == last);
  }

  void add_to_equation(TwoTimeStage& stage, std::uint32_t number, const ArrayNode& of) {
    std::size_t unknowns = 0;
    while (unknowns * unknowns < of.digits.size()) ++unknowns;
    std::vector<std::uint32_t> rests;
    for (std::size_t i = 0; i < unknowns; ++i)
      rests.push_back(fields_.field(of.operands[i].array, false).field);
    TwoTimeEquation own;
    own.rests = rests;
    std::size_t next = unknowns;
    for (std::uint32_t i = 0; i < unknowns; ++i) {
      for (std::uint32_t j = 0; j < unknowns; ++j) {
        if (of.digits[i * unknowns + j] == '1')
          own.left.push_back({i, j, fields_.field(of.operands[next++].array, false).field});
      }
    }
    const auto same = [&](const TwoTimeEquation& other) {
      return other.rests == own.rests &&
             std::ranges::equal(other.left, own.left, [](const auto& a, const auto& b) {
               return a.row == b.row && a.column == b.column && a.field == b.field;
             });
    };
    auto found = std::ranges::find_if(stage.equations, same);
    if (found == stage.equations.end()) {
      own.unknowns.assign(unknowns, ~std::uint32_t{0});
      found = stage.equations.insert(stage.equations.end(), std::move(own));
    }
    found->unknowns[of.element] = number;
  }

  TwoTimeFields fields_;
  TwoTimePlan plan_;
};

}  // namespace

TwoTimePlan plan_two_times(const ArrayGraph& graph, const TwoTimeInputs& inputs) {
  return TwoTimePlanner(graph, inputs).run();
}

}  // namespace diagc::arrays

// How expanded arrays with cyclic axes become array graphs: the state that lower_cyclic.cpp (arrays, maps) and cyclic_sums.cpp (sums) share.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/arrays/array_builder.h"
#include "compiler/arrays/lower_cyclic.h"

namespace diagc::arrays::cyclic {

using Variables = std::vector<AxisVariable>;
using Arguments = std::vector<AxisArgument>;

struct Factor {
  ArrayId array = 0;
  Type type = Type::real;
  Arguments arguments;
};

struct Product {
  Rational coefficient = 1;
  std::vector<Factor> factors;
};

class CyclicLowering {
 public:
  CyclicLowering(const ArrayExpansion& expansion, const Grids& grids);

  Lowered run();

 private:
  bool is_element(NodeId id) const {
    return from_.graph[id].kind == Kind::input && from_.graph[id].payload >= from_.first_element;
  }
  bool is_scalar_leaf(NodeId id) const {
    const Kind kind = from_.graph[id].kind;
    return kind == Kind::param || (kind == Kind::input && !is_element(id));
  }
  std::uint64_t extent(std::uint32_t axis) const {
    return cyclic_[axis] == 0 ? from_.axes[axis].extent
                              : builder_.graph.cyclic[cyclic_[axis] - 1].points();
  }

  std::vector<bool> needed_arrays() const;
  ArrayId array(const ExpandedArray& array);
  ArrayId product_along_contour(const ExpandedArray& array);
  ArrayId input(std::string name, InputSource source, const std::vector<std::uint32_t>& axes);
  void declare(ArrayNode& node, std::uint32_t axis) const;
  Factor leaf(NodeId node);
  std::vector<NodeId> leaves_below(NodeId node) const;
  std::vector<Arguments> arguments_below(NodeId node) const;

  ArrayId value(NodeId body, const Variables& axes);
  ArrayId map(NodeId body, const Variables& axes);
  Factor map_at_one_argument(NodeId body, const Arguments& arguments);
  Factor whole(NodeId node);
  std::vector<Product> products(NodeId node);
  ArrayId sum(const ExpandedArray& array);
  std::vector<Factor> contract(Product product, Variables summed, std::vector<std::int32_t> powers);
  Factor component(const std::vector<Factor>& factors, const Variables& summed,
                   std::vector<std::int32_t> powers);
  ArrayId linear(const std::vector<Product>& products, const Variables& axes);
  Operand operand_of(const Factor& factor, const Variables& variables) const;
  void check_size(const ArrayNode& map) const;

  const ArrayExpansion& from_;
  std::vector<ArrayId> array_of_;
  std::vector<std::uint32_t>
      cyclic_;  ///< by axis: 0, or one more than the number of the cyclic one
  ArrayBuilder builder_;
  Lowered result_;
  std::map<std::pair<bool, std::uint32_t>, ArrayId> scalars_;
};

}  // namespace diagc::arrays::cyclic

#include "compiler/graph/components.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

namespace diagc {

std::vector<std::vector<std::uint32_t>> strong_components(
    std::uint32_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  const Graph graph(edges.begin(), edges.end(), count);
  std::vector<std::uint32_t> component(count);
  const auto index = boost::get(boost::vertex_index, graph);
  const std::uint32_t components =
      boost::strong_components(graph, boost::make_iterator_property_map(component.begin(), index));
  std::vector<std::vector<std::uint32_t>> groups(components);
  for (std::uint32_t vertex = 0; vertex < count; ++vertex)
    groups[component[vertex]].push_back(vertex);
  return groups;
}

}  // namespace diagc

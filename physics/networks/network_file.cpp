#include "physics/networks/network_file.h"

#include "physics/networks/cotengra.h"
#include "physics/networks/json.h"
#include "physics/networks/tensor_tree.h"

namespace diagc::networks {

NamedNetwork read_network(SourcePtr source) {
  const Json json(source);
  json.expect(Json::root, Json::Kind::object, "a network, an object with `inputs` and `output`");
  if (json.find(Json::root, "tree") != Json::none) return read_tensor_tree(std::move(source), json);
  return read_cotengra(std::move(source), json);
}

}  // namespace diagc::networks

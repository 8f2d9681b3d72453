// Any bytes as a network file, einsum string, circuit, order, part or array graph: an input error, or something that its verifier accepts.
#include <cstdint>
#include <string>

#include "compiler/arrays/text.h"
#include "physics/networks/einsum.h"
#include "physics/networks/network_file.h"
#include "physics/networks/openqasm.h"
#include "physics/networks/order_file.h"
#include "physics/networks/part_file.h"
#include "physics/networks/qsim.h"

using namespace diagc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = std::make_shared<const Source>(
      "fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const auto attempt = [](const auto& read) {
    try {
      read();
    } catch (const InputError&) {
    }
  };
  attempt([&] {
    const networks::NamedNetwork network = networks::read_network(source);
    arrays::verify(network.network);
    if (network.order) arrays::verify(network.network, *network.order);
  });
  attempt([&] {
    networks::NamedNetwork network = networks::read_einsum(source);
    for (std::uint64_t& extent : network.network.extents) extent = 1;
    arrays::verify(network.network);
  });
  attempt([&] { networks::amplitude_network(networks::read_qsim(source), {}); });
  attempt([&] { networks::amplitude_network(networks::read_openqasm(source), {}); });
  try {
    networks::read_part("part", std::string(source->text()));
  } catch (const std::runtime_error&) {
  }
  attempt([&] {
    const auto chain = std::make_shared<const Source>("chain", "ab,bc,cd,de->ae");
    networks::NamedNetwork network = networks::read_einsum(chain);
    for (std::uint64_t& extent : network.network.extents) extent = 2;
    arrays::verify(network.network, networks::read_order(source, network));
  });
  attempt([&] {
    const arrays::ArrayGraph graph = arrays::from_text(source);
    if (arrays::to_text(arrays::from_text(std::make_shared<const Source>(
            "again", arrays::to_text(graph)))) != arrays::to_text(graph)) {
      __builtin_trap();
    }
  });
  return 0;
}

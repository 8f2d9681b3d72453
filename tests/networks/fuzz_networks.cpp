// Any bytes as a file that diagc contract reads: an input error, or something that its verifier accepts. The first byte says which kind of file
// the others are, so that an input is read once.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "compiler/arrays/distribute/distribution.h"
#include "compiler/arrays/text.h"
#include "physics/networks/einsum.h"
#include "physics/networks/network_file.h"
#include "physics/networks/openqasm.h"
#include "physics/networks/order_file.h"
#include "physics/networks/part_file.h"
#include "physics/networks/plan_file.h"
#include "physics/networks/qsim.h"
#include "runtime/batch/npz.h"
#include "runtime/cache/hash.h"

using namespace diagc;

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// JSON of cotengra or TensorBFS.
void network(const SourcePtr& source) {
  const networks::NamedNetwork network = networks::read_network(source);
  arrays::verify(network.network);
  if (network.order) arrays::verify(network.network, *network.order);
}

void einsum(const SourcePtr& source) {
  networks::NamedNetwork network = networks::read_einsum(source);
  for (std::uint64_t& extent : network.network.extents) extent = 1;
  networks::check_complete(network);
  arrays::verify(network.network);
}

void circuit(const networks::Circuit& circuit) {
  const networks::CircuitNetwork network = networks::amplitude_network(circuit, {});
  arrays::verify(network.network.network);
  require(network.values.size() == network.network.network.tensors.size());
}

networks::NamedNetwork chain() {
  networks::NamedNetwork network =
      networks::read_einsum(std::make_shared<const Source>("chain", "ab,bc,cd,de,ex->ax"));
  for (std::uint64_t& extent : network.network.extents) extent = 2;
  return network;
}

/// What is understood is written, and understood again.
void order(const SourcePtr& source) {
  const networks::NamedNetwork network = chain();
  const arrays::Order order = networks::read_order(source, network);
  arrays::verify(network.network, order);
  const auto again = std::make_shared<const Source>("again", networks::order_text(order, network));
  require(networks::read_order(again, network) == order);
}

/// The text with the checksum that it should have, so that what stands before it is read.
std::string checked(const SourcePtr& source) {
  std::string text(source->text());
  if (text.ends_with('}')) text.pop_back();
  Hash hash;
  hash.update(text);
  text += ",\"checksum\":\"";
  for (const std::uint8_t byte : hash.digest()) text += fmt::format("{:02x}", byte);
  return text + "\"}\n";
}

/// A plan of the chain for one processor and for two ranks, whose choice must be one of the chain's or be refused.
void plan(const SourcePtr& source) {
  const arrays::Network network = chain().network;
  const std::string text = checked(source);
  for (const std::uint32_t ranks : {0U, 2U}) {
    try {
      const networks::PlanFile read =
          networks::read_plan("plan", text, "chain", network, networks::Element::f64, ranks);
      const std::string written = networks::plan_text(read);
      require(networks::plan_text(networks::read_plan("again", written, "chain", network,
                                                      networks::Element::f64, ranks)) == written);
      if (ranks == 0) continue;
      const arrays::DeviceGrid grid = arrays::make_grid(ranks, ranks);
      arrays::describe(arrays::divide(network, read.order, grid, read.outer), grid,
                       arrays::h200(false), {sizeof(double), false}, read.choice);
    } catch (const std::runtime_error&) {
    }
  }
}

/// A part or a checkpoint. What is understood is written, and understood again.
void part(const SourcePtr& source) {
  networks::PartFile read = networks::read_part("part", checked(source));
  const std::string written = networks::part_text(read);
  require(networks::part_text(networks::read_part("again", written)) == written);
  constexpr std::uint64_t few = 1000;
  if (read.state.is_complete() && read.state.layout.elements() < few)
    networks::value_of(read.state);
  networks::add_part(read, networks::read_part("again", written), "again");
}

/// The bytes as an open file.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : number_(memfd_create("values", MFD_CLOEXEC)) {
    require(write(number_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    lseek(number_, 0, SEEK_SET);
  }
  ~MemoryFile() { close(number_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// An array has the bytes that its shape says.
void check(const NpyArray& array) {
  std::size_t elements = 1;
  for (const std::size_t length : array.shape) elements *= length;
  require(elements == array.elements && (elements == 0 || array.data != nullptr));
}

void npy(const SourcePtr& source) {
  const MemoryFile file(source->text());
  check(read_npy(file.number(), "values", WholeArrays::as_doubles));
}

void npz(const SourcePtr& source) {
  const MemoryFile file(source->text());
  networks::NamedNetwork network =
      networks::read_einsum(std::make_shared<const Source>("pair", "ab,bc->ac"));
  std::vector<std::vector<std::size_t>> shapes;
  for (const auto& [name, array] :
       read_npz(fmt::format("/proc/self/fd/{}", file.number()), WholeArrays::as_doubles)) {
    check(array);
    shapes.push_back(array.shape);
  }
  networks::set_shapes(network, shapes);
  networks::check_complete(network);
  arrays::verify(network.network);
}

void graph(const SourcePtr& source) {
  const arrays::ArrayGraph graph = arrays::from_text(source);
  const auto again = std::make_shared<const Source>("again", arrays::to_text(graph));
  require(arrays::to_text(arrays::from_text(again)) == arrays::to_text(graph));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return -1;
  const auto source = std::make_shared<const Source>(
      "fuzz", std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  try {
    switch (data[0]) {
      case 'n':
        network(source);
        break;
      case 'e':
        einsum(source);
        break;
      case 's':
        circuit(networks::read_qsim(source));
        break;
      case 'q':
        circuit(networks::read_openqasm(source));
        break;
      case 'o':
        order(source);
        break;
      case 'p':
        part(source);
        break;
      case 'l':
        plan(source);
        break;
      case 'a':
        npy(source);
        break;
      case 'v':
        npz(source);
        break;
      case 'g':
        graph(source);
        break;
      default:
        return -1;  // not to be kept
    }
  } catch (const std::runtime_error&) {
  }
  return 0;
}

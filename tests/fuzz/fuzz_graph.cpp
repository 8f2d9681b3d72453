// Any bytes as a graph's text: an input error or a graph, which is valid and comes back from its own text.
#include <cstdlib>

#include "compiler/graph/text.h"
#include "compiler/graph/verify.h"
#include "compiler/source/diagnostic.h"

using namespace diagc;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = [](std::string text) {
    return from_text(std::make_shared<Source>("fuzz.graph", std::move(text)));
  };
  Graph graph;
  try {
    graph = read(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const InputError&) {
    return 0;
  }
  verify(graph);
  const std::string text = to_text(graph);
  if (to_text(read(text)) != text) std::abort();
  return 0;
}

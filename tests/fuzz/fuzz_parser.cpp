// Any bytes: parsing, checking and printing neither crash nor lose anything.
#include <cstdint>
#include <stdexcept>

#include "compiler/rules/rules.h"
#include "compiler/syntax/parse.h"
#include "compiler/syntax/print.h"
#include "tests/syntax/same_tree.h"

using namespace diagc;

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

void round_trip(SourcePtr source) {
  const syntax::File file = syntax::parse(std::move(source));
  const std::string text = syntax::print(file);
  const syntax::File again = syntax::parse(std::make_shared<const Source>("printed.diag", text));
  require(syntax::same_tree(file, again), "the printed text has another tree");
  require(file.comments.size() == again.comments.size(), "printing lost a comment");
  require(syntax::print(again) == text, "printing again gives other bytes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = std::make_shared<const Source>("fuzz.diag", std::string(data, data + size));
  try {
    rules::load(source);
  } catch (const InputError& error) {
    require(!error.diagnostics().empty(), "an error without a diagnostic");
  }
  try {
    round_trip(source);
  } catch (const InputError& error) {
    require(error.diagnostics().at(0).path == "fuzz.diag", "the printed text is not understood");
  }
  return 0;
}

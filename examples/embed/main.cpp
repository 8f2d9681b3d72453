// A loop of one's own around a kernel: the coefficient of (beta U)^2 in the density of the Hubbard atom with two flavours, 1/16, as a mean over
// the times of the vertices. Times, propagators, diagrams and the sum are one function, and no batch goes through memory.
#include <diagc/diagc.h>

#include <fstream>
#include <iostream>
#include <sstream>

int main(int argc, char** argv) {
  const std::string rules = argc > 1 ? argv[1] : "hubbard_sun_density.diag";
  const std::string loop = argc > 2 ? argv[2] : "mean.inc";
  const diagc::Compiled compiled = diagc::compile_file(rules, {.statics = {{"n", "2"}}});
  for (const auto& diagnostic : compiled.diagnostics) std::cerr << diagnostic.rendered << '\n';
  if (!compiled.kernel) return 1;

  std::ostringstream text;
  text << std::ifstream(loop).rdbuf();
  try {
    const diagc::KernelPart part = diagc::kernel_part(*compiled.kernel, "density");
    const diagc::LoadedCode code(part.source + text.str(), {.file_name = loop});
    auto* const mean = code.function<double(std::size_t)>("mean");
    std::cout.precision(3);
    std::cout << part.function << ": " << -2 * mean(100'000 / part.lanes) << '\n';
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}

// The Hubbard atom with two flavours: the coefficient of (beta U)^2 in its density is 1/16, from the diagrams of both time orders.
#include <diagc/diagc.h>

#include <iostream>

int main(int argc, char** argv) {
  const std::string rules = argc > 1 ? argv[1] : "hubbard_sun_density.diag";
  const diagc::Compiled compiled = diagc::compile_file(rules, {.statics = {{"n", "2"}}});
  for (const auto& diagnostic : compiled.diagnostics) std::cerr << diagnostic.rendered << '\n';
  if (!compiled.kernel) return 1;

  const int times[2][3] = {{0, 1, 2}, {0, 2, 1}};  // of the vertices 0, 1, 2
  std::vector<double> G;                           // [order][a][b], half filling
  for (const auto& time : times)
    for (int a = 0; a <= 2; ++a)
      for (int b = 0; b <= 2; ++b) G.push_back(time[a] >= time[b] ? 0.5 : -0.5);
  std::vector<double> density(2);
  compiled.kernel->evaluate(2, {{"G", G}}, {{"N", {2}}}, {{"density", density}});
  std::cout << compiled.kernel->name() << ": " << -2 * (density[0] + density[1]) / 2 << '\n';
}

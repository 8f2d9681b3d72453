#include "programs/diagc/command.h"
namespace diagc { void add_stats(CLI::App&, Action&){} void add_eval(CLI::App&, Action&){} void add_bench(CLI::App&, Action&){} void add_explain(CLI::App&, Action&){} void add_demo(CLI::App&, Action&){} }

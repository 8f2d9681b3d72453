// diagc demo: the density series of the SU(N) Hubbard atom from its rule file, next to the exact one, on a device where there is one;
// then two tensor networks, two propagations in time, and a cluster and a lattice by Monte Carlo.
#include "programs/demo/demo.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "compiler/expand/figures.h"
#include "programs/bench/gpu_rates.h"
#include "programs/bench/machine_loops.h"
#include "programs/command/kernel_options.h"
#include "programs/command/option_values.h"
#include "programs/command/output.h"
#include "programs/command/progress.h"
#include "programs/command/rule_file.h"
#include "programs/demo/atom.h"
#include "programs/demo/integration.h"
#include "programs/demo/kadanoff_baym.h"
#include "programs/demo/networks.h"
#include "runs/report/plot.h"
#include "runtime/cuda/device.h"
#include "runtime/cuda/nvrtc.h"
#include "runtime/system/atomic_file.h"
#include "runtime/system/thread_pool.h"

namespace diagc {

namespace {

using namespace demo;
using runs::plot::Plot;
using runs::plot::Series;
using runs::plot::to_svg;

constexpr const char* grammar = "hubbard_sun_density";
constexpr const char* picture_file = "hubbard_atom.svg";
constexpr int highest_order = 8;
constexpr int flavours[] = {2, 3, 6};
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73"};

constexpr int gpu = 0;

/// What evaluates the kernels, and how the output names it.
struct Worker {
  Target target = Target::cpu;
  std::string name;  ///< "4 threads", "NVIDIA H200"
  std::string line;  ///< says so
};

Worker processor(const std::string& why) {
  const unsigned threads = available_threads();
  const std::string name = fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
  return {Target::cpu, name, fmt::format("Runs on the processor, {}: {}.", name, why)};
}

/// `target`: auto, cpu or cuda. Throws cuda::Unavailable where the target is cuda and there is none.
Worker worker_for(const std::string& target) {
  if (target == "cpu") return processor("as --target says");
  const bool is_choice = target == "auto";
  if (is_choice && !cuda::why_no_driver().empty()) {
    return processor("there is no NVIDIA GPU to be used");
  }
  if (is_choice && !cuda::why_no_nvrtc().empty()) {
    return processor("there is an NVIDIA GPU, but no NVRTC to compile for it");
  }
  const cuda::DeviceInfo info = cuda::Device(gpu).info();
  return {Target::cuda, info.name,
          fmt::format("Runs on device {}, {} ({}, {} multiprocessors).", gpu, info.name,
                      info.architecture, info.multiprocessors)};
}

struct Order {
  Kernel kernel;
  GraphFigures figures;
};

void print(const std::string& text) {
  Progress::clear_line();
  write_out(text);
  flush_out();
}

/// Compiles orders 1 … 8 and prints the table of graphs.
std::vector<Order> compile_orders(const SourcePtr& source, Target target, Progress& progress) {
  const rules::Rules rules = read_rules(source);
  print(fmt::format("Graphs of {}\n\n{:>3}{:>8}{:>9}{:>9}{:>13}{:>10}{:>10}{:>12}\n", grammar, "n",
                    "levels", "nodes", "edges", "diagrams", "flops", "max_live", "seconds"));
  std::vector<Order> orders;
  for (int n = 1; n <= highest_order; ++n) {
    const auto start = std::chrono::steady_clock::now();
    CompileOptions options;
    options.statics = {{"n", std::to_string(n)}};
    options.target = target;
    options.devices = {gpu};
    options.compile_worker = {"/proc/self/exe", nvrtc_worker};
    Kernel kernel = compile_kernel(source, options, progress);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ExpandOptions expansion;
    expansion.statics = options.statics;
    const GraphFigures sizes = figures(expand(rules, expansion).graph);
    print(fmt::format("{:>3}{:>8}{:>9}{:>9}{:>13}{:>10}{:>10}{:>12.3f}{}\n", n, sizes.levels,
                      sizes.nodes, sizes.edges, to_string(sizes.terms.value_or(0)),
                      kernel.figures().flops, kernel.figures().max_live, seconds,
                      kernel.from_cache() ? "  (from the cache)" : ""));
    orders.push_back({std::move(kernel), sizes});
  }
  return orders;
}

/// Mean of `density` over all time orders, times (−1)^(n−1) N: the coefficient of (βU)^n in the total density.
double coefficient(const Kernel& kernel, int n, int colours_of_fermions,
                   const std::vector<double>& propagators) {
  const std::size_t configurations = factorial(n);
  std::vector<double> density(configurations);
  kernel.evaluate(configurations, {{"G", std::span(propagators), BatchLayout::leaf_configuration}},
                  {{"N", {static_cast<double>(colours_of_fermions)}}},
                  {{"density", std::span(density)}});
  double sum = 0;
  for (const double value : density) sum += value;
  const double sign = n % 2 == 1 ? 1 : -1;
  return sign * colours_of_fermions * sum / static_cast<double>(configurations);
}

/// coefficients[i][n] for flavours[i], the zeroth from the free atom.
std::vector<std::vector<double>> evaluate_orders(const std::vector<Order>& orders,
                                                 Progress& progress) {
  std::vector<std::vector<double>> coefficients;
  for (const int N : flavours) coefficients.push_back({N / 2.0});
  for (int n = 1; n <= highest_order; ++n) {
    progress.stage(fmt::format("evaluating n={}", n));
    const std::vector<double> propagators = time_orders(n);
    for (std::size_t i = 0; i < std::size(flavours); ++i) {
      coefficients[i].push_back(
          coefficient(orders[static_cast<std::size_t>(n) - 1].kernel, n, flavours[i], propagators));
    }
  }
  progress.stage("");
  return coefficients;
}

void print_coefficients(const std::vector<std::vector<double>>& coefficients) {
  for (std::size_t i = 0; i < std::size(flavours); ++i) {
    const std::vector<Rational> exact = exact_series(flavours[i], highest_order);
    print(fmt::format(
        "\nTotal density at mu = 0, N = {}: coefficients of (beta U)^n from all n! time orders\n\n"
        "{:>3}{:>24}{:>24}{:>26}{:>12}\n",
        flavours[i], "n", "computed", "exact", "exact", "difference"));
    for (std::size_t n = 0; n < exact.size(); ++n) {
      const double value = to_double(exact[n]);
      print(fmt::format("{:>3}{:>24.16g}{:>24.16g}{:>26}{:>12.1e}\n", n, coefficients[i][n], value,
                        to_string(exact[n]), coefficients[i][n] - value));
    }
  }
}

double summed(const std::vector<double>& coefficients, double x, std::size_t order) {
  double sum = 0;
  for (std::size_t n = order + 1; n-- > 0;) sum = sum * x + coefficients[n];
  return sum;
}

void print_densities(const std::vector<std::vector<double>>& coefficients) {
  std::string text =
      fmt::format("\nDensity per flavour, summed to order {}, next to the exact one\n\n{:>14}",
                  highest_order, "beta U (N - 1)");
  for (const int N : flavours) {
    text += fmt::format("{:>17}{:>11}{:>10}", fmt::format("N = {} summed", N), "exact", "error");
  }
  text += '\n';
  for (int step = 0; step <= 8; ++step) {
    // What one flavour feels of the N − 1 others: the series converge for about the same values of it.
    const double coupling = step * 0.25;
    text += fmt::format("{:>14.2f}", coupling);
    for (std::size_t i = 0; i < std::size(flavours); ++i) {
      const double x = coupling / (flavours[i] - 1);
      const double series = summed(coefficients[i], x, highest_order) / flavours[i];
      const double exact = exact_density(flavours[i], x) / flavours[i];
      text += fmt::format("{:>17.7f}{:>11.7f}{:>10.1e}", series, exact, series - exact);
    }
    text += '\n';
  }
  print(text);
}

std::string picture(const std::vector<std::vector<double>>& coefficients) {
  constexpr double x_max = 2.5;
  constexpr int steps = 150, dot_every = 6;
  Plot plot;
  plot.title = "Density of the SU(N) Hubbard atom";
  plot.subtitle = fmt::format(
      "all connected diagrams to order {} from one rule file, next to the exact density",
      highest_order);
  plot.x_label = "$βU$";
  plot.y_label = "density per flavour";
  plot.x_max = x_max;
  plot.y_max = 0.55;
  for (std::size_t i = 0; i < std::size(flavours); ++i) {
    const int N = flavours[i];
    Series exact{fmt::format("N = {} exact", N), colours[i], {}, Series::Style::line};
    Series fourth{fmt::format("N = {} to order 4", N), colours[i], {}, Series::Style::dashed};
    Series dots{
        fmt::format("N = {} to order {}", N, highest_order), colours[i], {}, Series::Style::dots};
    for (int step = 0; step <= steps; ++step) {
      const double x = x_max * step / steps;
      exact.points.emplace_back(x, exact_density(N, x) / N);
      fourth.points.emplace_back(x, summed(coefficients[i], x, 4) / N);
      if (step % dot_every == 0)
        dots.points.emplace_back(x, summed(coefficients[i], x, highest_order) / N);
    }
    plot.series.insert(plot.series.end(), {std::move(exact), std::move(fourth), std::move(dots)});
  }
  return to_svg({plot});
}

/// Evaluations a second of all cores, arrays in the kernel's own layout.
double rate_on_processor(const Kernel& kernel) {
  constexpr std::size_t configurations = 2048;
  const std::size_t leaves = kernel.inputs()[0].leaves;
  std::vector<double> propagators(leaves * configurations), density(configurations);
  for (std::size_t i = 0; i < propagators.size(); ++i)
    propagators[i] = std::sin(static_cast<double>(i));
  const std::vector<InputArray> inputs{
      {"G", std::span<const double>(propagators), BatchLayout::leaf_configuration}};
  const std::vector<OutputArray> outputs{
      {"density", std::span(density), BatchLayout::leaf_configuration}};
  const double calls = bench::rates_in_turn(
      {[&] { kernel.evaluate(configurations, inputs, {{"N", {2.0}}}, outputs); }}, 5, 0.05)[0];
  return calls * configurations;
}

void print_rates(const std::vector<Order>& orders, const Worker& worker, Progress& progress) {
  print(fmt::format(
      "\nSpeed in double precision, {}\n\n{:>3}{:>16}{:>16}\n",
      worker.target == Target::cuda ? worker.name + ", inputs in its memory" : worker.name, "n",
      "evaluations/s", "diagrams/s"));
  for (int n = 1; n <= highest_order; ++n) {
    const Order& order = orders[static_cast<std::size_t>(n) - 1];
    progress.stage(fmt::format("timing n={}", n));
    const double evaluations = worker.target == Target::cuda
                                   ? bench::evaluations_on_gpu(order.kernel, gpu, {{"N", {2.0}}})
                                   : rate_on_processor(order.kernel);
    print(fmt::format("{:>3}{:>16.3g}{:>16.3g}\n", n, evaluations,
                      evaluations * to_double(order.figures.terms.value_or(0))));
  }
  progress.stage("");
}

/// Makes the folder, and throws where no picture can be written into it: before the work, not after it.
void prepare_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw Failure(
        fmt::format("{}: the folder for the pictures cannot be made: {}", folder, error.message()));
  }
  for (const char* file : {picture_file, dynamics_picture, cluster_picture, lattice_picture}) {
    const std::filesystem::path path = std::filesystem::path(folder) / file;
    if (std::filesystem::is_directory(path, error))
      throw Failure(path.string() + ": found a folder, expected a file, or a name that is free");
    constexpr std::byte nothing{};
    AtomicFile(path).write(std::span(&nothing, 1));  // goes away again
  }
}

void run(const std::string& folder, const std::string& target, double seconds) {
  prepare_folder(folder);
  Progress progress;
  const Worker chosen = worker_for(target);
  print(chosen.line + "\n\n");
  const std::vector<Order> orders = compile_orders(open_rules(grammar), chosen.target, progress);
  const auto coefficients = evaluate_orders(orders, progress);
  print_coefficients(coefficients);
  print_densities(coefficients);
  const std::string path = (std::filesystem::path(folder) / picture_file).string();
  write_result(path, picture(coefficients));
  print_rates(orders, chosen, progress);
  contract_networks(progress);
  std::vector<std::string> pictures{path, propagate_bands_and_dimer(folder, progress)};
  if (seconds > 0) {
    const bool on_gpu = chosen.target == Target::cuda;
    for (std::string& further : integrate_cluster_and_lattice(
             folder, seconds, on_gpu ? std::optional(gpu) : std::nullopt, chosen.name, progress))
      pictures.push_back(std::move(further));
  }
  print(
      fmt::format("\nPicture{}: {}\n", pictures.size() > 1 ? "s" : "", fmt::join(pictures, ", ")));
}

}  // namespace

void add_demo(CLI::App& app, Action& action) {
  struct Options {
    std::string folder = "out", target = "auto";
    double seconds = 15;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "demo", "the density series of the SU(N) Hubbard atom, next to the exact one");
  command->add_option("--out", options->folder, "folder for the pictures")
      ->type_name("DIR")
      ->capture_default_str();
  take_one_of(command
                  ->add_option("--target", options->target,
                               "what computes: cpu, cuda (an NVIDIA GPU), or auto, a device where "
                               "there is one")
                  ->capture_default_str(),
              {"auto", "cpu", "cuda"});
  take_amount(command
                  ->add_option("--seconds", options->seconds,
                               "time for the Monte Carlo integration at the end; 0 leaves it out")
                  ->type_name("SECONDS")
                  ->capture_default_str());
  command->callback([options, &action] {
    action = [options] { run(options->folder, options->target, options->seconds); };
  });
}

}  // namespace diagc

#include "physics/dynamics/device/device_engine.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <optional>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_blocks.h"
#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/device/device_parameters.h"
#include "physics/dynamics/device/mean_field.h"
#include "physics/dynamics/equal_time_energy.h"
#include "physics/dynamics/history.h"
#include "physics/dynamics/resolution.h"
#include "runtime/cuda/device.h"

namespace diagc::dynamics {

namespace {

using cuda::api::DevicePointer;

constexpr std::size_t complex_bytes = sizeof(Complex);
/// Parts of history sums at once: enough points for all multiprocessors.
constexpr std::size_t part_bytes = std::size_t{128} << 20U;
/// Iterations at equal times of the first sweep of a panel and of others; what has converged costs little.
constexpr int first_iterations = 14, next_iterations = 8;
constexpr std::size_t moving_threads = 128, warps_of_rows = 4;
/// Panels for which arrays have room beyond those that there are.
constexpr std::size_t spare_panels = 8;

std::size_t blocks_of(std::size_t tasks, std::size_t of_block) {
  return (tasks + of_block - 1) / of_block;
}

std::uint32_t narrow(std::size_t number) { return static_cast<std::uint32_t>(number); }

/// A span of a device's time between two events.
struct Span {
  cuda::Event begin, end;
  double* to;
};

}  // namespace

struct DeviceEngine::State {
  State(const Model& own_model, std::size_t order, std::span<const Complex> rho,
        const DeviceSettings& settings)
      : model(own_model),
        points(own_model.points()),
        elements(own_model.bands * own_model.bands),
        shape(order, own_model.bands),
        times(radau(order)),
        start(rho.begin(), rho.end()),
        device(settings.devices.front()),
        stream(device) {
    check_mean_field(model);
    if (model.interaction->correlated()) theory = model.interaction->device_theory();
    code.emplace(device, shape, theory ? &*theory : nullptr, settings);
    write_constants();
    begin_edge();
    pinned.emplace(device, (4 + 2 * equal_blocks()) * sizeof(std::uint64_t));
  }

  /// Of blocks that share tasks among themselves no more than keep the device busy.
  std::size_t resident(std::size_t blocks) const {
    constexpr std::size_t of_multiprocessor = 8;
    return std::min(blocks,
                    of_multiprocessor * static_cast<std::size_t>(device.info().multiprocessors));
  }
  DeviceNumbers numbers() const { return DeviceNumbers(device); }
  const Collocation& collocation() const { return times.collocation(); }
  std::size_t panels() const { return times.panels(); }
  std::size_t equal_blocks() const { return blocks_of(points, shape.equal_points()); }
  std::size_t block_bytes() const { return 2 * shape.factor() * complex_bytes; }

  void write_constants() {
    integrals.write(collocation().integrals);
    products.write(product_integrals(collocation()));
    std::vector<double> of_columns(shape.order * shape.order);
    for (std::size_t column = 0; column < shape.order; ++column) {
      for (std::size_t row = 0; row < shape.order; ++row) {
        of_columns[column * shape.order + row] =
            collocation().integral(column, row) / collocation().weight(row);
      }
    }
    shares.write(of_columns);
    std::vector<double> of_points;
    double sum = 0;
    for (std::size_t k = 0; k < points; ++k) sum += model.weight(k);
    for (std::size_t k = 0; k < points; ++k) of_points.push_back(model.weight(k) / sum);
    point_weights.write(of_points);
    std::vector<double> with_start(1, 0.0);
    with_start.insert(with_start.end(), collocation().nodes.begin(), collocation().nodes.end());
    const std::vector<double> all = legendre_coefficients(with_start);
    std::vector<double> highest;
    for (std::size_t below = 0; below < 3; ++below) {
      const auto row =
          all.begin() + static_cast<std::ptrdiff_t>((shape.order - below) * with_start.size());
      highest.insert(highest.end(), row, row + static_cast<std::ptrdiff_t>(with_start.size()));
    }
    coefficients.write(highest);
    if (!theory) return;
    roots.write(theory->text->roots);
    place.write(theory->place);
    kept.write(theory->kept);
  }

  /// The pair (T⁺, T⁺) at t = 0.
  void begin_edge() {
    std::vector<Complex> values(points * 2 * shape.edge_group());
    for (std::size_t k = 0; k < points; ++k) {
      Complex* const lesser = values.data() + k * 2 * shape.edge_group();
      for (std::size_t a = 0; a < model.bands; ++a) {
        for (std::size_t b = 0; b < model.bands; ++b) {
          shape.set(lesser, a, b, Complex(0, 1) * start[(k * model.bands + a) * model.bands + b]);
        }
        shape.set(lesser + shape.edge_group(), a, a, Complex(0, -1));
      }
    }
    edge.write(values);
    read_density();
  }

  DeviceEdge edge_parameter() const {
    return {.edge = edge.address(),
            .initial = initial.address(),
            .panels = narrow(panels()),
            .points = narrow(points)};
  }

  void read_density() {
    initial.reserve(points * elements * complex_bytes);
    code->launch("read_density", blocks_of(points * elements, moving_threads), moving_threads, 0,
                 edge_parameter(), stream);
    stream.synchronize();
    density = initial.read<Complex>(points * elements);
  }

  /// Makes the rows of T⁺ those of the last node.
  void take_edge() {
    const DeviceRows& last = rows.back();
    const std::size_t groups = panels() * shape.pieces() + 1;
    edge.reserve(points * ((panels() + spare_panels) * shape.pieces() + 1) * 2 *
                 shape.edge_group() * complex_bytes);
    DeviceEdge parameter = edge_parameter();
    parameter.rows = last.numbers.address();
    parameter.first = narrow(last.first);
    parameter.blocks = narrow(last.blocks);
    code->launch("take_edge", blocks_of(points * groups * 2 * shape.edge_group(), moving_threads),
                 moving_threads, 0, parameter, stream);
    read_density();
  }

  void clear(const DeviceNumbers& array, std::size_t count) {
    constexpr std::size_t most_blocks = 4096;
    code->launch("clear_numbers", std::min(blocks_of(count, moving_threads), most_blocks),
                 moving_threads, 0, DeviceZeros{array.address(), count}, stream);
  }

  void reserve_for_panel() {
    const std::size_t with_spare = panels() + 1 + spare_panels;
    const std::size_t own = points * (panels() + 1) * block_bytes();
    if (!next) next.emplace(DeviceRows{numbers()});
    next->first = 0;
    next->blocks = panels() + 1;
    next->numbers.reserve(own);
    const std::size_t of_edge = points * 2 * shape.group() * complex_bytes;
    rows_edge.reserve(of_edge);
    integrals_edge.reserve(of_edge);
    solver.reserve(points * block_bytes());
    if (collisions.bytes() < own) collisions.reserve(points * with_spare * block_bytes());
    if (theory && factors.bytes() < own) {
      factors.reserve(points * with_spare * block_bytes());
      clear(factors, points * with_spare * 2 * shape.factor());
    }
    const std::size_t at_nodes = shape.order * points * elements * complex_bytes;
    for (DeviceNumbers* each : {&rho[0], &rho[1], &h, &loss, &one_particle})
      each->reserve(at_nodes);
    for (std::size_t i = 0; i < 2; ++i) {
      means[i].reserve(equal_blocks() * shape.order * elements * complex_bytes);
      changes[i].reserve(equal_blocks() * 2 * sizeof(double));
    }
    correlation.reserve(shape.order * points * sizeof(double));
    control.reserve(4 * sizeof(std::uint64_t));
  }

  /// All that depends on the times of the nodes.
  void write_times(double length) {
    std::vector<Complex> h_at_nodes(shape.order * points * elements), constants, matrices;
    std::vector<double> at, vertices, weights;
    for (std::size_t panel = 0; panel < panels(); ++panel) {
      for (std::size_t l = 0; l < shape.order; ++l) {
        weights.push_back(times.length(panel) * collocation().weight(l));
      }
    }
    for (const double time : times.nodes()) vertices.push_back(model.vertex(time));
    for (std::size_t l = 0; l < shape.order; ++l) {
      const double time = times.end() + length * collocation().nodes[l];
      at.push_back(time);
      weights.push_back(1);
      vertices.push_back(model.vertex(time));
      const std::span<Complex> own(h_at_nodes.data() + l * points * elements, points * elements);
      one_particle_with_field(model, time, own);
      if (const auto all = vertices_at(model, time); !field || field_vertices != all) {
        field = mean_field_at(model, all);
        field_vertices = all;
      }
      constants.insert(constants.end(), field->constant.begin(), field->constant.end());
      matrices.insert(matrices.end(), field->matrix.begin(), field->matrix.end());
    }
    one_particle.write(h_at_nodes);
    field_constants.write(constants);
    field_matrices.write(matrices);
    node_weights.write(weights);
    node_vertices.write(vertices);
    if (!theory) return;
    std::vector<DeviceRow> table;
    for (const DeviceRows& each : rows) {
      table.push_back({each.numbers.address(), narrow(each.first), narrow(each.blocks)});
    }
    table.push_back({next->numbers.address(), 0, narrow(panels() + 1)});
    table.push_back({edge.address(), 0, narrow(panels())});
    row_table.write(table);
  }

  void continue_integrals(double length) {
    const std::size_t groups = (panels() + 1) * shape.pieces() + 1;
    DeviceContinued parameter{.integrals = collisions.address(),
                              .integrals_edge = integrals_edge.address(),
                              .panels = narrow(panels()),
                              .points = narrow(points)};
    if (has_before) {
      std::vector<double> places;
      for (const double node : collocation().nodes) {
        places.push_back(1 + node * length / times.length(panels() - 1));
      }
      constexpr std::size_t degree = 3;
      continued.write(continuation(collocation().nodes, places, std::min(degree, shape.order - 1)));
      parameter.before = before.address();
      parameter.factors = continued.address();
      parameter.first = narrow(before_first);
      parameter.blocks = narrow(before_blocks);
    }
    code->launch("continue_integrals",
                 blocks_of(points * groups * 2 * model.bands * shape.width, moving_threads),
                 moving_threads, 0, parameter, stream);
  }

  DevicePanelRows panel_rows() const {
    return {.edge = edge.address(),
            .solver = solver.address(),
            .integrals = collisions.address(),
            .integrals_edge = integrals_edge.address(),
            .rows = next->numbers.address(),
            .rows_edge = rows_edge.address(),
            .rho = rho[newest].address(),
            .control = control.address(),
            .panels = narrow(panels()),
            .points = narrow(points),
            .correlated = theory ? 1U : 0U};
  }

  void solve_equal_times(double length, double tolerance, bool is_first) {
    if (theory) {
      code->launch("losses", blocks_of(shape.order * points, moving_threads), moving_threads, 0,
                   DeviceLosses{collisions.address(), loss.address(), correlation.address(),
                                narrow(panels()), narrow(points)},
                   stream);
    } else if (is_first) {
      clear(loss, shape.order * points * elements);
    }
    DeviceEqualTimes parameter{.one_particle = one_particle.address(),
                               .constants = field_constants.address(),
                               .matrices = field_matrices.address(),
                               .weights = point_weights.address(),
                               .integrals = integrals.address(),
                               .initial = initial.address(),
                               .loss = loss.address(),
                               .h = h.address(),
                               .length = length,
                               .tolerance = std::max(tolerance, settled),
                               .points = narrow(points)};
    const auto turn = [&](std::size_t from) {
      for (std::size_t i = 0; i < 2; ++i) {
        parameter.rho[i] = rho[(from + i) % 2].address();
        parameter.means[i] = means[(from + i) % 2].address();
        parameter.changes[i] = changes[(from + i) % 2].address();
      }
    };
    if (is_first) {
      newest = 0;
      turn(newest);
      code->launch("begin_equal_times", equal_blocks(), DeviceShape::equal_threads,
                   shape.equal_shared(), parameter, stream);
    }
    const int iterations = is_first ? first_iterations : next_iterations;
    for (int iteration = 0; iteration < iterations; ++iteration) {
      turn(newest);
      parameter.begins = iteration == 0 ? 1 : 0;
      code->launch("equal_times", equal_blocks(), DeviceShape::equal_threads, shape.equal_shared(),
                   parameter, stream);
      newest ^= 1U;
    }
  }

  /// Solves for all rows; the largest change, of rows and of what equal times still change.
  double sweep_rows(double length, double tolerance, bool is_first) {
    timed(seconds.equal_times, [&] {
      solve_equal_times(length, tolerance, is_first);
      code->launch(
          "make_solver", points, 128, shape.solver_shared(),
          DeviceSolver{h.address(), integrals.address(), solver.address(), length, narrow(points)},
          stream);
    });
    timed(seconds.rows, [&] {
      clear(control, 2);
      const std::size_t tasks = points * (panels() * shape.pieces() + 1) * shape.pieces();
      code->launch("solve_rows", resident(blocks_of(tasks, warps_of_rows)), warps_of_rows * 32, 0,
                   panel_rows(), stream);
      code->launch("solve_own", points, 128, shape.own_shared(), panel_rows(), stream);
    });
    auto* const found = pinned->as<double>();
    stream.copy_out(found, control.address(), sizeof(double));
    stream.copy_out(found + 4, changes[newest].address(), 2 * equal_blocks() * sizeof(double));
    stream.synchronize();
    double change = found[0], equal = 0;
    for (std::size_t block = 0; block < equal_blocks(); ++block) {
      const double own = found[4 + 2 * block];
      if (!(own <= equal)) equal = own;
    }
    if (!std::isfinite(change) || !std::isfinite(equal)) return NAN;
    return std::max(change, equal);
  }

  double unresolved_part() {
    clear(control, 2);
    const std::size_t tasks =
        points * (panels() * shape.pieces() + 1) * 2 * model.bands * shape.width +
        points * elements;
    code->launch("unresolved", resident(blocks_of(tasks, moving_threads)), moving_threads, 0,
                 DeviceResolution{.edge = edge.address(),
                                  .rows = next->numbers.address(),
                                  .rows_edge = rows_edge.address(),
                                  .initial = initial.address(),
                                  .rho = rho[newest].address(),
                                  .coefficients = coefficients.address(),
                                  .control = control.address(),
                                  .panels = narrow(panels()),
                                  .points = narrow(points)},
                 stream);
    auto* const found = pinned->as<double>();
    stream.copy_out(found, control.address(), 4 * sizeof(double));
    stream.synchronize();
    return unresolved_from({found[1], found[2], found[3]});
  }

  template <class Action>
  void timed(double& to, Action action) {
    if (!measures) return action();
    spans.push_back({cuda::Event(device), cuda::Event(device), &to});
    spans.back().begin.record(stream);
    action();
    spans.back().end.record(stream);
  }
  void collect_seconds() {
    if (spans.empty()) return;
    stream.synchronize();
    for (Span& span : spans) *span.to += span.end.seconds_since(span.begin);
    spans.clear();
  }

  void evaluate_self_energy() {
    const std::size_t pairs = (panels() + 1) * shape.order * shape.order;
    const std::size_t arrays = theory_shared(*theory->text, true);
    const bool in_shared = arrays <= device.info().shared;
    DeviceSelfEnergy parameter{.rows = next->numbers.address(),
                               .factors = factors.address(),
                               .place = place.address(),
                               .kept = kept.address(),
                               .vertices = node_vertices.address(),
                               .weights = node_weights.address(),
                               .roots = roots.address(),
                               .panels = narrow(panels()),
                               .points = narrow(points),
                               .pairs = narrow(pairs)};
    std::size_t grid = pairs;
    if (!in_shared) {
      grid = std::min(pairs, static_cast<std::size_t>(device.info().multiprocessors));
      work.reserve(grid * theory->text->arrays * theory->text->apart * complex_bytes);
      parameter.work = work.address();
    }
    timed(seconds.self_energy, [&] {
      code->launch("self_energy", grid, 512,
                   in_shared ? arrays : theory_shared(*theory->text, false), parameter, stream);
    });
    seconds.pairs += static_cast<double>(pairs);
  }

  void collide(double length) {
    const std::size_t strips = blocks_of(panels() * shape.pieces(), shape.strip);
    const std::size_t of_point =
        std::max<std::size_t>(strips, 1) * (panels() + 2) * shape.factor() * complex_bytes;
    const std::size_t at_once = std::clamp<std::size_t>(part_bytes / of_point, 1, points);
    if (strips > 0) parts.reserve(at_once * of_point);
    const std::size_t singles = compacted();
    for (std::size_t first = 0; first < points; first += at_once) {
      const std::size_t count = std::min(at_once, points - first);
      DeviceHistory history{.rows = row_table.address(),
                            .factors = factors.address(),
                            .sums = collisions.address(),
                            .parts = parts.address(),
                            .shares = shares.address(),
                            .panels = narrow(panels()),
                            .factor_blocks = narrow(panels() + 1),
                            .sum_blocks = narrow(panels() + 1),
                            .strips = narrow(strips),
                            .end_row = narrow(singles),
                            .first_point = narrow(first),
                            .points = narrow(count)};
      timed(seconds.history, [&] {
        if (singles > 0) {
          code->launch("history_single", strips * count, shape.history_threads(),
                       shape.history_shared(complex_bytes / 2), history, stream);
        }
        history.first_row = narrow(singles);
        history.end_row = narrow(panels() + 2);
        history.adds = singles > 0 ? 1 : 0;
        code->launch("history", strips * count, shape.history_threads(),
                     shape.history_shared(complex_bytes), history, stream);
      });
      const std::size_t groups = (panels() + 1) * shape.pieces() + 1;
      timed(seconds.collisions, [&] {
        code->launch("collide", blocks_of(count * groups * shape.pieces(), warps_of_rows),
                     warps_of_rows * 32, 0,
                     DeviceCollision{.rows = next->numbers.address(),
                                     .rows_edge = rows_edge.address(),
                                     .own_sigma = factors.address() + panels() * block_bytes(),
                                     .parts = parts.address(),
                                     .sums = collisions.address(),
                                     .sums_edge = integrals_edge.address(),
                                     .integrals = integrals.address(),
                                     .length = length,
                                     .panels = narrow(panels()),
                                     .own_blocks = narrow(panels() + 1),
                                     .strips = narrow(strips),
                                     .first_point = narrow(first),
                                     .points = narrow(count)},
                     stream);
      });
    }
    seconds.history_operations +=
        static_cast<double>(points) * history_operations(panels(), shape.size, shape.size);
  }

  SolvedPanel solve(double length, const PanelSettings& settings) {
    SolvedPanel solved;
    reserve_for_panel();
    write_times(length);
    clear(next->numbers, points * (panels() + 1) * 2 * shape.factor());
    clear(rows_edge, points * 2 * shape.group());
    continue_integrals(length);
    const double enough = settings.tolerance / 10;
    bool looked = false;
    for (solved.sweeps = 1; solved.sweeps <= settings.most_sweeps; ++solved.sweeps) {
      const double last = solved.residual;
      solved.residual = sweep_rows(length, enough / 100, solved.sweeps == 1);
      if (!std::isfinite(solved.residual)) return solved;
      const bool converged =
          theory ? solved.sweeps > 1 && solved.residual < enough : solved.sweeps > 1;
      if (converged || (settings.resolved && !looked && solved.sweeps > 1 &&
                        solved.residual < 30 * settings.tolerance)) {
        looked = true;
        solved.unresolved = unresolved_part();
        if (settings.resolved && solved.unresolved > (converged ? 1 : 3) * settings.tolerance) {
          solved.end = PanelEnd::unresolved;
          return solved;
        }
      }
      if (converged) {
        finish(length, solved);
        return solved;
      }
      if (solved.sweeps > 3 && solved.residual > last) return solved;
      if (!theory) continue;
      evaluate_self_energy();
      collide(length);
    }
    return solved;
  }

  void finish(double length, SolvedPanel& solved) {
    solved.end = PanelEnd::converged;
    solved.rho = rho[newest].read<Complex>(shape.order * points * elements);
    solved.correlation.assign(shape.order, 0);
    if (theory) {
      const auto traces = correlation.read<double>(shape.order * points);
      code->launch("energy_within", blocks_of(shape.order * points, moving_threads), moving_threads,
                   0,
                   DeviceWithin{.rows = next->numbers.address(),
                                .own_sigma = factors.address() + panels() * block_bytes(),
                                .integrals = products.address(),
                                .energies = correlation.address(),
                                .length = length,
                                .panels = narrow(panels()),
                                .own_blocks = narrow(panels() + 1),
                                .points = narrow(points)},
                   stream);
      stream.synchronize();
      const auto within = correlation.read<double>(shape.order * points);
      for (std::size_t at = 0; at < traces.size(); ++at) {
        solved.correlation[at / points] += model.weight(at % points) * (traces[at] + within[at]);
      }
    }
    collect_seconds();
  }

  void keep(double end) {
    times.append(end);
    rows.push_back(std::move(*next));
    next.reset();
    if (theory) {
      std::swap(collisions, before);
      has_before = true;
      before_first = 0;
      before_blocks = panels();
    }
    take_edge();
  }

  std::size_t compacted() const {
    return static_cast<std::size_t>(std::ranges::count(rows, true, &DeviceRows::is_single));
  }

  std::size_t numbers_of(const DeviceRows& each) const {
    return points * each.blocks * 2 * shape.factor();
  }

  void compact(std::size_t count) {
    for (std::size_t panel = compacted(); panel < count; ++panel) {
      DeviceRows& own = rows[panel];
      DeviceNumbers rounded = numbers();
      rounded.reserve(numbers_of(own) * complex_bytes / 2);
      constexpr std::size_t most_blocks = 4096;
      code->launch("round_rows", std::min(blocks_of(numbers_of(own), moving_threads), most_blocks),
                   moving_threads, 0,
                   DeviceRounded{own.numbers.address(), rounded.address(), numbers_of(own)},
                   stream);
      stream.synchronize();
      own.numbers = std::move(rounded);
      own.is_single = true;
    }
  }

  std::vector<Complex> read(const DeviceRows& own) const {
    if (!own.is_single) return own.numbers.read<Complex>(numbers_of(own));
    const auto rounded = own.numbers.read<std::complex<float>>(numbers_of(own));
    return {rounded.begin(), rounded.end()};
  }

  PanelRows host_rows(std::size_t panel) const {
    const DeviceRows& own = rows[panel];
    const std::size_t count = own.blocks - own.first;
    PanelRows result{BlockRows(points, count, shape.size, shape.size),
                     BlockRows(points, count, shape.size, shape.size)};
    from_device_blocks(shape, read(own), own.blocks, own.first, count, 0, result.lesser,
                       result.spectral);
    return result;
  }

  void restore(const PanelRows& from, double begin, double end, std::size_t forgotten) {
    times.begin_at(begin, forgotten);
    times.append(end);
    DeviceRows own{numbers()};
    own.blocks = from.lesser.blocks();
    own.numbers.write(to_device_blocks(shape, from.lesser, from.spectral));
    rows.push_back(std::move(own));
    take_edge();
  }

  const Model& model;
  std::size_t points, elements;
  DeviceShape shape;
  PanelTimes times;
  std::vector<Complex> start;
  std::optional<DeviceTheory> theory;
  cuda::Device device;
  std::optional<DeviceCode> code;
  std::vector<Complex> density;  ///< at T⁺
  std::optional<MeanField> field;
  std::vector<double> field_vertices;  ///< that `field` is of
  std::size_t newest = 0;              ///< of rho, means, changes
  bool has_before = false, measures = false;
  std::size_t before_first = 0, before_blocks = 0;
  std::optional<PanelRows> host_before;
  std::optional<TwoTime> host_past;
  DeviceSeconds seconds;

  std::vector<DeviceRows> rows;
  std::optional<DeviceRows> next;  ///< of the panel that is solved
  DeviceNumbers integrals = numbers(), products = numbers(), shares = numbers(),
                point_weights = numbers(), coefficients = numbers(), roots = numbers(),
                place = numbers(), kept = numbers();
  DeviceNumbers edge = numbers(), initial = numbers(), rows_edge = numbers(),
                integrals_edge = numbers(), solver = numbers(), collisions = numbers(),
                before = numbers(), factors = numbers(), parts = numbers(), work = numbers();
  DeviceNumbers rho[2] = {numbers(), numbers()}, means[2] = {numbers(), numbers()},
                changes[2] = {numbers(), numbers()};
  DeviceNumbers h = numbers(), loss = numbers(), one_particle = numbers(), correlation = numbers(),
                control = numbers(), field_constants = numbers(), field_matrices = numbers(),
                node_weights = numbers(), node_vertices = numbers(), row_table = numbers(),
                continued = numbers();
  std::optional<cuda::PinnedBuffer> pinned;
  std::deque<Span> spans;
  cuda::Stream stream;  ///< destroyed, and waited for, before all that its work uses

  static constexpr double settled = 4e-16;
};

DeviceEngine::DeviceEngine(const Model& model, std::size_t order, std::span<const Complex> rho,
                           const DeviceSettings& settings)
    : state_(std::make_unique<State>(model, order, rho, settings)) {}
DeviceEngine::~DeviceEngine() = default;

const PanelTimes& DeviceEngine::times() const { return state_->times; }
std::vector<Complex> DeviceEngine::edge_density() const { return state_->density; }
std::size_t DeviceEngine::own_points() const { return state_->points; }
std::size_t DeviceEngine::bands() const { return state_->model.bands; }
std::size_t DeviceEngine::compacted() const { return state_->compacted(); }
void DeviceEngine::compact(std::size_t count) { state_->compact(count); }
void DeviceEngine::start_anew() { state_->has_before = false; }
PanelRows DeviceEngine::rows(std::size_t panel) const { return state_->host_rows(panel); }
const cuda::DeviceInfo& DeviceEngine::device() const { return state_->device.info(); }
void DeviceEngine::measure() { state_->measures = true; }
DeviceSeconds DeviceEngine::seconds() const { return state_->seconds; }

SolvedPanel DeviceEngine::solve(double length, const PanelSettings& settings) {
  state_->host_before.reset();
  return state_->solve(length, settings);
}

void DeviceEngine::keep(double end) {
  state_->host_past.reset();
  state_->keep(end);
}

void DeviceEngine::kick(std::span<const Complex> matrix) {
  State& s = *state_;
  if (matrix.size() != s.elements) throw std::logic_error("a kick of another size");
  DeviceNumbers of_kick = s.numbers();
  of_kick.write(matrix);
  DeviceEdge parameter = s.edge_parameter();
  parameter.matrix = of_kick.address();
  const std::size_t groups = s.panels() * s.shape.pieces() + 1;
  s.code->launch("kick_edge", blocks_of(s.points * groups * 2 * s.shape.width, moving_threads),
                 moving_threads, 0, parameter, s.stream);
  s.read_density();
}

void DeviceEngine::forget(std::size_t count) {
  State& s = *state_;
  s.host_past.reset();
  s.times.forget(count);
  s.rows.erase(s.rows.begin(), s.rows.begin() + static_cast<std::ptrdiff_t>(count));
  for (DeviceRows& each : s.rows) each.first += count;
  s.before_first += count;
  s.take_edge();
}

double DeviceEngine::bytes() const {
  double sum = 0;
  for (const DeviceRows& each : state_->rows) {
    sum += static_cast<double>(state_->numbers_of(each) * complex_bytes / (each.is_single ? 2 : 1));
  }
  return sum;
}

double DeviceEngine::bytes(std::size_t panels, std::size_t compacted) const {
  const auto of_panels = [&](double count) {
    return static_cast<double>(state_->points * state_->block_bytes()) * count * (count + 1) / 2;
  };
  return of_panels(static_cast<double>(panels)) - of_panels(static_cast<double>(compacted)) / 2;
}

const PanelRows* DeviceEngine::before() {
  State& s = *state_;
  if (!s.has_before) return nullptr;
  if (s.host_before) return &*s.host_before;
  // On the host the columns of T⁺ stand before the panel's own; nothing is made of them.
  const std::size_t blocks = s.before_blocks - s.before_first;
  PanelRows& result =
      s.host_before.emplace(PanelRows{BlockRows(s.points, blocks + 1, s.shape.size, s.shape.size),
                                      BlockRows(s.points, blocks + 1, s.shape.size, s.shape.size)});
  const auto numbers = s.before.read<Complex>(s.points * s.before_blocks * 2 * s.shape.factor());
  from_device_blocks(s.shape, numbers, s.before_blocks, s.before_first, blocks - 1, 0,
                     result.lesser, result.spectral);
  from_device_blocks(s.shape, numbers, s.before_blocks, s.before_blocks - 1, 1, blocks,
                     result.lesser, result.spectral);
  return &result;
}

void DeviceEngine::restore(PanelRows rows, double start, double end, std::size_t forgotten) {
  state_->restore(rows, start, end, forgotten);
}

void DeviceEngine::restore_before(PanelRows before) {
  State& s = *state_;
  const std::size_t blocks = before.lesser.blocks() - 1;
  const auto without_edge = [&](const BlockRows& from) {
    BlockRows to(s.points, blocks, s.shape.size, s.shape.size);
    for (std::size_t k = 0; k < s.points; ++k) {
      for (std::size_t block = 0; block < blocks; ++block) {
        const Block own = from.at(k, block + 1 < blocks ? block : blocks);
        const std::size_t count = s.shape.size * own.stride;
        std::memcpy(to.at(k, block).re, own.re, count * sizeof(double));
        std::memcpy(to.at(k, block).im, own.im, count * sizeof(double));
      }
    }
    return to;
  };
  s.before.write(
      to_device_blocks(s.shape, without_edge(before.lesser), without_edge(before.spectral)));
  s.has_before = true;
  s.before_first = 0;
  s.before_blocks = blocks;
}

const TwoTime& DeviceEngine::past() {
  State& s = *state_;
  if (s.host_past) return *s.host_past;
  TwoTime& past = s.host_past.emplace(s.points, s.model.bands, s.times.collocation(), s.start);
  for (std::size_t panel = 0; panel < s.panels(); ++panel) {
    const std::size_t last = (panel + 1) * s.shape.order - 1;
    past.restore(s.host_rows(panel), s.times.start(panel), s.times.nodes()[last],
                 s.times.forgotten());
  }
  return past;
}

std::size_t DeviceEngine::allocated() const {
  const State& s = *state_;
  std::size_t sum = s.next ? s.next->numbers.bytes() : 0;
  for (const DeviceRows& each : s.rows) sum += each.numbers.bytes();
  for (const DeviceNumbers* each :
       {&s.edge, &s.initial, &s.rows_edge, &s.integrals_edge, &s.solver, &s.collisions, &s.before,
        &s.factors, &s.parts, &s.work, &s.rho[0], &s.rho[1], &s.means[0], &s.means[1], &s.h,
        &s.loss, &s.one_particle, &s.correlation}) {
    sum += each->bytes();
  }
  return sum;
}

void check_for_device(const Model& model, std::size_t order) {
  DeviceShape(order, model.bands);
  check_mean_field(model);
  if (model.interaction->correlated()) model.interaction->device_theory();
}

}  // namespace diagc::dynamics

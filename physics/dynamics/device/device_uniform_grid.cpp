#include "physics/dynamics/device/device_uniform_grid.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "library/cyclic/cyclic_device.h"
#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/device/uniform_parameters.h"

namespace diagc::dynamics {

namespace {

constexpr std::size_t grid_threads = 256;
/// Columns of a warp (text/uniform_collisions.cuh).
constexpr std::size_t warp_columns = 32;

/// Bytes of rows that come to a block's warps while others are multiplied, for two bands or one.
std::size_t rows_ahead(std::size_t elements) {
  constexpr std::size_t most_elements = 4, rows = 3, warps = grid_threads / warp_columns;
  if (elements > most_elements) return 0;
  return warps * rows * (2 * elements * warp_columns + elements) * sizeof(Complex);
}
/// Numbers of rows' sums that a block's warps have left when all of a point's columns are taken.
std::size_t parts_of(std::size_t elements, std::size_t times) {
  return (times + warp_columns - 1) / warp_columns * times * elements;
}

std::uint32_t count_of(std::size_t number) { return static_cast<std::uint32_t>(number); }

}  // namespace

struct DeviceUniformGrid::State {
  State(const Model& own_model, double own_step, std::size_t own_times,
        const DeviceSettings& settings, const PointShare* own_share,
        std::unique_ptr<DeviceExchange> own_exchange)
      : model(own_model),
        step(own_step),
        times(own_times),
        all_points(own_model.points()),
        first_point(own_share ? own_share->first() : 0),
        points(own_share ? own_share->count() : all_points),
        elements(own_model.bands * own_model.bands),
        share(own_share),
        device(settings.devices.front()),
        exchange(std::move(own_exchange)),
        stream(device) {
    check_for_device_steps(model);
    if (model.interaction->correlated()) theory = model.interaction->device_theory();
    const DeviceTheory* const own_theory = theory ? &*theory : nullptr;
    // The first one compiles, the others find its code.
    const bool is_first = !share || share->rank() == 0;
    if (!is_first) meet();
    code.emplace(device, uniform_grid_sources(model.bands, own_theory, device.info().shared),
                 uniform_grid_kernels(), settings);
    if (is_first) meet();
    has_rows_ahead = rows_ahead(elements) > 0 && rows_ahead(elements) <= device.info().shared;
    if (has_rows_ahead) code->function("collide_row").allow_shared(rows_ahead(elements));
    parts.reserve(collide_blocks() * parts_of(elements, times) * sizeof(Complex));
    rows.reserve(numbers_to(times) * sizeof(Complex));
    for (DeviceNumbers* each : {&sigma, &ends[0], &ends[1]}) {
      each->reserve(numbers_of(times - 1) * sizeof(Complex));
    }
    for (DeviceNumbers* each : {&h, &evolution, &density}) {
      each->reserve(points * elements * sizeof(Complex));
    }
    traces.reserve(points * sizeof(double));
    if (share) {
      for (DeviceNumbers* each : {&row_of_all, &sigma_of_all})
        each->reserve(all_points * point_bytes(times - 1));
      for (cuda::Event& event : marks) event.record(stream);
    }
    if (!theory) return;
    place.write(theory->place);
    kept.write(theory->kept);
    roots.write(theory->text->roots);
    std::vector<double> values;
    for (std::size_t time = 0; time < times; ++time) {
      values.push_back(model.vertex(step * static_cast<double>(time)));
    }
    vertices.write(values);
    const std::size_t arrays = theory_shared(*theory->text, true);
    in_shared = arrays <= device.info().shared;
    shared_bytes = in_shared ? arrays : theory_shared(*theory->text, false);
    code->function("row_self_energy").allow_shared(shared_bytes);
    if (!in_shared) {
      work.reserve(multiprocessors() * theory->text->arrays * theory->text->apart *
                   sizeof(Complex));
    }
  }

  std::size_t multiprocessors() const {
    return static_cast<std::size_t>(device.info().multiprocessors);
  }
  /// Blocks of threads that take points in turn.
  std::size_t collide_blocks() const { return std::min(points, 2 * multiprocessors()); }
  std::size_t numbers_of_octet() const { return 2 * elements * octet; }
  /// Of a row, and of all before one.
  std::size_t numbers_of(std::size_t row) const {
    return points * numbers_of_octet() * octets_of(row + 1);
  }
  std::size_t numbers_to(std::size_t row) const {
    return points * numbers_of_octet() * octets_to(row);
  }
  /// Of `host_row`, which is that of a time.
  Complex& number_at(std::size_t point, std::size_t row, std::size_t number,
                     std::size_t time) const {
    const std::size_t of_octet = point * octets_of(row + 1) + time / octet;
    return host_row[of_octet * numbers_of_octet() + number * octet + time % octet];
  }
  cuda::api::DevicePointer address_of(std::size_t row) const {
    return rows.address() + numbers_to(row) * sizeof(Complex);
  }
  void write_row(std::size_t row, std::span<const Complex> values) const {
    stream.copy_in(address_of(row), values.data(), values.size_bytes());
    stream.synchronize();
  }
  template <class Parameter>
  void launch(const char* kernel, std::size_t tasks, const Parameter& parameter) const {
    code->launch(kernel, (tasks + grid_threads - 1) / grid_threads, grid_threads, 0, parameter,
                 stream);
  }
  void meet() const {
    if (share) share->largest(0);
  }
  /// Bytes of a point in a row.
  std::size_t point_bytes(std::size_t row) const {
    return numbers_of_octet() * octets_of(row + 1) * sizeof(Complex);
  }
  /// Σ at the pairs of a row from `first` to `end`, of all points.
  void evaluate_self_energy(std::size_t row, cuda::api::DevicePointer from,
                            cuda::api::DevicePointer to, std::size_t first, std::size_t end) const {
    if (first == end) return;
    const UniformSelfEnergy parameter{.row = from,
                                      .sigma = to,
                                      .place = place.address(),
                                      .kept = kept.address(),
                                      .vertices = vertices.address(),
                                      .roots = roots.address(),
                                      .work = work.address(),
                                      .points = count_of(all_points),
                                      .times = count_of(row + 1),
                                      .first = count_of(first),
                                      .end = count_of(end)};
    code->launch("row_self_energy", std::min(end - first, multiprocessors()), CyclicText::threads,
                 shared_bytes, parameter, stream);
  }
  /// The row goes to all devices, each of which evaluates some of its pairs, and Σ back to where its points are.
  void share_self_energy(std::size_t row) {
    const std::size_t ranks = share->size(), rank = share->rank(), of_point = point_bytes(row);
    const std::size_t octets = octets_of(row + 1), of_octet = numbers_of_octet() * sizeof(Complex);
    const auto first_octet = [&](std::size_t of) { return octets * of / ranks; };
    const auto first_pair = [&](std::size_t of) {
      return std::min(first_octet(of) * octet, row + 1);
    };
    const auto pairs_of_points = [&](cuda::api::DevicePointer array, std::size_t first_of_array,
                                     std::size_t points_of, std::size_t pairs_of) {
      if (first_octet(pairs_of) == first_octet(pairs_of + 1)) return DevicePart();
      return DevicePart{{array + (share->first_of(points_of) - first_of_array) * of_point +
                             first_octet(pairs_of) * of_octet,
                         of_point},
                        (first_octet(pairs_of + 1) - first_octet(pairs_of)) * of_octet,
                        share->count_of(points_of)};
    };
    DevicePiece rows_sent, sigma_sent;
    for (std::size_t other = 0; other < ranks; ++other) {
      const auto of_row = [&](std::size_t of) {
        const std::size_t bytes = share->count_of(of) * of_point;
        return DevicePart{{row_of_all.address() + share->first_of(of) * of_point, bytes}, bytes};
      };
      const bool is_own = other == rank;
      const DevicePart none;
      rows_sent.outgoing.push_back(is_own ? none : of_row(rank));
      rows_sent.incoming.push_back(is_own ? none : of_row(other));
      sigma_sent.outgoing.push_back(
          is_own ? none : pairs_of_points(sigma_of_all.address(), 0, other, rank));
      sigma_sent.incoming.push_back(
          is_own ? none : pairs_of_points(sigma.address(), first_point, rank, other));
    }
    // What went out before is not needed any more, anywhere.
    stream.synchronize();
    meet();
    stream.copy_within(row_of_all.address() + first_point * of_point, address_of(row),
                       points * of_point);
    const auto send = [&](DevicePiece& piece, cuda::Event& ready) {
      ready.record(stream);
      piece.ready = &ready;
      piece.arrived = &arrived;
      scratch.reserve(2 * (all_points + points) * of_point);
      piece.scratch = scratch.address();
      exchange->send(std::span(&piece, 1), stream);
      arrived.holds_up(stream);
    };
    send(rows_sent, marks[0]);
    evaluate_self_energy(row, row_of_all.address(), sigma_of_all.address(), first_pair(rank),
                         first_pair(rank + 1));
    const DevicePart own = pairs_of_points(sigma_of_all.address(), 0, rank, rank);
    const DevicePart to = pairs_of_points(sigma.address(), first_point, rank, rank);
    if (own.bytes() > 0) stream.copy_rows_from(device, to.at, own.at, own.width, own.rows);
    send(sigma_sent, marks[1]);
  }

  const Model& model;
  double step;
  std::size_t times, all_points, first_point, points,
      elements;  ///< points of all devices; of those here
  const PointShare* share;
  std::optional<DeviceTheory> theory;
  cuda::Device device;
  std::unique_ptr<DeviceExchange> exchange;
  std::optional<DeviceCode> code;
  bool in_shared = true, has_rows_ahead = false;
  std::size_t shared_bytes = 0;
  std::size_t first_end = 0;           ///< of `ends`
  std::size_t row_of_end[2] = {0, 0};  ///< whose integrals they are
  DeviceNumbers numbers() const { return DeviceNumbers(device); }
  DeviceNumbers rows = numbers(), sigma = numbers(), ends[2] = {numbers(), numbers()},
                h = numbers(), evolution = numbers(), density = numbers(), traces = numbers(),
                place = numbers(), kept = numbers(), roots = numbers(), vertices = numbers(),
                work = numbers(), matrix = numbers(), row_of_all = numbers(),
                sigma_of_all = numbers(), scratch = numbers(), parts = numbers();
  cuda::Event marks[2] = {cuda::Event(device), cuda::Event(device)};
  DeviceArrival arrived{device};
  /// The row that was read last, or whose points come one after the other.
  mutable std::vector<Complex> host_row;
  mutable std::optional<std::size_t> host_time;
  cuda::Stream stream;  ///< destroyed, and waited for, before all that its work uses
};

DeviceUniformGrid::DeviceUniformGrid(const Model& model, double step, std::size_t times,
                                     std::span<const Complex> rho, const DeviceSettings& settings,
                                     const PointShare* share,
                                     std::unique_ptr<DeviceExchange> exchange)
    : state_(std::make_unique<State>(model, step, times, settings, share, std::move(exchange))) {
  const State& s = *state_;
  s.host_row.resize(s.numbers_of(0));
  for (std::size_t k = 0; k < s.points; ++k) {
    for (std::size_t element = 0; element < s.elements; ++element) {
      const bool is_diagonal = element / model.bands == element % model.bands;
      s.number_at(k, 0, element, 0) =
          Complex(0, 1) * rho[(s.first_point + k) * s.elements + element];
      s.number_at(k, 0, s.elements + element, 0) = Complex(0, is_diagonal ? -1 : 0);
    }
  }
  s.write_row(0, s.host_row);
}

DeviceUniformGrid::~DeviceUniformGrid() = default;

std::size_t DeviceUniformGrid::points() const { return state_->points; }
void DeviceUniformGrid::wait() const { state_->stream.synchronize(); }

std::vector<Complex> DeviceUniformGrid::density(std::size_t time) const {
  const State& s = *state_;
  s.launch("read_corner", s.points,
           UniformCorner{.numbers = s.address_of(time),
                         .density = s.density.address(),
                         .points = count_of(s.points),
                         .row = count_of(time)});
  s.stream.synchronize();
  const auto here = s.density.read<Complex>(s.points * s.elements);
  return s.share ? s.share->gather(std::span<const Complex>(here)) : here;
}

void DeviceUniformGrid::kick(std::size_t time, std::span<const Complex> matrix) {
  State& s = *state_;
  if (matrix.size() != s.elements) throw std::logic_error("a kick of another size");
  s.matrix.write(matrix);
  s.launch("kick_row", s.points * (time + 1),
           UniformKick{s.rows.address(), s.matrix.address(), count_of(s.points), count_of(time)});
  s.stream.synchronize();
  s.host_time.reset();
}

void DeviceUniformGrid::collide(std::size_t row, StepEnd end) {
  State& s = *state_;
  const std::size_t which = end == StepEnd::first ? s.first_end : 1 - s.first_end;
  s.row_of_end[which] = row;
  if (row == 0 || !s.theory) {
    s.stream.synchronize();
    s.ends[which].write(std::vector<Complex>(s.numbers_of(row)));
    return;
  }
  if (s.share) {
    s.share_self_energy(row);
  } else {
    s.evaluate_self_energy(row, s.address_of(row), s.sigma.address(), 0, row + 1);
  }
  integrate(row, end);
}

void DeviceUniformGrid::integrate(std::size_t row, StepEnd end) {
  State& s = *state_;
  const std::size_t which = end == StepEnd::first ? s.first_end : 1 - s.first_end;
  s.code->launch("collide_row", s.collide_blocks(), grid_threads,
                 s.has_rows_ahead ? rows_ahead(s.elements) : 0,
                 UniformCollision{.rows = s.rows.address(),
                                  .sigma = s.sigma.address(),
                                  .integrals = s.ends[which].address(),
                                  .parts = s.parts.address(),
                                  .step = s.step,
                                  .points = count_of(s.points),
                                  .row = count_of(row),
                                  .ahead = s.has_rows_ahead ? 1U : 0U},
                 s.stream);
}

void DeviceUniformGrid::turn() { state_->first_end = 1 - state_->first_end; }

double DeviceUniformGrid::correlation() const {
  const State& s = *state_;
  s.launch("read_corner", s.points,
           UniformCorner{.numbers = s.ends[s.first_end].address(),
                         .traces = s.traces.address(),
                         .points = count_of(s.points),
                         .row = count_of(s.row_of_end[s.first_end])});
  s.stream.synchronize();
  const auto traces = s.traces.read<double>(s.points);
  double sum = 0;
  for (std::size_t k = 0; k < s.points; ++k) sum += s.model.weight(s.first_point + k) * traces[k];
  if (!s.share) return sum;
  double of_all = 0;
  for (const double part : s.share->gather(std::span<const double>(&sum, 1))) of_all += part;
  return of_all;
}

void DeviceUniformGrid::advance(std::size_t row, std::span<const Complex> half, bool with_both) {
  State& s = *state_;
  s.stream.synchronize();
  s.h.write(half.subspan(s.first_point * s.elements, s.points * s.elements));
  s.launch("make_evolution", s.points,
           UniformEvolution{s.h.address(), s.evolution.address(), s.step, count_of(s.points)});
  s.launch("advance_row", s.points * (row + 2),
           UniformAdvance{.rows = s.rows.address(),
                          .evolution = s.evolution.address(),
                          .first = s.ends[s.first_end].address(),
                          .last = with_both ? s.ends[1 - s.first_end].address() : 0,
                          .step = s.step,
                          .points = count_of(s.points),
                          .row = count_of(row)});
  s.host_time.reset();
}

std::vector<Complex> DeviceUniformGrid::row(std::size_t point, std::size_t time) const {
  const State& s = *state_;
  const std::size_t count = s.numbers_of(time), bands = s.model.bands;
  if (s.host_time != time) {
    s.host_row.resize(count);
    s.stream.copy_out(s.host_row.data(), s.address_of(time), count * sizeof(Complex));
    s.stream.synchronize();
    s.host_time = time;
  }
  std::vector<Complex> values;
  for (std::size_t function = 0; function < 2; ++function) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t j = 0; j < (time + 1) * bands; ++j) {
        values.push_back(
            s.number_at(point, time, function * s.elements + a * bands + j % bands, j / bands));
      }
    }
  }
  return values;
}

void DeviceUniformGrid::restore_row(std::size_t point, std::size_t time,
                                    std::span<const Complex> values) {
  const State& s = *state_;
  const std::size_t bands = s.model.bands;
  if (values.size() != 2 * s.elements * (time + 1)) {
    throw std::runtime_error("it holds a row of another size");
  }
  s.host_row.resize(s.numbers_of(time));
  s.host_time.reset();
  std::size_t next = 0;
  for (std::size_t function = 0; function < 2; ++function) {
    for (std::size_t a = 0; a < bands; ++a) {
      for (std::size_t j = 0; j < (time + 1) * bands; ++j) {
        s.number_at(point, time, function * s.elements + a * bands + j % bands, j / bands) =
            values[next++];
      }
    }
  }
  if (point + 1 < s.points) return;
  s.write_row(time, s.host_row);
}

void check_for_device_steps(const Model& model) {
  if (model.interaction->correlated()) model.interaction->device_theory();
  constexpr std::size_t most_bands = 8;
  if (model.bands > most_bands) {
    throw std::runtime_error(
        fmt::format("found {} bands, expected at most {} for steps", model.bands, most_bands));
  }
}

}  // namespace diagc::dynamics

// What a propagation has on a device, and what is done with it: of DeviceEngine alone.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "physics/dynamics/device/block_pieces.h"
#include "physics/dynamics/device/device_arrays.h"
#include "physics/dynamics/device/device_engine.h"
#include "physics/dynamics/device/device_fields.h"
#include "physics/dynamics/device/device_memory.h"
#include "physics/dynamics/device/device_parameters.h"
#include "physics/dynamics/device/device_places.h"
#include "physics/dynamics/device/device_progress.h"
#include "physics/dynamics/device/field_parameters.h"
#include "physics/dynamics/device/history_cut.h"
#include "physics/dynamics/device/history_products.h"
#include "physics/dynamics/device/launch_sizes.h"
#include "physics/dynamics/device/mean_field.h"
#include "physics/dynamics/device/shared_arrays.h"
#include "physics/dynamics/equal_times.h"
#include "runtime/cuda/device.h"
#include "runtime/system/elapsed.h"

namespace diagc::dynamics {

/// A span of a device's time between two events.
struct DeviceSpan {
  cuda::Event begin, end;
  double* to;
};

struct DeviceEngine::State : DeviceArrays, DeviceProgress {
  State(const Model& own_model, std::size_t order, std::span<const Complex> rho,
        const DeviceSettings& settings, SharedDevice own_shared,
        std::shared_ptr<const ImaginaryBranch> own_branch);

  /// Of blocks that share tasks among themselves no more than keep the device busy.
  std::size_t resident(std::size_t blocks, std::size_t of_multiprocessor = 8) const {
    return std::min(blocks,
                    of_multiprocessor * static_cast<std::size_t>(device.info().multiprocessors));
  }
  /// Whether so many blocks of a launch may wait for each other: each has a multiprocessor of its own then.
  bool runs_together(std::size_t blocks) const;
  const Collocation& collocation() const { return times.collocation(); }
  std::size_t panels() const { return times.panels(); }
  std::size_t equal_blocks() const { return blocks_of(all_points, shape.equal_points()); }
  std::size_t block_bytes() const { return 2 * shape.factor() * complex_bytes; }
  /// Of equal times, behind the rest of `control`.
  DeviceAddress changes(std::size_t set) const {
    return control.address() + (control_words + set * 2 * equal_blocks()) * sizeof(double);
  }
  DeviceEdge edge_parameter() const;
  /// The largest of all devices, NaN where one is.
  double largest(double value) const { return shared ? shared.points->largest(value) : value; }
  std::array<double, 4> largest_of(std::array<double, 4> values) const;
  template <class Action>
  void timed(double& to, Action action) {
    timed(to, action, stream);
  }
  template <class Action>
  void timed(double& to, Action action, const cuda::Stream& on) {
    if (!measures) return action();
    DeviceSpan& span = spans.emplace_back(
        DeviceSpan{cuda::Event::with_time(device), cuda::Event::with_time(device), &to});
    span.begin.record(on);
    action();
    span.end.record(on);
  }
  template <class Action>
  void timed_on_host(double& to, Action action) {
    if (!measures) return action();
    const auto begin = std::chrono::steady_clock::now();
    action();
    to += seconds_since(begin);
  }
  std::size_t compacted() const;
  std::size_t numbers_of(const DeviceRows& each) const {
    return points * each.blocks * 2 * shape.factor();
  }
  std::size_t field_numbers_of(const DeviceRows& each) const {
    return points * each.blocks * 2 * fields->shape.factor();
  }

  /// Columns of G^⌉, 0 without imaginary branch; its numbers on the rows of a panel.
  std::size_t width() const { return branch ? branch->nodes() * model.bands : 0; }
  std::size_t mixed_numbers() const { return points * shape.size * width(); }
  std::size_t mixed_blocks() const { return blocks_of(mixed_numbers(), moving_threads); }
  /// All of these do nothing without an imaginary branch (device_branch.cpp).
  void begin_branch();
  void reserve_for_branch();
  /// Of the last panel's rows, or of those that it has itself, turned by a kick.
  void take_mixed_edge(DeviceAddress of_rows, DeviceAddress kick);
  void continue_mixed();
  void solve_mixed();
  void evaluate_mixed_self_energy();
  /// G^⌉ of the points of all devices on the panel's rows.
  DeviceAddress mixed_rows_of_all();
  void collide_with_branch(double length);
  BlockRows host_mixed(const DeviceNumbers& of, std::size_t rows_of_point,
                       std::size_t columns) const;
  BlockRows host_mixed(const DeviceNumbers& of) const {
    return host_mixed(of, shape.size, width());
  }

  /// Fields besides G of a theory in stages; all of these do nothing where there are none (device_stages.cpp).
  void begin_fields(const DeviceSettings& settings);
  void reserve_fields();
  void reserve_fields_of_others();
  void write_field_vertices(double length);
  void keep_fields(DeviceRows& kept_rows);
  void restore_fields(const PanelRows& from, DeviceRows& to);
  /// These take that there are some.
  FieldRows host_field(const DeviceRows& own, std::size_t place) const;
  void write_field_tables();
  /// Σ by way of all stages.
  void evaluate_stages(double length);
  void take_elements();
  void evaluate_stage(std::size_t stage);
  void launch_stage(std::size_t stage, const ColumnPiece& columns);
  void evaluate_mixed_stage(std::size_t stage);
  /// Of a theory's kernel: shared memory of a block, and memory of all blocks where that is too small.
  std::size_t shared_of_stage(const CyclicText& text);
  /// Products and equations of a stage (device_products.cpp).
  struct FieldPass;
  void add_products(std::size_t stage, double length);
  void add_pass(const FieldPass& pass, double length);
  void collide_fields(const FieldPass& pass, double length, std::size_t first, std::size_t count,
                      std::size_t segments);
  void add_branch_to_pass(const FieldPass& pass, double length);
  DeviceEquation equation_parameter(const arrays::TwoTimeEquation& equation,
                                    const EquationArrays& own, double length) const;
  /// What left factors give to the rows of an equation, at stored columns or at the panel's own ones.
  void sum_equation(const arrays::TwoTimeEquation& equation, bool of_own, double length);
  void invert_equation(const DeviceEquation& parameter);
  void solve_columns(const arrays::TwoTimeEquation& equation, const EquationArrays& own,
                     double length);
  void solve_own_block(const arrays::TwoTimeEquation& equation, const EquationArrays& own,
                       double length);
  void settle(const arrays::TwoTimeEquation& equation);

  /// Of stored rows from one to another, in the precision that each has.
  void launch_history(const DeviceCode& of, const DeviceShape& own, DeviceHistory history,
                      std::size_t first_row, std::size_t end_row, const cuda::Stream& on);
  /// Blocks of threads that a device has at once.
  std::size_t history_places(const DeviceShape& own) const {
    return own.history_blocks * static_cast<std::size_t>(device.info().multiprocessors);
  }
  /// The same by products of cuBLAS, of all points.
  void collide_by_products(double length);
  void add_by_products(const FieldPass& pass);
  void reserve_parts(std::size_t bytes);
  /// With room for the panels to come, but for no more than these where they take much.
  std::size_t parts_with_spare(std::size_t bytes, std::size_t panels_there) const;
  /// Of the history of so many points on a device that has so many blocks of threads at once.
  HistoryCut cut_of(std::size_t of_points, std::size_t history_places,
                    std::size_t panels_there) const;
  std::size_t bytes_of_part(std::size_t panels_there) const {
    return (panels_there + 2) * shape.factor() * complex_bytes;
  }

  void write_constants();
  /// The pair (T⁺, T⁺) at t = 0.
  void begin_edge();
  void read_density();
  /// Makes the rows of T⁺ those of the last node, and reads its density matrix.
  void take_edge();
  void take_edge_rows(DeviceAddress rho_at_end);
  void clear(const DeviceNumbers& array, std::size_t count);
  void find_spare(const PanelSettings& settings);
  void reserve_for_panel();
  /// Of the panel that is solved, and where all rows stand.
  void reserve_rows();
  void reserve_own_rows();
  /// Memory for the panel after that, its rows and larger arrays, while the device computes, by parts in that many sweeps as are usual; none where
  /// there is none left.
  void reserve_ahead(std::size_t sweep, std::size_t sweeps);
  void reserve_part_ahead(std::size_t part);
  /// Memory of arrays that larger ones have taken the place of.
  void release_smaller();
  /// Room for so many bytes in an array whose numbers need not stay, with memory that reserve_ahead() made for it.
  void grow(DeviceNumbers& array, Growing& next, std::size_t bytes, std::size_t with_spare);
  void grow_ahead(const DeviceNumbers& array, Growing& next, std::size_t bytes,
                  std::size_t with_spare) const;
  std::size_t bytes_at_columns(std::size_t panels_there) const {
    return points * panels_there * block_bytes();
  }
  std::size_t bytes_of_edge(std::size_t panels_there) const {
    return points * (panels_there * shape.pieces() + 1) * 2 * shape.edge_group() * complex_bytes;
  }
  std::size_t bytes_of_others(std::size_t panels_there, std::size_t of_block) const {
    return (all_points - points) * blocks_of(panels_there, shared.points->size()) * of_block;
  }
  std::size_t bytes_of_edge_block() const;
  /// All that depends on the times of the nodes.
  void write_times(double length);
  void begin_numbers();
  void add_stored_nodes();
  /// What continues integrals of the panel before.
  void write_continuation(double length);
  void write_one_particle(double length);
  void write_row_table();
  void continue_integrals();
  void solve_equal_times(double length, double tolerance, bool is_first);
  /// On the processor; whether they settle.
  bool solve_equal_times_on_host(double length, double tolerance, bool is_first);
  /// I + I† at equal times, as soon as integrals at the panel's own columns are there, and what takes them.
  void find_losses();
  void take_losses();
  /// Solves for all rows; whether equal times settle.
  bool sweep_rows(double length, double tolerance, bool is_first);
  /// Finds what a sweep is judged by and brings it to the host, beside the stream; it is there where `asked` is.
  void ask_for_change(bool with_resolution);
  /// The same again, of the rows that ask_for_change() was called for.
  void bring_change(bool with_resolution);
  void find_resolution();
  double change_here() const;
  /// What the two calls above bring, of all devices together.
  struct Swept {
    double residual = 0;
    std::optional<double> unresolved;
  };
  Swept swept(bool with_resolution);
  /// Evaluates what needs all points at a pair of times, each device some blocks of columns: what is read goes there and what is written comes back,
  /// in pieces, while others are computed. What is written has come of the first points alone: take_rest().
  /// `are_solved_for`: what is read are rows that sweep_rows() has solved for, for others first.
  void share_columns(std::span<const SharedArray> reads, std::span<const SharedArray> writes,
                     const std::function<void(const ColumnPiece&)>& evaluate,
                     bool are_solved_for = false);
  /// What the stream does from now on has what is written of all points.
  void take_rest();
  /// Of a rank's points, those whose history is made first.
  std::size_t first_written(std::size_t rank) const;
  /// Of these, those whose history begins before that of the others of them, which runs beside it then.
  std::size_t soonest_written(std::size_t rank) const;
  BlockPieces pieces_of_columns(std::size_t panels_there, bool are_solved_where_read) const;
  /// Whether rows at columns that others evaluate are solved for first, so that they travel meanwhile.
  bool solves_for_others_first() const { return shared && theory && !fields; }
  /// Rows at stored columns, by the solver of the sweep before, but in the first sweep by its own one; those that others wait for come first.
  void solve_stored(double length, bool is_first);
  /// Those of groups of columns, from collision integrals or from sums over stored nodes.
  void solve_groups(bool is_first, std::size_t first, std::size_t end);
  /// Those of stored blocks, and of blocks in pieces that others evaluate.
  void solve_blocks(std::size_t first, std::size_t end);
  void solve_rows_for_others(std::size_t first, std::size_t end);
  /// In the first sweep of a panel a device solves for rows at others' points where it reads them, at all pieces but one, where what they are solved from
  /// has come: collision integrals while the history was made that ended the panel before, then rows of T⁺ and what solves (solve_at_columns.cpp).
  bool may_solve_at_columns() const;
  void reserve_at_columns();
  void begin_integrals_of_others(bool may_be_last);
  void send_integrals();
  std::vector<DevicePiece> pieces_to_solve_with();
  void solve_at_columns(std::size_t piece);
  bool is_solved_for_here(std::size_t piece) const;
  /// The panel's own block, which the last device reads.
  DevicePiece own_block_for_last() const;
  /// Of a piece all but as many of the last device's last blocks, or that one of them from the end alone.
  void leave_last_blocks(DevicePiece& piece, std::size_t count) const;
  DevicePiece block_of_last(DevicePiece piece, std::size_t from_end) const;
  /// What the panel itself adds to sums over stored nodes, as they are solved from.
  void turn_own_sigma(double length);
  /// The newest solver, and rows at columns of T⁺ and of the panel itself.
  void solve_own(double length, bool is_first);
  /// Memory to pack pieces in, where they are packed.
  void place_scratch(std::span<const SharedArray> reads, std::span<const SharedArray> writes,
                     std::span<DevicePiece> reads_sent, std::span<DevicePiece> writes_sent);
  /// The same among arrays of others' points, as wide as each other; false where that has no room for it.
  bool packs_among_others(const SharedArray& read, const SharedArray& written,
                          std::span<DevicePiece> reads_sent,
                          std::span<DevicePiece> writes_sent) const;
  /// Brings what each device has of its points to all of them: [point] of all points.
  void share_with_all(std::span<const SharedArray> arrays);
  /// What the stream does from now on has them.
  void take_shared();
  /// Memory for what comes from the other devices at columns that are evaluated here.
  void reserve_for_others(DeviceNumbers& array, Growing& next, std::size_t of_block);
  /// Brings I + I† of all devices' points to each of them, while the stream goes on, where kernels have not written them there.
  void share_losses();
  void begin_losses();
  /// What the stream does from now on has them.
  void take_shared_losses();
  void evaluate_self_energy(double length);
  /// The same on several devices, without that between times and the imaginary branch.
  void share_self_energy();
  DeviceSelfEnergy self_energy_parameter() const;
  void launch_self_energy(const DeviceSelfEnergy& parameter);
  /// Records an event at that place of `places`.
  const cuda::Event& mark(std::size_t place, const cuda::Stream& on);
  DeviceArrival& arrival(std::size_t number);
  /// What the stream does from now on has what arrives.
  void take(std::size_t number);
  void collide(double length, bool looks, bool may_be_last);
  /// Collision integrals with the self-energies that there are, or rows at stored columns from them; `looks`: and what these do not resolve.
  void find_integrals(double length, bool looks, bool may_be_last);
  void launch_history_of_rows(const HistoryCut& cut, std::size_t first, std::size_t count,
                              double length, const cuda::Stream& on);
  /// Of all points in one cut, those of a device that shares them as soon as what others write of them is there.
  void launch_history_of_all(const HistoryCut& cut, double length);
  /// Whether the history itself solves for rows at stored columns, which it has all sums of.
  bool solves_with_history() const { return solves_with_history(points, history_places(shape)); }
  bool solves_with_history(std::size_t of_points, std::size_t places_of_device) const;
  bool all_solve_with_history() const;
  /// Whether rows that travel come from histories on all devices, those of the first points sooner.
  bool rows_come_by_points() const { return !is_first_sweep && all_solve_with_history(); }
  /// Whether it has all of them: a single segment adds its parts to them.
  bool completes_sums(const HistoryCut& cut, std::size_t of_points) const;
  /// Groups of columns: of stored ones, of the panel's own, and of T⁺.
  struct Groups {
    std::size_t first, end;
  };
  Groups all_groups() const { return {0, (panels() + 1) * shape.pieces() + 1}; }
  Groups own_groups() const { return {panels() * shape.pieces(), all_groups().end}; }
  /// What the panel adds within itself, of some points, to the sums of the history.
  void launch_collide(double length, std::size_t first, std::size_t count, std::size_t segments,
                      bool adds, const Groups& groups);
  /// Makes collision integrals at stored columns of what rows were solved from, where they are not there.
  void take_integrals_of_rows(double length);
  /// All of a panel up to the integrals that its second sweep begins with.
  void begin(double length, const PanelSettings& settings, bool all_have_memory = false);
  /// The same where all devices have memory for it.
  void begin_ahead(double length, const PanelSettings& settings);
  SolvedPanel solve(double length, const PanelSettings& settings);
  void finish(double length, SolvedPanel& solved);
  PanelResults results_kept();
  /// Brings density matrices and the correlation energy to the host; they are there where `results_there` is.
  void ask_for_results(double length, bool has_correlation = false);
  /// That of T⁺ comes with the results of the panel that was kept.
  void take_density();
  /// Brings density matrices at the nodes to the host.
  void ask_for_density();
  /// ½ Im tr I_L of each point, which losses come with, and what the panel itself adds to it, which takes its own Σ; and both brought to the host.
  void find_correlation(double length);
  void ask_for_correlation();
  /// Whether Σ may be evaluated while nobody knows whether the panel needs it.
  bool evaluates_ahead() const { return theory && !fields && !branch; }
  /// Their sums with the points' weights.
  std::vector<double> correlation_here() const;
  /// At the nodes, per k: energy(), with the mean fields that the panel has.
  std::vector<double> energies(std::span<const Complex> density_at_nodes) const;
  void keep(double end);
  void compact(std::size_t count);
  static std::vector<Complex> read(const DeviceNumbers& from, std::size_t count, bool is_single);
  PanelRows host_rows(std::size_t panel) const;
  void restore(const PanelRows& from, double begin, double end, std::size_t forgotten);
  void collect_seconds();

  const Model& model;
  SharedDevice shared;
  std::shared_ptr<const ImaginaryBranch> branch;
  std::size_t all_points, first_point, points, elements;  ///< of all devices; of those here
  std::size_t multiprocessors = 0;                        ///< the most of a device
  DeviceShape shape;
  PanelTimes times;
  Continuation continuation;  ///< of integrals at stored columns
  std::vector<Complex> start;
  std::optional<DeviceTheory> theory;
  std::optional<DeviceCode> code;
  std::vector<Complex> density;          ///< at T⁺
  std::vector<MeanField> mean_fields;    ///< at the nodes of the panel that is solved
  std::vector<MeanField> solved_fields;  ///< of the panel that was solved
  bool has_equal_times_on_host;          ///< where the mean field depends on momenta
  EqualTimes host_equal_times;
  std::vector<double> field_vertices;      ///< that the last of them is of
  bool has_constant_h = false;             ///< `one_particle` holds h, which never changes
  std::size_t spare_panels = 0;            ///< that arrays which grow get room for
  std::vector<DeviceAddress> loss_of_all;  ///< where kernels write to all devices' memory
  bool measures = false;
  std::optional<PanelRows> host_before;
  std::optional<TwoTime> host_past;
  DeviceSeconds seconds;

  std::vector<DeviceRows> rows;
  std::optional<DeviceRows> next;      ///< of the panel that is solved
  std::optional<DeviceFields> fields;  ///< besides G
  std::optional<cuda::PinnedBuffer> pinned, fetched;
  std::deque<DeviceSpan> spans;
  std::deque<cuda::Event> places;  ///< where the streams wait for each other
  std::deque<DeviceArrival> arrivals;
  cuda::Event asked{device};  ///< what a sweep is judged by has come to the host
  cuda::Event results_there{device};
  cuda::Stream stream;  ///< destroyed, and waited for, before all that its work uses
  std::optional<cuda::Stream> traffic;  ///< with other devices
  std::optional<cuda::Stream> beside;   ///< of a history whose points come one after the other
  cuda::Stream report;                  ///< to the host, of what a sweep is judged by
  /// Of blocks of G, and of those of fields, where their history is made by them.
  std::optional<HistoryProducts> history_products;
  bool has_field_products = false;
};

/// Of a block of G^⌉ for each point: [point][row][column].
std::vector<Complex> mixed_numbers_of(const BlockRows& mixed);

}  // namespace diagc::dynamics

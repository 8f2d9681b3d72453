#include "physics/collider/generator/generator_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "physics/collider/generator/job_ranges.h"
#include "physics/collider/phase_space/formulas.h"
#include "physics/collider/process/luminosity.h"

namespace diagc::collider {

namespace {

/// Entries of the list of orderings: a divisor of the number of blocks, so that every step takes each entry equally often.
unsigned list_length(std::size_t orderings) { return orderings > 16 ? 4 * all_groups : all_groups; }

/// Random numbers of a channel.
constexpr unsigned calls_of_channel = 64;
static_assert(random_calls(most_jets) <= calls_of_channel);

void take(const ProcessPointers& shared, GeneratorTables& to) {
  to.density = shared.density;
  to.coupling = shared.coupling;
  to.cuts = shared.cuts;
  to.histograms = shared.histograms;
  to.varied = shared.varied;
  to.varied_count = shared.varied_count;
}

/// Bits of the mean weight and of its square in histograms: 1e11 events of the mean, and of squares up to 2^9 times that of the mean,
/// stay below 2^63.
constexpr int bits_of_mean = 20, bits_of_square = 16;

double square_unit_of(double unit) {
  const double whole = std::ldexp(unit, -bits_of_mean);
  return std::ldexp(whole * whole, bits_of_square);
}

unsigned jets_of(const Job& job) { return static_cast<unsigned>(job.process.jets); }

}  // namespace

OwnTables::OwnTables(const Process& process, std::size_t channel,
                     std::shared_ptr<const ProcessTables> shared)
    : job_(process.job),
      channel_(process.channels.at(channel).channel),
      channel_number_(channel),
      widest_(widest_cuts(job_)),
      shared_(std::move(shared)),
      orderings_(channel_.alike, list_length(channel_.orderings.size())),
      jet_sets_(job_),
      maximum_(job_.unweighting.maximum) {
  const Luminosity own = luminosity(channel_);
  for (const auto& [first, second] : own.terms)
    luminosity_.push_back({shared_->place(own.sums[first]), shared_->place(own.sums[second])});
  if (job_.run.sampler == Sampler::antenna) {
    antenna_.emplace(AntennaOptions{.jets = jets_of(job_),
                                    .root_s = job_.energy,
                                    .pt = widest_.pt,
                                    .eta = widest_.eta,
                                    .dr = widest_.dr});
  }
}

GeneratorTables OwnTables::pointers() const {
  const unsigned m = jets_of(job_), n = m + 2;
  GeneratorTables t{};
  t.events.key[0] = static_cast<unsigned>(job_.run.seed);
  t.events.key[1] = static_cast<unsigned>(job_.run.seed >> 32U);
  t.events.use = static_cast<unsigned>(channel_number_) * calls_of_channel;
  t.events.root_s = job_.energy;
  t.events.rambo.most = job_.energy / least_mass(job_);
  if (antenna_) t.events.antenna = antenna_->tables();
  t.events.ordering = orderings_.table();
  t.orderings = channel_.orderings.data();
  t.luminosity = luminosity_.data();
  t.luminosity_terms = static_cast<unsigned>(luminosity_.size());
  take(shared_->pointers(), t);
  if (jet_sets_.any()) {
    t.find_jets = &JetSets::find;
    t.jet_sets = &jet_sets_;
  }
  t.scale_factor = job_.couplings.scale > 0 ? 0 : job_.couplings.scale_factor;
  t.log_scale = job_.couplings.scale > 0 ? std::log(job_.couplings.scale) : 0;
  // |a|² has the dimension of a mass to the power 8 − 2n; typical momenta become 1, so that single precision holds all powers.
  t.momentum_factor = std::exp2(-std::round(std::log2(4 * widest_.pt)));
  t.factor = power(4 * std::numbers::pi, static_cast<int>(m)) * channel_.factor *
             std::pow(t.momentum_factor, 2 * (static_cast<int>(n) - 4));
  t.unit = unit_;
  t.square_unit = square_unit_;
  t.picks = !keeps_events(job_) ? pick_none : job_.unweighting.weighted ? pick_all : pick_by_weight;
  t.inverse_maximum = maximum_ > 0 ? 1 / maximum_ : 0;
  return t;
}

GeneratorTables OwnTables::pointers(const Placed& placed, const ProcessPointers& shared) const {
  GeneratorTables t = pointers();
  take(shared, t);
  t.find_jets = nullptr;
  t.jet_sets = nullptr;
  const auto place = [&]<class T>(const T*& numbers, std::size_t count) {
    if (numbers) numbers = static_cast<const T*>(placed(numbers, count * sizeof(T)));
  };
  place(t.events.antenna.pt_bins, std::size_t{2} * pt_bin_count);
  place(t.events.antenna.pt_inverse_density, pt_cell_count);
  place(t.events.antenna.y_probability, y_numbers());
  place(t.events.antenna.y_draws, 2 * y_numbers());
  place(t.events.ordering.orderings, t.events.ordering.length);
  place(t.events.ordering.inverse_share, channel_.orderings.size());
  place(t.orderings, channel_.orderings.size());
  place(t.luminosity, luminosity_.size());
  return t;
}

std::size_t OwnTables::y_numbers() const {
  return std::size_t{jets_of(job_)} * (y_cell_count + 1) * y_cell_count;
}

Screen OwnTables::screen(const Placed& placed) const {
  const AntennaTables tables = antenna_->tables();
  const auto narrow = [&](const double* numbers, std::size_t count, double factor = 1) {
    std::vector<float> copy;
    for (std::size_t i = 0; i < count; ++i) copy.push_back(static_cast<float>(factor * numbers[i]));
    return static_cast<const float*>(placed(copy.data(), count * sizeof(float)));
  };
  // Of sines, cosines and exponentials of the device: angles to 6e-7, e^y and pT to 1e-6.
  constexpr double error = 1.5e-6;
  Screen screen{
      .pt_bins = narrow(tables.pt_bins, std::size_t{2} * pt_bin_count, std::numbers::log2e),
      .pt_inverse_density = narrow(tables.pt_inverse_density, pt_cell_count),
      .y_probability = narrow(tables.y_probability, y_numbers()),
      .least_log_pt = static_cast<float>(tables.least_log_pt * std::numbers::log2e),
      .pt_cells_per_log = static_cast<float>(tables.pt_cells_per_log * std::numbers::ln2),
      .inverse_density_of_width = static_cast<float>(pt_bin_count * std::numbers::ln2),
      .inverse_of_ln_2 = std::numbers::log2e_v<float>,
      .y_width = static_cast<float>(2 * tables.y_most / y_cell_count),
      .y_most = static_cast<float>(tables.y_most),
      .core = static_cast<float>(tables.core),
      .least_square = static_cast<float>(tables.least_square),
      .gap = {},
      .pt = static_cast<float>(widest_.pt),
      .dr_square = static_cast<float>(std::pow(std::min(widest_.dr, std::numbers::pi), 2)),
      .root_s = static_cast<float>(job_.energy),
      .margin = static_cast<float>(error)};
  for (unsigned i = 0; i < gap_terms; ++i) screen.gap[i] = static_cast<float>(tables.gap[i]);
  return screen;
}

std::vector<HistogramSums> OwnTables::histogram_sums(std::span<const std::int64_t> cells) const {
  std::vector<HistogramSums> all;
  for (const HistogramCells& histogram : shared_->histograms()) {
    HistogramSums& sums = all.emplace_back();
    for (std::size_t bin = 0; bin < std::size_t{histogram.bins} + 2; ++bin) {
      const std::int64_t* const cell = cells.data() + histogram.first + 2 * bin;
      sums.weights.push_back(static_cast<double>(cell[0]) / unit_);
      sums.squares.push_back(static_cast<double>(cell[1]) / square_unit_);
    }
  }
  return all;
}

std::vector<std::vector<VariedSums>> OwnTables::varied_sums(
    std::span<const std::int64_t> cells) const {
  const std::span<const VariedWeight> varied = shared_->varied();
  std::vector<std::vector<VariedSums>> all(varied.size());
  for (std::size_t v = 0; v < varied.size(); ++v) {
    const std::size_t end = v + 1 < varied.size() ? varied[v + 1].first : cells.size();
    for (std::size_t cell = varied[v].first; cell < end; cell += 3) {
      all[v].push_back({.first = static_cast<double>(cells[cell]) / unit_,
                        .second = static_cast<double>(cells[cell + 1]) / square_unit_,
                        .mixed = static_cast<double>(cells[cell + 2]) / square_unit_});
    }
  }
  return all;
}

unsigned OwnTables::ordering(unsigned member, std::uint64_t step) const {
  const OrderingTable table = orderings_.table();
  return table.orderings[(member / ordering_block + step) % table.length];
}

void OwnTables::fit(const WarmUpRound& round) {
  if (antenna_) round.fit(*antenna_, orderings_);
}

void OwnTables::choose_units(double mean) {
  if (!(mean > 0) || !std::isfinite(mean)) return;
  const double whole = std::exp2(-std::round(std::log2(mean)));
  unit_ = std::ldexp(whole, bits_of_mean);
  square_unit_ = square_unit_of(unit_);
}

void OwnTables::write(runs::Bytes& to) const {
  runs::write_value(to, unit_);
  runs::write_value(to, square_unit_);
  runs::write_value(to, maximum_);
  runs::write_numbers(to, std::span<const double>(orderings_.shares()));
  if (antenna_) runs::write_values(to, std::span<const double>(antenna_->parameters()));
}

std::size_t OwnTables::bytes() const {
  runs::Bytes any;
  write(any);
  return any.size();
}

void OwnTables::read(std::span<const std::byte>& from) {
  const double unit = runs::read_finite(from), square_unit = runs::read_finite(from);
  int exponent = 0;
  const double maximum = runs::read_finite(from);
  if (maximum < 0) throw std::runtime_error("it holds a largest weight that cannot be");
  const bool is_start = unit == 1 && square_unit == 1;  // no event has told a mean yet
  if (!is_start && (!(square_unit > 0) || std::frexp(unit, &exponent) != 0.5 ||
                    square_unit != square_unit_of(unit)))
    throw std::runtime_error("it holds units of histograms that cannot be");
  std::vector<double> shares(channel_.orderings.size());
  const unsigned length = list_length(shares.size());
  runs::read_finite(from, shares);
  double sum = 0;
  for (const double share : shares) {
    if (!(share >= 1 && share <= length) || share != std::round(share))
      throw std::runtime_error("it holds orderings that cannot be");
    sum += share;
  }
  if (sum != length) throw std::runtime_error("it holds orderings that cannot be");
  if (antenna_) {
    try {
      antenna_->set_parameters(runs::read_values<double>(from));
    } catch (const std::invalid_argument& refused) {
      throw std::runtime_error(refused.what());
    }
  }
  orderings_ = OrderingList(channel_.alike, length, shares);
  unit_ = unit;
  square_unit_ = square_unit;
  maximum_ = maximum;
}

}  // namespace diagc::collider

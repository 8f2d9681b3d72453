// What steps of the generator read and write, for host and processors alike; behind physics/collider/step/memory.h. What it means:
// physics/collider/generator/event_population.h.

namespace diagc::collider {

struct HistogramCells {
  unsigned observable, rank;  // as Observable, HistogramOptions::rank
  unsigned cuts, bins;
  double low, bins_per_unit;
  unsigned long long first;  // of its cells: below the range, bins, above it, two numbers each
};

// One term of the luminosity: places of its densities, of parton 1 and of parton 2, in a density table.
struct LuminosityTerm {
  unsigned first, second;
};

// Tables that no step changes.
struct GeneratorTables {
  EventTables events;
  const Ordering* orderings;         // that splits number
  DensityTable density;              // sums of flavours
  const LuminosityTerm* luminosity;  // [luminosity_terms]
  unsigned luminosity_terms;
  CouplingCells coupling;
  const Cuts* cuts;                  // [set_count]
  const HistogramCells* histograms;  // [histogram_count]
  double scale_factor;               // of H_T; 0: the scale is fixed
  double log_scale;                  // of a fixed one
  double momentum_factor;            // amplitudes take momenta times this
  double factor;             // of the cross section: colours, couplings but α_s, momentum_factor
  double unit, square_unit;  // of histograms: weights, their squares, are multiplied by these
  unsigned keep_all;         // not 0: events that pass no cuts are kept, too, with weight 0
};

// Members that are drawn together. Rows are `stride` apart: events[row_…], p and, unless it sums them, e of the amplitude, what it gives.
struct GeneratorBlock {
  double* events;
  unsigned* integers;               // members, cut sets as bits
  void *inputs, *amplitude, *work;  // of the kernel's precision
  unsigned long long stride;
  unsigned first_member;
  unsigned kept;  // events of the last step
};

constexpr unsigned most_cut_sets = 8;

// Sums of steps.
struct GeneratorSums {
  double first[most_cut_sets], second[most_cut_sets * (most_cut_sets + 1) / 2],
      largest[most_cut_sets];
  unsigned long long passed[most_cut_sets], broken;
};

}  // namespace diagc::collider

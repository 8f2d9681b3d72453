// What steps of the generator read and write, for host and processors alike; behind physics/collider/step/memory.h. What it means:
// physics/collider/generator/event_population.h.

namespace diagc::collider {

struct HistogramCells {
  unsigned observable, rank;  // as Observable, HistogramOptions::rank
  unsigned cuts, bins;
  double low, bins_per_unit;
  unsigned long long first;  // of its cells: below the range, bins, above it, two numbers each
};

// Another weight of an event.
struct VariedWeight {
  DensityTable density;
  CouplingCells coupling;
  double log_renormalisation, log_factorisation;  // added to ln Q
  // Of its cells: sums of its weights, of their squares, of products with the event's own weight; behind them, where histograms are varied, the
  // same three of every bin, in the order of the bins' own cells.
  unsigned long long first;
};

// One term of the luminosity: places of its densities, of parton 1 and of parton 2, in a density table.
struct LuminosityTerm {
  unsigned first, second;
};

enum Picks : unsigned { pick_none, pick_all, pick_by_weight };

// An event that was picked, and its weight: of the cross section where all are, else 1, or what it has over the maximum.
struct PickedEvent {
  unsigned long long step;
  unsigned member;
  double weight;
};

struct GeneratorBlock;

// Clears bits of cut sets whose jets the first `kept` events of a block do not have; on processors.
typedef void FindJets(const void* jet_sets, const GeneratorBlock* block, unsigned long long kept);

// Tables that no step changes.
struct GeneratorTables {
  EventTables events;
  const Ordering* orderings;         // which the numbers of OrderingTable name
  DensityTable density;              // sums of flavours
  const LuminosityTerm* luminosity;  // [luminosity_terms]
  unsigned luminosity_terms;
  CouplingCells coupling;
  const Cuts* cuts;                  // [set_count]
  const HistogramCells* histograms;  // [histogram_count]
  FindJets* find_jets;               // null: no cut set asks for jets
  const void* jet_sets;
  const VariedWeight* varied;  // [varied_count]
  unsigned varied_count;
  double scale_factor;       // of H_T; 0: the scale is fixed
  double log_scale;          // of a fixed one
  double momentum_factor;    // amplitudes take momenta times this
  double factor;             // of the cross section: colours, couplings but α_s, momentum_factor
  double unit, square_unit;  // of histograms: weights, their squares, are multiplied by these
  unsigned picks;            // which events are handed on by themselves: a Picks
  double inverse_maximum;    // of the weights that they are picked by
  unsigned keep_all;         // not 0: events that pass no cuts are kept, too, with weight 0
};

// Members that are drawn together. Rows are `stride` apart: events[row_…], p and, unless it sums them, e of the amplitude, what it gives.
struct GeneratorBlock {
  double* events;
  unsigned* integers;               // members, cut sets as bits
  void *inputs, *amplitude, *work;  // of the kernel's precision
  unsigned long long stride;
  unsigned first_member;
  unsigned kept;        // events of the last step
  PickedEvent* picked;  // where a step picks events: room for all members of all steps
  unsigned long long picked_count;
};

constexpr unsigned most_cut_sets = 8;

// Sums of steps.
struct GeneratorSums {
  double first[most_cut_sets], second[most_cut_sets * (most_cut_sets + 1) / 2],
      largest[most_cut_sets];
  unsigned long long passed[most_cut_sets], broken;
};

}  // namespace diagc::collider

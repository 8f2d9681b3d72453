// Tables that steps of events read, for host, processors and devices alike: pointers into memory of the one that steps.
// What they mean: physics/collider/tables.h, physics/collider/phase_space/antenna_tables.h, physics/collider/cuts.h.

namespace diagc::collider {

// x f(x, Q): row r of a flavour at ln Q = log_q_min + r / rows_per_log_q; cell c of a row from ln x = log_x_min + c / cells_per_log_x on,
// four coefficients of a polynomial in the part of the cell: numbers[((flavour × rows + r) × cells + c) × 4].
struct DensityTable {
  const double *numbers;
  double log_x_min, cells_per_log_x, log_q_min, rows_per_log_q;
  unsigned cells, rows;
};

// α_s: cell c from ln Q = log_q_min + c / cells_per_log_q on, four coefficients.
struct CouplingCells {
  const double *numbers;
  double log_q_min, cells_per_log_q;
  unsigned cells;
};

struct Cuts {
  double pt, eta, dr;  // GeV; of every jet, of every pair of jets; 0: no cut in dr
};

// Terms of a polynomial, AntennaTables::gap.
constexpr unsigned gap_terms = 5;

// How sampler "rambo" draws x1 x2.
struct RamboTables {
  double most;  // 1 / √τ at the smallest τ
};

// Sampler "antenna".
struct AntennaTables {
  const double *pt_bins;  // [pt_bin_count][2]: where the bin begins in ln pT, its width
  const double
      *pt_inverse_density;  // [pt_cell_count]: 1 / density of ln pT, in cells of equal width
  const double *
      y_probability;  // [jets][y_cell_count + 1][y_cell_count]: of a cell, by jets of the chain after it, and the cell before
  const unsigned *y_draws;                // the same, two numbers each: threshold, alias
  double least_log_pt, pt_cells_per_log;  // of the cells of pt_inverse_density
  double y_most;                          // cells of y go from −y_most to y_most
  double core;                            // c in cosh η = cosh Δy + c
  // Jets that follow each other in a chain are no nearer than r, so that |Δφ| ≥ φ = √(r² − Δy²) where |Δy| < r.
  double least_square;    // r²; 0: as near as they like
  double gap[gap_terms];  // φ Σ gap[i] φ^(2i): at most the probability of 0 < Δφ < φ without that
};

// How partons stand around a ring: (1, jets before, 2, jets after). Legs are those of the amplitude, from 0; the last one is parton 1.
struct Ordering {
  unsigned before;  // jets between partons 1 and 2
  unsigned
      mirrored;  // not 0: beams change places when the event is made, so that parton 1 comes from the second one
  unsigned second;  // leg of parton 2
  unsigned jets
      [10];  // legs of the jets: `before` of one chain, then those of the other one, each from parton 1 on
};

// Which ordering, and how often. Members number b × ordering_block … share one, number orderings[(b + step) % length].
struct OrderingTable {
  const unsigned *orderings;    // [length]
  const double *inverse_share;  // of an ordering: length over how often it stands in the list
  unsigned length;
};

struct EventTables {
  unsigned key[2];  // of random numbers
  unsigned use;     // number of the first random numbers of an event
  double root_s;    // GeV
  RamboTables rambo;
  AntennaTables antenna;
  OrderingTable ordering;
};

}  // namespace diagc::collider

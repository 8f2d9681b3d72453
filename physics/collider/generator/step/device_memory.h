// What kernels of the generator on devices read and write, for host and devices alike; behind generator_memory.h.

namespace diagc::collider {

// The events of a batch that are evaluated, in dense rows: those of a block of members lie together, in the order of members; blocks lie in any
// order.
struct DenseRows {
  void *inputs, *amplitude;  // of the kernel's precision: rows `stride` apart, momenta first
  double* factor;            // all of a weight but the square of the amplitude; later the weight
  unsigned* sets;            // cut sets as bits
  unsigned* cells;           // [histogram][event]: the first of the two that it adds to
  double* points;  // where events are varied: ln x1, ln x2, ln Q and f f α_s^m, a row each
  double* jets;    // while a run warms up: pT of all jets, then y, a row each; else null
  unsigned *members,
      *steps;  // of events that are screened or picked: which they are; steps count from the first of the batch
  unsigned* unsure;        // rows of events that screening does not decide
  unsigned* count;         // [2]: of events so far, of `unsure`
  unsigned *first, *kept;  // [step of the batch][block]
  unsigned long long stride;
};

// What steps in single precision read: the widest cuts, distributions to draw from.
struct Screen {
  const float *pt_bins, *pt_inverse_density,
      *y_probability;                    // as AntennaTables has them, but for log₂ pT in bins
  float least_log_pt, pt_cells_per_log;  // likewise, of log₂ pT
  float inverse_density_of_width;        // of ln pT, of a bin's width
  float inverse_of_ln_2;
  float y_width, y_most, core;
  float least_square, gap[gap_terms];
  float pt, dr_square, root_s;
  float
      margin;  // what rounding does to a cosine that is added or multiplied, and to pT in parts of itself
};

constexpr unsigned point_rows = 4;

// The parameter of all kernels. A batch is `steps` steps from `step` on of all blocks.
struct GeneratorLaunch {
  GeneratorTables tables;
  DenseRows rows;
  Screen screen;
  const unsigned*
      blocks;  // [block_count]: their numbers; block b has the members 128 b … 128 b + 127
  unsigned block_count, steps;
  unsigned long long step;
  double*
      sums;  // [field][block]: Σ weight of each cut set, Σ weight · weight of each pair, largest, events that passed, those without a finite weight
  unsigned fresh;             // not 0: sums begin with this batch
  unsigned long long* cells;  // histograms; null where none are filled
  unsigned events;            // that passed, behind the draw
  PickedEvent* picked;        // events of the batch that are picked, in any order
  unsigned* picked_count;     // null: none are picked
};

}  // namespace diagc::collider

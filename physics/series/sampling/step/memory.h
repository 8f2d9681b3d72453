// What steps read and write: one text for the host, which includes it, and for processors and devices, which compile it into the step. It
// includes nothing, and its types are those that every compiler has; T is the number type of the kernel.

namespace diagc::series {

/// Tables of the link that ends at one vertex.
template <class T>
struct StepLink {
  const T* density;  ///< [cell]
  /// [entry][4]: threshold, own displacement step · bins + bin, that of the alias, classes of both.
  const unsigned* draws;
};

/// Tables that no step changes.
template <class T>
struct StepPointers {
  const T* coefficients;             ///< [row][interval][there, back][power]
  const T* equal_time;               ///< [code]
  const unsigned *row, *link_class;  ///< [pair]
  const unsigned* first_draw;        ///< [code of the anchor]: the first entry of its links
  const unsigned *landing_code, *landing_anchor;  ///< [code + displacement step]
  const unsigned *root_threshold, *root_alias, *root_code, *root_anchor;
  const StepLink<T>* links;    ///< [vertex]; 0 is not used
  const unsigned char* moves;  ///< of one cycle: 0 redraw all, v draw, n + v shift, 2 n + 1 root
  const T* params;
  unsigned long long cycle;  ///< how many moves
  unsigned key[2], use;      ///< of random numbers
  unsigned shift;            ///< 2 s + 1 for shifts of up to s ticks
  unsigned root_count, draw_count;
  T normalisation;  ///< λ
};

/// Walkers. Rows are `stride` apart. Integer rows: times in ticks of β / 2³², codes, anchors of all vertices. Number rows: G, links, then f,
/// weight |f| + λ w, λ w.
template <class T>
struct StepBlock {
  T *numbers, *scratch_numbers;
  unsigned *integers, *scratch_integers;
  T* work;  ///< processors: of the graph
  unsigned long long stride, walkers, first_walker;
};

/// Sums over steps and walkers of f / p and λ w / p, p = |f| + λ w, and their products.
struct StepSums {
  double f = 0, w = 0, ff = 0, fw = 0, ww = 0;
  unsigned long long accepted[4] = {};  ///< of the proposals: redraw, draw, shift, root
  unsigned long long broken = 0;        ///< proposals whose integrand was no finite number
};

constexpr unsigned history_steps = 32, no_move = 255;

/// The one parameter of every kernel on devices. Each 128 threads are a block of walkers; all rows hold the walkers of all blocks of a
/// device, StepBlock::walkers in number. Pointers are the device's.
template <class T>
struct StepLaunch {
  StepPointers<T> tables;
  StepBlock<T> block;
  const unsigned* block_numbers;  ///< [block]
  StepSums* walker_sums;          ///< [walker], of this launch
  StepSums* sums;                 ///< [block]
  unsigned long long first, steps;

  T* history = nullptr;  ///< [slot][f / p, λ w / p][walker]; slots are history_steps
  /// [walker]: proposals that were no finite number, since the history was last added to the sums.
  unsigned* broken = nullptr;

  /// Of the split form.
  unsigned decided = no_move;   ///< move, or no_move
  unsigned proposed = no_move;  ///< likewise, for the step `first`
  unsigned slot = 0;            ///< of the step that is decided on
  unsigned folded = 0;          ///< slots that are added to walker_sums then; 0: none
  unsigned fold_at = 0;         ///< place of the first of them in the cycle of moves
  unsigned fresh = 0;           ///< 1: walker_sums begin with them
};

}  // namespace diagc::series

// What steps of samples from trees read and write: one text for the host and for all that steps are compiled for, as memory.h is.

namespace diagc::series {

/// Distributions, as DrawPieces has them.
struct TreePieces {
  const unsigned *guide, *pieces;
  unsigned guide_bits, piece_bits;
};

/// Tables that no step changes; those of the same names in StepPointers are the same.
template <class T>
struct TreePointers {
  const T* coefficients;  ///< [row][interval][there, back; of the derivative there, back][power]
  const T *equal_time, *equal_derivative;  ///< [code]
  const unsigned *row, *link_class;        ///< [pair]
  const unsigned* first_draw;              ///< [code of the anchor]
  const unsigned *landing_code, *landing_anchor;
  const unsigned *root_threshold, *root_alias, *root_code, *root_anchor;
  /// [shape][4]: threshold, parents of this shape, those of its alias, 0. Parents of vertices 2, 3, … from the lowest bit on, each in as many
  /// bits as parents of its vertex need.
  const unsigned* shapes;
  const T *root_density, *density;  ///< [cell]: P0 and P, one table where vertices are alike
  const unsigned*
      draws;  ///< of P and, where vertices are not alike, behind them of P0; as StepLink has them
  const T* params;
  unsigned key[2], use;
  unsigned root_count, draw_count, shape_count;
  unsigned root_draws;  ///< entry of `draws` that those of P0 begin at
  T alpha, scale;       ///< α, and α (α + m)^(m − 1)
  T most;  ///< |f| / w up to which single precision is enough, of mixed precision (step/tree_mixed.inc)

  // Of draws by points of Sobol's sequence (tree/sobol_draws.h).
  unsigned sobol;  ///< 1: draws are such; 0: what follows is not there
  unsigned group_bits;
  unsigned place_count;            ///< of sites in a cell: distributions of P before those of P0
  unsigned long long sobol_begin;  ///< step of the first point
  const unsigned *sobol_members, *sobol_steps, *sobol_scrambles;  ///< as SobolTables
  TreePieces shape_pieces;                                        ///< of parents as in `shapes`
  /// [distribution of P or P0 from a place]: of classes of displacements: the first in `member_steps`, and in 8 bits how many.
  TreePieces class_pieces;
  TreePieces time_pieces;        ///< [piece of `class_pieces`]: of bins
  const unsigned* member_steps;  ///< what to add to the code of a site
  const unsigned* place;         ///< [code]: of the site in its cell

  // Of Markov chains.
  const unsigned char* moves;  ///< of one cycle, see tree_moves
  unsigned long long cycle;    ///< how many
  T normalisation;             ///< λ
};

/// Moves of Markov chains: 0 redraws the tree, 1 + v vertex v, m + 2 + v vertices v and v + 1 together.
constexpr unsigned redraw_root = 255;  ///< the site of vertex 0

/// Sums over samples of x = f / w. Of steps of Markov chains x, |x| and x² are f / p, |f| / p and λ w / p, p = |f| + λ w.
struct TreeSums {
  double x = 0, magnitude = 0, square = 0;  ///< of x, |x|, x²
  double x_magnitude = 0, x_square = 0, magnitude_square = 0,
         fourth = 0;                ///< of x |x|, x³, |x|³, x⁴
  double largest = 0;               ///< |x|
  unsigned long long broken = 0;    ///< samples or proposals whose integrand was no finite number
  unsigned long long accepted = 0;  ///< proposals
};

constexpr unsigned not_again = ~0u;

/// The one parameter of every kernel on devices. Each 128 threads are a block of members; all rows hold the members of all blocks of a device,
/// StepBlock::walkers in number, of which a launch takes the first. Pointers are the device's.
template <class T>
struct TreeLaunch {
  TreePointers<T> tables;
  StepBlock<T> block;
  const unsigned* block_numbers;  ///< [block]
  double* member_sums;            ///< [field of TreeSums][member]
  TreeSums* sums;                 ///< [block]
  unsigned long long first, steps;
  unsigned fresh = 0;  ///< 1: member_sums begin anew
  unsigned keep =
      0;  ///< 1: of the fused form, the samples of the last step are to stay in the rows

  // Of mixed precision.
  float* single;      ///< rows as those of StepBlock::numbers up to that of f, in single precision
  T* again;           ///< the same rows of the samples that are evaluated again
  unsigned* columns;  ///< [member]: where the sample stands there, or `not_again`
  unsigned* again_count;
};

}  // namespace diagc::series

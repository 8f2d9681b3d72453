// What steps of walkers at any points read and write: one text for the host and for all that steps are compiled for, as memory.h is.

namespace diagc::series {

/// Tables that no step changes; those of the same names in StepPointers are the same.
template <class T>
struct PointPointers {
  const T* coefficients;                          ///< [row][interval][table][there, back][power]
  const T* equal_times;                           ///< [table][code]
  const unsigned *row, *link_class;               ///< [pair]
  const unsigned* first_draw;                     ///< [code of the anchor]
  const unsigned *landing_code, *landing_anchor;  ///< [code + displacement step]
  const unsigned *root_threshold, *root_alias, *root_code, *root_anchor;
  const StepLink<T>* links;    ///< [point]; 0 is not used
  const unsigned char* moves;  ///< of one cycle, as StepPointers has them
  const T* params;
  unsigned long long cycle;
  unsigned key[2], use;
  unsigned shift;
  unsigned root_count, draw_count, code_count;
  T normalisation;  ///< λ
};

/// Of one step.
struct PointSums {
  unsigned long long accepted[4] = {};  ///< of the proposals: redraw, draw, shift, root
  unsigned long long broken = 0;        ///< proposals whose integrand was no finite number
};

/// On devices a walker's sums over steps are numbers: of each component c = Σ_k f_k φ_k / p; c²; c λ w / p; of λ w / p; its square; proposals that
/// were accepted, by kind; those whose integrand was no finite number.
constexpr unsigned fields_of_component = 3, further_fields = 7;

/// The one parameter of every kernel on devices. Each 128 threads are a block of walkers; all rows hold the walkers of all blocks of a device,
/// StepBlock::walkers in number. Pointers are the device's.
template <class T>
struct PointLaunch {
  PointPointers<T> tables;
  StepBlock<T> block;
  const unsigned* block_numbers;  ///< [block]
  const T* phases;                ///< [pair][real, imaginary]: e^(−ikr); none where ends are local
  double* walker_sums;            ///< [field][walker]
  double* sums;                   ///< [block][field]
  unsigned long long first, steps;
  unsigned fresh = 0;  ///< of the split form: 1: walker_sums begin anew
};

}  // namespace diagc::series

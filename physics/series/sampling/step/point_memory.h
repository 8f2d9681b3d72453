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

}  // namespace diagc::series

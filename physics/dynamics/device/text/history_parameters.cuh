// What kernels of the history read and write.
struct Row {
  const STORED* data;  // of point 0
  unsigned first;      // blocks before the first column that counts
  unsigned blocks;     // of a point
};
struct History {
  const Row* rows;         // of stored panels, of the new panel, of T+
  const Complex* factors;  // times weights of full panels: [point][block][sigma D, sigma <]
  Complex* sums;           // columns' sums, stored as functions are: [point][block]
  Complex* parts;          // [point][segment][row][piece][chunk][number][lane]
  const double*
      shares;  // [column][row] of a diagonal block: what quadratures to the column's time have of the row's weight
  unsigned panels, factor_blocks, sum_blocks, strips, segments;
  unsigned first_row, end_row;  // that this launch takes
  unsigned first_point, points;
  unsigned adds;       // to the columns' sums that are there
  unsigned completes;  // of one segment: parts of stored rows are added to the columns' sums
  // The panel's rows, that are solved from complete sums (solved_columns.cuh); null where they are not. In place of the sums then are collision integrals,
  // where somebody looks at what is not resolved.
  Complex* solved;
  const Complex* solver;       // as in PanelRows
  const double* integrals;     // the collocation matrix
  const double* coefficients;  // as in Resolution; null where nobody looks
  Control* control;            // of changes, and of what is not resolved
  double length;
};

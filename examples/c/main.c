/* Permanents of two matrices by a kernel that is linked in; nothing of diagc is needed to build or run this.

     diagc compile grammars/matrix/permanent.diag -D n=3 --emit header -o permanent.h
     diagc compile grammars/matrix/permanent.diag -D n=3 --emit object -o permanent.o
     cc -std=c99 -I. examples/c/main.c permanent.o -lm -o permanents && ./permanents */
#include <stdio.h>

#include "permanent.h"

int main(void) {
  enum { matrices = 2 };
  /* [row][column][matrix]: the first all ones, the second 1 … 9. */
  double A[3][3][matrices], permanents[matrices];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      A[i][j][0] = 1;
      A[i][j][1] = 3 * i + j + 1;
    }
  const double* inputs[] = {&A[0][0][0]};
  double* outputs[] = {permanents};
  if (permanent(inputs, outputs, NULL, matrices) != 0) {
    fputs("no memory\n", stderr);
    return 1;
  }
  for (int matrix = 0; matrix < matrices; ++matrix) printf("%g\n", permanents[matrix]);
  return 0;
}

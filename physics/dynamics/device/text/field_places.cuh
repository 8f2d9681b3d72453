// Fields besides G have one band; their blocks stand as those of G do, cut for nodes alone.
enum : unsigned {
  FIELD_PADDED = (ORDER + 7) / 8 * 8,
  FIELD_WIDTH = FIELD_PADDED % 16 == 0 ? 16 : 8,
  FIELD_GROUP = FIELD_PADDED * FIELD_WIDTH,
  FIELD_BLOCK = 2 * FIELD_PADDED * FIELD_PADDED
};

// Of a block of a field: the real part of the lesser function; the greater one minus it is FIELD_GROUP numbers behind.
__device__ inline Long field_place(unsigned row, unsigned column) {
  const unsigned of_group = column % FIELD_WIDTH;
  return (Long)(column / FIELD_WIDTH) * 4 * FIELD_GROUP +
         (row / 2 * (FIELD_WIDTH / 2) + of_group / 2) * 8 + row / 2 % 2 * 4 + row % 2 * 2 +
         of_group % 2;
}
__device__ inline Complex get_field(const Complex* block, Long place) {
  const double* const numbers = (const double*)block;
  return {numbers[place], numbers[place ^ 4]};
}
__device__ inline void set_field(Complex* block, Long place, Complex value) {
  double* const numbers = (double*)block;
  numbers[place] = value.re, numbers[place ^ 4] = value.im;
}

// Rows of a uniform grid of times, all points of a row side by side (device_uniform_grid.h): a row of time i has times 0 … i of a point in octets,
// [point][octet][L, D][a][b][eight times], so that a warp reads whole lines of memory. Sigma and integrals of a row stand likewise.
enum : unsigned {
  GRID_THREADS = 256,
  GRID_WARPS = GRID_THREADS / 32,
  OCTET = 8,
  OF_OCTET = 2 * ELEMENTS * OCTET  // numbers
};

// Numbers of a point in the row of a time.
__device__ inline Long numbers_in_row(Long time) { return (time / OCTET + 1) * OF_OCTET; }
// Of a number of L and D at a time.
__device__ inline Long place_in_row(unsigned number, unsigned time) {
  return (Long)(time / OCTET) * OF_OCTET + number * OCTET + time % OCTET;
}
__device__ inline Long place_of(Long time, unsigned points, Long point) {
  const Long full = time / OCTET, octets_before = (full + 1) * (full * OCTET / 2 + time % OCTET);
  return (points * octets_before + point * (full + 1)) * OF_OCTET;
}

// Rows of a uniform grid of times, all points of a row side by side (device_uniform_grid.h): a row of time i has [point][L, D][a][b][times 0 … i].
__device__ inline Long begin_of(Long time, unsigned points) {
  return (Long)points * 2 * ELEMENTS * (time * (time + 1) / 2);
}
// Numbers of a point in the row of a time, of which every element has time + 1.
__device__ inline Long place_of(Long time, unsigned points, Long point) {
  return begin_of(time, points) + point * 2 * ELEMENTS * (time + 1);
}

enum : unsigned { GRID_THREADS = 256, GRID_WARPS = GRID_THREADS / 32 };

// An element of G on the new rows as a field of its own.
struct Elements {
  const Complex* rows;  // L and D: [point][group]
  Complex* to;          // [point][block]
  unsigned panels, points, a, b;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    take_element(const __grid_constant__ Elements e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned column_node = task % ORDER, row_node = task / ORDER % ORDER;
  const Long block = task / (ORDER * ORDER);
  if (block >= (Long)e.points * (e.panels + 1)) return;
  const unsigned row = row_node * BANDS + e.a, column = column_node * BANDS + e.b;
  const Complex* const group = e.rows + (block * PIECES + column / WIDTH) * 2 * GROUP;
  Complex* const to = e.to + block * FIELD_BLOCK;
  set_field(to, field_place(row_node, column_node), get(group, row, column % WIDTH));
  set_field(to + FIELD_GROUP, field_place(row_node, column_node),
            get(group + GROUP, row, column % WIDTH));
}

// The same between times and the imaginary branch.
struct MixedElements {
  const Complex* rows;  // [point][row][node of the branch, band]
  Complex* to;          // [point][node][node of the branch]
  unsigned points, width, a, b;
};

extern "C" __global__ void __launch_bounds__(MOVING_THREADS)
    take_mixed_element(const __grid_constant__ MixedElements e) {
  const Long task = (Long)blockIdx.x * MOVING_THREADS + threadIdx.x;
  const unsigned nodes = e.width / BANDS, node = task % nodes;
  const Long row = task / nodes;  // of all points
  if (row >= (Long)e.points * ORDER) return;
  e.to[task] = e.rows[(row * BANDS + e.a) * e.width + node * BANDS + e.b];
}

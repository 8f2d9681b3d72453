// Sigma at pairs of times whose arrays lanes have in registers. G of the next pair comes while a pair is computed, and Sigma of the one before goes.
extern "C" __global__ void __launch_bounds__(TEAM_THREADS, TEAMS_BESIDE)
    self_energy(const __grid_constant__ SelfEnergy s) {
  double* const fetched = (double*)diagc_shared;
  double* const staged = fetched + 2 * POINTS * SQUARE;
  double* const exchanged = staged + 2 * OWN_STAGES * BOX;
  Complex* const numbers = (Complex*)(exchanged + 2 * FUNCTION_EXCHANGED);
  Long* const full = (Long*)(numbers + NUMBERS);
  const PairMoves moves(s, fetched, staged, exchanged, full);
  // At the ends lanes side by side have two elements of eight points, where there are four.
  const unsigned of_function = moves.of_function,
                 element = BANDS == 2 ? of_function % 2 + of_function % 32 / 16 * 2 : 0,
                 stretch = BANDS == 2 ? of_function / 32 * 8 + of_function % 16 / 2 : of_function;
  double* const of_element = exchanged + exchanged_place(moves.function * ELEMENTS + element);
  // In the middle lanes side by side have rows of an array.
  const unsigned in_warp = threadIdx.x % 32, warp = threadIdx.x / 32, array = in_warp / WARP_ROWS,
                 row = warp * WARP_ROWS + in_warp % WARP_ROWS;
  double* const of_array = exchanged + exchanged_place(array);
  double *const of_row = exchanged + warp * MIDDLE + in_warp * ROW, *const of_points =
                                                                        exchanged + warp * MIDDLE +
                                                                        in_warp / RADIX * ROW +
                                                                        in_warp % RADIX;
  // Between the passes; those of two axes turn nothing.
  const Complex turn = s.roots[row], turn_back = root<-1>(s.roots[stretch]);
  const unsigned pairs = s.blocks * ORDER * ORDER;
  begin_stages(full, 2);
  if (blockIdx.x < pairs) moves.fetch_pair(PairPlace(s, blockIdx.x));
  unsigned phase = 0;
  for (unsigned pair = blockIdx.x; pair < pairs; pair += gridDim.x, phase ^= 1) {
    const PairPlace of(s, pair);
    const unsigned column = (s.first_block + of.block) * ORDER + of.column_node;
    set_vertices(numbers, s.vertices[s.panels * ORDER + of.row_node] * s.vertices[column]);
    const unsigned at = number_place(stretch, element) ^ (BANDS == 2 ? of.row_node % 2 * 4 : 0);
    moves.wait_for_pair(phase);
    Complex x[RADIX];
#pragma unroll
    for (unsigned q = 0; q < RADIX; ++q) {
      const double* const from = moves.fetched + q * RADIX * SQUARE;
      x[q] = {from[at], from[at ^ IMAGINARY]};
    }
    transform_turned<RADIX, 1, false>(x, {1, 0});
    moves.leave_exchanged();
    function_sync();
    if (pair + gridDim.x < pairs) moves.fetch_pair(PairPlace(s, pair + gridDim.x));
    exchange(x, of_element + stretch, of_array + row * ROW);
    transform_turned<RADIX, 1, ONE_AXIS>(x, turn);
    block_sync();
    Complex points[OWN_POINTS][ARRAYS];
    take_points(points, x, of_row, of_points);
#pragma unroll
    for (unsigned i = 0; i < OWN_POINTS; ++i) map_functions(points[i], numbers);
    give_points(x, points, of_points, of_row);
    transform_turned<RADIX, -1, false>(x, {1, 0});
    block_sync();
    exchange(x, of_array + row, of_element + stretch * ROW);
    transform_turned<RADIX, -1, ONE_AXIS>(x, turn_back);
    moves.leave_staged();
    function_sync();
    moves.write_pair(of, x, at, s.weights[column]);
  }
  if (moves.by_engine && moves.leads()) wait_for_written();
}

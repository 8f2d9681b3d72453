// Two kernels of events, which NVRTC is to take.
struct Launch {
  EventTables tables;
  DensityTable table;
  Cuts cuts;
  unsigned long long step;
  double* numbers;
  Real *p, *e;
  Size stride;
};

template <bool antenna>
LANE_FUNCTION void one_event(const Launch& l) {
  const unsigned member = blockIdx.x * 128 + threadIdx.x,
                 before = ordering_of(l.tables.ordering, member, l.step);
  const Event event = antenna ? antenna_event(l.tables, member, l.step, before)
                              : rambo_event(l.tables, member, l.step);
  const ScaleRows rows = scale_rows(l.table, 0);
  const Number f = density(l.table, 0, density_cell(l.table, logarithm(event.x1)), rows) *
                   density(l.table, 0, density_cell(l.table, logarithm(event.x2)), rows);
  l.numbers[member] = select(passes(l.cuts, event), event.weight * f, 0.0);
  store_partons(l.tables, event, before, member, l.step, l.p, l.e, l.stride, member, 1);
}
extern "C" __global__ void __launch_bounds__(128) flat(const __grid_constant__ Launch l) {
  one_event<false>(l);
}
extern "C" __global__ void __launch_bounds__(128) chains(const __grid_constant__ Launch l) {
  one_event<true>(l);
}

// Polynomials of propagators in double precision on devices.

LANE_FUNCTION void polynomials(const Real* table, Places at, Vec* to) {
#pragma unroll
  for (unsigned i = 0; i < 2 * coefficients; i += 2) {
    const double2 q = __ldg((const double2*)(table + at + i));
    to[i] = q.x, to[i + 1] = q.y;
  }
}

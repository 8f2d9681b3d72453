__device__ inline Complex sin(Complex a) {
  return {sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im)};
}

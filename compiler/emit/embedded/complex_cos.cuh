__device__ inline Complex cos(Complex a) {
  return {cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im))};
}

// Second Born of two bands at pairs of times as others compute it: what lies between transforms of a library, and direct sums.
struct __align__(16) Complex {
  double re, im;
};
__device__ inline Complex operator*(Complex a, Complex b) {
  return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
}
__device__ inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }
__device__ inline Complex negative(Complex a) { return {-a.re, -a.im}; }

struct Pairs {
  Complex* values;  // [pair][G<, G> of four elements][point]
  unsigned points, pairs;
};

// G(R) becomes Sigma(R), up to U(t) U(t').
extern "C" __global__ void between_transforms(const __grid_constant__ Pairs p) {
  const unsigned long long task = blockIdx.x * 256ull + threadIdx.x;
  if (task >= (unsigned long long)p.points * p.pairs) return;
  Complex* const of_pair = p.values + task / p.points * 8 * p.points + task % p.points;
  Complex x[8];
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) x[i] = of_pair[i * p.points];
#pragma unroll
  for (unsigned function = 0; function < 2; ++function) {
    const Complex *const own = x + 4 * function, *const other = x + 4 * (1 - function);
    const Complex bubble = own[0] * own[3] - own[1] * own[2];
    Complex* const to = of_pair + function * 4ull * p.points;
    to[0] = bubble * conj(other[3]);
    to[p.points] = negative(bubble * conj(other[2]));
    to[2 * p.points] = negative(bubble * conj(other[1]));
    to[3 * p.points] = bubble * conj(other[0]);
  }
}

// The same with a kernel for every operation on arrays, as libraries of arrays have it. Of arrays of a pair, so far apart from pair to pair.
struct Operation {
  const Complex *a, *b;
  Complex* to;
  unsigned long long a_apart, b_apart, to_apart;
  unsigned points, pairs;
};

extern "C" __global__ void multiply_arrays(const __grid_constant__ Operation o) {
  const unsigned long long task = blockIdx.x * 256ull + threadIdx.x;
  if (task >= (unsigned long long)o.points * o.pairs) return;
  const unsigned long long pair = task / o.points, at = task % o.points;
  o.to[pair * o.to_apart + at] = o.a[pair * o.a_apart + at] * o.b[pair * o.b_apart + at];
}
extern "C" __global__ void subtract_arrays(const __grid_constant__ Operation o) {
  const unsigned long long task = blockIdx.x * 256ull + threadIdx.x;
  if (task >= (unsigned long long)o.points * o.pairs) return;
  const unsigned long long pair = task / o.points, at = task % o.points;
  o.to[pair * o.to_apart + at] = o.a[pair * o.a_apart + at] - o.b[pair * o.b_apart + at];
}
// One array times the conjugates of four.
extern "C" __global__ void multiply_conjugates(const __grid_constant__ Operation o) {
  const unsigned long long task = blockIdx.x * 256ull + threadIdx.x;
  if (task >= 4ull * o.points * o.pairs) return;
  const unsigned long long pair = task / (4ull * o.points), rest = task % (4ull * o.points);
  o.to[pair * o.to_apart + rest] =
      o.a[pair * o.a_apart + rest % o.points] * conj(o.b[pair * o.b_apart + rest]);
}

struct Sums {
  const Complex *own, *other;  // [element][point]
  Complex* sums;
  unsigned points;  // a power of two
};

extern "C" __shared__ Complex shared_values[];

// The exchange term of one component alone, sum_{y, q} X_j,1-m(y) Y_1-m,1-j(y + q - x) X_1-j,m(q): a block for every x and element, one of the two
// factors of the inner sum and the other one in shared memory.
extern "C" __global__ void exchange_sums(const __grid_constant__ Sums s) {
  const unsigned n = s.points, x = blockIdx.x % n, element = blockIdx.x / n, j = element / 2,
                 m = element % 2;
  const Complex *const first = s.own + (j * 2 + 1 - m) * n,
                       *const last = s.own + ((1 - j) * 2 + m) * n,
                       *const middle = s.other + ((1 - m) * 2 + 1 - j) * n;
  for (unsigned i = threadIdx.x; i < n; i += 256)
    shared_values[i] = middle[i], shared_values[n + i] = last[i];
  __syncthreads();
  Complex sum = {0, 0};
  for (unsigned y = threadIdx.x; y < n; y += 256) {
    Complex inner = {0, 0};
    for (unsigned q = 0; q < n; ++q) {
      const Complex a = shared_values[(y + q - x + n) & (n - 1)], b = shared_values[n + q];
      inner = {fma(a.re, b.re, fma(-a.im, b.im, inner.re)),
               fma(a.re, b.im, fma(a.im, b.re, inner.im))};
    }
    const Complex product = first[y] * inner;
    sum = {sum.re + product.re, sum.im + product.im};
  }
  atomicAdd(&s.sums[element * n + x].re, sum.re);
  atomicAdd(&s.sums[element * n + x].im, sum.im);
}

// Blocks of a panel's nodes with their bands, and products of them by warps.
//
// Stored functions: a block of two panels is cut into groups of WIDTH columns; a group has L, then D, in squares of 2 x 2 numbers, which of two
// bands are a pair of nodes: four real parts and four imaginary ones fill 64 bytes. Which of both come first depends on the row, so that lanes
// read rows as well as columns of shared memory without conflicts, each number into the register that it is multiplied from. Left factors of
// products: [chunk of WIDTH rows][four columns][eight rows][32 numbers], in squares, too; lane 4 r + c takes row r, column c.
typedef unsigned long long Long;
struct __align__(16) Complex {
  double re, im;
};
struct __align__(8) Single {
  float re, im;
};
extern "C" __shared__ __align__(16) unsigned char diagc_shared[];

enum : unsigned {
  SIZE = ORDER * BANDS,             // rows of a block
  PIECES = PADDED / WIDTH,          // groups of a block; chunks of its rows, too
  TILES = WIDTH / 8,                // of eight columns or rows
  STEPS = WIDTH / 4,                // of four summed values
  GROUP = PADDED * WIDTH,           // numbers of a function in a group
  FACTOR = PADDED * PADDED,         // of a left factor
  PART = WIDTH * WIDTH,             // of what a warp computes
  EDGE_ROWS = (BANDS + 1) / 2 * 2,  // of T+, of which there are BANDS
  EDGE_GROUP = EDGE_ROWS * WIDTH,
  ELEMENTS = BANDS * BANDS,
  MOVING_THREADS = 128  // of a block that moves numbers
};

// Where the real part stands; the imaginary one is four places from it, on the side that bit 2 says.
__device__ inline unsigned place(unsigned row, unsigned column) {
  return (row / 2 * (WIDTH / 2) + column / 2) * 8 + row / 2 % 2 * 4 + row % 2 * 2 + column % 2;
}
__device__ inline Complex get(const Complex* function, unsigned row, unsigned column) {
  const double* const numbers = (const double*)function;
  const unsigned at = place(row, column);
  return {numbers[at], numbers[at ^ 4]};
}
__device__ inline void set(Complex* function, unsigned row, unsigned column, Complex value) {
  double* const numbers = (double*)function;
  const unsigned at = place(row, column);
  numbers[at] = value.re, numbers[at ^ 4] = value.im;
}
__device__ inline const double* numbers_of(const Complex* function) {
  return (const double*)function;
}
__device__ inline const float* numbers_of(const Single* function) { return (const float*)function; }

// Of a left factor likewise.
__device__ inline unsigned factor_place(unsigned row, unsigned column) {
  const unsigned of_eight = row % 8 / 2;
  return ((row / WIDTH * (PADDED / 4) + column / 4) * TILES + row % WIDTH / 8) * 64 +
         (of_eight * 2 + column % 4 / 2) * 8 + of_eight % 2 * 4 + row % 2 * 2 + column % 2;
}
__device__ inline Complex get_factor(const Complex* factor, unsigned row, unsigned column) {
  const double* const numbers = (const double*)factor;
  const unsigned at = factor_place(row, column);
  return {numbers[at], numbers[at ^ 4]};
}
__device__ inline void set_factor(Complex* factor, unsigned row, unsigned column, Complex value) {
  double* const numbers = (double*)factor;
  const unsigned at = factor_place(row, column);
  numbers[at] = value.re, numbers[at ^ 4] = value.im;
}

// Two numbers side by side.
struct __align__(16) Pair {
  double of[2];
};

__device__ inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ inline Complex operator*(double s, Complex a) { return {s * a.re, s * a.im}; }
__device__ inline Complex operator*(Complex a, Complex b) {
  return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
}
__device__ inline Complex add_product(Complex a, Complex b, Complex sum) {
  return {fma(a.re, b.re, fma(-a.im, b.im, sum.re)), fma(a.re, b.im, fma(a.im, b.re, sum.im))};
}
__device__ inline Complex conj(Complex a) { return {a.re, -a.im}; }
// Numbers as bits keep their order where none is negative, and NaN is the largest.
__device__ inline void keep_larger(Long* largest, Long bits) {
#if defined(__CUDA_ARCH__)
  if (bits > *(volatile Long*)largest) atomicMax(largest, bits);
#else
  if (bits > *largest) *largest = bits;
#endif
}
__device__ inline void keep_largest(Long* largest, double value) {
#if defined(__CUDA_ARCH__)
  for (unsigned distance = 16; distance > 0; distance /= 2) {
    const Long other = __shfl_xor_sync(~0u, (Long)__double_as_longlong(value), distance);
    if (other > (Long)__double_as_longlong(value)) value = __longlong_as_double((long long)other);
  }
  if (threadIdx.x % 32 == 0) keep_larger(largest, (Long)__double_as_longlong(value));
#else
  keep_larger(largest, (Long)__double_as_longlong(value));
#endif
}
__device__ inline double number_of(Long bits) { return __longlong_as_double((long long)bits); }
__device__ inline double largest_of(double a, double b) {
  return (Long)__double_as_longlong(a) > (Long)__double_as_longlong(b) ? a : b;
}

// c += a b: 8 TILES rows, WIDTH summed values, eight columns. A lane gives of a row lane / 4 of every eight and column lane % 4 of every
// four, of b row lane % 4 of every four and column lane / 4; it has row lane / 4 of every eight of c and its columns 2 (lane % 4) and the next.
typedef double Left[STEPS][TILES];
typedef double Right[STEPS];
typedef double Sums[TILES][2];
#if defined(__CUDA_ARCH__)
__device__ inline double negative(double x) {
  return __hiloint2double(__double2hiint(x) ^ (int)0x80000000, __double2loint(x));
}
#if __CUDA_ARCH__ < 800
// Where there are no such instructions; a call, for its code would stand everywhere.
__device__ __noinline__ Pair plain_step(Pair c, double a, double b) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) {
    const double left = __shfl_sync(~0u, a, lane / 4 * 4 + k);
#pragma unroll
    for (unsigned i = 0; i < 2; ++i)
      c.of[i] = fma(left, __shfl_sync(~0u, b, (2 * (lane % 4) + i) * 4 + k), c.of[i]);
  }
  return c;
}
#endif
__device__ inline void multiply_step(Sums& c, const Left& a, const Right& b, unsigned step,
                                     unsigned tile) {
#if __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[tile][0]), "+d"(c[tile][1])
      : "d"(a[step][tile]), "d"(b[step]));
#else
  const Pair sums = plain_step({{c[tile][0], c[tile][1]}}, a[step][tile], b[step]);
  c[tile][0] = sums.of[0], c[tile][1] = sums.of[1];
#endif
}
__device__ inline void multiply(Sums& c, const Left& a, const Right& b) {
#if WIDTH == 16 && __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, "
      "%9, %10, %11}, {%12, %13, %14, %15}, "
      "{%0, %1, %2, %3};"
      : "+d"(c[0][0]), "+d"(c[0][1]), "+d"(c[1][0]), "+d"(c[1][1])
      : "d"(a[0][0]), "d"(a[0][1]), "d"(a[1][0]), "d"(a[1][1]), "d"(a[2][0]), "d"(a[2][1]),
        "d"(a[3][0]), "d"(a[3][1]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#else
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) multiply_step(c, a, b, step, tile);
  }
#endif
}
// The first steps of the sum alone.
template <unsigned FIRST>
__device__ inline void multiply_first(Sums& c, const Left& a, const Right& b) {
#pragma unroll
  for (unsigned step = 0; step < FIRST; ++step) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) multiply_step(c, a, b, step, tile);
  }
}
__device__ inline void block_sync() { __syncthreads(); }
__device__ inline void warp_sync() { __syncwarp(); }
#else
// Of a host threads take turns at __syncthreads(); they wait for others by counting.
inline double negative(double x) { return -x; }
struct Arrivals {
  unsigned count, meetings;
};
static Arrivals arrivals[1024 / 32 + 1];
struct Given {
  Left a;
  Right b;
};
static Given given[1024];
inline void arrive(Arrivals& at, unsigned threads) {
  const unsigned before = at.meetings;
  if (++at.count == threads) {
    at.count = 0;
    ++at.meetings;
  }
  while (at.meetings == before) __syncthreads();
}
inline void block_sync() { arrive(arrivals[1024 / 32], blockDim.x); }
inline void warp_sync() { arrive(arrivals[threadIdx.x / 32], 32); }
template <unsigned FIRST>
inline void multiply_first(Sums& c, const Left& a, const Right& b) {
  const unsigned lane = threadIdx.x % 32;
  Given* const warp = given + (threadIdx.x - lane);
  for (unsigned step = 0; step < FIRST; ++step) {
    for (unsigned tile = 0; tile < TILES; ++tile) warp[lane].a[step][tile] = a[step][tile];
    warp[lane].b[step] = b[step];
  }
  arrive(arrivals[threadIdx.x / 32], 32);
  for (unsigned step = 0; step < FIRST; ++step) {
    for (unsigned k = 0; k < 4; ++k) {
      for (unsigned tile = 0; tile < TILES; ++tile) {
        for (unsigned i = 0; i < 2; ++i) {
          c[tile][i] = fma(warp[lane / 4 * 4 + k].a[step][tile],
                           warp[(2 * (lane % 4) + i) * 4 + k].b[step], c[tile][i]);
        }
      }
    }
  }
  arrive(arrivals[threadIdx.x / 32], 32);
}
inline void multiply(Sums& c, const Left& a, const Right& b) { multiply_first<STEPS>(c, a, b); }
#endif

// A left factor of complex numbers.
struct Factor {
  Left re, im;
};
struct Column {
  Right re, im;
};
struct Result {
  Sums re, im;
};

__device__ inline void clear(Result& c) {
#pragma unroll
  for (unsigned tile = 0; tile < TILES; ++tile)
    c.re[tile][0] = c.re[tile][1] = c.im[tile][0] = c.im[tile][1] = 0;
}

// Rows `chunk`, columns `piece` of a factor.
__device__ inline void load(Factor& a, const Complex* factor, unsigned chunk, unsigned piece) {
  const unsigned own = factor_place(threadIdx.x % 32 / 4, threadIdx.x % 4);
  const double* const re =
      (const double*)factor + (chunk * (PADDED / 4) + piece * STEPS) * 64 * TILES + own;
  const double* const im = re - own + (own ^ 4);
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) {
      a.re[step][tile] = re[(step * TILES + tile) * 64];
      a.im[step][tile] = im[(step * TILES + tile) * 64];
    }
  }
}
__device__ inline void negate(Left& a) {
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
#pragma unroll
    for (unsigned tile = 0; tile < TILES; ++tile) a[step][tile] = negative(a[step][tile]);
  }
}
__device__ inline void negate(Right& to, const Right& from) {
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) to[step] = negative(from[step]);
}

// Rows `piece` and eight columns of a function of a group. Places of rows and columns that are multiples of four are added to those of the lane's.
template <class Number>
__device__ inline void load_rows(Column& b, const Number* function, unsigned piece, unsigned tile) {
  const unsigned lane = threadIdx.x % 32, own = place(lane % 4, lane / 4);
  const auto *const re = numbers_of(function) + own, *const im = numbers_of(function) + (own ^ 4);
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    const unsigned at = place(piece * WIDTH + 4 * step, 8 * tile);
    b.re[step] = re[at], b.im[step] = im[at];
  }
}
// The transposed of the group's columns and eight rows.
template <class Number>
__device__ inline void load_turned(Column& b, const Number* function, unsigned piece,
                                   unsigned tile) {
  const unsigned lane = threadIdx.x % 32, own = place(lane / 4, lane % 4);
  const auto *const re = numbers_of(function) + own, *const im = numbers_of(function) + (own ^ 4);
#pragma unroll
  for (unsigned step = 0; step < STEPS; ++step) {
    const unsigned at = place(piece * WIDTH + 8 * tile, 4 * step);
    b.re[step] = re[at], b.im[step] = im[at];
  }
}

// c += a b
__device__ inline void multiply(Result& c, const Factor& a, const Column& b) {
  Right negative_im;
  negate(negative_im, b.im);
  multiply(c.re, a.re, b.re);
  multiply(c.im, a.re, b.im);
  multiply(c.re, a.im, negative_im);
  multiply(c.im, a.im, b.re);
}
// Of columns of a and rows of b the first alone, four a step.
template <unsigned FIRST>
__device__ inline void multiply_first(Result& c, const Factor& a, const Column& b) {
  Right negative_im;
  negate(negative_im, b.im);
  multiply_first<FIRST>(c.re, a.re, b.re);
  multiply_first<FIRST>(c.im, a.re, b.im);
  multiply_first<FIRST>(c.re, a.im, negative_im);
  multiply_first<FIRST>(c.im, a.im, b.re);
}
// c += a b^*
__device__ inline void multiply_conjugate(Result& c, const Factor& a, const Column& b) {
  Right negative_im;
  negate(negative_im, b.im);
  multiply(c.re, a.re, b.re);
  multiply(c.im, a.im, b.re);
  multiply(c.re, a.im, b.im);
  multiply(c.im, a.re, negative_im);
}

// The lane's numbers of a result: number i of tile and eight rows.
__device__ inline unsigned row_of(unsigned chunk, unsigned tile) {
  return chunk * WIDTH + 8 * tile + threadIdx.x % 32 / 4;
}
__device__ inline unsigned column_of(unsigned tile, unsigned i) {
  return 8 * tile + 2 * (threadIdx.x % 4) + i;
}
// Its two columns side by side, of a function of a group.
__device__ inline void write(Complex* function, unsigned chunk, unsigned tile, unsigned rows,
                             const Result& c) {
  double* const numbers = (double*)function;
  const unsigned at = place(row_of(chunk, rows), column_of(tile, 0));
  *(Pair*)(numbers + at) = {{c.re[rows][0], c.re[rows][1]}};
  *(Pair*)(numbers + (at ^ 4)) = {{c.im[rows][0], c.im[rows][1]}};
}
__device__ inline void read(Result& c, const Complex* function, unsigned chunk, unsigned tile,
                            unsigned rows) {
  const double* const numbers = (const double*)function;
  const unsigned at = place(row_of(chunk, rows), column_of(tile, 0));
  const Pair re = *(const Pair*)(numbers + at), im = *(const Pair*)(numbers + (at ^ 4));
#pragma unroll
  for (unsigned i = 0; i < 2; ++i) c.re[rows][i] = re.of[i], c.im[rows][i] = im.of[i];
}

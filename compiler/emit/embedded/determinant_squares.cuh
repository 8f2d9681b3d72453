// Bytes of two numbers for each configuration, side by side.
enum : unsigned { pack = LANES * 16 };

// F and F' of lines that end at one vertex, of the sets that a unit makes side by side: without and with each of the last two vertices.
template <unsigned level>
struct Lines {
  Two begin[4];  // F and F' of the others
  Two line[level + 1][4];
  unsigned column_s, column[level + 1];
};
__device__ inline Two begun(Two g, Two f) { return {g.x * f.x, fma(g.x, f.y, g.y * f.x)}; }
__device__ inline void subtract(Two &from, Two g, Two f) {
  from.x = fma(-g.x, f.x, from.x);
  from.y = fma(-g.x, f.y, from.y);
  from.y = fma(-g.y, f.x, from.y);
}
// Of sets in `ways`, what comes from lines that end outside of the last two vertices.
template <unsigned level, unsigned ways>
__device__ inline void extend(const Lines<level> &lines, unsigned row, Two (&to)[4]) {
  const Two g = load_two(row + lines.column_s);
#pragma unroll
  for (unsigned way = 0; way < 4; ++way) {
    if (ways >> way & 1) to[way] = begun(g, lines.begin[way]);
  }
#pragma unroll
  for (unsigned j = 0; j < level; ++j) {
    const Two of_j = load_two(row + lines.column[j]);
#pragma unroll
    for (unsigned way = 0; way < 4; ++way) {
      if (ways >> way & 1) subtract(to[way], of_j, lines.line[j][way]);
    }
  }
}

// Minors of one set of vertices without the last two, of `level` more than the lowest, and of that with those.
template <unsigned level>
__device__ __forceinline__ void minors(const unsigned *record, bool works, unsigned at) {
  const Words head = load_record(record);
  const unsigned set = head.x & 0xffff, s = head.x >> 16 & 15, rows = head.x >> 20 & 15;
  if (!works || head.x >> 31) return;
  constexpr unsigned of_row = VERTICES * pack, z0 = VERTICES - 2, z1 = VERTICES - 1;
  const Words places = load_record(record + 4);
  unsigned long long first = (unsigned long long)places.y << 32 | places.x,
                     second = (unsigned long long)places.w << 32 | places.z;
  unsigned names = head.y;
  Lines<level> lines;
  lines.column_s = s * pack;
#pragma unroll
  for (unsigned way = 0; way < 4; ++way) {
    lines.begin[way] = load_two(SUMS + at + ((set & (set - 1)) | way << z0) * pack);
  }
#pragma unroll
  for (unsigned j = 0; j < level; ++j) {
    lines.column[j] = (names >> 4 * j & 15) * pack;
    const unsigned place = (unsigned)((j < 4 ? first : second) >> 16 * (j % 4)) & 0xffff;
#pragma unroll
    for (unsigned way = 0; way < 4; ++way) {
      lines.line[j][way] = load_two(LINES + at + (4 * place + way) * pack);
    }
  }
  if constexpr (level >= 4) {
    first = second >> 16 * (level % 4);
  } else if constexpr (level > 0) {
    first = first >> 16 * level | second << (64 - 16 * level);
    second >>= 16 * level;
  }
  if constexpr (level < 8) names >>= 4 * level;
  // Lines that end at one of the last two, with the other or not.
  Two at0[4], at1[4];
  extend<level, 0b0101>(lines, at + z0 * of_row, at0);
  extend<level, 0b0011>(lines, at + z1 * of_row, at1);
  subtract(at0[2], load_two(at + z0 * of_row + z1 * pack), at1[0]);
  subtract(at1[1], load_two(at + z1 * of_row + z0 * pack), at0[0]);
#pragma unroll 1
  for (unsigned i = 0; i <= rows; ++i) {
    const bool closes = i == rows;
    const unsigned row = at + (closes ? s : names & 15) * of_row;
    Two to[4];
    extend<level, 0b1111>(lines, row, to);
    const Two from0 = load_two(row + z0 * pack), from1 = load_two(row + z1 * pack);
    subtract(to[1], from0, at0[0]);
    subtract(to[2], from1, at1[0]);
    subtract(to[3], from0, at0[2]);
    subtract(to[3], from1, at1[1]);
    const unsigned place =
        closes ? SUMS + at + set * pack : LINES + at + 4 * ((unsigned)first & 0xffff) * pack;
    const unsigned apart = closes ? pack << z0 : pack;
#pragma unroll
    for (unsigned way = 0; way < 4; ++way) store_two(place + way * apart, to[way].x, to[way].y);
    names >>= 4;
    first = first >> 16 | second << 48;
    second >>= 16;
  }
}
// Of the last two vertices alone.
__device__ inline void first_minors(unsigned at) {
  constexpr unsigned row0 = (VERTICES - 2) * VERTICES * pack, row1 = row0 + VERTICES * pack;
  constexpr unsigned column0 = (VERTICES - 2) * pack, column1 = column0 + pack;
  const Two a = load_two(at + row0 + column0), b = load_two(at + row1 + column1);
  Two both = {a.x * b.x, fma(a.x, b.y, a.y * b.x)};
  subtract(both, load_two(at + row0 + column1), load_two(at + row1 + column0));
  store_two(SUMS + at, 1, 0);
  store_two(SUMS + at + (pack << VERTICES - 2), a.x, a.y);
  store_two(SUMS + at + (pack << VERTICES - 1), b.x, b.y);
  store_two(SUMS + at + (pack << VERTICES - 2) + (pack << VERTICES - 1), both.x, both.y);
}

// Sums over subsets of the first four vertices: sum[S] += Σ_T x[T] y[S − T].
__device__ inline void add_products(const Real (&x)[16], const Real (&y)[16], Real (&sum)[16]) {
#pragma unroll
  for (unsigned set = 0; set < 16; ++set) {
#pragma unroll
    for (unsigned part = 0; part < 16; ++part) {
      if ((part & set) == part) sum[set] = fma(x[part], y[set ^ part], sum[set]);
    }
  }
}
__device__ inline void load_block(unsigned at, Real (&x)[16]) {
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) {
    const Two two = load_two(at + 2 * i * pack);
    x[2 * i] = two.x, x[2 * i + 1] = two.y;
  }
}
__device__ inline void store_block(unsigned at, const Real (&x)[16]) {
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) store_two(at + 2 * i * pack, x[2 * i], x[2 * i + 1]);
}
// 1/Z of the first four vertices.
__device__ inline void inverse_of_first(unsigned at, Real (&inverse)[16]) {
  Real z[16];
#pragma unroll
  for (unsigned set = 0; set < 16; ++set) {
    const Real f = load_one(SUMS + at + set * pack);
    z[set] = f * f;
    inverse[set] = set == 0 ? 1 : 0;
#pragma unroll
    for (unsigned part = 1; part <= set; ++part) {
      if ((part & set) == part) inverse[set] = fma(-z[part], inverse[set ^ part], inverse[set]);
    }
  }
}
// Z = F² and C = F F' of a block, both times that.
__device__ inline void square(unsigned block, const Real (&inverse)[16]) {
  Real z[16], a[16], by_inverse[16] = {};
#pragma unroll
  for (unsigned set = 0; set < 16; ++set) {
    const Two f = load_two(block + set * pack);
    z[set] = f.x * f.x;
    a[set] = f.x * f.y;
  }
  add_products(inverse, z, by_inverse);
  store_block(block, by_inverse);
#pragma unroll
  for (unsigned set = 0; set < 16; ++set) by_inverse[set] = 0;
  add_products(inverse, a, by_inverse);
  store_block(block + pack, by_inverse);
}
// Σ Z(T) C(V − T) of a task. Units side by side read one of Z and the other one of C, from different banks.
template <class Add>
__device__ __forceinline__ void sum_parts(unsigned task, unsigned side, unsigned at,
                                          const Add &add) {
  const unsigned set = task & 0xff, mine = task >> 8 & 0xff, others = task >> 16;
#pragma unroll 1
  for (unsigned part = others;; part = (part - 1) & others) {
    const unsigned t = mine | part;
    if (t == 0) break;
    const unsigned z = SUMS + at + 16 * t * pack, c = SUMS + at + 16 * (set ^ t) * pack + pack;
    Real x[16], y[16];
    load_block(side & 1 ? c : z, x);
    load_block(side & 1 ? z : c, y);
    add(x, y);
    if (part == 0) break;
  }
}
// C of all blocks of a level. Members of a team add up what they have through shared memory.
template <unsigned team>
__device__ __forceinline__ void connect(const unsigned *tasks, unsigned count, unsigned slot,
                                        unsigned side, unsigned at) {
#pragma unroll 1
  for (unsigned i = slot; i < count; i += SLOTS) {
    const unsigned task = __ldg(tasks + i), block = SUMS + at + 16 * (task & 0xff) * pack + pack;
    Real sum[16] = {};
    sum_parts(task, side, at,
              [&](const Real(&x)[16], const Real(&y)[16]) { add_products(x, y, sum); });
#pragma unroll
    for (unsigned j = 0; j < 8; ++j) {
      if (team > 1) {
        store_two(LINES + at + (i * 8 + j) * pack, sum[2 * j], sum[2 * j + 1]);
      } else {
        const Two a = load_two(block + 2 * j * pack);
        store_two(block + 2 * j * pack, a.x - sum[2 * j], a.y - sum[2 * j + 1]);
      }
    }
  }
  __syncthreads();
  if (team == 1) return;
  if (slot < count) {
    const unsigned member = slot % team, first = LINES + at + (slot - member) * 8 * pack,
                   block = SUMS + at + 16 * (__ldg(tasks + slot) & 0xff) * pack + pack;
    for (unsigned j = member; j < 8; j += team) {
      Two c = load_two(block + 2 * j * pack);
#pragma unroll
      for (unsigned other = 0; other < team; ++other) {
        const Two part = load_two(first + (other * 8 + j) * pack);
        c.x -= part.x, c.y -= part.y;
      }
      store_two(block + 2 * j * pack, c.x, c.y);
    }
  }
  __syncthreads();
}
// C of all vertices, in the first slot.
__device__ __forceinline__ Real last_sum(const unsigned *tasks, unsigned count, unsigned slot,
                                         unsigned side, unsigned at) {
  if (slot < count) {
    Real sum = 0;
    sum_parts(__ldg(tasks + slot), side, at, [&](const Real(&x)[16], const Real(&y)[16]) {
#pragma unroll
      for (unsigned part = 0; part < 16; ++part) sum = fma(x[part], y[15 - part], sum);
    });
    store_one(LINES + at + slot * pack, sum);
  }
  __syncthreads();
  Real all = 0;
  if (slot == 0) {
    all = load_two(SUMS + at + ((1u << VERTICES) - 1) * pack).y;
#pragma unroll 8
    for (unsigned other = 0; other < count; ++other) all -= load_one(LINES + at + other * pack);
  }
  return all;
}

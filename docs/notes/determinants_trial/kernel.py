#!/usr/bin/env python3
"""Prints a kernel of hubbard_sun_cdet_density_fixed in double precision by unions, for cooperative-schedule.md.

    ./kernel.py 7 > n7.cu && nvcc -std=c++20 -O3 -arch=sm_90 -o n7 n7.cu && ./n7           # values against the rule, evaluations a second
    ./kernel.py 7 > n7.cu && g++ -std=c++20 -O1 -x c++ -o n7 n7.cu && ./n7                 # without a device
    ./kernel.py 7 count                                                                    # multiplications, turns of shared memory
    ./kernel.py 7 'ways=(5,)' warps=12                                                     # another form

A *unit* is a set U of vertices. s is its lowest one, V are the others; the unit computes all L(A, B, s, v, again) with A + B = V, P(V, s, v), dP(V, s, v),
and from them W(A, B) with A + B = U, D(U), dD(U), Z(U), A(U) and C(U). What it reads has one vertex less: the values of (U - j, s) that end at j, for
each j in V, and W(A, B) with A + B = V. So units of one size are a level, and barriers stand between levels.

Lanes are configurations, and units side by side. An array is what one unit leaves for one other: 2^k packs of two values, and (P, dP).
Its packs stand in the column of banks of the lanes that read it. A way to part V into A and B is a number: bit k - 1 - r says that rank r is in A.
Ways come from V = A down, so that values that end inside come before what reads them. Of the first `loops` ranks they go through the array that they replace.
"""
import math
import sys

from places import Places, record_words

# Configurations side by side, warps, blocks of a multiprocessor; `loops` by k; largest k with code for each number of vertices outside; groups whose
# propagators have room; `ways`: levels whose ways stand side by side, as those of the last one do.
forms = {
    5: dict(lanes=16, warps=4, blocks=3, loops={}, exact=3, stages=2, ways=()),
    6: dict(lanes=8, warps=4, blocks=3, loops={}, exact=4, stages=1, ways=()),
    7: dict(lanes=8, warps=8, blocks=1, loops={}, exact=4, stages=2, ways=()),
    8: dict(lanes=3, warps=8, blocks=1, loops={5: 2}, exact=4, stages=1, ways=(6,)),
}


class Kernel(Places):
    def __init__(self, n, **form):
        super().__init__(n, **form)
        self.text = []

    def line(self, text):
        self.text.append(text)

    def begin(self, signature, k, rows):
        n = self.n
        self.line(f'// {k + 1} vertices, {rows} outside.')
        self.line(f'DEVICE void {signature} {{')
        self.line('  Words head = load_words(record);')
        self.line(f'  const unsigned at8 = c * 8, at16 = c * 16, s = head.x & 15, tables = {self.tables} + at16;')
        for i in range(k + rows):
            self.line(f'  const unsigned name{i} = head.y >> {4 * i} & 15, row{i} = stage + at8 + name{i} * {n * self.lanes * 8};')
            if i < k:
                self.line(f'  const unsigned column{i} = name{i} * {self.lanes * 8};')
        self.line(f'  const unsigned column_s = s * {self.lanes * 8}, row_s = stage + at8 + s * {n * self.lanes * 8};')
        for i in [*range(k + rows), 's']:
            for t in [*range(k), 's']:
                self.line(f'  const double g{i}_{t} = load(row{"_s" if i == "s" else i} + column{"_s" if t == "s" else t});')
        self.line(f'  const unsigned own_set = head.z & 0xffff, own = tables + own_set * {2 * self.pack};')

    def begin_unit(self, k, rows):
        self.begin(f'unit{k}_{rows}(const unsigned* record, unsigned first, unsigned last, unsigned stage, unsigned c, double N)', k, rows)
        self.line('  if (head.x >> 8 & 1) return;')  # lanes without a unit

    def places(self, k, rows):
        self.line('  const Words read = load_words(record + 4), written = load_words(record + 8);')
        for j in range(k):
            self.line(f'  const unsigned in{j} = (read.{"xyzw"[j // 2]} {">> 16" if j % 2 else "& 0xffff"}) * {self.pack} + at16;')
        for i in range(rows):
            self.line(f'  const unsigned have{i} = written.{"xyzw"[i // 2]} {">> 16" if i % 2 else "& 0xffff"};')
            self.line(f'  const unsigned out{i} = have{i} * {self.pack} + at16;')
        self.line(f'  const unsigned to0 = (head.x >> 16) * {self.pack} + at16, to1 = (head.z >> 16) * {self.pack} + at16, source0 = (head.w & 0xffff) * {self.pack} + at16, source1 = (head.w >> 16) * {self.pack} + at16;')

    def no_line(self, rows):
        """The smallest units."""
        self.begin_unit(0, rows)
        self.places(0, rows)
        h = self.n * self.n * self.lanes * 8
        self.line('  const double once = (N - 1) * gs_s, twice = (N - 2) / 2 * gs_s * once;')
        for i in range(rows):
            self.line(f'  if (have{i}) {{')
            self.line(f'    store2(out{i}, g{i}_s, g{i}_s * once);')
            self.line(f'    store2(out{i} + {self.step}, g{i}_s, load(row{i} + column_s + {h}));')
            self.line('  }')
        self.line('  if (s) store2(to0, twice, once);')
        self.line(f'  const double d = gs_s, dd = load(row_s + column_s + {h}), z = twice + d * once, a = dd * once;')
        self.line(f'  store2(own + {self.pack}, d, dd);')
        self.line('  store2(own, z, a);')
        self.line('}')

    def unit(self, k, rows):
        if k == 0:
            return self.no_line(rows)
        n, step, h = self.n, self.step, self.n * self.n * self.lanes * 8
        loops = self.loops.get(k, 0)
        low = k - loops
        bit = lambda r: k - 1 - r
        self.begin_unit(k, rows)
        # P and dP.
        last = max(1, 2**(k - 1) // 2) * step
        self.line('  double z = 0, a = 0;')
        self.line('  if (first) { const Two sums = load2(own); z = sums.x; a = sums.y; }')
        for w in range(2**min(3, low)):
            terms = [f'(2u * {self.pack} << name{r})' for r in range(k) if w >> bit(r) & 1]
            self.line(f'  const unsigned low{w} = {" + ".join(terms) or "0"};')
        self.line('#pragma unroll 1')
        self.line('  for (unsigned again = first;;) {')
        self.places(k, rows)
        self.line('  if (!again) {')
        self.p_part(k, rows)
        self.line('  }')
        self.line(f'    const unsigned sets = tables + (again ? 0 : 2 * {self.pack} << s);')
        self.line('    const double factor = again ? (N - 2) / 2 : N - 1;')
        self.line('    const bool kept = head.x >> 16;')
        if loops:
            self.line('#pragma unroll 1')
            self.line(f'    for (int high = {2**loops - 1}; high >= 0; --high) {{')
            upper = 1 << (loops - 1)
            self.line(f'    const unsigned from_high = (high & {upper} ? source1 : source0) + (high & {upper - 1}) * {2**(low - 1) * step}, to_high = (high & {upper} ? to1 : to0) + (high & {upper - 1}) * {2**(low - 1) * step};')
            for j in range(k):
                # Without the bit of this rank: those above come down by one.
                if j < loops:
                    b = loops - 1 - j
                    self.line(f'    const unsigned in_high{j} = in{j} + ((unsigned(high) >> {b + 1} << {b}) | (high & {(1 << b) - 1})) * {2**(low - 1) * step};')
                else:
                    self.line(f'    const unsigned in_high{j} = in{j} + high * {2**(low - 1) * step // 2};')
            for i in range(rows):
                self.line(f'    const unsigned out_high{i} = out{i} + high * {2**(low - 1) * step};')
            terms = [f'(high >> {loops - 1 - r} & 1) * (2u * {self.pack} << name{r})' for r in range(loops)]
            self.line(f'    const unsigned sets_high = sets + {" + ".join(terms)};')
        suffix = '_high' if loops else ''
        sets = 'sets_high' if loops else 'sets'
        loaded = set()

        def without(w, b):
            return w >> (b + 1) << b | w & ((1 << b) - 1)

        def operand(w, r, fetch):
            """By rank: the value that a propagator to this vertex leads to, from the unit itself or from an array."""
            b = bit(r)
            if r < loops:
                name, element = f'line{r}_{w // 2}', w
            elif not w >> b & 1:
                return f'own{w | 1 << b}_{r}'
            else:
                element = without(w, b)
                name = f'line{r}_{element // 2}'
            if k == 1:
                if fetch and name not in loaded:
                    loaded.add(name)
                    self.line(f'    const double {name} = load(in{suffix}{r} + again * 8);')
                return name
            if fetch and name not in loaded:
                loaded.add(name)
                self.line(f'    const Two {name} = load2(in{suffix}{r} + {element // 2 * step});')
            return f'{name}.{"xy"[element % 2]}'

        def fetch(w):
            for r in range(k):
                operand(w, r, True)
            if f'w{w // 2}' not in loaded:
                loaded.add(f'w{w // 2}')
                p, upper = w // 2, max(1, 2**(k - 1) // 2)
                where = f'from_high + {p * step}' if loops else f'source1 + {(p - upper) * step}' if p >= upper else f'source0 + {p * step}'
                self.line(f'    const Two w{p} = load2({where});')

        ways = 2**low
        ahead = ways if k <= 3 else 4
        # Of an array whose elements of one pass are half a pack (k = 1) nothing is vectorised.
        for pair in range(ways // 2 - 1, -1, -1):
            both = (2 * pair + 1, 2 * pair)
            for later in range(2 * pair + 1, max(-1, 2 * pair + 1 - ahead), -1):
                fetch(later)
            for w in both:
                self.line(f'    const unsigned set{w} = {sets} + low{w % 8}{"".join(f" + (2u * {self.pack} << name{r})" for r in range(loops, k) if bit(r) >= 3 and w >> bit(r) & 1)};')
                self.line(f'    const Two d{w} = load2(set{w} + {self.pack});')
            row = lambda g, w: self.sum([(f'{g}_s', f'w{w // 2}.{"xy"[w % 2]}', '')] + [(f'{g}_{r}', operand(w, r, False), '-') for r in range(k)])
            for w in both:
                for r in range(loops, k):
                    if w >> bit(r) & 1:
                        self.line(f'    const double own{w}_{r} = {row(f"g{r}", w)};')
                for i in range(rows):
                    self.line(f'    const double out{w}_{i} = {row(f"g{k + i}", w)};')
                self.line(f'    const double all{w} = factor * {row("gs", w)};')
                self.line(f'    z = fma(d{w}.x, all{w}, z); a = fma(d{w}.y, all{w}, a);')
            for r in range(loops):
                self.line(f'    if (high >> {loops - 1 - r} & 1) store2(in{suffix}{r} + {pair * step}, {row(f"g{r}", 2 * pair)}, {row(f"g{r}", 2 * pair + 1)});')
            for i in range(rows):
                self.line(f'    if (have{i}) store2(out{suffix}{i} + {pair * step}, out{2 * pair}_{i}, out{2 * pair + 1}_{i});')
            upper = max(1, 2**(k - 1) // 2)
            where = f'to_high + {pair * step}' if loops else f'to1 + {(pair - upper) * step}' if pair >= upper else f'to0 + {pair * step}'
            self.line(f'    if (kept) store2({where}, all{2 * pair}, all{2 * pair + 1});')
        if loops:
            self.line('    }')
        self.line('  if (again++ == last) break;')
        self.line(f'  record += {len(self.levels[k]) * self.side * record_words};')
        self.line('  head = load_words(record);')
        self.line('  }')
        self.line(f'  if (last == 0) {{ store2(own, z, a); return; }}')
        # Z(T) C(U - T) for all T but {}; C({}) = 0.
        self.line(f'  const unsigned rest = own_set & ~(1u << s);')
        self.line('  double connected = a;')
        self.line('#pragma unroll 4')
        self.line('  for (unsigned t = rest; t; t = (t - 1) & rest) {')
        self.line(f'    const Two x = load2(tables + t * {2 * self.pack}), y = load2(tables + (own_set ^ t) * {2 * self.pack});')
        self.line('    connected = fma(-x.x, y.y, fma(-y.x, x.y, connected));')
        self.line('  }')
        self.line(f'  store2(own, z, connected);')
        self.line('}')

    def p_part(self, k, rows):
        step, h = self.step, self.n * self.n * self.lanes * 8
        last = max(1, 2**(k - 1) // 2) * step
        self.line(f'  const Two of_rest = load2(own + {self.pack} - (2 * {self.pack} << s));')
        for j in range(k):
            self.line(f'  const Two p{j} = load2(in{j} + {last});')
        for i in [*range(rows), 's']:
            g, r = (f'g{k + i}', f'row{k + i}') if i != 's' else ('gs', 'row_s')
            self.line(f'  {{ double p = {g}_s * of_rest.x, dp = {g}_s * of_rest.y + load({r} + column_s + {h}) * of_rest.x;')
            for j in range(k):
                self.line(f'    p = fma(-{g}_{j}, p{j}.x, p); dp = fma(-{g}_{j}, p{j}.y, dp); dp = fma(-load({r} + column{j} + {h}), p{j}.x, dp);')
            if i == 's':
                self.line(f'    store2(own + {self.pack}, p, dp); }}')
            else:
                self.line(f'    if (have{i}) store2(out{i} + {2**(k - 1) * step}, p, dp); }}')

    def ways_at_once(self, k):
        """All units of a level at once, and ways of each side by side, those of one number of vertices in A at a time."""
        step = self.step
        rows, units = self.m - k, sum(map(len, self.levels[k]))
        slots = self.slots // units
        ways = sorted(range(2**k), key=lambda w: (-w.bit_count(), w))
        self.line(f'TABLE unsigned char ways{k}[] = {{' + ','.join(map(str, ways)) + '};')
        self.line(f'TABLE unsigned char first{k}[] = {{' + ','.join(str(sum(w.bit_count() > k - i for w in ways)) for i in range(k + 2)) + '};')
        self.begin(f'level{k}(const unsigned* record, unsigned slot, unsigned slots, bool works, unsigned stage, unsigned c, double N, '
                   'unsigned unit_of_level, unsigned begin, unsigned end)', k, rows)
        self.line('  double z = 0, a = 0;')
        self.line('  if (begin) { const Two sums = load2(own); z = sums.x; a = sums.y; }')
        self.line('#pragma unroll 1')
        self.line('  for (unsigned again = begin; again < end; ++again) {')
        self.places(k, rows)
        self.line('  if (!again && slot == 0 && works) {')
        self.p_part(k, rows)
        self.line('  }')
        self.line('    const double factor = again ? (N - 2) / 2 : N - 1;')
        self.line('#pragma unroll 1')
        self.line(f'    for (unsigned size = 0; size <= {k}; ++size) {{')
        self.line('#pragma unroll 1')
        self.line(f'      for (unsigned i = first{k}[size] + slot; works && i < first{k}[size + 1]; i += slots) {{')
        self.line(f'        const unsigned w = ways{k}[i];')
        self.line(f'        const unsigned upper = w & {2**(k - 1)}, lower = w & {2**(k - 1) - 1}, place = (lower >> 1) * {step} + (lower & 1) * 8;')
        self.line('        const double source = load((upper ? source1 : source0) + place);')
        for r in range(k):
            b = k - 1 - r
            self.line(f'        const unsigned e{r} = w >> {b + 1} << {b} | (w & {(1 << b) - 1}), at{r} = in{r} + (e{r} >> 1) * {step} + (e{r} & 1) * 8;')
            self.line(f'        const double x{r} = load(at{r});')
        row = lambda g: self.sum([(f'{g}_s', 'source', '')] + [(f'{g}_{r}', f'x{r}', '-') for r in range(k)])
        self.line(f'        const double all = factor * {row("gs")};')
        self.line('        if (head.x >> 16) store((upper ? to1 : to0) + place, all);')
        for r in range(k):
            self.line(f'        const double own{r} = {row(f"g{r}")};')
            self.line(f'        if (w >> {k - 1 - r} & 1) store(at{r}, own{r});')
        for i in range(rows):
            self.line(f'        if (have{i}) store(out{i} + (w >> 1) * {step} + (w & 1) * 8, {row(f"g{k + i}")});')
        bits = ' | '.join(f'(w >> {k - 1 - r} & 1) << name{r}' for r in range(k))
        self.line(f'        const unsigned set = {bits} | !again << s;')
        self.line(f'        const Two d = load2(tables + {self.pack} + set * {2 * self.pack});')
        self.line('        z = fma(d.x, all, z); a = fma(d.y, all, a);')
        self.line('      }')
        self.line('      BARRIER();')
        self.line('    }')
        self.line(f'    record += {len(self.levels[k]) * self.side * record_words};')
        self.line('    if (!again) head = load_words(record);')
        self.line('  }')
        self.line('  if (end == 1) { store2(own, z, a); return; }')
        self.line(f'  for (unsigned w = slot + 1; works && w < {2**k}; w += slots) {{')
        bits = ' | '.join(f'(w >> {k - 1 - r} & 1) << name{r}' for r in range(k))
        self.line(f'    const unsigned t = {bits};')
        self.line(f'    const Two x = load2(tables + t * {2 * self.pack}), y = load2(tables + (own_set ^ t) * {2 * self.pack});')
        self.line('    a = fma(-x.x, y.y, fma(-y.x, x.y, a));')
        self.line('  }')
        self.line('#ifdef __CUDACC__')
        self.line(f'  const unsigned parts = {self.scratch} + unit_of_level * {self.pack} + at16;')
        self.line(f'  if (works) store2(parts + slot * {units * self.pack}, z, a);')
        self.line('  BARRIER();')
        self.line('  if (works && slot == 0) {')
        self.line(f'    for (unsigned i = 1; i < slots; ++i) {{ const Two x = load2(parts + i * {units * self.pack}); z += x.x; a += x.y; }}')
        self.line('    store2(own, z, a);')
        self.line('  }')
        self.line('  BARRIER();')
        self.line('#else')
        self.line('  store2(own, z, a);')
        self.line('#endif')
        self.line('}')
        return units, slots

    def last(self):
        """The unit of all vertices: there is one, so that its ways stand side by side, those of one number of vertices in A at a time."""
        n, k, step, h = self.n, self.m, self.step, self.n * self.n * self.lanes * 8
        ways = sorted(range(2**k), key=lambda w: (-w.bit_count(), w))
        self.line('TABLE unsigned char ways_by_size[] = {' + ','.join(map(str, ways)) + '};')
        self.line('TABLE unsigned char first_of_size[] = {' + ','.join(str(sum(w.bit_count() > k - i for w in ways)) for i in range(k + 2)) + '};')
        self.line('DEVICE void last_unit(const unsigned* record, unsigned slot, unsigned slots, bool works, unsigned stage, unsigned c, double N, double* result) {')
        self.line('  const Words head = load_words(record), read0 = load_words(record + 4), head1 = load_words(record + RECORD), read1 = load_words(record + RECORD + 4);')
        self.line(f'  const unsigned at8 = c * 8, at16 = c * 16, tables = {self.tables} + at16, own = tables + {(2**n - 1) * 2 * self.pack};')
        for i in [*range(k), 's']:
            for t in [*range(k), 's']:
                v, u = (0 if i == 's' else i + 1), (0 if t == 's' else t + 1)
                self.line(f'  const double g{i}_{t} = load(stage + at8 + {(v * n + u) * self.lanes * 8});')
        self.line('  if (slot == 0) {')
        self.line(f'    const Two of_rest = load2(own + {self.pack - 2 * self.pack});')
        self.line(f'    double p = gs_s * of_rest.x, dp = gs_s * of_rest.y + load(stage + at8 + {h}) * of_rest.x;')
        for j in range(k):
            self.line(f'    const Two p{j} = load2((read0.{"xyzw"[j // 2]} {">> 16" if j % 2 else "& 0xffff"}) * {self.pack} + at16 + {2**(k - 1) // 2 * step});')
            self.line(f'    p = fma(-gs_{j}, p{j}.x, p); dp = fma(-gs_{j}, p{j}.y, dp); dp = fma(-load(stage + at8 + {h + (j + 1) * self.lanes * 8}), p{j}.x, dp);')
        self.line(f'    store2(own + {self.pack}, p, dp);')
        self.line('  }')
        self.line('  BARRIER();')
        self.line('  double connected = 0;')
        self.line('#pragma unroll 1')
        self.line('  for (unsigned again = 0; again < 2; ++again) {')
        for j in range(k):
            self.line(f'    const unsigned in{j} = ((again ? read1 : read0).{"xyzw"[j // 2]} {">> 16" if j % 2 else "& 0xffff"}) * {self.pack} + at16;')
        self.line(f'    const unsigned source = again ? head1.w : head.w, source0 = (source & 0xffff) * {self.pack} + at16, source1 = (source >> 16) * {self.pack} + at16;')
        self.line(f'    const unsigned to0 = (head.x >> 16) * {self.pack} + at16, to1 = (head.z >> 16) * {self.pack} + at16;')
        self.line('    const double factor = again ? (N - 2) / 2 : N - 1;')
        self.line('#pragma unroll 1')
        self.line(f'    for (unsigned size = 0; size <= {k}; ++size) {{')
        self.line('#pragma unroll 1')
        self.line('      for (unsigned i = first_of_size[size] + slot; i < first_of_size[size + 1]; i += slots) {')
        self.line('        if (!works) continue;')
        self.line('        const unsigned w = ways_by_size[i];')
        self.line(f'        const unsigned upper = w & {2**(k - 1)}, lower = w & {2**(k - 1) - 1}, place = (lower >> 1) * {step} + (lower & 1) * 8;')
        self.line('        const double source = load((upper ? source1 : source0) + place);')
        for r in range(k):
            b = k - 1 - r
            self.line(f'        const unsigned e{r} = w >> {b + 1} << {b} | (w & {(1 << b) - 1}), at{r} = in{r} + (e{r} >> 1) * {step} + (e{r} & 1) * 8;')
            self.line(f'        const double x{r} = load(at{r});')
        row = lambda g: self.sum([(f'{g}_s', 'source', '')] + [(f'{g}_{r}', f'x{r}', '-') for r in range(k)])
        self.line(f'        const double all = factor * {row("gs")};')
        self.line('        if (!again) store((upper ? to1 : to0) + place, all);')
        for r in range(k):
            self.line(f'        const double own{r} = {row(f"g{r}")};')
            self.line(f'        if (w >> {k - 1 - r} & 1) store(at{r}, own{r});')
        # Rank r is vertex r + 1.
        bits = ' | '.join(f'(w >> {k - 1 - r} & 1) << {r + 1}' for r in range(k))
        self.line(f'        const unsigned set = {bits} | !again;')
        self.line(f'        connected = fma(load2(tables + {self.pack} + set * {2 * self.pack}).y, all, connected);')
        self.line('      }')
        self.line('      BARRIER();')
        self.line('    }')
        self.line('  }')
        self.line('#pragma unroll 2')
        self.line(f'  for (unsigned t = slot + 1; t < {2**k}; t += slots) {{')
        self.line(f'    const Two x = load2(tables + t * {4 * self.pack}), y = load2(tables + ({2**n - 1} ^ 2 * t) * {2 * self.pack});')
        self.line('    connected = fma(-x.x, y.y, fma(-y.x, x.y, connected));')
        self.line('  }')
        self.line('  BARRIER();')
        self.line(f'  const unsigned parts = {self.tables + 2 * self.pack} + at8;')
        self.line(f'  if (works) store(parts + slot * {self.lanes * 8}, connected);')
        self.line('  BARRIER();')
        self.line('  if (slot == 0 && result) {')
        self.line('    double sum = 0;')
        self.line('#pragma unroll 4')
        self.line(f'    for (unsigned i = 0; i < slots; ++i) sum += load(parts + i * {self.lanes * 8});')
        self.line('    *result = sum;')
        self.line('  }')
        self.line('}')

    def sum(self, terms):
        text = None
        for a, b, sign in terms:
            text = f'{sign}{a} * {b}' if text is None else f'fma({sign}{a}, {b}, {text})'
        return text

    def make(self):
        made = set()
        self.line(f'#define RECORD {self.side * record_words}')
        self.last()
        for k, level in enumerate(self.levels):
            for step in level:
                rows = self.rows(k, step)
                if (k, rows) not in made and k != self.m and k not in self.side_by_side:
                    made.add((k, rows))
                    self.unit(k, rows)
        at_once = {k: self.ways_at_once(k) for k in self.side_by_side}
        calls = []
        first = 0
        for k, level in enumerate(self.levels):
            if k == self.m:
                calls.append('#ifdef __CUDACC__')
                calls.append(f'  last_unit(records + {first * self.side * record_words}, warp * side + unit, warps * side, unit < side, stage, c, N, RESULT);')
                calls.append('#else')
                calls.append(f'  for (unsigned c = 0; c < lanes; ++c) last_unit(records + {first * self.side * record_words}, 0, 1, true, stage, c, N, RESULT);')
                calls.append('#endif')
                continue
            if k in at_once:
                units, slots = at_once[k]
                where = f'records + ({first} * {self.side} + unit_of_level) * {record_words}'
                calls.append('#ifdef __CUDACC__')
                calls.append(f'  {{ const unsigned all = warp * side + unit, unit_of_level = all % {units};')
                calls.append(f'    level{k}({where}, all / {units}, {slots}, unit < side && all < {units * slots}, stage, c, N, unit_of_level, 0, 2); }}')
                calls.append('#else')
                calls.append(f'  for (unsigned again = 0; again < 2; ++again) for (unsigned unit_of_level = 0; unit_of_level < {units}; ++unit_of_level) for (unsigned c = 0; c < lanes; ++c) level{k}({where} + again * {len(level) * self.side * record_words}, 0, 1, true, stage, c, N, unit_of_level, again, again + 1);')
                calls.append('#endif')
                first += 2 * len(level)
                continue
            together = k == 0 or k in self.merged
            if not together:
                calls += ['#pragma unroll 1', '  for (unsigned again = 0; again < 2; ++again) {']
            calls.append(f'  LEVEL({len(level)}) {{')
            at = f'{first} + t' + ('' if together else f' + again * {len(level)}')
            calls.append(f'    const unsigned* record = records + (({at}) * {self.side} + unit) * {record_words};')
            kinds = [self.rows(k, step) for step in level]
            for rows in sorted(set(kinds), reverse=True):
                low, high = kinds.index(rows), len(kinds) - 1 - kinds[::-1].index(rows)
                assert kinds[low:high + 1] == [rows] * (high - low + 1)
                calls.append(f'    if (t >= {low} && t <= {high}) unit{k}_{rows}(record, {"0, 1" if together else "again, again"}, stage, c, N);')
            calls.append('  }')
            calls.append('  BARRIER();')
            if not together:
                calls.append('  }')
            first += 2 * len(level)
        words = self.all_records()
        print('#include "lanes.cuh"')
        print(f'constexpr unsigned n = {self.n}, lanes = {self.lanes}, side = {self.side}, warps = {self.warps}, blocks = {self.blocks};')
        print(f'constexpr unsigned stage_bytes = {self.stage}, tables_at = {self.tables}, stages = {self.stages}, pack_bytes = {self.pack};')
        print(f'constexpr unsigned shared_bytes = {self.shared};')
        print('TABLE unsigned records[] = {' + ','.join(map(str, words)) + '};')
        print('\n'.join(self.text))
        print('#ifdef __CUDACC__')
        print('DEVICE void compute(unsigned warp, unsigned unit, unsigned c, unsigned stage, double N, double* result) {')
        print('#define RESULT result')
        print('#else')
        print('DEVICE void compute(unsigned stage, double N, double* results) {')
        print('#define RESULT results + c')
        print('#endif')
        print('\n'.join(calls))
        print('}')
        print('#include "run.cuh"')


def count(kernel):
    n, m, clocks = kernel.n, kernel.m, 132 * 1.755e9
    products, turns, chain = [], [], 0
    for k, level in enumerate(kernel.levels):
        mine = moved = 0
        for step in level:
            rows, ways = kernel.rows(k, step), 2**k
            mine += 2 * ways * ((k + 1) * (rows + 1 + k / 2) + 3)
            # Of 32 lanes a load or store of two values takes four turns: arrays, W, (D, dD); written arrays and W; sums of C.
            moved += 4 * (2 * (k * ways / 4 + ways / 2 + ways + rows * ways / 2 + ways / 2) + 2 * ways)
        steps = -(-len(level) // kernel.warps)
        longest = mine / len(level) * steps * 2
        if k == m or k in kernel.side_by_side:
            units = sum(map(len, level))
            rows, at_once = m - k, kernel.slots // units
            each = (k + 1) * (k + 1 + rows) + 2
            mine = 2 * ways * each * units * kernel.lanes / 32
            moved = 2 * ways * (2 * k + 4 + rows) * 2 * units * kernel.lanes / 32
            longest = sum(-(-math.comb(k, size) // at_once) for size in range(k + 1)) * 2 * 2 * each
        products.append(mine)
        turns.append(moved)
        chain += longest
    of_group = clocks * kernel.lanes
    print(f'n={n}: {kernel.shared} bytes of shared memory a block, passes together at {sorted(kernel.merged)}, {kernel.blocks} blocks of {kernel.lanes} configurations')
    print(f'  instructions that multiply, of warps, by level: {", ".join(f"{x:.0f}" for x in products)}; {sum(products):.0f}, {of_group / (sum(products) / 2):.2e} evaluations/s')
    print(f'  turns of shared memory without conflicts: {sum(turns):.0f}, {of_group / sum(turns):.2e} evaluations/s')
    print(f'  clocks of a block whose warps multiply all the time: {chain:.0f}, {of_group * kernel.blocks / chain:.2e} evaluations/s')


if __name__ == '__main__':
    n = int(sys.argv[1])
    form = dict(forms[n])
    for option in sys.argv[2:]:
        if '=' in option:
            name, value = option.split('=')
            form[name] = eval(value)
    kernel = Kernel(n, **form)
    if 'count' in sys.argv:
        count(kernel)
    else:
        kernel.make()

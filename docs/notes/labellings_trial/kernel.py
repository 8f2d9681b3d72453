#!/usr/bin/env python3
"""Prints a kernel of hubbard_sun_symmetric_density in single precision by unions, for gpu-kernels.md ("All labellings at once").

    ./kernel.py 6 > n6.cu && nvcc -std=c++20 -O3 -arch=sm_90 -o n6 n6.cu && ./n6           # values against the rule, evaluations a second
    ./kernel.py 6 > n6.cu && g++ -std=c++20 -O1 -x c++ -o n6 n6.cu && ./n6                 # without a device, tasks in any order that waits allow
    ./kernel.py 6 search SECONDS                                                           # better orders of the tasks, by simulation
    ./kernel.py 6 count                                                                    # multiplications and turns of shared memory

Who computes what is in plan.py. What a warp does for a unit is code by the number k of lines in the union V: G[v, t] for all v and all t in V stays in
registers, and for each way to part V into free and open, in an order in which operands come first, all W(free, open, s, v) are products of G's rows
and one vector. Bit k - 1 - r of such a way says whether the line of rank r in V is free. A record says what the lines are and where the arrays stand.
"""
import random
import sys
import time
from itertools import combinations

from plan import Plan, direct, in_place

options = {
    6: dict(warps=12, packs=418, lanes=32, at_once={4: 1, 5: 1}, look=48, high=0, seed=737275, first_packs=4, after=0.731),
    7: dict(warps=8, packs=1640, lanes=8, at_once={}, look=24, high=0, seed=0, first_packs=4, after=0.56),
}
head = 16        # words of a record before the places of arrays
load_task = 15   # in place of a number of lines: the next group's propagators
far = 7          # records of so many lines side by side are read where they stand: they are long, and few
always = 127     # the flag of what is always done
reserved = 1024  # bytes of shared memory that the system has


def bit(k, rank):
    return k - 1 - rank


def without(way, b):
    """The way of the union without the line of bit b."""
    return way >> (b + 1) << b | way & ((1 << b) - 1)


class Kernel:
    def __init__(self, n, options):
        self.n, self.plan, self.text = n, Plan(n, **{k: v for k, v in options.items() if k != 'after'}), []
        if not self.plan.settle(options['after']):
            raise SystemExit('memory does not suffice')
        self.lanes = options['lanes']
        self.side = 32 // self.lanes
        self.pack, self.row = self.lanes * 16, self.lanes * 4
        self.stage = (n + 1)**2 * self.row
        self.values = reserved + 2 * self.stage
        self.zero = self.values + options['packs'] * self.pack
        self.flags = self.zero + self.pack
        self.ring = self.flags + 512
        lengths = {k: self.length(k) for k in range(direct, n + 1)}
        self.words = max(length for k, length in lengths.items() if not self.is_far(k)) + 3 & ~3
        while self.side > 1 and self.words % 8 != 4:  # records side by side begin in different banks
            self.words += 4
        self.stride = max(self.words, max(lengths.values()) + 3 & ~3)
        self.shared = self.ring + 2 * options['warps'] * self.side * self.words * 4 - reserved
        if self.shared > 232448 or len(self.plan.tasks) >= always:
            raise SystemExit(f'{self.shared} bytes of shared memory, {len(self.plan.tasks)} tasks')

    def is_far(self, k):
        return self.side > 1 and k >= far

    def length(self, k):
        """Words of a record: two places of packs in each, in units of 16 bytes."""
        packs = 2**k // 4
        return head + ((k * (packs // 2) + packs if k > direct else 0) + (self.n - k) * packs + 1) // 2

    # Records.

    def address(self, pack):
        return self.values + pack * self.pack

    def waits(self, now, before):
        flags = list(now) + [flag | 128 for flag in before]
        if len(flags) > 32:
            raise SystemExit('a task waits for more than 32')
        flags += [always] * (32 - len(flags))
        return [sum(flags[i + b] << 8 * b for b in range(4)) for i in range(0, 32, 4)]

    def record(self, t, V, s, first, last, idle):
        k, lines, outside = len(V), sorted(V), self.plan.outside(V)
        now, before = self.plan.waits[t] if first else ((), ())
        if first and k == direct:
            before = [*before, len(self.plan.tasks)]
        below = sum(v < s for v in lines)
        # A loop that began at s has all lines below s free. Its values end an array of twice the length: 1 or 2 of them within a pack.
        part = 0 if s == 0 or below < k - 1 else 1 if below == k else 2
        names = sum(v << 4 * i for i, v in enumerate(lines + outside))
        record = [k | last << 9, 0, *self.waits(now, before), names, s * self.row, outside.index(s) if s else 15, t, part, int(1 in V) | idle << 1]
        read, written = [], []
        packs, place = 2**k // 4, self.plan.place
        if k > direct:
            for j in lines:
                read += map(self.address, place['line', V - {j}, j, s])
            read += self.loops(V)
        for v in outside:
            if v != s:
                written += map(self.address, place['line', V, v, s])
                continue
            count = 2**(k - below) // 4  # packs of the loops that began at s
            at = 2 * packs - 2 * count if count else 2 * packs - 1
            own = self.loops(V | {v})[at:at + max(count, 1)]
            written += [0] * (packs - len(own)) + own
        places = read + ([0] * len(written) if idle else written)
        places += [0] * (len(places) % 2)
        record += [a // 16 | b // 16 << 16 for a, b in zip(places[::2], places[1::2])]
        return record + [0] * (self.stride - len(record))

    def loops(self, V):
        packs = list(map(self.address, self.plan.place['loop', V]))
        return [self.zero] * (2**len(V) // 4 - len(packs)) + packs

    def step(self, t, units, first, last):
        records = [self.record(t, *unit, first, last, False) for unit in units]
        # Lanes without a unit compute what others do, and keep nothing.
        return records + [self.record(t, *units[0], first, last, True)] * (self.side - len(units))

    def lists(self):
        """The steps of every warp. One of them asks for the propagators of the next group."""
        result, loader = [], self.plan.warps // 2
        for w, tasks in enumerate(self.plan.lists):
            steps = []
            for i, t in enumerate(tasks):
                own = self.plan.tasks[t][1]
                steps += [self.step(t, units, j == 0, j == len(own) - 1) for j, units in enumerate(own)]
                if w == loader and i == max(1, len(tasks) // 2):
                    last = [other[-1] for o, other in enumerate(self.plan.lists) if other and o != w]
                    load = [load_task, 0, *self.waits([], last)]
                    steps.append([load + [0] * (self.stride - len(load))] * self.side)
            result.append(steps)
        return result

    # Code.

    def line(self, text):
        self.text.append(text)

    def begin(self, k):
        n = self.n
        self.line(f'// {k} lines in the union.')
        self.line(f'DEVICE void unit{k}(unsigned lane4, unsigned stage, unsigned& record, Real N, float* out, bool valid, Walk& walk) {{')
        self.line('  const unsigned lane16 = lane4 * 4, names = load_word(record + 40);')
        for i in range(n):
            self.line(f'  const unsigned row{i} = stage + lane4 + (names >> {4 * i} & 15) * {(n + 1) * self.row};')
        for t in range(k):
            self.line(f'  const unsigned column{t} = (names >> {4 * t} & 15) * {self.row};')
        for i in range(n):
            for t in range(k):
                self.line(f'  const Real g{i}_{t} = load(row{i} + column{t});')

    def begin_unit(self):
        self.line('  for (;;) {' if self.side == 1 else '  {')  # units side by side are the only step of their task
        self.line('    const Words start = load_words(record + 32), more = load_words(record + 48);')
        self.line('    const Real loop = start.w ? -N : Real(-1);')
        for i in range(self.n):
            self.line(f'    const Real close{i} = loop * load(row{i} + start.w);')
        self.known_words, self.known_places = set(), set()

    def place(self, k, i):
        """Where pack i of the record stands, as a name."""
        if i not in self.known_places:
            self.known_places.add(i)
            word = head + i // 2
            if word // 4 not in self.known_words:
                self.known_words.add(word // 4)
                source = f'far_words(walk, {word // 4 * 16})' if self.is_far(k) else f'load_words(record + {word // 4 * 16})'
                self.line(f'    const Words places{word // 4} = {source};')
            both = f'places{word // 4}.{"xyzw"[word % 4]}'
            self.line(f'    const unsigned at{i} = ({both} {">> 16" if i % 2 else "& 0xffff"}) * 16;')
        return f'at{i}'

    def store(self, k, q, first, names):
        """Pack q of the arrays of all lines outside; names(i) are its values for the i-th of them."""
        packs = 2**k // 4
        for i in range(self.n - k):
            at, values = self.place(k, first + i * packs + q), names(i)
            if q == packs - 1:
                self.line(f'    if ({at} && more.x == {i} && more.z) store_part({at} + lane16, more.z, {values[2]}, {values[3]});')
                self.line(f'    else if ({at}) store({at} + lane16, {", ".join(values)});')
            else:
                self.line(f'    if ({at}) store({at} + lane16, {", ".join(values)});')

    def end(self):
        if self.side == 1:
            self.line('    if (load_word(record) & 512) break;')
            self.line('    record = next(walk);')
        self.line('  }')
        self.line('}')

    def from_propagators(self):
        """Units of the smallest unions: what they read of smaller ones is computed here."""
        k, n, known = direct, self.n, {}
        self.begin(k)
        self.line('  const Real first = load_word(record + 60) & 1 ? Real(0) : -N;')  # no loop begins at line 1
        for s in range(k):
            for v in range(k):
                self.line(f'  const Real close{s}_{v} = {"-N" if s else "first"} * g{v}_{s};')

        def closing(s, v):
            return f'close{v}' if s is None else f'close{s}_{v}'

        def rest(free, opened):
            return value(free, opened[1:], opened[0], opened[0]) if opened else None

        def value(free, opened, s, v):
            key = free, opened, s, v
            if key in known:
                return known[key]
            if not free and not opened:
                return closing(s, v)
            terms = [(f'g{v}_{u}', value(tuple(x for x in free if x != u), tuple(sorted((*opened, u))), s, u)) for u in free]
            terms += [(f'g{v}_{j}', value(free, tuple(x for x in opened if x != j), s, j)) for j in opened]
            after = rest(free, opened)
            if after:
                terms.append((closing(s, v), after))
            known[key] = f'w{len(known)}'
            self.line(f'    const Real {known[key]} = {self.sum(terms)};')
            return known[key]

        ranks = tuple(range(k))
        parted = lambda way, of: (tuple(r for i, r in enumerate(of) if way >> bit(len(of), i) & 1),
                                  tuple(r for i, r in enumerate(of) if not way >> bit(len(of), i) & 1))
        for size in range(1, k + 1):  # the same for all s
            for some in combinations(ranks, size):
                for way in range(2**size - 1):
                    rest(*parted(way, some))
        self.begin_unit()
        for q in range(2**k // 4):
            values = [[value(*parted(way, ranks), None, k + i) for way in range(4 * q, 4 * q + 4)] for i in range(n - k)]
            self.store(k, q, 0, lambda i: values[i])
        self.end()

    def sum(self, terms):
        text = None
        for a, b in terms:
            text = f'{a} * {b}' if text is None else f'fma({a}, {b}, {text})'
        return text

    def from_arrays(self, k):
        n, ways, packs, loaded = self.n, 2**k, 2**k // 4, set()
        self.begin(k)
        self.begin_unit()

        def load(array, q, at):
            if (array, q) not in loaded:
                loaded.add((array, q))
                self.line(f'    const Pack {array}_{q} = load_pack({self.place(k, at + q)} + lane16);')

        def operands(way, fetch):
            """By rank: the value that a propagator to this line leads to, from the unit itself or from an array."""
            names = []
            for r in range(k):
                b = bit(k, r)
                if way >> b & 1:
                    names.append(f'own{way - (1 << b)}_{r}')
                    continue
                source = without(way, b)
                if fetch:
                    load(f'line{r}', source // 4, r * packs // 2)
                names.append(f'line{r}_{source // 4}.{"xyzw"[source % 4]}')
            if way == ways - 1:
                return names, None
            if fetch:
                load('loops', way // 4, k * packs // 2)
            return names, f'loops_{way // 4}.{"xyzw"[way % 4]}'

        ahead = ways if k <= in_place else 5
        for way in range(ways):
            for later in range(way, min(ways, way + ahead)):
                operands(later, True)
            names, after = operands(way, False)
            row = lambda v: self.sum([(f'g{v}_{r}', name) for r, name in enumerate(names)] + ([(f'close{v}', after)] if after else []))
            for r in range(k):
                if not way >> bit(k, r) & 1:
                    self.line(f'    const Real own{way}_{r} = {row(r)};')
            for i in range(n - k):
                self.line(f'    const Real out{way}_{i} = {row(k + i)};')
            if way % 4 == 3:
                self.store(k, way // 4, k * packs // 2 + packs, lambda i: [f'out{way - 3 + x}_{i}' for x in range(4)])
        if k == n:
            total = self.sum([(f'load(stage + lane4 + column{r})', name) for r, name in enumerate(names)])
            self.line(f'    if (valid && !(more.w & 2)) *out = (1 - N) * ({total});')
        self.end()

    def of_all_lines(self):
        """The last unit where units stand side by side: there is one, so that its rows are divided among the lanes, rank by rank."""
        k, n, side = self.n, self.n, self.side
        ways, packs, slots, loaded = 2**k, 2**k // 4, -(-k // side), set()
        self.line(f'// All {k} lines, rows side by side.')
        self.line(f'DEVICE void unit{k}(unsigned lane4, unsigned stage, unsigned& record, Real N, float* out, bool valid, Walk& walk) {{')
        self.line('  const unsigned lane16 = lane4 * 4, names = load_word(record + 40);')
        self.line('    const Words more = load_words(record + 48);')
        for t in range(k):
            self.line(f'  const unsigned column{t} = (names >> {4 * t} & 15) * {self.row};')
        for slot in range(slots):
            where = f'stage + lane4 + (names >> 4 * (part + {side * slot}) & 15) * {(n + 1) * self.row}'
            for t in range(k):
                self.line(f'  const Parts g{slot}_{t} = parts(walk, [&](unsigned part) {{ return load({where} + column{t}); }});')
            self.line(f'  const Parts close{slot} = parts(walk, [&](unsigned part) {{ return -load({where}); }});')
        self.known_words, self.known_places = set(), set()

        def load(array, q, at):
            if (array, q) not in loaded:
                loaded.add((array, q))
                self.line(f'    const Pack {array}_{q} = load_pack({self.place(k, at + q)} + lane16);')

        for way in range(ways):
            for later in range(way, min(ways, way + 5)):
                for r in range(k):
                    if not later >> bit(k, r) & 1:
                        load(f'line{r}', without(later, bit(k, r)) // 4, r * packs // 2)
                if later < ways - 1:
                    load('loops', later // 4, k * packs // 2)
            names = []
            for r in range(k):
                b = bit(k, r)
                if way >> b & 1:
                    names.append(f'x{way}_{r}')
                    self.line(f'    const Real x{way}_{r} = of_part(walk, own{way - (1 << b)}_{r // side}, {r % side});')
                else:
                    source = without(way, b)
                    names.append(f'line{r}_{source // 4}.{"xyzw"[source % 4]}')
            if way == ways - 1:
                break
            for slot in range(slots):
                if all(way >> bit(k, r) & 1 for r in range(slot * side, min(k, slot * side + side))):
                    continue
                terms = [(f'g{slot}_{r}', name) for r, name in enumerate(names)] + [(f'close{slot}', f'loops_{way // 4}.{"xyzw"[way % 4]}')]
                self.line(f'    const Parts own{way}_{slot} = {self.sum(terms)};')
        total = self.sum([(f'load(stage + lane4 + column{r})', name) for r, name in enumerate(names)])
        self.line(f'    if (valid && !(more.w & 2)) *out = (1 - N) * ({total});')
        self.line('}')

    def program(self):
        n, steps, first, counts = self.n, [], [], []
        for own in self.lists():
            first.append(len(steps))
            counts.append(len(own))
            steps += own
        work = sum(map(self.plan.cost, range(len(self.plan.tasks))))
        self.line(f'// Simulated: {self.plan.period():.0f} turns a group, {work / self.plan.warps:.0f} if no warp waited.')
        self.line(f'constexpr int n = {n}, warps = {self.plan.warps}, tasks = {len(self.plan.tasks)};')
        self.line(f'constexpr unsigned lanes = {self.lanes}, side = {self.side}, words = {self.words}, stride_words = {self.stride}, load_task = {load_task}, '
                  f'always = {always};')
        self.line(f'constexpr unsigned reserved = {reserved}, stage_bytes = {self.stage}, zero_at = {self.zero}, flags_at = {self.flags};')
        self.line(f'constexpr unsigned ring_at = {self.ring}, shared_bytes = {self.shared};')
        self.line('#include "lanes.cuh"')
        for name, rows in (('records', [word for step in steps for record in step for word in record]), ('first_step', first), ('step_count', counts)):
            self.line(f'TABLE unsigned {name}[] = {{{", ".join(map(str, rows))}}};')
        self.from_propagators()
        for k in range(direct + 1, n + 1):
            if k == n and self.side > 1:
                self.of_all_lines()
            else:
                self.from_arrays(k)
        self.line('DEVICE void compute(unsigned k, unsigned lane4, unsigned stage, unsigned& record, Real N, float* out, bool valid, Walk& walk) {')
        self.line('  switch (k) {')
        for k in range(direct, n + 1):
            self.line(f'    case {k}: return unit{k}(lane4, stage, record, N, out, valid, walk);')
        self.line('  }')
        self.line('}')
        self.line('#include "run.cuh"')
        return '\n'.join(self.text)

    def count(self):
        """What the warps of a block do for a group: multiplications, alone or with an addition, and turns of shared memory of 128 bytes. Stores
        that are left out count, conflicts of banks do not."""
        self.program()
        code, k, in_step = {}, None, 0
        for text in self.text:
            if text.startswith('DEVICE void unit'):
                k = int(text[len('DEVICE void unit'):text.index('(')])
                code[k], in_step = ['', ''], 0
            elif text.startswith('DEVICE') or text.startswith('#'):
                k = None
            if k:
                in_step |= text in ('  for (;;) {', '  {')
                code[k][in_step] += text + '\n'
        products = turns = 0
        for k, steps in self.plan.tasks:
            for text, times in zip(code[k], (1, len(steps))):
                sums = [row for row in text.splitlines() if 'const Real' in row or 'const Parts own' in row]
                products += times * sum(row.count('fma(') + (' * ' in row) for row in sums)
                turns += times * (4 * text.count('load_pack(') + 4 * text.count(' store(') + text.count('load(') + text.count('load_words(') +
                                  text.count('load_word('))
        clocks = 132 * 1.755e9
        print(f'n={self.n}: {products} multiplications and {turns} turns of shared memory by the warps of a block for {self.lanes} configurations: at most '
              f'{clocks * 4 * self.lanes / products:.2g} and {clocks * self.lanes / turns:.2g} evaluations/s on an H200')


def search(n, seconds):
    """Options that the simulation likes better than those before."""
    chance, until, best = random.Random(), time.process_time() + seconds, None
    while time.process_time() < until:
        changed = dict(options[n], look=chance.choice((12, 24, 48)), high=chance.choice((-2, -1, 0, 0, 1, 2)), first_packs=chance.choice((3, 4)),
                       seed=chance.choice((0, chance.randrange(10**6))), after=round(chance.uniform(0.4, 0.95), 3))
        if n == 6:
            changed['at_once'] = chance.choice(({3: 2, 4: 1, 5: 1}, {3: 2, 4: 2, 5: 1}, {4: 1, 5: 1}))
        after = changed.pop('after')
        plan = Plan(n, **changed)
        if plan.settle(after) and (best is None or plan.period() < best):
            best = plan.period()
            print(f'{best:.0f}', dict(changed, after=after), flush=True)


if __name__ == '__main__':
    order = int(sys.argv[1])
    if sys.argv[2:3] == ['search']:
        search(order, float(sys.argv[3]))
    elif sys.argv[2:] == ['count']:
        Kernel(order, options[order]).count()
    else:
        print(Kernel(order, options[order]).program())

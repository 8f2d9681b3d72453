"""Units of hubbard_sun_cdet_density_fixed, where their values stand in shared memory, and the records that say so to the code of kernel.py.

Memory is given out level by level, pass by pass. An array lasts until the pass of the next level that reads it. Where the lowest vertex is 0 nothing
but the unit itself reads its W(A, B), which then take the place of two arrays that it has read.
"""
from itertools import combinations

record_words = 12


class Memory:
    """First fit from both ends, in columns of banks."""
    def __init__(self, columns, begin, end):
        self.free = [[(begin, end - begin)] for _ in range(columns)]
        self.live = self.peak = 0

    def take(self, column, rows, from_end):
        spans = self.free[column]
        for i in range(len(spans) - 1, -1, -1) if from_end else range(len(spans)):
            at, size = spans[i]
            if size < rows:
                continue
            spans[i] = (at, size - rows) if from_end else (at + rows, size - rows)
            if size == rows:
                del spans[i]
            self.live += rows
            self.peak = max(self.peak, self.live)
            return at + size - rows if from_end else at
        raise MemoryError

    def give(self, column, at, rows):
        self.live -= rows
        spans = sorted(self.free[column] + [(at, rows)])
        merged = [spans[0]]
        for begin, size in spans[1:]:
            if merged[-1][0] + merged[-1][1] == begin:
                merged[-1] = (merged[-1][0], merged[-1][1] + size)
            else:
                merged.append((begin, size))
        self.free[column] = merged


class Places:
    def __init__(self, n, lanes, warps, blocks, loops, exact, stages=2, ways=()):
        self.n, self.m, self.lanes, self.warps, self.blocks, self.loops, self.exact, self.stages, self.side_by_side = n, n - 1, lanes, warps, blocks, loops, exact, stages, ways
        self.side, self.columns = max(1, 32 // lanes), max(1, 8 // lanes)
        self.pack = 16 * lanes                          # bytes of two values of all configurations
        self.step = self.pack * self.columns            # from one pack of an array to the next
        self.stage = 2 * n * n * lanes * 8
        self.tables = stages * self.stage - self.pack  # of the empty set the first pack is not read
        self.values = self.tables + 2**n * 2 * self.pack
        self.slots = warps * self.side
        self.units = [[frozenset(c) for c in combinations(range(n), k + 1)] for k in range(n)]
        self.levels = []
        for k, units in enumerate(self.units):
            units.sort(key=lambda U: (min(U), sorted(U)))
            self.levels.append([units[i:i + self.side] for i in range(0, len(units), self.side)])
        self.values = -(-self.values // 128) * 128
        self.merged = set()
        # The smallest memory in which all arrays have a place.
        end = -(-self.values // self.step)
        while True:
            try:
                self.place(end)
                break
            except MemoryError:
                end += 1
        # Levels whose passes need no barrier between them where no more memory is taken.
        for k in [k for k in range(1, n) if k not in self.side_by_side]:
            self.merged.add(k)
            try:
                self.place(end)
            except MemoryError:
                self.merged.remove(k)
        self.place(end)

    def outside(self, U):
        return [v for v in range(min(U) + 1, self.n) if v not in U]

    def rows(self, k, units):
        """Vertices outside that code is made for."""
        most = max(len(self.outside(U)) for U in units)
        return most if k <= self.exact else self.m - k

    def in_place(self, k, U):
        """Whether W(A, B) with s in A takes the place of what the unit has read: where nothing else reads it."""
        return min(U) == 0 and k >= 2 and not self.loops.get(k) and k != self.m and k not in self.side_by_side

    def place(self, end):
        memory = Memory(self.columns, -(-self.values // self.step), end)
        column = {U: i % self.columns for level in self.levels for step in level for i, U in enumerate(step)}
        self.lines, self.ways = {}, {}
        ends = {}  # what is free after a pass of a level

        def take(where, rows, until):
            at = memory.take(where, rows, until[0] % 2)
            until = (until[0], 1) if until[0] in self.merged else until
            ends.setdefault(until, []).append((where, at, rows))
            return at * self.columns + where  # in packs

        for k, level in enumerate(self.levels):
            for again in (0, 1):
                half = max(1, 2**k // 2)
                for U in (U for step in level for U in step):
                    for v in self.outside(U):
                        if k == 0:  # both passes in one pack
                            self.lines[U, v, again] = self.lines[U, v, 0] if again else take(column[U | {v}], 2, (1, 1))
                        else:
                            reader = U | {v}
                            first = sorted(reader)[1:3]  # two arrays that W(A, B) is written over
                            late = not again and v in first and self.in_place(k + 1, reader)
                            self.lines[U, v, again] = take(column[U | {v}], half + (not again), (k + 1, 1 if late else again))
                    if k == 0:
                        self.ways[U, again] = self.ways[U, 0] if again else take(column[U], 1, (1, 0))
                    elif self.in_place(k, U):
                        pass
                    elif min(U) or not again:
                        self.ways[U, again] = take(column[U], half, (k + 1, 0) if min(U) else (k, 1))
                if k in self.side_by_side and not again:
                    self.scratch = take(0, -(-self.slots * self.pack // self.step), (k, 1)) * self.pack
                for each in ends.pop((k, again), []):
                    memory.give(*each)
        self.shared = end * self.step

    # Records.

    def record(self, k, U, again, idle):
        s, V, out = min(U), sorted(U)[1:], self.outside(U)
        names = sum(v << 4 * i for i, v in enumerate(V + out + [s] * (self.m - len(V) - len(out))))
        read = [self.lines[U - {j}, j, again] for j in V]
        written = [self.lines[U, v, again] for v in out]
        quarter = max(1, 2**k // 4) * self.columns
        own = self.ways.get((U, again), 0)
        to = own, own and own + quarter
        if self.in_place(k, U):
            to = (0, 0) if again else (read[1], read[0])
        if k == 0:
            source = 0, 0
        elif again and self.in_place(k, U):
            source = self.lines[U - {V[1]}, V[1], 0], self.lines[U - {V[0]}, V[0], 0]
        elif again:  # s in A, of the pass before: the lower half has the next vertex in B
            source = self.ways[U, 0], self.ways[U, 0] + quarter
        else:
            source = self.ways[frozenset(V), 1], self.ways[frozenset(V), 0]
        short = lambda list: [a | b << 16 for a, b in zip(list[::2], list[1::2])]
        pad = lambda list: list + [0] * (8 - len(list))
        return [s | idle << 8 | to[0] << 16, names, sum(1 << v for v in U) | to[1] << 16,
                source[0] | source[1] << 16] + short(pad(read)) + short(pad(written))

    def all_records(self):
        words = []
        for k, level in enumerate(self.levels):
            for again in (0, 1):
                for step in level:
                    for U in step:
                        words += self.record(k, U, again, 0)
                    for _ in range(self.side - len(step)):
                        words += self.record(k, step[0], again, 1)
        return words

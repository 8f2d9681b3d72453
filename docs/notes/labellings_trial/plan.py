"""Who computes what, when and where, for the sum over all labellings W(free, open, s, v) of hubbard_sun_symmetric_density.

A *unit* is a union V of the sets free and open, and a start s: all W(free, open, s, v) with free + open = V. Its values with v in V are
read by the unit itself, those with v outside by one other, (V + v, s), but for v = s, which all units of V + s read. So what moves through
memory are two kinds of *arrays*, a value for each way to part V into free and open:

    ('line', V, v, s)   written by (V, s) and read by (V + v, s)
    ('loop', V)         where a loop closes, by its lowest open line m: written by (V - m, m) for all m > 1, read by (V, s) for all s

Values of unions of fewer than `direct` lines are computed anew where they are read. Memory is given out in *packs* of four values; an array
of a unit of up to four lines may take the packs of the arrays that it has read. A *task* is some units that one warp computes without
waiting: units of one V one after the other (32 configurations across the lanes), or units of as many lines side by side in the lanes.

The lists of tasks come from a simulation in which groups of configurations follow each other; a task waits for the flags of others.
"""
import heapq
import random
from bisect import insort
from collections import deque
from itertools import combinations

direct = 3      # lines of the smallest union that has units
# Clocks of a step beside eleven other warps, by lines of the union, as measured on an H200: with 32 configurations, and with units side by side.
alone = {3: 1490, 4: 2100, 5: 3300, 6: 6500}
beside = {3: 2600, 4: 2700, 5: 4100, 6: 9600, 7: 8000}
task_clocks = 200
in_place = 4    # lines of the largest union that has read all arrays before it writes


def number(lines):
    return sum(1 << v for v in lines)


class Plan:
    def __init__(self, n, warps, packs, lanes, at_once, look, high, seed, first_packs):
        """`at_once`: starts in a task by number of lines; `look`: how far the simulation looks ahead in an order of unions by their lines
        above n - `high`, then by size, shaken by `seed`."""
        self.n, self.warps, self.packs, self.lanes, self.look, self.first_packs = n, warps, packs, lanes, look, first_packs
        self.all = frozenset(range(1, n + 1))
        self.unions = [frozenset(c) for k in range(direct, n + 1) for c in combinations(range(1, n + 1), k)]
        self.tasks = []  # (lines, steps); a step is the units side by side
        for k in range(direct, n + 1):
            self._add_tasks(k, [V for V in self.unions if len(V) == k], at_once)
        self.tasks.sort(key=lambda task: self._order(task, high))
        if seed:
            chance = random.Random(seed)
            jitter = chance.choice((2, 4, 8, 12))
            place = {task: i + chance.random() * jitter for i, task in enumerate(self.tasks)}
            self.tasks.sort(key=place.get)
        self.writers, self.readers = {}, {}
        for t in range(len(self.tasks)):
            for array in self._arrays(t, self.inputs):
                self.readers.setdefault(array, []).append(t)
            for array in self._arrays(t, self.outputs):
                self.writers.setdefault(array, []).append(t)

    def _order(self, task, high):
        k, steps = task
        V, s = steps[0][0]
        # high > 0: by lines above n - high; high < 0: by those up to -high, the lowest line counting most
        if high >= 0:
            return number(v for v in V if v > self.n - high), k, number(V), s
        mirrored = {self.n + 1 - v for v in V}
        return number(v for v in mirrored if v > self.n + high), k, number(mirrored), s

    def _add_tasks(self, k, unions, at_once):
        if self.lanes == 32:
            for V in unions:
                starts = self.starts(V)
                parts = -(-len(starts) // at_once.get(k, len(starts)))
                size, longer, at = len(starts) // parts, len(starts) % parts, 0
                for i in range(parts):
                    own = starts[at:at + size + (i < longer)]
                    at += len(own)
                    self.tasks.append((k, tuple(((V, s),) for s in own)))
            return
        side, rest = 32 // self.lanes, []
        for V in sorted(unions, key=number):
            starts = self.starts(V)
            while len(starts) >= side:  # of one union: they read the same propagators
                self.tasks.append((k, (tuple((V, s) for s in starts[:side]),)))
                starts = starts[side:]
            rest += [(V, s) for s in starts]
            if len(rest) >= side:
                self.tasks.append((k, (tuple(rest[:side]),)))
                rest = rest[side:]
        if rest:
            self.tasks.append((k, (tuple(rest),)))

    def outside(self, V):
        return sorted(self.all - V)

    def starts(self, V):
        """No loop begins at line 1: it would close while line 1 is open."""
        return [0] + [s for s in self.outside(V) if s != 1]

    def outputs(self, V, s):
        return [('loop', V | {v}) if v == s else ('line', V, v, s) for v in self.outside(V)]

    def inputs(self, V, s):
        if len(V) == direct:
            return []
        return [('line', V - {j}, j, s) for j in sorted(V)] + [('loop', V)]

    def size(self, array):
        """Packs. Loops do not close while line 1 is open: half of the array of a union with line 1 is 0, and stands nowhere."""
        k = len(array[1])
        return 2**k // 4 // (2 if array[0] == 'loop' and 1 in array[1] else 1)

    def units(self, t):
        return [unit for step in self.tasks[t][1] for unit in step]

    def _arrays(self, t, which):
        return list(dict.fromkeys(array for unit in self.units(t) for array in which(*unit)))

    def cost(self, t):
        """Clocks of a warp."""
        k, steps = self.tasks[t]
        return (alone if self.lanes == 32 else beside)[k] * len(steps) + task_clocks

    def _own(self, unit):
        return [a for a in self.inputs(*unit) if a[0] == 'line'] if len(unit[0]) <= in_place else []

    def _missing_packs(self, t):
        need, own, seen = 0, 0, set()
        for unit in self.units(t):
            own = (own if self.lanes == 32 else 0) + sum(map(self.size, self._own(unit)))
            new = {a for a in self.outputs(*unit) if a not in self.place and a not in seen}
            seen |= new
            more = sum(map(self.size, new))
            used = min(own, more)
            own, need = own - used, need + more - used
        return need

    def _give_places(self, t, free):
        """Packs for what t writes; returns those that are free when it is done."""
        own, later = deque(), []
        for unit in self.units(t):
            if self.lanes < 32:
                later.extend(own)
                own.clear()
            for array in self.inputs(*unit):
                if array[0] == 'line':
                    (own if len(unit[0]) <= in_place else later).extend(self.place[array])
            for array in self.outputs(*unit):
                if array not in self.place:
                    self.place[array] = [own.popleft() if own else free.pop(0 if self.tasks[t][0] <= self.first_packs else -1) for _ in range(self.size(array))]
                    for pack in self.place[array]:
                        self.tenants[pack].append(array)
        return list(own) + later

    def simulate(self, warps_free, packs_free):
        """Lists and places where warps and packs are free from these times on. False where memory does not suffice."""
        count = len(self.tasks)
        missing = [sum(len(self.writers[a]) for a in self._arrays(t, self.inputs)) for t in range(count)]
        free = [pack for pack in range(self.packs) if packs_free[pack] <= 0]
        self.place, self.tenants = {}, [[] for _ in range(self.packs)]
        left = {array: len(readers) for array, readers in self.readers.items()}
        self.lists = [[] for _ in range(self.warps)]
        self.begin, self.end, self.freed = [None] * count, [None] * count, [0.0] * self.packs
        events = [(time, 0, w, None) for w, time in enumerate(warps_free)]
        events += [(time, 1, pack, None) for pack, time in enumerate(packs_free) if time > 0]
        heapq.heapify(events)
        idle, released, first, started = [], {}, 0, 0
        while events:
            time = events[0][0]
            while events and events[0][0] == time:
                _, is_pack, which, t = heapq.heappop(events)
                if is_pack:
                    insort(free, which)
                    continue
                idle.append(which)
                if t is None:
                    continue
                for array in self._arrays(t, self.outputs):
                    for reader in self.readers.get(array, ()):
                        missing[reader] -= 1
                back = released.pop(t)
                for array in self._arrays(t, self.inputs):
                    left[array] -= 1
                    if array[0] == 'loop' and left[array] == 0:
                        back += self.place[array]
                for pack in back:
                    self.freed[pack] = time
                for pack in back:
                    insort(free, pack)
            idle.sort()
            while idle:
                while first < count and self.begin[first] is not None:
                    first += 1
                t = next((t for t in range(first, min(count, first + self.look)) if self.begin[t] is None and not missing[t]
                          and self._missing_packs(t) <= len(free)), None)
                if t is None:
                    break
                released[t] = self._give_places(t, free)
                w = idle.pop(0)
                self.lists[w].append(t)
                self.begin[t], self.end[t] = time, time + self.cost(t)
                heapq.heappush(events, (self.end[t], 0, w, t))
                started += 1
        return started == count

    def settle(self, after):
        """Lists for groups that follow each other: each begins when a part `after` of the one before is done."""
        warps_free, packs_free, best = [0] * self.warps, [0] * self.packs, None
        for _ in range(8):
            if not self.simulate(warps_free, packs_free):
                break
            self._find_waits()
            if best is None or self.period() < best[0]:
                best = self.period(), warps_free, packs_free
            ends = [max((self.end[t] for t in tasks), default=0) for tasks in self.lists]
            begin = after * max(ends)
            warps_free, packs_free = [max(0, end - begin) for end in ends], [time - begin for time in self.freed]
        if best is None:
            return False
        self.simulate(*best[1:])
        self._find_waits()
        return True

    def _find_waits(self):
        """By task: those of this group and those of the group before that must be done, for its inputs and for the packs that it takes."""
        earlier = {}
        for arrays in self.tenants:
            for i, array in enumerate(arrays):
                earlier.setdefault(array, set()).add((arrays[i - 1], i == 0))
        at = {t: (w, i) for w, tasks in enumerate(self.lists) for i, t in enumerate(tasks)}
        known, self.waits = {}, [None] * len(self.tasks)
        for t in sorted(at, key=lambda t: (self.begin[t], t)):
            now, before = set(), set()
            for array in self._arrays(t, self.inputs):
                now.update(self.writers[array])
            for array in self._arrays(t, self.outputs):
                for other, wrapped in earlier[array]:
                    (before if wrapped else now).update(self.readers[other] + self.writers[other])
            # A warp's own earlier tasks are done, and so is what a task has waited for that this one waits for.
            w, i = at[t]
            own = set(self.lists[w][:i])
            done = own | (known[self.lists[w][i - 1]] if i else set())
            now -= done | {t}
            known[t] = done.union(*(known[o] | {o} for o in now))
            now = {o for o in now if not any(o in known[p] for p in now if p != o)}
            # Where a warp has begun with this group, it is done with the one before.
            begun = {at[o][0] for o in known[t]} | {w}
            last = {}
            for o in before:
                if at[o][0] not in begun:
                    last[at[o][0]] = max(last.get(at[o][0], o), o, key=lambda t: at[t][1])
            self.waits[t] = now, set(last.values())

    def period(self, groups=6):
        """Time of a group where several follow each other."""
        order = sorted(range(len(self.tasks)), key=lambda t: (self.begin[t], t))
        warp = {t: w for w, tasks in enumerate(self.lists) for t in tasks}
        free, before, done = [0.0] * self.warps, {}, []
        for _ in range(groups):
            end = {}
            for t in order:
                now, old = self.waits[t]
                begin = max([free[warp[t]]] + [end[o] for o in now] + [before.get(o, 0) for o in old])
                end[t] = free[warp[t]] = begin + self.cost(t)
            before = end
            done.append(max(end.values()))
        return (done[-1] - done[1]) / (groups - 2)

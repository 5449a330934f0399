"""Random numbers and attributes, and the names of what a model has so far."""
import random


class Draw:
    """One model in the making. On a grid, places are multiples of 1/4 and axes are those of the world: Jacobians then
    contain exact zeros, which random numbers never give."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.grid = self.chance(0.15)
        self.collide = not self.grid and self.chance(0.6)
        self.degrees = self.chance(0.3)
        self.names = {}

    def chance(self, p): return self.r.random() < p
    def choice(self, *options): return self.r.choice(options)
    def number(self, low=-1.0, high=1.0): return '%.5g' % self.r.uniform(low, high)
    def numbers(self, n, low=-1.0, high=1.0): return ' '.join(self.number(low, high) for _ in range(n))
    def maybe(self, p, text): return text if self.chance(p) else ''

    def place(self, reach):
        if not self.grid: return self.numbers(3, -reach, reach)
        return ' '.join('%g' % (self.r.randint(-4, 4) * 0.25) for _ in range(3))

    def axis(self):
        return self.choice('1 0 0', '0 1 0', '0 0 1') if self.grid or self.chance(0.2) else self.numbers(3)

    def angle(self, low, high):
        """In the unit of the model, from radians."""
        scale = 57.29577951308232 if self.degrees else 1
        return self.number(low * scale, high * scale)

    def orientation(self):
        if self.grid: return ''
        return self.choice('', '', 'quat="%s"' % self.numbers(4), 'euler="%s"' % ' '.join(self.angle(-3, 3) for _ in range(3)),
                           'axisangle="%s %s"' % (self.numbers(3), self.angle(-3, 3)), 'zaxis="%s"' % self.numbers(3),
                           'xyaxes="%s"' % self.numbers(6))

    def new(self, kind):
        """A fresh name, remembered under its kind."""
        known = self.names.setdefault(kind, [])
        known.append('%s%d' % (kind, len(known)))
        return known[-1]

    def all(self, *kinds): return [name for kind in kinds for name in self.names.get(kind, [])]
    def has(self, *kinds): return bool(self.all(*kinds))
    def one(self, *kinds): return self.r.choice(self.all(*kinds))
    def some(self, low, high, make): return [make() for _ in range(self.r.randint(low, high))]

    def solver_parameters(self, kind=''):
        """solref and solimp of anything that makes rows; joints and tendons have them per kind of row."""
        return ' '.join([self.maybe(0.3, 'solref%s="%s"' % (kind, self.choice(self.numbers(2, 0.01, 1.2), '-%s -%s' % (self.number(50, 500), self.number(1, 20))))),
                         self.maybe(0.2, 'solimp%s="%s %s %s .5 2"' % (kind, self.number(0.5, 0.9), self.number(0.9, 0.99), self.number(0.001, 0.1)))])

"""Speed of Corten and of MuJoCo 3.12 and 4.0 side by side: the same models, states and controls, blocks of steps in turn.

    compare.py --engines FOLDER [--rounds N] [--write FILE.csv | --check FILE.csv] SECTION MODEL.xml... [SECTION MODEL.xml...]...

FOLDER holds the programs bench_corten and bench_mujoco_<version> (worker.cc). Sections:
    smooth       whole steps with constraints and sensors disabled
    step         whole steps as the model is
    collision    collision detection alone
    derivative   linear models of a step (A and B); MuJoCo's by finite differences
    differences  the same, ours by finite differences too
    parts        whole steps, part by part, as each engine times itself
    load         the first load of a model in a process, later ones, and loading it compiled, from a binary file
    sim          steps of MujocoSim and of step(model, data); without MuJoCo. More than 1 % apart: ends with code 1
    threads      whole steps of Corten with two threads and with one
    bodies       cost per body of 10 to 10000 free bodies on a plane; takes no models
Corten makes a trajectory with controls that move; every engine starts its blocks at the same states along it and gets the
same controls. The time of a block is the best of all rounds, since other processes can only slow a block down. A ratio above
1 means that Corten is faster. "differ" is the largest difference of qpos from MuJoCo 3.12 after the last block, or of the
matrix A relative to its largest element. Models that an engine refuses are named at the end.
--write keeps all ratios; --check fails if one is lower than in the file by more than 5 % and the noise of both.
"""
import argparse
import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

DISABLE_SMOOTH = (1 << 0) | (1 << 4) | (1 << 13)  # constraint, contact, sensor; the same bits in all engines
TITLES = {'smooth': 'smooth dynamics: constraints and sensors disabled', 'step': 'whole steps', 'collision': 'collision detection alone',
          'derivative': 'linear model of a step', 'differences': 'linear model of a step by finite differences',
          'parts': 'microseconds of the parts of a step', 'load': 'models from XML and from binary files', 'sim': 'Sim without policies', 'threads': 'whole steps with two threads',
          'bodies': 'free bodies on a plane: cost of a step per body'}
SIM_LIMIT, SLOWER = 1.01, 0.05
AGAIN = 3  # measurements before a row counts as slower
BLOCKS = 4
PARTS = ('kinematics', 'inertia', 'collision', 'rows', 'velocity', 'actuation', 'solver', 'rest')
FREE_BODIES = (10, 100, 1000, 10000)
LOADING = ('first', 'again', 'binary')
LOADS = 3  # processes that load a model


class Refused(Exception):
    """The engine did not do it; the text is why."""


class Worker:
    """One engine in a process of its own."""

    def __init__(self, program):
        self.program, self.name = program, program.name.removeprefix('bench_').replace('_', ' ')
        self.process = None

    def ask(self, *words):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write(' '.join(map(str, words)) + '\n')
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer: raise Refused(f'the engine stopped with code {self.process.wait()}')
        if answer[0] != 'ok': raise Refused(' '.join(answer[1:]))
        return [float(word) for word in answer[1:]]

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait()


class Times:
    """Seconds per step of one engine: of each block the best of all rounds, and of the even and the odd rounds alone."""

    def __init__(self): self.best = [[math.inf] * BLOCKS for _ in range(3)]

    def add(self, turn, block, seconds):
        for row in (self.best[0], self.best[1 + turn % 2]): row[block] = min(row[block], seconds)

    def mean(self, which=0): return statistics.fmean(self.best[which])


class Bench:
    def __init__(self, folder, rounds):
        programs = sorted(folder.glob('bench_mujoco_*'))
        self.corten, self.others = Worker(folder / 'bench_corten'), [Worker(p) for p in programs]
        self.rounds, self.refused, self.rows, self.failed = rounds, [], {}, []
        self.scratch = tempfile.TemporaryDirectory()

    def file(self, name): return str(pathlib.Path(self.scratch.name) / name)

    def willing(self, engines, model, *words):
        """The engines that do it; the others are noted with their reason."""
        out = []
        for engine in engines:
            try: engine.ask(*words)
            except Refused as e: self.refused.append(f'{engine.name}: {model}: {e}')
            else: out.append(engine)
        return out

    def prepare(self, section, path, threads=1):
        """Loads the model everywhere and makes the trajectory: (nv, nbody, engines besides Corten that take part)."""
        disabled = DISABLE_SMOOTH if section == 'smooth' else 0
        _, nv, _, _, nbody = map(int, self.corten.ask('load', path, disabled, threads))
        amount, derivative = max(1, nv), section in ('derivative', 'differences')
        steps = min(50, max(3, (500 if derivative else 5000) // amount))
        gap = min(150, max(10, 30000 // amount))
        states = self.file('states')
        self.corten.ask('record', states, BLOCKS, gap, steps)
        self.corten.ask('use', states)
        others = self.willing(self.others if threads == 1 else (), label(path), 'load', path, disabled, 1)
        return nv, nbody, self.willing(others, label(path), 'use', states)

    def measure(self, section, engines, rounds):
        """{engine: Times} and the contacts that Corten had on average."""
        work = section if section in ('collision', 'derivative', 'differences') else 'step'
        times, contacts = {engine: Times() for engine in engines}, []
        for turn in range(rounds):
            for block in range(BLOCKS):
                for engine in engines:
                    seconds, touching = engine.ask('run', work, block)
                    times[engine].add(turn, block, seconds)
                    if engine is self.corten and turn == 0: contacts.append(touching)
        return times, statistics.fmean(contacts)

    def difference(self, section, other):
        work = section if section in ('collision', 'derivative', 'differences') else 'step'
        ours, theirs = self.corten.ask('result', work), other.ask('result', work)
        worst = max((abs(a - b) for a, b in zip(ours, theirs)), default=0.0)
        return worst if work in ('step', 'collision') else worst / max(1.0, max(map(abs, theirs), default=0.0))

    def compare(self, section, path):
        nv, nbody, others = self.prepare(section, path)
        times, contacts = self.measure(section, [self.corten, *others], max(2, self.rounds))
        ours = times[self.corten]
        differ = self.difference(section, others[0]) if others and others[0] is self.others[0] else math.nan
        row = {'contacts': contacts, 'us': 1e6 * ours.mean()}
        for other in self.others:
            ratio = lambda which: times[other].mean(which) / ours.mean(which) if other in times else math.nan
            row[other.name] = ratio(0)
            row['noise ' + other.name] = abs(ratio(1) - ratio(2)) / ratio(0) if self.rounds > 1 else 0.0
        self.rows[section, label(path)] = row
        print(f'{label(path):<44} {nv:>5} {contacts:>8.1f} {row["us"]:>11.2f}' +
              ''.join(f' {row[o.name]:>13.2f}' for o in self.others) + f' {differ:>9.1e}', flush=True)
        return row, nbody

    # ---- sections that are not ratios of steps

    def loading(self, path):
        """Prints a line for each kind of loading; returns the row of each."""
        best = {}
        for engine in (self.corten, *self.others) * min(LOADS, self.rounds):
            engine.close()  # in a new process the first load finds nothing prepared
            try: times = engine.ask('loading', path, self.file('binary.' + ('ctn' if engine is self.corten else 'mjb')))
            except Refused as e: self.refused.append(f'{engine.name}: {label(path)}: {e}')
            else: best[engine] = [min(pair) for pair in zip(times, best.get(engine, times))]
        if self.corten not in best: raise Refused('Corten does not load it')
        rows = []
        for k, kind in enumerate(LOADING):
            row = {'contacts': 0, 'us': 1e6 * best[self.corten][k]}
            for other in self.others:
                row[other.name] = best[other][k] / best[self.corten][k] if other in best else math.nan
                row['noise ' + other.name] = 0.05
            self.rows['load ' + kind, label(path)] = row
            print(f'{label(path) if k == 0 else "":<44} {kind:<8} {row["us"]:>11.1f}' +
                  ''.join(f' {row[o.name]:>13.2f}' for o in self.others), flush=True)
            rows.append(row)
        return rows

    def parts(self, path):
        """One line per engine; the best block of all rounds counts."""
        _, _, others = self.prepare('parts', path)
        for engine in (self.corten, *others):
            blocks = [min((engine.ask('parts', block) for _ in range(self.rounds)), key=sum) for block in range(BLOCKS)]
            means = [1e6 * statistics.fmean(times) for times in zip(*blocks)]
            name = label(path) if engine is self.corten else ''
            print(f'{name:<44} {engine.name[-13:]:>13}' + ''.join(f' {m:>10.2f}' for m in means) + f' {sum(means):>10.2f}', flush=True)

    def sim(self, path):
        step, sim = self.corten.ask('sim', path, self.rounds)
        bad = sim > SIM_LIMIT * step
        print(f'{label(path):<44} step {step:.2f} us, MujocoSim::step {sim:.2f} us, {sim / step:.4f}' + ' FAILED: over 1.01' * bad, flush=True)
        if bad: self.failed.append(f'Sim costs more than 1 % on {label(path)}')

    def threads(self, path):
        best = []
        for count in (0, 2):  # 0: one, timed by the wall as two are
            self.prepare('threads', path, threads=count)
            best.append(self.measure('threads', [self.corten], self.rounds)[0][self.corten].mean())
        print(f'{label(path):<44} {1e6 * best[0]:>11.1f} us, {1e6 * best[1]:>11.1f} us, faster by {best[0] / best[1]:.2f}', flush=True)

    def bodies(self):
        for count in FREE_BODIES:
            side = math.ceil(math.sqrt(count))
            path = pathlib.Path(self.file(f'free_{count}.xml'))
            bodies = ''.join(f'<body pos="{.3 * (i % side)} {.3 * (i // side)} .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
                             for i in range(count))
            path.write_text(f'<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="0 0 1"/>{bodies}</worldbody></mujoco>')
            row, nbody = self.compare('bodies', path)
            print(f'{"":<44} per body: {row["us"] / (nbody - 1):.3f} us', flush=True)

    # ---- a whole run

    def measured(self, section, model):
        """{section: row}; loading has three."""
        if section != 'load': return {section: self.compare(section, model)[0]}
        return {f'load {kind}': row for kind, row in zip(LOADING, self.loading(model))}

    def header(self, section):
        print(f'\n{TITLES[section]}, one thread' if section != 'threads' else f'\n{TITLES[section]} and with one, Corten')
        names = ''.join(f' {o.name[-13:]:>13}' for o in self.others)
        if section == 'load':
            print(f'{"model":<44} {"load":<8} {"Corten us":>11}{names}')
        elif section == 'parts':
            print(f'{"model":<44} {"engine":>13}' + ''.join(f' {part:>10}' for part in PARTS) + f' {"sum":>10}')
        elif section not in ('sim', 'threads'):
            print(f'{"model":<44} {"nv":>5} {"contacts":>8} {"Corten us":>11}' + ''.join(f' {o.name[-13:]:>13}' for o in self.others) + f' {"differ":>9}')

    def run(self, section, models):
        self.header(section)
        if section == 'bodies': return self.bodies()
        ratios = {}
        for model in models:
            try:
                if section in ('parts', 'sim', 'threads'):
                    {'parts': self.parts, 'sim': self.sim, 'threads': self.threads}[section](model)
                    continue
                rows = self.measured(section, model)
            except Refused as e:
                self.failed.append(f'{section} {label(model)}: {e}')
                continue
            for kind, row in rows.items():
                for other in self.others:
                    if row[other.name] == row[other.name]: ratios.setdefault((kind, other.name), []).append(row[other.name])
        for (kind, name), known in ratios.items():
            print(f'geometric mean, {kind}, {name}: {statistics.geometric_mean(known):.2f} of {len(known)} models, least {min(known):.2f}')

    def write(self, path):
        names = [o.name for o in self.others]
        with open(path, 'w', newline='') as f:
            out = csv.writer(f, lineterminator='\n')
            out.writerow(['section', 'model', 'contacts', 'corten_us', *(f'{kind}{n}' for n in names for kind in ('', 'noise '))])
            for (section, model), row in self.rows.items():
                out.writerow([section, model, f'{row["contacts"]:.1f}', f'{row["us"]:.2f}',
                              *(f'{row[kind + n]:.3f}' for n in names for kind in ('', 'noise '))])

    def check(self, path, models):
        """Measures rows again that look slower than in the file; those that stay so have failed."""
        with open(path, newline='') as f: known = {(r['section'], r['model']): r for r in csv.DictReader(f)}
        compared = 0
        for key, row in list(self.rows.items()):
            for other in self.others:
                old = known.get(key, {}).get(other.name, 'nan')
                if math.isnan(float(old)) or math.isnan(row[other.name]): continue
                compared += 1
                slower = lambda r: r[other.name] < float(old) * (1 - SLOWER - float(known[key]['noise ' + other.name]) - r['noise ' + other.name])
                tries = 1
                section = key[0].split()[0]
                while slower(row) and tries < AGAIN and (section, key[1]) in models:
                    print(f'again: {key[0]} {key[1]}')
                    row, tries = self.measured(section, models[section, key[1]])[key[0]], tries + 1
                if slower(row): self.failed.append(f'{key[0]} {key[1]}: {row[other.name]:.3f} times {other.name}, {old} in {path}')
        print(f'\n{compared} ratios compared with {path}')
        if not compared: self.failed.append(f'no ratio in common with {path}')


def label(path):
    path = pathlib.Path(path)
    return f'{path.parent.name}/{path.name}' if not path.name.startswith('free_') else path.name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--engines', type=pathlib.Path, required=True)
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--write', metavar='FILE.csv')
    parser.add_argument('--check', metavar='FILE.csv')
    parser.add_argument('work', nargs='+')
    args = parser.parse_args()
    if args.check and not pathlib.Path(args.check).is_file(): parser.error(f'{args.check} does not exist: record it with --write')
    bench, section, models = Bench(args.engines, max(1, args.rounds)), None, {}
    jobs = []
    for word in args.work:
        if word in TITLES: jobs.append((word, []))
        elif not jobs: parser.error('a section comes first: ' + ' '.join(TITLES))
        else:
            jobs[-1][1].append(word)
            models[jobs[-1][0], label(word)] = word
    for section, paths in jobs: bench.run(section, paths)
    if args.write: bench.write(args.write)
    if args.check: bench.check(args.check, models)
    for engine in (bench.corten, *bench.others): engine.close()
    for line in dict.fromkeys(bench.refused): print('refused by ' + line)
    for line in bench.failed: print('FAILED: ' + line)
    sys.exit(bool(bench.failed))


if __name__ == '__main__':
    main()

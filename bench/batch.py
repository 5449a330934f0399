"""Throughput of many worlds in Python: corten.Batch, mujoco.rollout of 3.12.0 and mujoco.batch of 4.0.0, side by side.

    batch.py --corten FOLDER --python3 PYTHON --python4 PYTHON [--worlds 256] [--threads 2] [--rounds N] MODEL.xml...

Each engine is a process of its own Python (FOLDER holds the package corten). All start from the same states, the first
keyframe or qpos0 with noise, and get the same controls; they take turns, and the median of the rounds counts. Besides:
the cost of one step called from Python, and the memory of one world more.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np

STEPS = 50  # of a round
NOISE = 0.01  # of initial positions and speeds


class Corten:
    def __init__(self, path: str, worlds: int, threads: int):
        import corten

        self.engine, self.model = corten, corten.load(path)
        self.batch = corten.Batch(self.model, worlds, threads=threads)

    def start(self, noise: np.ndarray) -> None:
        self.batch.reset(key=0 if self.model.nkey else None)
        self.batch.qvel[:] += noise

    def rollout(self, controls: np.ndarray) -> None:
        self.batch.rollout(controls)

    def steps(self, controls: np.ndarray) -> None:
        for t in range(controls.shape[1]):
            self.batch.ctrl[:] = controls[:, t]
            self.batch.step()

    def single(self, count: int) -> float:
        model, step = self.model, self.engine.step
        data = self.engine.Data(model)
        return timed(lambda: [step(model, data) for _ in range(count)])

    def grow(self, worlds: int) -> object:
        batch = self.engine.Batch(self.model, worlds, threads=1)
        batch.step(3)
        return batch


class Mujoco:
    def __init__(self, path: str, worlds: int, threads: int):
        import mujoco
        import mujoco.rollout

        self.engine, self.model, self.worlds = mujoco, mujoco.MjModel.from_xml_path(path), worlds
        self.data = [mujoco.MjData(self.model) for _ in range(threads)]
        self.pool = mujoco.rollout.Rollout(nthread=threads)

    def start(self, noise: np.ndarray) -> None:
        data, full = self.data[0], self.engine.mjtState.mjSTATE_FULLPHYSICS
        self.states = np.empty((self.worlds, self.engine.mj_stateSize(self.model, full)))
        for state, speed in zip(self.states, noise):
            reset(self.engine, self.model, data)
            data.qvel[:] += speed
            self.engine.mj_getState(self.model, data, state, full)

    def rollout(self, controls: np.ndarray) -> None:
        self.pool.rollout(self.model, self.data, self.states, controls)

    def single(self, count: int) -> float:
        model, step = self.model, self.engine.mj_step
        data = self.engine.MjData(model)
        return timed(lambda: [step(model, data) for _ in range(count)])

    def grow(self, worlds: int) -> object:
        kept = [self.engine.MjData(self.model) for _ in range(worlds)]
        for data in kept:
            for _ in range(3):
                self.engine.mj_step(self.model, data)
        return kept


class MujocoBatch:
    def __init__(self, path: str, worlds: int, threads: int):
        import mujoco
        import mujoco.batch

        self.engine, self.model = mujoco, mujoco.MjModel.from_xml_path(path)
        self.batch = mujoco.batch.Batch(self.model, nsim=worlds, nthread=threads)

    def start(self, noise: np.ndarray) -> None:
        data = self.engine.MjData(self.model)
        reset(self.engine, self.model, data)
        self.batch.bind("qpos")[:] = data.qpos
        self.batch.bind("qvel")[:] = data.qvel + noise
        self.batch.bind("qacc_warmstart")[:] = 0
        if self.model.na:
            self.batch.bind("act")[:] = data.act

    def steps(self, controls: np.ndarray) -> None:
        ctrl = self.batch.bind("ctrl")
        for t in range(controls.shape[1]):
            ctrl[:] = controls[:, t]
            self.batch.step()


def reset(mujoco, model, data) -> None:
    mujoco.mj_resetDataKeyframe(model, data, 0) if model.nkey else mujoco.mj_resetData(model, data)


ENGINES = {"corten": Corten, "rollout": Mujoco, "batch": MujocoBatch}


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def resident() -> int:
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def serve(name: str) -> None:
    """Answers requests for measurements, one JSON line each, on the standard streams."""
    engine = None
    for line in sys.stdin:
        ask = json.loads(line)
        if "model" in ask:
            engine = ENGINES[name](ask["model"], ask["worlds"], ask["threads"])
            limits = np.where(engine.model.actuator_ctrllimited[:, None], engine.model.actuator_ctrlrange, [-1, 1])
            draw = np.random.default_rng(1)
            noise = NOISE * draw.standard_normal((ask["worlds"], engine.model.nv))
            controls = draw.uniform(limits[:, 0], limits[:, 1], (ask["worlds"], STEPS, engine.model.nu))
            answer = 0.0
        elif ask["what"] == "single":
            answer = engine.single(ask["count"])
        elif ask["what"] == "grow":
            before = resident()
            kept = engine.grow(ask["count"])
            answer = (resident() - before) / ask["count"]
            del kept
        else:
            engine.start(noise)
            work = getattr(engine, ask["what"])
            answer = timed(lambda: work(controls))
        print(json.dumps(answer), flush=True)


class Worker:
    def __init__(self, python: str, name: str, folder: str | None = None):
        environment = os.environ | ({"PYTHONPATH": folder} if folder else {})
        self.process = subprocess.Popen([python, __file__, "--serve", name], env=environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # fmt: skip

    def __del__(self) -> None:
        self.process.stdin.close()
        self.process.wait()

    def ask(self, **question) -> float:
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"batch.py: a worker ended: {self.process.wait()}")
        return json.loads(answer)


def compare(corten: Worker, other: Worker, rounds: int, **question) -> tuple[float, float]:
    """Medians of both over alternating rounds, after one to warm up."""
    times = [(corten.ask(**question), other.ask(**question)) for _ in range(rounds + 1)][1:]
    return tuple(statistics.median(column) for column in zip(*times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--serve", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--corten", help="folder that holds the package corten")
    parser.add_argument("--python3", help="Python with mujoco 3.12.0")
    parser.add_argument("--python4", help="Python with mujoco 4.0.0")
    parser.add_argument("--worlds", type=int, default=256)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    if options.serve:
        return serve(options.serve)

    print(f"many worlds in Python: {options.worlds} worlds, {options.threads} threads, {STEPS} steps a round; above 1: "
          "Corten is faster or smaller")  # fmt: skip
    print(f"{'model':24}{'steps/s':>10}{'rollout 3.12':>14}{'batch 4.0':>11}{'one step':>10}{'memory':>9}  KB per world")
    for path in options.models:
        corten = Worker(options.python3, "corten", options.corten)
        rollout, batch = Worker(options.python3, "rollout"), Worker(options.python4, "batch")
        for worker in (corten, rollout, batch):
            worker.ask(model=str(pathlib.Path(path).resolve()), worlds=options.worlds, threads=options.threads)
        memory, theirs_memory = corten.ask(what="grow", count=4096), rollout.ask(what="grow", count=256)  # first: later, freed memory is taken
        ours, theirs = compare(corten, rollout, options.rounds, what="rollout")
        ours_steps, theirs_steps = compare(corten, batch, options.rounds, what="steps")
        one, theirs_one = compare(corten, rollout, options.rounds, what="single", count=300)
        print(f"{pathlib.Path(path).stem:24}{options.worlds * STEPS / ours_steps:10.0f}{theirs / ours:14.2f}"
              f"{theirs_steps / ours_steps:11.2f}{theirs_one / one:10.2f}{theirs_memory / memory:9.2f}"
              f"  {memory / 1024:.0f} and {theirs_memory / 1024:.0f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()

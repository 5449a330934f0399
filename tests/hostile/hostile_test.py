#!/usr/bin/env python3
"""Hostile files: none may crash the command, hang it, or make it speak of anything but the file.

  hostile_test.py --driver PROGRAM [--count N] [--seed S] [--only TEXT] [--keep FOLDER]

Two kinds of files: those of made.py, each written to hurt in one way, and N (10000) mutations of good files of every
kind (mutate.py). Each is given to `corten check`, and to `corten run --steps 3` if that accepts it, in a process of its
own with 2 GB of address space and 10 s of CPU time (driver.cc). The command must end by itself with an exit code that
it documents; an error must name the file; nothing of the C++ library may shine through. A file that fails is kept.
"""
import argparse
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import made
import mutate

RAW = re.compile(rb'std::|basic_string|bad_alloc|bad_array|what\(\)|terminate called|vector::|length_error|out_of_range|'
                 rb'json\.exception|filesystem error|stoi|stod|Assertion|_M_|not enough memory to')
MOST_OUTPUT = 200_000  # bytes: an error message is to be read
DOCUMENTED = {'exit 0', 'exit 1', 'exit 3'}


class Driver:
    """One hostile_driver with its own folder."""

    def __init__(self, program, folder):
        self.output, self.seconds = folder / 'output', 0  # CPU time of all commands
        self.process = subprocess.Popen([program, str(self.output)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self, *words):
        self.process.stdin.write(b'\t'.join(str(w).encode() for w in words) + b'\n')
        self.process.stdin.flush()
        end, code, seconds = self.process.stdout.readline().decode().split()
        self.seconds += float(seconds)
        return f'{end} {code}', self.output.read_bytes()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def complaint(answer, output, names):
    """What is wrong with the end of a command; None if nothing is."""
    if answer not in DOCUMENTED:
        return f'ended with {answer}'
    raw = RAW.search(output)
    if raw:
        line = output[output.rfind(b'\n', 0, raw.start()) + 1:raw.end() + 60]
        return f'raw text: {line[-200:]!r}'
    if len(output) > MOST_OUTPUT:
        return f'{len(output)} bytes of output'
    errors = [line for line in output.split(b'\n') if b'error: ' in line]
    if answer == 'exit 1' and not any(name.encode() in line for name in names for line in errors):
        return f'no error names the file: {output[:200]!r}'
    return None


def try_file(driver, case):
    """Whether the command did all it was asked to, and complaints, (command, what)."""
    names = [p.name for p in case.path.parent.iterdir()]
    for command in case.commands():
        answer, output = driver.run(*command)
        problem = complaint(answer, output, names)
        if problem:
            return False, [(' '.join(map(str, command)), problem)]
        if answer != 'exit 0':
            return False, []
    return True, []


def work(arguments, folder, cases, results):
    folder.mkdir()
    driver = Driver(arguments.driver, folder)
    while True:
        try:
            name, write = cases.get_nowait()
        except queue.Empty:
            break
        place = folder / 'case'
        place.mkdir()
        before = driver.seconds
        accepted, problems = try_file(driver, write(place))
        results.append((name, driver.seconds - before, problems, accepted))
        if problems and arguments.keep:
            shutil.copytree(place, pathlib.Path(arguments.keep) / name, symlinks=True, dirs_exist_ok=True,
                            ignore=lambda at, names: [n for n in names if (pathlib.Path(at) / n).is_fifo()])
        shutil.rmtree(place)
    driver.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--driver', required=True)
    parser.add_argument('--count', type=int, default=int(os.environ.get('CORTEN_HOSTILE_COUNT', 3000)),
                        help='files to try, also by CORTEN_HOSTILE_COUNT')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='', help='cases whose name holds this text')
    parser.add_argument('--keep', default='', help='folder for files that fail')
    parser.add_argument('--slowest', type=int, default=0, help='how many of the slowest to list')
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix='corten_hostile_') as folder:
        folder = pathlib.Path(folder)
        all_cases = [*made.cases(), *mutate.cases(arguments.driver, folder, arguments.count, arguments.seed)]
        chosen = [c for c in all_cases if arguments.only in c[0]]
        cases, results = queue.Queue(), []
        for case in chosen:
            cases.put(case)
        threads = [threading.Thread(target=work, args=(arguments, folder / f'worker{i}', cases, results)) for i in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    failed = [r for r in results if r[2]]
    for name, seconds, problems, _ in failed:
        for command, problem in problems:
            print(f'{name} ({seconds:.1f} s): {problem}\n    corten {command}')
    for name, seconds, *_ in sorted(results, key=lambda r: -r[1])[:arguments.slowest]:
        print(f'{seconds:8.2f} s  {name}')
    used = sum(r[1] for r in results)
    print(f'{len(results)} hostile files in {used:.0f} s of CPU time, {sum(r[3] for r in results)} of them usable; {len(failed)} do harm')
    return 1 if failed or len(results) != len(chosen) or not chosen else 0


if __name__ == '__main__':
    sys.exit(main())

"""Runs `corten dump` and reads what it wrote."""
import json
import os
import subprocess
import tempfile


class Refused(Exception):
    """The command did not load the model; the text is what it said."""


def text_of(value):
    """As --set takes it."""
    return ' '.join(map(repr, value)) if isinstance(value, list) else repr(value)


def compile_model(command, model, compiled):
    """Loads the model once for many dumps, into a binary file."""
    run = subprocess.run([command, 'compile', str(model), '-o', str(compiled)], capture_output=True, text=True, timeout=300)
    if run.returncode == 1: raise Refused(run.stderr.strip())
    if run.returncode != 0: raise RuntimeError(f'{command} compile {model}: exit code {run.returncode}\n{run.stderr}')


def dump(command, model, state=None, steps=0, every=10, options=(), fields=()):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out.json')
        args = [command, 'dump', str(model), '-o', out]
        if state is not None:
            path = os.path.join(folder, 'state.json')
            with open(path, 'w') as f: json.dump(state, f)
            args += ['--state', path]
        if steps: args += ['--steps', str(steps), '--every', str(every)]
        if fields: args += ['--fields', ','.join(fields)]
        for option in options: args += ['--set', option]
        run = subprocess.run(args, capture_output=True, text=True, timeout=300)
        if run.returncode == 1: raise Refused(run.stderr.strip())
        if run.returncode != 0: raise RuntimeError(f'{" ".join(args)}: exit code {run.returncode}\n{run.stderr}')
        with open(out) as f: return json.load(f)

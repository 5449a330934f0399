"""Compares trajectories with those of MuJoCo.

A step fails if a number is off by more than STEP_TOLERANCE and by more than NOISE times what MuJoCo itself is off after a
start a rounding away; where that would exceed CHAOS_CAP the trajectory has no meaning and is not compared.
"""
from compare import error
from tolerances import CHAOS_CAP, NOISE, STEP_TOLERANCE


def same_sign(reference, ours, fields):
    """Our coordinates with quaternions on the side of the reference's, since q and -q are one rotation."""
    ours = list(ours)
    for kind, at in zip(fields['jnt_type'], fields['jnt_qposadr']):
        at += 3 if kind == 0 else 0
        if kind < 2 and None not in ours and sum(x * y for x, y in zip(reference[at:at + 4], ours[at:at + 4])) < 0:
            ours[at:at + 4] = [-x for x in ours[at:at + 4]]
    return ours


def failures_of(samples, got, fields):
    """{step: text} of the steps that disagree; None for steps that cannot be compared."""
    by_step, out = {t['step']: t for t in got}, {}
    for step, want in samples.items():
        step, ours = int(step), by_step.get(int(step))
        if want['div'] is None or NOISE[0] * want['div'] > CHAOS_CAP[0]: out[step] = None; continue
        limit = max(STEP_TOLERANCE[step][0], NOISE[0] * want['div'])
        if ours is None: out[step] = f'step {step} is missing'; continue
        ours['qpos'] = same_sign(want['qpos'], ours['qpos'], fields)
        for name in ('qpos', 'qvel', 'act'):
            e = error(want[name], ours[name])
            if not e <= limit: out[step] = f'step {step} {name}: error {e:.3g} > {limit:.3g}'; break
    return out

"""Random MJCF: model(seed) is one model, always the same for the same seed."""
from random_models.actuators import actuators
from random_models.draw import Draw
from random_models.flexes import flexes
from random_models.links import contacts, equality, tendons
from random_models.options import assets, compiler, option
from random_models.sensors import sensors
from random_models.trees import worldbody


def model(seed):
    d = Draw(seed)
    parts = {'asset': assets(d), 'worldbody': worldbody(d)}
    d.names['wrap'] = wrap_geoms(parts['worldbody'])
    parts['worldbody'] += flexes(d)
    parts['tendon'] = tendons(d)
    parts['equality'] = d.some(0, 2, lambda: equality(d))
    parts['contact'] = contacts(d)
    parts['actuator'] = actuators(d)
    parts['sensor'] = sensors(d)
    sleep = not any(line.startswith('<tendon') for line in parts['equality'])  # MuJoCo ends the program
    # MuJoCo mixes up old and new ids when it fuses bodies that something refers to (fusestatic with pairs, for example).
    fuse = not any(parts[name] for name in ('tendon', 'equality', 'contact', 'sensor')) and 'target=' not in str(parts)
    lines = ['<mujoco>', compiler(d, fuse), option(d, sleep), '<default><geom density="800"/><joint armature=".05"/></default>']
    for name, content in parts.items(): lines += ['<%s>' % name, *filter(None, content), '</%s>' % name]
    return '\n'.join([*lines, '</mujoco>'])


def wrap_geoms(lines):
    """Names of the geoms that a tendon can wrap around."""
    return [line.split('"')[1] for line in lines if line.startswith('<geom') and ('type="sphere"' in line or 'type="cylinder"' in line)]

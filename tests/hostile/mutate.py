"""Good files of every kind that we read, changed at random in one to four places.

cases() lists (name, write) as in made.py. The same seed gives the same files.
"""
import pathlib
import random
import re
import struct
import subprocess
import zipfile
import zlib

import made

SHARES = {'mjcf': 40, 'urdf': 10, 'binary': 15, 'archive': 4, 'archived': 4, 'stl': 4, 'obj': 4, 'msh': 4, 'gmsh': 4, 'png': 3,
          'texture': 2, 'hfield': 2, 'skin': 2, 'state': 2}  # of a hundred
NUMBERS = ['0', '-1', '1', 'nan', 'inf', '-inf', '1e308', '-1e308', '1e-300', '1e10', '-1e10', '2147483647', '-2147483648', '4294967296',
           '99999999999999999999', '', 'x', '1 2', '0x7fffffff', '1e', '.', '--1']
WORDS = [b'\0\0\0\0', b'\xff\xff\xff\xff', b'\xff\xff\xff\x7f', b'\0\0\0\x80', b'\0\0\xc0\x7f', b'\0\0\x80\x7f', b'\1\0\0\0', b'\0\0\1\0',
         b'\0\0\0\x40', b'\xfe\xff\xff\xff']
# Iterations are done as often as a model says; a step with two billion of them is slow and right.
LEFT_ALONE = re.compile(r'(iterations|initpoints)="$')

ATTRIBUTE = re.compile(r'\s[\w:]+="[^"]*"')
VALUE = re.compile(r'="([^"]*)"')
NUMBER = re.compile(r'(?<=[" ])-?\.?\d[\d.e+-]*(?=[" ])')
ELEMENT = re.compile(r'<\w+[^<>]*/>')


# ---- text


def replace_number(r, text):
    found = [m for m in NUMBER.finditer(text) if not LEFT_ALONE.search(text, 0, m.start())]
    if not found: return text
    m = r.choice(found)
    return text[:m.start()] + r.choice(NUMBERS) + text[m.end():]


def swap_values(r, text):
    found = list(VALUE.finditer(text))
    if len(found) < 2: return text
    to, source = r.choice(found), r.choice(found)
    if LEFT_ALONE.search(text, 0, to.start(1)): return text
    return text[:to.start(1)] + source.group(1) + text[to.end(1):]


def move_attribute(r, text):
    found = list(ATTRIBUTE.finditer(text))
    if not found: return text
    m, to = r.choice(found), r.choice(found)
    if 'iterations' in m.group() or 'initpoints' in m.group(): return text
    return text[:to.start()] + m.group() + text[to.start():]


def drop_attribute(r, text):
    found = list(ATTRIBUTE.finditer(text))
    if not found: return text
    m = r.choice(found)
    return text[:m.start()] + text[m.end():]


def move_element(r, text):
    found = list(ELEMENT.finditer(text))
    if not found: return text
    m, to = r.choice(found), r.choice(found)
    return text[:to.start()] + m.group() + text[to.start():]


def drop_element(r, text):
    found = list(ELEMENT.finditer(text))
    if not found: return text
    m = r.choice(found)
    return text[:m.start()] + text[m.end():]


def spoil_text(r, text):
    """Breaks the form too: a byte changed, a piece lost or said twice, the end cut off."""
    at, length = r.randrange(len(text) + 1), r.choice([1, 3, 20, 200])
    piece = text[at:at + length]
    return r.choice([text[:at] + chr(r.randrange(1, 255)) + text[at + 1:], text[:at] + text[at + length:], text[:at] + piece + text[at:], text[:at]])


def mutate_text(r, text):
    for _ in range(r.randint(1, 4)):
        change = r.choice([replace_number] * 6 + [swap_values, swap_values, move_attribute, drop_attribute, move_element, drop_element])
        text = change(r, text)
    return spoil_text(r, text) if r.random() < 0.15 else text


# ---- bytes


def mutate_bytes(r, data, first=0):
    """Changes bytes from place `first` on."""
    data = bytearray(data)
    for _ in range(r.randint(1, 4)):
        if len(data) <= first + 4: return bytes(data)
        at, choice = r.randrange(first, len(data)), r.random()
        if choice < 0.3: data[at] = r.randrange(256)
        elif choice < 0.75:
            at -= (at - first) % 4
            data[at:at + 4] = r.choice(WORDS)[:len(data) - at]
        elif choice < 0.85: del data[at:at + r.choice([1, 4, 12, 50])]
        elif choice < 0.95: data[at:at] = data[at:at + r.choice([1, 4, 12, 50])]
        else: del data[at:]
    return bytes(data)


def same_size(r, data, first):
    """As mutate_bytes, without moving anything."""
    data = bytearray(data)
    for _ in range(r.randint(1, 4)):
        at = first + r.randrange((len(data) - first) // 4) * 4
        data[at:at + 4] = r.choice(WORDS) if r.random() < 0.6 else struct.pack('<i', r.choice([r.randrange(-3, 40), r.randrange(-2**31, 2**31)]))
    return bytes(data)


def with_right_checksums(png):
    """PNG chunks whose content was changed, as if it had been written so."""
    out, at = bytearray(png[:8]), 8
    while at + 12 <= len(png):
        length = struct.unpack('>I', png[at:at + 4])[0]
        if at + 12 + length > len(png): break
        chunk = png[at + 4:at + 8 + length]
        out += png[at:at + 4] + chunk + struct.pack('>I', zlib.crc32(chunk))
        at += 12 + length
    return bytes(out + png[at:])


# ---- seeds


MESH = made.model('<geom type="plane" size="1 1 1"/><body pos="0 0 .5"><freejoint/><geom type="mesh" mesh="m"/></body>',
                  '<asset><mesh name="m" file="{}"/></asset>')
FLEX = made.model('<geom type="plane" size="1 1 1"/><flexcomp name="f" type="gmsh" file="f.msh" dim="3" mass="1" radius=".01" pos="0 0 .1">'
                  '<elasticity young="1000" poisson=".2"/></flexcomp>')


def state_text():
    return '{"qpos": [0.5], "qvel": [1e-3], "act": [], "ctrl": [], "qfrc_applied": [0], "xfrc_applied": [' + '0, ' * 11 + '0], "time": 1}'


def good_pngs():
    grey = made.png(4, 3, b''.join(b'\0' + bytes(range(i, i + 4)) for i in range(3)), color=0)
    palette = made.png(2, 2, b'\0\0\1\0\1\0', color=3, chunks=[(b'PLTE', bytes(range(6)))])
    return [grey, made.png(3, 2, b'\0' + bytes(9) + b'\1' + bytes(9)), palette, made.png(2, 2, bytes(18), bits=8, color=6), made.png(2, 2, bytes(10), bits=16, color=0)]


def skin_file():
    bone = b'b' + b'\0' * 39 + struct.pack('<3f4f', 0, 0, 0, 1, 0, 0, 0) + struct.pack('<i', 3) + struct.pack('<3i', 0, 1, 2) + struct.pack('<3f', 1, 1, 1)
    return struct.pack('<4i', 3, 3, 1, 1) + struct.pack('<9f', *range(9)) + struct.pack('<6f', *range(6)) + struct.pack('<3i', 0, 1, 2) + bone


class Seeds:
    """The good files."""

    def __init__(self, driver, folder):
        self.driver, self.folder = driver, folder
        top = pathlib.Path(__file__).resolve().parents[2]
        fuzz = top / 'tests/fuzz/mesh_fuzz'
        self.mjcf = [p.read_text() for p in [*sorted((top / 'models').glob('*.xml')), *sorted((top / 'tests/conformance/models').glob('*.xml'))]]
        # Plugins, skins and shapes, whose elements the bundled models do not have.
        self.mjcf += 2 * [p.read_text() for p in sorted((top / 'tests/fuzz/mjcf_fuzz').glob('*.xml'))]
        self.urdf = [p.read_text() for p in sorted((top / 'tests/urdf').glob('*.urdf'))]
        self.meshes = {p.name: p.read_bytes() for p in (top / 'tests/urdf/meshes').iterdir()}
        self.stl, self.obj, self.msh, self.gmsh = ((fuzz / f'tetra_{k}').read_bytes()[1:] for k in ('stl', 'obj', 'msh', 'gmsh'))
        self.hfield = struct.pack('<2i12f', 3, 4, *range(12))
        binary = [top / 'models' / f'{n}.xml' for n in ('arm', 'cloth', 'double_pendulum')]
        binary += [top / 'tests/conformance/models' / f'{n}.xml' for n in ('meshes', 'sensors', 'tendons', 'flexes', 'actuators')]
        self.binary = [self.make('compile', p, '.ctn') for p in binary]
        self.archive = self.make('pack', top / 'models/arm.xml', '.zip')

    def make(self, command, model, ending):
        """The bytes of what a command of ours writes for a model."""
        out = self.folder / ('seed' + ending)
        answer = subprocess.run([self.driver, self.folder / 'seed_output'], input=f'{command}\t{model}\t-o\t{out}\n', text=True, capture_output=True, check=True)
        assert answer.stdout.startswith('exit 0'), (self.folder / 'seed_output').read_text()
        return out.read_bytes()


# ---- cases


def write_text(folder, name, text):
    path = folder / name
    path.write_text(text, encoding='utf-8', errors='replace')
    return made.Case(path)


def mjcf(r, seeds, folder): return write_text(folder, 'model.xml', mutate_text(r, r.choice(seeds.mjcf)))


def urdf(r, seeds, folder):
    (folder / 'meshes').mkdir()
    for name, content in seeds.meshes.items():
        (folder / 'meshes' / name).write_bytes(content)
    return write_text(folder, 'model.urdf', mutate_text(r, r.choice(seeds.urdf)))


def binary(r, seeds, folder):
    """Two in three with a right checksum, so that the content is what is looked at."""
    data, path = r.choice(seeds.binary), folder / 'model.ctn'
    head = 64 + struct.unpack('<Q', data[32:40])[0]
    choice = r.random()
    if choice < 0.33:
        path.write_bytes(mutate_bytes(r, data))
        return made.Case(path)
    in_head = choice < 0.5
    path.write_bytes(same_size(r, data[:head], 64) + data[head:] if in_head else same_size(r, data, head))
    case = made.Case(path, words=('check',) if in_head else ('check', 'run'))  # the head has the numbers of iterations
    commands = case.commands()
    case.commands = lambda: [('reseal', path), *commands]
    return case


def archive(r, seeds, folder):
    path = folder / 'model.zip'
    path.write_bytes(mutate_bytes(r, seeds.archive))
    return made.Case(path)


def archived(r, seeds, folder):
    """An archive of good form with bad files in it."""
    path = folder / 'model.zip'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as out:
        out.writestr('model.xml', mutate_text(r, MESH.format(r.choice(['m.stl', 'assets/m.stl', '../m.stl', '/m.stl']))))
        out.writestr(r.choice(['m.stl', 'assets/m.stl', './m.stl']), mutate_bytes(r, seeds.stl))
    return made.Case(path)


def mesh(kind):
    def write(r, seeds, folder):
        data = getattr(seeds, kind)
        changed = mutate_text(r, data.decode('latin-1')).encode('latin-1', 'replace') if kind == 'obj' and r.random() < 0.5 else mutate_bytes(r, data)
        (folder / f'm.{kind}').write_bytes(changed)
        return write_text(folder, 'model.xml', MESH.format(f'm.{kind}'))
    return write


def gmsh(r, seeds, folder):
    (folder / 'f.msh').write_bytes(mutate_bytes(r, seeds.gmsh))
    return write_text(folder, 'model.xml', FLEX)


def image(make_case):
    def write(r, seeds, folder):
        data = mutate_bytes(r, r.choice(good_pngs()), 8)
        return make_case(with_right_checksums(data) if r.random() < 0.7 else data)(folder)
    return write


def hfield(r, seeds, folder): return made.hfield_case('h.bin', mutate_bytes(r, seeds.hfield))(folder)
def skin(r, seeds, folder): return made.skin_case(mutate_bytes(r, skin_file()))(folder)


def state(r, seeds, folder):
    text = spoil_text(r, state_text()) if r.random() < 0.4 else replace_number(r, state_text().replace('[', '[ ').replace(']', ' ]'))
    return made.state_case(text)(folder)


KINDS = {'mjcf': mjcf, 'urdf': urdf, 'binary': binary, 'archive': archive, 'archived': archived, 'stl': mesh('stl'), 'obj': mesh('obj'), 'msh': mesh('msh'), 'gmsh': gmsh,
         'png': image(lambda data: made.hfield_case('h.png', data)), 'texture': image(lambda data: made.texture_case('t.png', data)), 'hfield': hfield, 'skin': skin, 'state': state}


def cases(driver, folder, count, seed):
    if count == 0: return
    seeds = Seeds(driver, folder)
    for kind, share in SHARES.items():
        for i in range(count * share // 100):
            def write(place, kind=kind, i=i): return KINDS[kind](random.Random(f'{seed} {kind} {i}'), seeds, place)
            yield f'{kind}_{i}', write

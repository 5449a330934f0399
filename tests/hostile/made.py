"""Files made to hurt, each in one way: bombs, loops, depth, counts that lie, numbers that are none.

cases() lists (name, write); write(folder) writes the files of the case and returns a Case.
"""
import io
import os
import pathlib
import struct
import zipfile
import zlib


class Case:
    """A file for the command, and perhaps a state for it."""

    def __init__(self, path, state=None, words=('check', 'run')):
        self.path, self.state, self.words = pathlib.Path(path), state, words
        if state:
            self.path, self.model = state, path

    def commands(self):
        if self.state:
            return [('dump', self.model, '--state', self.state, '--fields', 'qpos', '--steps', 3, '-o', '/dev/null')]
        all_commands = [('check', self.path), ('run', self.path, '--steps', 3, '--quiet')]
        return [c for c in all_commands if c[0] in self.words]


# ---- files of good form


def png(width, height, pixels=b'', bits=8, color=2, chunks=()):
    """A PNG file whose header may promise anything; `pixels` are packed as they are."""
    def chunk(kind, data): return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    header = struct.pack('>IIBBBBB', width & 0xffffffff, height & 0xffffffff, bits, color, 0, 0, 0)
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + b''.join(chunk(k, d) for k, d in chunks) +
            chunk(b'IDAT', zlib.compress(pixels, 9)) + chunk(b'IEND', b''))


def stl(count, triangles):
    """Binary STL that claims `count` triangles and has these."""
    return b'\0' * 80 + struct.pack('<I', count) + b''.join(struct.pack('<12fH', 0, 0, 1, *t, 0) for t in triangles)


TETRAHEDRON = [(0, 0, 0, 0, 1, 0, 1, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1, 0, 1, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1)]


def model(world='', rest='', option=''):
    return f'<mujoco>{option}{rest}<worldbody>{world}</worldbody></mujoco>'


BALL = '<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>'


def text_case(text, words=('check', 'run')):
    def write(folder):
        path = folder / 'model.xml'
        path.write_text(text() if callable(text) else text, encoding='utf-8', errors='surrogateescape')
        return Case(path, words=words)
    return write


def files_case(files, main='model.xml'):
    """Several files, by name; a value is text, bytes, or a function of the path."""
    def write(folder):
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if callable(content):
                content(path)
            else:
                path.write_bytes(content.encode() if isinstance(content, str) else content)
        return Case(folder / main)
    return write


def mesh_case(name, content, attributes=''):
    return files_case({'model.xml': model('<geom type="mesh" mesh="m"/>', f'<asset><mesh name="m" file="{name}" {attributes}/></asset>'),
                       name: content})


def hfield_case(name, content):
    return files_case({'model.xml': model('<geom type="hfield" hfield="h"/>', f'<asset><hfield name="h" file="{name}" size="1 1 1 1"/></asset>'),
                       name: content})


def texture_case(name, content):
    asset = f'<asset><texture name="t" type="2d" file="{name}"/><material name="m" texture="t"/></asset>'
    return files_case({'model.xml': model('<geom size="1" material="m"/>', asset), name: content})


def skin_case(content):
    return files_case({'model.xml': model(BALL, '<asset><skin file="s.skn"/></asset>'), 's.skn': content})


def flex_case(content):
    return files_case({'model.xml': model('<flexcomp name="f" type="gmsh" file="f.msh" dim="3" mass="1" radius=".01"/>'), 'f.msh': content})


def state_case(state, text=None):
    def write(folder):
        path, state_path = folder / 'model.xml', folder / 'state.json'
        path.write_text(text or model(BALL))
        state_path.write_text(state() if callable(state) else state)
        return Case(path, state_path)
    return write


def zip_case(entries, main='model.zip', change=lambda b: b, method=zipfile.ZIP_DEFLATED):
    def write(folder):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, 'w', method, compresslevel=9) as archive:
            for name, content in entries():
                archive.writestr(name, content)
        (folder / main).write_bytes(change(buffer.getvalue()))
        return Case(folder / main)
    return write


def nested(open_tag, close_tag, depth, inside=''):
    return lambda: model(open_tag * depth + inside + close_tag * depth)


# ---- XML


def laughs():
    lines = ['<!ENTITY a0 "haha">'] + [f'<!ENTITY a{i} "{("&a%d;" % (i - 1)) * 10}">' for i in range(1, 30)]
    return '<?xml version="1.0"?><!DOCTYPE mujoco [' + ''.join(lines) + ']><mujoco model="&a29;"><worldbody/></mujoco>'


XML = {
    'empty': '',
    'blank': ' \n\t ',
    'nul_bytes': '\0' * 1000,
    'only_doctype': '<!DOCTYPE mujoco SYSTEM "file:///etc/passwd">',
    'external_entity': '<!DOCTYPE mujoco [<!ENTITY x SYSTEM "file:///dev/zero">]><mujoco model="&x;"><worldbody/></mujoco>',
    'billion_laughs': laughs,
    'no_end': '<mujoco>' * 3,
    'unclosed_attribute': '<mujoco model="' + 'x' * 100000,
    'wrong_root': '<html><body/></html>',
    'two_roots': '<mujoco/><mujoco/>',
    'not_utf8': '<mujoco model="\udcff\udcfe\udc80"><worldbody><body name="\udcc3"/></worldbody></mujoco>',
    'utf16_mark': '\udcff\udcfe<\0m\0u\0j\0o\0c\0o\0/\0>\0',
    'deep_elements': nested('<body>', '</body>', 100000),
    'deep_unclosed': lambda: '<mujoco><worldbody>' + '<body>' * 100000,
    'deep_frames': nested('<frame>', '</frame>', 100000),
    'deep_unknown': nested('<x>', '</x>', 100000),
    'deep_chain_allowed': nested('<body pos="0 0 1"><joint/><geom size=".1"/>', '</body>', 400),
    'deep_replicate': nested('<replicate count="2">', '</replicate>', 100, '<geom size="1"/>'),
    'deep_replicate_many': nested('<replicate count="100">', '</replicate>', 5, '<geom size="1"/>'),
    'deep_default_classes': lambda: model('', '<default>' + ''.join(f'<default class="c{i}">' for i in range(450)) + '</default>' * 451),
    'deep_comment': lambda: model('<!--' + '<!-' * 100000 + '-->'),
    'many_attributes': lambda: model('<geom size="1" ' + ' '.join(f'a{i}="1"' for i in range(20000)) + '/>'),
    'many_unknown_elements': lambda: model('<wrong/>' * 200000),
    'many_errors_of_one_kind': lambda: model('<geom size="x"/>' * 50000),
    'same_attribute_often': lambda: model('<geom ' + 'size="1" ' * 50000 + '/>'),
    'long_name': lambda: model(f'<body name="{"n" * 10_000_000}"/>'),
    'long_names_twice': lambda: model(f'<body name="{"n" * 5_000_000}"/><body name="{"n" * 5_000_000}"/>'),
    'long_class': lambda: model(f'<geom class="{"c" * 10_000_000}" size="1"/>'),
    'long_reference': lambda: model(BALL, f'<actuator><motor joint="{"j" * 10_000_000}"/></actuator>'),
    'long_tag': lambda: model(f'<{"t" * 10_000_000}/>'),
    'long_number': lambda: model(f'<geom size="{"1" * 10_000_000}"/>'),
    'long_file_name': lambda: model('', f'<asset><mesh name="m" file="{"f" * 1_000_000}.stl"/></asset>'),
    'long_include': lambda: f'<mujoco><include file="{"f" * 1_000_000}"/></mujoco>',
    'many_numbers': lambda: model(f'<geom size="1" user="{"1 " * 2_000_000}"/>'),
    'many_names': lambda: model(''.join(f'<site name="s{i}"/>' for i in range(100000))),
}

FILES = {
    'include_itself': files_case({'model.xml': '<mujoco><include file="model.xml"/></mujoco>'}),
    'include_loop': files_case({'model.xml': '<mujoco><include file="a.xml"/></mujoco>', 'a.xml': '<x><include file="b.xml"/></x>',
                                'b.xml': '<x><include file="a.xml"/></x>'}),
    'include_by_other_path': files_case({'model.xml': '<mujoco><include file="./../case/./model.xml"/></mujoco>'}),
    'include_chain': files_case({'model.xml': '<mujoco><include file="1.xml"/></mujoco>',
                                 **{f'{i}.xml': f'<x><include file="{i + 1}.xml"/></x>' for i in range(1, 3000)}, '3000.xml': '<x><worldbody/></x>'}),
    'include_zero_device': files_case({'model.xml': '<mujoco><include file="/dev/zero"/></mujoco>'}),
    'include_folder': files_case({'model.xml': '<mujoco><include file="."/></mujoco>'}),
    'include_pipe': files_case({'model.xml': '<mujoco><include file="pipe"/></mujoco>', 'pipe': os.mkfifo}),
    'model_is_folder': files_case({'model.xml': lambda p: p.mkdir()}),
    'model_is_pipe': files_case({'model.xml': os.mkfifo}),
    'model_is_zero_device': files_case({'model.xml': lambda p: p.symlink_to('/dev/zero')}),
    'model_is_link_to_itself': files_case({'model.xml': lambda p: p.symlink_to('model.xml')}),
    'model_is_hole': files_case({'model.xml': lambda p: p.touch() or os.truncate(p, 1 << 31)}),
    'model_is_hole_of_a_gigabyte': files_case({'model.xml': lambda p: p.touch() or os.truncate(p, 1 << 30)}),
    'attach_itself': files_case({'model.xml': model('<attach model="m" prefix="p"/>', '<asset><model name="m" file="model.xml"/></asset>')}),
    'attach_loop': files_case({'model.xml': model('<attach model="m" prefix="p"/>', '<asset><model name="m" file="a.xml"/></asset>'),
                               'a.xml': model('<attach model="m" prefix="p"/>', '<asset><model name="m" file="model.xml"/></asset>')}),
    'mesh_zero_device': mesh_case('m.stl', lambda p: p.symlink_to('/dev/zero')),
    'mesh_pipe': mesh_case('m.stl', os.mkfifo),
    'mesh_folder': mesh_case('m.stl', lambda p: p.mkdir()),
    'mesh_missing': files_case({'model.xml': model('', '<asset><mesh name="m" file="../../../../../../etc/none.stl"/></asset>')}),
    'mesh_hole': mesh_case('m.stl', lambda p: p.touch() or os.truncate(p, 1 << 30)),
    'mesh_billion_triangles': mesh_case('m.stl', stl(10**9, TETRAHEDRON)),
    'mesh_negative_triangles': mesh_case('m.stl', stl(2**32 - 1, TETRAHEDRON)),
    'mesh_count_overflows': mesh_case('m.stl', stl((2**32 + 50) // 50, TETRAHEDRON)),
    'mesh_nan': mesh_case('m.stl', stl(4, [(float('nan'),) * 9] * 4)),
    'mesh_infinite': mesh_case('m.stl', stl(4, [(float('inf'),) * 9] * 4)),
    'mesh_huge': mesh_case('m.stl', stl(4, [tuple(3e38 * c for c in t) for t in TETRAHEDRON])),
    'mesh_tiny': mesh_case('m.stl', stl(4, [tuple(1e-40 * c for c in t) for t in TETRAHEDRON])),
    'mesh_flat': mesh_case('m.stl', stl(4, [(0, 0, 0, 1, 0, 0, 0, 1, 0)] * 4)),
    'mesh_one_point': mesh_case('m.stl', stl(4, [(1,) * 9] * 4)),
    'mesh_scale_nan': mesh_case('m.stl', stl(4, TETRAHEDRON), 'scale="nan 1 1"'),
    'mesh_scale_huge': mesh_case('m.stl', stl(4, TETRAHEDRON), 'scale="1e300 1e300 1e300"'),
    'mesh_scale_zero': mesh_case('m.stl', stl(4, TETRAHEDRON), 'scale="0 0 0"'),
    'msh_header_lies': mesh_case('m.msh', struct.pack('<4i', 2**31 - 1, 2**31 - 1, 2**31 - 1, 2**31 - 1)),
    'msh_header_overflows': mesh_case('m.msh', struct.pack('<4i', 1 << 30, 1 << 30, 1 << 30, 1 << 30) + b'\0' * 64),
    'msh_negative': mesh_case('m.msh', struct.pack('<4i', -1, -5, -7, -1)),
    'msh_bad_index': mesh_case('m.msh', struct.pack('<4i', 4, 0, 0, 4) + struct.pack('<12f', *range(12)) + struct.pack('<12i', *([2**31 - 1] * 12))),
    'obj_far_index': mesh_case('m.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2147483647\n'),
    'obj_negative_index': mesh_case('m.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -2147483648\n'),
    'obj_overflowing_index': mesh_case('m.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n'),
    'obj_many_corners': mesh_case('m.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf' + ' 1 2 3 4' * 100000 + '\n'),
    'obj_no_faces': mesh_case('m.obj', 'v 0 0 0\n' * 10),
    'obj_long_line': mesh_case('m.obj', 'v ' + '1' * 5_000_000),
    'obj_infinite': mesh_case('m.obj', 'v inf 0 0\nv 1e999 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 2 4\nf 2 3 4\n'),
    'gmsh_counts_lie': flex_case('$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 18446744073709551615 1 18446744073709551615\n$EndNodes\n'
                                 '$Elements\n1 999999999999 1 4\n3 1 4 999999999999\n$EndElements\n'),
    'gmsh_counts_lie_22': flex_case('$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2147483647\n1 0 0 0\n$EndNodes\n$Elements\n2147483647\n$EndElements\n'),
    'gmsh_no_end': flex_case('$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n'),
    'png_bomb': hfield_case('h.png', lambda p: p.write_bytes(png(40000, 40000, bytes(40001 * 5000), color=0))),
    'png_header_lies': hfield_case('h.png', png(2**31 - 1, 2**31 - 1)),
    'png_zero_size': hfield_case('h.png', png(0, 0)),
    'png_negative_size': hfield_case('h.png', png(-1, -1)),
    'png_text_bomb': hfield_case('h.png', lambda p: p.write_bytes(png(1, 1, b'\0\0\0\0', chunks=[(b'zTXt', b'k\0\0' + zlib.compress(bytes(100_000_000), 1))]))),
    'png_profile_bomb': texture_case('t.png', lambda p: p.write_bytes(png(1, 1, b'\0\0\0\0', chunks=[(b'iCCP', b'k\0\0' + zlib.compress(bytes(100_000_000), 1))]))),
    'png_no_palette': texture_case('t.png', png(2, 2, b'\0\5\0\5', color=3)),
    'png_bad_pixels': texture_case('t.png', png(100, 100, b'\7' * 50)),
    'png_bits': texture_case('t.png', png(4, 4, b'\0' * 100, bits=77)),
    'texture_bomb': texture_case('t.png', lambda p: p.write_bytes(png(30000, 30000, bytes(30001 * 3000), color=0))),
    'texture_zero_device': texture_case('t.png', lambda p: p.symlink_to('/dev/zero')),
    'texture_ktx': texture_case('t.ktx', b'\xabKTX 11\xbb\r\n\x1a\n' + struct.pack('<13I', *([0xffffffff] * 13))),
    'hfield_header_lies': hfield_case('h.bin', struct.pack('<2i', 10**9, 10**9)),
    'hfield_overflows': hfield_case('h.bin', struct.pack('<2i', 1 << 16, 1 << 16) + b'\0' * 4),
    'hfield_negative': hfield_case('h.bin', struct.pack('<2i', -2, -3) + b'\0' * 24),
    'hfield_nan': hfield_case('h.bin', struct.pack('<2i4f', 2, 2, *([float('nan')] * 4))),
    'hfield_infinite': hfield_case('h.bin', struct.pack('<2i4f', 2, 2, 0, 1, float('inf'), float('-inf'))),
    'skin_counts_lie': skin_case(struct.pack('<4i', *([2**31 - 1] * 4))),
    'skin_negative': skin_case(struct.pack('<4i', -1, -1, -1, -1)),
    'skin_bad_index': skin_case(struct.pack('<4i', 3, 0, 1, 0) + struct.pack('<9f', *range(9)) + struct.pack('<3i', 7, -1, 2**30)),
    'skin_zero_device': skin_case(lambda p: p.symlink_to('/dev/zero')),
    'binary_empty': files_case({'m.ctn': b''}, 'm.ctn'),
    'binary_random': files_case({'m.ctn': bytes(i * 7 & 255 for i in range(5000))}, 'm.ctn'),
    'urdf_loop': files_case({'m.urdf': '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>'
                                       '<joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint></robot>'}, 'm.urdf'),
    'urdf_own_parent': files_case({'m.urdf': '<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="a"/></joint></robot>'}, 'm.urdf'),
    'urdf_mimic_loop': files_case({'m.urdf': '<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/><child link="b"/>'
                                             '<mimic joint="j"/></joint></robot>'}, 'm.urdf'),
    'urdf_long_chain': files_case({'m.urdf': '<robot name="r">' + ''.join(f'<link name="l{i}"/>' for i in range(20000)) + ''.join(
        f'<joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{i + 1}"/></joint>' for i in range(19999)) + '</robot>'}, 'm.urdf'),
    'urdf_nan': files_case({'m.urdf': '<robot name="r"><link name="a"><inertial><mass value="nan"/><inertia ixx="nan" ixy="inf" ixz="0" iyy="-1" iyz="0" izz="1e308"/>'
                                      '</inertial><collision><geometry><sphere radius="nan"/></geometry></collision></link></robot>'}, 'm.urdf'),
}

GOOD = model(BALL)
ARCHIVES = {
    'zip_bomb': zip_case(lambda: [('model.xml', GOOD), ('big', bytes(300_000_000))]),
    'zip_bombs_many': zip_case(lambda: [('model.xml', GOOD)] + [(f'f{i}', bytes(20_000_000)) for i in range(20)]),
    'zip_path_above': zip_case(lambda: [('../../evil.xml', GOOD)]),
    'zip_absolute_path': zip_case(lambda: [('/etc/evil.xml', GOOD)]),
    'zip_path_above_beside_model': zip_case(lambda: [('model.xml', GOOD), ('a/../../b', b'x')]),
    'zip_back_slashes': zip_case(lambda: [('..\\..\\evil.xml', GOOD)]),
    'zip_twice': zip_case(lambda: [('model.xml', GOOD), ('./model.xml', GOOD)]),
    'zip_empty': zip_case(lambda: []),
    'zip_without_model': zip_case(lambda: [('a.txt', b'x')]),
    'zip_two_models': zip_case(lambda: [('a.xml', GOOD), ('b.xml', GOOD)]),
    'zip_many_entries': zip_case(lambda: [(f'{i}', b'') for i in range(60000)], method=zipfile.ZIP_STORED),
    'zip_cut': zip_case(lambda: [('model.xml', GOOD)], change=lambda b: b[:-10]),
    'zip_size_lies': zip_case(lambda: [('model.xml', GOOD)], change=lambda b: b.replace(struct.pack('<I', len(GOOD)), struct.pack('<I', 0xfffffff0))),
    'zip_in_zip': zip_case(lambda: [('model.zip', b'PK\3\4'), ('model.xml', '<mujoco><include file="model.zip"/></mujoco>')]),
    'zip_includes_outside': zip_case(lambda: [('model.xml', '<mujoco><include file="/etc/passwd"/></mujoco>')]),
    'zip_mesh_outside': zip_case(lambda: [('model.xml', model('', '<asset><mesh name="m" file="../../dev/zero"/></asset>'))]),
    'zip_includes_itself': zip_case(lambda: [('model.xml', '<mujoco><include file="model.xml"/></mujoco>')]),
    'mjz': zip_case(lambda: [('model.xml', '<mujoco><include file="model.xml"/></mujoco>')], main='model.mjz'),
}

STATES = {
    'state_empty': '', 'state_list': '[]', 'state_deep_value': lambda: '{"qpos": [' + '[' * 500_000 + ']' * 500_000 + ']}', 'state_deep': lambda: '[' * 1_000_000, 'state_deep_object': lambda: '{"qpos":' * 500_000,
    'state_wrong_count': '{"qpos": [1, 2, 3]}', 'state_text': '{"qpos": ["1"]}', 'state_overflow': '{"qpos": [1e999]}', 'state_null': '{"qpos": [null]}',
    'state_long_list': lambda: '{"qpos": [' + '0,' * 2_000_000 + '0]}', 'state_unknown': lambda: '{"' + 'k' * 5_000_000 + '": 1}',
    'state_nul': '{"qpos": [0]}\0\0', 'state_time': '{"time": "x"}', 'state_huge': '{"qpos": [1e308], "qvel": [-1e308], "time": 1e308}',
    'state_not_utf8': '{"qpos": ["' + '\x80' + '"]}', 'state_object_inside': '{"qpos": [{"a": [1, 2, {"b": 3}]}]}',
}

# ---- models: sizes and numbers

NUMBERS = ['nan', 'inf', '-inf', '1e308', '-1e308', '1e-308', '0', '-1', '1e10', '4e9']
ATTRIBUTES = ['<geom size="{}"/>', '<geom size="1" pos="{0} {0} {0}"/>', '<geom size="1" quat="{0} {0} {0} {0}"/>', '<geom size="1" mass="{}"/>',
              '<geom size="1" density="{}"/>', '<geom size="1" friction="{0} {0} {0}"/>', '<geom size="1" margin="{0}" gap="{0}"/>',
              '<geom size="1" solref="{0} {0}" solimp="{0} {0} {0} {0} {0}"/>', '<geom type="capsule" size=".1" fromto="{0} 0 0 {0} 1 0"/>',
              '<geom type="plane" size="{0} {0} {0}"/>', '<site size="{0}" pos="{0} 0 0"/>', '<camera fovy="{0}" pos="{0} 0 0"/>',
              '<light pos="{0} 0 0" dir="{0} 0 0"/>']
MOVING = ['pos="{0} 0 0"', 'euler="{0} {0} {0}"', 'xyaxes="{0} 0 0 0 {0} 0"', 'gravcomp="{}"']
JOINT = ['axis="{0} {0} {0}"', 'pos="{0} 0 0"', 'stiffness="{}"', 'damping="{}"', 'armature="{}"', 'range="{0} {0}" limited="true"', 'ref="{}"',
         'springref="{}"', 'frictionloss="{}"', 'springdamper="{0} {0}"', 'solreflimit="{0} {0}"', 'actuatorfrcrange="-1 {0}" actuatorfrclimited="true"']
ACTUATORS = ['<motor joint="j" gear="{}" ctrlrange="-1 {}"/>', '<position joint="j" kp="{0}" kv="{0}"/>', '<velocity joint="j" kv="{}"/>',
             '<damper joint="j" kv="{}" ctrlrange="0 1"/>', '<muscle joint="j" lengthrange="0 {0}" force="{0}"/>', '<motor joint="j" delay="{}" nsample="3"/>',
             '<position joint="j" timeconst="{}"/>', '<general joint="j" gainprm="{0} {0} {0}" biastype="affine" biasprm="{0} {0} {0}" dyntype="filter" dynprm="{0}"/>',
             '<adhesion body="b" gain="{}" ctrlrange="0 1"/>']
OPTIONS = ['timestep', 'impratio', 'tolerance', 'density', 'viscosity', 'o_margin', 'ls_tolerance', 'noslip_tolerance', 'ccd_tolerance', 'sleep_tolerance']


def numbers_everywhere():
    """One case per number: a model for each attribute is checked by its own file, all with the same number."""
    for number in NUMBERS:
        texts = [model(a.format(number, number)) for a in ATTRIBUTES]
        texts += [model(f'<body {b.format(number)}><freejoint/><geom size="1"/></body><geom type="plane" size="1 1 1"/>') for b in MOVING]
        texts += [model(f'<body><joint {j.format(number)}/><geom size="1"/></body>') for j in JOINT]
        texts += [model(BALL, f'<actuator>{a.format(number, number)}</actuator>') for a in ACTUATORS]
        texts += [model(BALL, option=f'<option {o}="{number}"/>') for o in OPTIONS]
        texts += [model(BALL, option=f'<option gravity="{number} {number} {number}" wind="{number} 0 0" magnetic="{number} 0 0"/>'),
                  model(BALL, f'<keyframe><key qpos="{number}" qvel="{number}" time="{number}"/></keyframe>'),
                  model(BALL, f'<equality><joint joint1="j" polycoef="{number} {number} 0 0 0"/></equality>'),
                  model(BALL, f'<tendon><fixed range="0 {number}"><joint joint="j" coef="{number}"/></fixed></tendon>'),
                  model(BALL, f'<sensor><jointpos joint="j" cutoff="{number}" noise="{number}" delay="{number}" nsample="2"/></sensor>'),
                  model(f'<body><inertial pos="{number} 0 0" mass="{number}" diaginertia="{number} {number} {number}"/><freejoint/></body>'),
                  model(BALL, option=f'<compiler boundmass="{number}" boundinertia="{number}" settotalmass="{number}"/>'),
                  model(BALL, option=f'<statistic extent="{number}" meansize="{number}" center="{number} 0 0"/><visual><map znear="{number}"/></visual>')]
        yield number, texts


SIZES = {
    'replicate_billion': model('<replicate count="1000000000" offset="1 0 0"><geom size="1"/></replicate>'),
    'replicate_negative': model('<replicate count="-5"><geom size="1"/></replicate>'),
    'replicate_with_sensors': model('<replicate count="1000"><body><joint name="j"/><geom size="1"/></body></replicate>', '<sensor><jointpos joint="j"/></sensor>'),
    'cable_billion': model('<composite type="cable" count="1000000000 1 1" size="1" curve="l 0 0"><geom type="capsule" size=".1"/></composite>'),
    'cable_thousands': model('<composite type="cable" count="5000 1 1" size="1" curve="l 0 0"><geom type="capsule" size=".1"/></composite>'),
    'flexcomp_billion': model('<flexcomp name="f" type="grid" count="1000 1000 1000" spacing="1 1 1" dim="3"/>'),
    'flexcomp_overflow': model('<flexcomp name="f" type="grid" count="2147483647 2147483647 1" spacing="1 1 1" dim="2"/>'),
    'flexcomp_negative': model('<flexcomp name="f" type="grid" count="-1 -1 -1" spacing="1 1 1" dim="2"/>'),
    'flexcomp_large': model('<flexcomp name="f" type="grid" count="300 300 1" spacing="1 1 1" dim="2" rigid="true"/>'),
    'flexcomp_nan': model('<flexcomp name="f" type="grid" count="3 3 1" spacing="nan nan nan" mass="nan" radius="nan" dim="2"/>'),
    'flexcomp_zero_spacing': model('<flexcomp name="f" type="grid" count="3 3 3" spacing="0 0 0" dim="3"><elasticity young="1" poisson=".3"/></flexcomp>'),
    'flexcomp_ellipsoid_billion': model('<flexcomp name="f" type="ellipsoid" count="2000 2000 2000" spacing="1 1 1" dim="3"/>'),
    'flexcomp_circle_billion': model('<flexcomp name="f" type="circle" count="1000000000 1 1" spacing="1 1 1" dim="1"/>'),
    'flex_bad_elements': model('<body name="b"><freejoint/><geom size="1"/></body>', '<deformable><flex name="f" dim="2" body="b b b" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2147483647"/></deformable>'),
    'texture_builtin': model('', '<asset><texture name="t" type="2d" builtin="flat" width="1000000" height="1000000"/></asset>'),
    'texture_builtin_overflow': model('', '<asset><texture name="t" type="cube" builtin="gradient" width="2147483647" height="2147483647"/></asset>'),
    'texture_builtin_negative': model('', '<asset><texture name="t" type="2d" builtin="checker" width="-3" height="-3"/></asset>'),
    'texture_builtin_large': model('', '<asset><texture name="t" type="cube" builtin="flat" width="10000" height="60000"/></asset>'),
    'textures_many': model('', '<asset>' + ''.join(f'<texture name="t{i}" type="2d" builtin="flat" width="5000" height="5000"/>' for i in range(100)) + '</asset>'),
    'hfield_billion': model('', '<asset><hfield name="h" nrow="1000000000" ncol="1000000000" size="1 1 1 1"/></asset>'),
    'hfield_large': model('<geom type="hfield" hfield="h"/>', '<asset><hfield name="h" nrow="30000" ncol="30000" size="1 1 1 1"/></asset>'),
    'hfield_negative_size': model('<geom type="hfield" hfield="h"/>', '<asset><hfield name="h" nrow="2" ncol="2" size="-1 nan inf 0"/></asset>'),
    'builtin_mesh_billion': model('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" builtin="sphere" params="100000"/></asset>'),
    'builtin_mesh_plate': model('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" builtin="plate" params="1000000 1000000"/></asset>'),
    'builtin_mesh_nan': model('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" builtin="supertorus" params="nan nan nan nan"/></asset>'),
    'mesh_inline_nan': model('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" vertex="nan 0 0 1 0 0 0 inf 0 0 0 1"/></asset>'),
    'mesh_inline_index': model('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2147483647 -1 0 1"/></asset>'),
    'size_nuserdata': model(BALL, option='<size nuserdata="2147483647"/>'),
    'size_nkey': model(BALL, option='<size nkey="2147483647"/>'),
    'size_user': model(BALL, option='<size nuser_body="2147483647" nuser_geom="2147483647" nuser_sensor="2147483647"/>'),
    'size_user_large': model('<replicate count="1000"><geom size="1"/></replicate>', option='<size nuser_geom="10000000"/>'),
    'size_memory': model(BALL, option='<size memory="9999999999999999999E"/>'),
    'size_njmax': model(BALL, option='<size njmax="2147483647" nconmax="2147483647" nstack="2147483647"/>'),
    'size_negative': model(BALL, option='<size nuserdata="-7" nkey="-1" nuser_body="-9"/>'),
    'key_huge': lambda: model(BALL, f'<keyframe><key qpos="{"0 " * 3_000_000}"/></keyframe>'),
    'keys_many': lambda: model(BALL, '<keyframe>' + '<key qpos="1"/>' * 100000 + '</keyframe>'),
    'sensor_user_dim': model(BALL, '<sensor><user dim="2147483647"/></sensor>'),
    'sensor_contact_num': model(BALL, '<sensor><contact num="2147483647" data="found force torque dist pos normal tangent"/></sensor>'),
    'sensor_history': model(BALL, '<sensor><jointpos joint="j" nsample="2147483647" delay="1"/></sensor>'),
    'actuator_history': model(BALL, '<actuator><motor joint="j" nsample="2147483647" delay="1"/></actuator>'),
    'actuator_actdim': model(BALL, '<actuator><general joint="j" dyntype="user" actdim="2147483647"/></actuator>'),
    'rangefinders': model('<camera name="c" resolution="100000 100000"/>', '<sensor><rangefinder camera="c"/></sensor>'),
    'camera_resolution': model('<camera name="c" resolution="2147483647 2147483647" sensorsize="1 1" focal="1 1"/>'),
    'timestep_zero': model(BALL, option='<option timestep="0"/>'),
    'timestep_tiny': model(BALL, option='<option timestep="1e-300"/>'),
    'timestep_huge': model(BALL, option='<option timestep="1e300"/>'),
    'iterations_billion': model('<geom type="plane" size="1 1 1"/>' + BALL.replace('<joint name="j"/>', '<freejoint/>'), option='<option iterations="2147483647" tolerance="0" ls_iterations="2147483647" noslip_iterations="2147483647" solver="PGS"/>'),
    'ccd_iterations_billion': model('<geom type="ellipsoid" size="1 2 3"/><body><freejoint/><geom type="ellipsoid" size="3 2 1"/></body>', option='<option ccd_iterations="2147483647" ccd_tolerance="0"/>'),
    'sdf_iterations_billion': model('<geom type="sdf" mesh="m"/><body><freejoint/><geom type="sdf" mesh="m"/></body>', '<asset><mesh name="m" builtin="sphere" params="2"/></asset>', '<option sdf_iterations="2147483647" sdf_initpoints="2147483647"/>'),
    'lengthrange_long': model(BALL, '<actuator><muscle joint="j"/></actuator>', '<compiler><lengthrange inttotal="1e9" timestep="1e-9" mode="all"/></compiler>'),
    'lengthrange_nan': model(BALL, '<actuator><muscle joint="j"/></actuator>', '<compiler><lengthrange inttotal="nan" timestep="nan" accel="nan" maxforce="inf" timeconst="nan" interval="nan" tolrange="nan" mode="all"/></compiler>'),
    'lengthrange_without_limit': model(BALL, '<actuator><muscle joint="j"/></actuator>', '<compiler><lengthrange mode="all"/></compiler>'),
    'cycle_of_classes': model('<geom class="a" size="1"/>', '<default><default class="a"><default class="a"/></default></default>'),
    'class_twice': model('', '<default class="main"><default class="main"/></default>'),
    'camera_targets_itself': model('<body name="b"><camera mode="targetbody" target="b"/><light mode="targetbody" target="b"/></body>'),
    'weld_to_itself': model(BALL, '<equality><weld body1="b" body2="b"/><connect body1="b" body2="b" anchor="0 0 0"/><joint joint1="j" joint2="j"/></equality>'),
    'tendon_of_tendon': model(BALL, '<tendon><spatial name="t"><site site="s"/><pulley divisor="0"/><site site="s"/></spatial></tendon><equality><tendon tendon1="t" tendon2="t"/></equality>'),
    'tendon_long': lambda: model(BALL, '<tendon><spatial>' + '<site site="s"/>' * 100000 + '</spatial></tendon>'),
    'tendon_dense': lambda: model(''.join(f'<body><joint name="j{i}"/><geom size=".1"/></body>' for i in range(300)), '<tendon>' + ('<fixed>' + ''.join(f'<joint joint="j{i}" coef="1"/>' for i in range(300)) + '</fixed>') * 50 + '</tendon>'),
    'bodies_many': lambda: model('<body><freejoint/><geom size="1"/></body>' * 3000, option='<option><flag contact="disable"/></option>'),
    'contacts_many': lambda: model('<body><freejoint/><geom size="1"/></body>' * 60),
    'plugin_unknown': model(BALL, '<extension><plugin plugin="mujoco.none.such"><instance name="i"><config key="k" value="v"/></instance></plugin></extension>'),
    'plugin_long_config': lambda: model(BALL, f'<extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="{"9" * 1_000_000}"/></instance></plugin></extension><actuator><plugin joint="j" plugin="mujoco.pid" instance="i"/></actuator>'),
    'plugin_nan': model(BALL, '<extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="nan"/><config key="imax" value="-inf"/></instance></plugin></extension><actuator><plugin joint="j" plugin="mujoco.pid" instance="i"/></actuator>'),
    'plugin_touch_grid': model(BALL, '<extension><plugin plugin="mujoco.sensor.touch_grid"/></extension><sensor><plugin plugin="mujoco.sensor.touch_grid" objtype="site" objname="s"><config key="size" value="1000000 1000000"/><config key="nchannel" value="6"/><config key="fov" value="45 45"/></plugin></sensor>'),
    'plugin_cable': model('<composite type="cable" count="10 1 1" size="1" curve="s"><plugin plugin="mujoco.elasticity.cable"><config key="twist" value="nan"/><config key="bend" value="1e308"/></plugin><geom type="capsule" size=".1"/></composite>', '<extension><plugin plugin="mujoco.elasticity.cable"/></extension>'),
    'skin_inline': model(BALL, '<deformable><skin vertex="nan 0 0 1 0 0 0 1 0" face="0 1 99999999"><bone body="b" bindpos="nan 0 0" bindquat="0 0 0 0" vertid="0 1 -1" vertweight="nan inf -1"/></skin></deformable>'),
    'skin_inline_unknown_body': model(BALL, '<deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="none" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable>'),
    'custom_large': model('', '<custom><numeric name="n" size="2147483647"/><text name="t" data=""/><tuple name="t"><element objtype="tuple" objname="t"/></tuple></custom>'),
    'group_huge': model('<geom size="1" group="2147483647"/><geom size="1" group="-2147483648" contype="-1" conaffinity="2147483647" condim="5" priority="2147483647"/>'),
    'integer_overflows': model('<geom size="1" group="99999999999"/>'),
    'hexadecimal_numbers': model('<geom size="0x1p1000"/><geom size="0x"/>'),
}


# Legal, and as slow as it asks to be: a step of it does what was written.
CHECK_ONLY = {'iterations_billion'}


def cases():
    for name, text in {**XML, **SIZES}.items():
        yield name, text_case(text, ('check',) if name in CHECK_ONLY else ('check', 'run'))
    yield from {**FILES, **ARCHIVES}.items()
    for name, state in STATES.items():
        yield name, state_case(state)
    for number, texts in numbers_everywhere():
        for i, text in enumerate(texts):
            yield f'number_{number}_{i}', text_case(text)

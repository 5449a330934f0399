"""A MjSpec as MJCF: angles in radians, orientations as quaternions, of each element what differs from its default class.

Frames are written around each run of elements that are in the same one, so that elements keep their order.
"""

from __future__ import annotations

import itertools
import math
import os
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from typing import Any

import numpy as np

from . import enums
from .spec_table import CLASSED, IN_BODY, TABLE, WORDS, Row
from .visual import MjVisual

Node = ElementTree.Element
_CUBE = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
_ROLES = ("", "rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm")
_OUTPUT = ("rgb", "depth", "distance", "normal", "segmentation")
CONTACT_DATA = ("found", "force", "torque", "dist", "pos", "normal", "tangent")
RAY_DATA = ("dist", "dir", "origin", "point", "normal", "depth")
REDUCE = ("none", "mindist", "maxforce", "netforce")
FLEX_CONTACT = (
    "contype conaffinity condim priority friction solmix solref solimp margin gap internal selfcollide activelayers passive"
).split()
FLEX_ELASTICITY = "young poisson damping thickness elastic2d".split()
_ELASTIC2D = ("none", "bend", "stretch", "both")
BY_SITE = frozenset("touch accelerometer velocimeter gyro force torque magnetometer".split())
BY_JOINT = frozenset(
    "jointpos jointvel jointactuatorfrc ballquat ballangvel jointlimitpos jointlimitvel jointlimitfrc".split()
)


def number(value: Any) -> str:
    """A number, as short as it can be without losing anything."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    text = repr(float(value)) if not isinstance(value, np.float32) else str(value)
    return text[:-2] if text.endswith(".0") else text


def numbers(values: Any) -> str:
    return " ".join(number(v) for v in values)


def text_of(row: Row, value: Any) -> str:
    """A value in words of MJCF."""
    if row.kind in WORDS:
        return WORDS[row.kind].words[int(value)]
    if row.kind in ("array", "vector"):
        return numbers(value)
    return value if row.kind == "str" else number(value)


def _given(row: Row, value: Any) -> bool:
    if row.optional:
        return not np.isnan(value if row.kind == "float" else value[0])
    return True


def png(width: int, height: int, channels: int, data: bytes) -> bytes:
    """Pixels as a PNG file."""
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    stride = width * channels
    rows = b"".join(b"\0" + data[i * stride : (i + 1) * stride] for i in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Writer:
    """Writes one spec. `order` lists the elements of each kind as they are numbered in the model."""

    def __init__(self, spec: Any) -> None:
        self.spec = spec
        self.order: dict[str, list[Any]] = {kind: [] for kind in TABLE}
        self.files: dict[str, bytes] = {}
        self.root = Node("mujoco", model=spec.modelname)
        compilers = {id(e._compiler): e._compiler for kind in ("mesh", "texture", "hfield", "skin") for e in spec._list(kind)}
        folders = {(c.meshdir, c.texturedir) for c in (spec.compiler, *compilers.values())}
        self.own_folders = len(folders) > 1  # each file is written with its folder
        self._fresh = {kind: spec._example(kind) for kind in TABLE}

    def write(self) -> str:
        self._compiler()
        self._settings()
        self._defaults()
        self._assets()
        world = self._section("worldbody")
        self.order["body"].append(self.spec.worldbody)
        self._content(self.spec.worldbody, world)
        self._deformable()
        self._contact()
        self._equality()
        self._tendons()
        self._actuators()
        self._sensors()
        self._custom()
        self._keys()
        for node in self.spec._raw:
            self.root.append(node)
        return self._text()

    # ---- text

    def _section(self, name: str) -> Node:
        return ElementTree.SubElement(self.root, name)

    def _text(self) -> str:
        for name in [n for n in self.root if len(n) == 0 and not n.attrib and n.tag != "worldbody"]:
            self.root.remove(name)
        parts = []
        for section in self.root:
            ElementTree.indent(section, "  ", 1)
            parts.append("  " + ElementTree.tostring(section, "unicode", short_empty_elements=True).rstrip().replace(" />", "/>"))
        head = f"<mujoco model={_quoted(self.spec.modelname)}>\n"
        return head + "\n\n".join(parts) + "\n</mujoco>\n"

    # ---- settings

    def _compiler(self) -> None:
        compiler, node = self.spec.compiler, self._section("compiler")
        node.set("angle", "radian")
        for name, default in compiler._defaults.items():
            value = getattr(compiler, name)
            if name in ("degree", "eulerseq", "LRopt", "authored") or np.array_equal(value, default):
                continue
            if name in ("meshdir", "texturedir"):
                if not self.own_folders:
                    node.set(name, value)
            elif name == "inertiafromgeom":
                node.set(name, ("false", "true", "auto")[int(value)])
            elif name == "conflict":
                node.set(name, ("warning", "merge", "error")[int(value)])
            else:
                node.set(name, numbers(value) if isinstance(value, np.ndarray) else number(value))
        if self.spec.strippath:
            node.set("strippath", "true")

    def _settings(self) -> None:
        spec = self.spec
        option = ElementTree.fromstring(spec._options.to_xml()).find("option")
        if option is not None:
            self.root.append(option)
        size = self._section("size")
        for name, value in spec._sizes.items():
            if value not in (None, -1) and value != spec._SIZES.get(name):
                size.set(name, str(value))
        for kind, short in spec._USER.items():
            longest = max((len(e.userdata) for e in spec._list(kind)), default=0)
            if longest and spec._sizes.get("nuser_" + short, -1) in (-1, None):
                size.set("nuser_" + short, str(longest))
        statistic = self._section("statistic")
        for name in ("meaninertia", "meanmass", "meansize", "extent"):
            if not math.isnan(getattr(spec.stat, name)):
                statistic.set(name, number(getattr(spec.stat, name)))
        if not math.isnan(spec.stat.center[0]):
            statistic.set("center", numbers(spec.stat.center))
        self._visual()
        used: dict[str, Node] = {}
        extension = self._section("extension")
        for name in [*spec._plugins_active, *(p.plugin_name for p in spec.plugins)]:
            if name not in used:
                used[name] = ElementTree.SubElement(extension, "plugin", plugin=name)
        for plugin in spec.plugins:
            node = ElementTree.SubElement(used[plugin.plugin_name], "instance", name=plugin.name)
            self._config(node, plugin)
            self.order["plugin"].append(plugin)

    def _visual(self) -> None:
        visual, usual = self._section("visual"), MjVisual()
        for group, values in self.spec.visual._fields().items():
            changed = {}
            for name, value in values._fields().items():
                if np.array_equal(value, usual._fields()[group]._fields()[name]):
                    continue
                if isinstance(value, np.ndarray):
                    changed[name] = numbers(value)
                else:
                    flag = name in ("ellipsoidinertia", "bvactive", "orthographic")
                    text = value if isinstance(value, str) else number(bool(value) if flag else value)
                    changed[name] = text
            if changed:
                ElementTree.SubElement(visual, group.rstrip("_"), changed)

    def _config(self, node: Node, plugin: Any) -> None:
        for key, value in plugin.config.items():
            ElementTree.SubElement(node, "config", key=key, value=value)

    # ---- elements

    def _attributes(self, node: Node, element: Any, base: Any) -> None:
        """What differs from the default class."""
        if element._name and base is not None:
            node.set("name", element._name)
        for name, row in TABLE[element._kind].items():
            if row.attribute is None:
                continue
            value, usual = element._values[name], (base or self._fresh[element._kind])._values[name]
            if np.array_equal(value, usual, equal_nan=True) if isinstance(value, np.ndarray) else value == usual:
                continue
            if not _given(row, value):
                if _given(row, usual):
                    raise NotImplementedError(f"corten.mujoco: {element._kind} without {name}, which its default class has")
                continue
            text = text_of(row, value)
            if row.name == "file":
                text = self._file(element, text)
            node.set(row.attribute, text)

    def _file(self, element: Any, name: str) -> str:
        if not self.own_folders or not name:
            return name
        compiler = element._compiler
        return os.path.join(compiler.texturedir if element._kind == "texture" else compiler.meshdir, name)

    def _element(self, parent: Node, element: Any, tag: str | None = None) -> Node:
        node = ElementTree.SubElement(parent, tag or element._kind)
        base = self._base(element)
        self._attributes(node, element, base)
        self._special(node, element, base)
        if element._kind in CLASSED and element._class not in (None, self.spec.default) and node.tag != "freejoint":
            node.set("class", element._class.name)
        if element.__dict__.get("_plugin") is not None and element.plugin.active:
            plugin = element.plugin
            place = node if element._kind in ("actuator", "sensor") else ElementTree.SubElement(node, "plugin")
            if plugin.plugin_name:
                place.set("plugin", plugin.plugin_name)
            if plugin.name:
                place.set("instance", plugin.name)
                place.attrib.pop("plugin", None)
            else:
                self._config(place, plugin)
        self.order[element._kind].append(element)
        return node

    def _base(self, element: Any) -> Any:
        if element._kind in CLASSED:
            return getattr(element._class or self.spec.default, element._kind)
        return self._fresh[element._kind]

    def _special(self, node: Node, element: Any, base: Any) -> None:
        function = getattr(self, "_special_" + element._kind, None)
        if "alt" in element.__dict__ and element._kind != "frame":
            fixed = element._kind in ("geom", "site") and not np.isnan(element.fromto[0])
            quat = element._quaternion() if element.alt.type or not np.array_equal(element.quat, base.quat) else None
            if fixed:
                node.attrib.pop("pos", None)
            elif quat is not None and not np.array_equal(quat, base._quaternion()):
                node.set("quat", numbers(quat))
        if function is not None:
            function(node, element, base)

    def _special_geom(self, node: Node, geom: Any, base: Any) -> None:
        if geom.typeinertia != base.typeinertia:
            node.set("shellinertia", number(geom.typeinertia == enums.mjtGeomInertia.mjINERTIA_SHELL))
        if geom.fluid_ellipsoid != base.fluid_ellipsoid:
            node.set("fluidshape", "ellipsoid" if geom.fluid_ellipsoid else "none")

    def _special_joint(self, node: Node, joint: Any, base: Any) -> None:
        turns = joint.type in (enums.mjtJoint.mjJNT_HINGE, enums.mjtJoint.mjJNT_BALL)
        unit = math.pi / 180 if joint._compiler.degree and turns else 1.0
        for name in ("range", "ref", "springref"):
            value = joint._values[name]
            if np.any(value):
                holds = joint.limited != enums.mjtLimited.mjLIMITED_FALSE  # MuJoCo leaves a range that does not hold as it is
                angle = holds if name == "range" else joint.type == enums.mjtJoint.mjJNT_HINGE
                factor = unit if angle else 1.0
                node.set(name, numbers(value * factor) if name == "range" else number(value * factor))
        fresh, own = self._fresh["joint"]._values, ("type", "group", "align")
        plain = all(np.array_equal(value, fresh[name]) for name, value in joint._values.items() if name not in own)
        if joint.type == enums.mjtJoint.mjJNT_FREE and plain:
            node.tag = "freejoint"
            for name in [n for n in node.attrib if n != "name"]:
                node.attrib.pop(name)
            for name in ("group", "align"):
                if joint._values[name] != fresh[name]:
                    node.set(name, text_of(TABLE["joint"][name], joint._values[name]))
        elif joint.align != enums.mjtAlignFree.mjALIGNFREE_AUTO:
            raise NotImplementedError("corten.mujoco: align of a joint that is not a plain free joint")

    def _special_camera(self, node: Node, camera: Any, base: Any) -> None:
        if camera.output != base.output:
            node.set("output", " ".join(w for i, w in enumerate(_OUTPUT) if camera.output >> i & 1))

    def _special_body(self, node: Node, body: Any, base: Any) -> None:
        if not np.isnan(body.ipos[0]) or body.explicitinertial:
            inertial = Node("inertial", pos=numbers(np.nan_to_num(body.ipos)), mass=number(body.mass))
            if not np.isnan(body.fullinertia[0]):
                inertial.set("fullinertia", numbers(body.fullinertia))
            else:
                inertial.set("diaginertia", numbers(body.inertia))
                from .spec_element import resolve

                quat = resolve(body.ialt, body.iquat, body._compiler.degree, "".join(body._compiler.eulerseq))
                if quat.tolist() != [1, 0, 0, 0]:
                    inertial.set("quat", numbers(quat))
            node.append(inertial)

    def _special_mesh(self, node: Node, mesh: Any, base: Any) -> None:
        for name in ("userfacenormal", "userfacetexcoord"):
            if len(mesh._values[name]):
                raise NotImplementedError(f"corten.mujoco: mujoco.MjsMesh.{name}")
        if mesh._builtin is not None:
            node.set("builtin", mesh._builtin[0])
            node.set("params", numbers(mesh._builtin[1]))

    def _special_hfield(self, node: Node, field: Any, base: Any) -> None:
        if len(field.userdata):
            rows = np.asarray(field.userdata).reshape(field.nrow, field.ncol)
            node.set("elevation", numbers(rows[::-1].reshape(-1)))

    def _special_texture(self, node: Node, texture: Any, base: Any) -> None:
        layout = "".join(texture.gridlayout)
        if layout.strip("."):
            node.set("gridlayout", layout)
        for name, file in zip(_CUBE, texture.cubefiles):
            if file:
                node.set(name, self._file(texture, file))
        if texture.data:
            cube = texture.type != enums.mjtTexture.mjTEXTURE_2D
            height = texture.height * (6 if cube and len(texture.data) == 6 * texture.height * texture.width * texture.nchannel else 1)
            if len(texture.data) != texture.width * height * texture.nchannel:
                raise ValueError("Error: Texture buffer has incorrect size")
            name = f"corten_{len(self.files)}_{texture._name or 'texture'}.png"
            self.files[name] = png(texture.width, height, texture.nchannel, texture.data)
            node.set("file", name)
            if cube and height != texture.height:
                node.set("gridsize", "6 1")
                node.set("gridlayout", "RLUDFB")

    def _special_material(self, node: Node, material: Any, base: Any) -> None:
        if list(material.textures) == list(base.textures):
            return
        named = [(role, name) for role, name in zip(_ROLES, material.textures) if name]
        if any(not role for role, _ in named):
            raise NotImplementedError("corten.mujoco: a texture of a material in the role mjTEXROLE_USER")
        if len(named) == 1 and named[0][0] == "rgb":
            node.set("texture", named[0][1])
        else:
            for role, name in named:
                ElementTree.SubElement(node, "layer", texture=name, role=role)

    # ---- sections

    def _defaults(self) -> None:
        top = self._section("default")
        self._class(top, self.spec.default, None)
        for default in self.spec._more_defaults:
            node = ElementTree.SubElement(top, "default", {"class": default.name})
            self._class(node, default, self.spec.default)

    def _class(self, node: Node, default: Any, parent: Any) -> None:
        for kind in sorted(CLASSED):
            example = getattr(default, kind)
            base = self._fresh[kind] if parent is None else getattr(parent, kind)
            tag = {"actuator": "general", "tendon": "tendon"}.get(kind, kind)
            part = Node(tag)
            self._attributes(part, example, base)
            part.attrib.pop("name", None)
            if kind in ("geom", "camera", "material", "site"):
                self._special(part, example, base)
            elif kind == "actuator" and example.ctrlspec != base.ctrlspec:
                raise NotImplementedError("corten.mujoco: ctrlspec in a default class")
            if part.attrib or len(part):
                node.append(part)
        for child in default._children:
            inner = ElementTree.SubElement(node, "default", {"class": child.name})
            self._class(inner, child, default)

    def _assets(self) -> None:
        node = self._section("asset")
        for kind in ("texture", "material", "mesh", "hfield"):
            for element in self.spec._list(kind):
                self._element(node, element)

    def _content(self, body: Any, node: Node) -> None:
        for kind in (k for k in ("joint", "geom", "site", "camera", "light") if k in IN_BODY):
            for frame, run in itertools.groupby(getattr(body, kind + "s"), key=lambda e: e._frame):
                place = self._framed(node, frame)
                for element in run:
                    self._element(place, element)
        for flex in self.spec.flexes:
            if flex._recipe is not None and flex._recipe[0] is body:
                self._flexcomp(node, flex)
        raw, place, last = list(body._raw), node, None
        for i, child in enumerate(body.bodies):
            while raw and raw[0][0] <= i:  # what was read before this body makes bodies of its own
                node.append(raw.pop(0)[1])
                place, last = node, None
            if child._frame is not last:
                place, last = self._framed(node, child._frame), child._frame
            self._content(child, self._element(place, child))
        node.extend(part for _, part in raw)

    def _framed(self, node: Node, frame: Any) -> Node:
        """The place inside of a frame and those around it."""
        if frame is None:
            return node
        outer = self._framed(node, frame._frame)
        inner = ElementTree.SubElement(outer, "frame")
        if np.any(frame.pos):
            inner.set("pos", numbers(frame.pos))
        quat = frame._quaternion()
        if quat.tolist() != [1, 0, 0, 0]:
            inner.set("quat", numbers(quat))
        return inner

    def _flexcomp(self, node: Node, flex: Any) -> None:
        _, recipe, equality = flex._recipe
        comp = ElementTree.SubElement(node, "flexcomp", name=flex._name, dim=str(flex.dim))
        for name, value in recipe.items():
            comp.set(name, value if isinstance(value, str) else number(value) if np.isscalar(value) else numbers(value))
        fresh = self._fresh["flex"]
        for name in ("radius", "rgba", "group", "material", "flatskin"):
            row, value = TABLE["flex"][name], flex._values[name]
            if not np.array_equal(value, fresh._values[name]):
                comp.set(name, text_of(row, value))
        if equality != "false":
            ElementTree.SubElement(comp, "edge", equality=equality)
        self._flex_parts(comp, flex)

    def _flex_parts(self, node: Node, flex: Any) -> None:
        fresh = self._fresh["flex"]
        for tag, names in (("contact", FLEX_CONTACT), ("elasticity", FLEX_ELASTICITY)):
            part = Node(tag)
            for name in names:
                value = flex._values[name]
                if not np.array_equal(value, fresh._values[name]):
                    text = _ELASTIC2D[value] if name == "elastic2d" else text_of(TABLE["flex"][name], value)
                    part.set(name, ("true" if value else "false") if name == "passive" else text)
            if part.attrib:
                node.append(part)

    def _deformable(self) -> None:
        node = self._section("deformable")
        for flex in self.spec.flexes:
            if flex._recipe is None:
                part = self._element(node, flex)
                for name, attribute in (("vertbody", "body"), ("nodebody", "node")):
                    if len(flex._values[name]):
                        part.set(attribute, " ".join(flex._values[name]))
                if flex.edgestiffness or flex.edgedamping:
                    ElementTree.SubElement(part, "edge", stiffness=number(flex.edgestiffness), damping=number(flex.edgedamping))
                self._flex_parts(part, flex)
        for skin in self.spec.skins:
            part = self._element(node, skin)
            for i, name in enumerate(skin.bodyname):
                bone = ElementTree.SubElement(part, "bone", body=name)
                bone.set("bindpos", numbers(skin.bindpos[3 * i : 3 * i + 3]))
                bone.set("bindquat", numbers(skin.bindquat[4 * i : 4 * i + 4]))
                bone.set("vertid", numbers(skin.vertid[i]))
                bone.set("vertweight", numbers(skin.vertweight[i]))

    def _contact(self) -> None:
        node = self._section("contact")
        for kind in ("pair", "exclude"):
            for element in self.spec._list(kind):
                self._element(node, element)

    def _equality(self) -> None:
        node = self._section("equality")
        for equality in self.spec.equalities:
            word, data = WORDS["equality"].words[int(equality.type)], equality.data
            part = self._element(node, equality, word)
            if word in ("connect", "weld"):
                site = equality.objtype == enums.mjtObj.mjOBJ_SITE
                for i, name in (("1", equality.name1), ("2", equality.name2)):
                    if name:
                        part.set(("site" if site else "body") + i, name)
                if word == "connect" and not site:
                    part.set("anchor", numbers(data[:3]))
                if word == "weld":
                    if not site:
                        part.set("anchor", numbers(data[:3]))
                        part.set("relpose", numbers(data[3:10]))
                    part.set("torquescale", number(data[10]))
            elif word in ("joint", "tendon"):
                part.set(word + "1", equality.name1)
                if equality.name2:
                    part.set(word + "2", equality.name2)
                part.set("polycoef", numbers(data[:5]))
            else:
                part.set("flex", equality.name1)
                if word == "flexstrain":
                    part.set("cell", numbers(data[:3]))

    def _tendons(self) -> None:
        node = self._section("tendon")
        for tendon in self.spec.tendons:
            fixed = any(w._what == "joint" for w in tendon.path)
            part = self._element(node, tendon, "fixed" if fixed else "spatial")
            if fixed:
                for name in ("width", "material", "rgba"):
                    part.attrib.pop(name, None)
            for wrap in tendon.path:
                step = ElementTree.SubElement(part, wrap._what)
                if wrap._what == "pulley":
                    step.set("divisor", number(wrap._number))
                else:
                    step.set(wrap._what, wrap._target)
                if wrap._what == "joint":
                    step.set("coef", number(wrap._number))
                if wrap._side:
                    step.set("sidesite", wrap._side)

    def _actuators(self) -> None:
        node = self._section("actuator")
        for actuator in self.spec.actuators:
            part = self._element(node, actuator, "plugin" if actuator._plugin is not None and actuator.plugin.active else "general")
            if actuator.inheritrange or actuator.biasprm[2] > 0 and actuator.gaintype == enums.mjtGain.mjGAIN_FIXED:
                self._as_position(part, actuator)
            if actuator.ctrlspec:
                self._inputs(part, actuator)
            names = ("joint", "jointinparent", "cranksite", "tendon", "site", "body")
            if int(actuator.trntype) < len(names) and actuator.target:
                part.set(names[int(actuator.trntype)], actuator.target)
            for name in ("slidersite", "refsite"):
                if actuator._values[name]:
                    part.set(name, actuator._values[name])

    def _inputs(self, part: Node, actuator: Any) -> None:
        if actuator.gaintype == enums.mjtGain.mjGAIN_SO3:
            part.set("input", {1: "expmap", 2: "quat"}[actuator.ctrlspec])
            return
        bits = {1: "pos", 2: "vel", 4: "ff", 8: "voltage", 16: "none"}
        part.set("input", " ".join(word for bit, word in bits.items() if actuator.ctrlspec & bit))

    def _as_position(self, part: Node, actuator: Any) -> None:
        """Ranges that follow the target's, and damping ratios, can only be said of <position> and <intvelocity>."""
        integrator = actuator.dyntype == enums.mjtDyn.mjDYN_INTEGRATOR
        if actuator.biastype != enums.mjtBias.mjBIAS_AFFINE or actuator.gaintype != enums.mjtGain.mjGAIN_FIXED:
            raise NotImplementedError("corten.mujoco: inheritrange or a damping ratio of an actuator that is no servo")
        part.tag = "intvelocity" if integrator else "position"
        for name in ("dyntype", "gaintype", "biastype", "gainprm", "biasprm", "dynprm", "actdim", "actearly"):
            part.attrib.pop(name, None)
        part.set("kp", number(actuator.gainprm[0]))
        damping = actuator.biasprm[2]
        part.set("dampratio" if damping > 0 else "kv", number(abs(damping)))
        if actuator.inheritrange:
            part.set("inheritrange", number(actuator.inheritrange))
        if actuator.dyntype == enums.mjtDyn.mjDYN_FILTEREXACT:
            part.set("timeconst", number(actuator.dynprm[0]))

    def _sensors(self) -> None:
        node = self._section("sensor")
        for sensor in self.spec.sensors:
            word = WORDS["sensor"].words[int(sensor.type)]
            part = self._element(node, sensor, word)
            kinds = WORDS["object"].words
            obj, ref = kinds[int(sensor.objtype)], kinds[int(sensor.reftype)]
            if word in BY_SITE:
                part.set("site", sensor.objname)
            elif word in BY_JOINT:
                part.set("joint", sensor.objname)
            elif word.startswith(("tendon", "actuator")):
                part.set("tendon" if word.startswith("tendon") else "actuator", sensor.objname)
            elif word.startswith("subtree"):
                part.set("body", sensor.objname)
            elif word == "camprojection":
                part.attrib.update(site=sensor.objname, camera=sensor.refname)
            elif word == "rangefinder":
                part.set("camera" if obj == "camera" else "site", sensor.objname)
                part.set("data", _bits(RAY_DATA, sensor.intprm[0]))
            elif word == "contact":
                self._contact_sensor(part, sensor, obj, ref)
            elif word in ("distance", "normal", "fromto"):
                part.attrib.update({f"{'geom' if obj == 'geom' else 'body'}1": sensor.objname})
                part.attrib.update({f"{'geom' if ref == 'geom' else 'body'}2": sensor.refname})
            elif word == "tactile":
                part.attrib.update(geom=sensor.refname, mesh=sensor.objname)
            elif word in ("clock", "e_potential", "e_kinetic"):
                pass
            else:
                self._object_sensor(part, sensor, word, obj, ref)

    def _contact_sensor(self, part: Node, sensor: Any, obj: str, ref: str) -> None:
        words = {"body": "body", "xbody": "subtree", "geom": "geom"}
        if sensor.objname:
            part.set("site" if obj == "site" else words[obj] + "1", sensor.objname)
        if sensor.refname:
            part.set(words[ref] + "2", sensor.refname)
        part.set("data", _bits(CONTACT_DATA, sensor.intprm[0]))
        part.set("reduce", REDUCE[sensor.intprm[1]])
        part.set("num", str(sensor.intprm[2]))

    def _object_sensor(self, part: Node, sensor: Any, word: str, obj: str, ref: str) -> None:
        if sensor.objname:
            part.attrib.update(objtype=obj, objname=sensor.objname)
        if word == "insidesite":
            part.set("site", sensor.refname)
        elif sensor.refname:
            part.attrib.update(reftype=ref, refname=sensor.refname)
        if word == "user":
            for name in ("datatype", "needstage", "dim"):
                part.set(name, text_of(TABLE["sensor"][name], sensor._values[name]))

    def _custom(self) -> None:
        node = self._section("custom")
        for numeric in self.spec.numerics:
            part = self._element(node, numeric)
            if numeric.size:
                part.set("size", str(numeric.size))
        for text in self.spec.texts:
            self._element(node, text)
        for group in self.spec.tuples:
            part = self._element(node, group)
            for i, name in enumerate(group.objname):
                item = ElementTree.SubElement(part, "element", objname=name)
                item.set("objtype", WORDS["object"].words[int(group.objtype[i])])
                if i < len(group.objprm):
                    item.set("prm", number(group.objprm[i]))

    def _keys(self) -> None:
        node = self._section("keyframe")
        for key in self.spec.keys:
            self._element(node, key)


def _bits(words: tuple[str, ...], bits: int) -> str:
    return " ".join(word for i, word in enumerate(words) if int(bits) >> i & 1)


def _quoted(text: str) -> str:
    from xml.sax.saxutils import quoteattr

    return quoteattr(text)

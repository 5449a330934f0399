"""MJCF into a MjSpec. The text comes from the core's own writer: files are included, copies made, attributes checked."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np

from . import enums
from .spec_element import _ANGLES, MjsDefault
from .spec_table import CLASSED, TABLE, WORDS, Row
from .spec_write import CONTACT_DATA, RAY_DATA, REDUCE
from .visual import visual_of

Node = ElementTree.Element
_TARGETS = ("joint", "jointinparent", "cranksite", "tendon", "site", "body")
_INPUTS = {"expmap": 1, "quat": 2, "pos": 1, "vel": 2, "ff": 4, "voltage": 8, "none": 16}
_BOOLS = {"true": True, "false": False}
_CUBE = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
_ROLES = ("", "rgb", "occlusion", "roughness", "metallic", "normal", "opacity", "emissive", "rgba", "orm")
_OUTPUT = ("rgb", "depth", "distance", "normal", "segmentation")


def value_of(row: Row, text: str, known: Any) -> Any:
    """A value from words of MJCF; of an array the first numbers may be given alone."""
    if row.kind in WORDS:
        return WORDS[row.kind].read(text)
    if row.kind == "str":
        return text
    if row.kind == "bool":
        return _BOOLS[text]
    if row.kind == "int":
        return int(text)
    if row.kind == "float":
        return float(text)
    given = np.array([float(word) for word in text.split()]).astype(row.dtype)
    if row.kind == "vector":
        return given
    array = known.copy()
    if row.name == "springlength" and len(given) == 1:
        given = np.repeat(given, 2)
    array[: len(given)] = given
    return array


class Reader:
    """Reads one text into one spec."""

    def __init__(self, spec: Any, text: str, flat: str) -> None:
        self.spec, self.root, self.text = spec, ElementTree.fromstring(text), text
        found = ElementTree.fromstring(flat).find("actuator")
        self.actuators = [] if found is None else list(found)  # with what they have from default classes written out

    def read(self) -> None:
        spec = self.spec
        spec.modelname = self.root.get("model", "MuJoCo Model")
        for node in self.root.iter("compiler"):
            self._compiler(node)
        spec._visual = visual_of(self.text)
        for node in self.root:
            getattr(self, "_read_" + node.tag, self._keep)(node)

    def _keep(self, node: Node) -> None:
        if node.tag not in ("compiler", "option", "visual"):
            self.spec._raw.append(node)

    # ---- settings

    def _compiler(self, node: Node) -> None:
        compiler = self.spec.compiler
        for name, text in node.attrib.items():
            known = getattr(compiler, name, None)
            if name == "angle":
                compiler.degree = text == "degree"
            elif name == "assetdir":
                compiler.meshdir = compiler.texturedir = text
            elif name == "eulerseq":
                compiler.eulerseq = list(text)
            elif name == "strippath":
                self.spec.strippath = _BOOLS[text]
            elif name == "inertiafromgeom":
                compiler.inertiafromgeom = enums.mjtInertiaFromGeom(("false", "true", "auto").index(text))
            elif name == "conflict":
                compiler.conflict = enums.mjtConflict(("warning", "merge", "error").index(text))
            elif isinstance(known, np.ndarray):
                known[...] = [int(w) for w in text.split()]
            elif isinstance(known, bool):
                setattr(compiler, name, _BOOLS[text])
            elif isinstance(known, str):
                setattr(compiler, name, text)
            elif known is not None:
                setattr(compiler, name, float(text))
        if node.attrib:
            compiler.authored = sum(1 << i for i in range(len(node.attrib)))
        for inner in node:
            raise NotImplementedError(f"corten.mujoco: <{inner.tag}> of <compiler> in a mujoco.MjSpec")

    def _read_size(self, node: Node) -> None:
        for name, text in node.attrib.items():
            self.spec._sizes[name] = text if name == "memory" else int(text)

    def _read_statistic(self, node: Node) -> None:
        for name, text in node.attrib.items():
            setattr(self.spec.stat, name, [float(w) for w in text.split()] if name == "center" else float(text))

    def _read_extension(self, node: Node) -> None:
        for plugin in node:
            name = plugin.get("plugin", "")
            self.spec.activate_plugin(name)
            for instance in plugin:
                made = self.spec.add_plugin(name=instance.get("name", ""), plugin_name=name, active=True)
                made.config = {c.get("key"): c.get("value") for c in instance}

    def _read_default(self, node: Node) -> None:
        self._class(node, self.spec.default)

    def _class(self, node: Node, default: Any) -> None:
        if node.get("class"):
            default.name = node.get("class")
        inner = [part for part in node if part.tag == "default"]
        for part in node:
            if part.tag == "default":
                continue
            kind = part.tag if part.tag in CLASSED else "actuator"
            self._fill(getattr(default, kind), part)
            if kind == "actuator" and part.tag != "general":
                _shortcut(default.actuator, part)
        for part in inner:
            self._class(part, MjsDefault(self.spec, part.get("class", ""), default))

    # ---- elements

    def _fill(self, element: Any, node: Node) -> None:
        kind = element._kind
        names = {row.attribute: row for row in TABLE[kind].values() if row.attribute is not None}
        special = getattr(self, "_special_" + kind, None)
        for name, text in node.attrib.items():
            if name == "name":
                element.__dict__["_name"] = text
            elif name == "class":
                pass
            elif name in names:
                row = names[name]
                element._values[row.name] = value_of(row, text, element._values[row.name])
            elif name == "quat" and kind != "frame" or name in ("pos", "quat"):
                element._values[name][:] = [float(w) for w in text.split()]
            elif name in _ANGLES and "alt" in element.__dict__:
                getattr(element.alt, name)[:] = [float(w) for w in text.split()]
                element.alt.type = _ANGLES[name][1]
            elif special is None or not special(element, name, text, node):
                raise NotImplementedError(f"corten.mujoco: {name} of <{node.tag}> in a mujoco.MjSpec")
        for part in node:
            if part.tag == "plugin":
                self._plugin(element, part)

    def _plugin(self, element: Any, node: Node) -> None:
        plugin = element.plugin
        plugin.active, plugin.plugin_name = True, node.get("plugin", "")
        plugin.__dict__["_name"] = node.get("instance", "")
        plugin.config = {c.get("key"): c.get("value") for c in node if c.tag == "config"}

    def _special_geom(self, geom: Any, name: str, text: str, node: Node) -> bool:
        if name == "shellinertia":
            geom.typeinertia = int(_BOOLS[text])
        elif name == "fluidshape":
            geom.fluid_ellipsoid = float(text == "ellipsoid")
        else:
            return False
        return True

    def _special_joint(self, joint: Any, name: str, text: str, node: Node) -> bool:
        if name == "range":
            joint.range = [float(w) for w in text.split()]
        elif name in ("ref", "springref"):
            setattr(joint, name, float(text))
        elif name == "align":
            joint.align = ("false", "true", "auto").index(text)
        else:
            return False
        return True

    def _special_camera(self, camera: Any, name: str, text: str, node: Node) -> bool:
        if name == "output":
            camera.output = sum(1 << _OUTPUT.index(w) for w in text.split())
        return name == "output"

    def _special_body(self, body: Any, name: str, text: str, node: Node) -> bool:
        if name == "childclass":
            body.childclass = text
        return name == "childclass"

    _special_frame = _special_body

    def _special_mesh(self, mesh: Any, name: str, text: str, node: Node) -> bool:
        if name == "builtin":
            mesh._make(text, *(float(w) for w in node.get("params", "").split()))
        return name in ("builtin", "params")

    def _special_hfield(self, field: Any, name: str, text: str, node: Node) -> bool:
        if name == "elevation":
            rows = np.array([float(w) for w in text.split()]).reshape(int(node.get("nrow", 0)), int(node.get("ncol", 0)))
            field.userdata = rows[::-1].reshape(-1)
        return name == "elevation"

    def _special_texture(self, texture: Any, name: str, text: str, node: Node) -> bool:
        if name == "gridlayout":
            texture.gridlayout = text.ljust(12, ".")
        elif name in _CUBE:
            texture.cubefiles[_CUBE.index(name)] = text
        else:
            return False
        return True

    def _special_material(self, material: Any, name: str, text: str, node: Node) -> bool:
        if name == "texture":
            material.textures[int(enums.mjtTextureRole.mjTEXROLE_RGB)] = text
        return name == "texture"

    def _special_equality(self, equality: Any, name: str, text: str, node: Node) -> bool:
        if name[:-1] in ("body", "site", "joint", "tendon") and name[-1] in "12":
            setattr(equality, "name" + name[-1], text)
            if name[:-1] in ("body", "site"):
                equality.objtype = enums.mjtObj.mjOBJ_SITE if name[:-1] == "site" else enums.mjtObj.mjOBJ_BODY
            return True
        if name == "flex":
            equality.name1 = text
            return True
        places = {"anchor": 0, "relpose": 3, "torquescale": 10, "polycoef": 0, "cell": 0}
        if name not in places:
            return False
        given = [float(w) for w in text.split()]
        equality.data[places[name] : places[name] + len(given)] = given
        return True

    def _special_actuator(self, actuator: Any, name: str, text: str, node: Node) -> bool:
        if name in _TARGETS:
            actuator.trntype, actuator.target = _TARGETS.index(name), text
        elif name in ("slidersite", "refsite"):
            setattr(actuator, name, text)
        elif name == "inheritrange":
            actuator.inheritrange = float(text)
        elif name == "input":
            actuator.ctrlspec = sum(_INPUTS[word] for word in text.split())
        elif name in ("plugin", "instance"):
            pass
        else:
            return node.tag not in ("general", "plugin")  # parameters of a kind of actuators, read below
        return True

    def _special_sensor(self, sensor: Any, name: str, text: str, node: Node) -> bool:
        word = node.tag
        sensor.type = WORDS["sensor"].words.index(word)
        words, of = WORDS["object"].words, enums.mjtObj
        if name in ("objtype", "reftype"):
            setattr(sensor, name, words.index(text))
        elif name in ("objname", "refname"):
            setattr(sensor, name, text)
        elif name in ("geom1", "body1", "subtree1") or name == "site" and word != "insidesite":
            kind = {"geom1": "geom", "body1": "body", "subtree1": "xbody", "site": "site"}[name]
            sensor.objtype, sensor.objname = words.index(kind), text
        elif name in ("geom2", "body2", "subtree2"):
            sensor.reftype, sensor.refname = words.index({"geom2": "geom", "body2": "body", "subtree2": "xbody"}[name]), text
        elif name == "site":
            sensor.reftype, sensor.refname = of.mjOBJ_SITE, text
        elif name == "camera" and word == "camprojection":
            sensor.reftype, sensor.refname = of.mjOBJ_CAMERA, text
        elif name in ("camera", "joint", "tendon", "actuator", "body", "mesh"):
            sensor.objtype, sensor.objname = words.index(name), text
        elif name == "geom":
            sensor.reftype, sensor.refname = of.mjOBJ_GEOM, text
        elif name == "data":
            known = RAY_DATA if word == "rangefinder" else CONTACT_DATA
            sensor.intprm[0] = sum(1 << known.index(w) for w in text.split())
        elif name == "reduce":
            sensor.intprm[1] = REDUCE.index(text)
        elif name == "num":
            sensor.intprm[2] = int(text)
        elif name in ("datatype", "needstage", "dim"):
            setattr(sensor, name, value_of(TABLE["sensor"][name], text, None))
        else:
            return name in ("plugin", "instance")
        return True

    # ---- sections

    def _read_asset(self, node: Node) -> None:
        for part in node:
            if part.tag not in ("texture", "material", "mesh", "hfield"):
                raise NotImplementedError(f"corten.mujoco: <{part.tag}> of <asset> in a mujoco.MjSpec")
            element = self._new(part.tag, part)
            if part.tag == "material":
                for layer in part:
                    element.textures[_ROLES.index(layer.get("role", "rgb"))] = layer.get("texture", "")

    def _new(self, kind: str, node: Node) -> Any:
        default = self.spec.find_default(node.get("class", "")) if node.get("class") else None
        element = self.spec._add(kind, default, {})
        self._fill(element, node)
        return element

    def _read_worldbody(self, node: Node) -> None:
        self._content(self.spec.worldbody, None, node)

    def _content(self, body: Any, frame: Any, node: Node) -> None:
        for part in node:
            if part.tag == "inertial":
                self._inertial(body, part)
            elif part.tag == "frame":
                inner = body._add("frame", frame, None, {})
                self._fill(inner, part)
                self._content(body, inner, part)
            elif part.tag in ("body", "geom", "joint", "freejoint", "site", "camera", "light"):
                kind = "joint" if part.tag == "freejoint" else part.tag
                default = self.spec.find_default(part.get("class", "")) if part.get("class") else None
                element = body.add_freejoint() if part.tag == "freejoint" else body._add(kind, frame, default, {})
                self._fill(element, part)
                if kind == "body":
                    self._content(element, None, part)
            elif part.tag != "plugin":
                if frame is not None:
                    raise NotImplementedError(f"corten.mujoco: <{part.tag}> in a frame in a mujoco.MjSpec")
                body._raw.append((len(body.bodies), _in_radians(part, self.spec.compiler)))

    def _inertial(self, body: Any, node: Node) -> None:
        body.explicitinertial = True
        for name, text in node.attrib.items():
            given = [float(w) for w in text.split()]
            if name in _ANGLES:
                getattr(body.ialt, name)[:] = given
                body.ialt.type = _ANGLES[name][1]
            elif name == "mass":
                body.mass = given[0]
            else:
                field = {"pos": "ipos", "diaginertia": "inertia", "fullinertia": "fullinertia", "quat": "iquat"}[name]
                body._values[field][:] = given

    def _read_contact(self, node: Node) -> None:
        for part in node:
            self._new(part.tag, part)

    def _read_equality(self, node: Node) -> None:
        for part in node:
            element = self._new("equality", part)
            element.type = WORDS["equality"].words.index(part.tag)
            if part.tag == "weld" and part.get("relpose") is None:
                element.data[3:10] = 0, 1, 0, 0, 0, 0, 0
            if part.tag == "weld" and part.get("anchor") is None:
                element.data[:3] = 0

    def _read_tendon(self, node: Node) -> None:
        for part in node:
            tendon = self._new("tendon", part)
            for step in part:
                if step.tag == "pulley":
                    tendon.wrap_pulley(float(step.get("divisor", 1)))
                elif step.tag == "joint":
                    tendon.wrap_joint(step.get("joint", ""), float(step.get("coef", 1)))
                elif step.tag == "geom":
                    tendon.wrap_geom(step.get("geom", ""), step.get("sidesite", ""))
                else:
                    tendon.wrap_site(step.get("site", ""))

    def _read_actuator(self, node: Node) -> None:
        for part, whole in zip(node, self.actuators):
            default = self.spec.find_default(part.get("class", "")) if part.get("class") else None
            actuator = self.spec._add("actuator", default, {})
            for name, value in self.spec._example("actuator")._values.items():
                actuator._values[name] = value
            self._fill(actuator, whole)
            part = whole
            if part.tag == "plugin":
                self._plugin(actuator, part)
            elif part.tag != "general":
                _shortcut(actuator, part)

    def _read_sensor(self, node: Node) -> None:
        for part in node:
            sensor = self._new("sensor", part)
            sensor.type = WORDS["sensor"].words.index(part.tag)
            if part.tag == "rangefinder" and part.get("data") is None:
                sensor.intprm[0] = 1
            if part.tag == "contact":
                sensor.intprm[0] = sensor.intprm[0] or 1
                sensor.intprm[2] = sensor.intprm[2] or 1
            if part.tag == "plugin":
                self._plugin(sensor, part)

    def _read_custom(self, node: Node) -> None:
        for part in node:
            size = part.attrib.pop("size", None)
            element = self._new(part.tag, part)
            if size:
                element.size = int(size)
            if part.tag == "tuple":
                element.objtype = [WORDS["object"].words.index(i.get("objtype", "")) for i in part]
                element.objname = [i.get("objname", "") for i in part]
                element.objprm = [float(i.get("prm", 0)) for i in part]

    def _read_keyframe(self, node: Node) -> None:
        for part in node:
            self._new("key", part)


def _in_radians(node: Node, compiler: Any) -> Node:
    """An element that is kept as it is, with its orientation as a quaternion."""
    from .spec_element import MjsOrientation, resolve

    for name in [n for n in node.attrib if n in _ANGLES]:
        alt = MjsOrientation()
        alt.type = _ANGLES[name][1]
        setattr(alt, name, [float(w) for w in node.attrib.pop(name).split()])
        quat = resolve(alt, np.array([1.0, 0, 0, 0]), compiler.degree, "".join(compiler.eulerseq))
        node.set("quat", " ".join(repr(float(q)) for q in quat))
    return node


def _shortcut(actuator: Any, node: Node) -> None:
    """The parameters of <motor>, <position>, ... ; what is not given has the default of these elements."""

    def get(name: str, default: float) -> float:
        return float(node.get(name, default))

    tag = node.tag
    limited = actuator.ctrllimited
    if tag == "motor":
        actuator.set_to_motor()
    elif tag in ("position", "intvelocity"):
        make = actuator.set_to_position if tag == "position" else actuator.set_to_intvelocity
        make(get("kp", 1), get("kv", -1), get("dampratio", -1), get("timeconst", -1), get("inheritrange", 0))
    elif tag == "cylinder":
        actuator.set_to_cylinder(get("timeconst", 1), 0, get("area", 1), get("diameter", -1))
        given = [float(w) for w in node.get("bias", "0").split()]
        actuator.biasprm[: len(given)] = given
    elif tag == "orientation":
        actuator.set_to_orientation(get("kp", 1), get("kv", -1), get("dampratio", -1), actuator.ctrlspec)
    elif tag == "pid":
        gains = [get(n, -1) for n in ("kv", "dampratio", "ki")] + [get("imax", 0 if "ki" in node.attrib else -1), get("slewmax", 0)]
        actuator.set_to_pid(get("kp", 1), *gains, get("inheritrange", 0), actuator.ctrlspec)
        if node.get("posrange") is not None:
            actuator.ctrlrange = [float(w) for w in node.get("posrange", "").split()]
    elif tag == "velocity":
        actuator.set_to_velocity(get("kv", 1))
    elif tag == "damper":
        actuator.set_to_damper(get("kv", 1))
    elif tag == "adhesion":
        actuator.set_to_adhesion(get("gain", 1))
    elif tag == "muscle":
        names = "force scale lmin lmax vmax fpmax fvmax".split()
        pairs = {n: [float(w) for w in node.get(n, "-1 -1").split()] for n in ("timeconst", "range")}
        actuator.set_to_muscle(tausmooth=get("tausmooth", 0), **pairs, **{n: get(n, -1) for n in names})
    else:
        raise NotImplementedError(f"corten.mujoco: <{tag}> in a mujoco.MjSpec read from XML")
    if node.get("ctrllimited") is not None:
        actuator.ctrllimited = limited



"""mju_getXMLDependencies: the files that a model needs."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree

# Elements that name a file, and the attribute of <compiler> with their folder.
_FOLDERS = {"mesh": "meshdir", "hfield": "meshdir", "skin": "meshdir", "flexcomp": "meshdir", "texture": "texturedir"}
_SIDES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def mju_getXMLDependencies(filename: str) -> list[str]:
    """A model file and all files that it includes, attaches and uses."""
    found: list[str] = []
    _collect(os.fspath(filename), found)
    return found


def _collect(path: str, found: list[str]) -> None:
    if path in found:
        return
    found.append(path)
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise ValueError(f"XML parse error: {path}: {error}") from error
    here = os.path.dirname(path)
    folders = {"meshdir": "", "texturedir": ""}
    strip = False
    for compiler in root.iter("compiler"):
        for name in folders:
            folders[name] = compiler.get(name, compiler.get("assetdir", folders[name]))
        strip = compiler.get("strippath", "true" if strip else "false") == "true"
    for element in root.iter():
        if element.tag in ("include", "model") and element.get("file"):
            _collect(os.path.join(here, element.get("file", "")), found)
        elif element.tag in _FOLDERS:
            for name in (element.get(side) for side in _SIDES):
                if name:
                    name = os.path.basename(name) if strip else name
                    full = os.path.join(here, folders[_FOLDERS[element.tag]], name)
                    if full not in found:
                        found.append(full)


__all__ = ["mju_getXMLDependencies"]

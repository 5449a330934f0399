#!/usr/bin/env python3
"""The code in the documentation works: every page of README.md, models/README.md and docs/ is read, and

    ```cpp              a complete program: compiled without a warning, and run; it must return 0
    ```cpp fragment     part of a program: not looked at
    ```text             after a program, without another block between: what it prints
    ```xml              loaded if it is a complete model, otherwise it must be well-formed; `xml name.xml` also makes it a
                        file that the programs and commands of the page find
    ```console          `$ corten ...` with what it prints
    indented blocks     command lines that begin with `corten`, and XML

Of what is printed, numbers may differ by 1 in 1000; `...` stands for anything, on a line of its own for any lines. Commands
run where their input exists; of the others the options must exist. All programs are compiled as one file, each in a namespace of its own, with `#line`
so that the compiler names the page:

    docs_code_test.py --write blocks.cc                            the build does this
    docs_code_test.py --corten COMMAND --programs blocks           the test: `blocks PAGE:LINE` runs a program
"""
import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60  # a program or command may take

# Headers that declare what programs use; a name of std:: that is missing here needs a line.
DECLARED = {
    "cstdio": "printf fprintf puts FILE", "string": "string to_string", "vector": "vector", "memory": "shared_ptr make_shared "
    "unique_ptr make_unique", "cmath": "abs sqrt sin cos exp log pow hypot isfinite isnan", "span": "span", "cstdlib": "exit",
    "algorithm": "max min fill copy clamp sort count_if max_element any_of", "thread": "thread jthread", "random":
    "mt19937 normal_distribution uniform_real_distribution", "stdexcept": "runtime_error invalid_argument out_of_range",
    "exception": "exception", "utility": "move swap pair", "array": "array", "string_view": "string_view", "cstddef":
    "size_t byte", "iterator": "size", "numeric": "accumulate"}
HEADER_OF = {name: header for header, names in DECLARED.items() for name in names.split()}


class Block:
    def __init__(self, page, line, info):
        self.page, self.line, self.info, self.lines = page, line, info.split(), []

    @property
    def text(self):
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def kind(self):
        return self.info[0] if self.info else ""

    def at(self, offset=0):
        return f"{self.page}:{self.line + offset}"


def blocks_of(page):
    """Fenced blocks by their info string; indented ones are of kind `indented`. A block's line is that of its first line."""
    found, fence, indented = [], None, None
    for number, line in enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1):
        mark = re.match(r"```(.*)$", line)
        if fence:
            if mark:
                fence = None
            else:
                fence.lines.append(line)
        elif mark:
            fence, indented = Block(page, number + 1, mark.group(1)), None
            found.append(fence)
        elif line.startswith("    "):
            if not indented:
                indented = Block(page, number, "indented")
                found.append(indented)
            indented.lines.append(line[4:])
        elif line or not indented:
            indented = None
        else:
            indented.lines.append("")
    return found


def same_text(expected, actual):
    """None, or the first line that differs. A line `...` stands for any number of lines."""
    expected, actual, at = expected.rstrip().splitlines(), actual.rstrip().splitlines(), 0
    skip = False
    for line in expected:
        if line.strip() == "...":
            skip = True
            continue
        while skip and at < len(actual) and not same_line(line, actual[at]):
            at += 1
        if at >= len(actual) or not same_line(line, actual[at]):
            return f"should print\n       {line}\n     but prints\n       {actual[at] if at < len(actual) else '(no more)'}"
        at, skip = at + 1, False
    return f"prints one more line: {actual[at]}" if at < len(actual) and not skip else None


def same_line(expected, actual):
    number = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
    pattern, values = "", []
    for part in re.split(rf"(\.\.\.|(?<![\w.]){number}(?![\w]))", " ".join(expected.split())):
        if part == "...":
            pattern += ".*?"
        elif re.fullmatch(number, part):
            pattern += f"({number})"
            values.append(float(part))
        else:
            pattern += re.escape(part)
    match = re.fullmatch(pattern, " ".join(actual.split()))
    return bool(match) and all(abs(float(m) - v) <= 1e-3 * abs(v) + 1e-9 for m, v in zip(match.groups(), values))


class Tester:
    def __init__(self, options, work):
        self.corten, self.programs = os.path.abspath(options.corten), os.path.abspath(options.programs)
        self.work, self.bad = work, []
        self.count = dict.fromkeys(("programs", "outputs", "models", "commands", "commands that cannot run here"), 0)
        self.help = {}

    def complain(self, where, what):
        self.bad.append(f"{where}: {what}")

    def run(self, command, folder):
        try:
            return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -1, "", f"took over {SECONDS} s")

    # ---- programs

    def program(self, block, output, folder):
        done = self.run([self.programs, block.at()], folder)
        self.count["programs"] += 1
        check_headers(self, block)
        if done.returncode == 100:
            self.complain(block.at(), "is not in the program that was compiled: build docs_programs")
        elif done.returncode:
            self.complain(block.at(), f"returns {done.returncode}\n{done.stdout}{done.stderr}")
        elif output:
            self.count["outputs"] += 1
            difference = same_text(output.text, done.stdout + done.stderr)
            if difference:
                self.complain(output.at(), f"the program in line {block.line} {difference}")

    # ---- models

    def model(self, block, folder):
        text = block.text
        if "<mujoco" in text or "<robot" in text:
            self.count["models"] += 1
            path = folder / (block.info[1] if len(block.info) > 1 else "block.xml")
            path.write_text(text)
            done = self.run([self.corten, "check", path.name], folder)
            if done.returncode:
                self.complain(block.at(), f"the model is refused:\n{done.stdout}{done.stderr}")
            return
        try:
            ElementTree.fromstring(f'<x xmlns:corten="c">{text}</x>')
        except ElementTree.ParseError as error:
            self.complain(block.at(), f"is not well-formed XML: {error}")

    # ---- commands

    def options_exist(self, where, words):
        name = words[1] if len(words) > 1 else ""
        if name not in self.help:
            done = self.run([self.corten, name, "--help"], self.work)
            self.help[name] = done.stdout if done.returncode == 0 else None
        if self.help[name] is None:
            self.complain(where, f"there is no `corten {name}`")
            return
        for word in words[2:]:
            if re.match(r"--?[a-z]", word) and not re.search(rf"{re.escape(word)}\b", self.help[name]):
                self.complain(where, f"`corten {name}` has no option {word}")

    def command(self, where, line, output, folder):
        """Runs a command if its input exists. Text after two blanks is a description."""
        try:
            words = shlex.split(re.split(r" {2,}| # ", line)[0])
        except ValueError as error:
            self.complain(where, f"cannot be read as a command line: {error}")
            return
        self.options_exist(where, words)
        inputs = [w for i, w in enumerate(words) if i > 1 and re.search(r"\.(xml|urdf|csv|ctn|mjz|zip)$", w)
                  and words[i - 1] not in ("-o", "--output", "--csv")]
        if not inputs or "-" in words[2:3] or not all((folder / i).exists() for i in inputs):
            self.count["commands that cannot run here"] += 1
            if output is not None:
                self.complain(where, "shows its output, but its input does not exist")
            return
        self.count["commands"] += 1
        done = self.run([self.corten, *words[1:]], folder)
        if output is None:
            if done.returncode:
                self.complain(where, f"returns {done.returncode}\n{done.stdout}{done.stderr}")
            return
        difference = same_text(output, done.stdout + done.stderr)
        if difference:
            self.complain(where, difference)

    def commands(self, block, folder):
        """Command lines of a block; with `$ ` before them, the lines up to the next one are their output."""
        shell = [i for i, line in enumerate(block.lines) if line.startswith("$ ")]
        for k, i in enumerate(shell):
            end = shell[k + 1] if k + 1 < len(shell) else len(block.lines)
            if block.lines[i].startswith("$ corten "):
                output = "\n".join(block.lines[i + 1:end])
                self.command(block.at(i), block.lines[i][2:], output if output.strip() else None, folder)
        for i, line in enumerate(block.lines):
            if line.startswith("corten "):
                self.command(block.at(i), line, None, folder)


# ---- all programs as one file


def check_headers(tester, block):
    """A reader who copies the program has all headers."""
    headers = re.findall(r"^#include <([\w./]+)>", block.text, re.M)
    for name in sorted(set(re.findall(r"\bstd::(\w+)", block.text))):
        if name not in HEADER_OF:
            tester.complain(block.at(), f"add std::{name} to the table of headers in {Path(__file__).name}")
        elif HEADER_OF[name] not in headers:
            tester.complain(block.at(), f"std::{name} needs #include <{HEADER_OF[name]}>")


def in_namespace(number, block):
    """main() becomes blockN::run(), which has to say what it returns."""
    lines = ["" if line.startswith("#include") else line for line in block.lines]
    start = next(i for i, line in enumerate(lines) if line.startswith("int main("))
    end = next((i for i, line in enumerate(lines) if i > start and line == "}"), None)
    lines[start] = lines[start].replace("int main()", "int main(int, char**)").replace("int main(", "int run(")
    if end is not None:
        lines[end] = "return 0; }"
    return f'namespace block{number} {{\n#line {block.line} "{block.page}"\n' + "\n".join(lines) + "\n}\n"


def write_programs(path):
    programs = [block for page in all_pages() for block in blocks_of(page) if is_program(block)]
    headers = {h for block in programs for h in re.findall(r"^#include <([\w./]+)>", block.text, re.M)} | {"string"}
    cases = "".join(f'  if (name == "{block.at()}") return block{n}::run(argc - 1, argv + 1);\n'
                    for n, block in enumerate(programs))
    Path(path).write_text("".join(f"#include <{h}>\n" for h in sorted(headers)) +
                          "".join(in_namespace(n, block) for n, block in enumerate(programs)) + '#line 1 "blocks.cc"\n' +
                          "int main(int argc, char** argv) {\n"
                          f"  const std::string name = argc > 1 ? argv[1] : std::string();\n{cases}"
                          "  return 100;\n}\n", encoding="utf-8")


def is_program(block):
    return block.kind == "cpp" and "fragment" not in block.info and re.search(r"^int main\(", block.text, re.M)


def all_pages():
    return ["README.md", "models/README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))]


def folder_of(page, work):
    """Where the programs and commands of a page run: with models/, as a reader at the top of the project has it."""
    folder = work / page.replace("/", "_").removesuffix(".md")
    folder.mkdir()
    (folder / "models").symlink_to(ROOT / "models")
    (folder / "docs").symlink_to(ROOT / "docs")
    shutil.copy(ROOT / "tests/consumer/pendulum.xml", folder)
    return folder


def test_page(tester, page):
    folder, blocks = folder_of(page, tester.work), blocks_of(page)
    for block in blocks:  # files first: a program may use one that is shown after it
        if block.kind == "xml" or (block.kind == "indented" and block.text.lstrip().startswith("<")):
            tester.model(block, folder)
    for i, block in enumerate(blocks):
        if block.kind in ("console", "indented"):
            tester.commands(block, folder)
        if is_program(block):
            after = blocks[i + 1] if i + 1 < len(blocks) and blocks[i + 1].kind == "text" else None
            tester.program(block, after, folder)
        elif block.kind == "cpp" and "fragment" not in block.info:
            tester.complain(block.at(), "a program without main: write ```cpp fragment")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="FILE", help="write all programs as one")
    parser.add_argument("--corten", help="the command")
    parser.add_argument("--programs", help="what was compiled from FILE")
    options = parser.parse_args()
    if options.write:
        write_programs(options.write)
        return 0
    with tempfile.TemporaryDirectory() as work:
        tester = Tester(options, Path(work))
        for page in all_pages():
            test_page(tester, page)
    print(f"{len(all_pages())} pages: " + ", ".join(f"{what}: {n}" for what, n in tester.count.items()))
    print("\n".join(tester.bad))
    return 1 if tester.bad or not all(n for what, n in tester.count.items()) else 0


if __name__ == "__main__":
    sys.exit(main())

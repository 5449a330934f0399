#!/usr/bin/env python3
"""No virtual call in a step, shown on the compiled library.

  virtual_calls_test.py --objdump OBJDUMP --compiler CXX MODULE=LIBRARY.a...

The modules are all that a step runs through. Two things are looked for in their objects:

  vtables   a class with virtual functions has one where it is made: the symbol _ZTV..., defined or referred to
  calls     an object's first word is loaded, and a call goes through an entry of the table it points to:
            mov (object),r; call *n(r)

Each that is found must be one of those below, which are named with their reason: none runs in a step of a model without
plugins and without signed distances given by functions. First of all a program with virtual calls is compiled, in
which they have to be found. Where that cannot be done (no objdump, another machine than x86-64) the test says so and
ends with code 77, which CTest shows as skipped.
"""
import argparse
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

PLUGIN = 'plugins, of models that have them'
SHARED = 'the last owner of something shared goes: when a model, a world or a handler is assigned or destroyed'
FILE = 'reads or writes files'
# module, function or class, reason; all are patterns that must match from the start
CALLS = [
    ('dynamics', r'corten::compute_actuation\(|.*plugin', PLUGIN),
    ('dynamics', r'corten::add_actuator_derivative\(|.*plugin', PLUGIN),
    ('dynamics', r'corten::compute_passive\(|.*plugin', PLUGIN),
    ('sensor', r'corten::\(anonymous namespace\)::compute_sensors\(|.*plugin', PLUGIN),
    ('pipeline', r'corten::advance\(', PLUGIN),
    ('pipeline', r'.*plugin', PLUGIN),
    ('collide', r'corten::signed_(distance|gradient)\(', 'signed distances given by functions'),
    ('', r'std::_Sp_counted|.*::~|.*::operator=\(|.*std::(__relocate_a_1|_Destroy<|vector<.*>::(_M_realloc|_M_move_assign))', SHARED),
    ('dynamics', r'(void )?corten::for_each_whole_part<.*void \(\*\)\(corten::Model', 'a pointer to a function, held by reference: no table'),
    ('solver', r'corten::\(anonymous namespace\)::Primal::precondition', 'pointers to functions in the problem, which Primal refers to first'),
    ('pipeline', r'corten::reset\(', PLUGIN),
    ('model', r'corten::ModelBuilder::set_names\(', SHARED + ': names'),
    ('base', r'corten::(reason_of|register_actuator_model)\b', 'errors are put into words, actuator models registered'),
    ('model', r'corten::(\\(anonymous namespace\\)::)?.*(Source|Reader|Writer|read_|write_|save_|load_|binary_file|bytes_in_file)', FILE),
    ('model', r'corten::Model::Model\(', SHARED + ': a model is copied, its names are shared'),
    ('pipeline', r'corten::copy_inputs\(', SHARED + ': derivatives'),
    ('pipeline', r'corten::(tell_warnings|set_warning_handler)\(', SHARED + ': when there is a warning'),
    ('base', r'corten::.*plugin|corten::.*Plugin', 'plugins are registered'),
    ('base', r'corten::ThreadPool::ThreadPool\(|std::', 'threads are started'),
]
VTABLES = [
    ('', r'__cxxabiv1::', 'types of exceptions that are caught'),
    ('', r'std::bad_alloc|corten::LoadError', 'exceptions'),
    ('base|model|pipeline', r'std::_Sp_counted_(ptr_inplace|base)', SHARED),
    ('model', r'std::_Sp_counted_ptr_inplace<corten::Model::NameTable', SHARED + ': names'),
    ('base', r'std::', 'streams that read the settings of plugins'),
    ('base', r'std::thread::_State_impl', 'threads are started'),
    ('model', r'std::basic_|corten::\(anonymous namespace\)::(Memory|Disk)Source', FILE),
]

# Virtual calls as compilers write them: of an argument, of a member, last in a function, in a loop.
EXAMPLE = '''
struct Shape { virtual ~Shape(); virtual double area(int) const; virtual void move(double); };
struct Holder { int n; Shape* shape; Shape** list; };
double of_argument(const Shape& s) { return s.area(1) + 1; }
double of_member(Holder& h) { h.shape->move(2); return h.shape->area(2) + 1; }
void last(Holder& h) { h.shape->move(3); }
double in_loop(Holder& h) { double sum = 0; for (int i = 0; i < h.n; ++i) sum += h.list[i]->area(i); return sum; }
struct Square : Shape { double area(int) const override; };
struct Stage { const void* self; double (*f)(const void* self, int); };
struct User { const Stage* stage; double call() const; };
double User::call() const { return stage->f(stage->self, 1) + 1; }
double through_pointers(const Stage& stage, double (*g)(int)) { return stage.f(stage.self, 1) + g(2); }
Shape* make() { return new Square; }
'''
EXAMPLE_CALLS = {'of_argument', 'of_member', 'last', 'in_loop'}

REGISTER = r'%r\w+'
CLOBBERED = {'%rax', '%rcx', '%rdx', '%rsi', '%rdi', '%r8', '%r9', '%r10', '%r11'}


def disassembled(objdump, path):
    """(object, function, instruction, operands) of every instruction of a library or an object."""
    text = subprocess.run([objdump, '-d', '-C', '--no-show-raw-insn', str(path)], capture_output=True, text=True, check=True).stdout
    member = function = ''
    for line in text.splitlines():
        if found := re.match(r'(\S+):\s+file format', line):
            member = pathlib.Path(found.group(1)).name
        elif found := re.match(r'[0-9a-f]+ <(.*)>:$', line):
            function = found.group(1)
        elif found := re.match(r'\s+[0-9a-f]+:\s+(?:bnd |notrack )*(\S+)\s*([^#<]*)', line):
            yield member, function, found.group(1), found.group(2).strip()


def virtual_calls(instructions):
    """(object, function) of each call through a table whose address is the first word of an object."""
    calls, where = set(), None
    tables, entries = set(), set()  # registers that hold the first word of something, or a word of what that points to
    owner = None  # the register through which the first argument was loaded
    for member, function, name, operands in instructions:
        if where != (member, function): where, tables, entries, owner = (member, function), set(), set(), None
        if name.startswith(('call', 'jmp')):
            through = re.match(rf'\*(?:0x[0-9a-f]+)?\(({REGISTER})\)$', operands)
            directly = re.match(rf'\*({REGISTER})$', operands)
            # A struct of function pointers that holds the first argument too is no virtual table.
            if through and through.group(1) in tables and through.group(1) != owner: calls.add(where)
            if directly and directly.group(1) in entries: calls.add(where)
            if name.startswith('call'): tables, entries, owner = tables - CLOBBERED, entries - CLOBBERED, None
            continue
        written = re.search(rf'({REGISTER})$', operands)
        if not written or name.startswith(('cmp', 'test', 'push')): continue
        register = written.group(1)
        load = name.startswith('mov') and re.match(rf'(0x[0-9a-f]+)?\(({REGISTER})\),{REGISTER}$', operands)
        copied = name.startswith('mov') and re.match(rf'({REGISTER}),{REGISTER}$', operands)
        # what is on top of the stack is a register that was put there
        table = (load and not load.group(1) and load.group(2) != '%rsp') or (copied and copied.group(1) in tables)
        entry = (load and load.group(2) in tables) or (copied and copied.group(1) in entries)
        tables.discard(register), entries.discard(register)
        if register in ('%rdi', owner): owner = load.group(2) if load and register == '%rdi' and register != load.group(2) else None
        if table: tables.add(register)
        if entry: entries.add(register)
    return calls


def vtables(objdump, path):
    """(object, class) of each virtual table that is defined or referred to."""
    text = subprocess.run([objdump, '-t', '-C', str(path)], capture_output=True, text=True, check=True).stdout
    member, found = '', set()
    for line in text.splitlines():
        if header := re.match(r'(\S+):\s+file format', line): member = pathlib.Path(header.group(1)).name
        elif table := re.search(r'vtable for (.*)$', line): found.add((member, table.group(1)))
    return found


def allowed(member, name, exceptions):
    return any(re.match(place, member) and re.match(pattern, name) for place, pattern, _ in exceptions)


def self_test(objdump, compiler):
    """What would be missed in a program that has virtual calls, as a message."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = pathlib.Path(folder, 'example.cc'), pathlib.Path(folder, 'example.o')
        source.write_text(EXAMPLE)
        for level in ('-O1', '-O2', '-O3'):
            subprocess.run([compiler, '-std=c++20', level, '-c', str(source), '-o', str(built)], check=True)
            calls = {function.split('(')[0] for _, function in virtual_calls(disassembled(objdump, built))}
            if calls != EXAMPLE_CALLS: return f'{level}: {sorted(calls)}'
            if ('example.o', 'Square') not in vtables(objdump, built): return f'{level}: no vtable seen'
    return ''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--objdump', required=True)
    parser.add_argument('--compiler', required=True)
    parser.add_argument('modules', nargs='+')
    options = parser.parse_args()
    if platform.machine() != 'x86_64' or not pathlib.Path(options.objdump).exists():
        print('needs objdump and x86-64: skipped')
        return 77
    if missed := self_test(options.objdump, options.compiler):
        print('virtual calls of a small program are not seen as they should, ' + missed)
        return 1
    failures, functions = [], 0
    for module in options.modules:
        name, library = module.split('=')
        instructions = list(disassembled(options.objdump, library))
        functions += len({(member, function) for member, function, _, _ in instructions})
        for member, function in sorted(virtual_calls(instructions)):
            if not allowed(f'{name}/{member}', function, CALLS): failures.append(f'src/{name}/{member}: {function} makes a virtual call')
        for member, kind in sorted(vtables(options.objdump, library)):
            if not allowed(f'{name}/{member}', kind, VTABLES): failures.append(f'src/{name}/{member}: {kind} has virtual functions')
    print('\n'.join(failures) if failures else f'{functions} functions, no virtual call but the named ones')
    return 1 if failures or functions < 1000 else 0


if __name__ == '__main__':
    sys.exit(main())

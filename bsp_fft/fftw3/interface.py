"""Reads our fftw3.h, the one table of FFTW's functions, and writes what follows from it: Fortran's fftw3.f (constants),
fftw3.f03 (constants, types and interfaces) and fftw3l.f03 (interfaces of long double); fortran_calls-inl.hpp, the calls
of FFTW's old interface for Fortran; plan_calls-inl.hpp and execute_calls-inl.hpp, which state in one form what each of
FFTW's calls says in its own; and passed_on.cpp, the functions of precisions that we do not have.

usage: interface.py HEADER FOLDER
"""
import pathlib
import re
import sys
from typing import Callable, NamedTuple

GENERATED = "Written by bsp_fft/fftw3/interface.py from fftw3.h."


class Function(NamedTuple):
    result: str
    name: str
    parameters: list[tuple[str, str]]  # types and names


class Header:
    def __init__(self, text: str) -> None:
        text = re.sub(r'/\*.*?\*/', '', text.replace('\\\n', ' '), flags=re.S)
        self.constants = [(name, self._value(value)) for name, value in re.findall(
            r'^(?:#define|\s+)\s*(FFTW_\w+)(?: =)? (\(?[-+\d][^.\n]*?),?$', text, flags=re.M)]
        self.structures = re.findall(r'struct bspfft_fftw3_(\w+) {\s*(\w+) ([^;]+);', text)
        macros = dict(re.findall(r'^#define (BSPFFT_FFTW3_\w+)\([^)]*\)\s+(.*)$', text, flags=re.M))
        self.functions, self.texts = [], []
        for statement in self._expanded(macros['BSPFFT_FFTW3_DECLARE'], macros['BSPFFT_FFTW3_GURU']).split(';'):
            self._add(' '.join(statement.split()))

    @staticmethod
    def _value(words: str) -> int:
        number, _, shift = words.strip('()').replace('U', '').partition(' << ')  # such as (1U << 3)
        return int(number) << int(shift or 0)

    @staticmethod
    def _expanded(declarations: str, guru: str) -> str:
        return re.sub(r'BSPFFT_FFTW3_GURU\(X, R, C, (\w+), (\w+)\)',
                      lambda call: guru.replace('##G##', call[1]).replace('X(D)', f'X({call[2]})'), declarations)

    def _add(self, statement: str) -> None:
        if found := re.fullmatch(r'extern const char X\((\w+)\)\[\]', statement):
            self.texts.append(found[1])
        elif found := re.fullmatch(r'(.+?) ?X\((\w+)\)\((.*)\)', statement):
            if not statement.startswith('typedef'):
                self.functions.append(Function(found[1], found[2], self._parameters(found[3])))

    @staticmethod
    def _parameters(words: str) -> list[tuple[str, str]]:
        if words == 'void':
            return []
        parameters, depth, start = [], 0, 0
        for place, letter in enumerate(words + ','):
            depth += (letter == '(') - (letter == ')')
            if letter == ',' and depth == 0:
                one = words[start:place].strip()
                name = re.search(r'\(\*(\w+)\)\(', one) or re.search(r'(\w+)$', one)
                parameters.append((one[:name.start(1)] + one[name.end(1):], name[1]))
                start = place + 1
        return [(kind.strip(), name) for kind, name in parameters]


class Precision(NamedTuple):
    prefix: str
    real: str
    complex: str

    def fortran_type(self, words: str) -> str:
        """Of a parameter."""
        pointer = 'type(C_PTR), value'
        plain = {
            'int': 'integer(C_INT), value', 'unsigned': 'integer(C_INT), value', 'size_t': 'integer(C_SIZE_T), value',
            'double': 'real(C_DOUBLE), value', 'double*': 'real(C_DOUBLE), intent(out)',
            'const int*': 'integer(C_INT), dimension(*), intent(in)',
            'const char*': 'character(C_CHAR), dimension(*), intent(in)',
            'R*': f'real({self.real}), dimension(*), intent(inout)',
            'C*': f'complex({self.complex}), dimension(*), intent(inout)',
            'X(r2r_kind)': 'integer(C_FFTW_R2R_KIND), value',
            'const X(r2r_kind)*': 'integer(C_FFTW_R2R_KIND), dimension(*), intent(in)',
            'X(plan)': pointer, 'const X(plan)': pointer, 'void*': pointer, 'FILE*': pointer,
        }
        if found := re.fullmatch(r'const X\((iodim\w*)\)\*', words):
            return f'type({self.prefix}{found[1]}), dimension(*), intent(in)'
        if words.endswith('_func)') or '(*)' in words:
            return 'type(C_FUNPTR), value'
        return plain[words]


FORTRAN = [Precision('fftw_', 'C_DOUBLE', 'C_DOUBLE_COMPLEX'), Precision('fftwf_', 'C_FLOAT', 'C_FLOAT_COMPLEX')]
# newer than that interface
NOT_FORTRAN = {'alignment_of', 'free', 'make_planner_thread_safe'}
FORTRAN_LONG = [Precision('fftwl_', 'C_LONG_DOUBLE', 'C_LONG_DOUBLE_COMPLEX')]


def fortran_constants(header: Header) -> str:
    return f'C     {GENERATED}\n' + ''.join(
        f'      INTEGER {name}\n      PARAMETER ({name}={value})\n' for name, value in header.constants)


def fortran_interface(function: Function, precision: Precision) -> list[str]:
    kinds = {'int': 'integer(C_INT) function', 'double': 'real(C_DOUBLE) function', 'void': 'subroutine'}
    kind = kinds.get(function.result, 'type(C_PTR) function')
    name = precision.prefix + function.name
    return [f'    {kind} {name}( &', f'        {", ".join(name for _, name in function.parameters)}) &',
            f"        bind(C, name='{name}')", '      import',
            *(f'      {precision.fortran_type(words)} :: {name}' for words, name in function.parameters),
            f'    end {kind.split()[-1]} {name}']


def fortran_2003(header: Header, precisions: list[Precision], constants: bool) -> str:
    lines = [f'! {GENERATED} For a scope that uses iso_c_binding.']
    if constants:
        lines += ['  integer, parameter :: C_FFTW_R2R_KIND = C_INT']
        lines += [f'  integer(C_INT), parameter :: {name} = {value}' for name, value in header.constants]
    for precision in precisions:
        for name, kind, members in header.structures:
            word = {'int': 'C_INT', 'ptrdiff_t': 'C_INTPTR_T'}[kind]
            lines += [f'  type, bind(C) :: {precision.prefix}{name}', f'    integer({word}) :: {members}', '  end type']
        lines += ['  interface']
        for function in header.functions:
            lines += fortran_interface(function, precision)
        lines += ['  end interface']
    return '\n'.join(lines) + '\n'


def fortran_argument(function: Function, place: int) -> tuple[str, str] | None:
    """The parameters of a call by reference, and the argument that they become; none if Fortran has no such type."""
    words, name = function.parameters[place]
    count = function.parameters[place - 1][1]
    plain = {
        'int': ('const int* {0}', '*{1}'), 'double': ('const double* {0}', '*{0}'), 'double*': ('double* {0}', '{0}'),
        'unsigned': ('const int* {0}', 'static_cast<unsigned>(*{0})'),
        'R*': ('Real* {0}', '{0}'), 'C*': ('Complex* {0}', '{0}'),
        'X(plan)': ('const FFTW(plan)* {0}', '*{0}'), 'const X(plan)': ('const FFTW(plan)* {0}', '*{0}'),
        'const int*': ('const int* {0}', 'reversed<int>(*rank, {0}).data()'),
        'X(r2r_kind)': ('const int* {0}', 'static_cast<FFTW(r2r_kind)>(*{1})'),
        'const X(r2r_kind)*': ('const int* {0}', 'reversed<FFTW(r2r_kind)>(*rank, {0}).data()'),
        'const X(iodim)*': ('const int* {0}_n, const int* {0}_is, const int* {0}_os',
                            'axes_of(*{2}, {0}_n, {0}_is, {0}_os).data()'),
        'X(write_char_func)': ('void (*{0})(const char*, void*), void* data',
                               'write_by, By<const char>{{{0}, data}}.self()'),
        'X(read_char_func)': ('void (*{0})(int*, void*), void* data', 'read_by, By<int>{{{0}, data}}.self()'),
        'void*': ('', ''),  # with the function before it
    }
    # lengths n0, n1, n2 and their kinds come in the opposite order
    numbered = re.fullmatch(r'(n|kind)(\d)', name)
    last = sum(bool(re.fullmatch(r'n\d', other)) for _, other in function.parameters) - 1
    opposite = f'{numbered[1]}{last - int(numbered[2])}' if numbered else name
    return tuple(part.format(name, opposite, count) for part in plain[words]) if words in plain else None


def fortran_calls(header: Header) -> str:
    results = {'X(plan)': 'FFTW(plan)* result', 'int': 'int* result', 'double': 'double* result', 'void': ''}
    lines = [f'// {GENERATED} Included by fortran.cpp for each form of a name.']
    for function in header.functions:
        arguments = [fortran_argument(function, place) for place in range(len(function.parameters))]
        if function.result not in results or None in arguments or function.name in NOT_FORTRAN:
            continue
        result = results[function.result]
        parameters = ', '.join(filter(None, [result, *(words for words, _ in arguments)]))
        passed = ', '.join(filter(None, (words for _, words in arguments)))
        lines += [f'void FORTRAN({function.name})({parameters})', '{',
                  f'    {"*result = " * bool(result)}FFTW({function.name})({passed});', '}']
    return '\n'.join(lines) + '\n'


def declaration(function: Function, named: Callable[[str], str], real: str) -> str:
    """In C++, where named(name) is a name in a precision."""
    def typed(words: str) -> str:
        words = re.sub(r'X\((\w+)\)', lambda found: named(found[1]), words)
        return re.sub(r'^C\*', f'{named("complex")}*', re.sub(r'^R\*', f'{real}*', words))

    def declared(words: str, name: str) -> str:
        words = typed(words)
        return words.replace('(*)', f'(*{name})', 1) if '(*)' in words else f'{words} {name}'

    parameters = ', '.join(declared(*parameter) for parameter in function.parameters)
    return f'{typed(function.result)} {named(function.name)}({parameters})'


def our_declaration(function: Function) -> str:
    return declaration(function, lambda name: f'FFTW({name})', 'Real')


def arrays_of(function: Function) -> str:
    parts = {'in': 'parts(in)', 'out': 'parts(out)', 'ri': '{ri, ii}', 'ro': '{ro, io}'}
    return '{' + ', '.join(parts[name] for _, name in function.parameters if name in parts) + '}'


def plan_call(function: Function) -> str:
    """A call of guru(), many() or rows()."""
    types = {name: words for words, name in function.parameters}

    def listed(first: str) -> str:
        """A pointer, or the values n, or n0, n1, ..., as an array."""
        names = [name for name in types if re.fullmatch(first + r'\d?', name)]
        return first if types.get(first, '').endswith('*') else f'std::array{{{", ".join(names)}}}.data()'

    if 'howmany_rank' in types:
        axes = 'guru(rank, dims, howmany_rank, howmany_dims'
    elif 'howmany' in types:
        axes = 'many(rank, n, howmany, {inembed, istride, idist}, {onembed, ostride, odist}'
    else:
        digit = re.search(r'_(\d)d$', function.name)
        axes = f'rows({digit[1] if digit else "rank"}, {listed("n")}'
    data = {'r2c': 'to_complex', 'c2r': 'to_real', 'r2r': 'real'}
    call = [f'.data = Data::{next((data[word] for word in data if word in function.name), "complex")}',
            f'.arrays = {arrays_of(function)}', '.flags = flags']
    call += ['.is_split = true'] * ('split' in function.name)
    call += ['.is_inverse = sign != FFTW_FORWARD'] * ('sign' in types)
    call += [f'.kinds = {listed("kind")}'] * ('r2r' in function.name)
    return f'{axes}, {{{", ".join(call)}}})'


def plan_calls(header: Header) -> str:
    return f'// {GENERATED} Included by planning.cpp.\n' + ''.join(
        f'{our_declaration(function)} {{ return {plan_call(function)}; }}\n'
        for function in header.functions if function.result == 'X(plan)')


def execute_calls(header: Header) -> str:
    lines = [f'// {GENERATED} Included by calls.cpp.']
    for function in header.functions:
        if function.name.startswith('execute_'):
            passed = ', '.join(name for _, name in function.parameters)
            lines += [our_declaration(function), '{',
                      f'    if (!is_ours(plan)) return NEXT_FOR(plan, {function.name})({passed});',
                      f'    execute(plan, {arrays_of(function)});', '}']
    return '\n'.join(lines) + '\n'


def passed_on(header: Header, prefix: str, real: str) -> list[str]:
    lines = []
    for function in header.functions:
        arguments = ''.join(f', {name}' for _, name in function.parameters)
        lines += [f'{declaration(function, prefix.__add__, real)} {{ PASS_ON({prefix}{function.name}{arguments}) }}']
    # the version is as long as FFTW's own, of which programs on x86-64 have a copy
    texts = {'version': '"fftw-3.3.10"', 'cc': '__VERSION__', 'codelet_optim': '""'}
    return lines + [f'const char {prefix}{text}[] = {texts[text]};' for text in header.texts]


def main(source: str, folder: str) -> None:
    header = Header(pathlib.Path(source).read_text())
    files = {
        'fftw3.f': fortran_constants(header),
        'fftw3.f03': fortran_2003(header, FORTRAN, True),
        'fftw3l.f03': fortran_2003(header, FORTRAN_LONG, False),
        'fortran_calls-inl.hpp': fortran_calls(header),
        'plan_calls-inl.hpp': plan_calls(header),
        'execute_calls-inl.hpp': execute_calls(header),
        'passed_on.cpp': '\n'.join([
            f'// {GENERATED}', '#include "bsp_fft/fftw3/next.hpp"', '',
            *passed_on(header, 'fftwl_', 'long double'),
            '#ifdef __SIZEOF_FLOAT128__', *passed_on(header, 'fftwq_', '__float128'), '#endif', '']),
    }
    for name, text in files.items():
        (pathlib.Path(folder) / name).write_text(text)


main(*sys.argv[1:])

"""The API reference has a text for every function, class and struct of the public headers, and for every header.

Doxygen itself fails on a text that it cannot read. Not asked of: what C++ makes of itself (moves, destructors), and
data members, whose names say it.

usage: reference.py FOLDER_OF_XML
"""
import pathlib
import sys
import xml.etree.ElementTree as xml

DOCUMENTED = {'file', 'class', 'struct'}


def text(element):
    parts = (element.find(name) for name in ('briefdescription', 'detaileddescription'))
    return ''.join(''.join(part.itertext()) for part in parts if part is not None).strip()


def needs_text(member):
    name, arguments = member.findtext('name'), member.findtext('argsstring') or ''
    special = name.startswith(('~', 'operator')) or '&&) noexcept' in arguments.replace(' &&', '&&')
    instance = '<' in name  # an explicit instantiation
    return member.get('kind') == 'function' and member.get('prot') == 'public' and not (
        special or instance or '=delete' in arguments)


def undocumented(folder):
    functions = 0
    for path in sorted(folder.glob('*.xml')):
        for compound in xml.parse(path).getroot().iter('compounddef'):
            name = compound.findtext('compoundname')
            if name.endswith('.md'):
                continue
            if compound.get('kind') in DOCUMENTED and not text(compound):
                yield f'{compound.get("kind")} {name} has no text'
            for member in compound.iter('memberdef'):
                functions += needs_text(member)
                if needs_text(member) and not text(member):
                    yield f'{name}: {member.findtext("name")}{member.findtext("argsstring") or ""} has no text'
    if functions < 100:
        yield f'the reference has only {functions} functions'


found = sorted(set(undocumented(pathlib.Path(sys.argv[1]))))
print('\n'.join(found))
sys.exit(1 if found else 0)

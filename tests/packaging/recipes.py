"""The recipes in tools/packaging are those of this version, have the form that their readers expect, name options that
there are, and the wrap file makes this tree a subproject.

usage: recipes.py SOURCE_ROOT    exits with 77, skipped, without the Python package yaml
"""
import ast
import configparser
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print('no Python package yaml')
    sys.exit(77)

CONSUMER = '''project('consumer', 'cpp', default_options: ['cpp_std=c++20'])
dependency('bspfft', default_options: ['tests=disabled', 'mpi=disabled'])
dependency('bsplib-threads')
'''


def version_of(root):
    return re.search(r"^  version: '(.*)',$", (root / 'meson.build').read_text(), re.M).group(1)


def debian_versions(folder):
    yield re.match(r'bspfft \((.*)-\d+\) ', (folder / 'debian/changelog').read_text()).group(1)


def spack(folder):
    path = folder / 'spack/package.py'
    tree = ast.parse(path.read_text(), path)
    recipe = next(each for each in tree.body if isinstance(each, ast.ClassDef))
    assert [base.id for base in recipe.bases] == ['MesonPackage'], 'the Spack recipe is not of a MesonPackage'
    calls = [each.value for each in recipe.body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call)]
    of = lambda name: [call.args[0].value for call in calls if call.func.id == name]
    return of('version'), of('variant')


def conda(folder):
    # a jinja expression is a value of the recipe
    recipe = yaml.safe_load(re.sub(r'{{.*?}}', 'expression', (folder / 'conda/meta.yaml').read_text()))
    assert {'package', 'source', 'build', 'requirements', 'test', 'about'} <= set(recipe), sorted(recipe)
    return recipe


def wrap_of(folder):
    wrap = configparser.ConfigParser()
    wrap.read(folder / 'bspfft.wrap')
    return wrap


def check_text(root):
    folder, version = root / 'tools/packaging', version_of(root)
    recipe, (spack_versions, variants) = conda(folder), spack(folder)
    wrap = wrap_of(folder)
    found = {
        'debian/changelog': next(debian_versions(folder)),
        'conda/meta.yaml': recipe['package']['version'],
        'conda/meta.yaml, git_rev': recipe['source']['git_rev'].removeprefix('v'),
        'bspfft.wrap': wrap['wrap-git']['revision'].removeprefix('v'),
        'spack/package.py': next((each for each in spack_versions if each == version), spack_versions),
    }
    yield from (f'{name} has version {each} instead of {version}' for name, each in found.items() if each != version)

    options = set(re.findall(r"^option\('(\w+)'", (root / 'meson_options.txt').read_text(), re.M))
    used = re.findall(r'-D(\w+)=', ' '.join(recipe['build']['script']) + (folder / 'debian/rules').read_text())
    assert used and variants
    yield from (f'-D{name} is not in meson_options.txt' for name in set(used) | set(variants) if name not in options)


def check_wrap(root):
    """This tree in the place of the address."""
    with tempfile.TemporaryDirectory() as scratch:
        consumer = pathlib.Path(scratch)
        (consumer / 'subprojects').mkdir()
        (consumer / 'meson.build').write_text(CONSUMER)
        wrap = wrap_of(root / 'tools/packaging')
        wrap['wrap-git'].update({'url': root.as_uri(), 'revision': 'HEAD'})
        with open(consumer / 'subprojects/bspfft.wrap', 'w') as file:
            wrap.write(file)
        done = subprocess.run(['meson', 'setup', '--wrap-mode=forcefallback', 'build'], cwd=consumer, text=True,
                              capture_output=True)
        if done.returncode or 'Dependency bsplib-threads found: YES 0' not in done.stdout:
            yield f'the wrap file does not work:\n{done.stdout[-3000:]}{done.stderr}'


def main(root):
    found = list(check_text(root))
    if (root / '.git').exists():
        found += check_wrap(root)
    print('\n'.join(found))
    sys.exit(1 if found else 0)


main(pathlib.Path(sys.argv[1]).resolve())

"""For Spack 1.0 and later: put this file into packages/bspfft/ of a repository that `spack repo create` made."""
from spack_repo.builtin.build_systems.meson import MesonPackage

from spack.package import *


class Bspfft(MesonPackage):
    """A bulk-synchronous parallel FFT of vectors and arrays, on the cores of one machine and on MPI."""

    homepage = 'https://bspfft.example'
    git = 'https://bspfft.example/bspfft.git'

    license('MIT')

    version('main', branch='main')
    version('0.3.0', tag='v0.3.0')

    variant('mpi', default=False, description='BSPlib on MPI, and bspfft-mpi')
    variant('fftw', default=False, description='FFTW as a kernel and a peer: a library that is loaded, under the GPL')
    variant('hwloc', default=True, description='pin processes to cores')

    depends_on('c', type='build')
    depends_on('cxx', type='build')
    depends_on('meson@1.0:', type='build')
    depends_on('pkgconfig', type='build')
    depends_on('highway')
    depends_on('cli11')
    depends_on('nlohmann-json')
    depends_on('mpi', when='+mpi')
    depends_on('fftw@3:', when='+fftw')
    depends_on('hwloc', when='+hwloc')

    conflicts('%gcc@:11', msg='bspfft is written in C++20')
    conflicts('%clang@:13', msg='bspfft is written in C++20')
    conflicts('platform=darwin', msg='bspfft runs on Linux')

    def meson_args(self):
        def feature(name):
            return f'-D{name}=' + ('enabled' if self.spec.satisfies(f'+{name}') else 'disabled')

        return [feature('mpi'), feature('fftw'), feature('hwloc'), '-Dcuda=disabled',
                '-Dtests=disabled']

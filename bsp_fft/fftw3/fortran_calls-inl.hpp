// Included by fortran.cpp for each form of a name.
#pragma GCC visibility push(default)
extern "C" {

void FORTRAN(plan_dft_1d)(FFTW(plan) * plan, const int* n, Complex* in, Complex* out, const int* sign, const int* flags)
{
    *plan = FFTW(plan_dft_1d)(*n, in, out, *sign, bits(flags));
}
void FORTRAN(plan_dft_2d)(FFTW(plan) * plan, const int* nx, const int* ny, Complex* in, Complex* out, const int* sign,
                          const int* flags)
{
    *plan = FFTW(plan_dft_2d)(*ny, *nx, in, out, *sign, bits(flags));
}
void FORTRAN(plan_dft_3d)(FFTW(plan) * plan, const int* nx, const int* ny, const int* nz, Complex* in, Complex* out,
                          const int* sign, const int* flags)
{
    *plan = FFTW(plan_dft_3d)(*nz, *ny, *nx, in, out, *sign, bits(flags));
}
void FORTRAN(plan_dft)(FFTW(plan) * plan, const int* rank, const int* n, Complex* in, Complex* out, const int* sign,
                       const int* flags)
{
    *plan = FFTW(plan_dft)(*rank, reversed(*rank, n).data(), in, out, *sign, bits(flags));
}
void FORTRAN(plan_many_dft)(FFTW(plan) * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                            const int* inembed, const int* istride, const int* idist, Complex* out, const int* onembed,
                            const int* ostride, const int* odist, const int* sign, const int* flags)
{
    *plan = FFTW(plan_many_dft)(*rank, reversed(*rank, n).data(), *howmany, in, reversed(*rank, inembed).data(),
                                *istride, *idist, out, reversed(*rank, onembed).data(), *ostride, *odist, *sign,
                                bits(flags));
}

void FORTRAN(plan_dft_r2c_1d)(FFTW(plan) * plan, const int* n, Real* in, Complex* out, const int* flags)
{
    *plan = FFTW(plan_dft_r2c_1d)(*n, in, out, bits(flags));
}
void FORTRAN(plan_dft_r2c_2d)(FFTW(plan) * plan, const int* nx, const int* ny, Real* in, Complex* out, const int* flags)
{
    *plan = FFTW(plan_dft_r2c_2d)(*ny, *nx, in, out, bits(flags));
}
void FORTRAN(plan_dft_r2c_3d)(FFTW(plan) * plan, const int* nx, const int* ny, const int* nz, Real* in, Complex* out,
                              const int* flags)
{
    *plan = FFTW(plan_dft_r2c_3d)(*nz, *ny, *nx, in, out, bits(flags));
}
void FORTRAN(plan_dft_r2c)(FFTW(plan) * plan, const int* rank, const int* n, Real* in, Complex* out, const int* flags)
{
    *plan = FFTW(plan_dft_r2c)(*rank, reversed(*rank, n).data(), in, out, bits(flags));
}
void FORTRAN(plan_many_dft_r2c)(FFTW(plan) * plan, const int* rank, const int* n, const int* howmany, Real* in,
                                const int* inembed, const int* istride, const int* idist, Complex* out,
                                const int* onembed, const int* ostride, const int* odist, const int* flags)
{
    *plan = FFTW(plan_many_dft_r2c)(*rank, reversed(*rank, n).data(), *howmany, in, reversed(*rank, inembed).data(),
                                    *istride, *idist, out, reversed(*rank, onembed).data(), *ostride, *odist,
                                    bits(flags));
}

void FORTRAN(plan_dft_c2r_1d)(FFTW(plan) * plan, const int* n, Complex* in, Real* out, const int* flags)
{
    *plan = FFTW(plan_dft_c2r_1d)(*n, in, out, bits(flags));
}
void FORTRAN(plan_dft_c2r_2d)(FFTW(plan) * plan, const int* nx, const int* ny, Complex* in, Real* out, const int* flags)
{
    *plan = FFTW(plan_dft_c2r_2d)(*ny, *nx, in, out, bits(flags));
}
void FORTRAN(plan_dft_c2r_3d)(FFTW(plan) * plan, const int* nx, const int* ny, const int* nz, Complex* in, Real* out,
                              const int* flags)
{
    *plan = FFTW(plan_dft_c2r_3d)(*nz, *ny, *nx, in, out, bits(flags));
}
void FORTRAN(plan_dft_c2r)(FFTW(plan) * plan, const int* rank, const int* n, Complex* in, Real* out, const int* flags)
{
    *plan = FFTW(plan_dft_c2r)(*rank, reversed(*rank, n).data(), in, out, bits(flags));
}
void FORTRAN(plan_many_dft_c2r)(FFTW(plan) * plan, const int* rank, const int* n, const int* howmany, Complex* in,
                                const int* inembed, const int* istride, const int* idist, Real* out,
                                const int* onembed, const int* ostride, const int* odist, const int* flags)
{
    *plan = FFTW(plan_many_dft_c2r)(*rank, reversed(*rank, n).data(), *howmany, in, reversed(*rank, inembed).data(),
                                    *istride, *idist, out, reversed(*rank, onembed).data(), *ostride, *odist,
                                    bits(flags));
}

void FORTRAN(plan_r2r_1d)(FFTW(plan) * plan, const int* n, Real* in, Real* out, const int* kind, const int* flags)
{
    *plan = FFTW(plan_r2r_1d)(*n, in, out, kind_of(kind), bits(flags));
}
void FORTRAN(plan_r2r_2d)(FFTW(plan) * plan, const int* nx, const int* ny, Real* in, Real* out, const int* kindx,
                          const int* kindy, const int* flags)
{
    *plan = FFTW(plan_r2r_2d)(*ny, *nx, in, out, kind_of(kindy), kind_of(kindx), bits(flags));
}
void FORTRAN(plan_r2r_3d)(FFTW(plan) * plan, const int* nx, const int* ny, const int* nz, Real* in, Real* out,
                          const int* kindx, const int* kindy, const int* kindz, const int* flags)
{
    *plan = FFTW(plan_r2r_3d)(*nz, *ny, *nx, in, out, kind_of(kindz), kind_of(kindy), kind_of(kindx), bits(flags));
}
void FORTRAN(plan_r2r)(FFTW(plan) * plan, const int* rank, const int* n, Real* in, Real* out, const int* kind,
                       const int* flags)
{
    *plan = FFTW(plan_r2r)(*rank, reversed(*rank, n).data(), in, out, reversed_kinds(*rank, kind).data(), bits(flags));
}
void FORTRAN(plan_many_r2r)(FFTW(plan) * plan, const int* rank, const int* n, const int* howmany, Real* in,
                            const int* inembed, const int* istride, const int* idist, Real* out, const int* onembed,
                            const int* ostride, const int* odist, const int* kind, const int* flags)
{
    *plan = FFTW(plan_many_r2r)(*rank, reversed(*rank, n).data(), *howmany, in, reversed(*rank, inembed).data(),
                                *istride, *idist, out, reversed(*rank, onembed).data(), *ostride, *odist,
                                reversed_kinds(*rank, kind).data(), bits(flags));
}

// Axes of these have strides, and any order; kinds are reversed as in FFTW.
void FORTRAN(plan_guru_dft)(FFTW(plan) * plan, GURU_PARAMETERS, Complex* in, Complex* out, const int* sign,
                            const int* flags)
{
    *plan = FFTW(plan_guru_dft)(GURU_ARGUMENTS, in, out, *sign, bits(flags));
}
void FORTRAN(plan_guru_dft_r2c)(FFTW(plan) * plan, GURU_PARAMETERS, Real* in, Complex* out, const int* flags)
{
    *plan = FFTW(plan_guru_dft_r2c)(GURU_ARGUMENTS, in, out, bits(flags));
}
void FORTRAN(plan_guru_dft_c2r)(FFTW(plan) * plan, GURU_PARAMETERS, Complex* in, Real* out, const int* flags)
{
    *plan = FFTW(plan_guru_dft_c2r)(GURU_ARGUMENTS, in, out, bits(flags));
}
void FORTRAN(plan_guru_r2r)(FFTW(plan) * plan, GURU_PARAMETERS, Real* in, Real* out, const int* kind, const int* flags)
{
    *plan = FFTW(plan_guru_r2r)(GURU_ARGUMENTS, in, out, reversed_kinds(*rank, kind).data(), bits(flags));
}
void FORTRAN(plan_guru_split_dft)(FFTW(plan) * plan, GURU_PARAMETERS, Real* ri, Real* ii, Real* ro, Real* io,
                                  const int* flags)
{
    *plan = FFTW(plan_guru_split_dft)(GURU_ARGUMENTS, ri, ii, ro, io, bits(flags));
}
void FORTRAN(plan_guru_split_dft_r2c)(FFTW(plan) * plan, GURU_PARAMETERS, Real* in, Real* ro, Real* io,
                                      const int* flags)
{
    *plan = FFTW(plan_guru_split_dft_r2c)(GURU_ARGUMENTS, in, ro, io, bits(flags));
}
void FORTRAN(plan_guru_split_dft_c2r)(FFTW(plan) * plan, GURU_PARAMETERS, Real* ri, Real* ii, Real* out,
                                      const int* flags)
{
    *plan = FFTW(plan_guru_split_dft_c2r)(GURU_ARGUMENTS, ri, ii, out, bits(flags));
}

void FORTRAN(execute)(const FFTW(plan) * plan) { FFTW(execute)(*plan); }
void FORTRAN(execute_dft)(const FFTW(plan) * plan, Complex* in, Complex* out) { FFTW(execute_dft)(*plan, in, out); }
void FORTRAN(execute_dft_r2c)(const FFTW(plan) * plan, Real* in, Complex* out)
{
    FFTW(execute_dft_r2c)(*plan, in, out);
}
void FORTRAN(execute_dft_c2r)(const FFTW(plan) * plan, Complex* in, Real* out)
{
    FFTW(execute_dft_c2r)(*plan, in, out);
}
void FORTRAN(execute_r2r)(const FFTW(plan) * plan, Real* in, Real* out) { FFTW(execute_r2r)(*plan, in, out); }
void FORTRAN(execute_split_dft)(const FFTW(plan) * plan, Real* ri, Real* ii, Real* ro, Real* io)
{
    FFTW(execute_split_dft)(*plan, ri, ii, ro, io);
}
void FORTRAN(execute_split_dft_r2c)(const FFTW(plan) * plan, Real* in, Real* ro, Real* io)
{
    FFTW(execute_split_dft_r2c)(*plan, in, ro, io);
}
void FORTRAN(execute_split_dft_c2r)(const FFTW(plan) * plan, Real* ri, Real* ii, Real* out)
{
    FFTW(execute_split_dft_c2r)(*plan, ri, ii, out);
}
void FORTRAN(destroy_plan)(const FFTW(plan) * plan) { FFTW(destroy_plan)(*plan); }
void FORTRAN(print_plan)(const FFTW(plan) * plan) { FFTW(print_plan)(*plan); }
void FORTRAN(flops)(const FFTW(plan) * plan, double* add, double* mul, double* fma)
{
    FFTW(flops)(*plan, add, mul, fma);
}
void FORTRAN(cost)(double* cost, const FFTW(plan) * plan) { *cost = FFTW(cost)(*plan); }
void FORTRAN(estimate_cost)(double* cost, const FFTW(plan) * plan) { *cost = FFTW(estimate_cost)(*plan); }

void FORTRAN(init_threads)(int* done) { *done = FFTW(init_threads)(); }
void FORTRAN(plan_with_nthreads)(const int* threads) { FFTW(plan_with_nthreads)(*threads); }
void FORTRAN(planner_nthreads)(int* threads) { *threads = FFTW(planner_nthreads)(); }
void FORTRAN(cleanup_threads)() { FFTW(cleanup_threads)(); }
void FORTRAN(cleanup)() { FFTW(cleanup)(); }
void FORTRAN(set_timelimit)(const double* seconds) { FFTW(set_timelimit)(*seconds); }
void FORTRAN(forget_wisdom)() { FFTW(forget_wisdom)(); }
void FORTRAN(export_wisdom)(void (*write)(const char*, void*), void* data)
{
    Writer writer{write, data};
    FFTW(export_wisdom)(write_by, &writer);
}
void FORTRAN(import_wisdom)(int* done, void (*read)(int*, void*), void* data)
{
    Reader reader{read, data};
    *done = FFTW(import_wisdom)(read_by, &reader);
}
void FORTRAN(import_system_wisdom)(int* done) { *done = FFTW(import_system_wisdom)(); }

}  // extern "C"
#pragma GCC visibility pop

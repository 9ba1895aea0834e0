/* Random problems for FFTW's interface. Linked with FFTW it writes its results to a file; linked with ours, or with
 * ours loaded before FFTW, it compares.
 *
 * usage: problems write|compare FILE COUNT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftw_names.h"
#include "random_problem.h"

/* One side of a problem: reals, or complex numbers interleaved or in two arrays. */
struct side {
    int parts, is_split;
    ptrdiff_t first, count; /* where element 0, .., 0 is; elements with all gaps */
    Real *memory, *at;      /* at: element 0, .., 0 */
    ptrdiff_t imaginary;    /* from a real part to its imaginary part, in reals */
};

static ptrdiff_t length_of(const struct problem* p, int axis, int is_out)
{
    return is_out ? length_out(p, axis) : length_in(p, axis);
}
static ptrdiff_t stride_of(const struct problem* p, int axis, int is_out)
{
    return is_out ? p->axes[axis].out : p->axes[axis].in;
}

/* Where element number e of a side is, in elements. */
static ptrdiff_t place_of(const struct problem* p, int is_out, ptrdiff_t e)
{
    ptrdiff_t place = 0;
    for (int l = p->rank + p->loops - 1; l >= 0; --l) {
        place += e % length_of(p, l, is_out) * stride_of(p, l, is_out);
        e /= length_of(p, l, is_out);
    }
    return place;
}
static ptrdiff_t elements_of(const struct problem* p, int is_out)
{
    ptrdiff_t count = 1;
    for (int l = 0; l < p->rank + p->loops; ++l) count *= length_of(p, l, is_out);
    return count;
}

static struct side side_of(const struct problem* p, int is_out)
{
    struct side side = {0};
    side.parts = p->data == is_complex || p->data == (is_out ? to_complex : to_real) ? 2 : 1;
    side.is_split = p->call == split;
    side.count = 1;
    for (int l = 0; l < p->rank + p->loops; ++l) {
        const ptrdiff_t reach = (length_of(p, l, is_out) - 1) * stride_of(p, l, is_out);
        side.count += labs(reach);
        if (reach < 0) side.first -= reach;
    }
    return side;
}

static const Real untouched = 7777;

static void allocate(struct side* side, ptrdiff_t reals)
{
    side->memory = FFTW(alloc_real)((size_t)reals);
    for (ptrdiff_t i = 0; i < reals; ++i) side->memory[i] = untouched;
    side->imaginary = side->is_split ? side->count : 1;
    side->at = side->memory + side->first * (side->is_split ? 1 : side->parts);
}
static ptrdiff_t reals_of(const struct side* side) { return side->count * side->parts; }
static Real* element(const struct side* side, ptrdiff_t place, int part)
{
    return side->at + place * (side->is_split ? 1 : side->parts) + part * side->imaginary;
}

static void fill(const struct problem* p, const struct side* in)
{
    for (ptrdiff_t e = 0; e < elements_of(p, 0); ++e) {
        for (int part = 0; part < in->parts; ++part) *element(in, place_of(p, 0, e), part) = (Real)random_number();
    }
}

/* Half spectra of reals: what is its own mirror has no imaginary part, and FFTW looks at it in its own way. */
static void make_symmetric(const struct problem* p, const struct side* in)
{
    if (p->data != to_real) return;
    for (ptrdiff_t e = 0; e < elements_of(p, 0); ++e) {
        ptrdiff_t rest = e, mirror = 0;
        int is_on_edge = 0;
        for (int l = p->rank + p->loops - 1; l >= 0; --l) {
            const ptrdiff_t n = p->axes[l].n, length = length_in(p, l), at = rest % length;
            const int is_last = l == p->rank - 1;
            rest /= length;
            if (is_last) is_on_edge = at == 0 || 2 * at == n;
            mirror += (l >= p->rank || is_last ? at : (n - at) % n) * p->axes[l].in;
        }
        const ptrdiff_t place = place_of(p, 0, e);
        if (!is_on_edge) continue;
        if (mirror == place) {
            *element(in, place, 1) = 0;
        } else {
            *element(in, mirror, 0) = *element(in, place, 0);
            *element(in, mirror, 1) = -*element(in, place, 1);
        }
    }
}

typedef FFTW(complex) Complex;
static Complex* numbers(const struct side* side) { return (Complex*)side->at; }

static FFTW(plan) plan_simply(const struct problem* p, const struct side* in, const struct side* out, unsigned flags)
{
    int n[most_axes];
    FFTW(r2r_kind) kind[most_axes];
    for (int l = 0; l < p->rank; ++l) {
        n[l] = (int)p->axes[l].n;
        kind[l] = (FFTW(r2r_kind))p->kinds[l];
    }
    const int is_general = random_below(2), rank = p->rank;
    switch (p->data) {
    case is_complex:
        return is_general  ? FFTW(plan_dft)(rank, n, numbers(in), numbers(out), p->sign, flags)
               : rank == 1 ? FFTW(plan_dft_1d)(n[0], numbers(in), numbers(out), p->sign, flags)
               : rank == 2 ? FFTW(plan_dft_2d)(n[0], n[1], numbers(in), numbers(out), p->sign, flags)
                           : FFTW(plan_dft_3d)(n[0], n[1], n[2], numbers(in), numbers(out), p->sign, flags);
    case to_complex:
        return is_general  ? FFTW(plan_dft_r2c)(rank, n, in->at, numbers(out), flags)
               : rank == 1 ? FFTW(plan_dft_r2c_1d)(n[0], in->at, numbers(out), flags)
               : rank == 2 ? FFTW(plan_dft_r2c_2d)(n[0], n[1], in->at, numbers(out), flags)
                           : FFTW(plan_dft_r2c_3d)(n[0], n[1], n[2], in->at, numbers(out), flags);
    case to_real:
        return is_general  ? FFTW(plan_dft_c2r)(rank, n, numbers(in), out->at, flags)
               : rank == 1 ? FFTW(plan_dft_c2r_1d)(n[0], numbers(in), out->at, flags)
               : rank == 2 ? FFTW(plan_dft_c2r_2d)(n[0], n[1], numbers(in), out->at, flags)
                           : FFTW(plan_dft_c2r_3d)(n[0], n[1], n[2], numbers(in), out->at, flags);
    default:
        return is_general  ? FFTW(plan_r2r)(rank, n, in->at, out->at, kind, flags)
               : rank == 1 ? FFTW(plan_r2r_1d)(n[0], in->at, out->at, kind[0], flags)
               : rank == 2 ? FFTW(plan_r2r_2d)(n[0], n[1], in->at, out->at, kind[0], kind[1], flags)
                           : FFTW(plan_r2r_3d)(n[0], n[1], n[2], in->at, out->at, kind[0], kind[1], kind[2], flags);
    }
}

static FFTW(plan) plan_many(const struct problem* p, const struct side* in, const struct side* out, unsigned flags)
{
    int n[most_axes], from[most_axes], to[most_axes];
    FFTW(r2r_kind) kind[most_axes];
    const int rank = p->rank;
    for (int l = 0; l < rank; ++l) {
        n[l] = (int)p->axes[l].n;
        kind[l] = (FFTW(r2r_kind))p->kinds[l];
        from[l] = l == 0 ? n[0] : (int)(p->axes[l - 1].in / p->axes[l].in);
        to[l] = l == 0 ? n[0] : (int)(p->axes[l - 1].out / p->axes[l].out);
    }
    const int loops = (int)p->axes[rank].n, is = (int)p->axes[rank - 1].in, os = (int)p->axes[rank - 1].out;
    const int id = (int)p->axes[rank].in, od = (int)p->axes[rank].out;
    switch (p->data) {
    case is_complex:
        return FFTW(plan_many_dft)(rank, n, loops, numbers(in), from, is, id, numbers(out), to, os, od, p->sign, flags);
    case to_complex:
        return FFTW(plan_many_dft_r2c)(rank, n, loops, in->at, from, is, id, numbers(out), to, os, od, flags);
    case to_real:
        return FFTW(plan_many_dft_c2r)(rank, n, loops, numbers(in), from, is, id, out->at, to, os, od, flags);
    default:
        return FFTW(plan_many_r2r)(rank, n, loops, in->at, from, is, id, out->at, to, os, od, kind, flags);
    }
}

static FFTW(plan) plan_guru(const struct problem* p, const struct side* in, const struct side* out, unsigned flags)
{
    FFTW(iodim) d[most];
    FFTW(iodim64) e[most];
    FFTW(r2r_kind) kind[most_axes];
    for (int l = 0; l < most; ++l) {
        e[l].n = p->axes[l].n, e[l].is = p->axes[l].in, e[l].os = p->axes[l].out;
        d[l].n = (int)e[l].n, d[l].is = (int)e[l].is, d[l].os = (int)e[l].os;
        if (l < most_axes) kind[l] = (FFTW(r2r_kind))p->kinds[l];
    }
    const int rank = p->rank, loops = p->loops, is_wide = p->call == guru64;
    switch (p->data) {
    case is_complex:
        return is_wide ? FFTW(plan_guru64_dft)(rank, e, loops, e + rank, numbers(in), numbers(out), p->sign, flags)
                       : FFTW(plan_guru_dft)(rank, d, loops, d + rank, numbers(in), numbers(out), p->sign, flags);
    case to_complex:
        return is_wide ? FFTW(plan_guru64_dft_r2c)(rank, e, loops, e + rank, in->at, numbers(out), flags)
                       : FFTW(plan_guru_dft_r2c)(rank, d, loops, d + rank, in->at, numbers(out), flags);
    case to_real:
        return is_wide ? FFTW(plan_guru64_dft_c2r)(rank, e, loops, e + rank, numbers(in), out->at, flags)
                       : FFTW(plan_guru_dft_c2r)(rank, d, loops, d + rank, numbers(in), out->at, flags);
    default:
        return is_wide ? FFTW(plan_guru64_r2r)(rank, e, loops, e + rank, in->at, out->at, kind, flags)
                       : FFTW(plan_guru_r2r)(rank, d, loops, d + rank, in->at, out->at, kind, flags);
    }
}

static FFTW(plan) plan_split(const struct problem* p, const struct side* in, const struct side* out, unsigned flags)
{
    FFTW(iodim64) e[most];
    for (int l = 0; l < most; ++l) e[l].n = p->axes[l].n, e[l].is = p->axes[l].in, e[l].os = p->axes[l].out;
    Real *const ii = element(in, 0, 1), *const io = element(out, 0, 1);
    switch (p->data) {
    case is_complex:
        return FFTW(plan_guru64_split_dft)(p->rank, e, p->loops, e + p->rank, in->at, ii, out->at, io, flags);
    case to_complex:
        return FFTW(plan_guru64_split_dft_r2c)(p->rank, e, p->loops, e + p->rank, in->at, out->at, io, flags);
    default:
        return FFTW(plan_guru64_split_dft_c2r)(p->rank, e, p->loops, e + p->rank, in->at, ii, out->at, flags);
    }
}

static FFTW(plan) plan(const struct problem* p, const struct side* in, const struct side* out)
{
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    return p->call == simple  ? plan_simply(p, in, out, flags)
           : p->call == many  ? plan_many(p, in, out, flags)
           : p->call == split ? plan_split(p, in, out, flags)
                              : plan_guru(p, in, out, flags);
}

static void execute_on(FFTW(plan) made, const struct problem* p, const struct side* in, const struct side* out)
{
    Real *const ii = element(in, 0, 1), *const io = element(out, 0, 1);
    if (p->call == split) {
        if (p->data == is_complex) FFTW(execute_split_dft)(made, in->at, ii, out->at, io);
        if (p->data == to_complex) FFTW(execute_split_dft_r2c)(made, in->at, out->at, io);
        if (p->data == to_real) FFTW(execute_split_dft_c2r)(made, in->at, ii, out->at);
        return;
    }
    if (p->data == is_complex) FFTW(execute_dft)(made, numbers(in), numbers(out));
    if (p->data == to_complex) FFTW(execute_dft_r2c)(made, in->at, numbers(out));
    if (p->data == to_real) FFTW(execute_dft_c2r)(made, numbers(in), out->at);
    if (p->data == is_real) FFTW(execute_r2r)(made, in->at, out->at);
}

/* Both sides of a problem; in place they share their memory. */
static void make_sides(const struct problem* p, struct side* in, struct side* out)
{
    *in = side_of(p, 0);
    *out = side_of(p, 1);
    const ptrdiff_t room = reals_of(in) > reals_of(out) ? reals_of(in) : reals_of(out);
    allocate(in, p->in_place ? room : reals_of(in));
    if (p->in_place) {
        out->memory = in->memory;
        out->at = in->at;
        out->imaginary = 1;
    } else {
        allocate(out, reals_of(out));
    }
}
static void free_sides(const struct problem* p, struct side* in, struct side* out)
{
    FFTW(free)(in->memory);
    if (!p->in_place) FFTW(free)(out->memory);
}

/* The results of a problem, in the order of its axes; null if there is no plan. */
static Real* results_of(const struct problem* p, int* is_kept)
{
    struct side in, out, planned_in, planned_out;
    make_sides(p, &in, &out);
    planned_in = in, planned_out = out;
    if (p->new_arrays) make_sides(p, &planned_in, &planned_out);
    const FFTW(plan) made = plan(p, &planned_in, &planned_out);
    fill(p, &in);
    make_symmetric(p, &in);
    const size_t bytes = (size_t)reals_of(&in) * sizeof(Real);
    Real* const before = malloc(bytes);
    memcpy(before, in.memory, bytes);
    Real* results = NULL;
    if (made) {
        if (p->new_arrays) execute_on(made, p, &in, &out);
        else FFTW(execute)(made);
        results = malloc((size_t)(elements_of(p, 1) * out.parts) * sizeof(Real));
        for (ptrdiff_t e = 0, i = 0; e < elements_of(p, 1); ++e) {
            for (int part = 0; part < out.parts; ++part) {
                Real* const at = element(&out, place_of(p, 1, e), part);
                results[i++] = *at;
                if (!p->in_place) *at = untouched;
            }
        }
        *is_kept = p->in_place || memcmp(before, in.memory, bytes) == 0;
        for (ptrdiff_t i = 0; i < reals_of(&out) && !p->in_place; ++i) *is_kept &= out.memory[i] == untouched;
        FFTW(destroy_plan)(made);
    }
    free(before);
    free_sides(p, &in, &out);
    if (p->new_arrays) free_sides(p, &planned_in, &planned_out);
    return results;
}

static double difference(const Real* x, const Real* y, size_t count)
{
    double distance = 0, size = 0;
    for (size_t i = 0; i < count; ++i) {
        distance += pow((double)x[i] - (double)y[i], 2);
        size += pow((double)y[i], 2);
    }
    return size > 0 ? sqrt(distance / size) : sqrt(distance);
}

static int is_right(const struct problem* p, FILE* file, const Real* results, int is_kept, size_t count)
{
    int has_plan = 0;
    Real* const expected = malloc(count * sizeof(Real));
    if (fread(&has_plan, sizeof has_plan, 1, file) != 1) return 0;
    if (has_plan && fread(expected, sizeof(Real), count, file) != count) return 0;
    const double bound = sizeof(Real) == sizeof(float) ? 2e-6 : 2e-15;
    /* what FFTW refuses we may do */
    const double error = results && has_plan ? difference(results, expected, count) : 0;
    const int is_right = (results || !has_plan) && error < bound && (is_kept || !results);
    free(expected);
    if (is_right) return 1;
    printf("%s, relative error %g%s: ", results ? "wrong" : "no plan", error, is_kept ? "" : ", wrote elsewhere");
    print_problem(p);
    return 0;
}

int main(int argc, char** argv)
{
    if (argc != 4) return 2;
    const int is_writing = strcmp(argv[1], "write") == 0, count = atoi(argv[3]);
    if (is_writing != !strstr(FFTW(version), "bspfft")) {
        printf("%s is done by the wrong library, %s\n", argv[1], FFTW(version));
        return 1;
    }
    FILE* const file = fopen(argv[2], is_writing ? "wb" : "rb");
    if (!file || !FFTW(init_threads)()) return 3;
    int wrong = 0, plans = 0;
    for (int i = 0; i < count; ++i) {
        seed((unsigned long long)i);
        const struct problem p = random_problem();
        /* FFTW 3.3.10 with threads never ends planning some of them */
        FFTW(plan_with_nthreads)(is_writing ? 1 : p.threads);
        int is_kept = 1;
        Real* const results = results_of(&p, &is_kept);
        const int parts = p.data == is_complex || p.data == to_complex ? 2 : 1, has_plan = results != NULL;
        const size_t reals = (size_t)(elements_of(&p, 1) * parts);
        plans += has_plan;
        if (is_writing) {
            fwrite(&has_plan, sizeof has_plan, 1, file);
            if (has_plan) fwrite(results, sizeof(Real), reals, file);
        } else if (!is_right(&p, file, results, is_kept, reals)) {
            ++wrong;
        }
        free(results);
    }
    printf("%d problems, %d plans, %d wrong\n", count, plans, wrong);
    FFTW(cleanup_threads)();
    return fclose(file) != 0 || wrong > 0 || plans < count / 2;
}

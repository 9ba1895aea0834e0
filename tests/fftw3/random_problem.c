#include "random_problem.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned long long state = 1;

void seed(unsigned long long number) { state = number * 2654435761u + 1; }

static unsigned long long next(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}
int random_below(int below) { return (int)(next() % (unsigned long long)below); }
double random_number(void) { return (double)next() / 2147483648.0 - 0.5; }

ptrdiff_t length_in(const struct problem* p, int axis)
{
    return p->data == to_real && axis == p->rank - 1 ? p->axes[axis].n / 2 + 1 : p->axes[axis].n;
}
ptrdiff_t length_out(const struct problem* p, int axis)
{
    return p->data == to_complex && axis == p->rank - 1 ? p->axes[axis].n / 2 + 1 : p->axes[axis].n;
}

static int random_length(int rank, int kind)
{
    static const int lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 20, 24, 31, 32, 49, 64, 100, 128};
    const int count = rank > 2 ? 12 : rank == 2 ? 19 : 23;
    const int n = lengths[random_below(count)];
    return kind == 3 && n == 1 ? 2 : n; /* REDFT00 has two points at least */
}

enum ease { tight, with_gaps, with_gaps_and_signs };

/* The axes one after the other in memory, the one in order[count - 1] fastest. */
static void lay_out(struct problem* p, const int* order, enum ease ease, int is_out)
{
    ptrdiff_t stride = ease > tight && random_below(4) == 0 ? 2 : 1;
    for (int l = p->rank + p->loops - 1; l >= 0; --l) {
        const int axis = order[l];
        const ptrdiff_t n = is_out ? length_out(p, axis) : length_in(p, axis);
        const ptrdiff_t signed_stride = ease == with_gaps_and_signs && random_below(8) == 0 ? -stride : stride;
        *(is_out ? &p->axes[axis].out : &p->axes[axis].in) = signed_stride;
        stride *= n + (ease > tight && random_below(3) == 0 ? 1 + random_below(3) : 0);
    }
}

static void shuffle(int* order, int count)
{
    for (int l = count - 1; l > 0; --l) {
        const int other = random_below(l + 1), kept = order[l];
        order[l] = order[other];
        order[other] = kept;
    }
}

/* In place the sides have the same strides; those of reals but the last axis are twice those of complex numbers. */
static void lay_out_in_place(struct problem* p, const int* order)
{
    const int is_half = p->data == to_complex || p->data == to_real;
    ptrdiff_t stride = 1;
    for (int l = p->rank + p->loops - 1; l >= 0; --l) {
        struct axis* const axis = &p->axes[order[l]];
        const int is_row = is_half && order[l] == p->rank - 1;
        axis->in = axis->out = stride;
        if (is_half && !is_row) *(p->data == to_complex ? &axis->in : &axis->out) *= 2;
        stride *= (is_row ? axis->n / 2 + 1 : axis->n) + (p->call > simple ? random_below(2) : 0);
    }
}

/* As the functions without strides have it: loops first, row by row. */
static void lay_out_plainly(struct problem* p)
{
    int order[most];
    for (int l = 0; l < p->rank + p->loops; ++l) order[l] = l < p->loops ? p->rank + l : l - p->loops;
    if (p->in_place) {
        lay_out_in_place(p, order);
    } else {
        lay_out(p, order, tight, 0);
        lay_out(p, order, tight, 1);
    }
}

static void lay_out_at_will(struct problem* p)
{
    int order[most];
    const int count = p->rank + p->loops, is_half = p->data == to_complex || p->data == to_real;
    for (int l = 0; l < count; ++l) order[l] = l;
    shuffle(order, count);
    if (p->in_place) {
        /* the halved axis is the fastest */
        for (int l = 0; l < count && is_half; ++l) {
            if (order[l] == p->rank - 1) {
                order[l] = order[count - 1];
                order[count - 1] = p->rank - 1;
            }
        }
        /* half of them are transposed as well; not cosines and sines, where FFTW 3.3.10 is wrong */
        const int is_transposed = p->data == is_complex && count > 1 && random_below(2);
        struct axis *const first = &p->axes[0], *const last = &p->axes[count - 1];
        if (is_transposed) first->n = last->n;
        lay_out_in_place(p, order);
        if (is_transposed) first->out = last->in, last->out = first->in;
        return;
    }
    /* FFTW 3.3.10 never ends planning some larger problems with negative strides */
    const enum ease ease = is_half || count > 2 ? with_gaps : with_gaps_and_signs;
    lay_out(p, order, ease, 0);
    shuffle(order, count);
    lay_out(p, order, ease, 1);
}

/* The strides that "many" has: of the embedding arrays, whose last lengths are larger than the problem's. */
static void lay_out_many(struct problem* p)
{
    int order[most];
    for (int l = 0; l <= p->rank; ++l) order[l] = l;
    /* the loop is the slowest or the fastest */
    const int is_last = random_below(2) && !(p->in_place && p->data != is_complex && p->data != is_real);
    if (!is_last) {
        order[0] = p->rank;
        for (int l = 0; l < p->rank; ++l) order[l + 1] = l;
    }
    if (p->in_place) {
        lay_out_in_place(p, order);
    } else {
        lay_out(p, order, with_gaps, 0);
        lay_out(p, order, with_gaps, 1);
    }
}

struct problem random_problem(void)
{
    struct problem p = {0};
    p.data = (enum data)random_below(4);
    p.call = (enum call)random_below(5);
    p.sign = random_below(2) ? 1 : -1;
    p.in_place = random_below(3) == 0;
    p.new_arrays = random_below(2);
    p.threads = 1 + random_below(2);
    p.rank = p.call == simple || p.call == many ? 1 + random_below(3) : random_below(most_axes + 1);
    p.loops = p.call == simple ? 0 : p.call == many ? 1 : random_below(most_loops + 1);
    if ((p.data == to_complex || p.data == to_real) && p.rank == 0) p.rank = 1;
    if (p.data == is_real && p.call == split) p.call = guru64;
    if (p.call == split) p.in_place = 0;
    for (int l = 0; l < most_axes; ++l) p.kinds[l] = random_below(2) ? 3 + random_below(8) : random_below(11);
    for (int l = 0; l < p.rank + p.loops; ++l)
        p.axes[l].n = l < p.rank ? random_length(p.rank, p.data == is_real ? p.kinds[l] : 0) : 1 + random_below(4);
    if (p.call == simple)
        lay_out_plainly(&p);
    else if (p.call == many)
        lay_out_many(&p);
    else
        lay_out_at_will(&p);
    return p;
}

void print_problem(const struct problem* p)
{
    static const char* const data[] = {"complex", "to_complex", "to_real", "real"};
    static const char* const call[] = {"simple", "many", "guru", "guru64", "split"};
    printf("%s %s, sign %d%s%s, %d threads;", data[p->data], call[p->call], p->sign,
           p->in_place ? ", in place" : "", p->new_arrays ? ", new arrays" : "", p->threads);
    for (int l = 0; l < p->rank + p->loops; ++l) {
        printf(" %s(%td, %td, %td", l < p->rank ? "" : "loop", p->axes[l].n, p->axes[l].in, p->axes[l].out);
        if (l < p->rank && p->data == is_real) printf(", kind %d", p->kinds[l]);
        printf(")");
    }
    printf("\n");
}

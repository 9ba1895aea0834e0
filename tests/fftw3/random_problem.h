/* Problems for FFTW's planners, the same in every program that starts with the same number. */
#ifndef RANDOM_PROBLEM_H
#define RANDOM_PROBLEM_H

#include <stddef.h>

enum { most_axes = 4, most_loops = 3, most = most_axes + most_loops };
enum data { is_complex, to_complex, to_real, is_real };
/* Which of FFTW's functions: of one array row by row, "many", or guru of 32 and 64 bits, interleaved or split. */
enum call { simple, many, guru, guru64, split };

struct axis {
    ptrdiff_t n, in, out; /* strides in elements of each side */
};

struct problem {
    enum data data;
    enum call call;
    int sign, in_place, new_arrays, threads;
    int rank, loops;
    struct axis axes[most]; /* those of the transform, then loops */
    int kinds[most_axes];
};

struct problem random_problem(void);
void seed(unsigned long long number);
/* From 0 to below. */
int random_below(int below);
double random_number(void);

/* Elements of an axis on a side. */
ptrdiff_t length_in(const struct problem* p, int axis);
ptrdiff_t length_out(const struct problem* p, int axis);

/* One line of words. */
void print_problem(const struct problem* p);

#endif

/* FFTW's names in the precision that a test is compiled for. */
#ifndef FFTW_NAMES_H
#define FFTW_NAMES_H

#include <fftw3.h>

#ifdef SINGLE
typedef float Real;
#define FFTW(name) fftwf_##name
#else
typedef double Real;
#define FFTW(name) fftw_##name
#endif

#endif

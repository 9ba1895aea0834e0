// Our own kernels for one long vector beside cuFFT, in one run on one GPU; repeats of both are interleaved.
//   K=bsp_fft/gpu/cuda; for t in double Pair; do for g in 1 2 4 8; do nvcc -std=c++17 -O3 -arch=sm_90
//     -DBSPFFT_SWEEP_TYPE=$t -DBSPFFT_SWEEP_BLOCKS=$g -c $K/two_sweeps_kernels.cu -o two_sweeps_$t$g.o; done; done
//   nvcc -std=c++17 -O3 -arch=sm_90 bench/two_sweeps.cu $K/two_sweeps.cu two_sweeps_*.o -lcufft -o two_sweeps
//   ./two_sweeps double 24 26 28 float 24
// Errors are relative, in the L2 norm, against what is known exactly: a few points become waves, and waves points.
#include <cufft.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../bsp_fft/gpu/cuda/two_sweeps.hpp"

namespace {

using bspfft::cuda::TwoSweeps;

void check(int status, const char* what)
{
    if (status == 0) return;
    std::fprintf(stderr, "%s failed: %d %s\n", what, status, cudaGetErrorString(static_cast<cudaError_t>(status)));
    std::exit(1);
}

struct Wave {
    unsigned place;
    double re, im;
};

__constant__ Wave wave_list[16];
constexpr int waves = 16;

/// x_j = sum of amplitude * exp(sign 2 pi i place j / n)
template<class C>
__global__ void fill_waves(C* x, std::size_t n, double sign)
{
    const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t j = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; j < n; j += threads) {
        double re = 0, im = 0;
        for (const Wave& w : wave_list) {
            double s, c;
            sincospi(sign * 2.0 * double(w.place * j & (n - 1)) / double(n), &s, &c);
            re += w.re * c - w.im * s;
            im += w.re * s + w.im * c;
        }
        x[j].x = re;
        x[j].y = im;
    }
}

template<class C>
__global__ void fill_points(C* x)
{
    if (threadIdx.x < waves) {
        x[wave_list[threadIdx.x].place].x = wave_list[threadIdx.x].re;
        x[wave_list[threadIdx.x].place].y = wave_list[threadIdx.x].im;
    }
}

/// sums[0] += |x - y|^2, sums[1] += |y|^2
template<class C>
__global__ void add_differences(const C* x, const C* y, std::size_t n, double* sums)
{
    double difference = 0, norm = 0;
    const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
    for (std::size_t j = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; j < n; j += threads) {
        const double re = double(x[j].x) - y[j].x, im = double(x[j].y) - y[j].y;
        difference += re * re + im * im;
        norm += double(y[j].x) * y[j].x + double(y[j].y) * y[j].y;
    }
    for (int i = 16; i; i /= 2) {
        difference += __shfl_down_sync(~0u, difference, i);
        norm += __shfl_down_sync(~0u, norm, i);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(sums, difference);
        atomicAdd(sums + 1, norm);
    }
}

template<class C>
double distance(const C* x, const C* y, std::size_t n)
{
    static double* sums = nullptr;
    if (!sums) check(cudaMalloc(&sums, 16), "memory");
    double values[2] = {0, 0};
    check(cudaMemcpy(sums, values, 16, cudaMemcpyHostToDevice), "copy");
    add_differences<<<512, 256>>>(x, y, n, sums);
    check(cudaMemcpy(values, sums, 16, cudaMemcpyDeviceToHost), "sums");
    return std::sqrt(values[0] / values[1]);
}

template<class F>
double seconds_of(F run)
{
    static cudaEvent_t begin = nullptr, end = nullptr;
    if (!begin) {
        check(cudaEventCreate(&begin), "event");
        check(cudaEventCreate(&end), "event");
    }
    check(cudaEventRecord(begin), "record");
    run();
    check(cudaEventRecord(end), "record");
    check(cudaEventSynchronize(end), "transform");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end), "time");
    return ms * 1e-3;
}

template<class C>
void compare(int log)
{
    constexpr bool is_double = sizeof(C) == 16;
    const std::size_t n = std::size_t(1) << log;
    C *x, *y, *z, *first, *work;
    for (C** p : {&x, &y, &z, &first, &work}) check(cudaMalloc(p, n * sizeof(C) + 256), "memory");
    cufftHandle plan;
    check(cufftPlan1d(&plan, int(n), is_double ? CUFFT_Z2Z : CUFFT_C2C, 1), "cuFFT's plan");
    const auto length = static_cast<std::int64_t>(n);
    const TwoSweeps own = TwoSweeps::of(1, &length, is_double).value();
    const auto ours = [&](bool backward, const C* in, C* out) {
        check(own.execute(backward, 1.0, in, out, work, nullptr), "our kernels");
    };
    const auto theirs = [&](bool backward, C* in, C* out) {
        const int direction = backward ? CUFFT_INVERSE : CUFFT_FORWARD;
        if constexpr (is_double)
            check(cufftExecZ2Z(plan, in, out, direction), "cuFFT");
        else
            check(cufftExecC2C(plan, in, out, direction), "cuFFT");
    };

    std::vector<Wave> list(waves);
    unsigned state = 2026;
    const auto random = [&] { return (state = state * 1664525u + 1013904223u) >> 4; };
    const auto amplitude = [&] { return random() / double(1 << 28) - 0.5; };
    for (Wave& w : list) w = {random() % unsigned(n), amplitude(), amplitude()};
    check(cudaMemcpyToSymbol(wave_list, list.data(), sizeof(Wave) * waves), "copy");
    double errors[3][2];
    const auto fill_points_in = [&](C* where) {
        check(cudaMemset(where, 0, n * sizeof(C)), "clear");
        fill_points<<<1, 32>>>(where);
    };
    fill_points_in(x);    // points become waves; z is the exact result
    fill_waves<<<2048, 256>>>(z, n, -1);
    check(cudaMemset(y, 0xff, n * sizeof(C)), "clear");
    ours(false, x, y);
    errors[0][0] = distance(y, z, n);
    theirs(false, x, y);
    errors[0][1] = distance(y, z, n);
    fill_waves<<<2048, 256>>>(z, n, 1);    // backward, in place
    check(cudaMemcpy(y, x, n * sizeof(C), cudaMemcpyDeviceToDevice), "copy");
    ours(true, y, y);
    errors[1][0] = distance(y, z, n);
    theirs(true, x, y);
    errors[1][1] = distance(y, z, n);
    fill_points_in(x);    // waves become points, n times as large
    fill_waves<<<2048, 256>>>(z, n, 1);
    check(own.execute(false, 1.0 / double(n), z, y, work, nullptr), "our kernels");
    errors[2][0] = distance(y, x, n);
    ours(true, y, y);
    const double there_and_back = distance(y, z, n);

    ours(false, z, y);
    theirs(false, z, x);
    const double apart = distance(y, x, n);
    ours(false, z, first);
    int differing = 0;    // runs with another result than the first
    std::vector<double> own_times, other_times;
    const int repeats = log >= 28 ? 18 : 28;
    for (int i = -2; i < repeats; ++i) {
        const double a = seconds_of([&] { ours(false, z, y); });
        const double b = seconds_of([&] { theirs(false, z, x); });
        differing += distance(y, first, n) != 0;
        if (i < 0) continue;
        own_times.push_back(a);
        other_times.push_back(b);
    }
    std::sort(own_times.begin(), own_times.end());
    std::sort(other_times.begin(), other_times.end());
    const double a = own_times[0] * 1e6, b = other_times[0] * 1e6;
    std::printf("| 2^%d %s | %.1f | %.1f | %.1f | %.1f | %.3f ", log, is_double ? "double" : "float", a,
                own_times[repeats / 2] * 1e6, b, other_times[repeats / 2] * 1e6, b / a);
    std::printf("| %.2e %.2e | %.2e %.2e | %.2e, back %.1e | %.1e | %d of %d |\n", errors[0][0], errors[0][1],
                errors[1][0], errors[1][1], errors[2][0], there_and_back, apart, differing, repeats + 2);
    std::fflush(stdout);
    cufftDestroy(plan);
    for (C* p : {x, y, z, first, work}) cudaFree(p);
}

}  // namespace

int main(int count, char** words)
{
    std::printf("| n | ours us | median | cuFFT us | median | ratio | error of waves: ours, cuFFT | backward | ");
    std::printf("of points | apart | runs that differ |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
    bool in_double = true;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "double" || word == "float")
            in_double = word == "double";
        else
            in_double ? compare<double2>(std::stoi(word)) : compare<float2>(std::stoi(word));
    }
}

// The machine by which plans choose, in nanoseconds: a Neoverse-N1. Tiles and arrays of one axis are as `bspfft probe`
// measures them, but for real data in large tiles, and for wrapped tiles, pairs and two sweeps, which are set so that
// they are to a cut as on a Xeon. Only ratios matter.
#include "bsp_fft/schedule/vector_prices.hpp"

namespace bspfft {

namespace {

const std::vector<Index> built_in_caches{64 << 10, 1 << 20};

/// What several axes add to columns, or to rows, of doubles: fitted to all cuts of 32^3, 64^3, 128^3 and 256^3, then
/// set by hand so that the cuts that were found fastest are chosen.
struct SeveralAxes {
    Curve several, run, streams, apart, alone;
};
const SeveralAxes of_columns{{{15, 0.1}, {18, -1.5}, {21, -3}, {24, -0.8}},
                             {{15, 0}, {18, 9}, {21, 6}, {24, 7.4}},
                             {{15, 0}, {18, 0.1}, {21, 0.4}, {24, 0.8}},
                             {{15, 0.5}, {18, 1.8}, {21, 1.2}, {24, 0.2}},
                             {{15, 0.6}, {18, 0.5}, {21, 0.2}, {24, -1}}};
const SeveralAxes of_rows{{{15, -0.3}, {18, -0.1}, {21, -1.5}, {24, -1.3}},
                          {{15, 0}, {18, 0}, {21, 2.3}, {24, 2.3}},
                          {{15, 0}, {18, 0}, {21, 0.3}},
                          {{15, 1.6}, {18, 1.7}, {21, 0.9}, {24, 0.2}},
                          {{15, 1.2}, {18, 0.3}, {21, 0.3}, {24, -1.8}}};

VectorPrices::Array array_of(Access access, bool half, const std::array<Curve, reaches>& seconds)
{
    const SeveralAxes& more = access == Access::to_packets ? of_columns : of_rows;
    return {.access = access,
            .half = half,
            .seconds = seconds,
            .several = more.several,
            .run = more.run,
            .streams = more.streams,
            .apart = more.apart,
            .alone = more.alone};
}

VectorPrices doubles()
{
    return {8,
            built_in_caches,
            {{8, {0, 58, 11.5, 14, 15.3, 18.5, 6.5, 1.8, 8.8, 6.5, 0.93, 60, 0, 2.1, 0, 4.6, 6.6, 3.9, 9.4}},
             {4, {4.3, 33, 4.2, 5, 5, 6, 1.9, 1.9, 2.5, 17, 0, 16, 0, 0, 3.4, 4.4, 5.4, 3.5, 6.7}},
             {1, {4.5, 21, 2.8, 3.1, 3.1, 3.5, 0.66, 1.7, 0, 14, 0, 0, 0, 1.1, 2, 0.85, 1.2, 0.42, 1}},
             {0, {0,   0.14, 0.31, 0.49, 1.6, 0,   0.29, 0.19, 0.34, 1.7, 0.95, 1.4,
                  1.6, 1.7,  1.6,  2.6,  1.8, 2.7, 2.1,  3.7,  2.2,  2.5, 2.2, 8, 1.1, 1.1}}},
            {array_of(Access::to_packets, false,
                      {{{{10, 1.4}, {12, 1.5}, {14, 2.5}, {16, 7.9}, {18, 9.7}, {20, 11}, {22, 12}},
                        {{10, 1.6}, {12, 1.6}, {14, 2.3}, {16, 3.6}, {18, 5}, {22, 6.6}},
                        {{14, 1.1}, {16, 2.4}, {18, 2.9}, {20, 4}, {22, 5.5}},
                        {},
                        {{20, 4.6}, {22, 7.1}}}}),
             array_of(Access::to_packets, true,
                      {{{{5, 8.5}, {7, 3.3}, {9, 2.7}, {11, 2.6}},
                        {{13, 3.7}, {15, 4.3}, {17, 6.5}},
                        {{19, 5.9}, {21, 6.3}},
                        {},
                        {{21, 9}}}}),
             array_of(Access::from_packets, false,
                      {{{{10, 0}, {12, 0}, {14, 0.4}, {16, 0.7}, {18, 1.1}, {20, 1.8}, {22, 1.9}},
                        {{11, 0.2}, {14, 1.4}, {16, 1.8}, {18, 2.1}, {22, 3.6}},
                        {{14, 0}, {16, 0.6}, {18, 1.5}, {20, 3.2}, {22, 3.5}},
                        {},
                        {{20, 3.6}, {22, 4.7}}}}),
             array_of(Access::from_packets, true,
                      {{{{5, 4.3}, {7, 1.5}, {9, 1}, {11, 0.8}},
                        {{13, 1.7}, {15, 1.7}, {17, 2}},
                        {{19, 3}, {21, 3.6}},
                        {},
                        {{21, 6}}}}),
             {.access = Access::in_place,
              .half = false,
              .seconds = {{{{14, 0.3}, {18, 1.5}, {22, 2.7}}}},
              .wrapped = {{10, 3}, {17, 2.5}, {18, 1.3}, {22, 1}}},
             {.access = Access::in_place, .half = true, .seconds = {{{{13, 4}, {17, 5.7}, {21, 7.3}}}}}},
            {},
            {},
            {{8, 0.9}, {13, 1.1}, {17, 2}, {21, 3.5}}};
}

// A row of 16 floats is as long as one of 8 doubles, and takes as long in an array of twice as many numbers.
Curve half_of(const Curve& curve, double doublings = 1)
{
    Curve result;
    for (const auto& [x, y] : curve.points()) result.add(x + doublings, y / 2);
    return result;
}

VectorPrices floats()
{
    VectorPrices prices = doubles();
    prices.bytes_per_real = 4;
    prices.tiles = {{16, {0, 55, 11.5, 13, 15, 17, 6.7, 2, 9.9, 9.1, 1, 43, 0, 2.4, 0, 4.2, 7, 3.9, 9.8}},
                    {4, {5.3, 27, 4, 4.9, 4.9, 4.9, 1.6, 1.6, 0, 7.8, 0, 2.2, 0, 1.3, 1.1, 0.7, 1.3, 0.24, 1.4}},
                    {1, {2, 25, 4.9, 4.9, 4.9, 4.9, 1.3, 0.1, 0, 11, 0, 1.1, 0, 0.9, 1.4, 1.2, 1.7, 0.8, 1.6}},
                    {0, {0,   0.06, 0.06, 0.1, 2.7, 0,   0.15, 0.24, 0.57, 0.85, 0.64, 0.8,
                         0.8, 1,    0.82, 1.6, 1.1, 2.2, 1.4,  2.9,  1.2,  1.3,  1.2,  4,    0.55, 0.55}}};
    prices.pairs = half_of(prices.pairs);
    for (VectorPrices::Array& array : prices.arrays) {
        for (Curve* const curve : {&array.several, &array.run, &array.apart, &array.wrapped, &array.alone})
            *curve = half_of(*curve);
        for (Curve& curve : array.seconds) curve = half_of(curve);
        array.streams = half_of(array.streams, 0);
    }
    return prices;
}

}  // namespace

const VectorPrices& built_in_prices(Index bytes_per_real)
{
    static const VectorPrices double_prices = doubles(), float_prices = floats();
    return bytes_per_real == 8 ? double_prices : float_prices;
}

}  // namespace bspfft

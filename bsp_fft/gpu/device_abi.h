/* What a library for devices offers: a table of functions, in plain C, so that compilers and their versions may differ.
 * The library libbspfft-cuda.so has one function, bspfft_device_table, and is loaded when a device is asked for.
 *
 * Functions return 0, or anything else on failure: then message() says why, in one sentence, to the same thread. Arrays
 * are on the device unless their names say host. Work is done in the order of its stream; functions with a stream
 * return at once, or may do so. */
#ifndef BSPFFT_DEVICE_ABI_H
#define BSPFFT_DEVICE_ABI_H

#include <stdint.h>

#define BSPFFT_DEVICE_VERSION 2
#define BSPFFT_DEVICE_ENTRY "bspfft_device_table"

typedef struct {
    char name[256];
    int64_t bytes;      /* of its memory */
    int64_t bytes_free; /* now */
    int64_t multiprocessors;
    int32_t compute_major;
    int32_t compute_minor;
    int64_t cache_bytes; /* of its last cache */
    int64_t clock_hz;    /* of its processors, at most */
} bspfft_device_info;

/* The elements of a pass are (row r, column c). Where they are in an array, by kind. Tables are on the device. */
enum {
    /* [column][row], complex or real: what transforms are made of */
    BSPFFT_DEVICE_WORK = 0,
    /* rows[r] + columns[c], in reals; rows from mirrored_from on are conjugates, at rows[r] + mirrored_columns[c]; a
     * row at missing_row does not exist */
    BSPFFT_DEVICE_PLAIN = 1,
    /* packets that are sent: row r belongs to the receiver receivers[r] as its row number[r]; columns are in tiles of
     * `lanes` */
    BSPFFT_DEVICE_PACKETS_OUT = 2,
    /* packets that have come: column c = (batch, r) has rows j2, whose places are landed[batch * rows + j2] */
    BSPFFT_DEVICE_PACKETS_IN = 3
};

#define BSPFFT_DEVICE_MISSING_ROW INT64_MIN

/* A receiver of packets: the place of tile t, its rows, and how far apart tiles are, in complex numbers. */
typedef struct {
    void* array; /* at the sender's first tile */
    int64_t rows;
    int64_t tile_length;
} bspfft_device_receiver;

/* Where element j2 of all rows of a batch element has come: its tile, the columns of the tile, which of them; lane < 0:
 * nowhere. */
typedef struct {
    int64_t tile;
    int32_t width;
    int32_t lane;
} bspfft_device_landed;

typedef struct {
    int32_t kind;
    int32_t reals; /* of an element: 2 complex, 1 real; of a real source imaginary parts are 0 */
    void* array;
    /* PLAIN */
    const int64_t* rows;
    const int64_t* columns;
    const int64_t* mirrored_columns;
    int64_t mirrored_from;
    /* PACKETS_OUT: how many columns there are in all; PACKETS_IN: rows that have come */
    int64_t lanes;
    int64_t count;
    const int32_t* receiver_of;
    const int32_t* number_of;
    const bspfft_device_receiver* receivers;
    const bspfft_device_landed* landed;
} bspfft_device_side;

/* Twiddles: the product over axes of w_order^(sign k j), where k is row_index[axis * rows + r] and j is
 * column_index[axis * columns + c]. */
typedef struct {
    int32_t axes; /* 0: none */
    int32_t inverse;
    int64_t order[8];
    const int64_t* row_index;
    const int64_t* column_index;
    int64_t rows;
    int64_t columns; /* how far apart the axes are in the tables */
} bspfft_device_twiddles;

/* Every element (r, c), r < rows, first <= c < first + columns, from one place to another, times twiddles and scale. Of
 * a side that is WORK, and of one of tiles that are sent, columns are numbered from 0 where `first` is. */
typedef struct {
    int32_t bytes_per_real;
    /* 1: of complex numbers, without twiddles, between a side that is WORK and one that is PLAIN, all of whose rows
     * exist and none is mirrored, and whose neighbouring columns are neighbours in memory: a transposition */
    int32_t transposes;
    int64_t rows;
    int64_t columns;
    int64_t first;
    bspfft_device_side from;
    bspfft_device_side to;
    bspfft_device_twiddles twiddles;
    double scale;
} bspfft_device_remap;

enum { BSPFFT_DEVICE_COMPLEX = 0, BSPFFT_DEVICE_REAL_TO_HALF = 1, BSPFFT_DEVICE_HALF_TO_REAL = 2 };

/* `batch` transforms over `rank` axes, the last the fastest. Numbers are counted in elements: of real numbers in reals.
 * The distance between neighbours along the last axis is the stride; embed[l] is the length of axis l in memory. */
typedef struct {
    int32_t bytes_per_real;
    int32_t data;
    int32_t rank; /* 1 to 8 */
    int32_t library_only; /* 1: by the vendor's library, never by other kernels: to compare with */
    int64_t length[8];
    int64_t batch;
    int64_t in_embed[8];
    int64_t in_stride;
    int64_t in_distance;
    int64_t out_embed[8];
    int64_t out_stride;
    int64_t out_distance;
} bspfft_device_transform;

typedef struct bspfft_device_plan bspfft_device_plan;

enum { BSPFFT_DEVICE_TO_DEVICE = 0, BSPFFT_DEVICE_TO_HOST = 1, BSPFFT_DEVICE_WITHIN = 2 };

typedef struct {
    int32_t version;
    int32_t size; /* of this table */

    const char* (*message)(void);
    /* How many devices there are; and what is known of one, which the calling thread then uses. */
    int (*device_count)(int32_t* count);
    int (*use_device)(int32_t device, bspfft_device_info* info);

    int (*allocate)(int64_t bytes, void** array);
    int (*release)(void* array);
    /* Host memory that devices copy from and to at full speed, beside their other work. */
    int (*allocate_host)(int64_t bytes, void** host);
    int (*release_host)(void* host);
    /* The same of memory that exists, until it is released; may be refused. */
    int (*pin_host)(void* host, int64_t bytes);
    int (*unpin_host)(void* host);

    int (*create_stream)(void** stream);
    int (*destroy_stream)(void* stream);
    int (*synchronise)(void* stream);
    int (*create_event)(void** event);
    int (*destroy_event)(void* event);
    int (*record)(void* event, void* stream);
    /* What comes later on the stream waits for the event. */
    int (*wait)(void* stream, void* event);
    /* Between two events that have happened. */
    int (*seconds_between)(void* earlier, void* later, double* seconds);

    /* `height` pieces of `width` bytes, whose beginnings are a pitch apart, in bytes. */
    int (*copy)(int32_t kind, void* to, int64_t to_pitch, const void* from, int64_t from_pitch, int64_t width,
                int64_t height, void* stream);
    int (*clear)(void* array, int64_t bytes, void* stream);

    int (*remap)(const bspfft_device_remap* remap, void* stream);

    /* Made once for all executions of such transforms. Its scratch memory comes with it; bytes tells how much. */
    int (*make_plan)(const bspfft_device_transform* transform, bspfft_device_plan** plan, int64_t* bytes);
    int (*destroy_plan)(bspfft_device_plan* plan);
    /* The transforms, unscaled, times scale; in may be out if both sides are alike, and of half spectra is not kept. */
    int (*execute)(bspfft_device_plan* plan, int32_t inverse, double scale, void* in, void* out, void* stream);
    /* The name of what executes a plan: "cuFFT" or a kernel's own. */
    const char* (*plan_name)(const bspfft_device_plan* plan);
} bspfft_device_functions;

/* The type of BSPFFT_DEVICE_ENTRY: the table, or NULL if the library has not this version. */
typedef const bspfft_device_functions* (*bspfft_device_entry)(int32_t version);

#endif

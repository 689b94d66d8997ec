// The fast twins of MicaPixels' scalar kernels: the same bytes, more of them at a time.
//
// Each function does what the Swift function of the same topic does (PixelSpans.swift, TexelSampling.swift), for a whole
// run or for its blocks of MICA_BLOCK pixels; Swift draws what is left over. Pixels are words 0xAARRGGBB, premultiplied.
#ifndef CMICAPIXELS_H
#define CMICAPIXELS_H

#include <stddef.h>
#include <stdint.h>

// Pixels that a kernel draws at a time.
#define MICA_BLOCK 8

// What kernels there are on this processor. The numbers are those of Swift's `PixelKernels`.
enum {
    // None: Swift draws.
    MICA_SCALAR = 0,
    // Vectors that every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    MICA_BASE = 1,
    // x86-64 with AVX2.
    MICA_AVX2 = 2,
};

// The best that this processor has.
int mica_kernels_best(void);

// What this thread draws with, and -1 before it is known. Each thread has its own, so that a test can draw with one
// kind of kernels while another draws with the other.
extern _Thread_local int mica_kernels_current;

// What this thread draws with.
static inline int mica_kernels(void) {
    if (mica_kernels_current < 0) mica_kernels_current = mica_kernels_best();
    return mica_kernels_current;
}

// Says what this thread draws with from now on.
static inline void mica_kernels_use(int kernels) { mica_kernels_current = kernels; }

// A function for each kind of processor, and one that calls this thread's: with MICA_SCALAR too, that of MICA_BASE.
#define MICA_CHOICE(result, name, parameters, ...) \
    result name##_base parameters; \
    result name##_avx2 parameters; \
    static inline result name parameters { \
        return mica_kernels() == MICA_AVX2 ? name##_avx2(__VA_ARGS__) : name##_base(__VA_ARGS__); \
    }
// A kernel for each, of whole blocks of so many pixels, and a function that calls this thread's: it returns how many
// pixels are done, none with MICA_SCALAR.
#define MICA_KERNEL_OF(block, name, parameters, ...) \
    void name##_base parameters; \
    void name##_avx2 parameters; \
    static inline size_t name parameters { \
        int kernels = mica_kernels(); \
        count -= count % (block); \
        if (kernels == MICA_SCALAR || count == 0) return 0; \
        if (kernels == MICA_AVX2) name##_avx2(__VA_ARGS__); \
        else name##_base(__VA_ARGS__); \
        return count; \
    }
#define MICA_KERNEL(...) MICA_KERNEL_OF(1, __VA_ARGS__)
#define MICA_BLOCK_KERNEL(...) MICA_KERNEL_OF(MICA_BLOCK, __VA_ARGS__)

MICA_KERNEL(mica_fill, (uint32_t *target, uint32_t source, size_t count), target, source, count)
MICA_KERNEL(mica_blend_color, (uint32_t *target, uint32_t source, size_t count), target, source, count)
MICA_KERNEL(
    mica_blend_color_coverage, (uint32_t *target, uint32_t source, const uint8_t *coverage, size_t count), target,
    source, coverage, count)
MICA_KERNEL(mica_blend, (uint32_t *target, const uint32_t *source, size_t count), target, source, count)
MICA_KERNEL(
    mica_blend_alpha, (uint32_t *target, const uint32_t *source, uint32_t alpha, size_t count), target, source, alpha,
    count)
// Over one colour that fills the target, which is not read.
MICA_KERNEL(
    mica_blend_onto,
    (uint32_t *target, const uint32_t *source, uint32_t alpha, uint32_t background, size_t count), target, source, alpha,
    background, count)
MICA_KERNEL(
    mica_blend_coverage,
    (uint32_t *target, const uint32_t *source, const uint8_t *coverage, uint32_t alpha, size_t count), target, source,
    coverage, alpha, count)
// Times the alpha of other pixels.
MICA_KERNEL(
    mica_blend_masked, (uint32_t *target, const uint32_t *source, const uint32_t *mask, uint32_t alpha, size_t count), target,
    source, mask, alpha, count)
// Coverage between two runs of values of 16 bits, as mica_mix works it out.
MICA_KERNEL(
    mica_blend_color_mix,
    (uint32_t *target, uint32_t source, const uint16_t *a, const uint16_t *b, uint32_t part, size_t count), target,
    source, a, b, part, count)
// The values of one side of one half of a shadow: where they begin, a row for each entry of a table; where their ends begin,
// one for each entry: how many columns on the outside are not covered between it and the next, and in the upper half of the
// word the value of the innermost column; and how many entries there are. Values of a column are less than 8,192 apart from
// one entry to the next.
typedef struct {
    int64_t start, ends, side;
} mica_strip;
// A shadow of two sides and two halves: its columns, those of the left side from `start` and of the right one from `right` on,
// where its shape begins and ends, and how many deviations before that the tables begin, which have so many entries for
// each. The strips are those of the upper half, left and right, and of the lower one.
typedef struct {
    int32_t start, left_end, right, end;
    double top, bottom, deviation, reach, density;
    mica_strip strips[4];
} mica_shadow;
// Pixels that are left out, and the most of them.
typedef struct {
    int32_t min_x, max_x, min_y, max_y;
} mica_hole;
#define MICA_HOLES 16
// The columns that are drawn, the first row, and what is left out.
typedef struct {
    int32_t min_x, max_x, min_y;
    const mica_hole *holes;
    size_t hole_count;
} mica_shadow_part;
// The target is the first column of the first row; `count` rows.
MICA_KERNEL(
    mica_blend_shadow,
    (uint32_t *target, size_t stride, const mica_shadow *shadow, const mica_shadow_part *drawn, const uint16_t *values,
     const uint32_t *ends, uint32_t pixel, size_t count),
    target, stride, shadow, drawn, values, ends, pixel, count)
// A level rectangle: its edges in steps, of which a pixel has MICA_BOX_ONE; not empty.
typedef struct {
    int32_t x0, y0, x1, y1;
} mica_box;
#define MICA_BOX_SHIFT 12
#define MICA_BOX_ONE ((int64_t)1 << MICA_BOX_SHIFT)
// The target is the first pixel that the box touches, and `count` how many columns it does.
MICA_KERNEL(
    mica_blend_box, (uint32_t *target, size_t stride, const mica_box *box, uint32_t pixel, size_t count), target, stride,
    box, pixel, count)
// A level rectangle of one colour, its edges in steps; or, where `op` is not negative, what stands for something else.
typedef struct {
    int32_t x0, y0, x1, y1;
    uint32_t pixel;
    int32_t pass, op, spare;
} mica_solid;
// A part of the plane in pixels, not empty: 64 strips of 2^strip columns, and four bands of 2^band rows.
typedef struct {
    int64_t min_x, min_y, width, height;
    int32_t strip, band;
} mica_tile;
// Front to back: where boxes can be seen, four words each, a bit for each strip of a band; all bits where nothing of what is
// in the tile is hidden. Takes in what they hide.
MICA_KERNEL(
    mica_find_visible_boxes,
    (uint64_t *visible, uint64_t *hidden, const mica_solid *boxes, const int32_t *indices, const mica_tile *tile, size_t count),
    visible, hidden, boxes, indices, tile, count)
// Back to front: the tile's part of each, where it is seen; without `visible` everywhere. The target is the tile's first pixel.
MICA_KERNEL(
    mica_blend_boxes,
    (uint32_t *target, size_t stride, const mica_solid *boxes, const int32_t *indices, const uint64_t *visible,
     const mica_tile *tile, size_t count),
    target, stride, boxes, indices, visible, tile, count)
// The parts of boxes within limits, in the same order, as boxes of a pass; those of which there is something. There has to be room
// for as many as there are places. Returns how many there are.
MICA_CHOICE(
    size_t, mica_cut_boxes,
    (mica_solid *cut, const mica_solid *boxes, const int32_t *indices, const mica_box *limits, int32_t pass,
     size_t count),
    cut, boxes, indices, limits, pass, count)
// Columns of cells, which are a block of pixels wide, that a tile has at most, and the bands of rows that it is cut into.
#define MICA_CELL_COLUMNS 256
#define MICA_CELL_BANDS 8
// Cells of a tile in which a part of a box is to be drawn: for each band a word, whose bits are the cells from 64 times `word` on.
typedef struct {
    uint64_t bands[MICA_CELL_BANDS];
    int32_t index, word;
} mica_cells;
// Draws a tile of boxes alone, back to front, over a background; the target is the tile's first pixel, and a band of the tile
// has 2^band rows. `left_over` is memory for what is drawn after the cells are filled: where it does not have room nothing is
// drawn. Returns how many of it are needed.
MICA_CHOICE(
    size_t, mica_draw_boxes,
    (uint32_t *target, size_t stride, const mica_solid *boxes, const int32_t *indices, const mica_tile *tile,
     uint32_t background, mica_cells *left_over, size_t capacity, size_t count),
    target, stride, boxes, indices, tile, background, left_over, capacity, count)
MICA_BLOCK_KERNEL(mica_multiply, (uint8_t *target, const uint8_t *source, size_t count), target, source, count)
MICA_BLOCK_KERNEL(mica_multiply_alpha, (uint8_t *target, const uint32_t *source, size_t count), target, source, count)

MICA_BLOCK_KERNEL(
    mica_add_times, (uint32_t *target, const uint32_t *source, uint32_t weight, size_t count), target, source, weight,
    count)
MICA_BLOCK_KERNEL(
    mica_mix, (uint8_t *target, const uint16_t *a, const uint16_t *b, uint32_t part, size_t count), target, a, b, part,
    count)

// The kernels that take texels and colours from places of their own: AVX2's and NEON's, since SSE2 is no faster than Swift.
#if defined(__aarch64__)
#define MICA_SAMPLING MICA_BASE
#define MICA_SAMPLER(name) name##_neon
#else
#define MICA_SAMPLING MICA_AVX2
#define MICA_SAMPLER(name) name##_avx2
#endif

// Whether this thread draws with them.
static inline int mica_is_sampling(void) { return mica_kernels() == MICA_SAMPLING; }

// A kernel of blocks with AVX2 or NEON, and a function that calls it, and not with SSE2, which would not be faster than
// Swift. What is left behind whole blocks is drawn with one more, over the last of these where they meet, after a step
// of `done` pixels; of fewer pixels than a block none are drawn.
#define MICA_SAMPLING_KERNEL(name, parameters, step, ...) \
    void MICA_SAMPLER(name) parameters; \
    static inline size_t name parameters { \
        const size_t all = count, rest = count % MICA_BLOCK; \
        if (!mica_is_sampling() || count < MICA_BLOCK) return 0; \
        count -= rest; \
        MICA_SAMPLER(name)(__VA_ARGS__); \
        if (rest != 0) { \
            const int64_t done = (int64_t)(all - MICA_BLOCK); \
            target += done; \
            step; \
            count = MICA_BLOCK; \
            MICA_SAMPLER(name)(__VA_ARGS__); \
        } \
        return all; \
    }

// Where bilinear samples are taken: places in 256ths of a texel, `u >> 24` and `v >> 24`, held within limits.
//
// All places of the run have to fit 32 bits with their sign, and the range has to be two texels or more on both axes.
typedef struct {
    int64_t u, v, du, dv;
    int32_t min_x, min_y, max_x, max_y;
    int32_t stride;
} mica_texel_run;
MICA_SAMPLING_KERNEL(
    mica_sample_bilinear, (uint32_t *target, const uint32_t *texels, mica_texel_run run, size_t count),
    (run.u += done * run.du, run.v += done * run.dv), target, texels, run, count)

// Looks up a ramp along a row: pixel i takes ramp[k], k the whole part of (t + i * step) / 2^32, held within 0...last.
//
// Within the run `t` and what is added to it fit 64 bits.
MICA_SAMPLING_KERNEL(
    mica_ramp_linear, (uint32_t *target, const uint32_t *ramp, int32_t last, int64_t t, int64_t step, size_t count),
    t += done * step, target, ramp, last, t, step, count)

// A row of places in a plane: in column c, a whole number below 2^24, (x + c * dx, y + c * dy), in single precision.
typedef struct {
    float x, dx, y, dy;
} mica_line;

// Looks up a ramp by the distance from (0, 0): pixel i, in column `first` + i, takes ramp[k] with k the whole part of the
// distance or `last`, whichever is less, plus a half.
MICA_SAMPLING_KERNEL(
    mica_ramp_radial,
    (uint32_t *target, const uint32_t *ramp, int32_t last, const mica_line *line, int32_t first, size_t count),
    first += (int32_t)done, target, ramp, last, line, first, count)

// How many bits of a sprite's place in its texture are behind the point.
#define MICA_SPRITE_FRACTION 20

// One axis of a sprite's texture; places count texels in 2^-20 steps. SpriteShape.swift says what they are.
typedef struct {
    int64_t start, step, down;
    int64_t min, max, reach, highest;
    int64_t scale, limit, most;
    double inverse;
} mica_sprite_axis;

// A sprite: its axes, the pixel that its places are counted from, and the pixels that it may touch.
typedef struct {
    mica_sprite_axis u, v;
    int64_t origin_x, origin_y, min_x, max_x;
    uint64_t tint;
} mica_sprite;

// Where samples of a texture may be as large as some number, in texels: the least and the largest place along u, v, their sum
// and their difference. The least is above the largest where there is none.
typedef struct {
    double low[4], high[4];
} mica_sprite_octagon;

// A sprite's texture. A word has a texel and the one below it, channel by channel; bytes are 127 less the channel. There is an
// octagon for each power of two below 256.
typedef struct {
    const uint64_t *pairs;
    const mica_sprite_octagon *octagons;
    int32_t stride;
} mica_sprite_texture;

#define MICA_SPRITE_OCTAGONS 8

// Draws a sprite's pixels in some columns and rows; the target's pixel (0, 0) may lie outside what there is of it.
//
// Only where mica_is_sampling(). There are eight columns or more, all places in the rows' runs fit 31 bits, and those
// at the origin 52.
void MICA_SAMPLER(mica_draw_sprite)(
    uint32_t *target, int64_t target_stride, const mica_sprite_texture *texture, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive);
static inline void mica_draw_sprite(
    uint32_t *target, int64_t target_stride, const mica_sprite_texture *texture, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    MICA_SAMPLER(mica_draw_sprite)(
        target, target_stride, texture, sprite, min_x, max_x, min_y, max_y, is_additive);
}

// A cell of a grid: how far down edges run through a pixel, and twice the part of that which is left of them, in steps; both
// modulo 2^32.
typedef struct {
    int32_t cover, area;
} mica_cell;

// Where a grid of cells is, in steps of a 4,096th of a pixel, and how its rows lie: of MICA_BLOCK times MICA_BLOCKS(width)
// cells each, and so many words with a bit for each MICA_BLOCK of these that may not be zero.
#define MICA_BLOCKS(width) (((width) + MICA_BLOCK - 1) / MICA_BLOCK)
typedef struct {
    int64_t left, top, bottom;
    int64_t width, words;
} mica_grid;

// Pixels of a row from column `x` of the clip on; `alpha` is -1 when each has its own.
typedef struct {
    int32_t x, count, alpha;
} mica_run;

// Edges in a group.
#define MICA_EDGE_GROUP 16

// Asks for memory that is to be read soon.
static inline void mica_prefetch(const void *at, size_t size) {
    for (size_t i = 0; i < size; i += 64) __builtin_prefetch((const char *)at + i);
}

// Adds edges whose groups reach so far.
#define MICA_EDGES \
    mica_cell *cells, uint64_t *marks, const mica_grid *grid, const int32_t *edges, size_t count, const int32_t *reaches
MICA_CHOICE(void, mica_cells_add, (MICA_EDGES), cells, marks, grid, edges, count, reaches)

// Clears words of marks, and the cells that they mark.
void mica_cells_clear(mica_cell *cells, uint64_t *marks, int64_t words);

// Makes coverage of a row of cells, whose first is at column `offset` of the clip, which has `width` columns.
//
// It is written to `coverage` for runs with coverage of their own; there is room for `width` runs and bytes. It returns
// how many runs there are.
#define MICA_CELLS mica_cell *cells, uint64_t *marks, int64_t words, int64_t offset, int64_t width, int even_odd
MICA_CHOICE(
    size_t, mica_cells_sweep, (MICA_CELLS, uint8_t *coverage, mica_run *runs), cells, marks, words, offset, width,
    even_odd, coverage, runs)

// Blends one colour with that coverage into a row of the clip.
MICA_CHOICE(
    void, mica_cells_blend, (MICA_CELLS, uint32_t *target, uint32_t source), cells, marks, words, offset, width,
    even_odd, target, source)

// The edges of an outline that run down, one after the other, and where the first of these is; the others run up.
typedef struct {
    int64_t first, downs;
} mica_monotone_chains;

// Whether edges run down, then up, then down to where they begin, and in each part further and further.
int mica_edges_turn_twice(const int32_t *edges, size_t count, mica_monotone_chains *chains);

// Blends one colour with the coverage of such edges into rows of the clip, which are the grid's; it leaves the cells zero. What
// is written may begin `before` columns on the left of the clip's and end `behind` columns on its right: there pixels stay what
// they were.
//
// It returns 0 and does nothing when there are too many rows or columns.
#define MICA_OUTLINE \
    MICA_EDGES, const mica_monotone_chains *chains, int64_t offset, int64_t width, int64_t before, int64_t behind, \
        uint32_t *target, size_t stride, uint32_t source
MICA_CHOICE(
    int, mica_outline_blend, (MICA_OUTLINE), cells, marks, grid, edges, count, reaches, chains, offset, width, before,
    behind, target, stride, source)

// Finds the least and the largest coordinates of each group of edges, four numbers each: x0, y0, x1, y1, and so in `reaches`.
MICA_CHOICE(
    void, mica_edges_reach, (int32_t *reaches, const int32_t *edges, size_t count), reaches, edges, count)

// How curves are cut into chords (MicaRaster's ChordRule): the largest height of a lens, of its height times length, half the
// width of a line along the curve, and the most chords.
typedef struct {
    double tolerance, area, half_width;
    int64_t most;
} mica_chord_rule;

// Where edges are wanted, in pixels: those beyond a side count for nothing, or, left of it, with their height alone; and the
// largest coordinate.
typedef struct {
    double low_x, low_y, high_x, high_y, limit;
} mica_edge_clip;

// A path's elements, a byte each, and their points: `line` has one, `cubic` three.
typedef struct {
    const uint8_t *verbs;
    size_t count;
    const double *points;
    size_t point_count;
    uint8_t line, cubic;
} mica_elements;

// Writes the edges of curves one after the other, mapped, and of a line before each where there is one; `start` is the mapped
// point where the first begins, and then where the next one does. `count` is how many edges there are before and after.
//
// It returns how many elements are done, and in `used` how many points these have: it stops before a curve that is beyond the
// limit, needs more chords than the rule's most, or has no room, and before the line to it: that takes an edge for each chord
// and five more. And before what is neither a curve nor a line before one.
#define MICA_CURVE_EDGES \
    const mica_elements *elements, size_t *used, const double *map, const mica_chord_rule *rule, \
        const mica_edge_clip *clip, double *start, int32_t *edges, size_t *count, size_t room
MICA_CHOICE(
    size_t, mica_curve_edges, (MICA_CURVE_EDGES), elements, used, map, rule, clip, start, edges, count, room)

// The same for lines alone, of one point each, and how many are done; it stops before one that is beyond the limit. There is
// room for four edges more than there are lines.
#define MICA_LINE_EDGES \
    const double *points, size_t lines, const double *map, const mica_edge_clip *clip, double *start, int32_t *edges, \
        size_t *count
MICA_CHOICE(size_t, mica_line_edges, (MICA_LINE_EDGES), points, lines, map, clip, start, edges, count)

// The corners of a line, in columns that may be read from one before the first to four after the last and written to four after it:
// the points; the directions and the lengths of the chords to the next; the sines and the cosines of the turns, how far before
// and behind the corner the sides cross, and from there to where; and flags.
typedef struct {
    double *x, *y, *along_x, *along_y, *length, *cross, *dot, *reach, *crossing_x, *crossing_y;
    uint8_t *flags;
} mica_corners;

typedef enum {
    // A curve goes on at the corner.
    MICA_SMOOTH = 1,
    // The side inside the turn goes by the crossing.
    MICA_OPEN = 2,
    // Both sides do.
    MICA_PLAIN = 4,
} mica_corner_flags;

// Writes the corners of curves one after the other, of three points each behind the first's beginning, but for that.
// `count` is how many corners there are before and after.
//
// It returns how many curves are done. It stops before one for which there is no room, and says in `needed` how much that is, or
// from which it cannot say how the next goes on; `needed` is 0 then. It does not say whether the last goes on smoothly.
#define MICA_CURVE_CORNERS \
    const double *points, size_t curves, const mica_chord_rule *rule, double *x, double *y, uint8_t *flags, size_t *count, \
        size_t room, size_t *needed
MICA_CHOICE(
    size_t, mica_curve_corners, (MICA_CURVE_CORNERS), points, curves, rule, x, y, flags, count, room, needed)

// Works out the chords from some corners to the next ones, and returns the square of the least length.
MICA_CHOICE(
    double, mica_corners_measure, (const mica_corners *corners, size_t first, size_t end), corners, first, end)

// Works out the turns at some corners.
MICA_CHOICE(
    void, mica_corners_turn, (const mica_corners *corners, size_t first, size_t end, double half_width), corners, first,
    end, half_width)

// Works out which of some corners are open, and which plain: those whose turns have the least cosines or more.
MICA_CHOICE(
    void, mica_corners_open,
    (const mica_corners *corners, size_t first, size_t end, double miter_dot, double round_dot), corners, first, end,
    miter_dot, round_dot)

// How many corners from one on, whose flags these are, are plain, or back from it with a step of -1; at most so many.
static inline size_t mica_plain_corners(const uint8_t *flags, int64_t step, size_t most) {
    size_t found = 0;
    while (found < most && *flags & MICA_PLAIN) {
        flags += step;
        found += 1;
    }
    return found;
}

// Writes the points beside some corners, on the first side, or, with a negative sign, on the other, from the last back.
MICA_CHOICE(
    void, mica_corners_side,
    (const mica_corners *corners, size_t first, size_t end, double sign, double *points), corners, first, end, sign,
    points)

// How many bytes from the first on are the same.
static inline size_t mica_equal_bytes(const uint8_t *bytes, size_t count) {
    if (count == 0) return 0;
    uint64_t all = 0x0101010101010101u * bytes[0], word;
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __builtin_memcpy(&word, bytes + i, sizeof word);
        if (word != all) break;
    }
    while (i < count && bytes[i] == bytes[0]) i++;
    return i;
}

#endif

// The fast twins of MicaPixels' scalar kernels: the same bytes, several pixels at a time.
//
// Each function equals the Swift function of the same topic (PixelSpans.swift, TexelSampling.swift), for a whole run or
// for its blocks of MICA_BLOCK pixels; Swift draws the rest. Pixels are words 0xAARRGGBB, premultiplied. Comments use
// these formulas, for each channel:
//
//   s * a / 255, rounded   the product of a channel and a factor 0...255, rounded to the nearest
//   over(s, d)             s + d * (255 - alpha of s) / 255, rounded
#ifndef CMICAPIXELS_H
#define CMICAPIXELS_H

#include <stddef.h>
#include <stdint.h>

// The number of pixels that a kernel draws at a time.
#define MICA_BLOCK 8

// The kinds of kernels. The numbers are those of Swift's `PixelKernels`.
enum {
    // No kernels: Swift draws.
    MICA_SCALAR = 0,
    // Vectors that every processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    MICA_BASE = 1,
    // x86-64 with AVX2.
    MICA_AVX2 = 2,
};

// The best kind that this processor supports, or the one that the environment's MICA_KERNELS names.
int mica_kernels_best(void);

// The kind of a name, `scalar` or `base`; of any other and of none the best that this processor supports.
int mica_kernels_limited(const char *name);

// The kind of kernels that this thread uses; -1 before it is known. Each thread has its own, so that a test can draw
// with one kind while another test draws with another.
extern _Thread_local int mica_kernels_current;

// The kind of kernels that this thread uses.
static inline int mica_kernels(void) {
    if (mica_kernels_current < 0) mica_kernels_current = mica_kernels_best();
    return mica_kernels_current;
}

// Sets the kind of kernels that this thread uses.
static inline void mica_kernels_use(int kernels) { mica_kernels_current = kernels; }

// Declares a function for each kind of processor, and one that calls this thread's; with MICA_SCALAR, the one of MICA_BASE.
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

// target = source.
MICA_KERNEL(mica_fill, (uint32_t *target, uint32_t source, size_t count), target, source, count)
// target = over(source, target).
MICA_KERNEL(mica_blend_color, (uint32_t *target, uint32_t source, size_t count), target, source, count)
// target = over(source * coverage / 255, target), with a coverage for each pixel.
MICA_KERNEL(
    mica_blend_color_coverage, (uint32_t *target, uint32_t source, const uint8_t *coverage, size_t count), target,
    source, coverage, count)
// target = over(source, target), with a source for each pixel.
MICA_KERNEL(mica_blend, (uint32_t *target, const uint32_t *source, size_t count), target, source, count)
// target = over(source * alpha / 255, target), with a source for each pixel.
MICA_KERNEL(
    mica_blend_alpha, (uint32_t *target, const uint32_t *source, uint32_t alpha, size_t count), target, source, alpha,
    count)
// target = over(source * alpha / 255, background): as if the target were filled with the background. The target is not
// read.
MICA_KERNEL(
    mica_blend_onto,
    (uint32_t *target, const uint32_t *source, uint32_t alpha, uint32_t background, size_t count), target, source, alpha,
    background, count)
// target = over(source * (coverage * alpha / 255) / 255, target), with a source and a coverage for each pixel.
MICA_KERNEL(
    mica_blend_coverage,
    (uint32_t *target, const uint32_t *source, const uint8_t *coverage, uint32_t alpha, size_t count), target, source,
    coverage, alpha, count)
// target = over(source * (alpha of mask * alpha / 255) / 255, target), with a source and a mask for each pixel.
MICA_KERNEL(
    mica_blend_masked, (uint32_t *target, const uint32_t *source, const uint32_t *mask, uint32_t alpha, size_t count), target,
    source, mask, alpha, count)
// target = over(source * mica_mix(a, b, part) / 255, target): coverage between two runs of 16-bit values.
MICA_KERNEL(
    mica_blend_color_mix,
    (uint32_t *target, uint32_t source, const uint16_t *a, const uint16_t *b, uint32_t part, size_t count), target,
    source, a, b, part, count)
// One side of one half of a shadow. `start` is the index of its first value; there is a row of values for each entry of
// a table. `ends` is the index of its first end; there is one for each entry. The lower half of an end is the number of
// outer columns that are not covered between this entry and the next; the upper half is the value of the innermost
// column. `side` is the number of entries. In one column, the values of consecutive entries differ by less than 8,192.
typedef struct {
    int64_t start, ends, side;
} mica_strip;
// A shadow of two sides and two halves. Columns `start` to `left_end` are the left side, `right` to `end` the right
// side. Rows `top` to `bottom` are the shape. The tables begin `reach` deviations outside of the shape, with `density`
// entries for each deviation. The strips are upper left, upper right, lower left, lower right.
typedef struct {
    int32_t start, left_end, right, end;
    double top, bottom, deviation, reach, density;
    mica_strip strips[4];
} mica_shadow;
// A rectangle of pixels that are left out; MICA_HOLES is the most of them.
typedef struct {
    int32_t min_x, max_x, min_y, max_y;
} mica_hole;
#define MICA_HOLES 16
// The columns that are drawn, the first row, and the holes.
typedef struct {
    int32_t min_x, max_x, min_y;
    const mica_hole *holes;
    size_t hole_count;
} mica_shadow_part;
// target = over(pixel * coverage / 255, target), with the coverage of a shadow: mica_mix between the entries of its
// strips; between the sides, the innermost value of the left strip. The target is the first column of the first row;
// `count` is the number of rows.
MICA_KERNEL(
    mica_blend_shadow,
    (uint32_t *target, size_t stride, const mica_shadow *shadow, const mica_shadow_part *drawn, const uint16_t *values,
     const uint32_t *ends, uint32_t pixel, size_t count),
    target, stride, shadow, drawn, values, ends, pixel, count)
// An axis-aligned rectangle that is not empty: its edges in steps, with MICA_BOX_ONE steps per pixel.
typedef struct {
    int32_t x0, y0, x1, y1;
} mica_box;
#define MICA_BOX_SHIFT 12
#define MICA_BOX_ONE ((int64_t)1 << MICA_BOX_SHIFT)
// target = over(pixel * (area of the box in the pixel) / 255, target). The target is the first pixel that the box
// touches, `count` the number of columns that it touches.
MICA_KERNEL(
    mica_blend_box, (uint32_t *target, size_t stride, const mica_box *box, uint32_t pixel, size_t count), target, stride,
    box, pixel, count)
// An axis-aligned rectangle of one colour, its edges in steps.
typedef struct {
    int32_t x0, y0, x1, y1;
    uint32_t pixel;
    int32_t pass;
} mica_solid;
// A tile, in pixels, not empty: 64 strips of 2^strip columns, and four bands of 2^band rows.
typedef struct {
    int64_t min_x, min_y, width, height;
    int32_t strip, band;
} mica_tile;
// Finds the visible parts of boxes, front to back: four words for each box, one for each band, with a bit for each
// strip. All bits are set where no touched part is hidden. Adds the parts that opaque boxes hide to `hidden`.
MICA_KERNEL(
    mica_find_visible_boxes,
    (uint64_t *visible, uint64_t *hidden, const mica_solid *boxes, const int32_t *indices, const mica_tile *tile, size_t count),
    visible, hidden, boxes, indices, tile, count)
// Blends boxes, back to front, in their visible parts; everywhere where `visible` is null. The target is the tile's
// first pixel.
MICA_KERNEL(
    mica_blend_boxes,
    (uint32_t *target, size_t stride, const mica_solid *boxes, const int32_t *indices, const uint64_t *visible,
     const mica_tile *tile, size_t count),
    target, stride, boxes, indices, visible, tile, count)
// Cuts boxes to limits, in order, and gives them a pass. Empty ones are left out. `cut` has to have room for `count`
// boxes. Returns the number of boxes.
MICA_CHOICE(
    size_t, mica_cut_boxes,
    (mica_solid *cut, const mica_solid *boxes, const int32_t *indices, const mica_box *limits, int32_t pass,
     size_t count),
    cut, boxes, indices, limits, pass, count)
// The most columns of cells in a tile (a cell is a block of pixels wide), and the number of bands of rows.
#define MICA_CELL_COLUMNS 256
#define MICA_CELL_BANDS 8
// The cells of a tile in which a part of box `index` is drawn after the fill: a word for each band, with a bit for each
// cell from 64 * `word` on.
typedef struct {
    uint64_t bands[MICA_CELL_BANDS];
    int32_t index, word;
} mica_cells;
// Draws a tile that has only boxes, back to front, over a background. The target is the tile's first pixel; a band of
// the tile has 2^band rows. `left_over` is memory for the boxes that are drawn after the cells are filled. If its
// capacity is too small, nothing is drawn. Returns how many entries of it are needed.
MICA_CHOICE(
    size_t, mica_draw_boxes,
    (uint32_t *target, size_t stride, const mica_solid *boxes, const int32_t *indices, const mica_tile *tile,
     uint32_t background, mica_cells *left_over, size_t capacity, size_t count),
    target, stride, boxes, indices, tile, background, left_over, capacity, count)
// target = target * source / 255, rounded.
MICA_BLOCK_KERNEL(mica_multiply, (uint8_t *target, const uint8_t *source, size_t count), target, source, count)
// target = target * (alpha of source) / 255, rounded.
MICA_BLOCK_KERNEL(mica_multiply_alpha, (uint8_t *target, const uint32_t *source, size_t count), target, source, count)

// target = target + source * weight.
MICA_BLOCK_KERNEL(
    mica_add_times, (uint32_t *target, const uint32_t *source, uint32_t weight, size_t count), target, source, weight,
    count)
// target = (a * (256 - part) + b * part + 32768) >> 16.
MICA_BLOCK_KERNEL(
    mica_mix, (uint8_t *target, const uint16_t *a, const uint16_t *b, uint32_t part, size_t count), target, a, b, part,
    count)

// Kernels that load texels and colours from scattered addresses: for AVX2 and NEON, because with SSE2 they are no
// faster than Swift.
#if defined(__aarch64__)
#define MICA_SAMPLING MICA_BASE
#define MICA_SAMPLER(name) name##_neon
#else
#define MICA_SAMPLING MICA_AVX2
#define MICA_SAMPLER(name) name##_avx2
#endif

// Whether this thread uses them.
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

// A row of bilinear samples: the positions in 256ths of a texel are `u >> 24` and `v >> 24`, limited to the range.
//
// All positions of the row have to fit 32 bits with their sign, and the range has to have at least two texels on both
// axes.
typedef struct {
    int64_t u, v, du, dv;
    int32_t min_x, min_y, max_x, max_y;
    int32_t stride;
} mica_texel_run;
// target = PixelArithmetic.bilinear at each position of the row.
MICA_SAMPLING_KERNEL(
    mica_sample_bilinear, (uint32_t *target, const uint32_t *texels, mica_texel_run run, size_t count),
    (run.u += done * run.du, run.v += done * run.dv), target, texels, run, count)

// target[i] = ramp[k], with k = (t + i * step) >> 32, limited to 0...last.
//
// The sums have to fit 64 bits.
MICA_SAMPLING_KERNEL(
    mica_ramp_linear, (uint32_t *target, const uint32_t *ramp, int32_t last, int64_t t, int64_t step, size_t count),
    t += done * step, target, ramp, last, t, step, count)

// A row of points in a plane, in single precision: (x + c * dx, y + c * dy) in column c, a whole number below 2^24.
typedef struct {
    float x, dx, y, dy;
} mica_line;

// target[i] = ramp[k], with k = floor(min(distance, last) + 0.5): the distance of the point in column `first` + i from
// (0, 0).
MICA_SAMPLING_KERNEL(
    mica_ramp_radial,
    (uint32_t *target, const uint32_t *ramp, int32_t last, const mica_line *line, int32_t first, size_t count),
    first += (int32_t)done, target, ramp, last, line, first, count)

// The number of fraction bits in the positions of a sprite's texture.
#define MICA_SPRITE_FRACTION 20

// One axis of a sprite's texture. Positions are in 2^-20 texels. SpriteShape.swift defines the fields.
typedef struct {
    int64_t start, step, down;
    int64_t min, max, reach, highest;
    int64_t scale, limit, most;
    double inverse;
} mica_sprite_axis;

// A sprite: its axes, the pixel that positions count from, the columns that it may touch, and its colour.
typedef struct {
    mica_sprite_axis u, v;
    int64_t origin_x, origin_y, min_x, max_x;
    uint64_t tint;
} mica_sprite;

// The region in which samples of a texture may reach a value, as an octagon in texels: the least and the largest
// position along u, along v, along their sum and along their difference. For an empty region the least is above the
// largest.
typedef struct {
    double low[4], high[4];
} mica_sprite_octagon;

// A sprite's texture. A word has a texel and the one below it, channel by channel; its bytes are 127 minus the channel.
// There is an octagon for each power of two below 256.
typedef struct {
    const uint64_t *pairs;
    const mica_sprite_octagon *octagons;
    int32_t stride;
} mica_sprite_texture;

#define MICA_SPRITE_OCTAGONS 8

// Draws a sprite's pixels in some columns and rows. The target's pixel (0, 0) may lie outside of its memory.
//
// Only where mica_is_sampling(). There have to be at least eight columns. All positions in the rows' runs have to fit
// 31 bits, and those at the origin 52.
void MICA_SAMPLER(mica_draw_sprite)(
    uint32_t *target, int64_t target_stride, const mica_sprite_texture *texture, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive);
static inline void mica_draw_sprite(
    uint32_t *target, int64_t target_stride, const mica_sprite_texture *texture, const mica_sprite *sprite,
    int64_t min_x, int64_t max_x, int64_t min_y, int64_t max_y, int is_additive) {
    MICA_SAMPLER(mica_draw_sprite)(
        target, target_stride, texture, sprite, min_x, max_x, min_y, max_y, is_additive);
}

// A cell of a grid. `cover` is how far edges run down through its pixel, `area` is twice the area left of them, in
// steps; both modulo 2^32.
typedef struct {
    int32_t cover, area;
} mica_cell;

// A grid of cells. Its position is in steps of 1/4,096 of a pixel. A row has MICA_BLOCK * MICA_BLOCKS(width) cells, and
// `words` words of marks, with a bit for each MICA_BLOCK cells that may not be zero.
#define MICA_BLOCKS(width) (((width) + MICA_BLOCK - 1) / MICA_BLOCK)
typedef struct {
    int64_t left, top, bottom;
    int64_t width, words;
} mica_grid;

// A run of pixels of a row, from column `x` of the clip on. `alpha` is their coverage, or -1 when each has its own.
typedef struct {
    int32_t x, count, alpha;
} mica_run;

// The number of edges in a group.
#define MICA_EDGE_GROUP 16

// Prefetches memory that is read soon.
static inline void mica_prefetch(const void *at, size_t size) {
    for (size_t i = 0; i < size; i += 64) __builtin_prefetch((const char *)at + i);
}

// Adds edges to cells. For each piece of an edge in a pixel: cover += height, area += height * (xa + xb), with the
// height downwards, and xa and xb the distances of its ends from the pixel's left side. `reaches` are the bounds of the
// groups of edges.
#define MICA_EDGES \
    mica_cell *cells, uint64_t *marks, const mica_grid *grid, const int32_t *edges, size_t count, const int32_t *reaches
MICA_CHOICE(void, mica_cells_add, (MICA_EDGES), cells, marks, grid, edges, count, reaches)

// cells = 0 where `marks` has their bit; then marks = 0.
void mica_cells_clear(mica_cell *cells, uint64_t *marks, int64_t words);

// For each cell of a row: coverage = 255 * min(|8,192 * C - area|, 2^25) / 2^25, rounded, where C is the sum of the
// covers up to it. With even_odd, |...| is folded at multiples of 2^25 first. The first cell is at column `offset` of
// the clip, which has `width` columns.
//
// Runs whose pixels have coverage of their own write it to `coverage`. There has to be room for `width` runs and bytes.
// Returns the number of runs. The cells and marks become zero.
#define MICA_CELLS mica_cell *cells, uint64_t *marks, int64_t words, int64_t offset, int64_t width, int even_odd
MICA_CHOICE(
    size_t, mica_cells_sweep, (MICA_CELLS, uint8_t *coverage, mica_run *runs), cells, marks, words, offset, width,
    even_odd, coverage, runs)

// target = over(source * coverage / 255, target), with the coverage of a row of cells. The target is a row of the clip.
MICA_CHOICE(
    void, mica_cells_blend, (MICA_CELLS, uint32_t *target, uint32_t source), cells, marks, words, offset, width,
    even_odd, target, source)

// The edges of an outline that run down: the index of the first, and their number. They follow one another; the other
// edges run up.
typedef struct {
    int64_t first, downs;
} mica_monotone_chains;

// Whether edges run down, then up, then down to where they begin, and each part is monotone in y.
int mica_edges_turn_twice(const int32_t *edges, size_t count, mica_monotone_chains *chains);

// target = over(source * coverage / 255, target), with the coverage of such edges, in the grid's rows of the clip. The
// cells are zero afterwards. Blocks may reach `before` columns to the left of the clip and `behind` columns to its
// right; pixels there keep their values.
//
// Returns 0, and does nothing, when there are too many rows or columns.
#define MICA_OUTLINE \
    MICA_EDGES, const mica_monotone_chains *chains, int64_t offset, int64_t width, int64_t before, int64_t behind, \
        uint32_t *target, size_t stride, uint32_t source
MICA_CHOICE(
    int, mica_outline_blend, (MICA_OUTLINE), cells, marks, grid, edges, count, reaches, chains, offset, width, before,
    behind, target, stride, source)

// reaches = the minimum and the maximum of x0, y0, x1, y1 of each group of edges. An edge has four numbers: x0, y0, x1,
// y1.
MICA_CHOICE(
    void, mica_edges_reach, (int32_t *reaches, const int32_t *edges, size_t count), reaches, edges, count)

// The rule by which curves are divided into chords (MicaRaster's ChordRule): the largest height of a lens, the largest
// product of its height and length, half of the line width along the curve, and the most chords.
typedef struct {
    double tolerance, area, half_width;
    int64_t most;
} mica_chord_rule;

// The region in which edges are needed, in pixels. Edges above, below or right of it count for nothing; left of it only
// their height counts. `limit` is the largest coordinate.
typedef struct {
    double low_x, low_y, high_x, high_y, limit;
} mica_edge_clip;

// The elements of a path, a byte each, and their points: element `line` has one point, element `cubic` three.
typedef struct {
    const uint8_t *verbs;
    size_t count;
    const double *points;
    size_t point_count;
    uint8_t line, cubic;
} mica_elements;

// Appends the edges of mapped curves, each preceded by a line or not. `start` is the mapped start point of the first
// element, and becomes that of the next. `count` is the number of edges, and is increased.
//
// Returns how many elements are done, and their number of points in `used`. It stops before a curve that is beyond the
// limit, needs more chords than the rule allows, or has no room (an edge for each chord and five more); a line to that
// curve is left, too. It also stops before anything but a curve, or a line before a curve.
#define MICA_CURVE_EDGES \
    const mica_elements *elements, size_t *used, const double *map, const mica_chord_rule *rule, \
        const mica_edge_clip *clip, double *start, int32_t *edges, size_t *count, size_t room
MICA_CHOICE(
    size_t, mica_curve_edges, (MICA_CURVE_EDGES), elements, used, map, rule, clip, start, edges, count, room)

// Appends the edges of mapped lines alone, with one point each. Returns how many are done: it stops before a line that
// is beyond the limit. There has to be room for four edges more than there are lines.
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
    // A curve continues at the corner.
    MICA_SMOOTH = 1,
    // The side inside the turn passes through the crossing.
    MICA_OPEN = 2,
    // Both sides pass through their crossings.
    MICA_PLAIN = 4,
} mica_corner_flags;

// Appends the corners of consecutive curves, which have three points each after the first curve's start. The start
// itself is not written. `count` is the number of corners, and is increased.
//
// Returns how many curves are done. It stops before a curve that has no room, and then `needed` is the room that it
// needs; or before one whose continuation it cannot decide, and then `needed` is 0. It does not decide whether the last
// corner is smooth.
#define MICA_CURVE_CORNERS \
    const double *points, size_t curves, const mica_chord_rule *rule, double *x, double *y, uint8_t *flags, size_t *count, \
        size_t room, size_t *needed
MICA_CHOICE(
    size_t, mica_curve_corners, (MICA_CURVE_CORNERS), points, curves, rule, x, y, flags, count, room, needed)

// For corners first..<end: along, length = the direction and length of the chord to the next corner. Returns the square
// of the least length.
MICA_CHOICE(
    double, mica_corners_measure, (const mica_corners *corners, size_t first, size_t end), corners, first, end)

// For corners first..<end: cross, dot = the sine and cosine between both chords; reach, crossing = where the sides at
// half_width cross.
MICA_CHOICE(
    void, mica_corners_turn, (const mica_corners *corners, size_t first, size_t end, double half_width), corners, first,
    end, half_width)

// For corners first..<end: sets MICA_OPEN where `reach` fits both chords, and MICA_PLAIN where in addition dot >=
// round_dot at a smooth corner, dot >= miter_dot at any other.
MICA_CHOICE(
    void, mica_corners_open,
    (const mica_corners *corners, size_t first, size_t end, double miter_dot, double round_dot), corners, first, end,
    miter_dot, round_dot)

// The number of plain corners in a row, from the one whose flags these are; backwards with a step of -1; at most
// `most`.
static inline size_t mica_plain_corners(const uint8_t *flags, int64_t step, size_t most) {
    size_t found = 0;
    while (found < most && *flags & MICA_PLAIN) {
        flags += step;
        found += 1;
    }
    return found;
}

// For corners first..<end: points = corner + crossing, the points of the first side; with a negative sign points =
// corner - crossing, those of the other side, from the last corner backwards.
MICA_CHOICE(
    void, mica_corners_side,
    (const mica_corners *corners, size_t first, size_t end, double sign, double *points), corners, first, end, sign,
    points)

// The number of bytes at the beginning that equal the first.
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

// Adding edges to a grid of cells: the numbers that CellGrid.swift adds, by steps where that divides.
#include "CMicaPixels.h"
#include "cells.h"

#define INLINE static inline __attribute__((always_inline))
#define SHIFT MICA_SHIFT
#define ONE MICA_ONE

typedef struct {
    int64_t quotient, rest;
} division;

// value / divisor, rounded down, and the remainder, 0 or more. The divisor is positive.
INLINE division divide(int64_t value, int64_t divisor) {
    division d;
    if ((int32_t)value == value && (int32_t)divisor == divisor) {
        d.quotient = (int32_t)value / (int32_t)divisor;
    } else {
        d.quotient = value / divisor;
    }
    d.rest = value - d.quotient * divisor;
    if (d.rest < 0) {
        d.quotient -= 1;
        d.rest += divisor;
    }
    return d;
}

// A row of cells, and its number of cells.
typedef struct {
    mica_cell *cells;
    uint64_t *marks;
    int64_t width;
} line;

// cover += cover, area += area in a cell, modulo 2^32; sets the cell's mark.
INLINE void put(line l, int64_t column, int64_t cover, int64_t area) {
    mica_cell *cell = l.cells + column;
    // Sums may wrap around.
    cell->cover = (int32_t)((uint32_t)cell->cover + (uint32_t)cover);
    cell->area = (int32_t)((uint32_t)cell->area + (uint32_t)area);
    int64_t block = column / MICA_BLOCK;
    l.marks[block >> 6] |= (uint64_t)1 << (block & 63);
}

// Adds a piece of an edge within a row that crosses several columns, from left to right.
static void add_across(line l, int64_t sign, int64_t xa, int64_t xb, int64_t height) {
    int64_t from = xa < xb ? xa : xb, to = xa < xb ? xb : xa, span = to - from;
    if (from >= l.width << SHIFT) return;
    if (to <= 0) {
        put(l, 0, sign * height, 0);
        return;
    }
    int64_t x = from, done = 0, rest = 0;
    if (from < 0) {
        division d = divide(-from * height, span);
        done = d.quotient;
        rest = d.rest;
        if (done != 0) put(l, 0, sign * done, 0);
        x = 0;
    }
    int64_t column = x >> SHIFT, base = column << SHIFT;
    if (x != base || to - x <= ONE) {
        int64_t end = base + ONE;
        if (end >= to) {
            int64_t cover = sign * (height - done);
            if (cover != 0) put(l, column, cover, cover * ((x - base) + (to - base)));
            return;
        }
        division d = divide((end - from) * height, span);
        int64_t cover = sign * (d.quotient - done);
        if (cover != 0) put(l, column, cover, cover * ((x - base) + ONE));
        done = d.quotient;
        rest = d.rest;
        x = base = end;
        column += 1;
        if (column == l.width) return;
    }
    // Whole columns from here on, then the last one.
    if (to - x > ONE) {
        division step = divide(ONE * height, span);
        do {
            int64_t next = done + step.quotient;
            rest += step.rest;
            if (rest >= span) {
                rest -= span;
                next += 1;
            }
            int64_t cover = sign * (next - done);
            if (cover != 0) put(l, column, cover, cover * ONE);
            done = next;
            x += ONE;
            column += 1;
            if (column == l.width) return;
        } while (to - x > ONE);
    }
    int64_t cover = sign * (height - done);
    if (cover != 0) put(l, column, cover, cover * (to - x));
}

// Adds a piece of an edge within a row. The height is negative for an edge that runs up.
void mica_cells_add_piece(
    mica_cell *cells, uint64_t *marks, int64_t width, int32_t xa, int32_t xb, int32_t height) {
    line l = {cells, marks, width};
    add_across(l, height < 0 ? -1 : 1, xa, xb, height < 0 ? -height : height);
}

// Adds a piece of an edge within a row: cover = sign * height, area = cover * (xa + xb), with xa and xb counted from
// the column's left side. Pieces of several columns are divided.
INLINE void add_in_row(line l, int64_t sign, int64_t xa, int64_t xb, int64_t height) {
    int64_t column = xa >> SHIFT;
    if (column != xb >> SHIFT) {
        add_across(l, sign, xa, xb, height);
        return;
    }
    int64_t cover = sign * height;
    if (column < 0) {
        put(l, 0, cover, 0);
    } else if (column < l.width) {
        put(l, column, cover, cover * ((xa & (ONE - 1)) + (xb & (ONE - 1))));
    }
}

// Adds an edge that may lie anywhere.
void mica_cells_add_edge(mica_cell *cells, uint64_t *marks, const mica_grid *grid, const int32_t *edge) {
    const int64_t left = grid->left, top = grid->top, end_of_grid = grid->bottom, width = grid->width;
    const int64_t words = grid->words, right = width << SHIFT, stride = MICA_BLOCK * MICA_BLOCKS(width);
    int down = edge[1] < edge[3];
    int64_t y0 = down ? edge[1] : edge[3], y1 = down ? edge[3] : edge[1];
    int64_t y = y0 > top ? y0 : top, bottom = y1 < end_of_grid ? y1 : end_of_grid;
    int64_t x0 = (int64_t)(down ? edge[0] : edge[2]) - left;
    int64_t x1 = (int64_t)(down ? edge[2] : edge[0]) - left;
    if (y >= bottom || (x0 < x1 ? x0 : x1) >= right) return;
    int64_t sign = down ? 1 : -1, first = (y - top) >> SHIFT;
    line l = {cells + first * stride, marks + first * words, width};
    if (x0 == x1 || (x0 > x1 ? x0 : x1) <= 0) {
        // Upright, or left of the grid, where it counts as an upright edge on the first column's left side.
        int64_t x = x0 == x1 && x0 > 0 ? x0 : 0;
        int64_t column = x >> SHIFT, twice = 2 * (x & (ONE - 1));
        while (y < bottom) {
            int64_t end = ((y >> SHIFT) + 1) << SHIFT;
            if (end > bottom) end = bottom;
            int64_t cover = sign * (end - y);
            put(l, column, cover, cover * twice);
            y = end;
            l.cells += stride;
            l.marks += words;
        }
        return;
    }
    if (y == y0 && bottom == y1 && y >> SHIFT == (y1 - 1) >> SHIFT) {
        // Within one row, as most chords of curves are.
        add_in_row(l, sign, x0, x1, y1 - y0);
        return;
    }
    int64_t dx = x1 - x0, dy = y1 - y0, x = x0, rest = 0;
    if (y != y0) {
        division d = divide((y - y0) * dx, dy);
        x += d.quotient;
        rest = d.rest;
    }
    division step = {0, 0};
    if (bottom - y > ONE) step = divide(ONE * dx, dy);
    while (y < bottom) {
        int64_t end = ((y >> SHIFT) + 1) << SHIFT, next = x;
        if (end > bottom) end = bottom;
        if (end == y1) {
            next = x1;
        } else if (end - y == ONE && bottom - y > ONE) {
            next += step.quotient;
            rest += step.rest;
            if (rest >= dy) {
                rest -= dy;
                next += 1;
            }
        } else {
            division d = divide((end - y0) * dx, dy);
            next = x0 + d.quotient;
            rest = d.rest;
        }
        add_in_row(l, sign, x, next, end - y);
        x = next;
        y = end;
        l.cells += stride;
        l.marks += words;
    }
}

// cells = 0 where a mark has their bit; marks = 0.
void mica_cells_clear(mica_cell *cells, uint64_t *marks, int64_t words) {
    for (int64_t word = 0; word < words; word++, cells += 64 * MICA_BLOCK) {
        for (uint64_t bits = marks[word]; bits != 0; bits &= bits - 1) {
            mica_cell *block = cells + __builtin_ctzll(bits) * MICA_BLOCK;
            for (int i = 0; i < MICA_BLOCK; i++) block[i] = (mica_cell){0, 0};
        }
        marks[word] = 0;
    }
}

// Whether edges run down, then up, each part monotone in y, with two turns in all.
int mica_edges_turn_twice(const int32_t *edges, size_t count, mica_monotone_chains *chains) {
    int turns = 0;
    *chains = (mica_monotone_chains){0, 0};
    if (count == 0) return 0;
    const int32_t *before = edges + 4 * (count - 1);
    int was_down = before[1] < before[3];
    int32_t end = before[3];
    for (size_t i = 0; i < count; i++) {
        const int32_t *edge = edges + 4 * i;
        const int32_t from = edge[1], to = edge[3];
        int down = from < to;
        chains->downs += down;
        if (down != was_down) {
            turns += 1;
            if (turns > 2) return 0;
            if (down) chains->first = (int64_t)i;
        } else if (down ? from < end : from > end) {
            return 0;
        }
        was_down = down;
        end = to;
    }
    return turns == 2;
}

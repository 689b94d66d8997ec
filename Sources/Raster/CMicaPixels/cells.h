// Declarations for all kernels of cells.
#ifndef MICA_CELLS_H
#define MICA_CELLS_H

#include "CMicaPixels.h"

enum {
    // log2 of the steps per pixel, and the steps per pixel.
    MICA_SHIFT = 12,
    MICA_ONE = 1 << MICA_SHIFT,
};

// Adds an edge that may lie anywhere.
void mica_cells_add_edge(mica_cell *cells, uint64_t *marks, const mica_grid *grid, const int32_t *edge);

// Adds a piece of an edge that crosses columns within one row; `cells` are that row's. `height` has the edge's sign.
void mica_cells_add_piece(
    mica_cell *cells, uint64_t *marks, int64_t width, int32_t xa, int32_t xb, int32_t height);

#endif

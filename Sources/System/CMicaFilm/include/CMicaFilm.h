// The fast twins of FilmRows: rows of 4:2:0 with 8 bits to pixels, the same bytes, more of them at a time. FilmRows+Fast.swift calls
// them.
#ifndef CMICAFILM_H
#define CMICAFILM_H

#include <stddef.h>
#include <stdint.h>

// What vectors there are: those of every processor of the architecture, or AVX2.
enum { MICA_FILM_BASE = 1, MICA_FILM_AVX2 = 2 };

// The best that this processor has.
int mica_film_best(void);

// What numbers of YUV are multiplied with, as FilmColor has it.
typedef struct {
    float luma, black, middle, red_of_v, green_of_u, green_of_v, blue_of_u;
} mica_film_color;

// Samples between two rows: `part` of the lower one, 0 to 1.
void mica_film_blend(
    int vectors, const uint8_t *_Nonnull upper, const uint8_t *_Nonnull lower, float part, float *_Nonnull line,
    size_t count);
// Two pixels 0xFFRRGGBB for each sample of chroma: one of its own, and one of the middle between it and the next, which is read too.
void mica_film_pairs(
    int vectors, const uint8_t *_Nonnull luma, const float *_Nonnull u, const float *_Nonnull v, mica_film_color color,
    uint32_t *_Nonnull pixels, size_t count);
// Pixels that have chroma of their own each.
void mica_film_mix(
    const uint8_t *_Nonnull luma, const float *_Nonnull u, const float *_Nonnull v, mica_film_color color,
    uint32_t *_Nonnull pixels, size_t count);

#endif

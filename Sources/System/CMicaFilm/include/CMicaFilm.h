// Fast versions of FilmRows for 4:2:0 with 8 bits: they compute the same bytes with vectors. FilmRows+Fast.swift
// calls them.
#ifndef CMICAFILM_H
#define CMICAFILM_H

#include <stddef.h>
#include <stdint.h>

// The kinds of vector instructions: those of every processor of the architecture, or AVX2.
enum { MICA_FILM_BASE = 1, MICA_FILM_AVX2 = 2 };

// The best kind on this processor.
int mica_film_best(void);

// The factors of YUV, as in FilmColor.
typedef struct {
    float luma, black, middle, red_of_v, green_of_u, green_of_v, blue_of_u;
} mica_film_color;

// Interpolates between two rows of samples; `part` is the weight of the lower row, 0 to 1.
void mica_film_blend(
    int vectors, const uint8_t *_Nonnull upper, const uint8_t *_Nonnull lower, float part, float *_Nonnull line,
    size_t count);
// Makes two pixels 0xFFRRGGBB for each chroma sample: one at the sample, and one halfway to the next sample, which is
// read, too.
void mica_film_pairs(
    int vectors, const uint8_t *_Nonnull luma, const float *_Nonnull u, const float *_Nonnull v, mica_film_color color,
    uint32_t *_Nonnull pixels, size_t count);
// Makes pixels that have a chroma sample each.
void mica_film_mix(
    const uint8_t *_Nonnull luma, const float *_Nonnull u, const float *_Nonnull v, mica_film_color color,
    uint32_t *_Nonnull pixels, size_t count);

#endif

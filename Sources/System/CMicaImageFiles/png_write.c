#include "CMicaImageFiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

/* Writes PNG files with our own filters and libdeflate, which compresses two to four times as fast as zlib, to about
   the same size.

   All rows are filtered before compression, because libdeflate compresses the picture as a whole. The filter of a
   row is the one with the least sum of absolute values of its bytes as signed numbers (the PNG specification's
   heuristic, 12.8); with the least efforts only of those that cost least. The loops have no branches, so that compilers vectorize them. */

enum { FILTERS = 5, QUICK_FILTERS = 3, SIGNATURE_BYTES = 8 };

static void fail(struct mica_codec_error *error, const char *message) {
    strncpy(error->message, message, sizeof error->message - 1);
    error->message[sizeof error->message - 1] = 0;
    error->offset = 0;
}

/* Writes the bytes of a row in the file's format. */
static void put_row(const uint32_t *restrict pixels, uint32_t width, int opaque, uint8_t *restrict row) {
    if (opaque) {
        for (size_t x = 0; x < width; x++) {
            row[3 * x] = (uint8_t)(pixels[x] >> 16);
            row[3 * x + 1] = (uint8_t)(pixels[x] >> 8);
            row[3 * x + 2] = (uint8_t)pixels[x];
        }
    } else {
        for (size_t x = 0; x < width; x++) {
            row[4 * x] = (uint8_t)(pixels[x] >> 16);
            row[4 * x + 1] = (uint8_t)(pixels[x] >> 8);
            row[4 * x + 2] = (uint8_t)pixels[x];
            row[4 * x + 3] = (uint8_t)(pixels[x] >> 24);
        }
    }
}

static uint32_t magnitude(uint8_t byte) { return byte < 128 ? byte : 256u - byte; }

/* The sum of the magnitudes of bytes, in parts that fit in 32 bits. */
static uint64_t sum_of_magnitudes(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t start = 0; start < count; start += 1 << 16) {
        size_t end = count - start < 1 << 16 ? count : start + (1 << 16);
        uint32_t part = 0;
        for (size_t i = start; i < end; i++) part += magnitude(bytes[i]);
        sum += part;
    }
    return sum;
}

static int distance(int a, int b) { return a < b ? b - a : a - b; }

/* Applies a filter to a row. `row` and `above` have a pixel of zeros before them. */
static void put_filtered(int filter, const uint8_t *restrict row, const uint8_t *restrict above, size_t count, size_t step,
                         uint8_t *restrict out) {
    const uint8_t *left = row - step, *corner = above - step;
    switch (filter) {
    case 0: memcpy(out, row, count); break;
    case 1:
        for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - left[i]);
        break;
    case 2:
        for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - above[i]);
        break;
    case 3:
        for (size_t i = 0; i < count; i++) out[i] = (uint8_t)(row[i] - ((left[i] + above[i]) >> 1));
        break;
    default:
        for (size_t i = 0; i < count; i++) {
            int16_t a = left[i], b = above[i], c = corner[i];
            int16_t pa = (int16_t)distance(b, c), pb = (int16_t)distance(a, c), pc = (int16_t)distance(a + b, 2 * c);
            int16_t bc = pb <= pc ? b : c;
            int16_t least = pb <= pc ? pb : pc;
            out[i] = (uint8_t)(row[i] - (pa <= least ? a : bc));
        }
    }
}

static uint8_t *put_number(uint8_t *at, uint32_t number) {
    for (int shift = 24; shift >= 0; shift -= 8) *at++ = (uint8_t)(number >> shift);
    return at;
}

/* Completes a chunk whose data are already at `at + 8`. */
static uint8_t *put_chunk(uint8_t *at, const char *name, size_t count) {
    put_number(at, (uint32_t)count);
    memcpy(at + 4, name, 4);
    return put_number(at + 8 + count, libdeflate_crc32(0, at + 4, count + 4));
}

/* Filters all rows into `filtered`, each after the number of its filter, by the best of the first `filters`. */
static int put_rows(const uint32_t *pixels, uint32_t width, uint32_t height, int opaque, int filters, uint8_t *filtered) {
    size_t step = opaque ? 3 : 4, count = step * width;
    uint8_t *room = calloc(2, count + step);
    uint8_t *trials = malloc(count * FILTERS);
    if (!room || !trials) {
        free(room);
        free(trials);
        return 0;
    }
    uint8_t *row = room + step, *above = room + count + 2 * step;
    for (uint32_t y = 0; y < height; y++) {
        const uint32_t *line = pixels + (size_t)y * width;
        /* Large parts of most pictures are plain: a row equal to the row above needs no trial of filters. */
        if (y > 0 && memcmp(line, line - width, (size_t)width * 4) == 0) {
            *filtered = 2;
            memset(filtered + 1, 0, count);
            filtered += count + 1;
            continue;
        }
        put_row(line, width, opaque, row);
        int best = 0;
        uint64_t least = UINT64_MAX;
        for (int filter = 0; filter < filters; filter++) {
            put_filtered(filter, row, above, count, step, trials + filter * count);
            uint64_t sum = sum_of_magnitudes(trials + filter * count, count);
            if (sum < least) {
                least = sum;
                best = filter;
            }
        }
        *filtered = (uint8_t)best;
        memcpy(filtered + 1, trials + best * count, count);
        filtered += count + 1;
        uint8_t *swap = row;
        row = above;
        above = swap;
    }
    free(room);
    free(trials);
    return 1;
}

int mica_png_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int opaque, int level, uint8_t **bytes,
                    size_t *count, struct mica_codec_error *error) {
    size_t raw = ((size_t)width * (opaque ? 3 : 4) + 1) * height;
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(level);
    size_t bound = packer ? libdeflate_zlib_compress_bound(packer, raw) : 0;
    /* A chunk's length has 31 bits. */
    if (packer && bound > 0x7fffffff) {
        libdeflate_free_compressor(packer);
        fail(error, "the picture is too large for a PNG");
        return MICA_CODEC_SIZE;
    }
    uint8_t *filtered = malloc(raw);
    /* Signature, IHDR, sRGB, the picture, IEND. */
    uint8_t *file = malloc(SIGNATURE_BYTES + 25 + 13 + 12 + bound + 12);
    if (!packer || !filtered || !file || !put_rows(pixels, width, height, opaque, level < 2 ? QUICK_FILTERS : FILTERS, filtered)) {
        libdeflate_free_compressor(packer);
        free(filtered);
        free(file);
        fail(error, "no memory for the encoded file");
        return MICA_CODEC_MEMORY;
    }
    memcpy(file, "\x89PNG\r\n\x1a\n", SIGNATURE_BYTES);
    uint8_t *at = file + SIGNATURE_BYTES;
    uint8_t *data = put_number(put_number(at + 8, width), height);
    const uint8_t depth_and_type[5] = {8, opaque ? 2 : 6, 0, 0, 0};
    memcpy(data, depth_and_type, sizeof depth_and_type);
    at = put_chunk(at, "IHDR", 13);
    at[8] = 0; /* perceptual */
    at = put_chunk(at, "sRGB", 1);
    size_t packed = libdeflate_zlib_compress(packer, filtered, raw, at + 8, bound);
    at = put_chunk(at, "IDAT", packed);
    at = put_chunk(at, "IEND", 0);
    libdeflate_free_compressor(packer);
    free(filtered);
    *count = (size_t)(at - file);
    /* The bound exceeds the actual size; the rest is returned. */
    uint8_t *fitting = realloc(file, *count);
    *bytes = fitting ? fitting : file;
    return MICA_CODEC_OK;
}

#include "CMicaImageFiles.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static int distance(int a, int b) { return a < b ? b - a : a - b; }

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

/* Applies a filter to the bytes of a row from one place to another. */
static void put_filtered(int filter, const uint8_t *restrict row, const uint8_t *restrict above, size_t from, size_t end,
                         size_t step, uint8_t *restrict out) {
    const uint8_t *left = row - step, *corner = above - step;
    switch (filter) {
    case 0: memcpy(out + from, row + from, end - from); break;
    case 1:
        for (size_t i = from; i < end; i++) out[i] = (uint8_t)(row[i] - left[i]);
        break;
    case 2:
        for (size_t i = from; i < end; i++) out[i] = (uint8_t)(row[i] - above[i]);
        break;
    case 3:
        for (size_t i = from; i < end; i++) out[i] = (uint8_t)(row[i] - ((left[i] + above[i]) >> 1));
        break;
    default:
        for (size_t i = from; i < end; i++) {
            int16_t a = left[i], b = above[i], c = corner[i];
            int16_t pa = (int16_t)distance(b, c), pb = (int16_t)distance(a, c), pc = (int16_t)distance(a + b, 2 * c);
            int16_t bc = pb <= pc ? b : c;
            int16_t least = pb <= pc ? pb : pc;
            out[i] = (uint8_t)(row[i] - (pa <= least ? a : bc));
        }
    }
}

int mica_png_filter_plainly(const uint8_t *row, const uint8_t *above, size_t count, size_t step, int filters, uint8_t *out) {
    int best = 0;
    uint64_t least = UINT64_MAX;
    for (int filter = 0; filter < filters; filter++) {
        put_filtered(filter, row, above, 0, count, step, out);
        uint64_t sum = sum_of_magnitudes(out, count);
        if (sum < least) {
            least = sum;
            best = filter;
        }
    }
    if (best != filters - 1) put_filtered(best, row, above, 0, count, step, out);
    return best;
}

#if defined(__SSE2__)

/* Sixteen bytes at once. Every x86-64 has it. */

enum { WIDE = 16, PART = 512 };

static __m128i load(const uint8_t *at) { return _mm_loadu_si128((const __m128i *)at); }

static __m128i distances(__m128i a, __m128i b) { return _mm_or_si128(_mm_subs_epu8(a, b), _mm_subs_epu8(b, a)); }

static __m128i chosen(__m128i mask, __m128i a, __m128i b) {
    return _mm_or_si128(_mm_and_si128(mask, a), _mm_andnot_si128(mask, b));
}

static inline __attribute__((always_inline)) __m128i wide_filtered(int filter, const uint8_t *row, const uint8_t *above,
                                                                   size_t step, size_t i) {
    __m128i x = load(row + i);
    if (filter == 0) return x;
    if (filter == 2) return _mm_sub_epi8(x, load(above + i));
    __m128i a = load(row + i - step);
    if (filter == 1) return _mm_sub_epi8(x, a);
    __m128i b = load(above + i);
    if (filter == 3) {
        /* The instruction rounds up, PNG rounds down. */
        __m128i odd = _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1));
        return _mm_sub_epi8(x, _mm_sub_epi8(_mm_avg_epu8(a, b), odd));
    }
    __m128i c = load(above + i - step), pa = distances(b, c), pb = distances(a, c);
    /* |(b - c) + (a - c)|: the sum of both distances if they go the same way, else their difference. Sums above 255 are 255, which is
       still not less than either. */
    __m128i b_up = _mm_cmpeq_epi8(_mm_max_epu8(b, c), b), a_up = _mm_cmpeq_epi8(_mm_max_epu8(a, c), a);
    __m128i pc = chosen(_mm_xor_si128(a_up, b_up), distances(pa, pb), _mm_adds_epu8(pa, pb));
    __m128i least = _mm_min_epu8(pb, pc);
    __m128i bc = chosen(_mm_cmpeq_epi8(least, pb), b, c);
    __m128i predicted = chosen(_mm_cmpeq_epi8(_mm_min_epu8(pa, least), pa), a, bc);
    return _mm_sub_epi8(x, predicted);
}

/* The sum of the magnitudes of a filter's bytes; more than `most` when it is more. */
static inline __attribute__((always_inline)) uint64_t wide_sum(int filter, const uint8_t *row, const uint8_t *above,
                                                               size_t count, size_t step, uint64_t most) {
    const __m128i zero = _mm_setzero_si128();
    uint64_t sum = 0;
    size_t i = 0;
    while (i + WIDE <= count && sum <= most) {
        __m128i part = zero;
        for (size_t end = i + PART; i + WIDE <= count && i < end; i += WIDE) {
            __m128i byte = wide_filtered(filter, row, above, step, i);
            /* The magnitude of a signed byte is the lesser of it and its negative, as unsigned ones. */
            part = _mm_add_epi64(part, _mm_sad_epu8(_mm_min_epu8(byte, _mm_sub_epi8(zero, byte)), zero));
        }
        sum += (uint64_t)_mm_cvtsi128_si64(part) + (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(part, part));
    }
    if (sum > most || i == count) return sum;
    uint8_t rest[WIDE];
    put_filtered(filter, row + i, above + i, 0, count - i, step, rest);
    return sum + sum_of_magnitudes(rest, count - i);
}

static inline __attribute__((always_inline)) void wide_put(int filter, const uint8_t *row, const uint8_t *above,
                                                           size_t count, size_t step, uint8_t *out) {
    size_t i = 0;
    for (; i + WIDE <= count; i += WIDE) {
        _mm_storeu_si128((__m128i *)(out + i), wide_filtered(filter, row, above, step, i));
    }
    put_filtered(filter, row, above, i, count, step, out);
}

int mica_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t step, int filters, uint8_t *out) {
    /* Those that are best most often come first: the others are given up when their sums are larger. */
    uint64_t sums[5] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}, least;
    sums[2] = least = wide_sum(2, row, above, count, step, UINT64_MAX);
    sums[1] = wide_sum(1, row, above, count, step, least);
    if (sums[1] < least) least = sums[1];
    if (filters > 4) {
        sums[4] = wide_sum(4, row, above, count, step, least);
        if (sums[4] < least) least = sums[4];
        sums[3] = wide_sum(3, row, above, count, step, least);
        if (sums[3] < least) least = sums[3];
    }
    sums[0] = wide_sum(0, row, above, count, step, least);
    if (sums[0] < least) least = sums[0];
    int best = 0;
    while (sums[best] != least) best++;
    switch (best) {
    case 0: memcpy(out, row, count); break;
    case 1: wide_put(1, row, above, count, step, out); break;
    case 2: wide_put(2, row, above, count, step, out); break;
    case 3: wide_put(3, row, above, count, step, out); break;
    default: wide_put(4, row, above, count, step, out);
    }
    return best;
}

#else

int mica_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t step, int filters, uint8_t *out) {
    return mica_png_filter_plainly(row, above, count, step, filters, out);
}

#endif

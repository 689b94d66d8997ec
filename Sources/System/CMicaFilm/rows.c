#include "CMicaFilm.h"

// Products and sums are rounded one by one, as Swift rounds them.
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#define FASTEST __attribute__((target("avx2")))
#else
#define FASTEST
#endif
#define INLINE static inline __attribute__((always_inline))

INLINE void blend(const uint8_t *restrict upper, const uint8_t *restrict lower, float part, float *restrict line,
                  size_t count) {
    for (size_t x = 0; x < count; x++) {
        float a = upper[x], b = lower[x];
        line[x] = a + (b - a) * part;
    }
}

INLINE void expand(const float *restrict line, float *restrict target, size_t count) {
    for (size_t x = 0; x < count; x++) {
        target[2 * x] = line[x];
        target[2 * x + 1] = line[x] + (line[x + 1] - line[x]) * 0.5f;
    }
}

// The nearest whole number of 0 to 255: at 1.5 * 2^23 the last bits of a float are whole numbers.
INLINE uint32_t byte(float value) {
    float limited = value < 0 ? 0 : value > 255 ? 255 : value;
    float sum = limited + 12582912.0f;
    uint32_t bits;
    __builtin_memcpy(&bits, &sum, 4);
    return bits & 255;
}

INLINE void mix(const uint8_t *restrict luma, const float *restrict u, const float *restrict v, mica_film_color c,
                uint32_t *restrict pixels, size_t count) {
    for (size_t x = 0; x < count; x++) {
        float y = ((float)luma[x] - c.black) * c.luma;
        float cb = u[x] - c.middle, cr = v[x] - c.middle;
        uint32_t red = byte(y + c.red_of_v * cr), blue = byte(y + c.blue_of_u * cb);
        uint32_t green = byte(y + (c.green_of_u * cb + c.green_of_v * cr));
        pixels[x] = 0xff000000u | red << 16 | green << 8 | blue;
    }
}

#define KERNEL(name, parameters, ...)                                                                                  \
    FASTEST static void name##_fastest parameters { name(__VA_ARGS__); }                                               \
    static void name##_base parameters { name(__VA_ARGS__); }

KERNEL(blend, (const uint8_t *upper, const uint8_t *lower, float part, float *line, size_t count), upper, lower, part,
       line, count)
KERNEL(expand, (const float *line, float *target, size_t count), line, target, count)
KERNEL(mix,
       (const uint8_t *luma, const float *u, const float *v, mica_film_color color, uint32_t *pixels, size_t count),
       luma, u, v, color, pixels, count)

int mica_film_best(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? MICA_FILM_AVX2 : MICA_FILM_BASE;
#else
    return MICA_FILM_BASE;
#endif
}

void mica_film_blend(int vectors, const uint8_t *upper, const uint8_t *lower, float part, float *line, size_t count) {
    (vectors == MICA_FILM_AVX2 ? blend_fastest : blend_base)(upper, lower, part, line, count);
}

void mica_film_expand(int vectors, const float *line, float *target, size_t count) {
    (vectors == MICA_FILM_AVX2 ? expand_fastest : expand_base)(line, target, count);
}

void mica_film_mix(int vectors, const uint8_t *luma, const float *u, const float *v, mica_film_color color,
                   uint32_t *pixels, size_t count) {
    (vectors == MICA_FILM_AVX2 ? mix_fastest : mix_base)(luma, u, v, color, pixels, count);
}

#include "CMicaFilm.h"

// Functions with vector parameters are always inlined.
#pragma GCC diagnostic ignored "-Wpsabi"
// Products and sums are rounded separately, as in Swift.
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

// The nearest integer in 0...255: at 1.5 * 2^23 the last bits of a float are an integer.
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

typedef float floats __attribute__((vector_size(32)));
typedef uint32_t words __attribute__((vector_size(32)));
typedef uint16_t halves __attribute__((vector_size(16)));

// `byte` for eight numbers; the bits above the lowest eight are not cleared.
INLINE words bytes(floats value) {
    floats limited = __builtin_elementwise_min(__builtin_elementwise_max(value, (floats){} + 0.0f), (floats){} + 255.0f);
    return (words)(limited + 12582912.0f);
}

// `mix` for eight pixels.
INLINE words mixed(floats luma, floats u, floats v, mica_film_color c) {
    floats y = (luma - c.black) * c.luma;
    floats cb = u - c.middle, cr = v - c.middle;
    words red = bytes(y + c.red_of_v * cr), blue = bytes(y + c.blue_of_u * cb);
    words green = bytes(y + (c.green_of_u * cb + c.green_of_v * cr));
    // The upper bits are those of 1.5 * 2^23; they are subtracted from the pixel in one step.
    const uint32_t upper = 0x4b400000u;
    return (red << 16) + (green << 8) + blue + (0xff000000u - (upper << 16) - (upper << 8) - upper);
}

INLINE floats loaded(const float *from) {
    floats result;
    __builtin_memcpy(&result, from, sizeof result);
    return result;
}

INLINE void pairs(const uint8_t *restrict luma, const float *restrict u, const float *restrict v, mica_film_color c,
                  uint32_t *restrict pixels, size_t count) {
    size_t x = 0;
    for (; x + 8 <= count; x += 8) {
        floats u0 = loaded(u + x), v0 = loaded(v + x);
        floats u1 = u0 + (loaded(u + x + 1) - u0) * 0.5f, v1 = v0 + (loaded(v + x + 1) - v0) * 0.5f;
        halves both;
        __builtin_memcpy(&both, luma + 2 * x, sizeof both);
        words even = mixed(__builtin_convertvector(both & 255, floats), u0, v0, c);
        words odd = mixed(__builtin_convertvector(both >> 8, floats), u1, v1, c);
        words first = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
        words second = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
        __builtin_memcpy(pixels + 2 * x, &first, sizeof first);
        __builtin_memcpy(pixels + 2 * x + 8, &second, sizeof second);
    }
    for (; x < count; x++) {
        float us[2] = {u[x], u[x] + (u[x + 1] - u[x]) * 0.5f}, vs[2] = {v[x], v[x] + (v[x + 1] - v[x]) * 0.5f};
        mix(luma + 2 * x, us, vs, c, pixels + 2 * x, 2);
    }
}

#define KERNEL(name, parameters, ...)                                                                                  \
    FASTEST static void name##_fastest parameters { name(__VA_ARGS__); }                                               \
    static void name##_base parameters { name(__VA_ARGS__); }

KERNEL(blend, (const uint8_t *upper, const uint8_t *lower, float part, float *line, size_t count), upper, lower, part,
       line, count)
KERNEL(pairs,
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

void mica_film_pairs(int vectors, const uint8_t *luma, const float *u, const float *v, mica_film_color color,
                     uint32_t *pixels, size_t count) {
    (vectors == MICA_FILM_AVX2 ? pairs_fastest : pairs_base)(luma, u, v, color, pixels, count);
}

void mica_film_mix(const uint8_t *luma, const float *u, const float *v, mica_film_color color, uint32_t *pixels,
                   size_t count) {
    mix(luma, u, v, color, pixels, count);
}

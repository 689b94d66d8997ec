// Bilinear samples with NEON: bit for bit PixelArithmetic.bilinear.
#include "vectors.h"

#if defined(__aarch64__)

// PixelArithmetic.bilinear for the sample with this top left texel; fractions are 0...256. The vertical sums fit 16
// bits (255 * 256).
INLINE uint16x4_t sample(const uint32_t *texel, int32_t stride, uint32_t fx, uint32_t fy) {
    uint8x8_t top = vld1_u8((const uint8_t *)texel), bottom = vld1_u8((const uint8_t *)(texel + stride));
    uint16x8_t column = vmlaq_n_u16(vshll_n_u8(top, 8), vsubl_u8(bottom, top), (uint16_t)fy);
    uint32x4_t sum = vmull_n_u16(vget_low_u16(column), (uint16_t)(256 - fx));
    return vrshrn_n_u32(vmlal_n_u16(sum, vget_high_u16(column), (uint16_t)fx), 16);
}

// (low, high) >> 24: the positions of the next four samples. Then low += step, high += step.
INLINE int32x4_t next(int64x2_t *low, int64x2_t *high, int64x2_t step) {
    int32x4_t positions = vcombine_s32(vshrn_n_s64(*low, 24), vshrn_n_s64(*high, 24));
    *low = vaddq_s64(*low, step);
    *high = vaddq_s64(*high, step);
    return positions;
}

// target[i] = PixelArithmetic.bilinear at (u + i * du, v + i * dv).
void mica_sample_bilinear_neon(uint32_t *target, const uint32_t *texels, mica_texel_run run, size_t count) {
    const mica_texel_run *p = &run;
    int64x2_t u0 = {p->u, p->u + p->du}, u1 = vaddq_s64(u0, vdupq_n_s64(2 * p->du)), du = vdupq_n_s64(4 * p->du);
    int64x2_t v0 = {p->v, p->v + p->dv}, v1 = vaddq_s64(v0, vdupq_n_s64(2 * p->dv)), dv = vdupq_n_s64(4 * p->dv);
    const int32x4_t min_x = vdupq_n_s32(p->min_x), max_x = vdupq_n_s32(p->max_x);
    const int32x4_t min_y = vdupq_n_s32(p->min_y), max_y = vdupq_n_s32(p->max_y);
    // The last texels that have a right or lower neighbour.
    const int32x4_t last_x = vdupq_n_s32((p->max_x >> 8) - 1), last_y = vdupq_n_s32((p->max_y >> 8) - 1);
    for (size_t i = 0; i < count; i += 4) {
        int32x4_t x = vmaxq_s32(min_x, vminq_s32(max_x, next(&u0, &u1, du)));
        int32x4_t y = vmaxq_s32(min_y, vminq_s32(max_y, next(&v0, &v1, dv)));
        int32x4_t column = vminq_s32(last_x, vshrq_n_s32(x, 8)), row = vminq_s32(last_y, vshrq_n_s32(y, 8));
        int32x4_t index = vmlaq_n_s32(column, row, p->stride);
        uint32x4_t fx = vreinterpretq_u32_s32(vsubq_s32(x, vshlq_n_s32(column, 8)));
        uint32x4_t fy = vreinterpretq_u32_s32(vsubq_s32(y, vshlq_n_s32(row, 8)));
        uint16x4_t a = sample(texels + vgetq_lane_s32(index, 0), p->stride, vgetq_lane_u32(fx, 0), vgetq_lane_u32(fy, 0));
        uint16x4_t b = sample(texels + vgetq_lane_s32(index, 1), p->stride, vgetq_lane_u32(fx, 1), vgetq_lane_u32(fy, 1));
        uint16x4_t c = sample(texels + vgetq_lane_s32(index, 2), p->stride, vgetq_lane_u32(fx, 2), vgetq_lane_u32(fy, 2));
        uint16x4_t d = sample(texels + vgetq_lane_s32(index, 3), p->stride, vgetq_lane_u32(fx, 3), vgetq_lane_u32(fy, 3));
        uint8x16_t bytes = vcombine_u8(vmovn_u16(vcombine_u16(a, b)), vmovn_u16(vcombine_u16(c, d)));
        vst1q_u32(target + i, vreinterpretq_u32_u8(bytes));
    }
}
#endif

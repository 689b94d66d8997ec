// Factors for products on processors that multiply and round in one step.
#ifndef MICA_FACTORS_H
#define MICA_FACTORS_H

#include <stdint.h>

// For each value of 0...255 a factor of 15 bits near value * 32,768 / 255: (channel * factor + 16,384) >> 15 equals
// channel * value / 255, rounded to the nearest, for all channels 0...255. Each factor was found by trying.
extern const uint16_t mica_factors[256];

#endif

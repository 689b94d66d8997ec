// What products with a factor take where a processor multiplies and rounds in one step.
#ifndef MICA_FACTORS_H
#define MICA_FACTORS_H

#include <stdint.h>

// For each number of 0...255 one of 15 bits near its 255th part of 32,768: products of a channel with both, over 255 and over
// 32,768 and rounded to the nearest, are the same for all channels. There is one for each, found by trying.
extern const uint16_t mica_factors[256];

#endif

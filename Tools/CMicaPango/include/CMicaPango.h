#ifndef CMICAPANGO_H
#define CMICAPANGO_H

/* What labels cost with Pango and Cairo, in milliseconds. */
typedef struct {
    double make, measure, draw;
} mica_pango_times;

/* Makes, measures and draws labels of `width` x `height` pixels, each into a surface of its own, as `mica-dev bench labels`
   does with UILabel. Returns 0 where Pango with Cairo is not installed. */
int mica_pango_labels(int count, int width, int height, double size, mica_pango_times *times);

#endif

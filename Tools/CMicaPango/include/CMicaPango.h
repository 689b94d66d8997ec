#ifndef CMICAPANGO_H
#define CMICAPANGO_H

/* What labels cost with Pango and Cairo, in milliseconds. */
typedef struct {
    double make, measure, draw;
} mica_pango_times;

/* Makes, measures and draws labels of `width` x `height` pixels, each into a surface of its own, as `mica-dev bench labels`
   does with UILabel. Returns 0 where Pango with Cairo is not installed. */
int mica_pango_labels(int count, int width, int height, double size, mica_pango_times *times);

/* What `mica-dev bench contexts` draws. */
typedef enum {
    MICA_SMALL_RECTANGLE, MICA_LARGE_RECTANGLE, MICA_LINE, MICA_CIRCLE, MICA_STAR, MICA_PICTURE, MICA_SHRUNK_PICTURE
} mica_cairo_shape;

/* Draws a shape many times with Cairo, into 1000 x 1000 pixels. Returns microseconds; less than 0 where Cairo is not installed. */
double mica_cairo_draw(mica_cairo_shape shape, int count);

#endif

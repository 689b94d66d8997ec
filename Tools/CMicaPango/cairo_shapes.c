#include "CMicaPango.h"

#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

typedef void *cairo;

/* The library is opened where it is used: mica-dev does not need it. */
static struct {
    void *(*image_surface_create)(int, int, int);
    void (*surface_flush)(void *);
    void (*surface_destroy)(void *);
    cairo (*create)(void *);
    void (*destroy)(cairo);
    void (*save)(cairo);
    void (*restore)(cairo);
    void (*translate)(cairo, double, double);
    void (*scale)(cairo, double, double);
    void (*set_source_rgba)(cairo, double, double, double, double);
    void (*set_source_surface)(cairo, void *, double, double);
    void (*set_line_width)(cairo, double);
    void (*rectangle)(cairo, double, double, double, double);
    void (*arc)(cairo, double, double, double, double, double);
    void (*move_to)(cairo, double, double);
    void (*line_to)(cairo, double, double);
    void (*close_path)(cairo);
    void (*fill)(cairo);
    void (*stroke)(cairo);
    void (*paint)(cairo);
} c;

static int open_library(void) {
    static int is_open;
    if (is_open) return is_open > 0;
    is_open = -1;
    void *library = dlopen("libcairo.so.2", RTLD_NOW);
    if (!library) return 0;
    /* In the order of the structure. */
    static const char *const names[] = {
        "cairo_image_surface_create", "cairo_surface_flush", "cairo_surface_destroy", "cairo_create", "cairo_destroy", "cairo_save",
        "cairo_restore", "cairo_translate", "cairo_scale", "cairo_set_source_rgba", "cairo_set_source_surface", "cairo_set_line_width",
        "cairo_rectangle", "cairo_arc", "cairo_move_to", "cairo_line_to", "cairo_close_path", "cairo_fill", "cairo_stroke",
        "cairo_paint"};
    _Static_assert(sizeof names / sizeof *names == sizeof c / sizeof(void *), "a name for each function");
    void **functions = (void **)&c;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!(functions[i] = dlsym(library, names[i]))) return 0;
    is_open = 1;
    return 1;
}

static void star(cairo context) {
    for (int k = 0; k < 5; k++) {
        double angle = k * 4 * M_PI / 5, x = 50 + 50 * sin(angle), y = 50 + 50 * cos(angle);
        if (k) c.line_to(context, x, y);
        else c.move_to(context, x, y);
    }
    c.close_path(context);
}

static void draw(cairo context, void *picture, mica_cairo_shape shape, int i) {
    switch (shape) {
        case MICA_SMALL_RECTANGLE: c.rectangle(context, i % 990, i * 7 % 990, 10, 10); break;
        case MICA_LARGE_RECTANGLE: c.rectangle(context, i % 100, i % 100, 500, 500); break;
        case MICA_CIRCLE: c.arc(context, i % 970 + 10, i * 7 % 970 + 10, 10, 0, 2 * M_PI); break;
        case MICA_LINE:
            c.move_to(context, i * 5 % 1000, 0);
            c.line_to(context, 500, 1000);
            c.stroke(context);
            return;
        case MICA_STAR:
            c.save(context);
            c.translate(context, i % 500, i % 500);
            star(context);
            c.fill(context);
            c.restore(context);
            return;
        case MICA_PICTURE:
        case MICA_SHRUNK_PICTURE:
            c.save(context);
            c.translate(context, i * 5 % 500, i % 500);
            if (shape == MICA_SHRUNK_PICTURE) c.scale(context, 100 / 256.0, 100 / 256.0);
            c.set_source_surface(context, picture, 0, 0);
            c.paint(context);
            c.restore(context);
            return;
    }
    c.fill(context);
}

double mica_cairo_draw(mica_cairo_shape shape, int count) {
    if (!open_library()) return -1;
    void *picture = c.image_surface_create(0, 256, 256), *surface = c.image_surface_create(0, 1000, 1000);
    cairo disc = c.create(picture), context = c.create(surface);
    c.set_source_rgba(disc, 0.1, 0.3, 0.9, 1);
    c.arc(disc, 128, 128, 128, 0, 2 * M_PI);
    c.fill(disc);
    c.set_source_rgba(context, 0.9, 0.3, 0.1, 0.5);
    c.set_line_width(context, 1);
    /* The first shape makes what the others share. */
    draw(context, picture, shape, 0);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < count; i++) draw(context, picture, shape, i);
    c.surface_flush(surface);
    clock_gettime(CLOCK_MONOTONIC, &end);
    c.destroy(disc);
    c.destroy(context);
    c.surface_destroy(picture);
    c.surface_destroy(surface);
    return (end.tv_sec - start.tv_sec) * 1e6 + (end.tv_nsec - start.tv_nsec) * 1e-3;
}

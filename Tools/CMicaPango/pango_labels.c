#include "CMicaPango.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The libraries are opened where they are used: mica-dev does not need them. */
static void *library, *objects, *surfaces;

static void *symbol(void *handle, const char *name) { return handle ? dlsym(handle, name) : NULL; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

int mica_pango_labels(int count, int width, int height, double size, mica_pango_times *times) {
    if (!library) library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (!objects) objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_GLOBAL);
    if (!surfaces) surfaces = dlopen("libcairo.so.2", RTLD_NOW | RTLD_GLOBAL);
    /* Pango's own functions are found through the library that is built on it. */
    void *(*get_map)(void) = symbol(library, "pango_cairo_font_map_get_default");
    void *(*create_context)(void *) = symbol(library, "pango_font_map_create_context");
    void (*set_resolution)(void *, double) = symbol(library, "pango_cairo_context_set_resolution");
    void *(*layout_new)(void *) = symbol(library, "pango_layout_new");
    void (*set_text)(void *, const char *, int) = symbol(library, "pango_layout_set_text");
    void (*set_font)(void *, const void *) = symbol(library, "pango_layout_set_font_description");
    void *(*description_from)(const char *) = symbol(library, "pango_font_description_from_string");
    void (*set_size)(void *, double) = symbol(library, "pango_font_description_set_absolute_size");
    void (*set_width)(void *, int) = symbol(library, "pango_layout_set_width");
    void (*set_ellipsize)(void *, int) = symbol(library, "pango_layout_set_ellipsize");
    void (*get_size)(void *, int *, int *) = symbol(library, "pango_layout_get_pixel_size");
    void (*show)(void *, void *) = symbol(library, "pango_cairo_show_layout");
    void (*unref)(void *) = symbol(objects, "g_object_unref");
    void *(*surface_create)(int, int, int) = symbol(surfaces, "cairo_image_surface_create");
    void (*surface_destroy)(void *) = symbol(surfaces, "cairo_surface_destroy");
    void *(*cairo_create)(void *) = symbol(surfaces, "cairo_create");
    void (*cairo_destroy)(void *) = symbol(surfaces, "cairo_destroy");
    if (!get_map || !create_context || !set_resolution || !layout_new || !set_text || !set_font || !description_from || !set_size
        || !set_width || !set_ellipsize || !get_size || !show || !unref || !surface_create || !surface_destroy || !cairo_create
        || !cairo_destroy || count < 1)
        return 0;
    void *context = create_context(get_map());
    void *font = description_from("Liberation Sans");
    set_size(font, size * 1024);
    void **layouts = calloc(count, sizeof(void *)), **pictures = calloc(count, sizeof(void *));
    if (!layouts || !pictures) {
        free(layouts);
        free(pictures);
        return 0;
    }
    double start = now();
    for (int index = 0; index < count; index++) {
        char text[40];
        snprintf(text, sizeof text, "Row number %d", index);
        layouts[index] = layout_new(context);
        set_font(layouts[index], font);
        set_text(layouts[index], text, -1);
    }
    double made = now();
    for (int index = 0; index < count; index++) {
        int ink, line;
        get_size(layouts[index], &ink, &line);
    }
    double measured = now();
    for (int index = 0; index < count; index++) {
        set_width(layouts[index], width * 1024);
        set_ellipsize(layouts[index], 3);
        pictures[index] = surface_create(0, width, height);
        void *cairo = cairo_create(pictures[index]);
        show(cairo, layouts[index]);
        cairo_destroy(cairo);
    }
    double drawn = now();
    for (int index = 0; index < count; index++) {
        unref(layouts[index]);
        surface_destroy(pictures[index]);
    }
    free(layouts);
    free(pictures);
    unref(context);
    times->make = made - start;
    times->measure = measured - made;
    times->draw = drawn - measured;
    return 1;
}

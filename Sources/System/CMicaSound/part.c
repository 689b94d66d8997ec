#include <CMicaParts.h>

/* Swift: AVFoundation, FilmPart.swift. A program without that module has no such function. */
extern void mica_start_films(void) __attribute__((weak));

__attribute__((constructor)) static void add_films(void) {
    if (mica_start_films) mica_add_part(mica_start_films);
}

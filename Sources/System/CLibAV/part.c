#include <CMicaParts.h>

/* Swift: MicaVideo, VideoPart.swift. A program without that module has no such function. */
extern void mica_start_videos(void) __attribute__((weak));

__attribute__((constructor)) static void add_videos(void) {
    if (mica_start_videos) mica_add_part(mica_start_videos);
}

/* Cairo (Debian: libcairo2-dev to build, libcairo2 to run), opened when a program first draws into a bitmap: it brings X11
   and twenty libraries more, which programs that draw layers alone need not load. */
#ifndef CLIBCAIRO_H
#define CLIBCAIRO_H
#include <cairo/cairo.h>

/* Opens the library. NULL when it is open, else why not. To be called before any of its functions; threads may. */
const char *_Nullable mica_cairo_open(void);
#endif

/* Cairo (Debian: libcairo2-dev). */
#ifndef CLIBCAIRO_SHIM_H
#define CLIBCAIRO_SHIM_H
#include <cairo/cairo.h>
#endif

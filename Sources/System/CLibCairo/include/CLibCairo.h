/* Cairo (Debian: libcairo2-dev to build, libcairo2 to run). It is opened when a program first draws into a bitmap:
   Cairo loads X11 and twenty other libraries, which programs that only draw layers do not need. */
#ifndef CLIBCAIRO_H
#define CLIBCAIRO_H
#include <cairo/cairo.h>

/* Opens the library. Returns NULL when it is open, otherwise the reason. Call it before all other functions; any
   thread may call it. */
const char *_Nullable mica_cairo_open(void);
#endif

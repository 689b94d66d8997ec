/* giflib (Debian: libgif-dev). */
#ifndef CLIBGIF_SHIM_H
#define CLIBGIF_SHIM_H
#include <gif_lib.h>
#endif

/* libpng (Debian: libpng-dev). Its errors are longjmps, so Swift calls it only through CMicaCodecs. */
#ifndef CLIBPNG_SHIM_H
#define CLIBPNG_SHIM_H
#include <png.h>
#endif

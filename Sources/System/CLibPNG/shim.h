/* libpng (Debian: libpng-dev). Its errors are longjmps, so Swift calls it through CMicaCodecs alone. */
#ifndef CLIBPNG_SHIM_H
#define CLIBPNG_SHIM_H
#include <png.h>
#endif

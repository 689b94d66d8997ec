/* libjpeg-turbo (Debian: libjpeg62-turbo-dev). Its errors call back into C, so Swift calls it through CMicaCodecs. */
#ifndef CLIBJPEG_SHIM_H
#define CLIBJPEG_SHIM_H
#include <stddef.h>
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#endif

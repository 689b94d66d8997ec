/* libwebp with its mux and demux halves for animations (Debian: libwebp-dev). */
#ifndef CLIBWEBP_SHIM_H
#define CLIBWEBP_SHIM_H
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>
#endif

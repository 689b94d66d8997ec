/* Wrappers of libpng and libjpeg-turbo that return.

   Both libraries report errors by longjmp, which must not cross Swift frames. Every function here takes the whole
   file as bytes, catches the jump in C, frees its allocations, and returns 0 or an error code, with a message and
   the byte offset that the library had reached. Pixels are 32-bit words 0xAARRGGBB, not premultiplied, top row
   first, without padding. */
#ifndef CMICACODECS_H
#define CMICACODECS_H

#include <stddef.h>
#include <stdint.h>

enum {
    MICA_CODEC_OK = 0,
    /* The file ends before the picture does. */
    MICA_CODEC_TRUNCATED = 1,
    /* The bytes break the format's rules. */
    MICA_CODEC_MALFORMED = 2,
    /* The library could not get memory. */
    MICA_CODEC_MEMORY = 3,
    /* The picture's size differs from the size of the caller's buffer. */
    MICA_CODEC_SIZE = 4,
    /* The picture cannot be read within the memory that the caller allows. */
    MICA_CODEC_TOO_LARGE = 5,
    /* The file cannot be opened. */
    MICA_CODEC_FILE = 6,
    /* The file is in another format. */
    MICA_CODEC_OTHER = 7,
};

/* The error message, and the bytes that the library had read. */
struct mica_codec_error {
    size_t offset;
    char message[200];
};

/* Decodes a PNG of exactly width x height pixels into `pixels`. Every colour type and depth becomes 8-bit sRGB;
   gamma and colour profiles are ignored. */
int mica_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t *pixels,
                    struct mica_codec_error *error);

/* Reads the ICC profile of a PNG. On success, free `*profile` with mica_free; it is NULL when there is none. */
int mica_png_profile(const uint8_t *bytes, size_t count, uint8_t **profile, size_t *size,
                     struct mica_codec_error *error);

/* Decodes a JPEG of exactly width x height pixels into `pixels`, with alpha 255. Grey, YCbCr, RGB, CMYK and YCCK are
   read; CMYK is converted without a profile. EXIF orientation is not applied. */
int mica_jpeg_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t *pixels,
                     struct mica_codec_error *error);

/* Decodes a JPEG of exactly width x height pixels at a number of eighths of its size, 1 to 8, each side rounded up: `pixels` has
   room for those. A pixel is about the mean of those that it stands for. Fewer eighths take less time. */
int mica_jpeg_decode_reduced(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t eighths,
                             uint32_t *pixels, struct mica_codec_error *error);

/* Encodes pixels as a JPEG, ignoring alpha; quality is 1 to 100. On success, free `*bytes` with mica_free. */
int mica_jpeg_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes,
                     size_t *count, struct mica_codec_error *error);

/* Frees an encoder's output. */
void mica_free(uint8_t *bytes);

#endif

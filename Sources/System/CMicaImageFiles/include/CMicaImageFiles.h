/* What programs with image files need and layers do not: PNG files are written, and large files are read row by row.
   The rules of CMicaCodecs.h hold. */
#ifndef CMICAIMAGEFILES_H
#define CMICAIMAGEFILES_H

#include <CMicaCodecs.h>

/* Encodes pixels as an 8-bit PNG: RGB when `opaque`, otherwise RGBA; `level` is libdeflate's, 0 to 12. On success,
   free `*bytes` with mica_free. */
int mica_png_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int opaque, int level, uint8_t **bytes,
                    size_t *count, struct mica_codec_error *error);

/* Filters a row of `count` bytes of a PNG into `out` by the best of the first `filters` of the five, 3 or 5, and returns its
   number: the one with the least sum of magnitudes of its bytes as signed numbers, of equal ones the first. `row` and `above` have
   a pixel of zeros, of `step` bytes, before them. */
int mica_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t step, int filters, uint8_t *out);

/* The same in plain C, which tests compare with the loops for x86. */
int mica_png_filter_plainly(const uint8_t *row, const uint8_t *above, size_t count, size_t step, int filters,
                            uint8_t *out);

/* Reads a PNG or JPEG file row by row, so that its pixels need not fit in memory. */
struct mica_row_reader;

/* Opens a file and reads its header. MICA_CODEC_TOO_LARGE for an interlaced PNG, and for a progressive JPEG whose
   decoder would hold more than `most` bytes. On success, close the reader with mica_rows_close. */
int mica_rows_open(const char *path, uint64_t most, struct mica_row_reader **result, uint32_t *width, uint32_t *height,
                   int *is_jpeg, struct mica_codec_error *error);

/* Reads the next row, 0xAARRGGBB and not premultiplied, into `width` pixels. */
int mica_rows_read(struct mica_row_reader *reader, uint32_t *row, struct mica_codec_error *error);

/* Closes the file and frees the reader. */
void mica_rows_close(struct mica_row_reader *reader);

#endif

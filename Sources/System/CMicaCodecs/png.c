#include "CMicaCodecs.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/* Larger than any real ancillary chunk; limits the size of inflated text and profile chunks. */
enum { MAXIMUM_CHUNK_BYTES = 16 << 20, MAXIMUM_CHUNKS = 1000 };

struct reader {
    jmp_buf jump;
    const uint8_t *bytes;
    size_t count, offset;
    int code;
    struct mica_codec_error *error;
};

static void copy_message(struct mica_codec_error *error, const char *message, size_t offset) {
    strncpy(error->message, message, sizeof error->message - 1);
    error->message[sizeof error->message - 1] = 0;
    error->offset = offset;
}

static void reader_failed(png_structp png, png_const_charp message) {
    struct reader *reader = png_get_error_ptr(png);
    if (reader->code == MICA_CODEC_OK) {
        reader->code = strstr(message, "memory") ? MICA_CODEC_MEMORY : MICA_CODEC_MALFORMED;
        copy_message(reader->error, message, reader->offset);
    }
    longjmp(reader->jump, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    struct reader *reader = png_get_io_ptr(png);
    if (count > reader->count - reader->offset) {
        reader->code = MICA_CODEC_TRUNCATED;
        copy_message(reader->error, "the file ends inside a chunk", reader->count);
        png_error(png, "truncated");
    }
    memcpy(out, reader->bytes + reader->offset, count);
    reader->offset += count;
}

int mica_png_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t *pixels,
                    struct mica_codec_error *error) {
    struct reader reader = {.bytes = bytes, .count = count, .error = error};
    png_infop info = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, reader_failed, ignore_warning);
    if (!png) {
        copy_message(error, "libpng could not start", 0);
        return MICA_CODEC_MEMORY;
    }
    /* `info` is set once, directly below, before anything can jump; so its value is right after the jump, too. */
    info = png_create_info_struct(png);
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        copy_message(error, "libpng could not start", 0);
        return MICA_CODEC_MEMORY;
    }
    if (setjmp(reader.jump)) {
        png_destroy_read_struct(&png, &info, NULL);
        return reader.code;
    }
    png_set_read_fn(png, &reader, read_bytes);
    png_set_user_limits(png, width, height);
    png_set_chunk_malloc_max(png, MAXIMUM_CHUNK_BYTES);
    png_set_chunk_cache_max(png, MAXIMUM_CHUNKS);
    /* Chunks beside the picture are not needed: all except transparency are skipped unread. */
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height) {
        png_destroy_read_struct(&png, &info, NULL);
        copy_message(error, "the size in the header is not the size expected", 16);
        return MICA_CODEC_SIZE;
    }
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * 4) {
        png_error(png, "the rows are not 4 bytes a pixel");
    }
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t row = 0; row < height; row++) {
            png_read_row(png, (png_bytep)(pixels + (size_t)row * width), NULL);
        }
    }
    png_read_end(png, NULL);
    png_destroy_read_struct(&png, &info, NULL);
    return MICA_CODEC_OK;
}

int mica_png_profile(const uint8_t *bytes, size_t count, uint8_t **profile, size_t *size,
                     struct mica_codec_error *error) {
    struct reader reader = {.bytes = bytes, .count = count, .error = error};
    png_infop info = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, reader_failed, ignore_warning);
    *profile = NULL;
    *size = 0;
    if (!png) {
        copy_message(error, "libpng could not start", 0);
        return MICA_CODEC_MEMORY;
    }
    info = png_create_info_struct(png);
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        copy_message(error, "libpng could not start", 0);
        return MICA_CODEC_MEMORY;
    }
    if (setjmp(reader.jump)) {
        png_destroy_read_struct(&png, &info, NULL);
        return reader.code;
    }
    png_set_read_fn(png, &reader, read_bytes);
    png_set_chunk_malloc_max(png, MAXIMUM_CHUNK_BYTES);
    png_set_chunk_cache_max(png, MAXIMUM_CHUNKS);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_read_info(png, info);
    png_charp name = NULL;
    png_bytep data = NULL;
    png_uint_32 length = 0;
    int compression = 0;
    if (png_get_iCCP(png, info, &name, &compression, &data, &length) && length > 0) {
        *profile = malloc(length);
        if (*profile) {
            memcpy(*profile, data, length);
            *size = length;
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return MICA_CODEC_OK;
}

void mica_free(uint8_t *bytes) { free(bytes); }

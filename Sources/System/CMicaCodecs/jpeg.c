#include "CMicaCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/* Cameras write about ten scans. Thousands of scans are an attack that would keep the decoder busy for minutes. */
enum { MAXIMUM_SCANS = 200 };

struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    int code;
    size_t count;
    struct mica_codec_error *error;
};

static size_t offset_of(j_common_ptr common, size_t count) {
    if (!common->is_decompressor) return 0;
    struct jpeg_decompress_struct *decoder = (struct jpeg_decompress_struct *)common;
    size_t left = decoder->src ? decoder->src->bytes_in_buffer : 0;
    return left <= count ? count - left : count;
}

static void fail(j_common_ptr common, int code, const char *message) {
    struct failure *failure = (struct failure *)common->err;
    failure->code = code;
    failure->error->offset = code == MICA_CODEC_TRUNCATED ? failure->count : offset_of(common, failure->count);
    strncpy(failure->error->message, message, sizeof failure->error->message - 1);
    failure->error->message[sizeof failure->error->message - 1] = 0;
    longjmp(failure->jump, 1);
}

static void jpeg_failed(j_common_ptr common) {
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    switch (common->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
        fail(common, MICA_CODEC_MEMORY, message);
    case JERR_INPUT_EOF:
    case JERR_INPUT_EMPTY:
        fail(common, MICA_CODEC_TRUNCATED, message);
    default:
        fail(common, MICA_CODEC_MALFORMED, message);
    }
}

/* Where the compressed data are damaged, libjpeg warns and invents data. Half a picture would then pass for a whole
   one, so a premature end is an error here. Other damage stays a warning, as in every viewer. */
static void jpeg_said(j_common_ptr common, int level) {
    if (level < 0 && common->err->msg_code == JWRN_JPEG_EOF) {
        fail(common, MICA_CODEC_TRUNCATED, "the file ends before the picture does");
    }
}

static void jpeg_print_nothing(j_common_ptr common) { (void)common; }

static void jpeg_progress(j_common_ptr common) {
    if (common->is_decompressor && ((struct jpeg_decompress_struct *)common)->input_scan_number > MAXIMUM_SCANS) {
        fail(common, MICA_CODEC_MALFORMED, "more than 200 scans");
    }
}

static void start_failure(struct failure *failure, size_t count, struct mica_codec_error *error) {
    memset(failure, 0, sizeof *failure);
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = jpeg_failed;
    failure->manager.emit_message = jpeg_said;
    failure->manager.output_message = jpeg_print_nothing;
    failure->count = count;
    failure->error = error;
}

/* x * y / 255, rounded. */
static uint32_t multiplied(uint32_t x, uint32_t y) {
    uint32_t t = x * y + 128;
    return (t + (t >> 8)) >> 8;
}

int mica_jpeg_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t *pixels,
                     struct mica_codec_error *error) {
    return mica_jpeg_decode_reduced(bytes, count, width, height, 8, pixels, error);
}

int mica_jpeg_decode_reduced(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t eighths,
                             uint32_t *pixels, struct mica_codec_error *error) {
    struct failure failure;
    struct jpeg_decompress_struct decoder;
    struct jpeg_progress_mgr progress = {.progress_monitor = jpeg_progress};
    start_failure(&failure, count, error);
    memset(&decoder, 0, sizeof decoder);
    decoder.err = &failure.manager;
    if (setjmp(failure.jump)) {
        jpeg_destroy_decompress(&decoder);
        return failure.code;
    }
    jpeg_create_decompress(&decoder);
    decoder.progress = &progress;
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    if (decoder.image_width != width || decoder.image_height != height) {
        fail((j_common_ptr)&decoder, MICA_CODEC_SIZE, "the size in the header is not the size expected");
    }
    int four_inks = decoder.jpeg_color_space == JCS_CMYK || decoder.jpeg_color_space == JCS_YCCK;
    decoder.out_color_space = four_inks ? JCS_CMYK : JCS_EXT_BGRA;
    /* Adobe's programs store inverted inks, and mark the file. */
    uint32_t inversion = decoder.saw_Adobe_marker ? 0 : 255;
    decoder.scale_num = eighths;
    decoder.scale_denom = 8;
    width = (width * eighths + 7) / 8;
    height = (height * eighths + 7) / 8;
    jpeg_start_decompress(&decoder);
    if (decoder.output_components != 4 || decoder.output_width != width || decoder.output_height != height) {
        fail((j_common_ptr)&decoder, MICA_CODEC_SIZE, "the decoder's rows are not 4 bytes a pixel");
    }
    while (decoder.output_scanline < height) {
        uint32_t *row = pixels + (size_t)decoder.output_scanline * width;
        JSAMPROW rows[1] = {(JSAMPROW)row};
        jpeg_read_scanlines(&decoder, rows, 1);
        if (!four_inks) continue;
        const uint8_t *inks = (const uint8_t *)row;
        for (uint32_t x = 0; x < width; x++) {
            uint32_t black = inks[4 * x + 3] ^ inversion;
            uint32_t red = multiplied(inks[4 * x] ^ inversion, black);
            uint32_t green = multiplied(inks[4 * x + 1] ^ inversion, black);
            uint32_t blue = multiplied(inks[4 * x + 2] ^ inversion, black);
            row[x] = 0xff000000u | red << 16 | green << 8 | blue;
        }
    }
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    return MICA_CODEC_OK;
}

int mica_jpeg_encode(const uint32_t *pixels, uint32_t width, uint32_t height, int quality, uint8_t **bytes,
                     size_t *count, struct mica_codec_error *error) {
    struct failure failure;
    struct jpeg_compress_struct encoder;
    /* The library writes these variables, and they are read after a jump. */
    unsigned char *encoded = NULL;
    unsigned char **out = &encoded;
    unsigned long size = 0;
    start_failure(&failure, 0, error);
    memset(&encoder, 0, sizeof encoder);
    encoder.err = &failure.manager;
    if (setjmp(failure.jump)) {
        jpeg_destroy_compress(&encoder);
        free(*out);
        return failure.code;
    }
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, out, &size);
    encoder.image_width = width;
    encoder.image_height = height;
    encoder.input_components = 4;
    encoder.in_color_space = JCS_EXT_BGRX;
    jpeg_set_defaults(&encoder);
    jpeg_set_quality(&encoder, quality, TRUE);
    jpeg_start_compress(&encoder, TRUE);
    while (encoder.next_scanline < height) {
        JSAMPROW rows[1] = {(JSAMPROW)(pixels + (size_t)encoder.next_scanline * width)};
        jpeg_write_scanlines(&encoder, rows, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    *bytes = encoded;
    *count = size;
    return MICA_CODEC_OK;
}

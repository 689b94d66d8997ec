#include "CMicaImageFiles.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/* Larger than any real ancillary chunk; limits the size of inflated text and profile chunks. */
enum { MAXIMUM_CHUNK_BYTES = 16 << 20, MAXIMUM_CHUNKS = 1000, MAXIMUM_SCANS = 200 };

struct mica_row_reader {
    /* These must be the first fields: the libraries' error handlers find the reader by their addresses. */
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    FILE *file;
    int code;
    struct mica_codec_error *error;
    uint32_t width, height, next;
    int is_jpeg, four_inks;
    uint32_t inversion;
    struct jpeg_progress_mgr progress;
    struct jpeg_decompress_struct jpeg;
    png_structp png;
    png_infop info;
};

static void note(struct mica_row_reader *reader, int code, const char *message) {
    reader->code = code;
    long offset = reader->file ? ftell(reader->file) : 0;
    reader->error->offset = offset > 0 ? (size_t)offset : 0;
    strncpy(reader->error->message, message, sizeof reader->error->message - 1);
    reader->error->message[sizeof reader->error->message - 1] = 0;
}

static void stop(struct mica_row_reader *reader, int code, const char *message) {
    note(reader, code, message);
    longjmp(reader->jump, 1);
}

/* JPEG. */

static void jpeg_failed(j_common_ptr common) {
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    int code = common->err->msg_code == JERR_OUT_OF_MEMORY ? MICA_CODEC_MEMORY
               : common->err->msg_code == JERR_INPUT_EOF || common->err->msg_code == JERR_INPUT_EMPTY
                   ? MICA_CODEC_TRUNCATED
                   : MICA_CODEC_MALFORMED;
    stop((struct mica_row_reader *)common->err, code, message);
}

static void jpeg_said(j_common_ptr common, int level) {
    if (level < 0 && common->err->msg_code == JWRN_JPEG_EOF) {
        stop((struct mica_row_reader *)common->err, MICA_CODEC_TRUNCATED, "the file ends before the picture does");
    }
}

static void jpeg_print_nothing(j_common_ptr common) { (void)common; }

static void jpeg_count_scans(j_common_ptr common) {
    if (((struct jpeg_decompress_struct *)common)->input_scan_number > MAXIMUM_SCANS) {
        stop((struct mica_row_reader *)common->err, MICA_CODEC_MALFORMED, "more than 200 scans");
    }
}

static uint32_t multiplied(uint32_t x, uint32_t y) {
    uint32_t t = x * y + 128;
    return (t + (t >> 8)) >> 8;
}

/* The memory of a decoder for a picture with successive scans: 2 bytes for each sample of each component. */
static uint64_t coefficient_bytes(const struct jpeg_decompress_struct *jpeg) {
    uint64_t bytes = 0;
    for (int i = 0; i < jpeg->num_components; i++) {
        const jpeg_component_info *component = &jpeg->comp_info[i];
        bytes += (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
    }
    return bytes;
}

static void start_jpeg(struct mica_row_reader *reader, uint64_t most) {
    struct jpeg_decompress_struct *jpeg = &reader->jpeg;
    jpeg_create_decompress(jpeg);
    reader->progress.progress_monitor = jpeg_count_scans;
    jpeg->progress = &reader->progress;
    jpeg_stdio_src(jpeg, reader->file);
    jpeg_read_header(jpeg, TRUE);
    reader->width = jpeg->image_width;
    reader->height = jpeg->image_height;
    if (jpeg_has_multiple_scans(jpeg)) {
        uint64_t bytes = coefficient_bytes(jpeg);
        if (bytes > most) {
            char message[200];
            snprintf(message, sizeof message,
                     "a progressive JPEG of this size takes %llu MiB to decode, and cannot be read row by row; "
                     "convert it to a baseline one first",
                     (unsigned long long)(bytes >> 20));
            stop(reader, MICA_CODEC_TOO_LARGE, message);
        }
    }
    reader->four_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = reader->four_inks ? JCS_CMYK : JCS_EXT_BGRA;
    reader->inversion = jpeg->saw_Adobe_marker ? 0 : 255;
    jpeg_start_decompress(jpeg);
    if (jpeg->output_components != 4 || jpeg->output_width != reader->width) {
        stop(reader, MICA_CODEC_SIZE, "the decoder's rows are not 4 bytes a pixel");
    }
}

static void read_jpeg_row(struct mica_row_reader *reader, uint32_t *row) {
    JSAMPROW rows[1] = {(JSAMPROW)row};
    jpeg_read_scanlines(&reader->jpeg, rows, 1);
    if (!reader->four_inks) return;
    const uint8_t *inks = (const uint8_t *)row;
    for (uint32_t x = 0; x < reader->width; x++) {
        uint32_t black = inks[4 * x + 3] ^ reader->inversion;
        uint32_t red = multiplied(inks[4 * x] ^ reader->inversion, black);
        uint32_t green = multiplied(inks[4 * x + 1] ^ reader->inversion, black);
        uint32_t blue = multiplied(inks[4 * x + 2] ^ reader->inversion, black);
        row[x] = 0xff000000u | red << 16 | green << 8 | blue;
    }
}

/* PNG. */

static void png_failed(png_structp png, png_const_charp message) {
    struct mica_row_reader *reader = png_get_error_ptr(png);
    int code = strstr(message, "memory")            ? MICA_CODEC_MEMORY
               : reader->file && feof(reader->file) ? MICA_CODEC_TRUNCATED
                                                    : MICA_CODEC_MALFORMED;
    stop(reader, code, message);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_file(png_structp png, png_bytep out, size_t count) {
    struct mica_row_reader *reader = png_get_io_ptr(png);
    if (fread(out, 1, count, reader->file) != count) png_error(png, "the file ends inside a chunk");
}

static void start_png(struct mica_row_reader *reader) {
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, png_failed, ignore_warning);
    reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
    if (!reader->info) stop(reader, MICA_CODEC_MEMORY, "libpng could not start");
    png_structp png = reader->png;
    png_infop info = reader->info;
    png_set_read_fn(png, reader, read_file);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
    png_set_chunk_malloc_max(png, MAXIMUM_CHUNK_BYTES);
    png_set_chunk_cache_max(png, MAXIMUM_CHUNKS);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    reader->width = png_get_image_width(png, info);
    reader->height = png_get_image_height(png, info);
    if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) {
        stop(reader, MICA_CODEC_TOO_LARGE,
             "an interlaced PNG cannot be read row by row; write it without interlacing first");
    }
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_bgr(png);
    png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)reader->width * 4) png_error(png, "the rows are not 4 bytes a pixel");
}

/* Both formats. */

int mica_rows_open(const char *path, uint64_t most, struct mica_row_reader **result, uint32_t *width, uint32_t *height,
                   int *is_jpeg, struct mica_codec_error *error) {
    memset(error, 0, sizeof *error);
    *result = NULL;
    struct mica_row_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return MICA_CODEC_MEMORY;
    reader->error = error;
    reader->file = fopen(path, "rb");
    if (!reader->file) {
        note(reader, MICA_CODEC_MALFORMED, strerror(errno));
        free(reader);
        return MICA_CODEC_FILE;
    }
    jpeg_std_error(&reader->manager);
    reader->manager.error_exit = jpeg_failed;
    reader->manager.emit_message = jpeg_said;
    reader->manager.output_message = jpeg_print_nothing;
    reader->jpeg.err = &reader->manager;
    if (setjmp(reader->jump)) {
        int code = reader->code;
        mica_rows_close(reader);
        return code;
    }
    unsigned char head[8] = {0};
    size_t count = fread(head, 1, sizeof head, reader->file);
    rewind(reader->file);
    if (count >= 3 && head[0] == 0xff && head[1] == 0xd8 && head[2] == 0xff) {
        reader->is_jpeg = 1;
        start_jpeg(reader, most);
    } else if (count == sizeof head && png_sig_cmp(head, 0, sizeof head) == 0) {
        start_png(reader);
    } else {
        stop(reader, MICA_CODEC_OTHER, "neither PNG nor JPEG by its first bytes");
    }
    *width = reader->width;
    *height = reader->height;
    *is_jpeg = reader->is_jpeg;
    *result = reader;
    return MICA_CODEC_OK;
}

int mica_rows_read(struct mica_row_reader *reader, uint32_t *row, struct mica_codec_error *error) {
    reader->error = error;
    if (reader->next >= reader->height) {
        note(reader, MICA_CODEC_SIZE, "there is no further row");
        return reader->code;
    }
    if (setjmp(reader->jump)) return reader->code;
    if (reader->is_jpeg) {
        read_jpeg_row(reader, row);
    } else {
        png_read_row(reader->png, (png_bytep)row, NULL);
    }
    reader->next += 1;
    return MICA_CODEC_OK;
}

void mica_rows_close(struct mica_row_reader *reader) {
    if (!reader) return;
    if (reader->is_jpeg) jpeg_destroy_decompress(&reader->jpeg);
    if (reader->png) png_destroy_read_struct(&reader->png, reader->info ? &reader->info : NULL, NULL);
    if (reader->file) fclose(reader->file);
    free(reader);
}

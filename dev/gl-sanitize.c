/* Our side of the driver: every function of CMicaGL, some contexts one after another and two at once on threads, with a sanitizer.
 * dev/gl-sanitize builds and runs it. Prints what each cycle read; ends with 1 where a pixel is wrong. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CMicaGL.h"

static const char vertex[] =
    "#version 300 es\n"
    "precision highp float; in vec4 i0, i1, i2, i3; uniform ivec2 uTarget; flat out vec4 vColor;\n"
    "void main() { vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
    "vec2 at = mix(i0.xy, i0.zw, c); vColor = i2;\n"
    "gl_Position = vec4(at / vec2(uTarget) * 2.0 - 1.0, 0.0, 1.0); }\n";
static const char fragment[] =
    "#version 300 es\n"
    "precision highp float; precision highp sampler2D; uniform sampler2D u2; flat in vec4 vColor; out vec4 result;\n"
    "void main() { result = vColor * texelFetch(u2, ivec2(0), 0); }\n";

static int cycle(int index) {
    enum { SIDE = 64 };
    char words[512];
    mica_gl *gl = mica_gl_open(words, sizeof words);
    if (!gl) {
        printf("no OpenGL: %s\n", words);
        return 2;
    }
    int wrong = 0;
    if (mica_gl_begin(gl)) {
        unsigned program = mica_gl_program(gl, vertex, fragment, words, sizeof words);
        if (mica_gl_program(gl, vertex, "no shader", words, sizeof words) || !words[0]) wrong = 1;
        unsigned format = 0;
        size_t capacity = 1 << 20;
        unsigned char *binary = malloc(capacity);
        size_t size = mica_gl_program_save(gl, program, &format, binary, capacity);
        unsigned loaded = size ? mica_gl_program_load(gl, format, binary, size) : program;
        if (!loaded) loaded = program;
        if (size > 64) {
            /* A damaged one is refused, or is a program: it must not be a fault. */
            mica_gl_program_load(gl, format + 1, binary, size / 2);
        }
        free(binary);
        unsigned target = mica_gl_texture(gl, MICA_GL_WORDS, SIDE, SIDE, 1);
        unsigned levels = mica_gl_texture(gl, MICA_GL_WORDS, 4, 4, 3);
        unsigned floats = mica_gl_texture(gl, MICA_GL_FLOATS, 1, 1, 1);
        unsigned bytes = mica_gl_texture(gl, MICA_GL_BYTES, 3, 3, 1);
        unsigned wide = mica_gl_texture(gl, MICA_GL_WIDE, 5, 5, 1), narrow = mica_gl_texture(gl, MICA_GL_NARROW, 5, 5, 1);
        uint32_t texels[16];
        float four[4] = {1, 2, 3, 4};
        for (int i = 0; i < 16; i++) texels[i] = 0xFFFFFFFF;
        mica_gl_upload(gl, levels, MICA_GL_WORDS, 0, 0, 0, 4, 4, texels, 4);
        mica_gl_upload(gl, levels, MICA_GL_WORDS, 1, 0, 0, 2, 2, texels, 4);
        mica_gl_upload(gl, floats, MICA_GL_FLOATS, 0, 0, 0, 1, 1, four, 1);
        mica_gl_upload(gl, bytes, MICA_GL_BYTES, 0, 1, 1, 2, 2, texels, 3);
        if (mica_gl_target(gl, wide, 5, 5)) mica_gl_fill(gl, 0, 0, 5, 5, four, true);
        if (!mica_gl_target(gl, narrow, 5, 5)) wrong = 1;
        mica_gl_fill(gl, 0, 0, 5, 5, four, true);
        const float clear[4] = {0, 0, 0, 1};
        if (!mica_gl_target(gl, target, SIDE, SIDE)) wrong = 1;
        mica_gl_fill(gl, 0, 0, SIDE, SIDE, clear, false);
        mica_gl_scissor(gl, 0, 0, SIDE, SIDE);
        float instance[2][MICA_GL_INSTANCE_FLOATS] = {{0}};
        for (int i = 0; i < 2; i++) {
            float rect[4] = {(float)(i * 8), 0, (float)(i * 8 + 8), 8};
            float color[4] = {i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, 0, 1};
            memcpy(instance[i], rect, sizeof rect);
            memcpy(instance[i] + 8, color, sizeof color);
        }
        unsigned textures[MICA_GL_UNITS] = {bytes, floats, levels, 0, 0};
        if (!mica_gl_depth(gl) || mica_gl_depth_bytes(gl) < SIDE * SIDE) wrong = 1;
        mica_gl_draw(gl, loaded, MICA_GL_SOURCE_OVER, MICA_GL_NO_DEPTH, textures, instance[0], 2);
        unsigned other = mica_gl_texture(gl, MICA_GL_WORDS, 16, 16, 1);
        mica_gl_copy(gl, other, 0, 0, 16, 16);
        uint32_t *read = malloc(SIDE * SIDE * 4), *later = malloc(16 * 8 * 4);
        mica_gl_read(gl, 0, 0, SIDE, SIDE, read, SIDE);
        if (!mica_gl_read_later(gl, index % MICA_GL_READS, 0, 128, 0, 0, 16, 8)) wrong = 1;
        if (mica_gl_read_later(gl, index % MICA_GL_READS, 120, 128, 0, 0, 16, 8)) wrong = 1;
        mica_gl_flush(gl);
        if (!mica_gl_read_now(gl, index % MICA_GL_READS, later, 128)) wrong = 1;
        if (mica_gl_read_now(gl, index % MICA_GL_READS, later, 1 << 20)) wrong = 1;
        if (read[0] != 0xFF0000FF || read[8] != 0xFF00FF00 || read[16] != 0xFF000000) wrong = 1;
        if (later[0] != read[0] || later[8] != read[8]) wrong = 1;
        if (mica_gl_error(gl)) wrong = 1;
        mica_gl_image *image = mica_gl_image_of_texture(gl, target);
        if (!image == mica_gl_takes_images(gl)) wrong = 1;
        free(read);
        free(later);
        mica_gl_finish(gl);
        int width, height, age;
        if (mica_gl_window_begin(gl, &width, &height, &age)) wrong = 1;
        unsigned all[] = {target, levels, floats, bytes, wide, narrow, other};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) mica_gl_delete(gl, all[i]);
        mica_gl_end(gl);
        /* Another context has the image when its texture is deleted. */
        mica_gl *second = image ? mica_gl_open(words, sizeof words) : NULL;
        if (second && mica_gl_begin(second)) {
            uint32_t first[16] = {0};
            unsigned seen = mica_gl_image_texture(second, image);
            if (!seen || !mica_gl_target(second, seen, SIDE, SIDE)) wrong = 1;
            mica_gl_read(second, 0, 0, 16, 1, first, 16);
            if (first[0] != 0xFF0000FF || first[8] != 0xFF00FF00 || mica_gl_error(second)) wrong = 1;
            mica_gl_delete(second, seen);
            mica_gl_end(second);
        }
        if (second) mica_gl_close(second);
        if (image) mica_gl_image_close(image);
    } else {
        wrong = 1;
    }
    if (index == 0) printf("%s, %s, %s, %d texels\n", mica_gl_renderer(gl), mica_gl_version(gl), mica_gl_platform(gl), mica_gl_most_texels(gl));
    mica_gl_close(gl);
    if (wrong) printf("cycle %d is wrong\n", index);
    return wrong;
}

static void *many(void *result) {
    for (int i = 0; i < 20; i++) *(int *)result |= cycle(i);
    return NULL;
}

int main(void) {
    char words[256];
    mica_gl_window none = {MICA_GL_X11, NULL, 0, 0};
    /* Without a display, or a window, this is a reason in words. */
    mica_gl *gl = mica_gl_open_window(&none, 1, 1, words, sizeof words);
    if (gl) mica_gl_close(gl);
    int first = cycle(0), results[2] = {0, 0};
    if (first) return first;
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, many, &results[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%s\n", results[0] | results[1] ? "wrong" : "good");
    return results[0] | results[1];
}

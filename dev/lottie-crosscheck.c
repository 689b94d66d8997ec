// lottie-crosscheck DOCUMENT SECONDS ACTUAL.png EXPECTED.png: draws a document with rlottie at the size of Apple's picture and
// says how far Mica's and rlottie's pictures are from Apple's and from each other, as Tests/ReftestKit counts it.
// Built by dev/lottie-crosscheck, outside of the package.
#include <math.h>
#include <png.h>
#include <rlottie_capi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int width, height; uint32_t *pixels; } Picture;

// A picture as premultiplied ARGB, as rlottie draws it.
static Picture load(const char *path) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) { fprintf(stderr, "%s: %s\n", path, image.message); exit(1); }
  image.format = PNG_FORMAT_BGRA;
  Picture picture = {(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
  if (!png_image_finish_read(&image, NULL, picture.pixels, 0, NULL)) { fprintf(stderr, "%s: %s\n", path, image.message); exit(1); }
  for (int i = 0; i < picture.width * picture.height; i++) {
    uint32_t p = picture.pixels[i], a = p >> 24, result = a << 24;
    for (int shift = 0; shift < 24; shift += 8) result |= (((p >> shift & 255) * a + 127) / 255) << shift;
    picture.pixels[i] = result;
  }
  return picture;
}

static void compare(const char *name, const uint32_t *a, const uint32_t *b, int count) {
  long off = 0, visible = 0, sum = 0;
  for (int i = 0; i < count; i++) {
    if (a[i] | b[i]) visible++;
    int most = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      int d = abs((int)(a[i] >> shift & 255) - (int)(b[i] >> shift & 255));
      sum += d;
      if (d > most) most = d;
    }
    if (most > 16) off++;
  }
  printf("\t%s %.2f %% (%.1f %% of what is seen), mean %.2f", name, 100.0 * off / count,
         visible ? 100.0 * off / visible : 0.0, sum / 4.0 / count);
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  Lottie_Animation *animation = lottie_animation_from_file(argv[1]);
  if (!animation) { printf("\trlottie does not read it\n"); return 0; }
  Picture actual = load(argv[3]), expected = load(argv[4]);
  if (actual.width != expected.width || actual.height != expected.height) { printf("\tsizes differ\n"); return 0; }
  int count = actual.width * actual.height;
  uint32_t *pixels = calloc((size_t)count, 4);
  double frame = atof(argv[2]) * lottie_animation_get_framerate(animation);
  size_t last = lottie_animation_get_totalframe(animation);
  size_t nearest = (size_t)llround(frame);
  if (last > 0 && nearest >= last) nearest = last - 1;
  lottie_animation_render(animation, nearest, pixels, (size_t)actual.width, (size_t)actual.height, (size_t)actual.width * 4);
  printf("\tframe %.2f, rlottie's %zu", frame, nearest);
  compare("Mica and Apple", actual.pixels, expected.pixels, count);
  compare("rlottie and Apple", pixels, expected.pixels, count);
  compare("Mica and rlottie", actual.pixels, pixels, count);
  printf("\n");
  if (argc > 5) {
    for (int i = 0; i < count; i++) {
      uint32_t p = pixels[i], a = p >> 24, result = a << 24;
      for (int shift = 0; shift < 24 && a; shift += 8) {
        uint32_t c = ((p >> shift & 255) * 255 + a / 2) / a;
        result |= (c > 255 ? 255 : c) << shift;
      }
      pixels[i] = result;
    }
    png_image image = {.version = PNG_IMAGE_VERSION, .width = (unsigned)actual.width, .height = (unsigned)actual.height,
                       .format = PNG_FORMAT_BGRA};
    png_image_write_to_file(&image, argv[5], 0, pixels, 0, NULL);
  }
  return 0;
}

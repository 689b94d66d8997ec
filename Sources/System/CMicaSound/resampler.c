#include <dlfcn.h>
#include <libavutil/channel_layout.h>
#include <libavutil/frame.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <pthread.h>
#include <stdlib.h>

#include "CMicaSound.h"

struct mica_resampler {
    struct SwrContext *context;
    int channels;
};

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* The functions that are called, by their library: a signature that is not the header's does not compile. */
#define FUNCTIONS(F)                                                                                                   \
    F(avutil, av_channel_layout_default) F(avutil, av_opt_set) F(swresample, swr_alloc_set_opts2)                      \
    F(swresample, swr_init) F(swresample, swr_free) F(swresample, swr_get_out_samples) F(swresample, swr_convert)
#define DECLARE(library, name) static __typeof__(&name) name##_address;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_open;

/* The libraries of the versions that the headers are of: structures differ between versions. */
static void open_libraries(void) {
    void *avutil = dlopen("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    void *swresample = dlopen("libswresample.so." TEXT(LIBSWRESAMPLE_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    if (!avutil || !swresample) return;
#define FIND(library, name)                                                                                            \
    name##_address = (__typeof__(&name))dlsym(library, #name);                                                         \
    if (!name##_address) return;
    FUNCTIONS(FIND)
    is_open = 1;
}

mica_resampler *mica_resampler_make(const void *first, int from, int to) {
    pthread_once(&once, open_libraries);
    const AVFrame *frame = first;
    if (!is_open || from <= 0 || to <= 0 || frame->ch_layout.nb_channels <= 0) return NULL;
    /* Only the kinds without memory of their own are copied. */
    AVChannelLayout in, out;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE) in = frame->ch_layout;
    else av_channel_layout_default_address(&in, frame->ch_layout.nb_channels);
    /* One channel stays one: made into two it would be less loud. */
    int channels = in.nb_channels == 1 ? 1 : 2;
    av_channel_layout_default_address(&out, channels);
    struct SwrContext *context = NULL;
    if (swr_alloc_set_opts2_address(&context, &out, AV_SAMPLE_FMT_FLT, to, &in, frame->format, from, 0, NULL) < 0)
        return NULL;
    /* Many channels in two go no higher than each of them. */
    av_opt_set_address(context, "rematrix_maxval", "1.0", 0);
    mica_resampler *made = swr_init_address(context) < 0 ? NULL : malloc(sizeof *made);
    if (!made) {
        swr_free_address(&context);
        return NULL;
    }
    made->context = context;
    made->channels = channels;
    return made;
}

void mica_resampler_free(mica_resampler *resampler) {
    swr_free_address(&resampler->context);
    free(resampler);
}

int mica_resampler_channels(const mica_resampler *resampler) { return resampler->channels; }

int mica_resampler_bound(mica_resampler *resampler, int samples) {
    return swr_get_out_samples_address(resampler->context, samples);
}

int mica_resampler_convert(mica_resampler *resampler, const void *given, float *samples, int capacity) {
    const AVFrame *frame = given;
    uint8_t *planes[1] = {(uint8_t *)samples};
    return swr_convert_address(resampler->context, planes, capacity, frame ? (const uint8_t **)frame->extended_data : NULL,
                               frame ? frame->nb_samples : 0);
}

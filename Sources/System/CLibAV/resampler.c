#include "CLibAV.h"

#include <stdlib.h>

struct mica_resampler {
    struct SwrContext *context;
    int channels;
};

mica_resampler *mica_resampler_make(const AVFrame *frame, int from, int to) {
    if (from <= 0 || to <= 0 || frame->ch_layout.nb_channels <= 0) return NULL;
    /* Only channel layouts without allocated memory are copied. */
    AVChannelLayout in, out;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE) in = frame->ch_layout;
    else av_channel_layout_default(&in, frame->ch_layout.nb_channels);
    /* Mono sound stays mono: as two channels it would be quieter. */
    int channels = in.nb_channels == 1 ? 1 : 2;
    av_channel_layout_default(&out, channels);
    struct SwrContext *context = NULL;
    if (swr_alloc_set_opts2(&context, &out, AV_SAMPLE_FMT_FLT, to, &in, frame->format, from, 0, NULL) < 0)
        return NULL;
    /* Mixing many channels into two does not exceed the level of each channel. */
    av_opt_set(context, "rematrix_maxval", "1.0", 0);
    mica_resampler *made = swr_init(context) < 0 ? NULL : malloc(sizeof *made);
    if (!made) {
        swr_free(&context);
        return NULL;
    }
    made->context = context;
    made->channels = channels;
    return made;
}

void mica_resampler_free(mica_resampler *resampler) {
    swr_free(&resampler->context);
    free(resampler);
}

int mica_resampler_channels(const mica_resampler *resampler) { return resampler->channels; }

int mica_resampler_bound(mica_resampler *resampler, int samples) {
    return swr_get_out_samples(resampler->context, samples);
}

int mica_resampler_convert(mica_resampler *resampler, const AVFrame *frame, float *samples, int capacity) {
    uint8_t *planes[1] = {(uint8_t *)samples};
    const uint8_t **given = frame ? (const uint8_t **)frame->extended_data : NULL;
    return swr_convert(resampler->context, planes, capacity, given, frame ? frame->nb_samples : 0);
}

/* FFmpeg's libav* (Debian: libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev to build;
   the packages without -dev to run). They are opened when a video is first written or read, because they load a
   hundred libraries. Macros that Swift cannot import are functions here. */
#ifndef CLIBAV_H
#define CLIBAV_H
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/display.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

/* The largest allocation of libav, in bytes: 2^26 pixels of four bytes, and some more. */
#define MICA_AV_LARGEST_BLOCK ((1u << 28) + (1u << 22))

/* The time stamp that means "none". */
static inline int64_t mica_av_no_time_stamp(void) { return AV_NOPTS_VALUE; }
/* "Feed me more first": the answer of a codec without output yet. */
static inline int mica_av_error_again(void) { return AVERROR(EAGAIN); }
/* The answer at the end of the output. */
static inline int mica_av_error_end(void) { return AVERROR_EOF; }
/* Whether the calling thread has the highest priority of all, SCHED_FIFO 99. */
int mica_has_highest_priority(void);
/* Gives the usual priority to the threads of this process that have the highest. */
void mica_leave_highest_priority(void);
/* Whether pixels of this format carry alpha. */
static inline int mica_av_has_alpha(enum AVPixelFormat format) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(format);
    return descriptor && (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

/* The planes of a YUV image: one for each component, with samples of one byte, or of two bytes with the low byte
   first. */
typedef struct {
    int depth;     /* bits of a sample, 8 to 16 */
    int chroma_x;  /* 2 to the power of this is the width of a chroma sample, in pixels */
    int chroma_y;
    int has_chroma;
    int alpha;     /* the plane of alpha; 0 without */
} mica_av_planes;
/* Describes the planes of a pixel format; 0 for formats that are not planes of YUV or gray. */
static inline int mica_av_find_planes(enum AVPixelFormat format, mica_av_planes *_Nonnull planes) {
    const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(format);
    if (!d || (d->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
                           | AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER)))
        return 0;
    int depth = d->comp[0].depth, width = depth > 8 ? 2 : 1;
    if (depth < 8 || depth > 16) return 0;
    for (int i = 0; i < d->nb_components; i++) {
        const AVComponentDescriptor *c = &d->comp[i];
        if (c->plane != i || c->offset || c->shift || c->depth != depth || c->step != width) return 0;
    }
    int has_alpha = (d->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
    planes->depth = depth;
    planes->chroma_x = d->log2_chroma_w;
    planes->chroma_y = d->log2_chroma_h;
    planes->has_chroma = d->nb_components >= 3;
    planes->alpha = has_alpha ? d->nb_components - 1 : 0;
    return 1;
}

/* Converts decoded sound to floats in one or two channels at another rate. */
typedef struct mica_resampler mica_resampler;

/* Makes a resampler for frames of one format; NULL on failure.
   frame: the first frame, with `from` samples a second; the output has `to` samples a second. */
mica_resampler *_Nullable mica_resampler_make(const AVFrame *_Nonnull frame, int from, int to);
/* Frees a resampler. */
void mica_resampler_free(mica_resampler *_Nonnull resampler);
/* The number of output channels: one for mono sound, otherwise two. */
int mica_resampler_channels(const mica_resampler *_Nonnull resampler);
/* The most samples per channel that come out after another `samples` samples are put in. */
int mica_resampler_bound(mica_resampler *_Nonnull resampler, int samples);
/* Puts a frame in (NULL at the end), and takes the output, with interleaved channels. Returns the samples per
   channel, or less than 0 for a frame that cannot be converted. */
int mica_resampler_convert(mica_resampler *_Nonnull resampler, const AVFrame *_Nullable frame, float *_Nonnull samples,
                           int capacity);

/* Opens the libraries. Returns NULL when they are open, otherwise the reason. Call it before all other functions;
   any thread may call it. */
const char *_Nullable mica_av_open(void);
#endif

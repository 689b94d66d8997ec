/* FFmpeg's libav* (Debian: libavformat-dev libavcodec-dev libavutil-dev libswscale-dev to build; the packages without -dev to
   run), opened when a video is first written or read: they bring a hundred libraries. The macros of theirs that Swift
   cannot import are here as functions. */
#ifndef CLIBAV_H
#define CLIBAV_H
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

/* The time stamp that means "none". */
static inline int64_t mica_av_no_time_stamp(void) { return AV_NOPTS_VALUE; }
/* "Feed me more first": the answer of a codec that has nothing to give yet. */
static inline int mica_av_error_again(void) { return AVERROR(EAGAIN); }
/* "There is no more". */
static inline int mica_av_error_end(void) { return AVERROR_EOF; }
/* Whether pixels of this format carry alpha. */
static inline int mica_av_has_alpha(enum AVPixelFormat format) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(format);
    return descriptor && (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

/* Opens the libraries. NULL when they are open, else why not. To be called before any of their functions; threads may. */
const char *_Nullable mica_av_open(void);
#endif

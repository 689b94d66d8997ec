/* FFmpeg's libav* (Debian: libavformat-dev libavcodec-dev libavutil-dev libswscale-dev), and the macros of theirs
   that Swift cannot import, as functions. */
#ifndef CLIBAV_SHIM_H
#define CLIBAV_SHIM_H
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
#endif

/* The functions of libav that Mica calls, for CLibAV.c: library, result, name, parameters, arguments.
   A signature that is not the header's does not compile. */
FUNCTION(avutil, void, av_channel_layout_default, (AVChannelLayout *ch_layout, int nb_channels), (ch_layout, nb_channels))
FUNCTION(avutil, void, av_dict_free, (AVDictionary **m), (m))
FUNCTION(avutil, AVDictionaryEntry *, av_dict_get,
         (const AVDictionary *m, const char *key, const AVDictionaryEntry *prev, int flags),
         (m, key, prev, flags))
FUNCTION(avutil, int, av_dict_set,
         (AVDictionary **pm, const char *key, const char *value, int flags),
         (pm, key, value, flags))
FUNCTION(avutil, AVFrame *, av_frame_alloc, (void), ())
FUNCTION(avutil, void, av_frame_free, (AVFrame **frame), (frame))
FUNCTION(avutil, int, av_frame_get_buffer, (AVFrame *frame, int align), (frame, align))
FUNCTION(avutil, int, av_frame_make_writable, (AVFrame *frame), (frame))
FUNCTION(avutil, void, av_frame_unref, (AVFrame *frame), (frame))
FUNCTION(avutil, void, av_log_set_level, (int level), (level))
FUNCTION(avutil, void, av_max_alloc, (size_t max), (max))
FUNCTION(avutil, int, av_opt_set,
         (void *obj, const char *name, const char *val, int search_flags),
         (obj, name, val, search_flags))
FUNCTION(avutil, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat pix_fmt), (pix_fmt))
FUNCTION(avutil, int, av_strerror, (int errnum, char *errbuf, size_t errbuf_size), (errnum, errbuf, errbuf_size))
FUNCTION(avcodec, AVPacket *, av_packet_alloc, (void), ())
FUNCTION(avcodec, void, av_packet_free, (AVPacket **pkt), (pkt))
FUNCTION(avcodec, void, av_packet_rescale_ts, (AVPacket *pkt, AVRational tb_src, AVRational tb_dst), (pkt, tb_src, tb_dst))
FUNCTION(avcodec, void, av_packet_unref, (AVPacket *pkt), (pkt))
FUNCTION(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))
FUNCTION(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID id), (id))
FUNCTION(avcodec, const AVCodec *, avcodec_find_decoder_by_name, (const char *name), (name))
FUNCTION(avcodec, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))
FUNCTION(avcodec, void, avcodec_free_context, (AVCodecContext **avctx), (avctx))
FUNCTION(avcodec, void, avcodec_flush_buffers, (AVCodecContext *avctx), (avctx))
FUNCTION(avcodec, const char *, avcodec_get_name, (enum AVCodecID id), (id))
FUNCTION(avcodec, int, avcodec_open2,
         (AVCodecContext *avctx, const AVCodec *codec, AVDictionary **options),
         (avctx, codec, options))
FUNCTION(avcodec, int, avcodec_parameters_copy, (AVCodecParameters *dst, const AVCodecParameters *src), (dst, src))
FUNCTION(avcodec, int, avcodec_parameters_from_context, (AVCodecParameters *par, const AVCodecContext *codec), (par, codec))
FUNCTION(avcodec, int, avcodec_parameters_to_context, (AVCodecContext *codec, const AVCodecParameters *par), (codec, par))
FUNCTION(avcodec, int, avcodec_receive_frame, (AVCodecContext *avctx, AVFrame *frame), (avctx, frame))
FUNCTION(avcodec, int, avcodec_receive_packet, (AVCodecContext *avctx, AVPacket *avpkt), (avctx, avpkt))
FUNCTION(avcodec, int, avcodec_send_frame, (AVCodecContext *avctx, const AVFrame *frame), (avctx, frame))
FUNCTION(avcodec, int, avcodec_send_packet, (AVCodecContext *avctx, const AVPacket *avpkt), (avctx, avpkt))
FUNCTION(avformat, int, av_find_best_stream,
         (AVFormatContext *ic, enum AVMediaType type, int wanted_stream_nb, int related_stream, const AVCodec
          **decoder_ret, int flags),
         (ic, type, wanted_stream_nb, related_stream, decoder_ret, flags))
FUNCTION(avformat, int, av_interleaved_write_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FUNCTION(avformat, int, av_read_frame, (AVFormatContext *s, AVPacket *pkt), (s, pkt))
FUNCTION(avformat, int, av_seek_frame,
         (AVFormatContext *s, int stream_index, int64_t timestamp, int flags),
         (s, stream_index, timestamp, flags))
FUNCTION(avformat, uint8_t *, av_stream_get_side_data,
         (const AVStream *stream, enum AVPacketSideDataType type, size_t *size),
         (stream, type, size))
FUNCTION(avformat, uint8_t *, av_stream_new_side_data,
         (AVStream *stream, enum AVPacketSideDataType type, size_t size),
         (stream, type, size))
FUNCTION(avformat, int, av_write_trailer, (AVFormatContext *s), (s))
FUNCTION(avformat, int, avformat_alloc_output_context2,
         (AVFormatContext **ctx, const AVOutputFormat *oformat, const char *format_name, const char *filename),
         (ctx, oformat, format_name, filename))
FUNCTION(avformat, void, avformat_close_input, (AVFormatContext **s), (s))
FUNCTION(avformat, int, avformat_find_stream_info, (AVFormatContext *ic, AVDictionary **options), (ic, options))
FUNCTION(avformat, void, avformat_free_context, (AVFormatContext *s), (s))
FUNCTION(avformat, AVStream *, avformat_new_stream, (AVFormatContext *s, const AVCodec *c), (s, c))
FUNCTION(avformat, int, avformat_open_input,
         (AVFormatContext **ps, const char *url, const AVInputFormat *fmt, AVDictionary **options),
         (ps, url, fmt, options))
FUNCTION(avformat, int, avformat_write_header, (AVFormatContext *s, AVDictionary **options), (s, options))
FUNCTION(avformat, int, avio_closep, (AVIOContext **s), (s))
FUNCTION(avformat, int, avio_open, (AVIOContext **s, const char *url, int flags), (s, url, flags))
FUNCTION(swscale, void, sws_freeContext, (struct SwsContext *swsContext), (swsContext))
FUNCTION(swscale, struct SwsContext *, sws_getCachedContext,
         (struct SwsContext *context, int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH, enum
          AVPixelFormat dstFormat, int flags, SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
         (context, srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FUNCTION(swscale, const int *, sws_getCoefficients, (int colorspace), (colorspace))
FUNCTION(swscale, struct SwsContext *, sws_getContext,
         (int srcW, int srcH, enum AVPixelFormat srcFormat, int dstW, int dstH, enum AVPixelFormat dstFormat, int flags,
          SwsFilter *srcFilter, SwsFilter *dstFilter, const double *param),
         (srcW, srcH, srcFormat, dstW, dstH, dstFormat, flags, srcFilter, dstFilter, param))
FUNCTION(swscale, int, sws_scale_frame, (struct SwsContext *c, AVFrame *dst, const AVFrame *src), (c, dst, src))
FUNCTION(swscale, int, sws_setColorspaceDetails,
         (struct SwsContext *c, const int inv_table[4], int srcRange, const int table[4], int dstRange, int brightness,
          int contrast, int saturation),
         (c, inv_table, srcRange, table, dstRange, brightness, contrast, saturation))
FUNCTION(swresample, int, swr_alloc_set_opts2,
         (struct SwrContext **ps, AVChannelLayout *out_ch_layout, enum AVSampleFormat out_sample_fmt, int out_sample_rate,
          AVChannelLayout *in_ch_layout, enum AVSampleFormat in_sample_fmt, int in_sample_rate, int log_offset, void *log_ctx),
         (ps, out_ch_layout, out_sample_fmt, out_sample_rate, in_ch_layout, in_sample_fmt, in_sample_rate, log_offset, log_ctx))
FUNCTION(swresample, int, swr_convert,
         (struct SwrContext *s, uint8_t **out, int out_count, const uint8_t **in, int in_count),
         (s, out, out_count, in, in_count))
FUNCTION(swresample, void, swr_free, (struct SwrContext **s), (s))
FUNCTION(swresample, int, swr_get_out_samples, (struct SwrContext *s, int in_samples), (s, in_samples))
FUNCTION(swresample, int, swr_init, (struct SwrContext *s), (s))

/* Sound: SDL's audio device, and libswresample (Debian: libsdl2-dev libswresample-dev to build; libsdl2-2.0-0 libswresample4 to
   run). Each is opened when it is first wanted, so that programs that play no sound load neither. */
#ifndef CMICASOUND_H
#define CMICASOUND_H
#include <stddef.h>

/* A device that is open. */
typedef struct mica_sound mica_sound;

/* Gives the device the next frames, `count` of two samples each; called on the device's own thread. */
typedef void (*mica_sound_fill)(void *_Nullable context, float *_Nonnull samples, int count);

/* Opens a device with two channels of floats, and has it ask for sound. NULL when there is none: `reason` says why.
   driver, name: SDL's of the device; NULL takes what the machine has, or SDL_AUDIODRIVER says.
   rate, period: frames a second, and how many it asks for at a time; what it has of both comes back. Threads may call it. */
mica_sound *_Nullable mica_sound_open(const char *_Nullable driver, const char *_Nullable name, int *_Nonnull rate,
                                      int *_Nonnull period, mica_sound_fill _Nonnull fill, void *_Nullable context,
                                      char *_Nonnull reason, size_t size);
/* Closes it: once it has returned, nothing is asked for. Not to be called by `fill`. */
void mica_sound_close(mica_sound *_Nonnull sound);

/* Turns decoded sound into floats of one or two channels at another rate. */
typedef struct mica_resampler mica_resampler;

/* Makes one for frames of one kind; NULL when there is none, or libswresample is not there.
   frame: libav's AVFrame, the first; its sound has `from` samples a second, and what comes out `to`. */
mica_resampler *_Nullable mica_resampler_make(const void *_Nonnull frame, int from, int to);
/* Frees it. */
void mica_resampler_free(mica_resampler *_Nonnull resampler);
/* How many channels come out: one for sound of one channel, else two. */
int mica_resampler_channels(const mica_resampler *_Nonnull resampler);
/* The most samples a channel that come out after so many more were put in. */
int mica_resampler_bound(mica_resampler *_Nonnull resampler, int samples);
/* Puts a frame in, NULL at the end, and takes out what has come, channel beside channel: how many samples a channel, less than 0
   for a frame that cannot be turned. */
int mica_resampler_convert(mica_resampler *_Nonnull resampler, const void *_Nullable frame, float *_Nonnull samples,
                           int capacity);
#endif

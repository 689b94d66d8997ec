/* SDL's audio device (Debian: libsdl2-dev to build, libsdl2-2.0-0 to run), opened when sound is first played: programs that play
   none do not load it. */
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
#endif

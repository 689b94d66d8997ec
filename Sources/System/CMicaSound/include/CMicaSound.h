/* SDL's audio device (Debian: libsdl2-dev to build, libsdl2-2.0-0 to run). It is opened when sound is first played:
   other programs do not load it. */
#ifndef CMICASOUND_H
#define CMICASOUND_H
#include <stddef.h>

/* An open device. */
typedef struct mica_sound mica_sound;

/* Fills the device's next frames, `count` of two samples each; called on the device's own thread. */
typedef void (*mica_sound_fill)(void *_Nullable context, float *_Nonnull samples, int count);

/* Opens a device with two channels of floats, which then requests sound. NULL when there is none, with the reason in
   `reason`.
   driver, name: SDL's driver and the device's name; NULL for the machine's, or the driver in SDL_AUDIODRIVER.
   rate, period: frames a second, and frames per request; the device's actual values are returned. Any thread may
   call it. */
mica_sound *_Nullable mica_sound_open(const char *_Nullable driver, const char *_Nullable name, int *_Nonnull rate,
                                      int *_Nonnull period, mica_sound_fill _Nonnull fill, void *_Nullable context,
                                      char *_Nonnull reason, size_t size);
/* Closes the device: after the return, nothing is requested. Not to be called by `fill`. */
void mica_sound_close(mica_sound *_Nonnull sound);
#endif

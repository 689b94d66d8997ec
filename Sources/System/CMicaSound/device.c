#define SDL_DISABLE_IMMINTRIN_H 1
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "CMicaSound.h"

struct mica_sound {
    SDL_AudioDeviceID device;
    mica_sound_fill fill;
    void *context;
};

/* The functions of SDL that are called; a signature that differs from the header's is a compile error. */
#define FUNCTIONS(F)                                                                                                   \
    F(SDL_WasInit) F(SDL_InitSubSystem) F(SDL_SetHint) F(SDL_GetError) F(SDL_OpenAudioDevice) F(SDL_PauseAudioDevice)  \
    F(SDL_CloseAudioDevice)
#define DECLARE(name) static __typeof__(&name) name##_address;
FUNCTIONS(DECLARE)

/* SDL's lists of devices and subsystems have no locks. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_begun;

/* Whether SDL exists and its sound was initialized. It is never ended, because others may have initialized it, too. */
static bool begin(const char *driver, char *reason, size_t size) {
    if (is_begun) return true;
    /* A program with windows has loaded it already. */
    void *library = dlopen("libSDL2-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, size, "%s", dlerror());
        return false;
    }
#define FIND(name)                                                                                                     \
    name##_address = (__typeof__(&name))dlsym(library, #name);                                                         \
    if (!name##_address) {                                                                                             \
        snprintf(reason, size, "SDL has no function %s", #name);                                                       \
        return false;                                                                                                  \
    }
    FUNCTIONS(FIND)
    /* Sound initializes SDL's events, which would otherwise take over the program's signals. */
    if (!SDL_WasInit_address(SDL_INIT_EVENTS)) SDL_SetHint_address(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    if (driver) SDL_SetHint_address(SDL_HINT_AUDIODRIVER, driver);
    if (SDL_InitSubSystem_address(SDL_INIT_AUDIO)) {
        snprintf(reason, size, "%s", SDL_GetError_address());
        return false;
    }
    is_begun = true;
    return true;
}

static void SDLCALL fill(void *context, Uint8 *stream, int bytes) {
    mica_sound *sound = context;
    sound->fill(sound->context, (float *)(void *)stream, bytes / (int)(2 * sizeof(float)));
}

mica_sound *mica_sound_open(const char *driver, const char *name, int *rate, int *period, mica_sound_fill filler,
                            void *context, char *reason, size_t size) {
    mica_sound *sound = malloc(sizeof *sound);
    if (!sound) {
        snprintf(reason, size, "no memory");
        return NULL;
    }
    sound->fill = filler;
    sound->context = context;
    pthread_mutex_lock(&lock);
    sound->device = 0;
    if (begin(driver, reason, size)) {
        SDL_AudioSpec wanted = {.freq = *rate, .format = AUDIO_F32SYS, .channels = 2, .samples = (Uint16)*period,
                                .callback = fill, .userdata = sound}, has;
        sound->device = SDL_OpenAudioDevice_address(name, 0, &wanted, &has, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE);
        if (sound->device) {
            *rate = has.freq;
            *period = has.samples;
        } else {
            snprintf(reason, size, "%s", SDL_GetError_address());
        }
    }
    pthread_mutex_unlock(&lock);
    if (!sound->device) {
        free(sound);
        return NULL;
    }
    SDL_PauseAudioDevice_address(sound->device, 0);
    return sound;
}

void mica_sound_close(mica_sound *sound) {
    pthread_mutex_lock(&lock);
    SDL_CloseAudioDevice_address(sound->device);
    pthread_mutex_unlock(&lock);
    free(sound);
}

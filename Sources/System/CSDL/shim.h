/* SDL 2 (Debian: libsdl2-dev): windows, input, clipboard, text input. */
#ifndef CSDL_SHIM_H
#define CSDL_SHIM_H
/* SDL's header of processor features includes the compiler's vector types, which are not needed here. */
#define SDL_DISABLE_IMMINTRIN_H 1
#define SDL_DISABLE_MMINTRIN_H 1
#define SDL_DISABLE_XMMINTRIN_H 1
#define SDL_DISABLE_EMMINTRIN_H 1
#define SDL_DISABLE_PMMINTRIN_H 1
#define SDL_DISABLE_ARM_NEON_H 1
#define SDL_MAIN_HANDLED 1
#include <SDL2/SDL.h>
#endif

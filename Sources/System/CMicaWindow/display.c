#define SDL_DISABLE_IMMINTRIN_H 1
#include <SDL2/SDL.h>
#include <SDL2/SDL_syswm.h>
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "CMicaWindow.h"

mica_display mica_display_of(void *window) {
    mica_display found = {MICA_DISPLAY_NONE, NULL, NULL, 0};
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!SDL_GetWindowWMInfo(window, &info)) return found;
    switch (info.subsystem) {
#if defined(SDL_VIDEO_DRIVER_X11)
    case SDL_SYSWM_X11:
        found.kind = MICA_DISPLAY_X11;
        found.display = info.info.x11.display;
        found.window = info.info.x11.window;
        break;
#endif
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
    case SDL_SYSWM_WAYLAND:
        found.kind = MICA_DISPLAY_WAYLAND;
        found.display = info.info.wl.display;
        found.surface = info.info.wl.surface;
        break;
#endif
    default: break;
    }
    return found;
}

void mica_end_lost(void) {
    static const char message[] = "mica: the connection to the display server has broken\n";
    ssize_t written = write(2, message, sizeof message - 1);
    (void)written;
    /* Other threads are running, whichever thread this is: nothing is torn down. */
    _exit(1);
}

#if defined(SDL_VIDEO_DRIVER_X11)
int mica_x11_visual(void *display, unsigned long window) {
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return 0;
    Status (*attributes)(Display *, Window, XWindowAttributes *) =
        (Status(*)(Display *, Window, XWindowAttributes *))dlsym(library, "XGetWindowAttributes");
    VisualID (*number)(Visual *) = (VisualID(*)(Visual *))dlsym(library, "XVisualIDFromVisual");
    XWindowAttributes told;
    if (!attributes || !number || !attributes(display, window, &told)) return 0;
    return (int)number(told.visual);
}

/* The two macros read fields of the connection, and need no library when linking. */
int mica_x11_descriptor(void *display) { return ConnectionNumber((Display *)display); }

bool mica_x11_has_events(void *display) { return QLength((Display *)display) > 0; }

static int lost(Display *display) {
    (void)display;
    mica_end_lost();
}

void mica_x11_end_when_lost(void) {
    /* SDL has already opened the library. */
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    XIOErrorHandler (*set)(XIOErrorHandler) = (XIOErrorHandler(*)(XIOErrorHandler))dlsym(library, "XSetIOErrorHandler");
    if (set) set(lost);
}
#else
int mica_x11_visual(void *display, unsigned long window) { (void)display, (void)window; return 0; }
int mica_x11_descriptor(void *display) { (void)display; return -1; }
bool mica_x11_has_events(void *display) { (void)display; return false; }
void mica_x11_end_when_lost(void) {}
#endif

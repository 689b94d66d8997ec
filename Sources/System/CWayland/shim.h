/* Wayland's client library (Debian: libwayland-dev, which libsdl2-dev brings). */
#ifndef CWAYLAND_SHIM_H
#define CWAYLAND_SHIM_H
#include <wayland-client.h>
#endif

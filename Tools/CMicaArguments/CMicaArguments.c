#include "CMicaArguments.h"

#include <stddef.h>

static int count;
static char **arguments;

/* glibc hands main's arguments to constructors, too. */
__attribute__((constructor)) static void keep(int given_count, char **given) {
    count = given_count;
    arguments = given;
}

int mica_argument_count(void) { return count; }

const char *mica_argument(int index) { return index >= 0 && index < count ? arguments[index] : NULL; }

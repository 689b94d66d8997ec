#define _GNU_SOURCE
#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

#include "CLibAV.h"

/* The priority that SVT-AV1 gives, the highest of SCHED_FIFO. */
enum { HIGHEST = 99 };

static int is_highest(pid_t thread) {
    struct sched_param parameters;
    return sched_getscheduler(thread) == SCHED_FIFO && sched_getparam(thread, &parameters) == 0
        && parameters.sched_priority == HIGHEST;
}

int mica_has_highest_priority(void) { return is_highest(0); }

void mica_leave_highest_priority(void) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    for (struct dirent *entry; (entry = readdir(threads));) {
        pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
        const struct sched_param normal = {.sched_priority = 0};
        if (thread > 0 && is_highest(thread)) sched_setscheduler(thread, SCHED_OTHER, &normal);
    }
    closedir(threads);
}

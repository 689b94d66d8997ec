#include <CMicaParts.h>
#include <pthread.h>

enum { MOST = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*parts[MOST])(void);
static int count, started;

void mica_add_part(void (*start)(void)) {
    pthread_mutex_lock(&lock);
    if (count < MOST) parts[count++] = start;
    pthread_mutex_unlock(&lock);
}

void mica_start_parts(void) {
    pthread_mutex_lock(&lock);
    while (started < count) parts[started++]();
    pthread_mutex_unlock(&lock);
}

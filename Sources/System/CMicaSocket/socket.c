#define _GNU_SOURCE
#include "CMicaSocket.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int fill(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path) return -ENAMETOOLONG;
    memcpy(address->sun_path, path, length + 1);
    return 0;
}

static int failed(int descriptor) {
    int error = errno;
    if (descriptor >= 0) close(descriptor);
    return -error;
}

int mica_socket_connect(const char *path) {
    struct sockaddr_un address;
    int error = fill(&address, path);
    if (error) return error;
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    /* For a Unix socket, this succeeds immediately, or fails with EAGAIN when the queue of waiting connections is
       full. */
    if (connect(made, (struct sockaddr *)&address, sizeof address) != 0) return failed(made);
    return made;
}

int mica_socket_listen(const char *path) {
    struct sockaddr_un address;
    int error = fill(&address, path);
    if (error) return error;
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0) return -errno;
    /* The file has the socket's mode from its creation on. */
    if (fchmod(made, 0600) != 0) return failed(made);
    if (bind(made, (struct sockaddr *)&address, sizeof address) != 0) {
        if (errno != EADDRINUSE) return failed(made);
        int other = mica_socket_connect(path);
        struct stat found;
        bool is_left = other == -ECONNREFUSED && lstat(path, &found) == 0 && S_ISSOCK(found.st_mode);
        if (other >= 0) close(other);
        errno = EADDRINUSE;
        if (!is_left || unlink(path) != 0) return failed(made);
        if (bind(made, (struct sockaddr *)&address, sizeof address) != 0) return failed(made);
    }
    if (listen(made, 128) != 0) return failed(made);
    return made;
}

int mica_socket_accept(int listener) {
    int made = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return made < 0 ? -errno : made;
}

int mica_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0 ? 0 : -errno;
}

int mica_socket_peer(int socket, int32_t *process, uint32_t *user) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -errno;
    *process = peer.pid;
    *user = peer.uid;
    return 0;
}

bool mica_socket_is_read(int socket) {
    int unread = 0;
    return ioctl(socket, TIOCOUTQ, &unread) == 0 && unread == 0;
}

ssize_t mica_socket_send(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr aligned;
    } control;
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : sent;
}

ssize_t mica_socket_receive(int socket, void *bytes, size_t room, int descriptors[MICA_DESCRIPTORS], int *count) {
    struct iovec part = {bytes, room};
    union {
        char bytes[CMSG_SPACE(sizeof(int) * MICA_DESCRIPTORS)];
        struct cmsghdr aligned;
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    *count = 0;
    ssize_t read;
    do {
        read = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    } while (read < 0 && errno == EINTR);
    if (read < 0) return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < found && *count < MICA_DESCRIPTORS; i++) {
            memcpy(&descriptors[(*count)++], CMSG_DATA(header) + i * sizeof(int), sizeof(int));
        }
    }
    return message.msg_flags & MSG_CTRUNC ? -EMSGSIZE : read;
}

void mica_wait(struct pollfd *list, size_t count, double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)ppoll(list, (nfds_t)count, &time, NULL);
}

static int control(int watch, int what, int descriptor, bool reads, bool writes) {
    struct epoll_event wanted = {.events = (reads ? EPOLLIN : 0) | (writes ? EPOLLOUT : 0)};
    return epoll_ctl(watch, what, descriptor, &wanted) == 0 ? 0 : -errno;
}

int mica_watch_make(void) {
    int made = epoll_create1(EPOLL_CLOEXEC);
    return made < 0 ? -errno : made;
}

int mica_watch_add(int watch, int descriptor, bool reads, bool writes) {
    return control(watch, EPOLL_CTL_ADD, descriptor, reads, writes);
}

int mica_watch_change(int watch, int descriptor, bool reads, bool writes) {
    return control(watch, EPOLL_CTL_MOD, descriptor, reads, writes);
}

int mica_watch_remove(int watch, int descriptor) { return control(watch, EPOLL_CTL_DEL, descriptor, false, false); }

void mica_watch_wait(int watch, double seconds) {
    struct epoll_event found[2];
    int time = isinf(seconds) ? -1 : (int)(fmin(seconds, 1e6) * 1000) + 1;
    (void)epoll_wait(watch, found, 2, time);
}

void mica_socket_end(int socket) { (void)shutdown(socket, SHUT_RDWR); }

void mica_thread_give_way(void) {
    /* On Linux, 0 means the calling thread only. */
    (void)setpriority(PRIO_PROCESS, 0, 10);
}

int mica_event_make(void) {
    int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return made < 0 ? -errno : made;
}

void mica_event_signal(int event) {
    uint64_t one = 1;
    (void)!write(event, &one, sizeof one);
}

void mica_event_clear(int event) {
    uint64_t count;
    (void)!read(event, &count, sizeof count);
}

/* Messages of D-Bus, by libdbus-1, which is opened when it is first used: a program without a bus needs none. */
#ifndef CMICABUS_H
#define CMICABUS_H
#include <stdbool.h>
#include <stdint.h>

/* A private connection to a bus. One thread at a time uses it. */
typedef struct mica_bus mica_bus;
/* A message. */
typedef struct mica_message mica_message;
/* A place in a message, in the caller's memory: libdbus needs less. */
typedef struct {
    union {
        void *align;
        unsigned char bytes[128];
    } storage;
} mica_place;

/* Connects to the bus of an address, or to the session bus for NULL, and registers there. NULL when that fails, or there is no
   libdbus. */
mica_bus *mica_bus_open(const char *address);
/* Closes and frees a connection. */
void mica_bus_close(mica_bus *bus);
/* The connection's unique name on the bus. */
const char *mica_bus_name(mica_bus *bus);
/* Asks the bus for the signals that a rule matches. */
void mica_bus_match(mica_bus *bus, const char *rule);
/* Waits until data have come, output can be written, or another thread has called mica_bus_wake(); reads and writes what can be. A
   negative time is no limit. False when the connection is gone, or when more than 64 MiB wait for a bus that does not read. */
bool mica_bus_wait(mica_bus *bus, int milliseconds);
/* Ends mica_bus_wait() on another thread. */
void mica_bus_wake(mica_bus *bus);
/* The next message that has come; NULL for none. The caller releases it. */
mica_message *mica_bus_next(mica_bus *bus);
/* Sends a message, and returns its number; 0 when memory is short. Writing waits for mica_bus_wait() if the bus takes no more. */
uint32_t mica_bus_send(mica_bus *bus, mica_message *message);
/* Sends a call and waits for its answer; NULL for an error, or after the time. The caller releases both. */
mica_message *mica_bus_call(mica_bus *bus, mica_message *call, int milliseconds);

/* The kinds of messages. */
enum { MICA_BUS_CALL = 1, MICA_BUS_RETURN = 2, MICA_BUS_ERROR = 3, MICA_BUS_SIGNAL = 4 };

/* Make messages; NULL when memory is short. Names and paths are valid ones of D-Bus, texts UTF-8. */
mica_message *mica_message_call(
    const char *destination, const char *path, const char *interface, const char *member, bool starts_service);
mica_message *mica_message_signal(const char *path, const char *interface, const char *member);
mica_message *mica_message_return(mica_message *call);
mica_message *mica_message_error(mica_message *call, const char *name, const char *text);
void mica_message_release(mica_message *message);

/* The parts of a message's head; NULL for none. They live as long as the message. */
int mica_message_kind(mica_message *message);
const char *mica_message_path(mica_message *message);
const char *mica_message_interface(mica_message *message);
const char *mica_message_member(mica_message *message);
/* The number of the call that a message answers; 0 for none. */
uint32_t mica_message_answers(mica_message *message);
/* Whether the sender of a call awaits an answer. */
bool mica_message_wants_answer(mica_message *message);

/* Reading: the first value; false for none. */
bool mica_read_begin(mica_message *message, mica_place *place);
/* The type of the value at a place, as D-Bus writes it; 0 at the end. */
int mica_read_type(mica_place *place);
/* Goes to the next value; false at the end. */
bool mica_read_next(mica_place *place);
/* Goes into a structure, an array, an entry or a variant. */
void mica_read_enter(mica_place *place, mica_place *inner);
/* The value at a place, which has the type: a text or a path, a number, a condition. */
const char *mica_read_text(mica_place *place);
int64_t mica_read_integer(mica_place *place);
double mica_read_double(mica_place *place);

/* Writing: the end of a message. Each is false when memory is short; then the message is released and not sent. */
void mica_write_begin(mica_message *message, mica_place *place);
/* A text ('s'), a path ('o') or a signature ('g'). */
bool mica_write_text(mica_place *place, int type, const char *text);
/* A number of 16, 32 or 64 bits, or a condition: 'n', 'q', 'i', 'u', 'x', 't', 'b', 'y'. */
bool mica_write_integer(mica_place *place, int type, int64_t number);
bool mica_write_double(mica_place *place, double number);
/* Goes into a structure ('r'), an array ('a'), an entry ('e') or a variant ('v'); `signature` is that of the content for the
   array and the variant, and NULL for the others. */
bool mica_write_enter(mica_place *place, int type, const char *signature, mica_place *inner);
bool mica_write_leave(mica_place *place, mica_place *inner);

#endif

/* The command line as the C library has it: Swift's own reads /proc/self/cmdline, which is not everywhere. */
#ifndef CMICAARGUMENTS_H
#define CMICAARGUMENTS_H

/* How many arguments there are, the program's name counted. */
int mica_argument_count(void);
/* An argument; NULL when there are not so many. */
const char *_Nullable mica_argument(int index);
#endif

#ifndef C_MICA_ALLOCATIONS_H
#define C_MICA_ALLOCATIONS_H

/// How many blocks of memory the calling thread has asked for so far; always 0 where that cannot be counted.
unsigned long long mica_allocation_count(void);

/// Whether they are counted: with glibc, without sanitizers.
int mica_allocations_are_counted(void);

#endif

#ifndef C_MICA_ALLOCATIONS_H
#define C_MICA_ALLOCATIONS_H

/// How many blocks of memory the calling thread has asked for so far; always 0 where that cannot be counted.
unsigned long long mica_allocation_count(void);

/// Whether they are counted: with glibc, without sanitizers.
int mica_allocations_are_counted(void);

/// The bytes of memory that malloc has given to the process and not taken back; 0 where that is not known: without glibc 2.33.
unsigned long long mica_allocated_bytes(void);

#endif

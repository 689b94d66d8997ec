// Apple's module brings the C library with it: sources without other imports call `sin` or `pthread_self`.
#if canImport(Musl)
@_exported import Musl
#else
@_exported import Glibc
#endif

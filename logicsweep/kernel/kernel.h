/* What the files of the kernel share, and the interface of the library: functions that begin with
 * `ls_`. Nothing else is exported. */
#ifndef LOGICSWEEP_KERNEL_H
#define LOGICSWEEP_KERNEL_H

#include <stdint.h>

#if defined(_WIN32)
#define LS_API __declspec(dllexport)
#else
#define LS_API __attribute__((visibility("default")))
#endif

/* The version of the interface, the same number as `ABI` in library.py. It changes with every
 * change of a signature or of what a function expects or returns. */
#define LS_ABI 1

/* LS_ABI, as it was when the library was compiled. */
LS_API int32_t ls_abi(void);

/* The digest of the sources that the library was compiled from, 64 hexadecimal digits. */
LS_API const char *ls_sources(void);

#endif

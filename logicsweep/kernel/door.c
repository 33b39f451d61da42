/* The door: what Python calls. */
#include "kernel.h"

/* The build defines it, see tools/compiling.py. */
#ifndef LS_SOURCES
#define LS_SOURCES "unknown"
#endif

int32_t ls_abi(void) { return LS_ABI; }

const char *ls_sources(void) { return LS_SOURCES; }

/* Arrays that grow below a ceiling; the clock and the cancel flag. */
#define _POSIX_C_SOURCE 200809L

#include "kernel.h"

#include <stdlib.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <time.h>
#endif

/* Transitions between two looks at the clock: some hundred microseconds. */
#define STRIDE (1 << 16)

bool ls_grow(ls_memory *memory, ls_array *array, int64_t count, size_t item) {
    if (count > (memory->ceiling - memory->taken + array->bytes) / (int64_t)item) {
        return false;
    }
    int64_t wanted = count * (int64_t)item;
    int64_t most = memory->ceiling - memory->taken + array->bytes;
    int64_t bytes = array->bytes * 2 > wanted ? array->bytes * 2 : wanted;
    bytes = bytes < 256 ? 256 : bytes;
    bytes = bytes > most ? wanted : bytes;
    void *items = realloc(array->items, (size_t)bytes);
    if (!items) {
        return false;
    }
    memory->taken += bytes - array->bytes;
    array->items = items;
    array->bytes = bytes;
    return true;
}

void ls_free(ls_memory *memory, ls_array *array) {
    free(array->items);
    memory->taken -= array->bytes;
    array->items = NULL;
    array->bytes = 0;
}

void *ls_block(ls_memory *memory, int64_t bytes, int64_t *taken) {
    if (bytes > memory->ceiling - memory->taken) {
        return NULL;
    }
    void *block = malloc((size_t)bytes);
    if (block) {
        *taken = bytes;
        memory->taken += bytes;
    }
    return block;
}

/* A clock that nobody sets. */
double ls_now(void) {
#ifdef _WIN32
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart / (double)second.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

bool ls_look(ls_watch *watch) {
    watch->next_look = watch->work + STRIDE;
    return watch->work > watch->most_work || (watch->cancel && *watch->cancel) ||
           (watch->deadline > 0 && ls_now() > watch->deadline);
}

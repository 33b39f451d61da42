/* Arrays that grow below a ceiling; the cancel flag. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* Transitions between two looks at the flag: some hundred microseconds. */
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

int32_t *ls_zeros(ls_memory *memory, ls_array *array, int64_t count) {
    const int64_t before = array->bytes;
    if (!ls_room(memory, array, count, sizeof(int32_t))) {
        return NULL;
    }
    memset((char *)array->items + before, 0, (size_t)(array->bytes - before));
    return array->items;
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

bool ls_look(ls_watch *watch) {
    watch->next_look = watch->work + STRIDE;
    return watch->work > watch->most_work || (watch->cancel && *watch->cancel);
}

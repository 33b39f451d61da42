/* What the search of the endgame knows of sets of layouts: a table. See endgame.c; policy.c has one, too. */
#include "endgame.h"

#include <string.h>

typedef struct {
    uint64_t hash;
    int64_t list;  /* where its layouts begin */
    int32_t length;
    ls_bounds bounds;
} known_set;

uint64_t ls_hash_of(const ls_search *search, const int32_t *list, int32_t length) {
    uint64_t hash = 0;
    for (int32_t place = 0; place < length; place++) {
        hash += search->names[list[place]];
    }
    return hash;
}

/* Where a set is in the table, or would be: an empty place has length 0. */
static known_set *find(const ls_search *search, uint64_t hash, const int32_t *list,
                       int32_t length) {
    ls_context *context = search->context;
    const int32_t *lists = context->set_lists.items;
    known_set *sets = context->set_table.items;
    const uint64_t mask = (uint64_t)context->sets_room - 1;
    for (uint64_t at = (hash * 0x9E3779B97F4A7C15u) >> 20 & mask;; at = (at + 1) & mask) {
        known_set *set = sets + at;
        if (!set->length ||
            (set->hash == hash && set->length == length &&
             !memcmp(lists + set->list, list, (size_t)length * sizeof *list))) {
            return set;
        }
    }
}

/* Make the table twice as large. */
static bool widen(ls_search *search) {
    ls_context *context = search->context;
    const int64_t before = context->sets_room;
    ls_array old;
    if (!ls_double(&context->memory, &context->set_table, &old, &context->sets_room, 1 << 10,
                   sizeof(known_set))) {
        return false;
    }
    for (int64_t at = 0; at < before; at++) {
        const known_set *set = (known_set *)old.items + at;
        if (set->length) {
            const int32_t *list = (int32_t *)context->set_lists.items + set->list;
            *find(search, set->hash, list, set->length) = *set;
        }
    }
    ls_free(&context->memory, &old);
    return true;
}

bool ls_forget_sets(ls_search *search) {
    search->context->sets_room = 0;
    ls_free(&search->context->memory, &search->context->set_table);
    return widen(search);
}

const ls_bounds *ls_known(const ls_search *search, uint64_t hash, const int32_t *list,
                          int32_t length) {
    const known_set *set = find(search, hash, list, length);
    return set->length ? &set->bounds : NULL;
}

void ls_keep(ls_search *search, uint64_t hash, const int32_t *list, int32_t length, int64_t value,
             int64_t alpha) {
    ls_context *context = search->context;
    known_set *set = find(search, hash, list, length);
    if (!set->length) {
        if (2 * (search->known + 1) > context->sets_room) {
            if (!widen(search)) {
                search->status = LS_MEMORY;
                return;
            }
            set = find(search, hash, list, length);
        }
        if (!ls_room(&context->memory, &context->set_lists, search->kept + length,
                     sizeof(int32_t))) {
            search->status = LS_MEMORY;
            return;
        }
        memcpy((int32_t *)context->set_lists.items + search->kept, list,
               (size_t)length * sizeof *list);
        *set = (known_set){hash, search->kept, length, LS_UNBOUNDED};
        search->kept += length;
        search->known++;
    }
    ls_narrow(&set->bounds, value, alpha);
}

/* From one table to the next: the states that each row leads to, found again by hashing their keys.
 *
 * The keys are those of rows.c; only the two tables at hand have them.
 */
#include "rows.h"

#include <string.h>

static inline uint64_t hash_of(const uint64_t *key, int32_t words) {
    uint64_t hash = 0;
    for (int32_t word = 0; word < words; word++) {
        hash = (hash ^ key[word]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return hash;
}

static inline bool alike(const uint64_t *one, const uint64_t *other, int32_t words) {
    for (int32_t word = 0; word < words; word++) {
        if (one[word] != other[word]) {
            return false;
        }
    }
    return true;
}

/* The table after a step while it is made; `count` rows so far, `capacity` buckets. */
typedef struct {
    int64_t first, count, capacity;
} next_table;

static ls_status rehashed(ls_context *context, ls_tables *tables, next_table *next,
                          int64_t capacity, int32_t words) {
    if (!ls_room(&context->memory, &tables->buckets, capacity, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *buckets = tables->buckets.items;
    const uint64_t *keys = tables->next_keys.items;
    memset(buckets, 0xFF, (size_t)capacity * sizeof(int32_t));
    for (int64_t row = 0; row < next->count; row++) {
        uint64_t place = hash_of(keys + row * words, words) & (uint64_t)(capacity - 1);
        while (buckets[place] >= 0) {
            place = (place + 1) & (uint64_t)(capacity - 1);
        }
        buckets[place] = (int32_t)row;
    }
    next->capacity = capacity;
    return LS_OK;
}

/* The row of a key in the next table, made if need be; there has to be room for it. */
static inline int64_t row_of(ls_tables *tables, next_table *next, const uint64_t *key,
                             int32_t words) {
    int32_t *buckets = tables->buckets.items;
    uint64_t *keys = tables->next_keys.items;
    uint64_t place = hash_of(key, words) & (uint64_t)(next->capacity - 1);
    while (buckets[place] >= 0) {
        if (alike(keys + (int64_t)buckets[place] * words, key, words)) {
            return buckets[place];
        }
        place = (place + 1) & (uint64_t)(next->capacity - 1);
    }
    int64_t row = next->count++;
    buckets[place] = (int32_t)row;
    for (int32_t word = 0; word < words; word++) {
        keys[row * words + word] = key[word];
    }
    ls_row *made = (ls_row *)tables->rows.items + next->first + row;
    *made = (ls_row){INT32_MAX, -1, -1, 0, 0, 0};
    ((int32_t *)tables->degrees.items)[row] = 0;
    return row;
}

/* Room for the rows that one more row of the last table can lead to. */
static inline ls_status room_for(ls_context *context, ls_tables *tables, next_table *next,
                                 int32_t more, int32_t words) {
    ls_memory *memory = &context->memory;
    int64_t count = next->count + more;
    if (!ls_room(memory, &tables->next_keys, count * words, sizeof(uint64_t)) ||
        !ls_room(memory, &tables->degrees, count, sizeof(int32_t)) ||
        !ls_room(memory, &tables->rows, next->first + count, sizeof(ls_row))) {
        return LS_MEMORY;
    }
    if (2 * count <= next->capacity) {
        return LS_OK;
    }
    int64_t capacity = 4 * next->capacity;
    while (capacity < 2 * count) { /* one row can lead to 127 others */
        capacity *= 2;
    }
    return rehashed(context, tables, next, capacity, words);
}

static inline void enter(ls_tables *tables, next_table *next, const ls_row *from,
                         const uint64_t *key, int32_t mines, int32_t *edge, int32_t words) {
    int64_t row = row_of(tables, next, key, words);
    ls_row *to = (ls_row *)tables->rows.items + next->first + row;
    to->lo = from->lo + mines < to->lo ? from->lo + mines : to->lo;
    to->hi = from->hi + mines > to->hi ? from->hi + mines : to->hi;
    ((int32_t *)tables->degrees.items)[row]++;
    *edge = (int32_t)(next->first + row);
}

/* All transitions of a step that sums out a box, or closes a factor; `words` a key. */
static inline ls_status expanded(ls_context *context, ls_tables *tables, ls_step *step,
                                 const key_step *change, const ls_problem *problem,
                                 int32_t words) {
    next_table next = {step->first_row + step->rows, 0, 0};
    int64_t capacity = 16;
    while (capacity < 4 * step->rows) {
        capacity *= 2;
    }
    LS_TRY(rehashed(context, tables, &next, capacity, words));
    const int32_t size = step->choices - 1;
    const uint64_t mask = change->mask;
    for (int64_t place = 0; place < step->rows; place++) {
        LS_TRY(room_for(context, tables, &next, step->choices, words));
        ls_row from = ((ls_row *)tables->rows.items)[step->first_row + place];
        int32_t *edges =
            (int32_t *)tables->edges.items + step->first_edge + place * step->choices;
        uint64_t key[MOST_WORDS];
        for (int32_t word = 0; word < words; word++) {
            key[word] =
                ((uint64_t *)tables->keys.items)[place * words + word] + change->opening[word];
        }
        if (step->box < 0) {
            const touched_factor *closed = change->touched;
            int32_t need = (int32_t)(key[closed->word] >> closed->shift & mask);
            int32_t slack = problem->upper[step->factor] - problem->lower[step->factor];
            int32_t at = problem->weights_at[step->factor];
            edges[0] = -1;
            if (at < 0 || problem->weights[at + slack - need] > 0) {
                key[closed->word] &= ~(mask << closed->shift);
                enter(tables, &next, &from, key, 0, edges, words);
            }
            ((ls_row *)tables->rows.items)[step->first_row + place].residual = slack - need;
            continue;
        }
        int32_t fewest = 0, most = size;
        for (int32_t turn = 0; turn < change->touched_count; turn++) {
            const touched_factor *factor = change->touched + turn;
            int32_t need = (int32_t)(key[factor->word] >> factor->shift & mask);
            most = need < most ? need : most;
            fewest = need - factor->ceiling > fewest ? need - factor->ceiling : fewest;
        }
        for (int32_t word = 0; word < words; word++) {
            key[word] -= (uint64_t)fewest * change->unit[word];
        }
        for (int32_t mines = 0; mines <= size; mines++) {
            edges[mines] = -1;
            if (mines >= fewest && mines <= most) {
                enter(tables, &next, &from, key, mines, edges + mines, words);
                for (int32_t word = 0; word < words; word++) {
                    key[word] -= change->unit[word];
                }
            }
        }
        if ((place & 255) == 255 && ls_must_stop(&context->watch, 256 * step->choices)) {
            return LS_STOPPED;
        }
    }
    const int32_t *degrees = tables->degrees.items;
    step->in_degree = 0;
    for (int64_t row = 0; row < next.count; row++) {
        step->in_degree = degrees[row] > step->in_degree ? degrees[row] : step->in_degree;
    }
    tables->rows_made = next.first + next.count;
    ls_array keys = tables->keys;
    tables->keys = tables->next_keys;
    tables->next_keys = keys;
    return next.count ? LS_OK : LS_CLASH;
}

/* With the number of words known when it is compiled, for nearly all components. */
ls_status ls_expand(ls_context *context, ls_tables *tables, ls_step *step,
                    const key_step *change, const ls_problem *problem) {
    switch (tables->words) {
    case 1:
        return expanded(context, tables, step, change, problem, 1);
    case 2:
        return expanded(context, tables, step, change, problem, 2);
    default:
        return expanded(context, tables, step, change, problem, tables->words);
    }
}

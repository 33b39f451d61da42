/* Rows of two tables that are joined, in groups: which groups go together is known from one row of each. */
#include "forest.h"
#include "relations.h"

#include <string.h>

static inline int32_t state_in(const ls_trellis *trellis, const ls_merge *merge, const uint64_t *key) {
    const ls_field *field = ls_field_at(trellis, merge->factor);
    return (int32_t)(key[field->word] >> field->shift & (((uint64_t)1 << field->bits) - 1));
}

/* Where the groups of one side are put. */
typedef struct {
    int32_t *rows, *group_of, *starts, *states;
    uint64_t *known;
} side_groups;

/* Group the rows of a side: `rows`, group by group, with the group of each; where groups start, and what is
 * known in each. Returns the number of groups. */
static int32_t group_rows(const ls_trellis *trellis, const ls_groups *groups, const uint64_t *shared,
                          const ls_table *side, int32_t bits, const side_groups *into) {
    const int32_t words = trellis->words;
    int32_t *buckets = trellis->buckets.items, made = 0;
    const uint64_t *keys = (const uint64_t *)trellis->keys.items + (int64_t)side->first_row * words;
    memset(buckets, 0xFF, sizeof(int32_t) << bits);
    memset(into->starts, 0, (size_t)(side->rows + 2) * sizeof(int32_t));
    for (int32_t row = 0; row < side->rows; row++) {
        const uint64_t *key = keys + (int64_t)row * words;
        uint64_t *here = into->known + (int64_t)made * words, hash = 0;
        for (int32_t word = 0; word < words; word++) {
            here[word] = key[word] & (shared[word] | groups->merged[word]);
            hash = (hash ^ here[word]) * 0x9E3779B97F4A7C15u;
        }
        uint32_t bucket = ls_mixed(hash, bits);
        while (buckets[bucket] >= 0 &&
               memcmp(into->known + (int64_t)buckets[bucket] * words, here,
                      (size_t)words * sizeof(uint64_t)) != 0) {
            bucket = (bucket + 1) & (((uint32_t)1 << bits) - 1);
        }
        if (buckets[bucket] < 0) {
            buckets[bucket] = made++;
        }
        into->rows[row] = buckets[bucket]; /* for now */
        into->starts[buckets[bucket] + 2]++;
    }
    for (int32_t group = 0; group < made; group++) {
        into->starts[group + 2] += into->starts[group + 1];
    }
    for (int32_t row = 0; row < side->rows; row++) {
        into->group_of[into->starts[into->rows[row] + 1]++] = row; /* for now */
    }
    for (int32_t group = 0; group < made; group++) {
        uint64_t *known = into->known + (int64_t)group * words;
        for (int32_t at = into->starts[group]; at < into->starts[group + 1]; at++) {
            into->rows[at] = side->first_row + into->group_of[at];
            into->group_of[at] = group;
        }
        for (int32_t at = 0; at < groups->count; at++) {
            into->states[(int64_t)group * groups->count + at] =
                state_in(trellis, groups->merges + at, known);
        }
        for (int32_t word = 0; word < words; word++) {
            known[word] &= shared[word];
        }
    }
    return made;
}

ls_status ls_group(ls_context *context, ls_trellis *trellis, const ls_table *table,
                   const ls_key_sum *sum, const ls_merge *merges, int32_t count, ls_groups *groups) {
    const ls_table *left = ls_table_at(trellis, table->left), *right = ls_table_at(trellis, table->right);
    const int32_t words = trellis->words, larger = left->rows > right->rows ? left->rows : right->rows;
    const int64_t lefts = left->rows, rights = right->rows;
    int32_t bits = 3;
    while ((int64_t)1 << bits < 2 * (int64_t)larger) {
        bits++;
    }
    if (!ls_room(&context->memory, &trellis->related[ROWS],
                 lefts * (4 + count) + rights * (3 + count) + 4, sizeof(int32_t)) ||
        !ls_room(&context->memory, &trellis->related[KEYS], (3 * lefts + rights) * words,
                 sizeof(uint64_t)) ||
        !ls_room(&context->memory, &trellis->buckets, (int64_t)1 << bits, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    *groups = (ls_groups){.merges = merges, .count = count, .at = -1};
    for (int32_t at = 0; at < count; at++) {
        const ls_field *field = ls_field_at(trellis, merges[at].factor);
        groups->merged[field->word] |= (((uint64_t)1 << field->bits) - 1) << field->shift;
    }
    side_groups one = {.rows = ls_related(trellis, ROWS)}, other;
    uint64_t *left_keys = ls_related(trellis, KEYS);
    groups->after = left_keys + lefts * words;
    one.group_of = one.rows + lefts;
    one.starts = one.group_of + lefts;
    one.states = one.starts + lefts + 2;
    one.known = groups->after + lefts * words;
    groups->parts = one.states + lefts * count;
    other.rows = groups->parts + lefts;
    other.group_of = other.rows + rights;
    other.starts = other.group_of + rights;
    other.states = other.starts + rights + 2;
    other.known = one.known + lefts * words;
    groups->left_groups = group_rows(trellis, groups, sum->shared, left, bits, &one);
    (void)group_rows(trellis, groups, sum->shared, right, bits, &other);
    for (int32_t at = 0; at < left->rows; at++) {
        const uint64_t *key = (const uint64_t *)trellis->keys.items + (int64_t)one.rows[at] * words;
        for (int32_t word = 0; word < words; word++) {
            left_keys[(int64_t)at * words + word] = key[word] & ~groups->merged[word];
        }
    }
    groups->lefts = one.rows;
    groups->left_starts = one.starts;
    groups->left_states = one.states;
    groups->left_known = one.known;
    groups->left_keys = left_keys;
    groups->rights = other.rows;
    groups->right_group = other.group_of;
    groups->right_states = other.states;
    groups->right_known = other.known;
    return ls_must_stop(&context->watch, left->rows + right->rows) ? LS_STOPPED : LS_OK;
}

/* Whether numbers that both sides have may be so, together. */
static inline bool agree(const ls_key_sum *sum, const uint64_t *left, const uint64_t *right, int32_t words) {
    uint64_t bad = 0;
    for (int32_t word = 0; word < words; word++) {
        const uint64_t both = left[word] + right[word];
        bad |= ((both + sum->over[word]) | ~(both + sum->under[word])) & sum->guards[word];
    }
    return !bad;
}

void ls_pair_groups(ls_trellis *trellis, ls_groups *groups, const ls_key_sum *sum, int32_t turn) {
    if (groups->right_group[turn] == groups->at) {
        return;
    }
    groups->at = groups->right_group[turn];
    groups->parts_made = groups->pairs = 0;
    trellis->tried += groups->left_groups;
    const int32_t words = trellis->words, count = groups->count, *numbers = ls_related(trellis, NUMBERS);
    const int32_t *right = groups->right_states + (int64_t)groups->at * count;
    const uint64_t *known = groups->right_known + (int64_t)groups->at * words;
    for (int32_t group = 0; group < groups->left_groups; group++) {
        if (!agree(sum, groups->left_known + (int64_t)group * words, known, words)) {
            continue;
        }
        const int32_t *left = groups->left_states + (int64_t)group * count;
        uint64_t *after = groups->after + (int64_t)groups->parts_made * words;
        memset(after, 0, (size_t)words * sizeof(uint64_t));
        int32_t state = 0;
        for (int32_t at = 0; state >= 0 && at < count; at++) {
            const ls_merge *merge = groups->merges + at;
            const ls_field *field = ls_field_at(trellis, merge->factor);
            state = numbers[merge->states_at + (int64_t)left[at] * merge->rights + right[at]];
            after[field->word] |= (uint64_t)state << field->shift;
        }
        if (state >= 0) {
            groups->parts[groups->parts_made++] = group;
            groups->pairs += groups->left_starts[group + 1] - groups->left_starts[group];
        }
    }
}

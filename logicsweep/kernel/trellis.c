/* The rows and pairs of a component's tables: which states can be reached, and which are in a model. No
 * number is rounded here; values come later (forward.c, outward.c, exact.c).
 *
 * A key has a field for each open factor with the cells that it counts so far. Two rows agree if the sum
 * of their keys is neither above the upper bound of a factor nor so low that what is outside can no longer
 * make up for it: one addition each, which a guard bit above each number tells. What closes is cleared.
 */
#include "relations.h"

#include <string.h>

#define SMALL 48            /* of so few pairs the rows are looked through */
#define MANY 16384          /* so many pairs are joined group by group */
#define MOST_PAIRS 20000000 /* that agree */

static ls_status room_for_rows(ls_context *context, ls_trellis *trellis, int64_t more) {
    const int64_t rows = trellis->rows_made + more;
    if (rows > context->most_numbers + more || rows > INT32_MAX / 2) {
        return LS_WIDE;
    }
    return ls_room(&context->memory, &trellis->rows, rows, sizeof(ls_row)) &&
                   ls_room(&context->memory, &trellis->keys, rows * trellis->words,
                           sizeof(uint64_t))
               ? LS_OK
               : LS_MEMORY;
}

/* Room for so many pairs, each of which may make a row. */
static ls_status room_for_pairs(ls_context *context, ls_trellis *trellis, int64_t more) {
    LS_TRY(room_for_rows(context, trellis, more));
    if (trellis->pairs_made + more > MOST_PAIRS) {
        return LS_WIDE;
    }
    return ls_room(&context->memory, &trellis->pairs, trellis->pairs_made + more, sizeof(ls_match))
               ? LS_OK
               : LS_MEMORY;
}

/* The rows of a leaf: one for each number of mines, even where all keys are the same; or one for each
 * weight, from the last on, with what is missing of the upper bound. */
ls_status ls_fill_leaf(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                       ls_table *leaf) {
    const int32_t size = leaf->box >= 0      ? problem->sizes[leaf->box]
                         : leaf->factor >= 0 ? problem->upper[leaf->factor] - problem->lower[leaf->factor]
                                             : 0;
    const double *weights =
        leaf->factor >= 0 ? problem->weights + problem->weights_at[leaf->factor] + size : NULL;
    int32_t first = 0, last = size;
    leaf->first_row = trellis->rows_made;
    leaf->pairs = 0;
    leaf->first_pair = trellis->pairs_made;
    LS_TRY(room_for_rows(context, trellis, (int64_t)size + 2));
    const int32_t words = trellis->words;
    uint64_t key[MOST_WORDS], unit[MOST_WORDS];
    for (int32_t word = 0; word < words; word++) {
        key[word] = unit[word] = 0;
    }
    if (leaf->box >= 0) {
        for (int32_t tie = problem->scope_start[leaf->box];
             tie < problem->scope_start[leaf->box + 1]; tie++) {
            const ls_field *field = ls_field_at(trellis, problem->scope[tie]);
            if (field->is_relation) {
                continue;
            }
            const int32_t least = ls_least_in(field, size), most = ls_most_in(field, size);
            const int32_t fewest = field->counts_safe ? size - most : least;
            const int32_t highest = field->counts_safe ? size - least : most;
            first = fewest > first ? fewest : first;
            last = highest < last ? highest : last;
        }
    }
    for (int32_t place = 0; place < leaf->open; place++) {
        const ls_field *field = ls_field_at(trellis, ls_open_of(trellis, leaf)[place].factor);
        if (field->is_relation && leaf->box >= 0) {
            continue;
        }
        const uint64_t one = (uint64_t)1 << field->shift;
        key[field->word] += one * (uint64_t)(field->counts_safe ? size - first : first);
        unit[field->word] += field->counts_safe ? 0 - one : one;
    }
    const bool is_box = leaf->box >= 0, is_related = is_box && trellis->has_relations;
    const bool is_hidden = is_box && trellis->has_hidden && problem->hidden[leaf->box];
    if (trellis->has_hidden && !ls_room(&context->memory, &trellis->marks,
                                        (int64_t)trellis->rows_made + size + 2, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    ls_row *rows = trellis->rows.items;
    int32_t *marks = trellis->marks.items;
    uint64_t *keys = (uint64_t *)trellis->keys.items + (int64_t)trellis->rows_made * words;
    for (int32_t number = first; number <= last; number++) {
        const int32_t mines = is_box && !is_hidden ? number : 0;
        bool is_possible = !weights || weights[-number] > 0;
        for (int32_t word = 0; word < words; word++) {
            keys[word] = key[word];
            key[word] += unit[word];
        }
        if (is_related) {
            is_possible = ls_add_states(trellis, problem, leaf->box, number, keys);
        }
        if (is_possible) {
            if (trellis->has_hidden) {
                marks[trellis->rows_made] = number;
            }
            rows[trellis->rows_made++] = (ls_row){mines, mines, -1};
            keys += words;
        }
    }
    leaf->rows = trellis->rows_made - leaf->first_row;
    return leaf->rows ? LS_OK : LS_CLASH;
}

/* Rows of a table while it is made, found by their keys: by open addressing. */
typedef struct {
    int32_t first; /* row of the table */
    int32_t bits;  /* log2 of the buckets */
} finding;

static inline bool alike(const uint64_t *one, const uint64_t *other, int32_t words) {
    uint64_t differ = 0;
    for (int32_t word = 0; word < words; word++) {
        differ |= one[word] ^ other[word];
    }
    return !differ;
}

static inline uint32_t bucket_of(const uint64_t *key, int32_t bits, int32_t words) {
    uint64_t hash = 0;
    for (int32_t word = 0; word < words; word++) {
        hash = (hash ^ key[word]) * 0x9E3779B97F4A7C15u;
        if (words > 1) {
            hash ^= hash >> 32;
        }
    }
    return (uint32_t)(words > 1 ? hash * 0x9E3779B97F4A7C15u >> (64 - bits) : hash >> (64 - bits));
}

static inline ls_status set_buckets(ls_context *context, ls_trellis *trellis, finding *find,
                                    int32_t bits, int32_t words) {
    if (!ls_room(&context->memory, &trellis->buckets, (int64_t)1 << bits, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *buckets = trellis->buckets.items;
    const uint64_t *keys = trellis->keys.items;
    const uint32_t mask = ((uint32_t)1 << bits) - 1;
    memset(buckets, 0xFF, sizeof(int32_t) << bits);
    for (int32_t row = find->first; row < trellis->rows_made; row++) {
        uint32_t place = bucket_of(keys + (int64_t)row * words, bits, words);
        while (buckets[place] >= 0) {
            place = (place + 1) & mask;
        }
        buckets[place] = row;
    }
    find->bits = bits;
    return LS_OK;
}

/* Try all pairs of rows of two tables; keys have so many words. */
static inline ls_status joined_rows(ls_context *context, ls_trellis *trellis, ls_table *table,
                                    const ls_key_sum *sum, int32_t words) {
    const ls_table *left = ls_table_at(trellis, table->left);
    const ls_table *right = ls_table_at(trellis, table->right);
    const int32_t left_first = left->first_row, left_rows = left->rows;
    const int32_t right_first = right->first_row, right_end = right_first + right->rows;
    const int64_t tried = (int64_t)left_rows * right->rows;
    uint64_t over[MOST_WORDS], under[MOST_WORDS], guards[MOST_WORDS], keep[MOST_WORDS];
    for (int32_t word = 0; word < words; word++) { /* so that they may stay in registers */
        over[word] = sum->over[word];
        under[word] = sum->under[word];
        guards[word] = sum->guards[word];
        keep[word] = sum->keep[word];
    }
    finding find = {trellis->rows_made, 4};
    table->first_row = trellis->rows_made;
    table->first_pair = trellis->pairs_made;
    const bool is_small = tried <= SMALL;
    if (is_small) {
        LS_TRY(room_for_pairs(context, trellis, tried));
    } else {
        LS_TRY(set_buckets(context, trellis, &find, 8, words));
    }
    for (int32_t other = right_first; other < right_end; other++) {
        if (!is_small) {
            LS_TRY(room_for_pairs(context, trellis, left_rows));
        }
        while (!is_small && (int64_t)2 * (trellis->rows_made - find.first + left_rows) >
               (int64_t)1 << find.bits) {
            LS_TRY(set_buckets(context, trellis, &find, find.bits + 2, words));
        }
        const uint32_t mask = ((uint32_t)1 << find.bits) - 1;
        uint64_t *keys = trellis->keys.items;
        ls_row *rows = trellis->rows.items;
        int32_t *buckets = trellis->buckets.items;
        ls_match *pairs = (ls_match *)trellis->pairs.items + trellis->pairs_made;
        int32_t made = trellis->rows_made;
        uint64_t added[MOST_WORDS], right_key[MOST_WORDS];
        const uint64_t *key = keys + (int64_t)left_first * words;
        for (int32_t word = 0; word < words; word++) {
            right_key[word] = keys[(int64_t)other * words + word];
        }
        const int32_t right_lo = rows[other].lo, right_hi = rows[other].hi;
        for (int32_t one = left_first; one < left_first + left_rows; one++, key += words) {
            uint64_t bad = 0;
            for (int32_t word = 0; word < words; word++) {
                const uint64_t both = key[word] + right_key[word];
                bad |= ((both + over[word]) | ~(both + under[word])) & guards[word];
                added[word] = both & keep[word];
            }
            if (bad) {
                continue;
            }
            uint32_t place = 0;
            int32_t row = find.first;
            if (is_small) {
                for (; row < made && !alike(keys + (int64_t)row * words, added, words); row++) {
                }
                row = row < made ? row : -1;
            } else {
                place = bucket_of(added, find.bits, words);
                while ((row = buckets[place]) >= 0 &&
                       !alike(keys + (int64_t)row * words, added, words)) {
                    place = (place + 1) & mask;
                }
            }
            const int32_t lo = rows[one].lo + right_lo, hi = rows[one].hi + right_hi;
            if (row < 0) {
                row = made++;
                if (!is_small) {
                    buckets[place] = row;
                }
                for (int32_t word = 0; word < words; word++) {
                    keys[(int64_t)row * words + word] = added[word];
                }
                rows[row] = (ls_row){lo, hi, -1};
            } else {
                rows[row].lo = lo < rows[row].lo ? lo : rows[row].lo;
                rows[row].hi = hi > rows[row].hi ? hi : rows[row].hi;
            }
            *pairs++ = (ls_match){one, other, row};
        }
        trellis->rows_made = made;
        trellis->pairs_made = (int32_t)(pairs - (ls_match *)trellis->pairs.items);
        if (ls_must_stop(&context->watch, left_rows)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The pairs of rows of groups that go together: all of them agree. */
static inline ls_status grouped_rows(ls_context *context, ls_trellis *trellis, ls_table *table,
                                     const ls_key_sum *sum, const ls_merge *merges, int32_t count,
                                     int32_t words) {
    const int32_t right_rows = ls_table_at(trellis, table->right)->rows;
    ls_groups groups;
    LS_TRY(ls_group(context, trellis, table, sum, merges, count, &groups));
    uint64_t keep[MOST_WORDS];
    for (int32_t word = 0; word < words; word++) {
        keep[word] = sum->keep[word];
    }
    finding find = {trellis->rows_made, 4};
    table->first_row = trellis->rows_made;
    table->first_pair = trellis->pairs_made;
    LS_TRY(set_buckets(context, trellis, &find, 6, words));
    for (int32_t turn = 0; turn < right_rows; turn++) {
        ls_pair_groups(trellis, &groups, sum, turn);
        LS_TRY(room_for_pairs(context, trellis, groups.pairs));
        while ((int64_t)2 * (trellis->rows_made - find.first + groups.pairs) > (int64_t)1 << find.bits) {
            LS_TRY(set_buckets(context, trellis, &find, find.bits + 2, words));
        }
        const int32_t other = groups.rights[turn];
        const uint32_t mask = ((uint32_t)1 << find.bits) - 1;
        uint64_t *keys = trellis->keys.items, right_key[MOST_WORDS], added[MOST_WORDS];
        ls_row *rows = trellis->rows.items;
        int32_t *buckets = trellis->buckets.items;
        ls_match *pairs = (ls_match *)trellis->pairs.items + trellis->pairs_made;
        for (int32_t part = 0; part < groups.parts_made; part++) {
            const int32_t first = groups.left_starts[groups.parts[part]];
            const int32_t end = groups.left_starts[groups.parts[part] + 1];
            const uint64_t *key = groups.left_keys + (int64_t)first * words;
            for (int32_t word = 0; word < words; word++) {
                right_key[word] = (keys[(int64_t)other * words + word] & ~groups.merged[word]) |
                                  groups.after[(int64_t)part * words + word];
            }
            for (int32_t at = first; at < end; at++, key += words) {
                for (int32_t word = 0; word < words; word++) {
                    added[word] = (key[word] + right_key[word]) & keep[word];
                }
                uint32_t place = bucket_of(added, find.bits, words);
                while (buckets[place] >= 0 &&
                       !alike(keys + (int64_t)buckets[place] * words, added, words)) {
                    place = (place + 1) & mask;
                }
                const int32_t one = groups.lefts[at], row = buckets[place];
                const int32_t lo = rows[one].lo + rows[other].lo, hi = rows[one].hi + rows[other].hi;
                if (row < 0) {
                    memcpy(keys + (int64_t)trellis->rows_made * words, added,
                           (size_t)words * sizeof(uint64_t));
                    rows[trellis->rows_made] = (ls_row){lo, hi, -1};
                    buckets[place] = trellis->rows_made++;
                } else {
                    rows[row].lo = lo < rows[row].lo ? lo : rows[row].lo;
                    rows[row].hi = hi > rows[row].hi ? hi : rows[row].hi;
                }
                *pairs++ = (ls_match){one, other, buckets[place]};
            }
        }
        trellis->pairs_made = (int32_t)(pairs - (ls_match *)trellis->pairs.items);
        trellis->tried += groups.pairs;
        if (trellis->tried > trellis->most_tried) {
            trellis->is_cut = true;
            return LS_WIDE;
        }
        if (ls_must_stop(&context->watch, groups.pairs + 1)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_fill_join(ls_context *context, ls_trellis *trellis, ls_table *table,
                       int32_t *inside) {
    ls_key_sum sum;
    const ls_merge *merges = NULL;
    const int32_t place = (int32_t)(table - ls_table_at(trellis, 0));
    const int32_t count = trellis->has_relations ? ls_merges_in(trellis, place, &merges) : 0;
    ls_sum_keys(trellis, table, inside, &sum);
    const int64_t tried = (int64_t)ls_table_at(trellis, table->left)->rows *
                          ls_table_at(trellis, table->right)->rows;
    if (count || tried >= MANY) {
        LS_TRY(trellis->words == 1
                   ? grouped_rows(context, trellis, table, &sum, merges, count, 1)
                   : grouped_rows(context, trellis, table, &sum, merges, count, trellis->words));
    } else {
        trellis->tried += tried;
        if (trellis->tried > trellis->most_tried) {
            trellis->is_cut = true;
            return LS_WIDE;
        }
        if (trellis->words == 1) { /* nearly always: with their number known, loops are short */
            LS_TRY(joined_rows(context, trellis, table, &sum, 1));
        } else if (trellis->words == 2) {
            LS_TRY(joined_rows(context, trellis, table, &sum, 2));
        } else {
            LS_TRY(joined_rows(context, trellis, table, &sum, trellis->words));
        }
    }
    table->rows = trellis->rows_made - table->first_row;
    table->pairs = trellis->pairs_made - table->first_pair;
    return table->rows ? LS_OK : LS_CLASH;
}

/* The rows and pairs of a component's tables: which states can be reached, and which are in a model. No
 * number is rounded here; values come later (forward.c, outward.c, exact.c).
 *
 * A key has a field for each open factor with the cells that it counts so far. Two rows agree if the sum
 * of their keys is neither above the upper bound of a factor nor so low that what is outside can no longer
 * make up for it: one addition each, which a guard bit above each number tells. What closes is cleared.
 */
#include "relations.h"

#include <string.h>

#define SMALL 48              /* of so few pairs the rows are looked through */
#define MANY 16384            /* so many pairs are joined group by group */
#define FIRST_TRIED 5000000    /* pairs of rows along a tree, before the line has its turn */
#define LESS 8                 /* as many times fewer are tried along a line, which wastes none */
#define MOST_TRIED 400000000
#define MOST_BRIEF 100000000   /* a solver is faster than tables that take more */
#define MOST_IN_LINE 600       /* factors */
#define MOST_PAIRS 20000000    /* that agree */

static inline const ls_open *open_of(const ls_trellis *trellis, const ls_table *table) {
    return (const ls_open *)trellis->open.items + table->open_at;
}

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
static ls_status fill_leaf(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
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
        const ls_field *field = ls_field_at(trellis, open_of(trellis, leaf)[place].factor);
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

/* What a join does to keys: bounds of the factors that both sides have. */
static void sum_up(const ls_trellis *trellis, const ls_table *table, int32_t *inside, ls_key_sum *sum) {
    const ls_table *left = ls_table_at(trellis, table->left);
    const ls_table *right = ls_table_at(trellis, table->right);
    const ls_open *open = open_of(trellis, left);
    for (int32_t word = 0; word < trellis->words; word++) {
        sum->over[word] = sum->under[word] = sum->guards[word] = 0;
        sum->keep[word] = sum->shared[word] = 0;
    }
    for (int32_t place = 0; place < left->open; place++) {
        inside[open[place].factor] = open[place].inside;
    }
    open = open_of(trellis, right);
    for (int32_t place = 0; place < right->open; place++) {
        const ls_field *field = ls_field_at(trellis, open[place].factor);
        if (!inside[open[place].factor] || field->is_relation) {
            continue;
        }
        const int32_t both = inside[open[place].factor] + open[place].inside;
        const int32_t least = ls_least_in(field, both), most = ls_most_in(field, both);
        const uint64_t guard = (uint64_t)1 << (field->bits - 1);
        sum->over[field->word] |= (guard - 1 - (uint64_t)most) << field->shift;
        sum->under[field->word] |= (guard - (uint64_t)least) << field->shift;
        sum->guards[field->word] |= guard << field->shift;
        sum->shared[field->word] |= (guard - 1) << field->shift;
    }
    open = open_of(trellis, left);
    for (int32_t place = 0; place < left->open; place++) {
        inside[open[place].factor] = 0;
    }
    open = open_of(trellis, table);
    for (int32_t place = 0; place < table->open; place++) {
        const ls_field *field = ls_field_at(trellis, open[place].factor);
        sum->keep[field->word] |= (((uint64_t)1 << field->bits) - 1) << field->shift;
    }
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

static ls_status fill_join(ls_context *context, ls_trellis *trellis, ls_table *table,
                           int32_t *inside) {
    ls_key_sum sum;
    const ls_merge *merges = NULL;
    const int32_t place = (int32_t)(table - ls_table_at(trellis, 0));
    const int32_t count = trellis->has_relations ? ls_merges_in(trellis, place, &merges) : 0;
    sum_up(trellis, table, inside, &sum);
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

/* Keep what is in some model, from the last table down, and give its rows room for numbers. */
static ls_status prune(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    if (!ls_room(&context->memory, &trellis->fewest, problem->boxes + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &trellis->most, problem->boxes + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *fewest = trellis->fewest.items, *most = trellis->most.items;
    ls_row *rows = trellis->rows.items;
    ls_match *pairs = trellis->pairs.items;
    int64_t values = 0;
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    for (int32_t row = last->first_row; row < trellis->rows_made; row++) {
        rows[row].value = 0;
    }
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        ls_table *table = ls_table_at(trellis, turn);
        int32_t low = -1, high = -1;
        table->first_value = (int32_t)values;
        for (int32_t row = table->first_row; row < table->first_row + table->rows; row++) {
            if (rows[row].value >= 0) {
                const int32_t marks = table->box < 0 ? 0 : ls_marks_in(trellis, row);
                low = low < 0 ? marks : low;
                high = marks;
                rows[row].value = (int32_t)values;
                values += ls_length(rows + row);
            }
        }
        table->values = (int32_t)values - table->first_value;
        if (values > context->most_numbers || values > INT32_MAX / 2) {
            return LS_WIDE;
        }
        if (table->box >= 0) {
            fewest[table->box] = low;
            most[table->box] = high;
        }
        ls_match *kept = pairs + table->first_pair;
        for (ls_match *pair = kept, *end = kept + table->pairs; pair < end; pair++) {
            if (rows[pair->after].value >= 0) {
                rows[pair->left].value = rows[pair->right].value = 0;
                *kept++ = *pair;
            }
        }
        table->pairs = (int32_t)(kept - pairs) - table->first_pair;
        if (ls_must_stop(&context->watch, table->pairs)) {
            return LS_STOPPED;
        }
    }
    trellis->values_made = (int32_t)values;
    return LS_OK;
}

/* What the keys of the last table say of the query variables. */
static ls_status read_queries(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    if (!problem->queries) {
        return LS_OK;
    }
    if (!ls_room(&context->memory, &trellis->held, (int64_t)last->rows * problem->queries,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *held = trellis->held.items;
    for (int32_t row = last->first_row; row < trellis->rows_made; row++) {
        const uint64_t *key = (uint64_t *)trellis->keys.items + (int64_t)row * trellis->words;
        for (int32_t query = problem->factors - problem->queries; query < problem->factors; query++) {
            const ls_field *field = ls_field_at(trellis, query);
            *held++ = (int32_t)(key[field->word] >> field->shift & (((uint64_t)1 << field->bits) - 1));
        }
    }
    return LS_OK;
}

/* All rows and pairs by one of the plans; LS_WIDE, and `is_cut`, after so many pairs. */
static ls_status fill(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                      bool is_line, int64_t most_tried) {
    trellis->is_cut = false;
    LS_TRY(ls_plan(context, trellis, problem, is_line));
    int32_t *inside = trellis->plan.items; /* by factor; the plan is made */
    memset(inside, 0, (size_t)problem->factors * sizeof(int32_t));
    trellis->rows_made = trellis->pairs_made = 0;
    trellis->tried = 0;
    trellis->most_tried = most_tried;
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            LS_TRY(fill_leaf(context, trellis, problem, table));
        } else {
            LS_TRY(fill_join(context, trellis, table, inside));
        }
        if (trellis->rows_made > context->most_numbers) {
            return LS_WIDE;
        }
    }
    return LS_OK;
}

/* Both plans take turns, with more and more pairs, until one of them comes to an end. */
ls_status ls_compile(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    const int64_t most = context->is_brief ? MOST_BRIEF : MOST_TRIED;
    trellis->has_relations = problem->relations != NULL;
    trellis->has_hidden = problem->hidden != NULL;
    /* For other reasons than the pairs tried: */
    bool is_refused[2] = {false, problem->factors > MOST_IN_LINE};
    for (int64_t tried = is_refused[1] ? most - 1 : FIRST_TRIED; tried < most; tried *= 8) {
        for (int32_t is_line = 0; is_line < 2; is_line++) {
            const ls_status status =
                is_refused[is_line] ? LS_WIDE
                                    : fill(context, trellis, problem, is_line,
                                           is_line ? tried / LESS : tried);
            if (status == LS_OK) {
                LS_TRY(read_queries(context, trellis, problem));
                return prune(context, trellis, problem);
            }
            if (status != LS_WIDE) {
                return status;
            }
            is_refused[is_line] |= !trellis->is_cut;
        }
    }
    return LS_WIDE;
}

void ls_free_trellis(ls_memory *memory, ls_trellis *trellis) {
    ls_array *arrays[] = {&trellis->tables,  &trellis->rows,    &trellis->pairs,    &trellis->fields,
                          &trellis->open,    &trellis->plan,    &trellis->graph,
                          &trellis->keys,    &trellis->buckets, &trellis->counters, &trellis->values,
                          &trellis->low,     &trellis->outward, &trellis->fewest,
                          &trellis->most,    &trellis->held,    &trellis->marks};
    for (size_t place = 0; place < sizeof arrays / sizeof *arrays; place++) {
        ls_free(memory, arrays[place]);
    }
    for (int32_t place = 0; place < LS_RELATED; place++) {
        ls_free(memory, trellis->related + place);
    }
}

/* In which order the boxes of a component are joined.
 *
 * Along a tree, a factor is eliminated by joining all tables in which it is open, the two with the fewest
 * rows first. The next one is a factor that ties the fewest factors together that were not (least fill).
 * Along a line, the boxes of a factor are joined to one table, one by one. The next one is a factor that
 * opens the fewest others (King 1970). That is better where a tree would join two large tables, as with
 * rows and columns, or windows on all places. Ties go to the lowest number, so that every platform takes
 * the same order.
 */
#include "relations.h"

#include <string.h>

typedef struct {
    ls_context *context;
    ls_trellis *trellis;
    const ls_problem *problem;
    bool is_line;
    int32_t weighing;            /* factors without the queries */
    int64_t open_made;
    int32_t *boxes_at, *boxes;   /* the boxes of each factor */
    int32_t *order;              /* factors, as they are eliminated */
    int32_t *seen, *place;       /* of a factor: the table that was looked at last, and where in it */
    int32_t *parent;             /* of a table: what it was joined into, or itself */
    int32_t *due;                /* tables to be joined */
    int32_t *weights_leaf;       /* of a factor: the leaf for its weights */
    double *rows;                /* of a table, at most */
} planning;

static ls_status begin(planning *own) {
    const ls_problem *problem = own->problem;
    ls_trellis *trellis = own->trellis;
    ls_memory *memory = &own->context->memory;
    const int64_t boxes = problem->boxes, factors = problem->factors;
    const int64_t ties = problem->scope_start[boxes];
    const int64_t tables = 2 * (boxes + factors) + 4;
    if (ties > INT32_MAX / 8 || tables > INT32_MAX / 8 ||
        !ls_room(memory, &trellis->tables, tables, sizeof(ls_table)) ||
        !ls_room(memory, &trellis->fields, factors, sizeof(ls_field)) ||
        !ls_room(memory, &trellis->plan, 4 * tables + ties + 5 * factors + 4, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    own->rows = trellis->plan.items;
    own->parent = (int32_t *)(own->rows + tables);
    own->due = own->parent + tables;
    own->boxes_at = own->due + tables;
    own->order = own->boxes_at + factors + 2;
    own->seen = own->order + factors;
    own->place = own->seen + factors;
    own->weights_leaf = own->place + factors;
    own->boxes = own->weights_leaf + factors;
    memset(own->boxes_at, 0, (size_t)(factors + 2) * sizeof(int32_t));
    for (int32_t factor = 0; factor < factors; factor++) {
        ls_field_at(trellis, factor)->cells = 0;
        own->seen[factor] = -1;
    }
    for (int32_t box = 0; box < boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            ls_field_at(trellis, problem->scope[tie])->cells += problem->sizes[box];
            own->boxes_at[problem->scope[tie] + 2]++;
        }
    }
    trellis->is_weighted = false;
    for (int32_t factor = 0; factor < factors; factor++) {
        ls_field *field = ls_field_at(trellis, factor);
        own->boxes_at[factor + 2] += own->boxes_at[factor + 1];
        field->lower = problem->lower[factor];
        field->upper = problem->upper[factor] < field->cells ? problem->upper[factor] : field->cells;
        field->word = field->shift = field->bits = 0;
        field->counts_safe = false;
        field->is_relation = problem->relations && problem->relations->diagram_of[factor] >= 0;
        if (factor >= own->weighing) { /* a query is never closed */
            field->cells = INT32_MAX;
            continue;
        }
        if (!field->cells) {
            return LS_WIDE; /* it would never be closed */
        }
        if (field->is_relation) { /* with weights, their leaf has one cell more */
            field->upper = field->cells;
            field->cells += problem->weights_at[factor] >= 0;
            trellis->is_weighted |= problem->weights_at[factor] >= 0;
            continue;
        }
        if (field->lower > field->upper) {
            return LS_CLASH;
        }
        if (problem->weights_at[factor] >= 0) { /* with what the leaf has, it comes to `upper` */
            trellis->is_weighted = true;
            field->cells += problem->upper[factor] - problem->lower[factor];
            field->lower = field->upper = problem->upper[factor];
        } else if (field->cells - field->lower < field->upper) {
            const int32_t lower = field->cells - field->upper;
            field->upper = field->cells - field->lower;
            field->lower = lower;
            field->counts_safe = true;
        }
    }
    for (int32_t box = 0; box < boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            own->boxes[own->boxes_at[problem->scope[tie] + 1]++] = box;
        }
    }
    return LS_OK;
}

/* ---- the order ---- */

static inline uint32_t bits_in(uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    return (uint32_t)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* The neighbours of each factor, with itself, as bits in so many words; and, where that is more than one,
 * which of them are not 0: from one word up to another, by factor. */
typedef struct {
    uint64_t *near;
    int32_t *span;
    int32_t words;
} graph;

static inline uint64_t *near_of(const graph *all, int32_t factor) {
    return all->near + (int64_t)factor * all->words;
}
static inline int32_t first_of(const graph *all, int32_t factor) {
    return all->words == 1 ? 0 : all->span[2 * factor];
}
static inline int32_t end_of(const graph *all, int32_t factor) {
    return all->words == 1 ? 1 : all->span[2 * factor + 1];
}

/* Let the neighbours of a factor have these words. */
static inline void widen(const graph *all, int32_t factor, int32_t first, int32_t end) {
    if (all->words > 1) {
        int32_t *span = all->span + 2 * (int64_t)factor;
        span[0] = first < span[0] ? first : span[0];
        span[1] = end > span[1] ? end : span[1];
    }
}

/* How many neighbours of one factor another one does not have. */
static inline uint32_t apart(const graph *all, int32_t one, int32_t other) {
    uint32_t found = 0;
    for (int32_t word = first_of(all, one); word < end_of(all, one); word++) {
        const uint64_t rest = near_of(all, one)[word] & ~near_of(all, other)[word];
        found += rest ? bits_in(rest) : 0;
    }
    return found;
}

/* Twice the fill of a factor. */
static inline uint32_t fill_of(const graph *all, int32_t factor) {
    uint32_t found = 0;
    for (int32_t word = first_of(all, factor); word < end_of(all, factor); word++) {
        for (uint64_t rest = near_of(all, factor)[word]; rest; rest &= rest - 1) {
            found += apart(all, factor, 64 * word + __builtin_ctzll(rest));
        }
    }
    return found;
}

#define STALE UINT32_MAX /* a fill that has to be worked out */

/* How many factors one would open; many if it touches none of those that were. */
static inline uint32_t growth_of(const graph *all, const uint64_t *seen, int32_t factor) {
    uint32_t found = 0, met = 0;
    for (int32_t word = first_of(all, factor); word < end_of(all, factor); word++) {
        found += bits_in(near_of(all, factor)[word] & ~seen[word]);
        met |= (near_of(all, factor)[word] & seen[word]) != 0;
    }
    return met ? found : found + UINT16_MAX;
}

/* Tie the neighbours of a factor together, which is eliminated. */
static inline void eliminate(const graph *all, int32_t factor) {
    const uint64_t *met = near_of(all, factor);
    const int32_t first = first_of(all, factor), end = end_of(all, factor);
    for (int32_t word = first; word < end; word++) {
        for (uint64_t rest = met[word]; rest; rest &= rest - 1) {
            const int32_t other = 64 * word + __builtin_ctzll(rest);
            uint64_t *there = near_of(all, other);
            if (other != factor) {
                for (int32_t at = first; at < end; at++) {
                    there[at] |= met[at];
                }
                there[factor / 64] &= ~((uint64_t)1 << factor % 64);
                widen(all, other, first, end);
            }
        }
    }
}

static inline ls_status order(planning *own, int32_t words, bool is_line) {
    const ls_problem *problem = own->problem;
    const int32_t count = own->weighing;
    if (!ls_room(&own->context->memory, &own->trellis->graph, ((int64_t)count + 1) * words,
                 sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *near = own->trellis->graph.items, *seen = near + (int64_t)count * words;
    const graph all = {near, own->due, words}; /* nothing is due yet */
    uint32_t *fill = (uint32_t *)own->place; /* of each factor; which is not used yet */
    memset(near, 0, (size_t)(((int64_t)count + 1) * words) * sizeof(uint64_t));
    for (int32_t factor = 0; factor < count; factor++) {
        own->order[factor] = factor;
        fill[factor] = STALE;
        if (words > 1) {
            all.span[2 * factor] = words;
            all.span[2 * factor + 1] = 0;
        }
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        const int32_t first = problem->scope_start[box], end = problem->scope_start[box + 1];
        uint64_t scope = 0;
        for (int32_t one = first; words == 1 && one < end && problem->scope[one] < count; one++) {
            scope |= (uint64_t)1 << problem->scope[one];
        }
        for (uint64_t rest = scope; rest; rest &= rest - 1) {
            near[__builtin_ctzll(rest)] |= scope;
        }
        for (int32_t one = first; words > 1 && one < end && problem->scope[one] < count; one++) {
            uint64_t *met = near + (int64_t)problem->scope[one] * words;
            for (int32_t other = first; other < end && problem->scope[other] < count; other++) {
                const int32_t word = problem->scope[other] / 64;
                met[word] |= (uint64_t)1 << problem->scope[other] % 64;
                widen(&all, problem->scope[one], word, word + 1);
            }
        }
    }
    for (int32_t turn = 0; turn < count; turn++) {
        int32_t *left = own->order + turn, place = 0;
        for (int32_t at = 0; at < count - turn && (!at || fill[left[place]]); at++) {
            if (is_line) {
                fill[left[at]] = growth_of(&all, seen, left[at]);
            } else if (fill[left[at]] == STALE) {
                fill[left[at]] = fill_of(&all, left[at]);
            }
            place = fill[left[at]] < fill[left[place]] ? at : place;
        }
        const int32_t best = left[place];
        const uint64_t *met = near_of(&all, best);
        if (place) {
            memmove(left + 1, left, (size_t)place * sizeof(int32_t));
            left[0] = best;
        }
        if (is_line) {
            for (int32_t word = 0; word < words; word++) {
                seen[word] |= met[word];
            }
            continue;
        }
        if (words == 1 && !fill[best] && (int32_t)bits_in(*met) == count - turn) {
            return LS_OK; /* all that are left are tied together */
        }
        eliminate(&all, best);
        for (int32_t word = first_of(&all, best); word < end_of(&all, best); word++) {
            for (uint64_t rest = met[word]; rest; rest &= rest - 1) {
                const int32_t other = 64 * word + __builtin_ctzll(rest);
                fill[other] = fill[best] || fill[other] == STALE
                                  ? STALE
                                  : fill[other] - 2 * apart(&all, other, best);
            }
        }
        if (ls_must_stop(&own->context->watch, (count - turn) / 8 + words)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* ---- the joins ---- */

/* A new table, with at most so many rows, whose `open` factors are the last ones that were listed. */
static inline ls_table *add_table(planning *own, int32_t left, int32_t right, int32_t open,
                                  int32_t cells, double rows) {
    const int32_t made = own->trellis->tables_made++;
    ls_table *table = ls_table_at(own->trellis, made);
    table->left = left;
    table->right = right;
    table->box = table->factor = -1;
    table->open_at = (int32_t)own->open_made;
    table->open = open;
    table->cells = cells;
    own->open_made += open;
    own->parent[made] = made;
    own->rows[made] = rows;
    if (left >= 0) {
        own->parent[left] = own->parent[right] = made;
    }
    return table;
}

/* Whether a factor stays open in a table, and how many numbers it can have there. */
static inline bool stays(const planning *own, ls_open open, double *numbers) {
    const ls_field *field = ls_field_at(own->trellis, open.factor);
    *numbers = ls_most_in(field, open.inside) - ls_least_in(field, open.inside) + 1;
    return open.inside < field->cells;
}

static ls_status join(planning *own, int32_t one, int32_t other, int32_t *made) {
    ls_trellis *trellis = own->trellis;
    const bool is_leaf = ls_table_at(trellis, one)->left < 0;
    const int32_t left_at = is_leaf ? other : one, right_at = is_leaf ? one : other;
    const ls_table *left = ls_table_at(trellis, left_at), *right = ls_table_at(trellis, right_at);
    if (!ls_room(&own->context->memory, &trellis->open, own->open_made + left->open + right->open,
                 sizeof(ls_open)) ||
        own->open_made > INT32_MAX / 2) {
        return LS_MEMORY;
    }
    ls_open *open = (ls_open *)trellis->open.items + own->open_made;
    const ls_open *before = ls_open_of(own->trellis, left), *more = ls_open_of(own->trellis, right);
    int32_t count = left->open, kept = 0;
    for (int32_t at = 0; at < count; at++) {
        open[at] = before[at];
        own->seen[open[at].factor] = trellis->tables_made;
        own->place[open[at].factor] = at;
    }
    for (int32_t at = 0; at < right->open; at++) {
        if (own->seen[more[at].factor] == trellis->tables_made) {
            open[own->place[more[at].factor]].inside += more[at].inside;
        } else {
            open[count++] = more[at];
        }
    }
    double most = 1, numbers;
    for (int32_t at = 0; at < count; at++) {
        if (stays(own, open[at], &numbers)) {
            open[kept++] = open[at];
            most *= numbers > 1 ? numbers : 1;
        }
    }
    const double pairs = own->rows[left_at] * own->rows[right_at];
    *made = trellis->tables_made;
    (void)add_table(own, left_at, right_at, kept, left->cells + right->cells,
                    pairs < most ? pairs : most);
    return LS_OK;
}

/* Join all tables that are due; along a line one by one, to the first. */
static ls_status join_due(planning *own, int32_t count) {
    for (int32_t turn = 1; turn < count && own->is_line; turn++) {
        LS_TRY(join(own, own->due[0], own->due[turn], own->due));
    }
    while (count > 1 && !own->is_line) {
        int32_t least = 0, next = 1;
        for (int32_t at = 1; at < count; at++) {
            const double rows = own->rows[own->due[at]];
            if (rows < own->rows[own->due[least]]) {
                next = least;
                least = at;
            } else if (at != next && rows < own->rows[own->due[next]]) {
                next = at;
            }
        }
        int32_t made;
        LS_TRY(join(own, own->due[least], own->due[next], &made));
        own->due[least < next ? least : next] = made;
        own->due[least < next ? next : least] = own->due[--count];
        if (ls_must_stop(&own->context->watch, count)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

static ls_status join_all(planning *own) {
    const ls_problem *problem = own->problem;
    ls_trellis *trellis = own->trellis;
    own->open_made = 0;
    trellis->tables_made = 0;
    if (!ls_room(&own->context->memory, &trellis->open,
                 problem->scope_start[problem->boxes] + own->weighing, sizeof(ls_open))) {
        return LS_MEMORY;
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        const int32_t size = problem->sizes[box];
        ls_open *open = (ls_open *)trellis->open.items + own->open_made;
        int32_t count = 0;
        double numbers;
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            open[count] = (ls_open){problem->scope[tie], size};
            count += stays(own, open[count], &numbers);
        }
        add_table(own, -1, -1, count, size, size + 1)->box = box;
    }
    for (int32_t factor = 0; trellis->is_weighted && factor < own->weighing; factor++) {
        own->weights_leaf[factor] = problem->weights_at[factor] < 0 ? -1 : trellis->tables_made;
        if (problem->weights_at[factor] >= 0) { /* what joins last, as nothing is known of it */
            const int32_t missing = ls_field_at(trellis, factor)->is_relation
                                        ? 1
                                        : problem->upper[factor] - problem->lower[factor];
            ((ls_open *)trellis->open.items)[own->open_made] = (ls_open){factor, missing};
            add_table(own, -1, -1, missing > 0, 0, INFINITY)->factor = factor;
        }
    }
    int32_t line = 0; /* what is joined so far, if that is a line */
    for (int32_t turn = 0; turn < own->weighing + 1; turn++) {
        const bool is_rest = turn == own->weighing; /* components, or boxes of queries alone */
        const int32_t factor = is_rest ? -1 : own->order[turn];
        const int32_t first = is_rest ? 0 : own->boxes_at[factor];
        const int32_t end = is_rest ? problem->boxes : own->boxes_at[factor + 1];
        int32_t count = 0;
        if (own->is_line && turn) {
            own->due[count++] = line;
            own->rows[line] = -1 - own->rows[line];
        }
        for (int32_t at = first; at < end; at++) {
            const int32_t table =
                ls_root_of(own->parent, is_rest ? at : own->boxes[at]);
            if (own->rows[table] >= 0) { /* each once */
                own->due[count++] = table;
                own->rows[table] = -1 - own->rows[table];
            }
        }
        for (int32_t at = 0; at < count; at++) {
            own->rows[own->due[at]] = -1 - own->rows[own->due[at]];
        }
        if (!is_rest && trellis->is_weighted && own->weights_leaf[factor] >= 0) {
            own->due[count++] = own->weights_leaf[factor];
        }
        LS_TRY(join_due(own, count));
        line = own->due[0];
    }
    const int32_t last = trellis->tables_made - 1;
    if (ls_table_at(trellis, last)->left < 0) { /* a box alone: all of its rows come to one */
        int32_t made;
        (void)add_table(own, -1, -1, 0, 0, 1);
        return join(own, last, last + 1, &made);
    }
    return LS_OK;
}

ls_status ls_plan(ls_context *context, ls_trellis *trellis, const ls_problem *problem, bool is_line) {
    planning own = {.context = context, .trellis = trellis, .problem = problem, .is_line = is_line,
                    .weighing = problem->factors - problem->queries};
    LS_TRY(begin(&own));
    const int32_t words = (own.weighing + 63) / 64;
    LS_TRY(words == 1 && !is_line ? order(&own, 1, false) : order(&own, words, is_line));
    LS_TRY(join_all(&own));
    if (trellis->has_relations) {
        LS_TRY(ls_relate(context, trellis, problem));
    }
    return ls_place_fields(trellis);
}

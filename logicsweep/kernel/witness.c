/* What is possible in a component, and few of its models, which show its undecided boxes with a mine and
 * with a safe cell.
 *
 * Sets of numbers of mines are bits, from the fewest of a row on; those of a row begin where its values
 * do. A model that shows as much as possible of what was not shown yet is found like a count, with the
 * largest sum in place of the sum of products (max-plus).
 */
#include "trellis.h"

#include <string.h>

#define WANTS_MINE 1
#define WANTS_SAFE 2

static inline int32_t words_of(const ls_row *row) { return (ls_length(row) + 63) / 64; }

static inline bool has(const uint64_t *set, int32_t number) {
    return set[number / 64] >> number % 64 & 1;
}

/* into |= from << by, as far as `into` has words; or >> where `by` is negative. */
static inline void add_shifted(uint64_t *into, int32_t into_words, const uint64_t *from,
                               int32_t from_words, int32_t by) {
    if (into_words == 1 && from_words == 1) { /* nearly always */
        into[0] |= by < 0 ? from[0] >> -by : from[0] << by;
        return;
    }
    const int32_t whole = by < 0 ? -((63 - by) / 64) : by / 64, rest = by - 64 * whole;
    for (int32_t word = 0; word < into_words; word++) {
        const int32_t at = word - whole;
        into[word] |= at >= 0 && at < from_words ? from[at] << rest : 0;
        into[word] |= rest && at > 0 && at <= from_words ? from[at - 1] >> (64 - rest) : 0;
    }
}

/* The numbers of mines of all rows. */
static ls_status reach(ls_context *context, const ls_trellis *trellis) {
    if (!ls_room(&context->memory, &context->shown_sets, 2 * (int64_t)trellis->values_made,
                 sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *reached = context->shown_sets.items;
    const ls_row *rows = trellis->rows.items;
    memset(reached, 0, (size_t)trellis->values_made * sizeof(uint64_t));
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        const ls_table *table = ls_table_at(trellis, turn);
        for (int32_t at = 0; table->left < 0 && at < table->values; at++) {
            reached[table->first_value + at] = 1;
        }
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *left = rows + pair->left, *right = rows + pair->right;
            const ls_row *after = rows + pair->after;
            const int32_t shift = left->lo + right->lo - after->lo;
            for (int32_t mines = 0; mines < ls_length(right); mines++) {
                if (has(reached + right->value, mines)) {
                    add_shifted(reached + after->value, words_of(after), reached + left->value,
                                words_of(left), shift + mines);
                }
            }
        }
        if (ls_must_stop(&context->watch, 2 * (int64_t)table->values)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_mine_numbers(ls_context *context, const ls_trellis *trellis, const uint64_t **reached) {
    LS_TRY(reach(context, trellis));
    *reached = (const uint64_t *)context->shown_sets.items + ls_last_row(trellis)->value;
    return LS_OK;
}

ls_status ls_possible(ls_context *context, const ls_trellis *trellis, const ls_problem *problem,
                      const uint8_t *allowed, uint8_t *decided) {
    LS_TRY(reach(context, trellis));
    const ls_row *rows = trellis->rows.items, *last = ls_last_row(trellis);
    const uint64_t *reached = context->shown_sets.items;
    uint64_t *goal = (uint64_t *)context->shown_sets.items + trellis->values_made;
    memset(goal, 0, (size_t)trellis->values_made * sizeof(uint64_t));
    for (int32_t place = 0; place < ls_length(last); place++) {
        goal[last->value + place / 64] |= (uint64_t)(allowed[place] != 0) << place % 64;
    }
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        int32_t fewest = -1, most = -1;
        for (int32_t row = table->first_row; row < table->first_row + table->rows; row++) {
            const int32_t words = rows[row].value < 0 ? 0 : words_of(rows + row);
            for (int32_t at = rows[row].value; at < rows[row].value + words; at++) {
                goal[at] &= reached[at];
            }
            if (table->box >= 0 && words && goal[rows[row].value]) {
                fewest = fewest < 0 ? ls_marks_in(trellis, row) : fewest;
                most = ls_marks_in(trellis, row);
            }
        }
        if (table->box >= 0) {
            decided[table->box] = most <= 0 ? 0 : fewest == problem->sizes[table->box] ? 1 : 2;
        }
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *after = rows + pair->after;
            for (int32_t side = 0; side < 2; side++) {
                const ls_row *into = rows + (side ? pair->left : pair->right);
                const ls_row *other = rows + (side ? pair->right : pair->left);
                const int32_t shift = into->lo + other->lo - after->lo;
                for (int32_t mines = 0; mines < ls_length(other); mines++) {
                    if (has(reached + other->value, mines)) {
                        add_shifted(goal + into->value, words_of(into), goal + after->value,
                                    words_of(after), -shift - mines);
                    }
                }
            }
        }
        if (ls_must_stop(&context->watch, 4 * (int64_t)table->values)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The work on one component. */
typedef struct {
    ls_context *context;
    const ls_trellis *trellis;
    const ls_problem *problem;
    int32_t id;
    bool by_mines;   /* whether models with other numbers of mines are told apart */
    int32_t *score;  /* by row, or by value: what its best way shows, -1 if there is none */
    int32_t *best;   /* and with which pair */
    int32_t *chosen; /* of each table, in the model at hand: its row, then its mines above the fewest */
    uint8_t *wants;  /* of each box: what no model has shown so far */
    uint8_t *mines;  /* of each box, in the model at hand */
} showing;

/* What a box with so many mines shows. */
static inline uint8_t shows(const showing *own, int32_t box, int32_t mines) {
    return (uint8_t)((mines > 0 ? WANTS_MINE : 0) |
                     (mines < own->problem->sizes[box] ? WANTS_SAFE : 0));
}

static inline int32_t place_of(const showing *own, const ls_row *rows, int32_t row) {
    return own->by_mines ? rows[row].value : row;
}

static ls_status score_all(showing *own) {
    const ls_trellis *trellis = own->trellis;
    const ls_row *rows = trellis->rows.items;
    const int32_t count = own->by_mines ? trellis->values_made : trellis->rows_made;
    memset(own->score, 0xFF, (size_t)count * sizeof(int32_t));
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        const ls_table *table = ls_table_at(trellis, turn);
        for (int32_t row = table->first_row; table->left < 0 && row < table->first_row + table->rows;
             row++) {
            if (rows[row].value >= 0) {
                own->score[place_of(own, rows, row)] =
                    table->box < 0 ? 0
                                   : __builtin_popcount(own->wants[table->box] &
                                                        shows(own, table->box, ls_marks_in(trellis, row)));
            }
        }
        int64_t work = table->rows + table->pairs;
        for (int32_t at = table->first_pair; at < table->first_pair + table->pairs; at++) {
            const ls_match pair = ((const ls_match *)trellis->pairs.items)[at];
            const int32_t *left = own->score + place_of(own, rows, pair.left);
            const int32_t *right = own->score + place_of(own, rows, pair.right);
            int32_t after = place_of(own, rows, pair.after);
            if (!own->by_mines) {
                if (*left + *right > own->score[after]) {
                    own->score[after] = *left + *right;
                    own->best[after] = at;
                }
                continue;
            }
            after += rows[pair.left].lo + rows[pair.right].lo - rows[pair.after].lo;
            const int32_t left_length = ls_length(rows + pair.left);
            const int32_t right_length = ls_length(rows + pair.right);
            for (int32_t other = 0; other < right_length; other++) {
                for (int32_t one = 0; right[other] >= 0 && one < left_length; one++) {
                    const int32_t to = after + other + one;
                    if (left[one] >= 0 && left[one] + right[other] > own->score[to]) {
                        own->score[to] = left[one] + right[other];
                        own->best[to] = at;
                    }
                }
            }
            work += (int64_t)left_length * right_length;
        }
        if (ls_must_stop(&own->context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The best model, `above` so many mines above the fewest; add it to the list. */
static ls_status keep(showing *own, int32_t above) {
    ls_context *context = own->context;
    const ls_trellis *trellis = own->trellis;
    const ls_row *rows = trellis->rows.items;
    const int32_t boxes = own->problem->boxes;
    int32_t *chosen = own->chosen + 2 * (int64_t)(trellis->tables_made - 1);
    chosen[0] = trellis->rows_made - 1;
    chosen[1] = above;
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--, chosen -= 2) {
        const ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            if (table->box >= 0) {
                own->mines[table->box] = (uint8_t)ls_marks_in(trellis, chosen[0]);
            }
            continue;
        }
        const int32_t at = place_of(own, rows, chosen[0]) + (own->by_mines ? chosen[1] : 0);
        const ls_match pair = ((const ls_match *)trellis->pairs.items)[own->best[at]];
        int32_t *left = own->chosen + 2 * (int64_t)table->left;
        int32_t *right = own->chosen + 2 * (int64_t)table->right;
        left[0] = pair.left;
        right[0] = pair.right;
        const int32_t sum =
            chosen[1] + rows[pair.after].lo - rows[pair.left].lo - rows[pair.right].lo;
        for (int32_t one = 0; own->by_mines && one < ls_length(rows + pair.left); one++) {
            const int32_t other = sum - one;
            if (other < 0 || other >= ls_length(rows + pair.right)) {
                continue;
            }
            const int32_t first = own->score[rows[pair.left].value + one];
            const int32_t second = own->score[rows[pair.right].value + other];
            if (first >= 0 && second >= 0 && first + second == own->score[at]) {
                left[1] = one;
                right[1] = other;
                break;
            }
        }
    }
    if (!ls_room(&context->memory, &context->shown, context->shown_made + 1, sizeof(ls_shown)) ||
        !ls_room(&context->memory, &context->shown_mines, context->shown_bytes + boxes, 1)) {
        return LS_MEMORY;
    }
    int32_t total = 0;
    for (int32_t box = 0; box < boxes; box++) {
        own->wants[box] &= (uint8_t)~shows(own, box, own->mines[box]);
        total += own->mines[box];
    }
    memcpy((uint8_t *)context->shown_mines.items + context->shown_bytes, own->mines, (size_t)boxes);
    ((ls_shown *)context->shown.items)[context->shown_made++] =
        (ls_shown){own->id, total, context->shown_bytes};
    context->shown_bytes += boxes;
    return ls_must_stop(&context->watch, boxes) ? LS_STOPPED : LS_OK;
}

static bool wants_more(const showing *own) {
    uint8_t more = 0;
    for (int32_t box = 0; box < own->problem->boxes; box++) {
        more |= own->wants[box];
    }
    return more;
}

/* The models of a component with a trellis: as long as one shows more than those before. */
static ls_status show_best(showing *own, const uint8_t *allowed) {
    const ls_trellis *trellis = own->trellis;
    const int32_t length = own->by_mines ? ls_length(ls_last_row(trellis)) : 1;
    const int32_t *score =
        own->score + place_of(own, trellis->rows.items, trellis->rows_made - 1);
    for (bool is_first = true;; is_first = false) {
        LS_TRY(score_all(own));
        int32_t best = 0;
        for (int32_t place = 0; place < length; place++) {
            if ((allowed && !allowed[place]) || score[place] < 0) {
                continue;
            }
            if (is_first) {
                LS_TRY(keep(own, place));
            }
            best = score[place] > score[best] || (allowed && !allowed[best]) ? place : best;
        }
        if (!is_first && (allowed ? !allowed[best] || score[best] <= 0 : score[0] <= 0)) {
            return LS_OK; /* no model shows more of them */
        }
        if (!is_first) {
            LS_TRY(keep(own, best));
        }
        if (!wants_more(own)) {
            return LS_OK;
        }
    }
}

/* One box under one clue. */
static ls_status show_one(showing *own, const ls_counts *counts, const uint8_t *allowed) {
    ls_context *context = own->context;
    bool is_first = true;
    for (int32_t turn = 0; turn < counts->length; turn++) {
        /* From the middle, where one model shows both. */
        const int32_t place = turn % 2 ? counts->length / 2 - (turn + 1) / 2
                                       : counts->length / 2 + turn / 2;
        if (place < 0 || place >= counts->length || !(counts->counts[place] > 0) ||
            (allowed && !allowed[place])) {
            continue;
        }
        const int32_t mines = counts->lowest + place;
        if (!allowed && !is_first && !(own->wants[0] & shows(own, 0, mines))) {
            continue;
        }
        is_first = false;
        if (!ls_room(&context->memory, &context->shown, context->shown_made + 1, sizeof(ls_shown)) ||
            !ls_room(&context->memory, &context->shown_mines, context->shown_bytes + 1, 1)) {
            return LS_MEMORY;
        }
        own->wants[0] &= (uint8_t)~shows(own, 0, mines);
        ((uint8_t *)context->shown_mines.items)[context->shown_bytes] = (uint8_t)mines;
        ((ls_shown *)context->shown.items)[context->shown_made++] =
            (ls_shown){own->id, mines, context->shown_bytes++};
    }
    return LS_OK;
}

ls_status ls_show(ls_context *context, int32_t id, const ls_problem *problem,
                  const ls_trellis *trellis, const ls_counts *counts, const uint8_t *allowed) {
    showing own = {.context = context, .trellis = trellis, .problem = problem, .id = id,
                   .by_mines = allowed != NULL};
    if (!ls_room(&context->memory, &context->shown_room, 2 * (int64_t)problem->boxes, 1)) {
        return LS_MEMORY;
    }
    own.wants = context->shown_room.items;
    own.mines = own.wants + problem->boxes;
    memset(own.wants, WANTS_MINE | WANTS_SAFE, (size_t)problem->boxes);
    if (!trellis) {
        return show_one(&own, counts, allowed);
    }
    const int64_t places = allowed ? trellis->values_made : trellis->rows_made;
    if (!ls_room(&context->memory, &context->shown_scores, 2 * (places + trellis->tables_made),
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    own.score = context->shown_scores.items;
    own.best = own.score + places;
    own.chosen = own.best + places;
    const int32_t *fewest = trellis->fewest.items, *most = trellis->most.items;
    for (int32_t box = 0; box < problem->boxes; box++) {
        if (!most[box] || fewest[box] == problem->sizes[box]) {
            own.wants[box] = 0;
        }
    }
    return show_best(&own, allowed);
}

ls_status ls_show_allowed(ls_context *context) {
    const int32_t *alive = context->alive.items;
    context->shown_made = context->shown_bytes = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *component = ls_component_at(context, turn);
        const ls_problem *problem = &component->problem;
        const ls_trellis *trellis = component->trellis;
        if (!trellis && (problem->boxes > 1 || problem->factors > 1)) {
            LS_TRY(ls_compile(context, &context->trellis, problem));
            trellis = &context->trellis;
        }
        LS_TRY(ls_show(context, alive[turn], problem, trellis, &component->counts,
                       (uint8_t *)context->allowed.items + component->allowed_at));
    }
    return LS_OK;
}

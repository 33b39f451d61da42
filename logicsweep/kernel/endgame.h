/* The common ground of the files of the endgame: the search, and what it knows of a set. See endgame.c
 * and policy.c. */
#ifndef LOGICSWEEP_ENDGAME_H
#define LOGICSWEEP_ENDGAME_H

#include "door.h"

#include <string.h>

/* What a cell with a mine would show. */
#define LS_HIT 255
/* Sets of so many layouts are bits of one word. */
#define LS_WORD 64

/* A search, as it goes. */
typedef struct {
    ls_context *context;
    const ls_hidden *hidden;
    const uint64_t *names; /* random numbers, one a layout: a set is found by their sum */
    const uint8_t *columns; /* [cell][layout]: the number of what it shows, from 0; for a mine the
                               number of all that it shows in some layout */
    const int32_t *values;  /* by cell: that number */
    const int32_t *cliques; /* by layout: those of one clique are rivals of each other, and side by
                               side */
    int32_t most_values;
    int64_t known;         /* sets in the table */
    int64_t kept;          /* numbers in the lists of these sets */
    ls_status status;      /* once it is not LS_OK, values mean nothing */
} ls_search;

/* `ls_endgame` as a part of a call that counts its work. */
ls_status ls_search_layouts(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                            int32_t count, int64_t alpha, bool is_each, int64_t *values);

/* Find, of some cells, the first of those with which the most is won; and how much that is. */
ls_status ls_search_first(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                          int32_t count, int64_t *most, int32_t *first);

/* What is won after opening a cell: the sum over what it may show. `shown` is by place in the list, as
 * `columns`, `values` as there; `room` is for `length` numbers. `cells` are those that need not be alike
 * in all layouts. */
int64_t ls_opened(ls_search *search, const int32_t *list, int32_t length, const uint8_t *shown,
                  const uint16_t *cells, int32_t count, int32_t values, int32_t *room,
                  int64_t alpha);
/* What can be won at most after opening a cell. */
int64_t ls_bound_after(const ls_search *search, const int32_t *list, int32_t length,
                       const uint8_t *shown, int32_t values);
/* Part the layouts into cliques of rivals, each as large as it happens to become. Two layouts are rivals if
 * no cell that is safe in both shows something else: then whoever wins the one plays the same in the
 * other, and opens a mine. Written is the number of the clique, by layout. */
ls_status ls_find_cliques(ls_search *search, int32_t *cliques);
/* The value of a set of at most LS_WORD layouts, as `value_of` in endgame.c. */
int64_t ls_small_value(ls_search *search, const int32_t *list, int32_t length,
                       const uint16_t *cells, int32_t count, int64_t alpha);

/* `ls_policy` as a part of a call that counts its work. */
ls_status ls_follow_policy(ls_context *context, const ls_hidden *hidden, bool is_each,
                           int64_t *values);

/* A random number for each layout, the same on every machine. */
void ls_name_layouts(uint64_t *names, int32_t count);
/* Start with no set in the table; false without memory. */
bool ls_forget_sets(ls_search *search);
/* The sum of the names of the layouts of a set. */
uint64_t ls_hash_of(const ls_search *search, const int32_t *list, int32_t length);

static inline int64_t ls_weight_of(const ls_hidden *hidden, int32_t layout) {
    return hidden->weights ? hidden->weights[layout] : 1;
}

static inline const uint8_t *ls_shown_in(const ls_hidden *hidden, int32_t layout) {
    return hidden->values + (int64_t)layout * hidden->cells;
}

/* Whether to go on, after so much more work. */
static inline bool ls_goes_on(ls_search *search, int64_t work) {
    if (search->status == LS_OK && ls_must_stop(&search->context->watch, work)) {
        search->status = LS_STOPPED;
    }
    return search->status == LS_OK;
}

/* The value of a set is between these. */
typedef struct {
    int64_t lower, upper;
} ls_bounds;

#define LS_UNBOUNDED ((ls_bounds){0, INT64_MAX})

/* Whether `upper` answers a search: it is the value, or not above alpha. */
static inline bool ls_is_settled(const ls_bounds *bounds, int64_t alpha) {
    return bounds->lower == bounds->upper || bounds->upper <= alpha;
}

/* Take in the result of a search: the value if it is above alpha, else a bound. */
static inline void ls_narrow(ls_bounds *bounds, int64_t result, int64_t alpha) {
    if (result > alpha) {
        bounds->lower = bounds->upper = result;
    } else {
        bounds->upper = result < bounds->upper ? result : bounds->upper;
    }
}

/* What the table has of a set, whose layouts are always in the same order; NULL if it has nothing. */
const ls_bounds *ls_known(const ls_search *search, uint64_t hash, const int32_t *list,
                          int32_t length);
/* Keep what is known of a set: its value if it is above alpha, else a bound. */
void ls_keep(ls_search *search, uint64_t hash, const int32_t *list, int32_t length, int64_t value,
             int64_t alpha);

/* Put an empty table of twice as many places, at least `least`, in place of one, which is then `old`;
 * false, with nothing changed, without memory. */
static inline bool ls_double(ls_memory *memory, ls_array *table, ls_array *old, int64_t *places,
                             int64_t least, size_t item) {
    const int64_t after = *places ? 2 * *places : least;
    *old = *table;
    *table = (ls_array){NULL, 0};
    if (!ls_room(memory, table, after, item)) {
        *table = *old;
        return false;
    }
    memset(table->items, 0, (size_t)after * item);
    *places = after;
    return true;
}

#endif

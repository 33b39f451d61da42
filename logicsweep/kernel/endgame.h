/* The common ground of the three files of the endgame: the search, and what it knows of a set. See
 * endgame.c. */
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
    const int32_t *cliques; /* by layout: those of one clique are rivals of each other */
    int32_t most_values;
    int64_t *met;           /* room to bound a set */
    int64_t known;         /* sets in the table */
    int64_t kept;          /* numbers in the lists of these sets */
    ls_status status;      /* once it is not LS_OK, values mean nothing */
} ls_search;

/* `ls_endgame` as a part of a call that counts its work. */
ls_status ls_search_layouts(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                            int32_t count, int64_t alpha, bool is_each, int64_t *values);

/* Part the layouts into cliques of rivals, each as large as it happens to become, and give each layout
 * the first of its clique. Two layouts are rivals if no cell that is safe in both shows something else:
 * then whoever wins the one plays the same in the other, and opens a mine. */
ls_status ls_find_cliques(ls_search *search, int32_t *cliques);
/* Start with no set in the table; false without memory. */
bool ls_forget_sets(ls_search *search);
/* What is won after opening a cell: the sum over what it may show. `room` is for `length` numbers.
 * `cells` are those that need not be alike in all layouts. */
int64_t ls_opened(ls_search *search, const int32_t *list, int32_t length, const uint16_t *cells,
                  int32_t count, uint16_t cell, int32_t *room, int64_t alpha);
/* The value of a set of at most LS_WORD layouts, as `value_of` in endgame.c. */
int64_t ls_small_value(ls_search *search, const int32_t *list, int32_t length,
                       const uint16_t *cells, int32_t count, int64_t alpha);

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

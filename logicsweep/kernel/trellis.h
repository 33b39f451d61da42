/* What the files about a trellis share: its tables, rows and pairs, and the fields of keys. */
#ifndef LOGICSWEEP_TRELLIS_H
#define LOGICSWEEP_TRELLIS_H

#include "kernel.h"

#define MOST_WORDS 32 /* of a key */

/* Whether to stop a loop that adds up its work: looks once there is much of it, and sets it to 0. */
static inline bool ls_must_stop_in(ls_watch *watch, int64_t *work) {
    if (*work <= 1 << 16) {
        return false;
    }
    const int64_t done = *work;
    *work = 0;
    return ls_must_stop(watch, done);
}

/* A table of the plan has a row for each state of the factors that are open in it. A leaf says how many
 * mines a box has, or what the mines of a factor weigh; each other table joins two before it. */
typedef struct {
    int32_t left, right;         /* -1 in a leaf */
    int32_t box, factor;         /* of a leaf; -1 */
    int32_t open_at, open;       /* the open factors, in `open` */
    int32_t cells;               /* of all its boxes */
    int32_t first_row, rows;
    int32_t first_value, values; /* the numbers of its rows */
    int32_t first_pair, pairs;
    int32_t ties, longest;       /* the most pairs that one of its rows is in, and numbers of one */
    double terms;                /* the most products in an outward number */
    int32_t exponent;            /* forward values were divided by 2 to this power here */
    double largest, least;       /* forward value; the least above 0 */
    double roundings;            /* one on the other, in any forward value */
    double outward;              /* and in any outward value */
} ls_table;

/* What is known of some boxes by the state of their factors: mines from lo to hi. */
typedef struct {
    int32_t lo, hi;
    int32_t value; /* where its numbers begin, one for each number of mines; -1 if it is in no model */
} ls_row;

/* Two rows agree, and make a row of the table that joins theirs. */
typedef struct {
    int32_t left, right, after;
} ls_match;

/* What is counted of a factor: its mines, or its safe cells where that takes fewer bits. `cells` are all
 * in its scope. Its field in a key has a bit above the number, to guard the next one. One with weights
 * has a leaf for them as well, which has what is missing of the upper bound. That of a relation has the
 * number of a state, without a guard (see relations.c); `upper` is half the largest. */
typedef struct {
    int32_t cells, lower, upper;
    int32_t word, shift, bits;
    bool counts_safe, is_relation;
} ls_field;

/* A factor is open in a table that has `inside` of its cells, but not all. */
typedef struct {
    int32_t factor, inside;
} ls_open;

/* What a table has in a model: a row, mines above the fewest there, a rank among these ways. */
typedef struct {
    int32_t row, above;
    int64_t rank;
} ls_ranked;

/* What a join does to the keys that it adds, by word. */
typedef struct {
    uint64_t over[MOST_WORDS];   /* carries into a guard if a number is too large */
    uint64_t under[MOST_WORDS];  /* and does not if it is too small */
    uint64_t guards[MOST_WORDS];
    uint64_t keep[MOST_WORDS];   /* the fields that stay open */
    uint64_t shared[MOST_WORDS]; /* those of the numbers that both sides have */
} ls_key_sum;

/* Give the factors of a plan their fields. */
ls_status ls_place_fields(ls_trellis *trellis);
/* What a join does; `inside` is 0 for every factor, before and after. */
void ls_sum_keys(const ls_trellis *trellis, const ls_table *table, int32_t *inside, ls_key_sum *sum);
/* The rows of a leaf, and the rows and pairs of a join. LS_CLASH if there are none. */
ls_status ls_fill_leaf(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                       ls_table *leaf);
ls_status ls_fill_join(ls_context *context, ls_trellis *trellis, ls_table *table, int32_t *inside);
/* Put the mines of the model of a rank, which the last of `chosen` has, into a layout. Box b has cells from
 * place first_cell[b] of `cells` on, or, if that is NULL, from that number on. */
ls_status ls_place_model(ls_context *context, const ls_problem *problem, ls_ranked *chosen,
                         const int32_t *cells, const int32_t *first_cell, uint8_t *layout);

static inline ls_field *ls_field_at(const ls_trellis *trellis, int32_t factor) {
    return (ls_field *)trellis->fields.items + factor;
}

static inline ls_table *ls_table_at(const ls_trellis *trellis, int32_t table) {
    return (ls_table *)trellis->tables.items + table;
}

/* The factors that are open in a table. */
static inline ls_open *ls_open_of(const ls_trellis *trellis, const ls_table *table) {
    return (ls_open *)trellis->open.items + table->open_at;
}

/* The last row of a trellis without queries: that of all models. */
static inline const ls_row *ls_last_row(const ls_trellis *trellis) {
    return (const ls_row *)trellis->rows.items + trellis->rows_made - 1;
}

static inline int32_t ls_length(const ls_row *row) { return row->hi - row->lo + 1; }

/* The mines, or marks, in a row of a box's leaf. */
static inline int32_t ls_marks_in(const ls_trellis *trellis, int32_t row) {
    return trellis->has_hidden ? ((const int32_t *)trellis->marks.items)[row]
                               : ((const ls_row *)trellis->rows.items)[row].lo;
}

/* The numbers that a factor can have come to with so many of its cells. */
static inline int32_t ls_least_in(const ls_field *field, int32_t inside) {
    const int32_t least = field->lower - (field->cells - inside);
    return least > 0 ? least : 0;
}
static inline int32_t ls_most_in(const ls_field *field, int32_t inside) {
    return inside < field->upper ? inside : field->upper;
}

/* Whether a row of a leaf weighs a power of 2 for sure. */
static inline bool ls_is_even(const ls_problem *problem, const ls_table *leaf) {
    return leaf->box >= 0 ? problem->sizes[leaf->box] <= 2 : leaf->factor < 0;
}

/* Where the numbers of what lies outside a row begin, in `outward`: one for each number of mines that
 * the component can have. The i-th is for so many mines outside that, with the fewest in the row, the
 * component has lowest + i. */
static inline int64_t ls_outside_at(int32_t row, int32_t length) { return (int64_t)row * length; }
/* Room for them, all 0; LS_WIDE for more than the most numbers. */
ls_status ls_outside_room(ls_context *context, ls_trellis *trellis, int32_t length);
/* Whether values may be rounded at all, so that this is watched. */
static inline bool ls_is_rounded(const ls_trellis *trellis) {
    return trellis->is_weighted || ls_table_at(trellis, trellis->tables_made - 1)->cells > 53;
}
/* What a product with a row of the table adds, and its own number. */
static inline double ls_product_roundings(const ls_problem *problem, const ls_table *table) {
    return table->roundings + (table->left < 0 && ls_is_even(problem, table) ? 0.0 : 1.0);
}

/* How many products counting by box takes, about. */
static inline double ls_box_work(const ls_trellis *trellis) {
    const double length = ls_length(ls_last_row(trellis));
    return (double)trellis->pairs_made * (length / 2 + 1) * (length / 2 + 1);
}

#endif

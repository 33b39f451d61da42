/* Factors that are relations: their states in the tables of a trellis, and joins of rows that have them. */
#ifndef LOGICSWEEP_RELATIONS_H
#define LOGICSWEEP_RELATIONS_H

#include "trellis.h"

/* A relation that both sides of a join have. What a state on the left and one on the right come to is in
 * the trellis's numbers at states_at + left * rights + right: a state, or -1 if they allow nothing. */
typedef struct {
    int32_t factor, rights;
    int64_t states_at;
} ls_merge;

/* The rows of both sides of a join, in groups that are alike in all that both sides know of. Only groups that
 * go together are joined row by row. */
typedef struct {
    const ls_merge *merges;
    int32_t count;                 /* of merges */
    int32_t left_groups, at;       /* the right group that `parts` are for; -1 */
    const int32_t *lefts, *rights; /* rows, group by group */
    const int32_t *left_starts;    /* of each group, in `lefts` */
    const int32_t *right_group;    /* of each row in `rights` */
    const int32_t *left_states, *right_states; /* by group and merge */
    const uint64_t *left_known, *right_known;  /* by group: numbers that both sides have, in place */
    const uint64_t *left_keys;     /* of the rows in `lefts`, without the states that are merged */
    uint64_t merged[MOST_WORDS];   /* the fields of these states */
    int32_t parts_made, pairs;     /* the rows of all parts */
    int32_t *parts;                /* left groups that go with the right one */
    uint64_t *after;               /* of each part: the states after the join, in place */
} ls_groups;

/* Find the states of all relations in all tables of a plan, and how many there are at most, which is what
 * their fields have room for. LS_WIDE if there are too many. */
ls_status ls_relate(ls_context *context, ls_trellis *trellis, const ls_problem *problem);
/* Add to a key the states of the relations about a box with so many mines; false if one allows none. */
bool ls_add_states(const ls_trellis *trellis, const ls_problem *problem, int32_t box, int32_t mines,
                   uint64_t *key);
/* The relations that both sides of a join have, and how many there are. */
int32_t ls_merges_in(const ls_trellis *trellis, int32_t table, const ls_merge **merges);
/* Group the rows of both sides of a join. What is found lives until the next call. */
ls_status ls_group(ls_context *context, ls_trellis *trellis, const ls_table *table,
                   const ls_key_sum *sum, const ls_merge *merges, int32_t count, ls_groups *groups);
/* Find the parts for the group of a row on the right, by its place in `rights`. */
void ls_pair_groups(ls_trellis *trellis, ls_groups *groups, const ls_key_sum *sum, int32_t turn);

#endif

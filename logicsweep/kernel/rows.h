/* What rows.c and expand.c share: the fields of a key, and what a step does to them. */
#ifndef LOGICSWEEP_ROWS_H
#define LOGICSWEEP_ROWS_H

#include "kernel.h"

#define MOST_WORDS 32 /* of a key */

/* Where the field of a factor is, and the largest need that can still be met after the step. */
typedef struct {
    int32_t word, shift;
    int32_t ceiling;
} touched_factor;

/* What happens to every key of a table. */
typedef struct {
    int32_t touched_count;
    touched_factor touched[LS_DEGREE + 2];
    uint64_t opening[MOST_WORDS]; /* the needs of factors that are opened here */
    uint64_t unit[MOST_WORDS];    /* what a mine takes off the key */
    uint64_t mask;                /* of a field at the low end of a word */
} key_step;

/* All transitions of a step that sums out a box, or closes a factor; it makes the next table. */
ls_status ls_expand(ls_context *context, ls_tables *tables, ls_step *step,
                    const key_step *change, const ls_problem *problem);

#endif

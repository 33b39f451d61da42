/* What the files of the join share. */
#ifndef LOGICSWEEP_JOIN_H
#define LOGICSWEEP_JOIN_H

#include "kernel.h"

#define ROOM 896 /* binary exponents of doubles that may be used up */

/* Everything that the join works with, relative to the fewest mines of each component. */
typedef struct {
    int64_t interior;     /* cells */
    int64_t lower, upper; /* bounds of the mines in components, above their fewest, and interior */
    int64_t span;         /* the most mines of all components above their fewest */
    int64_t first, last;  /* mines that the interior may hold */
    int32_t tilt;
} joined;

/* ---- interior.c ---- */

/* The binary exponent with which the mines expected come nearest to those that there are. */
int32_t ls_best_tilt(const ls_context *context, const joined *board);
/* The binomial coefficients of the interior for first..last mines, tilted, relative to the largest;
 * and which that is. */
int64_t ls_binomials(const joined *board, double *values);
/* The message of the interior by the mines in components, and the same times its share of mines. */
ls_status ls_interior(ls_context *context, const joined *board, double *values, double *message,
                      double *shares);

/* ---- tree.c ---- */

/* The messages to all components under a known mine count. */
ls_status ls_under_total(ls_context *context, joined *board);

#endif

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
    double odds;          /* what each mine is made to weigh in the components */
    bool is_power;        /* whether that is 2^tilt */
    int32_t tilt;         /* else 2^tilt is the least power of 2 above */
} joined;

/* value * a / b for a number in two doubles: off by 16 times the square of a rounding. Dekker's
 * products, since there are thousands in a row. */
static inline void ls_times(ls_sum *value, double a, double b) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double big = splitter * value->high, high = big - (big - value->high);
    double low = value->high - high;
    double a_big = splitter * a, a_high = a_big - (a_big - a), a_low = a - a_high;
    double product = value->high * a;
    double rest = ((high * a_high - product) + high * a_low + low * a_high) + low * a_low;
    rest += value->low * a;
    double quotient = (product + rest) / b;
    double q_big = splitter * quotient, q_high = q_big - (q_big - quotient);
    double q_low = quotient - q_high;
    double b_big = splitter * b, b_high = b_big - (b_big - b), b_low = b - b_high;
    double back = quotient * b;
    double off = ((q_high * b_high - back) + q_high * b_low + q_low * b_high) + q_low * b_low;
    value->high = quotient;
    value->low = (((product - back) - off) + rest) / b;
}

/* ---- interior.c ---- */

/* The odds with which the mines expected come nearest to those that there are: a power of 2 that is
 * near, or, if `is_fine`, a number with so few bits that its products with numbers of cells are exact.
 */
void ls_tilt(const ls_context *context, joined *board, bool is_fine);
/* The binomial coefficients of the interior for first..last mines, tilted, relative to the largest;
 * and which that is. */
int64_t ls_binomials(const joined *board, double *values);
/* How much room `ls_interior` needs. */
int64_t ls_window_room(const joined *board);
/* The message of the interior by the mines in components, and the same times its share of mines: off
 * by 10 roundings at most. It changes `values`. */
ls_status ls_interior(ls_context *context, const joined *board, double *values, double *message,
                      double *shares, double *room);

/* ---- tree.c ---- */

/* The messages to all components under a known mine count. */
ls_status ls_under_total(ls_context *context, joined *board);

/* ---- join.c ---- */

/* Under a known mine count: as `ls_support`, and the bounds of what is joined. */
ls_status ls_bounds(ls_context *context, joined *board);

#endif

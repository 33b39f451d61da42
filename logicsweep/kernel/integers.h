/* The counts of the components at hand as whole numbers. See integers.c. */
#ifndef LOGICSWEEP_INTEGERS_H
#define LOGICSWEEP_INTEGERS_H

#include "kernel.h"

/* The counts of the component that is the same in `alive`: numbers of `limbs` limbs, in `integer_limbs`.
 * Those by number of mines begin at `counts_at`; by box and number of mines, if they are there, at
 * `boxes_at`, with the mines in the box summed over the models. All models together have `bits`. */
typedef struct {
    int32_t limbs;
    double bits;
    int64_t counts_at, boxes_at;
} ls_integers;

/* About how many bits and limbs they will have. */
ls_status ls_estimate_integers(ls_context *context);
/* Make them, with `boxes` by box as well. LS_WIDE if that takes more than so many products of limbs. */
ls_status ls_make_integers(ls_context *context, bool boxes, double most_work);

static inline const ls_integers *ls_integers_at(const ls_context *context, int32_t turn) {
    return (const ls_integers *)context->integers.items + turn;
}
static inline const uint64_t *ls_whole_counts(const ls_context *context, const ls_integers *whole) {
    return (const uint64_t *)context->integer_limbs.items + whole->counts_at;
}
static inline const uint64_t *ls_whole_boxes(const ls_context *context, const ls_integers *whole) {
    return (const uint64_t *)context->integer_limbs.items + whole->boxes_at;
}

#endif

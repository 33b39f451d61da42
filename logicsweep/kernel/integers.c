/* The counts of the components at hand as whole numbers: what is whole in doubles is copied, all else is
 * counted once more. Only for boards on which no clue has weights.
 */
#include "integers.h"
#include "limbs.h"
#include "trellis.h"

#include <string.h>

ls_status ls_estimate_integers(ls_context *context) {
    if (!ls_room(&context->memory, &context->integers, (int64_t)context->alive_count + 1,
                 sizeof(ls_integers))) {
        return LS_MEMORY;
    }
    ls_integers *whole = context->integers.items;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        const double bits =
            own->counts.models_bits + own->counts.exponent;
        whole[turn] = (ls_integers){(int32_t)(bits / 64) + 1, bits, 0, 0};
    }
    return LS_OK;
}

/* The bits of the sum of some numbers, at most. */
static double bits_of_sum(const uint64_t *numbers, int32_t length, int32_t limbs) {
    int32_t most = 0;
    for (int32_t place = 0; place < length; place++) {
        const uint64_t *number = numbers + (int64_t)place * limbs;
        const int32_t held = significant(number, limbs);
        const int32_t bits = held ? 64 * held - __builtin_clzll(number[held - 1]) : 0;
        most = bits > most ? bits : most;
    }
    return (double)most + ls_bits(length);
}

static void copy(const double *numbers, int64_t count, uint64_t *whole) {
    for (int64_t place = 0; place < count; place++) {
        whole[place] = (uint64_t)numbers[place];
    }
}

/* Those of one component, behind all that there are so far. */
static ls_status make(ls_context *context, const ls_component *own, bool boxes, int64_t *made,
                      double *work, ls_integers *whole) {
    const int64_t length = own->counts.length, in_boxes = boxes ? length * own->problem.boxes : 0;
    const bool is_whole = own->counts.is_exact && (!boxes || !own->trellis);
    ls_exact *exact = &context->exact;
    if (!is_whole) {
        LS_TRY(ls_compile(context, &context->trellis, &own->problem));
        *work += boxes ? ls_box_work(&context->trellis) * whole->limbs * whole->limbs : 0;
        if (*work > 0) {
            return LS_WIDE;
        }
        LS_TRY(ls_count_exactly(context, &context->trellis, &own->problem, exact, boxes));
    }
    whole->limbs = is_whole ? 1 : exact->limbs;
    whole->counts_at = *made;
    whole->boxes_at = *made += length * whole->limbs;
    *made += in_boxes * whole->limbs;
    if (!ls_room(&context->memory, &context->integer_limbs, *made, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *limbs = context->integer_limbs.items;
    uint64_t *counts = limbs + whole->counts_at, *by_box = limbs + whole->boxes_at;
    if (is_whole) {
        copy(own->counts.counts, length, counts);
        copy(own->counts.mines, in_boxes, by_box);
    } else {
        const size_t item = (size_t)whole->limbs * sizeof(uint64_t);
        memcpy(counts, exact->counts.items, (size_t)length * item);
        memcpy(by_box, exact->boxes.items, (size_t)in_boxes * item);
    }
    whole->bits = bits_of_sum(counts, (int32_t)length, whole->limbs);
    return LS_OK;
}

ls_status ls_make_integers(ls_context *context, bool boxes, double most_work) {
    LS_TRY(ls_estimate_integers(context));
    int64_t made = 0;
    double work = -most_work;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        ls_integers *whole = (ls_integers *)context->integers.items + turn;
        LS_TRY(make(context, ls_component_at(context, turn), boxes, &made, &work, whole));
    }
    return LS_OK;
}

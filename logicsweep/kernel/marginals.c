/* The marginals of all cells, once components and interior are joined.
 *
 * A marginal is exactly 0 or 1 only where no model with an allowed number of mines says otherwise:
 * never by rounding, never by underflow.
 */
#include "kernel.h"

#include <math.h>

/* An undecided marginal, whatever it was rounded to, lies strictly between. */
static inline double strictly_between(double value) {
    const double barely = 4.9406564584124654e-324, nearly = 0.99999999999999988898;
    return value < barely ? barely : value > nearly ? nearly : value;
}

static bool all_allowed(const ls_counts *counts, const uint8_t *allowed) {
    for (int32_t place = 0; place < counts->length; place++) {
        if (counts->counts[place] > 0 && !allowed[place]) {
            return false;
        }
    }
    return true;
}

static void write_box(const ls_component *own, int32_t box, double value, double *marginals) {
    for (int32_t at = own->cell_start[box]; at < own->cell_start[box + 1]; at++) {
        marginals[own->cells[at]] = value;
    }
}

/* What is weighed of a box: its mines and its safe cells, under a message. */
typedef struct {
    double mines, safe;
} weighed;

/* What a component with counts by box decides of one: 0 safe, 1 mines, 2 neither. */
static inline int32_t verdict_of(ls_context *context, const ls_component *own, int32_t box,
                                 const uint8_t *allowed, const double *message, weighed *all) {
    const ls_counts *counts = &own->counts;
    const double *mines = counts->mines + (int64_t)box * counts->length;
    const double *safe = counts->safe + (int64_t)box * counts->length;
    bool may_hold = false, may_miss = false, could_hold = false, could_miss = false;
    *all = (weighed){0, 0};
    for (int32_t place = 0; place < counts->length; place++) {
        could_hold |= mines[place] > 0;
        could_miss |= safe[place] > 0;
        if (allowed[place]) {
            may_hold |= mines[place] > 0;
            may_miss |= safe[place] > 0;
            all->mines += mines[place] * message[place];
            all->safe += safe[place] * message[place];
        }
    }
    context->said.needs_total |= could_hold > may_hold || could_miss > may_miss;
    return !may_hold ? 0 : !may_miss ? 1 : 2;
}

/* What one decides that keeps its trellis; NULL if all of its numbers of mines are allowed, since what
 * the clues decide was taken out. */
static ls_status heavy_verdicts(ls_context *context, ls_component *own, const uint8_t *allowed,
                                uint8_t *room, const uint8_t **decided) {
    *decided = NULL;
    if (!all_allowed(&own->counts, allowed)) {
        LS_TRY(ls_possible(context, own->trellis, &own->problem, allowed, room));
        *decided = room;
        for (int32_t box = 0; box < own->problem.boxes; box++) {
            context->said.needs_total |= room[box] != 2;
        }
    }
    return LS_OK;
}

/* A component with counts by box: one sum of products each. */
static ls_status write_light(ls_context *context, const ls_component *own, const double *message,
                             const uint8_t *allowed, double *marginals) {
    const ls_counts *counts = &own->counts;
    double largest = 0;
    for (int32_t place = 0; place < counts->length; place++) {
        largest = counts->counts[place] > largest ? counts->counts[place] : largest;
    }
    /* What the message may have lost is far below this. */
    const double least = ldexp(largest, own->lost - 950);
    for (int32_t box = 0; box < own->problem.boxes; box++) {
        weighed found;
        const int32_t verdict = verdict_of(context, own, box, allowed, message, &found);
        const double all = found.mines + found.safe;
        if (!(all > least && all < INFINITY)) {
            return LS_IMPRECISE;
        }
        const double value = found.mines / all;
        write_box(own, box, verdict == 2 ? strictly_between(value) : (double)verdict, marginals);
    }
    return LS_OK;
}

/* One that keeps its trellis: backward under the message that came. */
static ls_status write_heavy(ls_context *context, ls_component *own, const double *message,
                             const uint8_t *allowed, double *marginals, double *roundings) {
    const int32_t boxes = own->problem.boxes;
    if (!ls_room(&context->memory, &context->marginals, 2 * (int64_t)boxes, sizeof(double))) {
        return LS_MEMORY;
    }
    double mass = 0;
    for (int32_t place = 0; place < own->counts.length; place++) {
        mass += own->counts.counts[place] * message[place];
    }
    /* What the message may have lost is far below this. */
    if (!(log2(mass) > own->counts.models_bits + own->lost - 1000)) {
        return LS_IMPRECISE;
    }
    double *values = context->marginals.items;
    const uint8_t *decided;
    LS_TRY(ls_backward(context, own->trellis, &own->problem, &own->counts, message, values,
                       roundings));
    LS_TRY(heavy_verdicts(context, own, allowed, (uint8_t *)(values + boxes), &decided));
    for (int32_t box = 0; box < boxes; box++) {
        const int32_t verdict = decided ? decided[box] : 2;
        write_box(own, box, verdict == 2 ? strictly_between(values[box]) : (double)verdict,
                  marginals);
    }
    return LS_OK;
}

/* The cells in no component. */
static void write_others(ls_context *context, double interior, double *marginals) {
    const uint8_t *codes = ls_codes(context);
    const int32_t verdict = context->interior_verdict;
    const double covered = verdict == 2 ? interior : (double)verdict;
    double by_code[UINT8_MAX + 1];
    by_code[LS_SHOWN] = by_code[LS_CLUE] = by_code[LS_KNOWN] = NAN;
    by_code[LS_COVERED] = covered;
    by_code[LS_SAFE] = 0.0;
    by_code[LS_MINE] = 1.0;
    for (int32_t number = 0; number < context->size; number++) {
        marginals[number] = by_code[codes[number]];
    }
    context->said.needs_total = verdict != 2;
}

ls_status ls_marginals_of(ls_context *context, double *marginals) {
    write_others(context, strictly_between(context->interior), marginals);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        ls_component *own = ls_component_at(context, turn);
        const double *message = (double *)context->numbers.items + own->message_at;
        const uint8_t *allowed = (uint8_t *)context->allowed.items + own->allowed_at;
        double roundings = own->counts.roundings;
        if (own->trellis) {
            LS_TRY(write_heavy(context, own, message, allowed, marginals, &roundings));
        } else {
            LS_TRY(write_light(context, own, message, allowed, marginals));
        }
        roundings += own->roundings + own->counts.length + 6;
        if (roundings * LS_ROUNDING > LS_LOOSE_TOLERANCE) {
            return LS_IMPRECISE;
        }
    }
    return LS_OK;
}

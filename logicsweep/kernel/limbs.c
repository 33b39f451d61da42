/* Exact counts of one component: whole numbers of 64-bit limbs, along the rows of rows.c.
 *
 * Every number is at most the number of cells times 2^cells times the largest weights, so that so
 * many limbs hold whatever comes up, and carries are never lost. With plain clues most components
 * need none of this: their counts in doubles are below 2^53, and so exact already.
 */
#include "limbs.h"

#include <string.h>

static int32_t bits_of(const uint64_t *number, int32_t limbs) {
    limbs = significant(number, limbs);
    return limbs ? 64 * limbs - __builtin_clzll(number[limbs - 1]) : 0;
}

/* The limbs of the largest number that can come up; 0 for too many. */
static int32_t limbs_for(const ls_problem *problem) {
    int64_t cells = 0, bits = 2;
    for (int32_t box = 0; box < problem->boxes; box++) {
        cells += problem->sizes[box];
    }
    for (int64_t left = cells; left; left /= 2) {
        bits++;
    }
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        const int32_t at = problem->weights_at[factor];
        int32_t largest = 0;
        for (int32_t place = 0;
             at >= 0 && place <= problem->upper[factor] - problem->lower[factor]; place++) {
            const int32_t own = bits_of(problem->limbs + (int64_t)(at + place) *
                                        problem->weight_limbs, problem->weight_limbs);
            largest = own > largest ? own : largest;
        }
        bits += largest;
    }
    bits += cells;
    return bits > 64 * 1024 ? 0 : (int32_t)((bits + 63) / 64);
}

/* The weights of a step's transitions: two limbs each for a box, or those of the factor. */
typedef struct {
    uint64_t layouts[LS_DEGREE + 1][2];
    const uint64_t *of_factor;
    int32_t limbs;
} step_weights;

static void weigh(const ls_problem *problem, const ls_step *step, step_weights *weights) {
    static const uint64_t one = 1;
    if (step->box < 0) {
        const int32_t at = problem->weights_at[step->factor];
        weights->of_factor =
            at < 0 ? &one : problem->limbs + (int64_t)at * problem->weight_limbs;
        weights->limbs = at < 0 ? 0 : problem->weight_limbs; /* 0: the same for all rows */
        return;
    }
    two_limbs row[LS_DEGREE + 2] = {1}; /* Pascal's triangle, in place */
    const int32_t size = problem->sizes[step->box];
    for (int32_t n = 1; n <= size; n++) {
        for (int32_t k = n; k > 0; k--) {
            row[k] += row[k - 1];
        }
    }
    for (int32_t k = 0; k <= size; k++) {
        weights->layouts[k][0] = (uint64_t)row[k];
        weights->layouts[k][1] = (uint64_t)(row[k] >> 64);
    }
}

/* The weight of one edge, and its limbs. */
static inline const uint64_t *weight_of(const ls_step *step, const step_weights *weights,
                                        const ls_row *from, int32_t mines, int32_t *limbs) {
    if (step->box >= 0) {
        *limbs = weights->layouts[mines][1] ? 2 : 1;
        return weights->layouts[mines];
    }
    if (!weights->limbs) {
        *limbs = 1;
        return weights->of_factor;
    }
    const uint64_t *found = weights->of_factor + (int64_t)from->residual * weights->limbs;
    *limbs = significant(found, weights->limbs);
    return found;
}

static ls_status forward(ls_context *context, ls_tables *tables, const ls_problem *problem,
                         int32_t limbs) {
    if (tables->values_made * limbs > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &tables->values, tables->values_made * limbs,
                 sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    uint64_t *values = tables->values.items;
    step_weights weights;
    memset(values, 0, (size_t)(tables->values_made * limbs) * sizeof(uint64_t));
    values[0] = 1;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const ls_step *step = steps + turn;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        int64_t work = 0;
        weigh(problem, step, &weights);
        for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
            const ls_row *from = rows + row;
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (from->most < 0 || *edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                const uint64_t *here = values + from->value * limbs;
                uint64_t *there = values + (to->value + from->lo + mines - to->lo) * limbs;
                int32_t own;
                const uint64_t *weight = weight_of(step, &weights, from, mines, &own);
                const int32_t length = from->hi - from->lo + 1;
                for (int32_t at = 0; at < length; at++, here += limbs, there += limbs) {
                    add_product(there, limbs, weight, own, here, significant(here, limbs));
                }
                work += (int64_t)length * limbs;
            }
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The mines in every box, summed over all models by their number of mines. */
static ls_status by_box(ls_context *context, ls_tables *tables, const ls_problem *problem,
                        ls_exact *exact) {
    const int32_t limbs = exact->limbs;
    const size_t item = (size_t)limbs * sizeof(uint64_t);
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const uint64_t *values = tables->values.items;
    int32_t side = 0;
    step_weights weights;
    LS_TRY(ls_ahead_room(context, tables, tables->steps_made, side, true, item));
    ((uint64_t *)tables->ahead[side].items)[0] = 1;
    if (!ls_room(&context->memory, &tables->through, 2, item)) {
        return LS_MEMORY;
    }
    uint64_t *models = tables->through.items;
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        const int64_t next_row = step->first_row + step->rows;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        LS_TRY(ls_ahead_room(context, tables, turn, !side, true, item));
        const uint64_t *after = tables->ahead[side].items;
        const int64_t *after_at = tables->ahead_at[side].items;
        uint64_t *before = tables->ahead[!side].items;
        const int64_t *before_at = tables->ahead_at[!side].items;
        int64_t work = 0;
        weigh(problem, step, &weights);
        for (int64_t row = step->first_row; row < next_row; row++) {
            const ls_row *from = rows + row;
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (from->most < 0 || *edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                const uint64_t *there = after + after_at[*edge - next_row] * limbs;
                uint64_t *into = before + (before_at[row - step->first_row] + to->least + mines -
                                           from->least) * limbs;
                const int32_t further = to->most - to->least + 1;
                const int32_t so_far = from->hi - from->lo + 1;
                int32_t own;
                const uint64_t *weight = weight_of(step, &weights, from, mines, &own);
                for (int32_t more = 0; more < further; more++) {
                    const uint64_t *one = there + (int64_t)more * limbs;
                    add_product(into + (int64_t)more * limbs, limbs, weight, own, one,
                                significant(one, limbs));
                }
                if (step->box < 0 || !mines) {
                    continue;
                }
                /* times the mines in the box, which a limb holds beside the weight of a layout */
                for (int32_t less = 0; less < so_far; less++) {
                    const uint64_t factor = (uint64_t)mines;
                    const uint64_t *so = values + (from->value + less) * limbs;
                    uint64_t *part = models, *all = models + limbs;
                    memset(models, 0, 2 * item);
                    add_product(part, limbs, weight, own, so, significant(so, limbs));
                    add_product(all, limbs, &factor, 1, part, significant(part, limbs));
                    const int32_t length = significant(all, limbs);
                    uint64_t *held = (uint64_t *)exact->boxes.items +
                                     ((int64_t)step->box * exact->length + from->lo + less +
                                      mines + to->least - exact->lowest) * limbs;
                    for (int32_t more = 0; more < further; more++) {
                        const uint64_t *one = there + (int64_t)more * limbs;
                        add_product(held + (int64_t)more * limbs, limbs, all, length, one,
                                    significant(one, limbs));
                    }
                }
                work += (int64_t)so_far * further * limbs;
            }
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
        side = !side;
    }
    return LS_OK;
}

ls_status ls_count_exactly(ls_context *context, ls_tables *tables, const ls_problem *problem,
                           ls_exact *exact, bool boxes) {
    ls_memory *memory = &context->memory;
    const int32_t limbs = exact->limbs = limbs_for(problem);
    if (!limbs) {
        return LS_WIDE;
    }
    LS_TRY(forward(context, tables, problem, limbs));
    const ls_step *last = (const ls_step *)tables->steps.items + tables->steps_made - 1;
    const int64_t first = last->first_row + last->rows;
    const ls_row *rows = (const ls_row *)tables->rows.items + first;
    int32_t lowest = INT32_MAX, highest = 0;
    exact->rows = (int32_t)(tables->rows_made - first);
    for (int32_t row = 0; row < exact->rows; row++) {
        lowest = rows[row].lo < lowest ? rows[row].lo : lowest;
        highest = rows[row].hi > highest ? rows[row].hi : highest;
    }
    exact->lowest = lowest;
    exact->length = highest - lowest + 1;
    const int64_t wanted = (int64_t)exact->rows * exact->length * limbs;
    const int64_t in_boxes = boxes ? (int64_t)problem->boxes * exact->length * limbs : 0;
    if (wanted + in_boxes > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(memory, &exact->counts, wanted, sizeof(uint64_t)) ||
        !ls_room(memory, &exact->boxes, in_boxes + 1, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    memset(exact->counts.items, 0, (size_t)wanted * sizeof(uint64_t));
    memset(exact->boxes.items, 0, (size_t)in_boxes * sizeof(uint64_t));
    for (int32_t row = 0; row < exact->rows; row++) {
        memcpy((uint64_t *)exact->counts.items +
                   ((int64_t)row * exact->length + rows[row].lo - lowest) * limbs,
               (uint64_t *)tables->values.items + rows[row].value * limbs,
               (size_t)(rows[row].hi - rows[row].lo + 1) * (size_t)limbs * sizeof(uint64_t));
    }
    return boxes ? by_box(context, tables, problem, exact) : LS_OK;
}

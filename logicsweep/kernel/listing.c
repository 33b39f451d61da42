/* Components one by one: those of the board at hand as lists, and any that a caller has; exactly. */
#include "door.h"
#include "trellis.h"

#include <string.h>

/* Products that counting by box may take, of the number of mines alone and of all else. */
#define MOST_BOX_WORK 3e7
#define MOST_RELATED_WORK 1e10

/* List the components, after `ls_load` or `ls_marginals`. */
int32_t ls_list(ls_context *context, ls_components_found *found) {
    if (!context->is_loaded || !context->is_joined) {
        return LS_NONE;
    }
    int64_t numbers = 0, counts = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        numbers += 5 + own->problem.boxes + own->cells_count + own->clues_count;
        counts += ls_has_integers(own) ? (int64_t)own->counts.length * (1 + own->problem.boxes) : 0;
    }
    if (!ls_room(&context->memory, &context->listed, numbers + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->listed_counts, counts + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int32_t *number = context->listed.items;
    int64_t *count = context->listed_counts.items;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        const int32_t boxes = own->problem.boxes, length = own->counts.length;
        const bool is_exact = ls_has_integers(own);
        const int32_t head[] = {boxes, own->clues_count, own->counts.lowest, length, is_exact};
        memcpy(number, head, sizeof head);
        memcpy(number + 5, own->cell_start + 1, (size_t)boxes * sizeof(int32_t));
        number += 5 + boxes;
        memcpy(number, own->cells, (size_t)own->cells_count * sizeof(int32_t));
        memcpy(number + own->cells_count, own->clues, (size_t)own->clues_count * sizeof(int32_t));
        number += own->cells_count + own->clues_count;
        for (int32_t place = 0; is_exact && place < length; place++) {
            *count++ = (int64_t)own->counts.counts[place];
        }
        for (int64_t place = 0; is_exact && place < (int64_t)length * boxes; place++) {
            *count++ = (int64_t)own->counts.mines[place];
        }
    }
    *found = (ls_components_found){number - (int32_t *)context->listed.items,
                                   count - (int64_t *)context->listed_counts.items,
                                   context->listed.items, context->listed_counts.items};
    return LS_OK;
}

/* Whether counts by box take too many products, or numbers. */
static bool are_many(const ls_context *context, const ls_trellis *trellis, const ls_problem *problem) {
    const bool is_plain = !problem->relations && !problem->hidden;
    const double numbers = (double)trellis->rows_made * ls_length(ls_last_row(trellis));
    return ls_box_work(trellis) > (is_plain ? MOST_BOX_WORK : MOST_RELATED_WORK) ||
           numbers > (double)context->most_numbers;
}

/* Count exactly, in the trellis of the context; what components keep is in one of their own. LS_WIDE where
 * counts by box have to be there and take too much. */
static ls_status exactly(ls_context *context, const ls_problem *problem, bool boxes, bool have_to,
                         ls_numbers *found) {
    ls_exact *exact = &context->exact;
    ls_trellis *trellis = &context->trellis;
    start_watch(context);
    LS_TRY(ls_compile(context, trellis, problem));
    boxes &= !problem->queries && !are_many(context, trellis, problem);
    if (have_to && !boxes) {
        return LS_WIDE;
    }
    LS_TRY(ls_count_exactly(context, trellis, problem, exact, boxes));
    *found = (ls_numbers){exact->limbs,        exact->lowest,
                          exact->length,       exact->rows,
                          exact->counts.items, boxes ? exact->boxes.items : NULL,
                          trellis->held.items};
    return LS_OK;
}

/* The exact counts of a component that `ls_list` lists; weights are not known exactly. */
int32_t ls_exactly(ls_context *context, int32_t place, ls_numbers *found) {
    if (!context->is_loaded || !context->is_joined || context->weights || place < 0 ||
        place >= context->alive_count) {
        return LS_NONE;
    }
    const ls_component *own = ls_component_at(context, place);
    return exactly(context, &own->problem, true, true, found);
}

bool ls_is_sound(const ls_problem *problem) {
    if (problem->boxes < 1 || problem->factors <= problem->queries) {
        return false;
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        if (problem->sizes[box] < 1 || problem->sizes[box] > LS_DEGREE) {
            return false;
        }
    }
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        if (problem->lower[factor] < 0 || problem->upper[factor] < problem->lower[factor]) {
            return false;
        }
    }
    return true;
}

int32_t ls_component_exactly(ls_context *context, const ls_problem *problem, int32_t boxes,
                             ls_numbers *found) {
    return ls_is_sound(problem) ? exactly(context, problem, boxes, false, found) : LS_WIDE;
}

int32_t ls_component_marginals(ls_context *context, const ls_problem *problem,
                               const double *message, int32_t lowest, int32_t length,
                               double *marginals) {
    ls_trellis *trellis = &context->trellis;
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    start_watch(context);
    LS_TRY(ls_compile(context, trellis, problem));
    LS_TRY(ls_forward(context, trellis, problem));
    const ls_row *last = ls_last_row(trellis);
    if (last->lo != lowest || last->hi - last->lo + 1 != length) {
        return LS_CLASH; /* the message is for other numbers of mines */
    }
    ls_counts counts = {.lowest = lowest, .length = length};
    double roundings;
    LS_TRY(ls_backward(context, trellis, problem, &counts, message, marginals, &roundings));
    return roundings * LS_ROUNDING > LS_LOOSE_TOLERANCE ? LS_IMPRECISE : LS_OK;
}

int32_t ls_component_possible(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                              uint8_t *decided) {
    ls_trellis *trellis = &context->trellis;
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    start_watch(context);
    LS_TRY(ls_compile(context, trellis, problem));
    return ls_possible(context, trellis, problem, allowed + ls_last_row(trellis)->lo, decided);
}

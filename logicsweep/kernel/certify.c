/* Verdicts on boards, with what shows that they are right where that is asked.
 *
 * Single clues come first; then what no model of a component shows is claimed to be decided, and what
 * the mine count leaves. Where tables are believed, their rows decide, and no models are made.
 */
#include "door.h"

#include <string.h>

#define HAS_MINE 1
#define HAS_SAFE 2

static void write_box(const ls_component *component, int32_t box, uint8_t decided, int8_t *verdicts) {
    for (int32_t at = component->cell_start[box]; at < component->cell_start[box + 1]; at++) {
        verdicts[component->cells[at]] = decided == 2 ? LS_UNDECIDED : (int8_t)decided;
    }
}

/* What the models at hand leave of the boxes of a component. */
static ls_status claim_boxes(ls_context *context, const ls_component *component,
                             const ls_shown *shown, int64_t count, int8_t *verdicts) {
    const uint8_t *all = context->shown_mines.items;
    for (int32_t box = 0; box < component->problem.boxes; box++) {
        uint8_t has = 0;
        for (int64_t place = 0; place < count && has != (HAS_MINE | HAS_SAFE); place++) {
            const uint8_t mines = all[shown[place].mines_at + box];
            has |= (uint8_t)((mines ? HAS_MINE : 0) | (mines < component->problem.sizes[box] ? HAS_SAFE : 0));
        }
        write_box(component, box, has == (HAS_MINE | HAS_SAFE) ? 2 : has == HAS_MINE, verdicts);
    }
    return ls_must_stop(&context->watch, component->problem.boxes) ? LS_STOPPED : LS_OK;
}

static void claim_others(const ls_context *context, int8_t *verdicts) {
    const uint8_t *codes = ls_codes(context);
    const int8_t interior =
        context->interior_verdict == 2 ? LS_UNDECIDED : (int8_t)context->interior_verdict;
    for (int32_t number = 0; number < context->size; number++) {
        const uint8_t code = codes[number];
        verdicts[number] = code == LS_COVERED ? interior
                           : code == LS_SAFE  ? 0
                           : code == LS_MINE  ? 1
                                              : LS_NOT_COVERED;
    }
}

static ls_status claim(ls_context *context, int8_t *verdicts) {
    claim_others(context, verdicts);
    const ls_shown *shown = context->shown.items;
    int64_t at = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const int32_t id = ((const int32_t *)context->alive.items)[turn];
        const int64_t first = at;
        while (at < context->shown_made && shown[at].component == id) {
            at++;
        }
        LS_TRY(claim_boxes(context, ls_components(context) + id, shown + first, at - first,
                           verdicts));
    }
    return LS_OK;
}

/* What a clue alone leaves of its box, gaps and all, with an allowed number of mines; NULL for any. */
static uint8_t decided_alone(const ls_component *component, const uint8_t *allowed) {
    const ls_counts *counts = &component->counts;
    bool may_hold = false, may_miss = false;
    for (int32_t place = 0; place < counts->length; place++) {
        const bool is_possible = (!allowed || allowed[place]) && counts->counts[place] > 0;
        may_hold |= is_possible && counts->lowest + place > 0;
        may_miss |= is_possible && counts->lowest + place < component->problem.sizes[0];
    }
    return !may_hold ? 0 : !may_miss ? 1 : 2;
}

/* What the rows of a component leave with an allowed number of mines, where tables are believed. */
static ls_status claim_allowed(ls_context *context, const ls_component *component, int8_t *verdicts,
                               bool *needs_total) {
    const ls_problem *problem = &component->problem;
    const uint8_t *allowed = (const uint8_t *)context->allowed.items + component->allowed_at;
    if (!ls_room(&context->memory, &context->shown_room, problem->boxes, 1)) {
        return LS_MEMORY;
    }
    uint8_t *decided = context->shown_room.items;
    if (problem->boxes == 1 && problem->factors == 1) {
        decided[0] = decided_alone(component, allowed);
    } else {
        LS_TRY(ls_compile(context, &context->trellis, problem));
        LS_TRY(ls_possible(context, &context->trellis, problem, allowed, decided));
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        *needs_total |= decided[box] != 2 && verdicts[component->cells[component->cell_start[box]]] < 0;
        write_box(component, box, decided[box], verdicts);
    }
    return LS_OK;
}

/* Claim what rows decide, and what they decide under the mine count. */
static ls_status claim_by_rows(ls_context *context, int8_t *verdicts, bool *needs_total) {
    claim_others(context, verdicts);
    *needs_total = context->interior_verdict != 2;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *component = ls_component_at(context, turn);
        const bool is_alone = component->problem.boxes == 1 && component->problem.factors == 1;
        for (int32_t box = 0; box < component->problem.boxes; box++) {
            const uint8_t decided = is_alone ? decided_alone(component, NULL) : component->decided[box];
            write_box(component, box, decided, verdicts);
        }
        if (!context->is_slack) {
            LS_TRY(claim_allowed(context, component, verdicts, needs_total));
        }
    }
    return LS_OK;
}

/* Claim what follows under the mine count, too; `claims` has what follows without it, if that is less. */
static ls_status claim_all(ls_context *context, int8_t *verdicts, bool *needs_total) {
    LS_TRY(ls_support(context));
    if (!context->shows) {
        return claim_by_rows(context, verdicts, needs_total);
    }
    const int32_t interior = context->interior_verdict;
    context->interior_verdict = 2;
    LS_TRY(claim(context, verdicts));
    context->interior_verdict = interior;
    *needs_total = false;
    if (context->is_slack && interior == 2) {
        return LS_OK;
    }
    if (!ls_room(&context->memory, &context->claims, context->size, 1)) {
        return LS_MEMORY;
    }
    memcpy(context->claims.items, verdicts, (size_t)context->size);
    if (!context->is_slack) {
        LS_TRY(ls_show_allowed(context));
    }
    LS_TRY(claim(context, verdicts));
    *needs_total = memcmp(context->claims.items, verdicts, (size_t)context->size) != 0;
    return LS_OK;
}

/* The claims about a board. */
static ls_status begin(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                       const int8_t *states, int64_t lower, int64_t upper,
                       const int32_t *uncertain, const double *weights, bool shows,
                       int8_t *verdicts, bool *needs_total) {
    start_watch(context);
    context->shows = shows;
    context->certifies = context->is_brief = true;
    ls_status status = ls_begin(context, size, degree, near, states, lower, upper, 0, 0, uncertain,
                                weights);
    if (status == LS_OK) {
        status = claim_all(context, verdicts, needs_total);
    }
    context->certifies = context->shows = context->is_brief = false;
    context->is_loaded = false; /* it has no counts */
    return status;
}

int32_t ls_verdicts(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                    const int8_t *states, int64_t lower, int64_t upper, const int32_t *uncertain,
                    const double *weights, int8_t *verdicts, ls_certified *found) {
    bool needs_total;
    if (found) {
        *found = (ls_certified){.unproved = LS_ALL_PROVED, .asks_all = found->asks_all};
    }
    LS_TRY(begin(context, size, degree, near, states, lower, upper, uncertain, weights, found != NULL,
                 verdicts, &needs_total));
    if (context->notes) {
        context->notes[1] = needs_total;
    }
    if (!found) {
        return LS_OK;
    }
    ls_proved proved;
    LS_TRY(ls_check(context, states, uncertain, verdicts, &proved));
    if (proved.unproved != LS_ALL_PROVED && context->is_slack) {
        /* The models at hand may leave no choice to the cells that no clue touches. */
        LS_TRY(ls_show_allowed(context));
        LS_TRY(ls_check(context, states, uncertain, verdicts, &proved));
    }
    found->unproved = proved.unproved;
    found->to_refute = proved.to_refute;
    if (proved.to_refute && proved.unproved == LS_ALL_PROVED) {
        LS_TRY(ls_to_refute(context, states, uncertain, verdicts,
                            needs_total ? context->claims.items : NULL, found));
    }
    return LS_OK;
}

int32_t ls_verdicts_of_many(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                            int64_t count, const int8_t *states, const int64_t *bounds,
                            int8_t *verdicts, int32_t *statuses) {
    for (int64_t turn = 0; turn < count; turn++) {
        bool needs_total;
        statuses[turn] = begin(context, size, degree, near, states + turn * size, bounds[2 * turn],
                               bounds[2 * turn + 1], NULL, NULL, false, verdicts + turn * size,
                               &needs_total);
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

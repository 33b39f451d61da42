/* The counts of each component of a board.
 *
 * A component whose tables are wide is first decided on their rows alone: the cells that have the
 * same value in every model are taken out, what is left falls apart, and is counted.
 */
#include "trellis.h"

#define MANY_CLUES 40 /* components with so many are first decided by two clues at a time */
#define LIGHT_CELLS 600
#define LIGHT_WORK 400000

/* Room for counts of so many mine counts, and by box where that is wanted. */
static ls_status room_for_counts(ls_context *context, ls_component *component, int32_t length,
                                 bool by_box) {
    const int64_t boxes = component->problem.boxes;
    const int64_t numbers = length * (by_box ? 1 + 2 * boxes : 1) + boxes / 8 + 1;
    component->result =
        ls_block(&context->memory, numbers * (int64_t)sizeof(double), &component->result_bytes);
    if (!component->result) {
        return LS_MEMORY;
    }
    component->counts.counts = component->result;
    component->decided = (uint8_t *)component->result + component->result_bytes - boxes;
    component->counts.mines = by_box ? component->counts.counts + length : NULL;
    component->counts.safe =
        by_box ? component->counts.mines + (int64_t)length * component->problem.boxes : NULL;
    return LS_OK;
}

/* A clue on its own, the most common component. */
static ls_status count_one(ls_context *context, ls_component *component) {
    const ls_problem *problem = &component->problem;
    const int32_t size = problem->sizes[0], lower = problem->lower[0];
    const int32_t at = problem->weights_at[0];
    int32_t first = lower, last = problem->upper[0];
    while (at >= 0 && first <= last && !(problem->weights[at + first - lower] > 0)) {
        first++;
    }
    while (at >= 0 && first <= last && !(problem->weights[at + last - lower] > 0)) {
        last--;
    }
    if (first > last) {
        return LS_CLASH;
    }
    LS_TRY(room_for_counts(context, component, last - first + 1, true));
    ls_counts *counts = &component->counts;
    counts->lowest = first;
    counts->length = last - first + 1;
    counts->is_exact = at < 0 && size <= 46;
    counts->roundings = counts->count_roundings = counts->is_exact ? 0 : 4;
    double models = 0;
    for (int32_t mines = first; mines <= last; mines++) {
        const double weight = at < 0 ? 1.0 : problem->weights[at + mines - lower];
        if (weight > 0 && weight < LS_LEAST && !context->certifies) {
            return LS_IMPRECISE;
        }
        const double count = context->binomials[size][mines] * weight;
        counts->counts[mines - first] = count;
        counts->mines[mines - first] = count * mines;
        counts->safe[mines - first] = count * (size - mines);
        models += count;
    }
    counts->models_bits = ls_bits(models);
    return LS_OK;
}

/* Whether counting by box is cheap enough to be done once and for all. */
static bool is_light(const ls_trellis *trellis) {
    return ls_table_at(trellis, trellis->tables_made - 1)->cells <= LIGHT_CELLS &&
           ls_box_work(trellis) < LIGHT_WORK;
}

/* Decide the boxes that rows alone decide; how many there were. */
static ls_status decide_boxes(ls_context *context, int32_t id, int32_t *decided) {
    const int32_t *fewest = context->trellis.fewest.items, *most = context->trellis.most.items;
    *decided = 0;
    const int32_t boxes = ls_components(context)[id].problem.boxes;
    for (int32_t box = 0; box < boxes; box++) {
        const ls_component *component = ls_components(context) + id;
        if (most[box] && fewest[box] < component->problem.sizes[box]) {
            continue;
        }
        ++*decided;
        for (int32_t at = component->cell_start[box]; at < component->cell_start[box + 1]; at++) {
            if (ls_codes(context)[component->cells[at]] == LS_COVERED) {
                LS_TRY(ls_decide(context, component->cells[at], most[box] > 0));
            }
        }
    }
    return LS_OK;
}

/* Which numbers of mines the models of a component have; a few of them are shown where that is wanted. */
static ls_status show_component(ls_context *context, int32_t id) {
    ls_component *component = ls_components(context) + id;
    const ls_trellis *trellis = &context->trellis;
    const ls_row *last = ls_last_row(trellis);
    ls_counts *counts = &component->counts;
    const uint64_t *reached;
    counts->lowest = last->lo;
    counts->length = ls_length(last);
    LS_TRY(room_for_counts(context, component, counts->length, false));
    if (context->shows) {
        LS_TRY(ls_show(context, id, &component->problem, trellis, NULL, NULL));
    } else {
        const int32_t *fewest = trellis->fewest.items, *most = trellis->most.items;
        for (int32_t box = 0; box < component->problem.boxes; box++) {
            component->decided[box] =
                !most[box] ? 0 : fewest[box] == component->problem.sizes[box] ? 1 : 2;
        }
    }
    LS_TRY(ls_mine_numbers(context, trellis, &reached));
    for (int32_t place = 0; place < counts->length; place++) {
        counts->counts[place] = reached[place / 64] >> place % 64 & 1;
    }
    return LS_OK;
}

/* Count a component; or decide some of its cells, and add its clues to `active` again. */
static ls_status count_component(ls_context *context, int32_t id, int64_t *again) {
    ls_component *component = ls_components(context) + id;
    const ls_problem *problem = &component->problem;
    ls_trellis *trellis = &context->trellis;
    context->clash = component->clues[0]; /* if it has no model */
    if (problem->boxes == 1 && problem->factors == 1) {
        LS_TRY(count_one(context, component));
        return context->shows
                   ? ls_show(context, id, problem, NULL, &component->counts, NULL)
                   : LS_OK;
    }
    if (problem->factors >= MANY_CLUES) {
        int32_t decided;
        LS_TRY(ls_decide_by_twos(context, id, &decided));
        if (decided) {
            LS_TRY(ls_dissolve(context, id, again));
            return ls_propagate(context);
        }
    }
    LS_TRY(ls_compile(context, trellis, problem));
    const bool light = is_light(trellis), by_box = light && !context->only_mass;
    if (!light) {
        int32_t decided;
        LS_TRY(decide_boxes(context, id, &decided));
        if (decided) {
            LS_TRY(ls_dissolve(context, id, again));
            return ls_propagate(context);
        }
    }
    if (context->certifies) {
        return show_component(context, id);
    }
    LS_TRY(room_for_counts(context, component, ls_length(ls_last_row(trellis)), by_box));
    LS_TRY(ls_forward(context, trellis, problem));
    LS_TRY(ls_count(context, trellis, problem, &component->counts, by_box));
    if (!light) {
        int64_t bytes;
        component->trellis = ls_block(&context->memory, (int64_t)sizeof(ls_trellis), &bytes);
        if (!component->trellis) {
            return LS_MEMORY;
        }
        *component->trellis = *trellis;
        *trellis = (ls_trellis){0};
    }
    return LS_OK;
}

ls_status ls_part(ls_context *context, int64_t clues) {
    while (clues) {
        const int32_t first = context->components_made;
        LS_TRY(ls_assemble(context, clues));
        const int32_t end = context->components_made;
        clues = 0;
        for (int32_t id = first; id < end; id++) {
            LS_TRY(count_component(context, id, &clues));
        }
    }
    return LS_OK;
}

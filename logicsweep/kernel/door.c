/* The functions that other languages call; all names begin with ls_. See `kernel/context.py`.
 *
 * A context belongs to one thread at a time and shares nothing with others. A board that could not
 * be loaded, or a change that could not be made, leaves it without one; all other calls leave the
 * board as it was.
 */
#include "door.h"

#include <stdlib.h>
#include <string.h>

/* The build defines it, see tools/compiling.py. */
#ifndef LS_SOURCES
#define LS_SOURCES "unknown"
#endif

int32_t ls_abi(void) { return LS_ABI; }

const char *ls_sources(void) { return LS_SOURCES; }

ls_context *ls_new(int64_t most_bytes, int32_t *shared) {
    ls_context *context = calloc(1, sizeof(ls_context));
    if (!context) {
        return NULL;
    }
    context->memory.ceiling = most_bytes;
    context->watch.cancel = shared;
    context->notes = shared ? shared + 1 : NULL;
    context->most_numbers = INT32_MAX;
    context->watch.most_work = INT64_MAX;
    two_limbs row[LS_DEGREE + 1] = {1}; /* Pascal's triangle in place; each is rounded once */
    for (int32_t n = 0; n <= LS_DEGREE; n++) {
        for (int32_t k = n; k > 0; k--) {
            row[k] += row[k - 1];
        }
        for (int32_t k = 0; k <= n; k++) {
            context->binomials[n][k] = (double)row[k];
        }
    }
    return context;
}

/* Give all memory back; no board is left. */
void ls_empty(ls_context *context) {
    ls_clear(context);
    context->is_loaded = context->is_joined = false;
    context->trials_made = 0;
    context->sets_room = context->masks_room = 0;
    ls_free_trellis(&context->memory, &context->trellis);
    ls_array *arrays[] = {&context->codes,     &context->weights_at,
                          &context->cells,     &context->components, &context->queue,
                          &context->saved,     &context->stamp,      &context->dissolved,
                          &context->active,    &context->local,      &context->parents,
                          &context->buckets,   &context->box_cells,  &context->next_cell,
                          &context->boxes,     &context->scopes,     &context->homes,
                          &context->alive,     &context->numbers,    &context->sets,
                          &context->nodes,     &context->levels,     &context->allowed,
                          &context->marginals, &context->exact.counts, &context->exact.boxes,
                          &context->exact.remainders,
                          &context->listed,    &context->listed_counts, &context->models,
                          &context->model_room, &context->set_room,
                          &context->set_table, &context->set_lists, &context->mask_room,
                          &context->mask_table, &context->reach_cells, &context->reach_due,
                          &context->reach_marginals, &context->first_codes, &context->shown,
                          &context->shown_mines, &context->shown_sets, &context->shown_room,
                          &context->shown_support, &context->shown_scores,
                          &context->check_numbers, &context->check_base, &context->check_fewest,
                          &context->check_bytes, &context->check_sets, &context->claims,
                          &context->refutation, &context->probe_room, &context->twos_room, &context->places,
                          &context->singles_room, &context->sums,
                          &context->groups,    &context->supposed,
                          &context->integers,  &context->integer_limbs, &context->parts,
                          &context->part_cells, &context->part_kinds, &context->hidden_cells,
                          &context->hidden_ahead, &context->hidden_allowed,
                          &context->hidden_order, &context->hidden_rows[0],
                          &context->hidden_rows[1], &context->hidden_near,
                          &context->hidden_values, &context->won, &context->tried,
                          &context->deal_room, &context->deal_marks,
                          &context->excerpt_numbers, &context->excerpt_near,
                          &context->excerpt_states, &context->mus_states,
                          &context->mus_numbers, &context->marks,
                          &context->total_numbers, &context->total_parts,
                          &context->total_sets, &context->total_below,
                          &context->pair_numbers, &context->pair_bytes,
                          &context->player_cells, &context->player_numbers,
                          &context->player_verdicts, &context->easy_cells,
                          &context->easy_states, &context->easy_order};
    for (size_t place = 0; place < sizeof arrays / sizeof *arrays; place++) {
        ls_free(&context->memory, arrays[place]);
    }
}

void ls_delete(ls_context *context) {
    if (context) {
        ls_empty(context);
        free(context);
    }
}

/* `most_work` holds for each call anew. */
void ls_limits(ls_context *context, int64_t most_numbers, int64_t most_work) {
    context->watch.most_work = most_work;
    context->most_numbers = most_numbers;
}

/* The bytes that a context has taken. */
int64_t ls_taken(const ls_context *context) { return context->memory.taken; }

/* Read a board, decide and count its components. */
static ls_status load(ls_context *context, const int8_t *states, const int32_t *uncertain) {
    ls_clear(context);
    context->is_joined = false;
    context->trials_made = 0;
    context->clash = -1;
    int64_t clues;
    LS_TRY(ls_read(context, states, uncertain, &clues));
    LS_TRY(ls_propagate(context));
    if (context->certifies) {
        const int64_t cells = (int64_t)context->size + 1; /* with the one that pads neighbours */
        if (!ls_room(&context->memory, &context->first_codes, cells, sizeof(uint8_t))) {
            return LS_MEMORY;
        }
        memcpy(context->first_codes.items, context->codes.items, (size_t)cells);
        context->shown_made = context->shown_bytes = 0;
    }
    return ls_part(context, clues);
}

int32_t ls_load(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                const int8_t *states, int64_t lower, int64_t upper, double density, double odds,
                const int32_t *uncertain, const double *weights, double *marginals) {
    start_watch(context);
    return ls_load_within(context, size, degree, near, states, lower, upper, density, odds,
                          uncertain, weights, marginals);
}

ls_status ls_load_within(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                         const int8_t *states, int64_t lower, int64_t upper, double density,
                         double odds, const int32_t *uncertain, const double *weights,
                         double *marginals) {
    LS_TRY(ls_begin(context, size, degree, near, states, lower, upper, density, odds, uncertain,
                    weights));
    return answer(context, marginals);
}

ls_status ls_begin(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                   const int8_t *states, int64_t lower, int64_t upper, double density,
                   double odds, const int32_t *uncertain, const double *weights) {
    context->size = size;
    context->degree = degree;
    context->near = near;
    context->has_total = upper >= 0;
    context->lower = lower;
    context->upper = upper;
    context->density = odds > 0 ? density : 0.5;
    context->odds = odds > 0 ? odds : 1.0;
    context->weights = weights;
    const ls_status status = load(context, states, uncertain);
    context->is_loaded = status == LS_OK;
    return status;
}

int32_t ls_marginals(ls_context *context, double *marginals) {
    start_watch(context);
    return context->is_loaded ? answer(context, marginals) : LS_NONE;
}

int32_t ls_batch(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                 int64_t count, const int8_t *states, const int64_t *bounds, double density,
                 double odds, double *marginals, int32_t *statuses) {
    for (int64_t turn = 0; turn < count; turn++) {
        double *own = marginals + turn * size;
        const int8_t *board = states + turn * size;
        int32_t status = ls_load(context, size, degree, near, board, bounds[2 * turn],
                                 bounds[2 * turn + 1], density, odds, NULL, NULL, own);
        if (status != LS_OK) {
            for (int32_t number = 0; number < size; number++) {
                own[number] = NAN;
            }
        }
        statuses[turn] = status;
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

double ls_log2_mass(const ls_context *context) { return context->said.log2_mass; }

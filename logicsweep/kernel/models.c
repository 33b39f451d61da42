/* The models of a component, one by one: a walk along its tables, all models at once.
 *
 * Every row of the tables leads to a model, so that there are never more beginnings than models;
 * but for those that lead to a number of mines that is not allowed, which are left out as soon as
 * it is sure that they do.
 */
#include "door.h"

#include <string.h>

/* The beginning of a model: the row that it has come to, its mines so far, then a byte a cell. */
typedef struct {
    int32_t row, mines;
} beginning;

typedef struct {
    ls_context *context;
    const int32_t *sums; /* sums[n]: of the numbers of mines below n, how many are allowed */
    int64_t record;      /* bytes of a beginning with its cells */
    int64_t most;        /* models */
    int64_t made;        /* beginnings of the next step */
    int32_t side;        /* the array that they go to */
} walk;

static inline char *beginnings(const walk *own, int32_t side) {
    return own->context->models[side].items;
}

/* Add a beginning if it leads to a model; `from` is the number of the one that it goes on from. */
static ls_status add(walk *own, int64_t from, int32_t row, int32_t more, char **made) {
    const ls_row *to = (const ls_row *)own->context->tables.rows.items + row;
    const beginning *before = (beginning *)(beginnings(own, !own->side) + from * own->record);
    const int32_t mines = before->mines + more;
    *made = NULL;
    if (to->most < 0 || own->sums[mines + to->most + 1] == own->sums[mines + to->least]) {
        return LS_OK;
    }
    if (own->made == own->most) {
        return LS_WIDE;
    }
    if (!ls_room(&own->context->memory, &own->context->models[own->side],
                 (own->made + 1) * own->record, 1)) {
        return LS_MEMORY;
    }
    char *record = beginnings(own, own->side) + own->made++ * own->record;
    memcpy(record, before, (size_t)own->record);
    *(beginning *)record = (beginning){row, mines};
    *made = record + sizeof(beginning);
    return LS_OK;
}

bool ls_next_subset(int32_t *chosen, int32_t size, int32_t count) {
    int32_t last = count - 1;
    while (last >= 0 && chosen[last] == size - count + last) {
        last--;
    }
    if (last < 0) {
        return false;
    }
    chosen[last]++;
    for (int32_t place = last + 1; place < count; place++) {
        chosen[place] = chosen[place - 1] + 1;
    }
    return true;
}

/* All ways to put mines into a box, from one beginning: `first` is its first cell. */
static ls_status fill(walk *own, int64_t from, int32_t row, int32_t first, int32_t size,
                      int32_t mines) {
    int32_t chosen[LS_DEGREE + 1];
    for (int32_t place = 0; place < mines; place++) {
        chosen[place] = place;
    }
    do {
        char *cells;
        LS_TRY(add(own, from, row, mines, &cells));
        if (!cells) {
            return LS_OK; /* nor does any other way lead on */
        }
        for (int32_t place = 0; place < mines; place++) {
            cells[first + chosen[place]] = 1;
        }
    } while (ls_next_subset(chosen, size, mines));
    return LS_OK;
}

static ls_status step_on(walk *own, const ls_problem *problem, const ls_step *step,
                         const int32_t *first_cell, int64_t count) {
    const ls_row *rows = own->context->tables.rows.items;
    const int32_t *edges = own->context->tables.edges.items;
    for (int64_t from = 0; from < count; from++) {
        const beginning *before = (beginning *)(beginnings(own, !own->side) + from * own->record);
        const int32_t row = before->row;
        const int32_t *edge =
            edges + step->first_edge + (row - step->first_row) * (int64_t)step->choices;
        if (step->box < 0) {
            const int32_t at = problem->weights_at[step->factor];
            if (edge[0] >= 0 && (at < 0 || problem->weights[at + rows[row].residual] > 0)) {
                char *cells;
                LS_TRY(add(own, from, edge[0], 0, &cells));
            }
        } else {
            for (int32_t mines = 0; mines < step->choices; mines++) {
                if (edge[mines] >= 0) {
                    LS_TRY(fill(own, from, edge[mines], first_cell[step->box],
                                problem->sizes[step->box], mines));
                }
            }
        }
        if (ls_must_stop(&own->context->watch, step->choices)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_list_models(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                         int64_t most, ls_models *found) {
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    ls_tables *tables = &context->tables;
    LS_TRY(ls_rows(context, tables, problem));
    int32_t cells = 0;
    const int64_t room = 2 * (int64_t)problem->boxes;
    for (int32_t box = 0; box < problem->boxes; box++) {
        cells += problem->sizes[box];
    }
    if (!ls_room(&context->memory, &context->model_room, room + cells + 2, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *first_cell = context->model_room.items, *sums = first_cell + problem->boxes;
    for (int32_t box = 0, cell = 0; box < problem->boxes; cell += problem->sizes[box++]) {
        first_cell[box] = cell;
    }
    sums[0] = 0;
    for (int32_t mines = 0; mines <= cells; mines++) {
        sums[mines + 1] = sums[mines] + (allowed[mines] != 0);
    }
    /* Whole numbers of 4 bytes, so that all records are aligned. */
    const int64_t record = (int64_t)sizeof(beginning) + (cells + 3) / 4 * 4;
    walk own = {context, sums, record, most, 1, 0};
    if (!ls_room(&context->memory, &context->models[0], record, 1)) {
        return LS_MEMORY;
    }
    memset(context->models[0].items, 0, (size_t)record);
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const int64_t count = own.made;
        own.side = !own.side;
        own.made = 0;
        LS_TRY(step_on(&own, problem, (ls_step *)tables->steps.items + turn, first_cell, count));
    }
    *found = (ls_models){own.made, record, (int32_t)sizeof(beginning), cells,
                         (const uint8_t *)beginnings(&own, own.side)};
    return LS_OK;
}

int32_t ls_component_models(ls_context *context, const ls_problem *problem,
                            const uint8_t *allowed, int64_t most, ls_models *found) {
    start_watch(context);
    return ls_list_models(context, problem, allowed, most, found);
}

int32_t ls_models_at(ls_context *context, int32_t place, const uint8_t *allowed, int64_t most,
                     ls_models *found) {
    if (!context->is_loaded || !context->is_joined || place < 0 || place >= context->alive_count) {
        return LS_NONE;
    }
    const int32_t id = ((const int32_t *)context->alive.items)[place];
    return ls_component_models(context, &ls_components(context)[id].problem, allowed, most, found);
}

int32_t ls_component_show(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                          int32_t is_brief, ls_models_shown *found) {
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    start_watch(context);
    ls_tables *tables = &context->tables;
    context->is_brief = is_brief;
    const ls_status status = ls_rows(context, tables, problem);
    context->is_brief = false;
    LS_TRY(status);
    const ls_row *last = (const ls_row *)tables->rows.items + tables->rows_made - 1;
    const ls_counts counts = {.lowest = last->lo, .length = last->hi - last->lo + 1};
    context->shown_made = context->shown_bytes = 0;
    LS_TRY(ls_show(context, 0, problem, tables, &counts, allowed ? allowed + last->lo : NULL));
    *found = (ls_models_shown){context->shown_made, ls_shown_words(tables),
                               context->shown_mines.items, ls_shown_reached(context, tables)};
    return LS_OK;
}

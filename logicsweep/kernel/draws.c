/* Models of the components at hand by their ranks: from the forward values, backwards along the rows.
 *
 * A rank is a number below the number of models with so many mines, and each rank is another model:
 * ranks drawn at random are models drawn at random, exactly. Whatever is counted along a graph can be
 * found by rank along it (Wilf 1977). Only for components whose counts are whole numbers in doubles.
 */
#include "door.h"
#include "values.h"

#include <string.h>

/* What has been found of a model, from its end. */
typedef struct {
    int32_t row;   /* where it comes from */
    int32_t mines; /* up to there */
    int64_t rank;  /* of what leads there, among as much with as many mines */
} ending;

/* The `chosen` of `size` cells that come at a rank, in order of the last cells. */
static void place_mines(const ls_context *context, const int32_t *cells, int32_t size,
                        int32_t chosen, int64_t rank, uint8_t *layout) {
    while (chosen) {
        const int64_t without = (int64_t)context->binomials[--size][chosen];
        if (rank >= without) {
            rank -= without;
            chosen--;
            layout[cells[size]] = 1;
        }
    }
}

/* Go one step back: which row the model comes from, and the mines in the box of the step. */
static bool step_back(const ls_context *context, const ls_tables *tables, const ls_component *own,
                      const ls_step *step, ending *model, uint8_t *layout) {
    const ls_row *rows = tables->rows.items;
    const double *values = tables->values.items;
    const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
    for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
        const ls_row *from = rows + row;
        for (int32_t held = 0; held < step->choices; held++, edge++) {
            const int32_t before = model->mines - held;
            if (*edge != model->row || from->most < 0 || before < from->lo || before > from->hi) {
                continue;
            }
            const int64_t ways = (int64_t)values[from->value + before - from->lo];
            const int64_t choices =
                (int64_t)weight_of(context, &own->problem, step, from, held);
            if (model->rank >= ways * choices) {
                model->rank -= ways * choices;
                continue;
            }
            if (step->box >= 0) {
                place_mines(context, own->cells + own->cell_start[step->box],
                            own->problem.sizes[step->box], held, model->rank / ways, layout);
            }
            *model = (ending){(int32_t)row, before, model->rank % ways};
            return true;
        }
    }
    return false;
}

static ls_status draw(ls_context *context, const ls_component *own, int32_t draws, int32_t apart,
                      const int32_t *places, const int64_t *ranks, uint8_t *layouts) {
    ls_tables *tables = &context->tables;
    const ls_problem *problem = &own->problem;
    const ls_counts *counts = &own->counts;
    const bool is_alone = problem->boxes == 1 && problem->factors == 1;
    if (!is_alone) {
        LS_TRY(ls_rows(context, tables, problem));
        LS_TRY(ls_forward(context, tables, problem));
    }
    for (int64_t turn = 0; turn < draws; turn++) {
        const int32_t place = places[turn * apart];
        const int64_t rank = ranks[turn * apart];
        uint8_t *layout = layouts + turn * context->size;
        if (place < 0 || place >= counts->length || rank < 0 ||
            !((double)rank < counts->counts[place])) {
            return LS_NONE;
        }
        const int32_t mines = counts->lowest + place;
        if (is_alone) {
            place_mines(context, own->cells, problem->sizes[0], mines, rank, layout);
            continue;
        }
        ending model = {(int32_t)tables->rows_made - 1, mines, rank};
        for (int32_t at = tables->steps_made - 1; at >= 0; at--) {
            const ls_step *step = (const ls_step *)tables->steps.items + at;
            if (!step_back(context, tables, own, step, &model, layout)) {
                return LS_NONE;
            }
            if (ls_must_stop(&context->watch, step->rows * step->choices)) {
                return LS_STOPPED;
            }
        }
    }
    return LS_OK;
}

int32_t ls_draw(ls_context *context, int32_t draws, const int32_t *places, const int64_t *ranks,
                uint8_t *layouts) {
    if (!context->is_loaded || !context->is_joined || context->weights || draws < 0) {
        return LS_NONE;
    }
    start_watch(context);
    const int32_t *alive = context->alive.items, count = context->alive_count;
    for (int32_t turn = 0; turn < count; turn++) {
        const ls_component *own = ls_components(context) + alive[turn];
        if (ls_has_integers(own)) {
            LS_TRY(draw(context, own, draws, count, places + turn, ranks + turn, layouts));
        }
    }
    return LS_OK;
}

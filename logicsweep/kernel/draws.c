/* Models of the components at hand by their ranks: from the forward values, from the last table outwards.
 *
 * A rank is a number below the number of models with so many mines, and each rank is another model:
 * ranks drawn at random are models drawn at random, exactly. Whatever is counted along a graph can be
 * found by rank along it (Wilf 1977). Only for components whose counts are whole numbers in doubles.
 */
#include "door.h"
#include "trellis.h"

/* The `chosen` of `size` cells that come at a rank, in order of the last cells. */
static void place_mines(const ls_context *context, const int32_t *cells, int32_t first, int32_t size,
                        int32_t chosen, int64_t rank, uint8_t *layout) {
    while (chosen) {
        const int64_t without = (int64_t)context->binomials[--size][chosen];
        if (rank >= without) {
            rank -= without;
            chosen--;
            layout[cells ? cells[first + size] : first + size] = 1;
        }
    }
}

/* Share a rank out between the two tables that are joined. */
static bool share(const ls_trellis *trellis, const ls_table *table, ls_ranked here,
                  ls_ranked *left, ls_ranked *right) {
    const ls_row *rows = trellis->rows.items;
    const double *values = trellis->values.items;
    const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
    for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
        if (pair->after != here.row) {
            continue;
        }
        const ls_row *one = rows + pair->left, *other = rows + pair->right;
        const int32_t sum = here.above + rows[here.row].lo - one->lo - other->lo;
        for (int32_t above = 0; above < ls_length(one) && above <= sum; above++) {
            if (sum - above >= ls_length(other)) {
                continue;
            }
            const int64_t first = (int64_t)values[one->value + above];
            const int64_t second = (int64_t)values[other->value + sum - above];
            if (here.rank < first * second) {
                *left = (ls_ranked){pair->left, above, here.rank / second};
                *right = (ls_ranked){pair->right, sum - above, here.rank % second};
                return true;
            }
            here.rank -= first * second;
        }
    }
    return false;
}

ls_status ls_place_model(ls_context *context, const ls_problem *problem, ls_ranked *chosen,
                         const int32_t *cells, const int32_t *first_cell, uint8_t *layout) {
    const ls_trellis *trellis = &context->trellis;
    int64_t work = 0;
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        if (table->box >= 0) {
            place_mines(context, cells, first_cell[table->box], problem->sizes[table->box],
                        ls_marks_in(trellis, chosen[turn].row), chosen[turn].rank, layout);
        } else if (table->left >= 0 && !share(trellis, table, chosen[turn], chosen + table->left,
                                              chosen + table->right)) {
            return LS_NONE;
        }
        work += table->pairs + 1;
    }
    return ls_must_stop(&context->watch, work) ? LS_STOPPED : LS_OK;
}

static ls_status draw(ls_context *context, const ls_component *own, int32_t draws, int32_t apart,
                      const int32_t *places, const int64_t *ranks, uint8_t *layouts) {
    ls_trellis *trellis = &context->trellis;
    const ls_problem *problem = &own->problem;
    const ls_counts *counts = &own->counts;
    const bool is_alone = problem->boxes == 1 && problem->factors == 1;
    if (!is_alone) {
        LS_TRY(ls_compile(context, trellis, problem));
        LS_TRY(ls_forward(context, trellis, problem));
        if (!ls_room(&context->memory, &context->model_room, trellis->tables_made, sizeof(ls_ranked))) {
            return LS_MEMORY;
        }
    }
    for (int64_t turn = 0; turn < draws; turn++) {
        const int32_t place = places[turn * apart];
        const int64_t rank = ranks[turn * apart];
        uint8_t *layout = layouts + turn * context->size;
        if (place < 0 || place >= counts->length || rank < 0 ||
            !((double)rank < counts->counts[place])) {
            return LS_NONE;
        }
        if (is_alone) {
            place_mines(context, own->cells, 0, problem->sizes[0], counts->lowest + place, rank,
                        layout);
            continue;
        }
        ls_ranked *chosen = context->model_room.items;
        chosen[trellis->tables_made - 1] = (ls_ranked){trellis->rows_made - 1, place, rank};
        LS_TRY(ls_place_model(context, problem, chosen, own->cells, own->cell_start, layout));
    }
    return LS_OK;
}

int32_t ls_draw(ls_context *context, int32_t draws, const int32_t *places, const int64_t *ranks,
                uint8_t *layouts) {
    if (!context->is_loaded || !context->is_joined || context->weights || draws < 0) {
        return LS_NONE;
    }
    start_watch(context);
    const int32_t count = context->alive_count;
    for (int32_t turn = 0; turn < count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        if (ls_has_integers(own)) {
            LS_TRY(draw(context, own, draws, count, places + turn, ranks + turn, layouts));
        }
    }
    return LS_OK;
}

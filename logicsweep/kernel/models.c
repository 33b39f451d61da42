/* The models of a component, one by one, by their ranks; and few that show what is possible. */
#include "door.h"
#include "trellis.h"

#include <string.h>

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

ls_status ls_list_models(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                         int64_t most, ls_models *found) {
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    ls_trellis *trellis = &context->trellis;
    ls_problem each_once = *problem;
    each_once.weights = NULL;
    LS_TRY(ls_compile(context, trellis, problem));
    const ls_status status = ls_forward(context, trellis, &each_once);
    const ls_row *last = ls_last_row(trellis);
    const double *counts = (const double *)trellis->values.items + last->value;
    const int64_t tables = trellis->tables_made, boxes = problem->boxes;
    const int32_t cells = ls_table_at(trellis, trellis->tables_made - 1)->cells;
    double models = 0;
    for (int32_t above = 0; above < ls_length(last) && status == LS_OK; above++) {
        models += allowed[last->lo + above] ? counts[above] : 0;
    }
    if (status == LS_IMPRECISE || models > (double)most || models > LS_EXACT || trellis->exponent) {
        return LS_WIDE;
    }
    LS_TRY(status);
    if (!ls_room(&context->memory, &context->model_room, tables + boxes, sizeof(ls_ranked)) ||
        !ls_room(&context->memory, &context->models, (int64_t)models * cells + 1, 1)) {
        return LS_MEMORY;
    }
    ls_ranked *chosen = context->model_room.items;
    int32_t *first_cell = (int32_t *)(chosen + tables);
    for (int32_t box = 0, cell = 0; box < boxes; cell += problem->sizes[box++]) {
        first_cell[box] = cell;
    }
    uint8_t *record = context->models.items;
    memset(record, 0, (size_t)((int64_t)models * cells));
    for (int32_t above = 0; above < ls_length(last); above++) {
        const int64_t count = allowed[last->lo + above] ? (int64_t)counts[above] : 0;
        for (int64_t rank = 0; rank < count; rank++, record += cells) {
            chosen[tables - 1] = (ls_ranked){trellis->rows_made - 1, above, rank};
            LS_TRY(ls_place_model(context, problem, chosen, NULL, first_cell, record));
        }
    }
    *found = (ls_models){(int64_t)models, cells, 0, cells, context->models.items};
    return LS_OK;
}

int32_t ls_component_models(ls_context *context, const ls_problem *problem,
                            const uint8_t *allowed, int64_t most, ls_models *found) {
    start_watch(context);
    return ls_list_models(context, problem, allowed, most, found);
}

int32_t ls_component_show(ls_context *context, const ls_problem *problem, const uint8_t *allowed,
                          int32_t is_brief, ls_models_shown *found) {
    if (!ls_is_sound(problem) || problem->queries) {
        return LS_WIDE;
    }
    start_watch(context);
    ls_trellis *trellis = &context->trellis;
    context->is_brief = is_brief;
    const ls_status status = ls_compile(context, trellis, problem);
    context->is_brief = false;
    LS_TRY(status);
    const ls_row *last = ls_last_row(trellis);
    const int32_t words = last->hi / 64 + 1;
    const uint64_t *reached;
    context->shown_made = context->shown_bytes = 0;
    LS_TRY(ls_show(context, 0, problem, trellis, NULL, allowed ? allowed + last->lo : NULL));
    LS_TRY(ls_mine_numbers(context, trellis, &reached));
    if (!ls_room(&context->memory, &context->shown_support, words, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *support = context->shown_support.items;
    memset(support, 0, (size_t)words * sizeof(uint64_t));
    for (int32_t mines = last->lo; mines <= last->hi; mines++) {
        const int32_t at = mines - last->lo;
        support[mines / 64] |= (reached[at / 64] >> at % 64 & 1) << mines % 64;
    }
    *found = (ls_models_shown){context->shown_made, words, context->shown_mines.items, support};
    return LS_OK;
}

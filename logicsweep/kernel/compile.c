/* The trellis of a component: by the plan that comes to an end first, and without what is in no model. */
#include "relations.h"

#include <string.h>

#define FIRST_TRIED 5000000  /* pairs of rows along a tree, before the line has its turn */
#define LESS 8               /* as many times fewer are tried along a line, which wastes none */
#define MOST_TRIED 400000000
#define MOST_BRIEF 100000000 /* a solver is faster than tables that take more */
#define MOST_IN_LINE 600     /* factors */

/* Keep what is in some model, from the last table down, and give its rows room for numbers. */
static ls_status prune(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    if (!ls_room(&context->memory, &trellis->fewest, problem->boxes + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &trellis->most, problem->boxes + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *fewest = trellis->fewest.items, *most = trellis->most.items;
    ls_row *rows = trellis->rows.items;
    ls_match *pairs = trellis->pairs.items;
    int64_t values = 0;
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    for (int32_t row = last->first_row; row < trellis->rows_made; row++) {
        rows[row].value = 0;
    }
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        ls_table *table = ls_table_at(trellis, turn);
        int32_t low = -1, high = -1;
        table->first_value = (int32_t)values;
        for (int32_t row = table->first_row; row < table->first_row + table->rows; row++) {
            if (rows[row].value >= 0) {
                const int32_t marks = table->box < 0 ? 0 : ls_marks_in(trellis, row);
                low = low < 0 ? marks : low;
                high = marks;
                rows[row].value = (int32_t)values;
                values += ls_length(rows + row);
            }
        }
        table->values = (int32_t)values - table->first_value;
        if (values > context->most_numbers || values > INT32_MAX / 2) {
            return LS_WIDE;
        }
        if (table->box >= 0) {
            fewest[table->box] = low;
            most[table->box] = high;
        }
        ls_match *kept = pairs + table->first_pair;
        for (ls_match *pair = kept, *end = kept + table->pairs; pair < end; pair++) {
            if (rows[pair->after].value >= 0) {
                rows[pair->left].value = rows[pair->right].value = 0;
                *kept++ = *pair;
            }
        }
        table->pairs = (int32_t)(kept - pairs) - table->first_pair;
        if (ls_must_stop(&context->watch, table->pairs)) {
            return LS_STOPPED;
        }
    }
    trellis->values_made = (int32_t)values;
    return LS_OK;
}

/* What the keys of the last table say of the query variables. */
static ls_status read_queries(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    if (!problem->queries) {
        return LS_OK;
    }
    if (!ls_room(&context->memory, &trellis->held, (int64_t)last->rows * problem->queries,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *held = trellis->held.items;
    for (int32_t row = last->first_row; row < trellis->rows_made; row++) {
        const uint64_t *key = (uint64_t *)trellis->keys.items + (int64_t)row * trellis->words;
        for (int32_t query = problem->factors - problem->queries; query < problem->factors; query++) {
            const ls_field *field = ls_field_at(trellis, query);
            *held++ = (int32_t)(key[field->word] >> field->shift & (((uint64_t)1 << field->bits) - 1));
        }
    }
    return LS_OK;
}

/* All rows and pairs by one of the plans; LS_WIDE, and `is_cut`, after so many pairs. */
static ls_status fill(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                      bool is_line, int64_t most_tried) {
    trellis->is_cut = false;
    LS_TRY(ls_plan(context, trellis, problem, is_line));
    int32_t *inside = trellis->plan.items; /* by factor; the plan is made */
    memset(inside, 0, (size_t)problem->factors * sizeof(int32_t));
    trellis->rows_made = trellis->pairs_made = 0;
    trellis->tried = 0;
    trellis->most_tried = most_tried;
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            LS_TRY(ls_fill_leaf(context, trellis, problem, table));
        } else {
            LS_TRY(ls_fill_join(context, trellis, table, inside));
        }
        if (trellis->rows_made > context->most_numbers) {
            return LS_WIDE;
        }
    }
    return LS_OK;
}

/* Both plans take turns, with more and more pairs, until one of them comes to an end. */
ls_status ls_compile(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    const int64_t most = context->is_brief ? MOST_BRIEF : MOST_TRIED;
    trellis->has_relations = problem->relations != NULL;
    trellis->has_hidden = problem->hidden != NULL;
    /* For other reasons than the pairs tried: */
    bool is_refused[2] = {false, problem->factors > MOST_IN_LINE};
    for (int64_t tried = is_refused[1] ? most - 1 : FIRST_TRIED; tried < most; tried *= 8) {
        for (int32_t is_line = 0; is_line < 2; is_line++) {
            const ls_status status =
                is_refused[is_line] ? LS_WIDE
                                    : fill(context, trellis, problem, is_line,
                                           is_line ? tried / LESS : tried);
            if (status == LS_OK) {
                LS_TRY(read_queries(context, trellis, problem));
                return prune(context, trellis, problem);
            }
            if (status != LS_WIDE) {
                return status;
            }
            is_refused[is_line] |= !trellis->is_cut;
        }
    }
    return LS_WIDE;
}

void ls_free_trellis(ls_memory *memory, ls_trellis *trellis) {
    ls_array *arrays[] = {&trellis->tables,  &trellis->rows,    &trellis->pairs,    &trellis->fields,
                          &trellis->open,    &trellis->plan,    &trellis->graph,
                          &trellis->keys,    &trellis->buckets, &trellis->counters, &trellis->values,
                          &trellis->low,     &trellis->outward, &trellis->fewest,
                          &trellis->most,    &trellis->held,    &trellis->marks};
    for (size_t place = 0; place < sizeof arrays / sizeof *arrays; place++) {
        ls_free(memory, arrays[place]);
    }
    for (int32_t place = 0; place < LS_RELATED; place++) {
        ls_free(memory, trellis->related + place);
    }
}

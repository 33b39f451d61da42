/* What a search of the endgame starts from: the columns of the cells. See endgame.c. */
#include "dealing.h"
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

/* So many cells at most, which bounds how deep the search goes. */
#define MOST_CELLS 500

void ls_name_layouts(uint64_t *names, int32_t count) {
    uint64_t source = 0;
    for (int32_t place = 0; place < count; place++) {
        names[place] = ls_output(&source);
    }
}

/* What each cell shows, numbered, cell by cell. */
static int32_t number(const ls_hidden *hidden, uint8_t *columns, int32_t *values) {
    int32_t most = 0;
    for (int32_t cell = 0; cell < hidden->cells; cell++) {
        uint8_t numbers[LS_HIT + 1];
        int32_t made = 0;
        memset(numbers, LS_HIT, sizeof numbers);
        uint8_t *column = columns + cell * (int64_t)hidden->layouts;
        for (int32_t place = 0; place < hidden->layouts; place++) {
            const uint8_t value = ls_shown_in(hidden, place)[cell];
            if (value != LS_HIT && numbers[value] == LS_HIT) {
                numbers[value] = (uint8_t)made++;
            }
        }
        numbers[LS_HIT] = (uint8_t)made;
        for (int32_t place = 0; place < hidden->layouts; place++) {
            column[place] = numbers[ls_shown_in(hidden, place)[cell]];
        }
        values[cell] = made;
        most = made > most ? made : most;
    }
    return most;
}

/* A search, all layouts and cells, and room for a list of layouts. */
typedef struct {
    ls_search search;
    ls_hidden hidden; /* the layouts, clique by clique; without what they show, which is in columns */
    int32_t *list, *room;
    uint16_t *every;
} start;

/* List the layouts so that those of a clique are side by side. `ends` is for a number by clique. */
static void by_clique(int32_t layouts, const int32_t *cliques, int32_t *ends, int32_t *list) {
    memset(ends, 0, (size_t)layouts * sizeof *ends);
    for (int32_t layout = 0; layout < layouts; layout++) {
        ends[cliques[layout]]++;
    }
    for (int32_t clique = 0, end = 0; clique < layouts; clique++) {
        const int32_t size = ends[clique];
        ends[clique] = end;
        end += size;
    }
    for (int32_t layout = 0; layout < layouts; layout++) {
        list[ends[cliques[layout]]++] = layout;
    }
}

/* Number the layouts anew, in the order of the list. */
static void renumber(start *own, int32_t *cliques, int64_t *weights, uint8_t *columns) {
    const int32_t layouts = own->hidden.layouts;
    uint8_t *column = (uint8_t *)own->room;
    for (int32_t place = 0; place < layouts; place++) {
        weights[place] = ls_weight_of(&own->hidden, own->list[place]);
        own->room[place] = cliques[own->list[place]];
    }
    memcpy(cliques, own->room, (size_t)layouts * sizeof *cliques);
    own->hidden.weights = own->hidden.weights ? weights : NULL;
    own->hidden.values = NULL;
    for (int32_t cell = 0; cell < own->hidden.cells; cell++, columns += layouts) {
        memcpy(column, columns, (size_t)layouts);
        for (int32_t place = 0; place < layouts; place++) {
            columns[place] = column[own->list[place]];
        }
    }
    for (int32_t place = 0; place < layouts; place++) {
        own->list[place] = place;
    }
}

static ls_status begin(ls_context *context, const ls_hidden *hidden, start *own) {
    const int64_t layouts = hidden->layouts, cells = hidden->cells;
    if (layouts < 1 || cells < 1 || cells > MOST_CELLS) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &context->set_room, layouts * (28 + cells) + cells * 6, 1)) {
        return LS_MEMORY;
    }
    uint64_t *names = context->set_room.items;
    int64_t *weights = (int64_t *)(names + layouts);
    own->list = (int32_t *)(weights + layouts);
    own->room = own->list + layouts;
    int32_t *cliques = own->room + layouts, *numbers = cliques + layouts;
    own->every = (uint16_t *)(numbers + cells);
    uint8_t *columns = (uint8_t *)(own->every + cells);
    ls_name_layouts(names, hidden->layouts);
    for (int32_t place = 0; place < cells; place++) {
        own->every[place] = (uint16_t)place;
    }
    own->hidden = *hidden;
    own->search = (ls_search){.context = context,
                              .hidden = &own->hidden,
                              .names = names,
                              .most_values = number(hidden, columns, numbers),
                              .columns = columns,
                              .values = numbers,
                              .cliques = cliques};
    LS_TRY(ls_find_cliques(&own->search, cliques));
    by_clique(hidden->layouts, cliques, own->room, own->list);
    renumber(own, cliques, weights, columns);
    return ls_forget_sets(&own->search) ? LS_OK : LS_MEMORY;
}

/* What a cell shows in all layouts, which are the list. */
static const uint8_t *column_of(const start *own, int32_t cell) {
    return own->search.columns + cell * (int64_t)own->search.hidden->layouts;
}

/* What is won after opening a cell, if that is above alpha. */
static int64_t opened(start *own, int32_t cell, int64_t alpha) {
    const ls_hidden *hidden = own->search.hidden;
    return ls_opened(&own->search, own->list, hidden->layouts, column_of(own, cell), own->every,
                     hidden->cells, own->search.values[cell], own->room, alpha);
}

ls_status ls_search_layouts(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                            int32_t count, int64_t alpha, bool is_each, int64_t *values) {
    start own;
    LS_TRY(begin(context, hidden, &own));
    for (int32_t turn = 0; turn < count && own.search.status == LS_OK; turn++) {
        values[turn] = opened(&own, tried[turn], alpha);
        /* What is as good as the best is worth knowing as well. */
        alpha = !is_each && values[turn] - 1 > alpha ? values[turn] - 1 : alpha;
    }
    return own.search.status;
}

/* A cell to be tried: its turn, the weight of the layouts in which it is safe, and a bound of what is
 * won. */
typedef struct {
    int64_t bound, safe;
    int32_t turn;
} bounded;

/* Those that may win the most first. */
static int by_bound(const void *first, const void *second) {
    const bounded *a = first, *b = second;
    return a->bound != b->bound ? (a->bound < b->bound) - (a->bound > b->bound)
                                : (a->turn > b->turn) - (a->turn < b->turn);
}

static bounded bounded_of(start *own, int32_t cell, int32_t turn) {
    const ls_hidden *hidden = &own->hidden;
    const uint8_t *column = column_of(own, cell);
    const int32_t values = own->search.values[cell];
    bounded tried = {0, 0, turn};
    for (int32_t place = 0; place < hidden->layouts; place++) {
        tried.safe += column[place] == values ? 0 : ls_weight_of(hidden, place);
    }
    tried.bound = ls_bound_after(&own->search, own->list, hidden->layouts, column, values);
    return tried;
}

ls_status ls_search_first(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                          int32_t count, int64_t *most, int32_t *first) {
    start own;
    bounded order[MOST_CELLS];
    LS_TRY(begin(context, hidden, &own));
    for (int32_t turn = 0; turn < count; turn++) {
        order[turn] = bounded_of(&own, tried[turn], turn);
        if (order[turn].safe > order[0].safe) {
            const bounded safest = order[turn];
            order[turn] = order[0];
            order[0] = safest;
        }
    }
    /* The safest stays the first, as in endgame.c. */
    if (count > 2) {
        qsort(order + 1, (size_t)count - 1, sizeof *order, by_bound);
    }
    *most = -1;
    *first = count;
    for (int32_t at = 0; at < count && own.search.status == LS_OK; at++) {
        /* One that comes earlier has to win as much, a later one more. */
        const int64_t alpha = order[at].turn < *first ? *most - 1 : *most;
        if (order[at].bound > alpha) {
            const int64_t won = opened(&own, tried[order[at].turn], alpha);
            *first = won > alpha ? order[at].turn : *first;
            *most = won > *most ? won : *most;
        }
    }
    return own.search.status;
}

int32_t ls_endgame(ls_context *context, const ls_hidden *hidden, const int32_t *tried,
                   int32_t count, int64_t alpha, int32_t is_each, int64_t *values) {
    start_watch(context);
    return ls_search_layouts(context, hidden, tried, count, alpha, is_each, values);
}

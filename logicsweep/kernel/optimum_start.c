/* A game made ready to be searched, and questions about its positions. See optimum.c. */
#include "optimum.h"

#include <stdlib.h>
#include <string.h>

static void *take(ls_optimum *game, int64_t bytes) {
    int64_t taken;
    return ls_block(&game->memory, bytes, &taken);
}

/* The number of subsets, or `most` + 1 if there are more. */
static int64_t subsets(int32_t size, int32_t count, int64_t most) {
    int64_t number = 1;
    for (int32_t turn = 1; turn <= count; turn++) {
        number = number * (size - count + turn) / turn; /* this only grows */
        if (number > most) {
            return most + 1;
        }
    }
    return number;
}

/* Write what the cells show in each layout. */
static ls_status show(ls_context *context, ls_optimum *game) {
    for (int32_t layout = 0; layout < game->layouts; layout++) {
        if (ls_must_stop(&context->watch, game->cells)) {
            return LS_STOPPED;
        }
        const uint32_t mask = game->masks[layout];
        uint8_t *row = game->rows + (int64_t)layout * LS_OPTIMUM_CELLS;
        memset(row, 0, LS_OPTIMUM_CELLS);
        for (int32_t cell = 0; cell < game->cells; cell++) {
            const int32_t clue = __builtin_popcount(mask & game->near[cell]);
            const bool is_mine = mask >> cell & 1;
            row[cell] = (uint8_t)(is_mine ? 0 : clue + 1);
            game->columns[cell * (int64_t)game->layouts + layout] =
                (uint8_t)(is_mine ? game->values[cell] : clue);
        }
    }
    return LS_OK;
}

/* Put the layouts of a clique side by side. */
static ls_status arrange(ls_context *context, ls_optimum *game) {
    ls_search search = {.context = context, .hidden = &game->hidden, .columns = game->columns,
                        .values = game->values};
    LS_TRY(ls_find_cliques(&search, game->cliques));
    const int32_t layouts = game->layouts;
    uint32_t *masks = malloc((size_t)layouts * sizeof *masks);
    int32_t *next = calloc((size_t)layouts + 1, sizeof *next);
    if (!masks || !next) {
        free(masks);
        free(next);
        return LS_MEMORY;
    }
    memcpy(masks, game->masks, (size_t)layouts * sizeof *masks);
    for (int32_t layout = 0; layout < layouts; layout++) {
        next[game->cliques[layout] + 1]++;
    }
    for (int32_t layout = 0; layout < layouts; layout++) {
        next[layout + 1] += next[layout];
    }
    for (int32_t layout = 0; layout < layouts; layout++) {
        game->masks[next[game->cliques[layout]]++] = masks[layout];
    }
    free(masks);
    /* `next` of a clique is now where the one after it begins. */
    for (int32_t layout = 0, clique = 0; layout < layouts; layout++) {
        while (layout >= next[clique]) {
            clique++;
        }
        game->cliques[layout] = clique;
    }
    free(next);
    return show(context, game);
}

static ls_status begin(ls_context *context, ls_optimum *game, const ls_whole_game *asked) {
    const int32_t cells = asked->cells, mines = asked->mines;
    const int64_t layouts = subsets(cells, mines, asked->most_layouts);
    if (layouts > asked->most_layouts) {
        return LS_WIDE;
    }
    game->cells = cells;
    game->mines = mines;
    game->layouts = (int32_t)layouts;
    game->symmetries = asked->symmetries;
    for (int32_t cell = 0; cell < cells; cell++) {
        for (int32_t turn = 0; turn < asked->degree; turn++) {
            const int32_t near = asked->near[turn * (int64_t)cells + cell];
            game->near[cell] |= near < cells ? (uint32_t)1 << near : 0;
        }
        const int32_t most = __builtin_popcount(game->near[cell]);
        game->values[cell] = (most < mines ? most : mines) + 1;
        if (game->values[cell] > LS_OPTIMUM_VALUES) {
            return LS_WIDE;
        }
    }
    game->images = take(game, (int64_t)asked->symmetries * cells);
    game->masks = take(game, layouts * (int64_t)sizeof *game->masks);
    game->rows = take(game, layouts * LS_OPTIMUM_CELLS);
    game->columns = take(game, layouts * cells);
    game->cliques = take(game, layouts * (int64_t)sizeof *game->cliques);
    if (!game->images || !game->masks || !game->rows || !game->columns || !game->cliques) {
        return LS_MEMORY;
    }
    memcpy(game->images, asked->images, (size_t)(asked->symmetries * cells));
    game->hidden = (ls_hidden){game->layouts, cells, NULL, NULL};
    uint64_t mask = ((uint64_t)1 << mines) - 1;
    for (int32_t layout = 0; layout < game->layouts; layout++) {
        game->masks[layout] = (uint32_t)mask;
        /* The next number with as many bits (Gosper's hack). */
        const uint64_t lowest = mask & -mask, carried = mask + lowest;
        mask = mask ? carried | (((mask ^ carried) >> 2) / lowest) : 0;
    }
    LS_TRY(show(context, game));
    return arrange(context, game);
}

ls_optimum *ls_optimum_new(ls_context *context, const ls_whole_game *asked, int32_t *status) {
    start_watch(context);
    ls_optimum *game = calloc(1, sizeof *game);
    if (!game) {
        *status = LS_MEMORY;
        return NULL;
    }
    game->memory.ceiling = asked->most_bytes;
    *status = LS_WIDE;
    if (asked->cells >= 1 && asked->cells <= LS_OPTIMUM_CELLS) {
        *status = begin(context, game, asked);
    }
    if (*status != LS_OK) {
        ls_optimum_delete(game);
        return NULL;
    }
    return game;
}

void ls_optimum_delete(ls_optimum *game) {
    if (game) {
        free(game->images);
        free(game->masks);
        free(game->rows);
        free(game->columns);
        free(game->cliques);
        for (int32_t turn = 0; turn < LS_SHARDS; turn++) {
            ls_free(&game->memory, &game->shards[turn].places);
        }
        free(game);
    }
}

/* A place for a thread; NULL if all are taken. */
static ls_busy *enter(ls_optimum *game) {
    ls_busy *busy = NULL;
    ls_lock(&game->lock);
    for (int32_t turn = 0; turn < LS_OPTIMUM_THREADS && !busy; turn++) {
        if (!game->busy[turn].is_taken) {
            busy = game->busy + turn;
            busy->is_taken = true;
            busy->depth = 0;
        }
    }
    ls_unlock(&game->lock);
    return busy;
}

int32_t ls_optimum_value(ls_context *context, ls_optimum *game, const int8_t *shown, int32_t cell,
                         int64_t alpha, ls_whole_won *found) {
    start_watch(context);
    /* A level opens another cell, so that at most C(cells - level, mines) layouts are left: over all levels
     * C(cells + 1, mines + 1). The cell that is asked may be open already, which is one level more. */
    const int64_t layouts = game->layouts;
    const int64_t levels = layouts + layouts * (game->cells + 1) / (game->mines + 1) + 1;
    if (!ls_room(&context->memory, &context->set_room, layouts + LS_OPTIMUM_ROOM * levels,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *list = context->set_room.items, length = 0;
    for (int32_t layout = 0; layout < game->layouts; layout++) {
        const uint8_t *row = game->rows + (int64_t)layout * LS_OPTIMUM_CELLS;
        bool agrees = true;
        for (int32_t place = 0; place < game->cells && agrees; place++) {
            agrees = shown[place] == -1 || row[place] == shown[place] + 1;
        }
        list[length] = layout;
        length += agrees;
    }
    ls_busy *busy = enter(game);
    if (!busy) {
        return LS_MEMORY;
    }
    ls_status status;
    found->layouts = length;
    found->won = ls_position_value(game, context, busy, list, length, cell, list + length, alpha,
                                   &status);
    ls_lock(&game->lock);
    busy->is_taken = false;
    busy->depth = 0;
    ls_unlock(&game->lock);
    return status;
}

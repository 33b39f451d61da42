/* What a policy wins with each cell that may be opened first. See policy.c. */
#include "policy.h"

#include <stdlib.h>
#include <string.h>

/* So many cells at most, which bounds how deep the player goes. */
#define MOST_CELLS 200

/* A cell to be tried. */
typedef struct {
    int64_t score;
    int32_t cell, mines;
} candidate;

/* The safest first. */
static int by_mines(const void *first, const void *second) {
    const candidate *a = first, *b = second;
    return a->mines != b->mines ? (a->mines > b->mines) - (a->mines < b->mines)
                                : (a->cell > b->cell) - (a->cell < b->cell);
}

/* The best by two clicks first. */
static int by_score(const void *first, const void *second) {
    const candidate *a = first, *b = second;
    return a->score != b->score ? (a->score < b->score) - (a->score > b->score)
                                : (a->cell > b->cell) - (a->cell < b->cell);
}

/* All that it takes to play a set of layouts. */
typedef struct {
    ls_player player;
    ls_sheet sheet;
    int32_t layouts, *list, *room;
    candidate *candidates;
    int32_t count;
} start;

/* Whether a cell is a mine wherever another one is. */
static bool is_mine_with(const start *own, int32_t cell, int32_t other) {
    for (int32_t row = 0; row < own->layouts; row++) {
        const uint8_t *bytes = ls_row_at(&own->sheet, row);
        if (!bytes[other] && bytes[cell]) {
            return false;
        }
    }
    return true;
}

/* Keep the living cells, without those than which another is as good: a cell that is a mine only in
 * layouts in which a second one is, too, as the second is safe after it. */
static void find_candidates(start *own, bool is_each) {
    const int32_t layouts = own->layouts, stride = own->sheet.stride;
    int32_t mines[stride];
    ls_lanes shown[stride / LS_LANES], apart[stride / LS_LANES];
    ls_look_of seen = {mines, shown, apart};
    ls_look_at(&own->sheet, own->list, layouts, &seen);
    int32_t made = 0;
    for (int32_t cell = 0; cell < own->sheet.cells; cell++) {
        if (ls_is_living(&seen, cell)) {
            own->candidates[made++] = (candidate){0, cell, mines[cell]};
        }
    }
    qsort(own->candidates, (size_t)made, sizeof *own->candidates, by_mines);
    for (int32_t turn = 0; turn < made; turn++) {
        const candidate added = own->candidates[turn];
        bool is_needed = true;
        for (int32_t kept = 0; kept < own->count && is_needed && !is_each; kept++) {
            is_needed = !is_mine_with(own, added.cell, own->candidates[kept].cell);
        }
        if (is_needed) {
            own->candidates[own->count++] = added;
        }
    }
}

/* The best by two clicks come first: then others are given up sooner. */
static bool put_in_order(start *own) {
    ls_search *search = &own->player.search;
    const int32_t layouts = own->layouts, stride = own->sheet.stride;
    int32_t mines[stride], ends[LS_BYTES];
    ls_lanes shown[stride / LS_LANES], apart[stride / LS_LANES];
    ls_look_of seen = {mines, shown, apart};
    for (int32_t turn = 0; turn < own->count; turn++) {
        candidate *tried = own->candidates + turn;
        const int32_t most = ls_part_rows(&own->player, &own->sheet, own->list, layouts,
                                          tried->cell, own->room, ends);
        for (int32_t byte = 1; byte <= most; byte++) {
            const int32_t size = ends[byte] - ends[byte - 1];
            int64_t score = 0;
            if (size) {
                (void)ls_next_safety(&own->sheet, own->room + ends[byte - 1], size, &seen, &score);
            }
            tried->score += score;
        }
        if (!ls_goes_on(search, (int64_t)layouts * stride / LS_LANES)) {
            return false;
        }
    }
    qsort(own->candidates, (size_t)own->count, sizeof *own->candidates, by_score);
    return true;
}

/* How many layouts are won if a cell is opened first; -1 if they are fewer than `goal`. */
static int64_t won_with(start *own, int32_t cell, int64_t goal) {
    const int32_t layouts = own->layouts, stride = own->sheet.stride;
    int32_t mines[stride], ends[LS_BYTES];
    ls_lanes shown[stride / LS_LANES], apart[stride / LS_LANES];
    ls_look_of seen = {mines, shown, apart};
    const int32_t most =
        ls_part_rows(&own->player, &own->sheet, own->list, layouts, cell, own->room, ends);
    int64_t bounds[LS_BYTES], all = 0;
    for (int32_t byte = 1; byte <= most; byte++) {
        const int32_t size = ends[byte] - ends[byte - 1];
        int64_t score;
        bounds[byte] = size ? ls_next_safety(&own->sheet, own->room + ends[byte - 1], size, &seen,
                                             &score)
                            : 0;
        all += bounds[byte];
    }
    for (int32_t byte = 1; byte <= most && all >= goal; byte++) {
        const int32_t begin = ends[byte - 1];
        all += ls_won_of(&own->player, &own->sheet, own->room + begin, ends[byte] - begin) -
               bounds[byte];
    }
    return all < goal ? -1 : all;
}

static ls_status play(start *own, bool is_each, int64_t *values) {
    find_candidates(own, is_each);
    if (!put_in_order(own)) {
        return LS_STOPPED;
    }
    int64_t best = 0;
    int32_t best_cell = 0;
    for (int32_t turn = 0; turn < own->count && own->player.search.status == LS_OK; turn++) {
        const int32_t cell = own->candidates[turn].cell;
        /* Of equal ones the lowest number is the best. */
        const int64_t won = won_with(own, cell, is_each ? 0 : best + (cell > best_cell));
        values[cell] = won;
        if (won > best || (won == best && cell < best_cell)) {
            best = won;
            best_cell = cell;
        }
    }
    return own->player.search.status;
}

ls_status ls_follow_policy(ls_context *context, const ls_hidden *hidden, bool is_each,
                           int64_t *values) {
    const int64_t layouts = hidden->layouts, cells = hidden->cells;
    if (layouts < 1 || cells < 1 || cells > MOST_CELLS || hidden->weights) {
        return LS_WIDE;
    }
    start own = {.player.search = {.context = context, .most_values = LS_BYTES},
                 .layouts = hidden->layouts};
    own.sheet.cells = hidden->cells;
    own.sheet.stride = (int32_t)((cells + LS_LANES - 1) / LS_LANES * LS_LANES);
    if (!ls_forget_sets(&own.player.search)) {
        return LS_MEMORY;
    }
    int64_t taken = 0;
    uint64_t *names = ls_block(&context->memory,
                               layouts * (17 + own.sheet.stride) +
                                   cells * (int64_t)sizeof(candidate),
                               &taken);
    if (!names) {
        return LS_MEMORY;
    }
    own.candidates = (candidate *)(names + layouts);
    own.list = (int32_t *)(own.candidates + cells);
    own.room = own.list + layouts;
    own.player.shown = (uint8_t *)(own.room + layouts);
    uint8_t *bytes = own.player.shown + layouts;
    own.player.search.names = names;
    own.sheet.layouts = own.list;
    own.sheet.bytes = bytes;
    ls_name_layouts(names, hidden->layouts);
    for (int32_t row = 0; row < layouts; row++) {
        const uint8_t *shown = ls_shown_in(hidden, row);
        for (int32_t cell = 0; cell < own.sheet.stride; cell++) {
            *bytes++ = cell < cells ? (uint8_t)(shown[cell] + 1) : 1;
        }
        own.list[row] = row;
    }
    for (int32_t cell = 0; cell < cells; cell++) {
        values[cell] = -1;
    }
    const ls_status status = play(&own, is_each, values);
    free(names);
    context->memory.taken -= taken;
    return status;
}

int32_t ls_policy(ls_context *context, const ls_hidden *hidden, int32_t is_each, int64_t *values) {
    start_watch(context);
    return ls_follow_policy(context, hidden, is_each, values);
}

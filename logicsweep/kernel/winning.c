/* The parts of the board at hand, solved: see `strategy/endgame.py`, the twin. */
#include "decide.h"
#include "endgame.h"
#include "hidden.h"

#include <stdlib.h>
#include <string.h>

/* A cell to be tried, and the layouts in which it is a mine. */
typedef struct {
    int32_t hits, cell;
} ls_tried;

/* The safest first. */
static int in_turn(const void *first, const void *second) {
    const ls_tried *a = first, *b = second;
    return a->hits != b->hits ? (a->hits > b->hits) - (a->hits < b->hits)
                              : (a->cell > b->cell) - (a->cell < b->cell);
}

/* By cell, the number of layouts in which it is a mine. */
static ls_status count_hits(ls_context *context, const ls_hidden *hidden, ls_tried *tried) {
    for (int32_t cell = 0; cell < hidden->cells; cell++) {
        tried[cell] = (ls_tried){0, cell};
    }
    for (int32_t layout = 0; layout < hidden->layouts; layout++) {
        const uint8_t *shown = ls_shown_in(hidden, layout);
        for (int32_t cell = 0; cell < hidden->cells; cell++) {
            tried[cell].hits += shown[cell] == LS_HIT;
        }
        if (ls_must_stop(&context->watch, hidden->cells)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* Room for the values of all cells, with the cells behind it; and the cells, with their hits. */
static ls_status look_around(ls_context *context, const ls_hidden *hidden, int64_t **values,
                             ls_tried **tried) {
    const int64_t cells = hidden->cells;
    if (!ls_room(&context->memory, &context->tried,
                 cells * (int64_t)(sizeof(int64_t) + sizeof(ls_tried) + sizeof(int32_t)), 1)) {
        return LS_MEMORY;
    }
    *values = context->tried.items;
    *tried = (ls_tried *)((int32_t *)(*values + cells) + cells);
    return count_hits(context, hidden, *tried);
}

/* Search the layouts of a part from some cells, the first ones of `tried`. */
static ls_status search(ls_context *context, const ls_hidden *hidden, const ls_tried *tried,
                        int32_t count, bool is_each, int64_t *values, int64_t *most) {
    int32_t *cells = (int32_t *)(values + count);
    for (int32_t turn = 0; turn < count; turn++) {
        cells[turn] = tried[turn].cell;
    }
    LS_TRY(ls_search_layouts(context, hidden, cells, count, -1, is_each, values));
    *most = 0;
    for (int32_t turn = 0; turn < count; turn++) {
        *most = values[turn] > *most ? values[turn] : *most;
    }
    return LS_OK;
}

/* Solve a part with its layouts, and write what is won with each of its cells. */
static ls_status solve(ls_context *context, const ls_hidden *hidden, bool is_each,
                       ls_part_found *part, int64_t *won) {
    const int64_t cells = hidden->cells;
    int64_t *values;
    ls_tried *tried;
    LS_TRY(look_around(context, hidden, &values, &tried));
    if (hidden->layouts == 1) {
        for (int32_t cell = 0; cell < cells; cell++) {
            won[cell] = !tried[cell].hits;
        }
        part->won = 1;
        return LS_OK;
    }
    qsort(tried, (size_t)cells, sizeof *tried, in_turn);
    int64_t most;
    if (!tried->hits) {
        LS_TRY(search(context, hidden, tried, 1, is_each, values, &most));
        for (int32_t turn = 0; turn < cells && !tried[turn].hits; turn++) {
            won[tried[turn].cell] = most;
        }
    } else {
        LS_TRY(search(context, hidden, tried, hidden->cells, is_each, values, &most));
        for (int32_t turn = 0; turn < cells; turn++) {
            won[tried[turn].cell] = is_each || values[turn] == most ? values[turn] : -1;
        }
    }
    part->won = most;
    return LS_OK;
}

/* All layouts have to weigh the same. */
static bool is_plain(const ls_context *context) {
    return context->is_loaded && context->is_joined && !context->weights;
}

int32_t ls_win(ls_context *context, int32_t most, int32_t is_each, ls_winning *found) {
    if (!is_plain(context)) {
        return LS_NONE;
    }
    start_watch(context);
    ls_parts parts;
    LS_TRY(ls_find_parts(context, &parts));
    if (!ls_room(&context->memory, &context->won, (int64_t)parts.cells + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int64_t *won = context->won.items;
    for (int32_t cell = 0; cell < parts.cells; cell++) {
        won[cell] = -1;
    }
    for (int32_t turn = 0; turn < parts.parts; turn++) {
        ls_part_found *part = parts.part + turn;
        ls_hidden hidden;
        ls_status status = ls_hide(context, &parts, turn, most, &hidden);
        if (status == LS_OK) {
            part->layouts = hidden.layouts;
            status = solve(context, &hidden, is_each, part, won + part->first);
        }
        if (status != LS_OK && status != LS_WIDE) {
            return status;
        }
    }
    *found = (ls_winning){parts.parts, parts.cells, parts.part, parts.numbers, won};
    return LS_OK;
}

int32_t ls_layouts_of(ls_context *context, int32_t cell, int32_t most, ls_layouts_found *found) {
    if (!is_plain(context)) {
        return LS_NONE;
    }
    start_watch(context);
    ls_parts parts;
    LS_TRY(ls_find_parts(context, &parts));
    const int32_t place = cell < 0 || cell >= context->size ? -1 : parts.place_of[cell];
    if (place < 0) {
        return LS_NONE;
    }
    int32_t part = 0;
    while (place >= parts.part[part].first + parts.part[part].count) {
        part++;
    }
    LS_TRY(ls_hide(context, &parts, part, most, &found->hidden));
    found->numbers = parts.numbers + parts.part[part].first;
    return LS_OK;
}

/* Of some cells, in turn, keep those that need to be tried: neither dead ones, nor those than which an
 * earlier one is as good. `mines` has room for the mines of all, by layout, as bits. */
static int32_t keep_needed(const ls_hidden *hidden, ls_tried *tried, int32_t count,
                           uint64_t *mines) {
    const int64_t words = (hidden->layouts + 63) / 64;
    int32_t kept = 0;
    for (int32_t turn = 0; turn < count; turn++) {
        uint64_t *own = mines + kept * words;
        int32_t least = LS_HIT, most = -1;
        memset(own, 0, (size_t)words * sizeof *own);
        for (int32_t layout = 0; layout < hidden->layouts; layout++) {
            const int32_t shown = ls_shown_in(hidden, layout)[tried[turn].cell];
            if (shown == LS_HIT) {
                own[layout / 64] |= (uint64_t)1 << layout % 64;
            } else {
                least = shown < least ? shown : least;
                most = shown > most ? shown : most;
            }
        }
        bool is_needed = most > least;
        for (int32_t place = 0; place < kept && is_needed; place++) {
            const uint64_t *rival = mines + place * words;
            int64_t word = 0;
            while (word < words && !(rival[word] & ~own[word])) {
                word++;
            }
            is_needed = word < words;
        }
        if (is_needed) {
            tried[kept++] = tried[turn];
        }
    }
    return kept;
}

/* How many layouts of a part are won, and with which cell first. */
static ls_status play(ls_context *context, const ls_hidden *hidden, int64_t *won, int32_t *cell) {
    int64_t *values, taken = 0;
    ls_tried *tried;
    LS_TRY(look_around(context, hidden, &values, &tried));
    qsort(tried, (size_t)hidden->cells, sizeof *tried, in_turn);
    int32_t count = 1, first;
    if (tried->hits) {
        const int64_t words = (hidden->layouts + 63) / 64;
        uint64_t *mines = ls_block(&context->memory, hidden->cells * words * 8, &taken);
        if (!mines) {
            return LS_MEMORY;
        }
        count = keep_needed(hidden, tried, hidden->cells, mines);
        free(mines);
        context->memory.taken -= taken;
    }
    if (!count) { /* only dead ones: they are as they were */
        count = hidden->cells;
    }
    int32_t *cells = (int32_t *)values;
    for (int32_t turn = 0; turn < count; turn++) {
        cells[turn] = tried[turn].cell;
    }
    LS_TRY(ls_search_first(context, hidden, cells, count, won, &first));
    *cell = cells[first];
    return LS_OK;
}

ls_status ls_solve_parts(ls_context *context, int32_t most, int32_t policy, ls_solved *solved) {
    ls_parts parts;
    *solved = (ls_solved){.cell = -1, .is_whole = true, .chance = -1};
    LS_TRY(ls_find_parts(context, &parts));
    int32_t smallest = -1;
    for (int32_t turn = 0; turn < parts.parts; turn++) {
        int64_t layouts;
        const ls_status status =
            ls_count_part(context, &parts, turn, policy > most ? policy : most, &layouts);
        if (status == LS_WIDE || (status == LS_OK && layouts > most)) {
            solved->is_whole = false;
            solved->has_large |= status == LS_OK && parts.part[turn].undecided;
            continue;
        }
        LS_TRY(status);
        if (parts.part[turn].undecided && (smallest < 0 || layouts < solved->layouts)) {
            smallest = turn;
            solved->layouts = layouts;
        }
    }
    double won = 1, all = 1;
    for (int32_t turn = 0; turn < parts.parts; turn++) {
        if (turn != smallest && !solved->is_whole) {
            continue;
        }
        ls_hidden hidden;
        int32_t cell;
        int64_t wins;
        LS_TRY(ls_hide(context, &parts, turn, most, &hidden));
        LS_TRY(play(context, &hidden, &wins, &cell));
        won *= (double)wins;
        all *= hidden.layouts;
        if (turn == smallest) {
            solved->won = wins;
            solved->cell = parts.numbers[parts.part[turn].first + cell];
        }
    }
    solved->chance = won / all;
    return LS_OK;
}

/* The cell of a part that wins most by the policy, or -1. */
static ls_status follow(ls_context *context, const ls_parts *parts, int32_t part, int32_t most,
                        int32_t *cell) {
    ls_hidden hidden;
    LS_TRY(ls_hide(context, parts, part, most, &hidden));
    if (!ls_room(&context->memory, &context->won, (int64_t)hidden.cells, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int64_t *won = context->won.items, best = -1;
    LS_TRY(ls_follow_policy(context, &hidden, false, won));
    *cell = -1;
    for (int32_t place = 0; place < hidden.cells; place++) {
        if (won[place] > best) {
            best = won[place];
            *cell = parts->numbers[parts->part[part].first + place];
        }
    }
    return LS_OK;
}

ls_status ls_follow_parts(ls_context *context, int32_t least, int32_t most, int32_t *cell) {
    ls_parts parts;
    *cell = -1;
    LS_TRY(ls_find_parts(context, &parts));
    int64_t last = least;
    int32_t before = parts.parts; /* of parts with `last` layouts, those behind it are left */
    while (*cell < 0) {
        int64_t fewest = (int64_t)most + 1;
        int32_t next = -1;
        for (int32_t turn = 0; turn < parts.parts; turn++) {
            int64_t layouts;
            const ls_status status = ls_count_part(context, &parts, turn, most, &layouts);
            if (status == LS_WIDE) {
                continue;
            }
            LS_TRY(status);
            const bool is_left = layouts > last || (layouts == last && turn > before);
            if (is_left && parts.part[turn].undecided && layouts < fewest) {
                fewest = layouts;
                next = turn;
            }
        }
        if (next < 0) {
            return LS_OK;
        }
        LS_TRY(follow(context, &parts, next, most, cell));
        last = fewest;
        before = next;
    }
    return LS_OK;
}

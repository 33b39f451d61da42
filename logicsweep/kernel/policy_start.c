/* What a policy wins with each cell that may be opened first. See policy.c. */
#include "policy.h"

#include <stdlib.h>
#include <string.h>

/* So many cells at most, which bounds how deep the player goes. */
#define MOST_CELLS 200

/* The work of a decision: so many layouts for all cells that are compared; but at least so many cells
 * are. */
#define MOST_WORK 100000
#define LEAST_COMPARED 4

/* Of more layouts, the cells to compare are chosen by a sample of about so many. */
#define SCORED 2048

/* An odd number whose bits look like random ones, of the golden ratio. */
#define MIXER 0x9E3779B97F4A7C15u

/* A cell to be tried: its score by two clicks, and how much can be won at most as far as they tell. */
typedef struct {
    int64_t score, most;
    int32_t cell, mines, safe; /* `safe` of those that the score is taken of */
    bool is_chosen;
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

/* First those after which the next click is the safest. */
static int by_next(const void *first, const void *second) {
    const candidate *a = first, *b = second;
    const int64_t here = a->most * b->safe, there = b->most * a->safe;
    return here != there ? (here < there) - (here > there)
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
            own->candidates[made++] = (candidate){0, 0, cell, mines[cell], 0, false};
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

static ls_status score(start *own) {
    int32_t mines[own->sheet.stride], ends[LS_BYTES];
    ls_lanes shown[own->sheet.stride / LS_LANES], apart[own->sheet.stride / LS_LANES];
    ls_look_of seen = {mines, shown, apart};
    int32_t sample[2 * SCORED], size = own->layouts;
    const bool is_many = size > SCORED;
    const int32_t *list = is_many ? sample : own->list;
    if (is_many) {
        size = ls_sampled(&own->player, &own->sheet, own->list, own->layouts, SCORED, sample);
    }
    for (int32_t turn = 0; turn < own->count; turn++) {
        candidate *tried = own->candidates + turn;
        const int32_t most = ls_part_rows(&own->player, &own->sheet, list, size, tried->cell,
                                          own->room, ends);
        tried->safe = ends[most] ? ends[most] : 1;
        for (int32_t byte = 1; byte <= most; byte++) {
            const int32_t part = ends[byte] - ends[byte - 1];
            if (part) {
                int64_t added;
                tried->most += ls_next_safety(&own->sheet, own->room + ends[byte - 1], part, &seen,
                                              &added);
                tried->score += added;
            }
        }
        if (!ls_goes_on(&own->player.search,
                        (int64_t)size * own->sheet.stride / LS_LANES)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* Keep so many candidates: by turns the best by two clicks and that after which the next is the safest.
 * The latter get rid of a risk that would come anyway. `other` has room for them all. */
static void choose(start *own, candidate *other, int32_t most) {
    memcpy(other, own->candidates, (size_t)own->count * sizeof *other);
    qsort(own->candidates, (size_t)own->count, sizeof *other, by_score);
    qsort(other, (size_t)own->count, sizeof *other, by_next);
    int32_t made = 0;
    for (int32_t turn = 0; turn < own->count && made < most; turn++) {
        const int32_t cells[2] = {own->candidates[turn].cell, other[turn].cell};
        for (int32_t side = 0; side < 2 && made < most; side++) {
            for (int32_t at = 0; at < own->count; at++) {
                candidate *tried = own->candidates + at;
                if (tried->cell == cells[side] && !tried->is_chosen) {
                    tried->is_chosen = true;
                    made++;
                }
            }
        }
    }
    int32_t left = 0;
    for (int32_t turn = 0; turn < own->count; turn++) {
        if (own->candidates[turn].is_chosen) {
            own->candidates[left++] = own->candidates[turn];
        }
    }
    own->count = left;
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
    LS_TRY(score(own));
    const int32_t most = MOST_WORK / own->layouts;
    choose(own, own->candidates + own->sheet.cells,
           is_each ? own->count : most < LEAST_COMPARED ? LEAST_COMPARED : most);
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

/* The name of a layout, made of what its cells show, so that their order does not matter. */
static uint64_t name_of(const uint8_t *bytes, int32_t stride) {
    uint64_t name = 0;
    for (int32_t at = 0; at < stride; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, sizeof word);
        name = (name ^ word) * MIXER;
        name ^= name >> 32;
    }
    return name;
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
                                   2 * cells * (int64_t)sizeof(candidate),
                               &taken);
    if (!names) {
        return LS_MEMORY;
    }
    own.candidates = (candidate *)(names + layouts);
    own.list = (int32_t *)(own.candidates + 2 * cells);
    own.room = own.list + layouts;
    own.player.shown = (uint8_t *)(own.room + layouts);
    uint8_t *bytes = own.player.shown + layouts;
    own.player.search.names = names;
    own.sheet.layouts = own.list;
    own.sheet.bytes = bytes;
    bool is_narrow = true; /* no value is larger than a cell can have neighbours */
    for (int32_t row = 0; row < layouts; row++) {
        const uint8_t *shown = ls_shown_in(hidden, row);
        for (int32_t cell = 0; cell < own.sheet.stride; cell++, bytes++) {
            *bytes = cell < cells ? (uint8_t)(shown[cell] + 1) : 1;
            is_narrow &= *bytes < LS_BYTES;
        }
        own.list[row] = row;
        names[row] = name_of(bytes - own.sheet.stride, own.sheet.stride);
    }
    for (int32_t cell = 0; cell < cells; cell++) {
        values[cell] = -1;
    }
    const ls_status status = is_narrow ? play(&own, is_each, values) : LS_WIDE;
    free(names);
    context->memory.taken -= taken;
    return status;
}

int32_t ls_policy(ls_context *context, const ls_hidden *hidden, int32_t is_each, int64_t *values) {
    start_watch(context);
    return ls_follow_policy(context, hidden, is_each, values);
}

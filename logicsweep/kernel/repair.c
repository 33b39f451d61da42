/* Layouts that need no guess, by repairs: where proofs end, mines are moved until they go on.
 *
 * After a repair the game goes on from the first clue that changed, since all before it still holds.
 * The Python twin, `games/dealing/repair.py`, says why the moves are what they are. Both draw the same
 * numbers in the same order, so that both make the same layouts.
 */
#include "dealing.h"

#include <string.h>

#define COVERED (-1)
#define KNOWN_MINE (-3)

/* Repairs that are tried where proofs end, before the layout is given up. */
#define TRIES 60
/* The first of them change one cell where proofs end, and so does this share of the others. */
#define ALONE 10
#define ALONE_LATER 0.3
/* How often cells are filled with mines where those that are left have more than their share, and
 * cleared of mines where they have less. */
#define BALANCING 0.9

void ls_show_clue(const ls_dealing *dealing, int8_t *truth, int32_t number) {
    const ls_layout_to_deal *asked = dealing->asked;
    int8_t mines = 0;
    for (int32_t turn = 0; turn < asked->degree; turn++) {
        mines += truth[asked->near[(int64_t)turn * asked->size + number]] == KNOWN_MINE;
    }
    truth[number] = mines;
}

void ls_cover(const ls_dealing *dealing, ls_game *game) {
    const int32_t size = dealing->asked->size;
    memset(game->states, COVERED, (size_t)size);
    game->states[size] = LS_IS_SAFE;
    for (int32_t place = 1; place <= game->order[0]; place++) {
        game->states[game->order[place]] = game->truth[game->order[place]];
    }
}

ls_status ls_play(const ls_dealing *dealing, const ls_game *game, int32_t level, int32_t *left) {
    const ls_layout_to_deal *asked = dealing->asked;
    const int64_t total = asked->uses_total ? asked->mines : -1;
    const ls_board_to_reach board = {
        .size = asked->size,    .degree = asked->degree,  .level = level, .near = asked->near,
        .truth = game->truth,   .states = game->states,   .lower = total, .upper = total,
        .order = game->order,
    };
    const ls_status status = ls_reach_within(dealing->context, &board);
    *left = asked->size - asked->mines - game->order[0];
    /* The game agrees with its layout; a clash would be a defect, and not the answer that there is no
     * layout. */
    return status == LS_CLASH ? LS_NONE : status;
}

/* Whether some neighbour of a cell is an open clue. */
static bool is_near(const ls_dealing *dealing, int32_t number) {
    const ls_layout_to_deal *asked = dealing->asked;
    const int8_t *states = dealing->game.states;
    const int32_t *near = asked->near + number;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (states[*near] >= 0) {
            return true;
        }
    }
    return false;
}

static bool is_undecided(const ls_dealing *dealing, int32_t number) {
    return dealing->game.states[number] == COVERED && !dealing->is_fixed[number];
}

/* Whether a cell is a proved mine with undecided cells behind it. */
static bool is_wall(const ls_dealing *dealing, int32_t number) {
    if (dealing->game.states[number] != KNOWN_MINE || dealing->is_fixed[number]) {
        return false;
    }
    const ls_layout_to_deal *asked = dealing->asked;
    const int32_t *near = asked->near + number;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (is_undecided(dealing, *near)) {
            return is_near(dealing, number);
        }
    }
    return false;
}

/* List in `cells` where proofs end: the undecided cells that clues are about, else walls. Note which
 * cells are outside, and whether these are denser than the board. */
static int32_t frontier(ls_dealing *dealing, bool *is_denser) {
    const ls_layout_to_deal *asked = dealing->asked;
    const int32_t size = asked->size;
    int32_t count = 0, outside = 0, mines = 0;
    for (int32_t number = 0; number < size; number++) {
        const bool undecided = is_undecided(dealing, number);
        const bool near = undecided && is_near(dealing, number);
        dealing->is_outside[number] = undecided && !near;
        outside += undecided && !near;
        mines += undecided && !near && dealing->game.truth[number] == KNOWN_MINE;
        if (near) {
            dealing->cells[count++] = number;
        }
    }
    *is_denser = outside && (double)mines / outside > (double)asked->mines / size;
    if (count) {
        return count;
    }
    for (int32_t number = 0; number < size; number++) {
        if (is_wall(dealing, number)) {
            dealing->cells[count++] = number;
        }
    }
    return count;
}

/* Choose an open clue around a cell, which has one, and list the undecided cells around it. */
static int32_t group_around(ls_dealing *dealing, int32_t cell, int32_t *group) {
    const ls_layout_to_deal *asked = dealing->asked;
    int32_t clues[LS_DEGREE], count = 0;
    const int32_t *near = asked->near + cell;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (dealing->game.states[*near] >= 0) {
            clues[count++] = *near;
        }
    }
    near = asked->near + clues[ls_below(&dealing->source, count)];
    count = 0;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (is_undecided(dealing, *near)) {
            group[count++] = *near;
        }
    }
    return count;
}

static bool is_among(const int32_t *cells, int32_t count, int32_t number) {
    for (int32_t place = 0; place < count; place++) {
        if (cells[place] == number) {
            return true;
        }
    }
    return false;
}

/* List in `cells` what may change beside a group: mines, or cells without one; those outside (0), all
 * covered cells (1), or cells anywhere (2). */
static int32_t candidates(ls_dealing *dealing, const int32_t *group, int32_t count, bool mines,
                          int32_t reach) {
    const ls_game *game = &dealing->game;
    int32_t listed = 0;
    for (int32_t number = 0; number < dealing->asked->size; number++) {
        const bool is_within = reach == 0   ? dealing->is_outside[number]
                               : reach == 1 ? game->states[number] == COVERED
                                            : true;
        if (is_within && (game->truth[number] == KNOWN_MINE) == mines &&
            !dealing->is_fixed[number] && !is_among(group, count, number)) {
            dealing->cells[listed++] = number;
        }
    }
    return listed;
}

/* Choose mines to move where proofs end, to or from one cell, or all undecided cells near a clue; false
 * if there are none. */
static bool propose(ls_dealing *dealing, bool is_alone, ls_moves *moves) {
    bool is_denser;
    int32_t group[LS_DEGREE];
    int32_t count = frontier(dealing, &is_denser);
    if (!count) {
        return false;
    }
    group[0] = dealing->cells[ls_below(&dealing->source, count)];
    count = is_alone ? 1 : group_around(dealing, group[0], group);
    int32_t mines = 0;
    for (int32_t place = 0; place < count; place++) {
        mines += dealing->game.truth[group[place]] == KNOWN_MINE;
    }
    const bool fills =
        mines && mines < count
            ? ls_fraction(&dealing->source) < (is_denser ? BALANCING : 1 - BALANCING)
            : !mines;
    int32_t *changed = fills ? moves->mined : moves->cleared;
    moves->count = 0;
    for (int32_t place = 0; place < count; place++) {
        if ((dealing->game.truth[group[place]] == KNOWN_MINE) != fills) {
            changed[moves->count++] = group[place];
        }
    }
    for (int32_t reach = 0; reach < 3; reach++) {
        const int32_t listed = candidates(dealing, group, count, fills, reach);
        if (listed >= moves->count) {
            ls_sample(&dealing->source, dealing->cells, listed, moves->count);
            memcpy(fills ? moves->cleared : moves->mined, dealing->cells,
                   (size_t)moves->count * sizeof(int32_t));
            return true;
        }
    }
    return false;
}

/* Show the clues at and around a cell anew. */
static void show_around(const ls_dealing *dealing, int8_t *truth, int32_t number) {
    const ls_layout_to_deal *asked = dealing->asked;
    if (truth[number] != KNOWN_MINE) {
        ls_show_clue(dealing, truth, number);
    }
    const int32_t *near = asked->near + number;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        if (*near < asked->size && truth[*near] != KNOWN_MINE) {
            ls_show_clue(dealing, truth, *near);
        }
    }
}

/* Make `changed` of the layout at hand: the game with mines moved, from just before the first open cell
 * that would differ. The start, whose clue may change, stays open. */
static void move_mines(ls_dealing *dealing, const ls_moves *moves) {
    const int32_t size = dealing->asked->size;
    const ls_game *game = &dealing->game;
    ls_game *changed = &dealing->changed;
    memcpy(changed->truth, game->truth, (size_t)size + 1);
    for (int32_t place = 0; place < moves->count; place++) {
        changed->truth[moves->cleared[place]] = 0;
        changed->truth[moves->mined[place]] = KNOWN_MINE;
    }
    for (int32_t place = 0; place < moves->count; place++) {
        show_around(dealing, changed->truth, moves->cleared[place]);
        show_around(dealing, changed->truth, moves->mined[place]);
    }
    const int32_t *order = game->order + 1;
    int32_t kept = 1;
    while (kept < game->order[0] && changed->truth[order[kept]] == game->truth[order[kept]]) {
        kept++;
    }
    if (changed->truth[order[0]] != game->truth[order[0]]) {
        kept = 1;
    }
    changed->order[0] = kept;
    memcpy(changed->order + 1, order, (size_t)kept * sizeof(int32_t));
    ls_cover(dealing, changed);
}

static void take_over(ls_dealing *dealing) {
    const ls_game before = dealing->game;
    dealing->game = dealing->changed;
    dealing->changed = before;
}

ls_status ls_repair(ls_dealing *dealing, int32_t level, bool *is_solved) {
    const ls_layout_to_deal *asked = dealing->asked;
    int32_t left, attempt = 0;
    LS_TRY(ls_play(dealing, &dealing->game, level, &left));
    ls_note_opened(dealing);
    while (left && attempt < TRIES) {
        if (ls_must_stop(&dealing->context->watch, (int64_t)asked->size * asked->degree)) {
            return LS_STOPPED;
        }
        const bool is_alone = attempt < ALONE || ls_fraction(&dealing->source) < ALONE_LATER;
        attempt++;
        ls_moves moves;
        if (!propose(dealing, is_alone, &moves)) {
            continue;
        }
        move_mines(dealing, &moves);
        int32_t left_then;
        LS_TRY(ls_play(dealing, &dealing->changed, level, &left_then));
        if (left_then < left) {
            take_over(dealing);
            ls_note_opened(dealing);
            left = left_then;
            attempt = 0;
        }
    }
    *is_solved = !left;
    return LS_OK;
}

bool ls_disturb(ls_dealing *dealing) {
    const int32_t mines = dealing->asked->mines;
    if (!mines || mines == dealing->room) {
        return false;
    }
    ls_moves moves = {.count = 1};
    int32_t listed = candidates(dealing, NULL, 0, true, 2);
    moves.cleared[0] = dealing->cells[ls_below(&dealing->source, listed)];
    listed = candidates(dealing, NULL, 0, false, 2);
    moves.mined[0] = dealing->cells[ls_below(&dealing->source, listed)];
    move_mines(dealing, &moves);
    take_over(dealing);
    return true;
}

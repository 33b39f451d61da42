/* Layouts from the seeds of links, on ordinary boards; with no guess needed, if that is asked for.
 *
 * docs/reference/seeds.md defines them. The Python twins are `games/dealing/seeded.py` and `deal.py`.
 */
#include "dealing.h"

#include <string.h>

#define COVERED (-1)
#define KNOWN_MINE (-3)

/* So many more cells than mines are drawn, or more where cells have more neighbours. */
#define SPARE 9
/* Layouts that are refused in a row, before repairs make one. */
#define REFUSED 100
/* How often the mines of a solved layout are disturbed to get another level, before the next one. */
#define DISTURBED 200
/* Up to this level `ls_reach` finds every step; its level 0 stands for any. */
#define HIGHEST 2
#define ANY_LEVEL 0

ls_status ls_begin_to_deal(ls_dealing *dealing) {
    ls_context *context = dealing->context;
    const ls_layout_to_deal *asked = dealing->asked;
    const int64_t size = asked->size;
    if (!ls_room(&context->memory, &context->deal_room, 4 * size + 3, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->deal_marks, 7 * size + 5, sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    dealing->cells = context->deal_room.items;
    dealing->is_fixed = context->deal_marks.items;
    dealing->is_outside = dealing->is_fixed + size;
    ls_game *games[] = {&dealing->game, &dealing->changed, &dealing->trial};
    int8_t *marks = (int8_t *)dealing->is_outside + size;
    for (int32_t place = 0; place < 3; place++) {
        games[place]->order = dealing->cells + size + place * (size + 1);
        games[place]->states = marks + place * (size + 1);
    }
    dealing->game.truth = marks + 3 * (size + 1);
    dealing->changed.truth = marks + 4 * (size + 1);
    memset(dealing->is_fixed, 0, (size_t)size);
    if (asked->start >= 0 && asked->first_click) {
        dealing->is_fixed[asked->start] = 1;
        const int32_t *near = asked->near + asked->start;
        for (int32_t turn = 0; turn < asked->degree && asked->first_click == 2; turn++) {
            if (near[turn * size] < size) {
                dealing->is_fixed[near[turn * size]] = 1;
            }
        }
    }
    dealing->room = asked->size;
    for (int32_t number = 0; number < size; number++) {
        dealing->room -= dealing->is_fixed[number];
    }
    return asked->mines < 0 || asked->mines > dealing->room ? LS_CLASH : LS_OK;
}

ls_status ls_draw_layout(ls_dealing *dealing) {
    ls_layout_to_deal *asked = dealing->asked;
    const int32_t size = asked->size;
    const int32_t spare = asked->degree + 1 > SPARE ? asked->degree + 1 : SPARE;
    const int32_t drawn = spare < size - asked->mines ? asked->mines + spare : size;
    if (ls_must_stop(&dealing->context->watch, drawn)) {
        return LS_STOPPED;
    }
    asked->tries++;
    for (int32_t number = 0; number < size; number++) {
        dealing->cells[number] = number;
    }
    ls_sample(&dealing->source, dealing->cells, size, drawn);
    memset(asked->is_mine, 0, (size_t)size);
    for (int32_t place = 0, mines = 0; mines < asked->mines; place++) {
        const int32_t number = dealing->cells[place];
        if (!dealing->is_fixed[number]) {
            asked->is_mine[number] = 1;
            mines++;
        }
    }
    return LS_OK;
}

/* Draw the next layout of the seed, and begin a game in it. */
static ls_status draw_game(ls_dealing *dealing) {
    LS_TRY(ls_draw_layout(dealing));
    const ls_layout_to_deal *asked = dealing->asked;
    ls_game *game = &dealing->game;
    for (int32_t number = 0; number < asked->size; number++) {
        game->truth[number] = asked->is_mine[number] ? KNOWN_MINE : 0;
    }
    game->truth[asked->size] = LS_IS_SAFE;
    for (int32_t number = 0; number < asked->size; number++) {
        if (game->truth[number] != KNOWN_MINE) {
            ls_show_clue(dealing, game->truth, number);
        }
    }
    game->order[0] = 1;
    game->order[1] = asked->start;
    ls_cover(dealing, game);
    return LS_OK;
}

/* Begin a game in the layout at hand once more. */
static void begin_trial(ls_dealing *dealing) {
    ls_game *trial = &dealing->trial;
    trial->truth = dealing->game.truth;
    trial->order[0] = 1;
    trial->order[1] = dealing->asked->start;
    ls_cover(dealing, trial);
}

/* Open the neighbours of zeros, and nothing else; how many safe cells stay covered. */
static int32_t open_around_zeros(const ls_dealing *dealing, ls_game *game) {
    const ls_layout_to_deal *asked = dealing->asked;
    for (int32_t place = 1; place <= game->order[0]; place++) {
        const int32_t *near = asked->near + game->order[place];
        const int32_t degree = game->truth[game->order[place]] == 0 ? asked->degree : 0;
        for (int32_t turn = 0; turn < degree; turn++, near += asked->size) {
            if (game->states[*near] == COVERED) {
                game->states[*near] = game->truth[*near];
                game->order[++game->order[0]] = *near;
            }
        }
    }
    return asked->size - asked->mines - game->order[0];
}

/* Whether steps up to a level lead to all safe cells of the layout at hand. */
static ls_status is_solved(ls_dealing *dealing, int32_t level, bool *solved) {
    begin_trial(dealing);
    int32_t left;
    if (level == 0) {
        left = open_around_zeros(dealing, &dealing->trial);
    } else {
        LS_TRY(ls_play(dealing, &dealing->trial, level, &left));
    }
    *solved = !left;
    return LS_OK;
}

/* Whether the hardest step has a level as asked for, in a layout at hand that can be solved. */
static ls_status is_within(ls_dealing *dealing, bool *within) {
    const ls_layout_to_deal *asked = dealing->asked;
    *within = true;
    if (asked->most_level < 0) {
        return LS_OK;
    }
    LS_TRY(is_solved(dealing, asked->most_level, within));
    if (*within && asked->least_level > 0) {
        bool is_easier;
        LS_TRY(is_solved(dealing, asked->least_level - 1, &is_easier));
        *within = !is_easier;
    }
    return LS_OK;
}

/* Take the first layout that needs no guess as it is, if it is among the first ones. */
static ls_status uniform(ls_dealing *dealing, bool *taken) {
    *taken = false;
    while (!*taken && dealing->asked->tries < REFUSED) {
        LS_TRY(draw_game(dealing));
        int32_t left;
        LS_TRY(ls_play(dealing, &dealing->game, ANY_LEVEL, &left));
        if (!left) {
            LS_TRY(is_within(dealing, taken));
        }
        if (!*taken) {
            ls_note_opened(dealing);
        }
    }
    return LS_OK;
}

/* Repair the layout at hand until it needs no guess, and disturb it until it has a level as asked for. */
static ls_status repair(ls_dealing *dealing, bool *taken) {
    /* Steps of level 1 lead at least as far as none, of which there are too few to go by. */
    const int32_t most = dealing->asked->most_level;
    const int32_t highest = most < 0 ? ANY_LEVEL : most < 1 ? 1 : most;
    bool solved;
    *taken = false;
    LS_TRY(ls_repair(dealing, highest, &solved));
    for (int32_t turn = 0; solved && turn < DISTURBED; turn++) {
        LS_TRY(is_within(dealing, taken));
        if (*taken || !ls_disturb(dealing)) {
            return LS_OK;
        }
        LS_TRY(ls_repair(dealing, highest, &solved));
    }
    return LS_OK;
}

/* Take the first layout that repairs lead to. */
static ls_status repaired(ls_dealing *dealing) {
    ls_layout_to_deal *asked = dealing->asked;
    asked->is_repaired = 1;
    asked->tries = asked->opened = 0;
    bool taken = false;
    while (!taken) {
        LS_TRY(draw_game(dealing));
        LS_TRY(repair(dealing, &taken));
    }
    for (int32_t number = 0; number < asked->size; number++) {
        const bool mine = dealing->game.truth[number] == KNOWN_MINE;
        asked->moved += mine && !asked->is_mine[number];
        asked->is_mine[number] = mine;
    }
    return LS_OK;
}

int32_t ls_deal(ls_context *context, ls_layout_to_deal *asked) {
    start_watch(context);
    asked->tries = asked->is_repaired = asked->opened = asked->moved = 0;
    ls_dealing dealing = {.context = context, .asked = asked, .source = asked->seed};
    LS_TRY(ls_begin_to_deal(&dealing));
    if (!asked->no_guess) {
        return ls_draw_layout(&dealing);
    }
    if (asked->most_level > HIGHEST || asked->start < 0 || !asked->first_click) {
        return LS_NONE;
    }
    bool taken;
    LS_TRY(uniform(&dealing, &taken));
    return taken ? LS_OK : repaired(&dealing);
}

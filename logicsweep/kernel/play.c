/* Games with forced survival on ordinary boards: the loop, the player's knowledge, the layouts.
 *
 * The board at hand is the player's knowledge. What is proved safe is opened until nothing is, in rounds: by
 * single clues, by components, under the mine count; then the player decides. The Python twin is
 * `lab/play/forced.py`, whose player opens one cell after the other: where the next guess is due, both have
 * opened the same cells.
 */
#include "dealing.h"
#include "play.h"

#include <string.h>

#define COVERED (-1)
#define KNOWN_MINE (-3)

/* log10(2): logarithms of numbers of layouts come to the base 2. */
#define DIGITS_A_BIT 0.30102999566398120

typedef struct {
    ls_context *context;
    ls_forced_game *game;
    double *marginals; /* [size] */
    int32_t *due;      /* [size]: cells that are opened, but not entered yet */
    int32_t *values;   /* [size] and the cells around: room for lists */
    int8_t *truth;     /* [size]: what a cell shows */
    uint8_t *drawn;    /* [size]: another layout */
    int32_t due_count;
    int32_t left;      /* safe cells that are covered */
    double bits;       /* log2 of the number of layouts, once the board at hand is joined */
    bool is_lost;
} ls_forced;

static ls_status make_room(ls_forced *playing) {
    ls_context *context = playing->context;
    const int64_t size = playing->game->size;
    if (!ls_room(&context->memory, &context->deal_room, 2 * size + LS_DEGREE + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->deal_marks, 2 * size, sizeof(uint8_t)) ||
        !ls_room(&context->memory, &context->reach_marginals, size, sizeof(double))) {
        return LS_MEMORY;
    }
    playing->due = context->deal_room.items;
    playing->values = playing->due + size;
    playing->truth = context->deal_marks.items;
    playing->drawn = (uint8_t *)playing->truth + size;
    playing->marginals = context->reach_marginals.items;
    return LS_OK;
}

/* See what the cells of the layout at hand show. */
static void read_layout(ls_forced *playing) {
    const ls_forced_game *game = playing->game;
    playing->left = 0;
    for (int32_t number = 0; number < game->size; number++) {
        const int32_t *near = game->near + number;
        int32_t mines = 0;
        for (int32_t turn = 0; turn < game->degree; turn++, near += game->size) {
            mines += *near < game->size && game->is_mine[*near];
        }
        playing->truth[number] = (int8_t)(game->is_mine[number] ? KNOWN_MINE : mines);
        playing->left += game->states[number] == COVERED && !game->is_mine[number];
    }
}

static void show(ls_forced *playing, int32_t number) {
    playing->game->states[number] = playing->truth[number];
    playing->due[playing->due_count++] = number;
    playing->left--;
}

/* Open a covered cell that is safe, and what comes open with it. */
static void open_cell(ls_forced *playing, int32_t number) {
    const ls_forced_game *game = playing->game;
    int32_t place = playing->due_count;
    show(playing, number);
    for (; game->flood && place < playing->due_count; place++) {
        const int32_t from = playing->due[place];
        const int32_t *near = game->near + from;
        const int32_t degree = playing->truth[from] == 0 ? game->degree : 0;
        for (int32_t turn = 0; turn < degree; turn++, near += game->size) {
            if (*near < game->size && game->states[*near] == COVERED) {
                show(playing, *near);
            }
        }
    }
}

/* Open a cell that is proved safe, unless it is open. */
static ls_status open_proved(ls_forced *playing, int32_t number) {
    if (playing->game->states[number] != COVERED) {
        return LS_OK;
    }
    if (playing->truth[number] == KNOWN_MINE) {
        return LS_CLASH;
    }
    open_cell(playing, number);
    return LS_OK;
}

/* Open the cells that the board at hand calls safe. */
static ls_status open_safe(ls_forced *playing) {
    const uint8_t *codes = ls_codes(playing->context);
    for (int32_t number = 0; number < playing->game->size; number++) {
        if (codes[number] == LS_SAFE) {
            LS_TRY(open_proved(playing, number));
        }
    }
    return LS_OK;
}

/* Enter the cells that are due, and open what is proved safe by then, until nothing is. */
static ls_status settle(ls_forced *playing) {
    ls_context *context = playing->context;
    LS_TRY(open_safe(playing));
    while (playing->due_count) {
        int64_t clues = 0;
        while (playing->due_count) {
            const int32_t count = playing->due_count;
            for (int32_t place = 0; place < count; place++) {
                playing->values[place] = playing->truth[playing->due[place]];
            }
            LS_TRY(ls_enter_cells(context, playing->due, playing->values, count, &clues));
            playing->due_count = 0;
            LS_TRY(open_safe(playing));
        }
        LS_TRY(ls_part(context, clues));
        ls_tidy(context);
        LS_TRY(open_safe(playing));
    }
    return LS_OK;
}

/* Note a guess that is survived with a probability. */
static void note_guess(ls_forced *playing, int32_t number, int32_t why, double survived) {
    ls_forced_game *game = playing->game;
    const double layouts = playing->bits * DIGITS_A_BIT;
    game->weight *= survived;
    game->guesses[game->guesses_count++] =
        (ls_guess){layouts > 0 ? layouts : 0.0, 1.0 - survived, number, why};
}

static ls_status replace(ls_forced *playing, const int32_t *safe, int32_t count) {
    ls_forced_game *game = playing->game;
    uint64_t source = game->source; /* a draw that is stopped is made again */
    LS_TRY(ls_redraw(playing->context, safe, count, &source, playing->marginals, playing->due,
                     playing->drawn));
    memcpy(game->is_mine, playing->drawn, (size_t)game->size);
    game->source = source;
    read_layout(playing);
    return LS_OK;
}

/* The first click: no mine is where it keeps cells free. */
static ls_status protect(ls_forced *playing, int32_t number) {
    ls_forced_game *game = playing->game;
    int32_t *free = playing->values, count = 0;
    bool is_mine = game->is_mine[number] != 0;
    free[count++] = number;
    const int32_t *near = game->near + number;
    for (int32_t turn = 0; turn < game->degree && game->protection == 2; turn++, near += game->size) {
        if (*near < game->size && game->states[*near] == COVERED) {
            is_mine |= game->is_mine[*near] != 0;
            free[count++] = *near;
        }
    }
    if (is_mine) {
        LS_TRY(replace(playing, free, count));
    }
    game->protection = 0;
    return LS_OK;
}

/* Open a cell, for whatever reason; the board at hand is joined. */
static ls_status move(ls_forced *playing, int32_t number, int32_t why) {
    ls_forced_game *game = playing->game;
    if (game->protection) {
        LS_TRY(protect(playing, number));
    } else if (game->is_forced && playing->marginals[number] > 0) {
        const double risk = playing->marginals[number];
        const bool is_replaced = risk < 1 && game->is_mine[number];
        if (is_replaced) {
            LS_TRY(replace(playing, &number, 1));
        }
        note_guess(playing, number, why, 1.0 - risk);
        game->replaced += is_replaced;
    }
    if (game->is_mine[number]) {
        game->states[number] = KNOWN_MINE;
        playing->is_lost = true;
    } else {
        open_cell(playing, number);
    }
    return LS_OK;
}

/* Ask the player, as a part of a call that counts its work. */
static ls_status choose(ls_forced *playing, ls_decision *decision) {
    ls_watch *watch = &playing->context->watch;
    const int64_t work = watch->work;
    const ls_status status = ls_choose(playing->context, playing->game->recipe, playing->game->plan,
                                       playing->marginals, decision);
    watch->work += work;
    return status;
}

/* Let the player make a move where nothing is proved safe; whether it ends the estimate and the game. */
static ls_status decide(ls_forced *playing, bool *is_over) {
    ls_forced_game *game = playing->game;
    ls_decision decision;
    *is_over = false;
    LS_TRY(choose(playing, &decision));
    const int32_t number = decision.cell;
    if (number < 0 || number >= game->size || game->states[number] != COVERED) {
        return LS_NONE;
    }
    if (decision.chance >= 0 && !game->is_cut) {
        note_guess(playing, number, decision.why, decision.chance);
        game->is_cut = 1;
        game->is_forced = 0;
    }
    if (game->is_cut && game->replaced) {
        *is_over = true; /* how it would end on this layout, nobody asks */
        return LS_OK;
    }
    return move(playing, number, decision.why);
}

static ls_status play(ls_forced *playing) {
    ls_forced_game *game = playing->game;
    bool is_over = false;
    if (game->first >= 0) {
        LS_TRY(move(playing, game->first, LS_WHY_NONE));
        game->first = -1;
    }
    while (playing->left && !playing->is_lost && !is_over) {
        LS_TRY(settle(playing));
        if (!playing->left) {
            break;
        }
        LS_TRY(answer(playing->context, playing->marginals));
        playing->bits = playing->context->said.log2_mass;
        for (int32_t number = 0; number < game->size; number++) {
            if (playing->marginals[number] == 0) {
                LS_TRY(open_proved(playing, number));
            }
        }
        if (!playing->due_count) {
            LS_TRY(decide(playing, &is_over));
        }
    }
    game->is_won = !playing->left && !playing->is_lost;
    return LS_OK;
}

int32_t ls_play_forced(ls_context *context, ls_forced_game *game) {
    start_watch(context);
    if (game->first >= game->size || (game->first >= 0 && game->states[game->first] != COVERED)) {
        return LS_NONE;
    }
    ls_forced playing = {.context = context, .game = game};
    LS_TRY(make_room(&playing));
    read_layout(&playing);
    LS_TRY(ls_load_within(context, game->size, game->degree, game->near, game->states, game->mines,
                          game->mines, 0, 0, NULL, NULL, playing.marginals));
    playing.bits = context->said.log2_mass;
    return play(&playing);
}

/* Positions of games from their seeds, on ordinary boards with a mine count.
 *
 * docs/reference/seeds.md defines them. A player decides in rounds what single clues decide, then what
 * the whole board decides, and guesses safe cells. The Python twin is `lab/data/drawn.py`.
 */
#include "dealing.h"

#include <stdlib.h>
#include <string.h>

#define COVERED (-1)
#define KNOWN_MINE (-3)

/* How many games of a seed are played, as long as they leave no safe cell covered. */
#define GAMES 10

/* Where a game stops once enough cells are open. */
enum { AT_ONCE = 0, AFTER_SINGLE_CLUES = 1, STOPS = 3 };

/* A cell, and of a clue the mines it still needs among its `left` undecided cells. */
typedef struct {
    int8_t need, left;
    uint8_t code; /* LS_SHOWN for the padding, LS_COVERED, LS_CLUE or LS_MINE */
    bool is_mine, is_due, is_decided;
} ls_met;

/* Cells, by number. */
typedef struct {
    int32_t *items;
    int32_t count;
} ls_numbers_met;

typedef struct {
    ls_context *context;
    const ls_positions_to_make *asked;
    uint64_t source; /* the state of the generator */
    int8_t *states; /* as the player sees them, where noted mines are known mines */
    ls_met *cells;
    ls_numbers_met due, safe, mines, flooded; /* clues; cells that a round decides; cells to open */
    int32_t opened;
} ls_player_met;

static void push(ls_numbers_met *numbers, int32_t number) { numbers->items[numbers->count++] = number; }

static void look_at(ls_player_met *player, int32_t number) {
    if (!player->cells[number].is_due) {
        player->cells[number].is_due = true;
        push(&player->due, number);
    }
}

/* Tell the clues around a cell that it is decided. */
static void tell_around(ls_player_met *player, int32_t number, int8_t mine) {
    const int32_t *near = player->asked->near + number;
    for (int32_t turn = 0; turn < player->asked->degree; turn++, near += player->asked->size) {
        ls_met *clue = player->cells + *near;
        if (clue->code == LS_CLUE) {
            clue->left--;
            clue->need = (int8_t)(clue->need - mine);
            if (clue->left) {
                look_at(player, *near);
            }
        }
    }
}

static void note_mine(ls_player_met *player, int32_t number) {
    player->cells[number].code = LS_MINE;
    player->states[number] = KNOWN_MINE;
    tell_around(player, number, 1);
}

static void show(ls_player_met *player, int32_t number) {
    const ls_positions_to_make *asked = player->asked;
    ls_met *cell = player->cells + number;
    int8_t clue = 0, noted = 0;
    cell->left = 0;
    const int32_t *near = asked->near + number;
    for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
        const ls_met *around = player->cells + *near;
        clue = (int8_t)(clue + around->is_mine);
        noted = (int8_t)(noted + (around->code == LS_MINE));
        cell->left = (int8_t)(cell->left + (around->code == LS_COVERED));
    }
    cell->code = LS_CLUE;
    cell->need = (int8_t)(clue - noted);
    player->states[number] = clue;
    player->opened++;
    tell_around(player, number, 0);
    if (cell->left) {
        look_at(player, number);
    }
}

/* Open a cell, and what comes open with it. */
static void open_cell(ls_player_met *player, int32_t number) {
    const ls_positions_to_make *asked = player->asked;
    player->flooded.count = 0;
    if (player->cells[number].code == LS_COVERED) {
        show(player, number);
        push(&player->flooded, number);
    }
    for (int32_t place = 0; asked->flood && place < player->flooded.count; place++) {
        const int32_t from = player->flooded.items[place];
        const int32_t *near = asked->near + from;
        const int32_t degree = player->states[from] == 0 ? asked->degree : 0;
        for (int32_t turn = 0; turn < degree; turn++, near += asked->size) {
            if (player->cells[*near].code == LS_COVERED) {
                show(player, *near);
                push(&player->flooded, *near);
            }
        }
    }
}

/* Gather what single clues decide, with all that is known now. */
static void by_single_clues(ls_player_met *player) {
    const ls_positions_to_make *asked = player->asked;
    player->safe.count = player->mines.count = 0;
    for (int32_t place = 0; place < player->due.count; place++) {
        const int32_t number = player->due.items[place];
        ls_met *clue = player->cells + number;
        clue->is_due = false;
        if (!clue->left || (clue->need && clue->need != clue->left)) {
            continue;
        }
        const int32_t *near = asked->near + number;
        for (int32_t turn = 0; turn < asked->degree; turn++, near += asked->size) {
            ls_met *cell = player->cells + *near;
            if (cell->code == LS_COVERED && !cell->is_decided) {
                cell->is_decided = true;
                push(clue->need ? &player->mines : &player->safe, *near);
            }
        }
    }
    player->due.count = 0;
}

/* Gather what the whole board decides. */
static ls_status by_all(ls_player_met *player) {
    const ls_positions_to_make *asked = player->asked;
    int8_t *verdicts = player->context->player_verdicts.items;
    LS_TRY(ls_verdicts(player->context, asked->size, asked->degree, asked->near, player->states,
                       asked->mines, asked->mines, NULL, NULL, verdicts, NULL));
    player->safe.count = player->mines.count = 0;
    for (int32_t number = 0; number < asked->size; number++) {
        if (verdicts[number] >= 0) {
            if ((verdicts[number] != 0) != player->cells[number].is_mine) {
                return LS_CLASH; /* a defect, which the twin does not share */
            }
            push(verdicts[number] ? &player->mines : &player->safe, number);
        }
    }
    return LS_OK;
}

/* Note the mines of a round, and open its safe cells; with `wanted`, in random order until so many are
 * open. */
static void take(ls_player_met *player, int32_t wanted) {
    for (int32_t place = 0; place < player->mines.count; place++) {
        note_mine(player, player->mines.items[place]);
    }
    ls_numbers_met *safe = &player->safe;
    if (wanted) {
        qsort(safe->items, (size_t)safe->count, sizeof(int32_t), ls_by_number);
        ls_sample(&player->source, safe->items, safe->count, safe->count);
    }
    for (int32_t place = 0; place < safe->count && (!wanted || player->opened < wanted); place++) {
        open_cell(player, safe->items[place]);
    }
}

/* The safe cell that is covered and has this place among them. */
static int32_t covered_at(const ls_player_met *player, int32_t place) {
    for (int32_t number = 0;; number++) {
        const ls_met *cell = player->cells + number;
        if (cell->code == LS_COVERED && !cell->is_mine && !place--) {
            return number;
        }
    }
}

/* Play a game up to the stop, which is drawn. */
static ls_status play(ls_player_met *player, int32_t start) {
    const ls_positions_to_make *asked = player->asked;
    const int32_t safe = asked->size - asked->mines;
    const int32_t wanted = 1 + ls_below(&player->source, safe > 2 ? safe - 1 : 1);
    const int32_t stop = ls_below(&player->source, STOPS);
    open_cell(player, start);
    while (player->opened < safe && !(stop == AT_ONCE && player->opened >= wanted)) {
        if (ls_must_stop(&player->context->watch, asked->degree)) {
            return LS_STOPPED;
        }
        by_single_clues(player);
        if (!player->safe.count && !player->mines.count) {
            if (stop == AFTER_SINGLE_CLUES && player->opened >= wanted) {
                return LS_OK;
            }
            LS_TRY(by_all(player));
            if (!player->safe.count) {
                if (player->opened >= wanted) {
                    return LS_OK;
                }
                take(player, 0); /* the mines */
                open_cell(player, covered_at(player, ls_below(&player->source, safe - player->opened)));
                continue;
            }
        }
        take(player, stop == AT_ONCE ? wanted : 0);
    }
    return LS_OK;
}

/* Draw a layout and the first cell to open. */
static ls_status deal(ls_player_met *player, uint8_t *is_mine, int32_t *start) {
    const ls_positions_to_make *asked = player->asked;
    const bool is_protected = asked->first_click != 0;
    ls_layout_to_deal layout = {.size = asked->size,
                                .degree = asked->degree,
                                .mines = asked->mines,
                                .start = -1,
                                .first_click = asked->first_click,
                                .near = asked->near,
                                .is_mine = is_mine};
    if (is_protected) {
        layout.start = ls_below(&player->source, asked->size);
    }
    ls_dealing dealing = {.context = player->context, .asked = &layout, .source = player->source};
    LS_TRY(ls_begin_to_deal(&dealing));
    LS_TRY(ls_draw_layout(&dealing));
    player->source = dealing.source;
    memset(player->cells, 0, ((size_t)asked->size + 1) * sizeof(ls_met));
    for (int32_t number = 0; number < asked->size; number++) {
        player->cells[number].code = LS_COVERED;
        player->cells[number].is_mine = is_mine[number] != 0;
    }
    *start = is_protected ? layout.start
                          : covered_at(player, ls_below(&player->source, asked->size - asked->mines));
    return LS_OK;
}

static ls_status make(ls_player_met *player, uint64_t seed, uint8_t *is_mine) {
    const int32_t size = player->asked->size, mines = player->asked->mines;
    player->source = seed;
    for (int32_t turn = 0; turn < GAMES; turn++) {
        int32_t start;
        LS_TRY(deal(player, is_mine, &start));
        memset(player->states, COVERED, (size_t)size);
        player->opened = player->due.count = 0;
        LS_TRY(play(player, start));
        if (player->opened < size - mines) {
            break;
        }
    }
    for (int32_t number = 0; number < size; number++) {
        if (player->states[number] == KNOWN_MINE) {
            player->states[number] = COVERED; /* a note is not seen */
        }
    }
    return LS_OK;
}

int32_t ls_positions(ls_context *context, const ls_positions_to_make *asked) {
    const int64_t size = asked->size;
    if (asked->mines < 0 || asked->mines >= size) {
        return LS_NONE;
    }
    if (!ls_room(&context->memory, &context->player_cells, size + 1, sizeof(ls_met)) ||
        !ls_room(&context->memory, &context->player_numbers, 4 * size, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->player_verdicts, size, sizeof(int8_t))) {
        return LS_MEMORY;
    }
    ls_player_met player = {.context = context, .asked = asked};
    player.cells = context->player_cells.items;
    ls_numbers_met *numbers[] = {&player.due, &player.safe, &player.mines, &player.flooded};
    for (int32_t place = 0; place < 4; place++) {
        numbers[place]->items = (int32_t *)context->player_numbers.items + place * size;
    }
    for (int64_t turn = 0; turn < asked->count; turn++) {
        start_watch(context);
        player.states = asked->states + turn * size;
        asked->statuses[turn] = make(&player, asked->seeds[turn], asked->is_mine + turn * size);
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* How far a player comes in a known layout who opens only cells that are proved safe.
 *
 * Single clues first, then pairs of clues and the mine count, and only where these stop the marginals
 * of the whole board. Which cells are open in the end does not depend on the order. The Python twin
 * is `games/dealing/chain.py`.
 */
#include "door.h"

#include <string.h>

#define COVERED (-1)
#define FLAGGED (-2)
#define KNOWN_MINE (-3)

/* A cell as the player sees it; of a clue, the mines it still needs among its undecided cells. */
typedef struct {
    int32_t stamp;
    int16_t need, left;
    uint8_t code; /* LS_SHOWN, LS_COVERED, LS_CLUE or LS_MINE */
    bool is_due[2];
} ls_seen;

/* Clues that may decide something: each is in the ring once at most. */
typedef struct {
    int32_t *items;
    int32_t first, count;
} ls_ring;

typedef struct {
    const ls_board_to_reach *board;
    ls_seen *seen;
    int32_t stamp;
    int64_t undecided, safe_left, mines; /* mines: known or proved */
    ls_ring due[2];                      /* of single clues, and of pairs */
} ls_player;

static void push(ls_player *player, int32_t which, int32_t number) {
    ls_seen *clue = player->seen + number;
    if (!clue->is_due[which]) {
        ls_ring *ring = player->due + which;
        const int32_t size = player->board->size;
        int32_t place = ring->first + ring->count++;
        ring->items[place < size ? place : place - size] = number;
        clue->is_due[which] = true;
    }
}

static int32_t pop(ls_player *player, int32_t which) {
    ls_ring *ring = player->due + which;
    const int32_t number = ring->items[ring->first];
    ring->first = ring->first + 1 < player->board->size ? ring->first + 1 : 0;
    ring->count--;
    player->seen[number].is_due[which] = false;
    return number;
}

static void look_again(ls_player *player, int32_t number) {
    push(player, 0, number);
    push(player, 1, number);
}

/* What a clue needs of the cells around it. */
static void measure(ls_player *player, int32_t number) {
    const ls_board_to_reach *board = player->board;
    ls_seen *clue = player->seen + number;
    int32_t need = board->states[number], left = 0;
    const int32_t *near = board->near + number;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        const uint8_t code = player->seen[*near].code;
        need -= code == LS_MINE;
        left += code == LS_COVERED;
    }
    clue->need = (int16_t)need;
    clue->left = (int16_t)left;
    look_again(player, number);
}

/* A covered cell is proved: open it, or note the mine. */
static ls_status decide(ls_player *player, int32_t number, bool mine) {
    const ls_board_to_reach *board = player->board;
    ls_seen *seen = player->seen;
    const int8_t truth = board->truth[number];
    if ((truth == KNOWN_MINE) != mine) {
        return LS_CLASH;
    }
    seen[number].code = mine ? LS_MINE : truth >= 0 ? LS_CLUE : LS_SHOWN;
    board->states[number] = truth;
    player->undecided--;
    player->mines += mine;
    const int32_t *near = board->near + number;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        ls_seen *clue = seen + *near;
        if (clue->code == LS_CLUE) {
            clue->left--;
            clue->need = (int16_t)(clue->need - mine);
            if (clue->left) {
                look_again(player, *near);
            }
        }
    }
    if (!mine) {
        player->safe_left--;
        board->order[1 + board->order[0]++] = number;
        if (truth >= 0) {
            measure(player, number);
        }
    }
    return LS_OK;
}

/* Decide some of the cells around a clue: those with a stamp, or those without. */
static ls_status decide_around(ls_player *player, int32_t clue, int32_t stamp, bool with,
                               bool mine) {
    const ls_board_to_reach *board = player->board;
    const int32_t *near = board->near + clue;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        const ls_seen *cell = player->seen + *near;
        if (cell->code == LS_COVERED && (cell->stamp == stamp) == with) {
            LS_TRY(decide(player, *near, mine));
        }
    }
    return LS_OK;
}

static ls_status single(ls_player *player, int32_t number) {
    const ls_seen *clue = player->seen + number;
    if (!clue->left || (clue->need != 0 && clue->need != clue->left)) {
        return LS_OK;
    }
    return decide_around(player, number, -1, false, clue->need != 0);
}

/* What two clues decide together: the cells that they share and both remainders, each as a whole.
 * The cells of the first have the stamp; those that are shared get the next one. */
static ls_status pair(ls_player *player, int32_t one, int32_t other, bool *decided) {
    const ls_board_to_reach *board = player->board;
    ls_seen *seen = player->seen;
    const int32_t own = player->stamp, both = player->stamp + 1;
    int32_t shared = 0;
    const int32_t *near = board->near + other;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        if (seen[*near].code == LS_COVERED && seen[*near].stamp == own) {
            seen[*near].stamp = both;
            shared++;
        }
    }
    const int32_t rest[2] = {seen[one].left - shared, seen[other].left - shared};
    const int32_t need[2] = {seen[one].need, seen[other].need};
    int32_t least = 0, most = shared;
    for (int32_t side = 0; side < 2; side++) {
        least = need[side] - rest[side] > least ? need[side] - rest[side] : least;
        most = need[side] < most ? need[side] : most;
    }
    if (least == most) {
        /* First what is not shared: deciding the shared cells takes away what tells it apart. */
        for (int32_t side = 0; side < 2; side++) {
            const int32_t mines = need[side] - least;
            if (rest[side] && (mines == 0 || mines == rest[side])) {
                *decided = true;
                LS_TRY(decide_around(player, side ? other : one, both, false, mines != 0));
            }
        }
        if (least == 0 || least == shared) {
            *decided = true;
            LS_TRY(decide_around(player, one, both, true, least != 0));
        }
    }
    near = board->near + one;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        if (seen[*near].stamp == both) {
            seen[*near].stamp = own;
        }
    }
    return LS_OK;
}

/* A clue with each of those that it shares undecided cells with, until something is decided. */
static ls_status pairs(ls_player *player, int32_t one, bool *decided) {
    const ls_board_to_reach *board = player->board;
    ls_seen *seen = player->seen;
    player->stamp += 2;
    const int32_t own = player->stamp;
    const int32_t *near = board->near + one;
    for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
        if (seen[*near].code == LS_COVERED) {
            seen[*near].stamp = own;
        }
    }
    near = board->near + one;
    for (int32_t turn = 0; turn < board->degree && seen[one].left; turn++, near += board->size) {
        if (seen[*near].code != LS_COVERED) {
            continue;
        }
        const int32_t *next = board->near + *near;
        for (int32_t step = 0; step < board->degree; step++, next += board->size) {
            if (*next != one && seen[*next].code == LS_CLUE && seen[*next].stamp != own) {
                seen[*next].stamp = own; /* each only once */
                LS_TRY(pair(player, one, *next, decided));
                if (*decided) {
                    look_again(player, one);
                    return LS_OK;
                }
            }
        }
    }
    return LS_OK;
}

/* Decide all undecided cells but those around a clue (-1: all). */
static ls_status decide_others(ls_player *player, int32_t clue, bool mine) {
    const ls_board_to_reach *board = player->board;
    ls_seen *seen = player->seen;
    player->stamp += 2;
    if (clue >= 0) {
        const int32_t *near = board->near + clue;
        for (int32_t turn = 0; turn < board->degree; turn++, near += board->size) {
            seen[*near].stamp = player->stamp;
        }
    }
    for (int32_t number = 0; number < board->size; number++) {
        if (seen[number].code == LS_COVERED && seen[number].stamp != player->stamp) {
            LS_TRY(decide(player, number, mine));
        }
    }
    return LS_OK;
}

/* What the mine count decides, alone or with one clue. */
static ls_status total(ls_player *player, bool *decided) {
    const ls_board_to_reach *board = player->board;
    const int64_t least = board->lower - player->mines, most = board->upper - player->mines;
    if (board->upper < 0 || !player->undecided) {
        return LS_OK;
    }
    if (most == 0 || least == player->undecided) {
        *decided = true;
        return decide_others(player, -1, most != 0);
    }
    if (board->level == 1) {
        return LS_OK;
    }
    for (int32_t number = 0; number < board->size; number++) {
        const ls_seen *clue = player->seen + number;
        if (clue->code != LS_CLUE || !clue->left || clue->left == player->undecided) {
            continue;
        }
        const bool no_more = most == clue->need;
        if (no_more || least - clue->need == player->undecided - clue->left) {
            *decided = true;
            return decide_others(player, number, !no_more);
        }
    }
    return LS_OK;
}

/* All that follows from the whole board. */
static ls_status exactly(ls_context *context, ls_player *player, bool *decided) {
    const ls_board_to_reach *board = player->board;
    if (!ls_room(&context->memory, &context->reach_marginals, board->size, sizeof(double))) {
        return LS_MEMORY;
    }
    double *marginals = context->reach_marginals.items;
    if (ls_must_stop(&context->watch, (int64_t)board->size * board->degree)) {
        return LS_STOPPED;
    }
    LS_TRY(ls_load_within(context, board->size, board->degree, board->near, board->states,
                          board->lower, board->upper, 0, 0, NULL, NULL, marginals));
    for (int32_t number = 0; number < board->size; number++) {
        if (player->seen[number].code == LS_COVERED &&
            (marginals[number] == 0 || marginals[number] == 1)) {
            *decided = true;
            LS_TRY(decide(player, number, marginals[number] == 1));
        }
    }
    return LS_OK;
}

static ls_status begin(ls_context *context, ls_player *player) {
    const ls_board_to_reach *board = player->board;
    const int64_t size = board->size;
    if (!ls_room(&context->memory, &context->reach_cells, size + 1, sizeof(ls_seen)) ||
        !ls_room(&context->memory, &context->reach_due, 2 * size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    player->seen = context->reach_cells.items;
    player->due[0].items = context->reach_due.items;
    player->due[1].items = player->due[0].items + size;
    memset(player->seen, 0, (size_t)(size + 1) * sizeof(ls_seen));
    for (int32_t number = 0; number < size; number++) {
        const int8_t state = board->states[number];
        const bool is_covered = state == COVERED || state == FLAGGED;
        player->seen[number].code = is_covered            ? LS_COVERED
                                    : state >= 0          ? LS_CLUE
                                    : state == KNOWN_MINE ? LS_MINE
                                                          : LS_SHOWN;
        player->undecided += is_covered;
        player->safe_left += is_covered && board->truth[number] != KNOWN_MINE;
        player->mines += state == KNOWN_MINE;
    }
    for (int32_t number = 0; number < size; number++) {
        if (player->seen[number].code == LS_CLUE) {
            measure(player, number);
        }
    }
    return LS_OK;
}

int32_t ls_reach(ls_context *context, const ls_board_to_reach *board) {
    start_watch(context);
    return ls_reach_within(context, board);
}

ls_status ls_reach_within(ls_context *context, const ls_board_to_reach *board) {
    ls_player player = {.board = board};
    LS_TRY(begin(context, &player));
    while (player.safe_left) {
        bool decided = false;
        if (ls_must_stop(&context->watch, board->degree)) {
            return LS_STOPPED;
        }
        if (player.due[0].count) {
            LS_TRY(single(&player, pop(&player, 0)));
            continue;
        }
        if (player.due[1].count && board->level != 1) {
            LS_TRY(pairs(&player, pop(&player, 1), &decided));
            continue;
        }
        LS_TRY(total(&player, &decided));
        if (!decided && board->level == 0) {
            LS_TRY(exactly(context, &player, &decided));
        }
        if (!decided) {
            return LS_OK;
        }
    }
    return LS_OK;
}

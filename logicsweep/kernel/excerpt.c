/* Some clues of a board and the cells around them, as a board of their own.
 *
 * A question about few clues then costs what these do, however large the board is. Neighbours are those
 * of the clues alone: two cells next to each other are no neighbours in an excerpt.
 */
#include "excerpt.h"

#include <string.h>

/* An excerpt in the making. */
typedef struct {
    const ls_ground *ground;
    int32_t *place;   /* by number on the board: the place in the excerpt and 1, or 0 */
    int32_t *numbers; /* by place */
    int32_t *ties;    /* by place: how many neighbours */
    int32_t made;
} making;

static void add(making *own, int32_t number) {
    own->numbers[own->made] = number;
    own->ties[own->made] = 0;
    own->place[number] = ++own->made;
}

static void add_around(making *own, int32_t clue) {
    const ls_ground *ground = own->ground;
    const int32_t *near = ground->near + clue;
    for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
         turn++, near += ground->size) {
        const int8_t state = ground->states[*near];
        if (!own->place[*near] && (ls_is_covered(state) || state == LS_STATE_KNOWN_MINE)) {
            add(own, *near);
        }
    }
}

/* Make a clue and a cell neighbours; false if one of them has too many. */
static bool tie(making *own, int32_t *table, int32_t clue, int32_t cell) {
    const int32_t ends[2] = {clue, cell};
    for (int32_t end = 0; end < 2; end++) {
        const int32_t turn = own->ties[ends[end]]++;
        if (turn == own->ground->degree) {
            return false;
        }
        table[(int64_t)turn * own->made + ends[end]] = ends[!end];
    }
    return true;
}

/* Fill the table of neighbours, and the states. */
static ls_status fill(ls_context *context, making *own, int32_t clues_count, ls_excerpt *made) {
    const ls_ground *ground = own->ground;
    const int64_t entries = (int64_t)ground->degree * own->made;
    if (!ls_room(&context->memory, &context->excerpt_near, entries, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->excerpt_states, own->made, sizeof(int8_t))) {
        return LS_MEMORY;
    }
    int32_t *table = context->excerpt_near.items;
    int8_t *states = context->excerpt_states.items;
    for (int64_t entry = 0; entry < entries; entry++) {
        table[entry] = own->made;
    }
    *made = (ls_excerpt){{own->made, ground->degree, table, states}, clues_count, 0, own->numbers};
    for (int32_t at = 0; at < own->made; at++) {
        states[at] = ground->states[own->numbers[at]];
        made->known += states[at] == LS_STATE_KNOWN_MINE;
    }
    for (int32_t clue = 0; clue < clues_count; clue++) {
        const int32_t *near = ground->near + own->numbers[clue];
        for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
             turn++, near += ground->size) {
            const int32_t cell = own->place[*near] - 1;
            if (cell >= clues_count && !tie(own, table, clue, cell)) {
                return LS_WIDE;
            }
        }
    }
    return ls_must_stop(&context->watch, entries) ? LS_STOPPED : LS_OK;
}

ls_status ls_make_excerpt(ls_context *context, const ls_ground *ground, const int32_t *clues,
                          int32_t clues_count, const int32_t *cells, int32_t cells_count,
                          ls_excerpt *made) {
    const int64_t with_all = clues_count * ((int64_t)ground->degree + 1) + cells_count;
    const int64_t most = with_all < ground->size ? with_all : ground->size;
    making own = {.ground = ground};
    own.place = ls_zeros(&context->memory, &context->places, ground->size);
    if (!own.place ||
        !ls_room(&context->memory, &context->excerpt_numbers, 2 * most, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    own.numbers = context->excerpt_numbers.items;
    own.ties = own.numbers + most;
    for (int32_t turn = 0; turn < clues_count; turn++) {
        add(&own, clues[turn]);
    }
    for (int32_t turn = 0; turn < cells_count; turn++) {
        add(&own, cells[turn]);
    }
    for (int32_t turn = 0; turn < clues_count; turn++) {
        add_around(&own, clues[turn]);
    }
    const ls_status status = fill(context, &own, clues_count, made);
    for (int32_t at = 0; at < own.made; at++) {
        own.place[own.numbers[at]] = 0;
    }
    return status;
}

ls_status ls_begin_excerpt(ls_context *context, const ls_excerpt *excerpt, int64_t lower,
                           int64_t upper) {
    const ls_ground *board = &excerpt->board;
    context->certifies = context->shows = true;
    const ls_status status = ls_begin(context, board->size, board->degree, board->near,
                                      board->states, lower, upper, 0, 0, NULL, NULL);
    context->certifies = context->shows = false;
    context->is_loaded = false; /* it has no counts */
    return status;
}

ls_status ls_drop(const ls_ground *ground, const ls_excerpt *excerpt, int32_t first, int32_t count,
                  ls_status (*ask)(void *own, const ls_excerpt *excerpt), void *own) {
    int8_t *states = excerpt->board.states + first;
    memset(states, LS_STATE_NO_CLUE, (size_t)count);
    const ls_status status = ask(own, excerpt);
    if (status == LS_CLASH) {
        return LS_OK;
    }
    LS_TRY(status);
    for (int32_t clue = 0; clue < count; clue++) {
        states[clue] = ground->states[excerpt->numbers[first + clue]];
    }
    if (count == 1) {
        return LS_OK;
    }
    const int32_t half = count / 2;
    LS_TRY(ls_drop(ground, excerpt, first + half, count - half, ask, own));
    return ls_drop(ground, excerpt, first, half, ask, own);
}

int32_t ls_left(const ls_excerpt *excerpt, int32_t *clues) {
    int32_t left = 0;
    for (int32_t clue = 0; clue < excerpt->clues; clue++) {
        if (excerpt->board.states[clue] != LS_STATE_NO_CLUE) {
            clues[left++] = excerpt->numbers[clue];
        }
    }
    return left;
}

void ls_list_around(const ls_ground *ground, int32_t cell, int32_t *is_listed, int32_t *clues,
                    int32_t *listed) {
    const int32_t *near = ground->near + cell;
    for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
         turn++, near += ground->size) {
        if (ground->states[*near] >= 0 && !is_listed[*near]) {
            is_listed[*near] = 1;
            clues[(*listed)++] = *near;
        }
    }
}

void ls_list_beside(const ls_ground *ground, int32_t clue, int32_t *is_listed, int32_t *clues,
                    int32_t *listed) {
    const int32_t *near = ground->near + clue;
    for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
         turn++, near += ground->size) {
        if (ls_is_covered(ground->states[*near])) {
            ls_list_around(ground, *near, is_listed, clues, listed);
        }
    }
}

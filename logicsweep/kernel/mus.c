/* A minimal unsatisfiable subset of the sources: of the clues, and of the mine count as one source.
 *
 * What is asked about a cell is asked of the board with the opposite of its verdict. A clue that forces
 * the cell alone comes first, then a set of clues, last a set with the mine count (see mus_total.c).
 * Clues are read in rings: those around the cell, then those that share a covered cell with one of these,
 * and so on. In this order the shortest prefix that clashes ends with a needed clue; then with this one
 * the next shortest prefix is looked for, until the needed clues clash alone (Junker, AAAI 2004). If the
 * clues conflict whatever the cell is, the rings begin at a clue near a conflict.
 *
 * Nothing is proved here: what Python tells is what its reasoner makes of a set.
 */
#include "excerpt.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ls_context *context;
    const ls_plain_board *asked;
    ls_ground ground;   /* with the opposite of the verdict */
    int32_t *clues;     /* in the order of the rings */
    int32_t *needed;
    int32_t *is_listed; /* by number */
    int32_t listed, ring_first, needed_count;
    int32_t cell, mine, room;
    int32_t *answer;
} searching;

/* List the next ring: the clues that share a covered cell with one of the last ring, by number. */
static void list_ring(searching *own) {
    const int32_t first = own->ring_first, end = own->listed;
    for (int32_t turn = first; turn < end; turn++) {
        ls_list_beside(&own->ground, own->clues[turn], own->is_listed, own->clues, &own->listed);
    }
    qsort(own->clues + end, (size_t)(own->listed - end), sizeof(int32_t), ls_by_number);
    own->ring_first = end;
}

/* Find a minimal set of the first `count` clues, which conflict. */
static ls_status minimise(searching *own, int32_t count) {
    while (count) {
        memcpy(own->clues + count, own->needed, (size_t)own->needed_count * sizeof(int32_t));
        ls_excerpt board;
        LS_TRY(ls_make_excerpt(own->context, &own->ground, own->clues, count + own->needed_count,
                               NULL, 0, &board));
        int32_t low = 0, high = count; /* the first `high` conflict */
        while (low < high) {
            const int32_t middle = low + (high - low) / 2;
            for (int32_t clue = 0; clue < count; clue++) {
                board.board.states[clue] =
                    clue < middle ? own->ground.states[own->clues[clue]] : LS_STATE_NO_CLUE;
            }
            const ls_status status = ls_begin_excerpt(own->context, &board, -1, -1);
            if (status == LS_CLASH) {
                high = middle;
            } else {
                LS_TRY(status);
                low = middle + 1;
            }
        }
        count = high;
        if (count) {
            own->needed[own->needed_count++] = own->clues[--count];
        }
    }
    return LS_OK;
}

/* Find a minimal set of clues around the listed ones; none if they do not conflict. */
static ls_status search_rings(searching *own) {
    for (int32_t rings = 1;; rings *= 2) {
        const int32_t before = own->listed;
        for (int32_t ring = rings > 1 ? 0 : 1; ring < rings; ring++) {
            list_ring(own);
        }
        if (own->listed == before && rings > 1) {
            return LS_OK;
        }
        ls_excerpt board;
        LS_TRY(ls_make_excerpt(own->context, &own->ground, own->clues, own->listed, NULL, 0,
                               &board));
        const ls_status status = ls_begin_excerpt(own->context, &board, -1, -1);
        if (status == LS_CLASH) {
            return minimise(own, own->listed);
        }
        LS_TRY(status);
    }
}

/* The same; the clues are no longer listed afterwards. */
static ls_status find_near(searching *own) {
    const ls_status status = search_rings(own);
    for (int32_t number = 0; number < own->ground.size; number++) {
        own->is_listed[number] = 0;
    }
    own->listed = own->ring_first = 0;
    return status;
}

/* Whether a clue decides all covered cells around it to be mines, or safe. */
static bool forces_alone(const searching *own, int32_t clue) {
    const ls_plain_board *asked = own->asked;
    const int32_t *near = asked->near + clue;
    int32_t need = asked->states[clue], left = 0;
    for (int32_t turn = 0; turn < asked->degree && *near != asked->size;
         turn++, near += asked->size) {
        need -= asked->states[*near] == LS_STATE_KNOWN_MINE;
        left += ls_is_covered(asked->states[*near]);
    }
    return need == (own->mine ? left : 0);
}

/* Find the clues that force the cell, if clues do. */
static ls_status find_forcing(searching *own) {
    ls_list_around(&own->ground, own->cell, own->is_listed, own->clues, &own->listed);
    qsort(own->clues, (size_t)own->listed, sizeof(int32_t), ls_by_number);
    for (int32_t turn = 0; turn < own->listed && !own->needed_count; turn++) {
        if (forces_alone(own, own->clues[turn])) {
            own->needed[own->needed_count++] = own->clues[turn];
        }
    }
    if (!own->listed || own->needed_count) {
        return LS_OK;
    }
    return find_near(own);
}

/* Write the sources. */
static ls_status write(const searching *own, const int32_t *clues, int32_t count, bool uses_total) {
    if (own->room < count + 2) {
        return LS_WIDE;
    }
    own->answer[0] = count;
    own->answer[1] = uses_total;
    memcpy(own->answer + 2, clues, (size_t)count * sizeof(int32_t));
    qsort(own->answer + 2, (size_t)count, sizeof(int32_t), ls_by_number);
    return LS_OK;
}

static ls_status find(searching *own) {
    if (own->cell >= 0) {
        const ls_status status = find_forcing(own);
        for (int32_t turn = 0; turn < own->listed; turn++) {
            own->is_listed[own->clues[turn]] = 0;
        }
        own->listed = 0;
        LS_TRY(status);
        if (own->needed_count) {
            return write(own, own->needed, own->needed_count, false);
        }
    }
    int32_t count, near;
    const int32_t *clues;
    const ls_status status = ls_mus_with_total(own->context, &own->ground, own->asked->lower,
                                               own->asked->upper, &count, &clues, &near);
    if (status == LS_CLASH) {
        own->is_listed[near] = 1;
        own->clues[own->listed++] = near;
        LS_TRY(find_near(own));
        return write(own, own->needed, own->needed_count, false);
    }
    LS_TRY(status);
    return count < 0 ? write(own, own->needed, 0, false) : write(own, clues, count, true);
}

int32_t ls_mus(ls_context *context, const ls_plain_board *board, int32_t cell, int32_t mine,
               int32_t room, int32_t *answer) {
    start_watch(context);
    const int64_t size = board->size;
    if (cell >= size || (cell >= 0 && !ls_is_covered(board->states[cell]))) {
        return LS_NONE;
    }
    searching own = {.context = context, .asked = board, .cell = cell, .mine = mine, .room = room,
                     .answer = answer};
    own.is_listed = ls_zeros(&context->memory, &context->marks, size);
    if (!own.is_listed || !ls_room(&context->memory, &context->mus_states, size, sizeof(int8_t)) ||
        !ls_room(&context->memory, &context->mus_numbers, 3 * size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int8_t *states = context->mus_states.items;
    memcpy(states, board->states, (size_t)size);
    if (cell >= 0) {
        states[cell] = mine ? LS_STATE_NO_CLUE : LS_STATE_KNOWN_MINE;
    }
    own.ground = (ls_ground){board->size, board->degree, board->near, states};
    own.clues = context->mus_numbers.items;
    own.needed = own.clues + 2 * size;
    return find(&own);
}

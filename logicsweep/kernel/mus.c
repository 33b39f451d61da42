/* A minimal unsatisfiable subset of the sources: of the clues, and of the mine count as one source.
 *
 * What is asked about a cell is asked of the board with the opposite of its verdict. A clue that forces
 * the cell alone comes first, then a set of clues, last a set with the mine count (see mus_total.c).
 * Clues are read in rings: those around the cell, then those that share a covered cell with one of these,
 * and so on; the last are dropped first, so that the set stays near the cell. If the clues conflict
 * whatever the cell is, the rings begin at a clue near a conflict.
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
    int32_t cell, room;
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

/* Whether some clues have a layout: LS_CLASH if not. */
static ls_status ask(void *own, const ls_excerpt *board) {
    return ls_begin_excerpt(((searching *)own)->context, board, -1, -1);
}

/* Whether a clue can hold no longer, whatever the others say. */
static bool conflicts_alone(const ls_ground *ground, int32_t clue) {
    const int32_t *near = ground->near + clue;
    int32_t need = ground->states[clue], left = 0;
    for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
         turn++, near += ground->size) {
        need -= ground->states[*near] == LS_STATE_KNOWN_MINE;
        left += ls_is_covered(ground->states[*near]);
    }
    return need < 0 || need > left;
}

/* Find a minimal set of clues around the listed ones; none if they do not conflict. */
static ls_status search_rings(searching *own) {
    for (int32_t clue = 0; clue < own->listed; clue++) {
        if (conflicts_alone(&own->ground, own->clues[clue])) {
            own->needed[own->needed_count++] = own->clues[clue];
            return LS_OK;
        }
    }
    int32_t before = 0;
    for (int32_t rings = 1; own->listed > before; rings *= 2) {
        ls_excerpt board;
        LS_TRY(ls_make_excerpt(own->context, &own->ground, own->clues, own->listed, NULL, 0,
                               &board));
        const ls_status status = ask(own, &board);
        if (status == LS_CLASH) {
            LS_TRY(ls_drop(&own->ground, &board, 0, own->listed, ask, own));
            own->needed_count = ls_left(&board, own->needed);
            return LS_OK;
        }
        LS_TRY(status);
        before = own->listed;
        for (int32_t ring = 0; ring < 2 * rings; ring++) {
            list_ring(own);
        }
    }
    return LS_OK;
}

/* The same; the clues are no longer listed afterwards. */
static ls_status find_near(searching *own) {
    const ls_status status = search_rings(own);
    for (int32_t clue = 0; clue < own->listed; clue++) {
        own->is_listed[own->clues[clue]] = 0;
    }
    own->listed = own->ring_first = 0;
    return status;
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
        ls_list_around(&own->ground, own->cell, own->is_listed, own->clues, &own->listed);
        qsort(own->clues, (size_t)own->listed, sizeof(int32_t), ls_by_number);
        LS_TRY(find_near(own));
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
    searching own = {.context = context, .asked = board, .cell = cell, .room = room, .answer = answer};
    own.is_listed = ls_zeros(&context->memory, &context->marks, size);
    if (!own.is_listed || !ls_room(&context->memory, &context->mus_states, size, sizeof(int8_t)) ||
        !ls_room(&context->memory, &context->mus_numbers, 2 * size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int8_t *states = context->mus_states.items;
    memcpy(states, board->states, (size_t)size);
    if (cell >= 0) {
        states[cell] = mine ? LS_STATE_NO_CLUE : LS_STATE_KNOWN_MINE;
    }
    own.ground = (ls_ground){board->size, board->degree, board->near, states};
    own.clues = context->mus_numbers.items;
    own.needed = own.clues + size;
    return find(&own);
}

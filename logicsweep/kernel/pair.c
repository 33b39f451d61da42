/* Two layouts that differ in an undetermined cell, and in few others.
 *
 * The first layout is any one with a mine in the cell. The second is searched near it: only cells up to
 * some distance from the cell may change (counted in clues), and if the mine count takes that, some cells
 * that no clue touches; the distance grows until there is a layout. Then changes are undone: in the order
 * of the distance, the shortest prefix of the changes that suffices ends with a needed one; then with
 * this one the next shortest prefix is looked for. The same is done for the first layout, and again,
 * until that brings them no closer.
 *
 * The Python twin is `reasons/counterexample.py`, which has a solver look for layouts.
 */
#include "excerpt.h"

#include <stdlib.h>
#include <string.h>

#define IN_ORDER 1 /* a cell, or a clue whose cells are */
#define LISTED 2   /* a clue */

typedef struct {
    ls_context *context;
    const ls_plain_board *asked;
    ls_ground ground;  /* cells that may not change are known mines, or show nothing */
    bool has_total;
    int32_t cell;
    uint8_t *mine, *safe; /* the two layouts */
    int64_t mines;     /* known ones among the states */
    int32_t *order;    /* cells by distance: first the cell itself */
    int32_t *free;     /* cells that may change; some of them that are to be tried */
    int32_t *trial, *needed, *clues;
    int32_t *marks;    /* by number */
    int32_t reached, layer_first; /* of the order: how many cells, and where the last layer begins */
    uint8_t *base;     /* the layout to change */
    uint8_t *values;   /* of the cells that were tried, in the layout found last */
} pairing;

/* Let a cell change, or keep it as it is in the base. */
static void let_change(pairing *own, int32_t cell, bool may) {
    int8_t *state = own->ground.states + cell;
    own->mines -= *state == LS_STATE_KNOWN_MINE;
    *state = may               ? LS_STATE_COVERED
             : own->base[cell] ? LS_STATE_KNOWN_MINE
                               : LS_STATE_NO_CLUE;
    own->mines += *state == LS_STATE_KNOWN_MINE;
}

/* Keep to a layout, but for the cell in question. */
static void keep_to(pairing *own, const uint8_t *layout, bool mine) {
    const ls_plain_board *asked = own->asked;
    memcpy(own->base, layout, (size_t)asked->size);
    own->base[own->cell] = mine;
    for (int32_t cell = 0; cell < asked->size; cell++) {
        if (ls_is_covered(asked->states[cell])) {
            let_change(own, cell, false);
        }
    }
}

/* List the clues around a cell that are not listed yet. */
static void list_clues(pairing *own, int32_t cell, int32_t *listed) {
    const ls_ground *ground = &own->ground;
    const int32_t *near = ground->near + cell;
    for (int32_t turn = 0; turn < ground->degree && *near != ground->size;
         turn++, near += ground->size) {
        if (ground->states[*near] >= 0 && !(own->marks[*near] & LISTED)) {
            own->marks[*near] |= LISTED;
            own->clues[(*listed)++] = *near;
        }
    }
}

/* List the clues around cells that may change, or all of them. */
static int32_t list_all_clues(pairing *own, const int32_t *free, int32_t count, bool all) {
    int32_t listed = 0;
    for (int32_t turn = 0; turn < count && !all; turn++) {
        list_clues(own, free[turn], &listed);
    }
    if (!all) {
        list_clues(own, own->cell, &listed);
    }
    for (int32_t number = 0; number < own->ground.size && all; number++) {
        if (own->ground.states[number] >= 0) {
            own->clues[listed++] = number;
        }
    }
    for (int32_t turn = 0; turn < listed; turn++) {
        own->marks[own->clues[turn]] &= ~LISTED;
    }
    return listed;
}

/* Find a layout of some cells, where there may be so many mines fewer elsewhere, or more. */
static ls_status lay_out(pairing *own, const ls_excerpt *board, int64_t fewer, int64_t more,
                         const uint8_t **layout) {
    ls_context *context = own->context;
    const int64_t elsewhere = own->mines - board->known, size = board->board.size;
    int64_t lower = own->asked->lower - elsewhere - more;
    int64_t upper = own->asked->upper - elsewhere + fewer;
    if (own->has_total && (upper < 0 || lower > size)) {
        return LS_CLASH;
    }
    lower = !own->has_total ? -1 : lower < 0 ? 0 : lower;
    upper = !own->has_total ? -1 : upper < size ? upper : size;
    LS_TRY(ls_begin_excerpt(context, board, lower, upper));
    LS_TRY(ls_support(context));
    LS_TRY(ls_show_allowed(context));
    const ls_status status = ls_lay(context, board->board.states, layout);
    return status == LS_CLASH ? LS_WIDE : status; /* the models have to make a layout */
}

/* Find a layout in which only these cells differ from the base, into `values`. */
static ls_status solve(pairing *own, const int32_t *free, int32_t count, bool all_clues,
                       int64_t fewer, int64_t more) {
    for (int32_t turn = 0; turn < count; turn++) {
        let_change(own, free[turn], true);
    }
    const int32_t listed = list_all_clues(own, free, count, all_clues);
    ls_excerpt board;
    const uint8_t *layout;
    ls_status status =
        ls_make_excerpt(own->context, &own->ground, own->clues, listed, free, count, &board);
    if (status == LS_OK) {
        status = lay_out(own, &board, fewer, more, &layout);
    }
    for (int32_t turn = 0; turn < count; turn++) {
        if (status == LS_OK) {
            own->values[turn] = layout[listed + turn];
        }
        let_change(own, free[turn], false);
    }
    return status;
}

/* Write the layout found last. */
static void take_over(const pairing *own, const int32_t *free, int32_t count, uint8_t *layout) {
    memcpy(layout, own->base, (size_t)own->asked->size);
    for (int32_t turn = 0; turn < count; turn++) {
        layout[free[turn]] = own->values[turn];
    }
}

/* Add the cells that share a clue with those of the last layer; false if there are none. */
static bool add_layer(pairing *own) {
    const ls_plain_board *asked = own->asked;
    const int32_t first = own->layer_first, end = own->reached;
    for (int32_t turn = first; turn < end; turn++) {
        const int32_t *clue = asked->near + own->order[turn];
        for (int32_t side = 0; side < asked->degree && *clue != asked->size;
             side++, clue += asked->size) {
            if (asked->states[*clue] < 0 || own->marks[*clue]) {
                continue;
            }
            own->marks[*clue] = IN_ORDER;
            const int32_t *near = asked->near + *clue;
            for (int32_t place = 0; place < asked->degree && *near != asked->size;
                 place++, near += asked->size) {
                if (ls_is_covered(asked->states[*near]) && !own->marks[*near]) {
                    own->marks[*near] = IN_ORDER;
                    own->order[own->reached++] = *near;
                }
            }
        }
    }
    qsort(own->order + end, (size_t)(own->reached - end), sizeof(int32_t), ls_by_number);
    own->layer_first = end;
    return own->reached > end;
}

/* List the covered cells but the one in question, by distance; the others by number. */
static int32_t list_covered(pairing *own) {
    int32_t count = 0;
    for (int32_t turn = 1; turn < own->reached; turn++) {
        own->free[count++] = own->order[turn];
    }
    for (int32_t cell = 0; cell < own->asked->size; cell++) {
        if (ls_is_covered(own->asked->states[cell]) && !own->marks[cell]) {
            own->free[count++] = cell;
        }
    }
    return count;
}

static bool is_interior(const pairing *own, int32_t cell) {
    const ls_plain_board *asked = own->asked;
    if (!ls_is_covered(asked->states[cell]) || cell == own->cell) {
        return false;
    }
    const int32_t *near = asked->near + cell;
    for (int32_t turn = 0; turn < asked->degree && *near != asked->size;
         turn++, near += asked->size) {
        if (asked->states[*near] >= 0) {
            return false;
        }
    }
    return true;
}

/* Change cells that no clue touches until the mine count is met, those near the cell first. */
static void fill(const pairing *own, uint8_t *layout) {
    const ls_plain_board *asked = own->asked;
    int64_t mines = 0;
    for (int32_t cell = 0; cell < asked->size; cell++) {
        mines += layout[cell] || asked->states[cell] == LS_STATE_KNOWN_MINE;
    }
    for (int32_t by = 1; by < asked->size; by++) {
        for (int32_t side = 0; side < 2; side++) {
            if (mines >= asked->lower && mines <= asked->upper) {
                return;
            }
            const int32_t cell = side ? own->cell + by : own->cell - by;
            if (cell >= 0 && cell < asked->size && layout[cell] == (mines > asked->upper) &&
                is_interior(own, cell)) {
                layout[cell] = !layout[cell];
                mines += layout[cell] ? 1 : -1;
            }
        }
    }
}

/* Find a layout near the base, without a mine in the cell. */
static ls_status find_near(pairing *own, const uint8_t *mine, uint8_t *safe) {
    int64_t inside[2] = {0, 0}; /* cells without a mine, and mines, that no clue touches */
    keep_to(own, mine, false);
    for (int32_t cell = 0; cell < own->asked->size && own->has_total; cell++) {
        if (is_interior(own, cell)) {
            inside[mine[cell]]++;
        }
    }
    const int32_t turns = inside[0] || inside[1] ? 3 : 1; /* none of these, one, any number */
    do {
        const int32_t *free = own->order + 1, count = own->reached - 1;
        for (int32_t turn = 0; turn < turns; turn++) {
            const int64_t fewer = turn && inside[1] ? (turn > 1 ? inside[1] : 1) : 0;
            const int64_t more = turn && inside[0] ? (turn > 1 ? inside[0] : 1) : 0;
            const ls_status status = solve(own, free, count, false, fewer, more);
            if (status == LS_OK) {
                take_over(own, free, count, safe);
                if (own->has_total) {
                    fill(own, safe);
                }
            }
            if (status != LS_CLASH) {
                return status;
            }
        }
    } while (add_layer(own));
    const int32_t count = list_covered(own);
    LS_TRY(solve(own, own->free, count, true, 0, 0));
    take_over(own, own->free, count, safe);
    return LS_OK;
}

/* Undo changes of a layout from another one, until none of those that are left can be undone. */
static ls_status undo(pairing *own, const uint8_t *from, bool mine, uint8_t *layout) {
    keep_to(own, from, mine);
    const int32_t covered = list_covered(own);
    int32_t count = 0, needed = 0;
    for (int32_t turn = 0; turn < covered; turn++) {
        if (layout[own->free[turn]] != from[own->free[turn]]) {
            own->free[count++] = own->free[turn];
        }
    }
    while (count) {
        int32_t low = 0; /* the first `count` suffice, and the first `low` - 1 do not */
        while (low < count) {
            const int32_t middle = low + (count - low) / 2;
            memcpy(own->trial, own->free, (size_t)middle * sizeof(int32_t));
            memcpy(own->trial + middle, own->needed, (size_t)needed * sizeof(int32_t));
            const ls_status status = solve(own, own->trial, middle + needed, false, 0, 0);
            if (status == LS_CLASH) {
                low = middle + 1;
                continue;
            }
            LS_TRY(status);
            take_over(own, own->trial, middle + needed, layout);
            for (count = middle; count && own->values[count - 1] == from[own->free[count - 1]];) {
                count--;
            }
        }
        if (count) {
            own->needed[needed++] = own->free[--count];
        }
    }
    return LS_OK;
}

static int64_t distance(const pairing *own) {
    int64_t apart = 0;
    for (int32_t cell = 0; cell < own->asked->size; cell++) {
        apart += own->mine[cell] != own->safe[cell];
    }
    return apart;
}

/* A key that sorts neighbouring numbers far apart (Knuth's multiplicative hash). */
static uint32_t scattered(int32_t number) { return (uint32_t)number * 2654435761u; }

static int by_scattered(const void *one, const void *other) {
    const uint32_t first = scattered(*(const int32_t *)one);
    const uint32_t second = scattered(*(const int32_t *)other);
    return (first > second) - (first < second);
}

static ls_status find(pairing *own) {
    const ls_plain_board *asked = own->asked;
    const size_t size = (size_t)asked->size;
    own->order[own->reached++] = own->cell;
    own->marks[own->cell] = IN_ORDER;
    memset(own->mine, 0, size);
    keep_to(own, own->mine, true);
    const int32_t count = list_covered(own);
    /* Of cells that are alike, the first ones get the mines: these are not to lie side by side. */
    qsort(own->free, (size_t)count, sizeof(int32_t), by_scattered);
    LS_TRY(solve(own, own->free, count, true, 0, 0));
    take_over(own, own->free, count, own->mine);
    LS_TRY(find_near(own, own->mine, own->safe));
    LS_TRY(undo(own, own->mine, false, own->safe));
    for (int64_t apart = distance(own) + 1; distance(own) < apart;) {
        apart = distance(own);
        LS_TRY(undo(own, own->safe, true, own->mine));
        LS_TRY(undo(own, own->mine, false, own->safe));
    }
    for (int32_t cell = 0; cell < asked->size; cell++) {
        const bool is_known = asked->states[cell] == LS_STATE_KNOWN_MINE;
        own->mine[cell] |= is_known;
        own->safe[cell] |= is_known;
    }
    return LS_OK;
}

int32_t ls_pair(ls_context *context, const ls_plain_board *board, int32_t cell, uint8_t *mine,
                uint8_t *safe) {
    start_watch(context);
    const int64_t size = board->size;
    if (cell < 0 || cell >= size || !ls_is_covered(board->states[cell])) {
        return LS_NONE;
    }
    pairing own = {.context = context, .asked = board, .cell = cell, .mine = mine, .safe = safe,
                   .has_total = board->upper >= 0};
    own.marks = ls_zeros(&context->memory, &context->marks, size);
    if (!own.marks ||
        !ls_room(&context->memory, &context->pair_numbers, 5 * size, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->pair_bytes, 3 * size, 1)) {
        return LS_MEMORY;
    }
    own.order = context->pair_numbers.items;
    own.free = own.order + size;
    own.trial = own.free + size;
    own.needed = own.trial + size;
    own.clues = own.needed + size;
    own.base = context->pair_bytes.items;
    own.values = own.base + size;
    int8_t *states = (int8_t *)(own.values + size);
    memcpy(states, board->states, (size_t)size);
    own.ground = (ls_ground){board->size, board->degree, board->near, states};
    for (int32_t number = 0; number < size; number++) {
        own.mines += states[number] == LS_STATE_KNOWN_MINE;
    }
    const ls_status status = find(&own);
    for (int32_t number = 0; number < size; number++) {
        own.marks[number] = 0;
    }
    return status;
}

/* The cells of a board, what its clues still need, and the rule that a single clue can force cells.
 *
 * A clue without room for a mine makes the cells around it safe, one that needs them all makes them
 * mines. Changes can be taken back: while the board is only tried, each cell is saved once.
 */
#include "kernel.h"

#include <string.h>

#define UNCERTAIN 127
#define COVERED (-1)
#define FLAGGED (-2)
#define KNOWN_MINE (-3)
#define NO_CLUE (-4)

ls_status ls_save(ls_context *context, int32_t number) {
    if (!context->is_trying) {
        return LS_OK;
    }
    int32_t *stamp = context->stamp.items;
    if (stamp[number] == context->epoch) {
        return LS_OK;
    }
    if (!ls_room(&context->memory, &context->saved, context->saved_made + 1, sizeof(ls_saved))) {
        return LS_MEMORY;
    }
    stamp[number] = context->epoch;
    ((ls_saved *)context->saved.items)[context->saved_made++] =
        (ls_saved){number, ls_cells(context)[number]};
    return LS_OK;
}

/* Note a clue that forces cells, or say that it cannot be satisfied. */
static inline ls_status look_at(ls_context *context, int32_t number) {
    const ls_cell *clue = ls_cells(context) + number;
    if (clue->most < 0 || clue->least > clue->left) {
        return LS_CLASH;
    }
    if (clue->left && (clue->most == 0 || clue->least == clue->left)) {
        if (!ls_room(&context->memory, &context->queue, context->queued + 1, sizeof(int32_t))) {
            return LS_MEMORY;
        }
        ((int32_t *)context->queue.items)[context->queued++] = number;
    }
    if (!clue->left && clue->weights_at >= 0 &&
        !(context->weights[clue->weights_at - clue->least] > 0)) {
        return LS_CLASH; /* the number that it came to is ruled out */
    }
    return LS_OK;
}

/* What a clue needs of the cells around it, from its bounds on all mines next to it. */
static inline void measure(ls_context *context, int32_t number, int32_t least, int32_t most) {
    ls_cell *cells = ls_cells(context);
    int32_t left = 0, mines = 0;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int16_t code = cells[context->near[(int64_t)turn * context->size + number]].code;
        left += code == LS_COVERED;
        mines += code >= LS_MINE;
    }
    cells[number].left = (int16_t)left;
    cells[number].least = (int16_t)(least - mines);
    cells[number].most = (int16_t)(most - mines);
}

ls_status ls_read(ls_context *context, const int8_t *states, const int32_t *uncertain) {
    const int32_t size = context->size;
    ls_memory *memory = &context->memory;
    if (!ls_room(memory, &context->cells, (int64_t)size + 1, sizeof(ls_cell))) {
        return LS_MEMORY;
    }
    ls_cell *cells = ls_cells(context);
    int64_t covered = 0, known = 0;
    for (int32_t number = 0; number < size; number++) {
        const int8_t state = states[number];
        const bool is_covered = state == COVERED || state == FLAGGED;
        covered += is_covered;
        known += state == KNOWN_MINE;
        cells[number] = (ls_cell){-1, -1, -1, 0, 0, 0, LS_SHOWN};
        cells[number].code = is_covered            ? LS_COVERED
                             : state >= 0          ? LS_CLUE
                             : state == KNOWN_MINE ? LS_KNOWN
                                                   : LS_SHOWN;
    }
    cells[size] = (ls_cell){-1, -1, -1, 0, 0, 0, LS_SHOWN};
    context->undecided = covered;
    context->mines = known;
    context->queued = 0;
    for (int32_t number = 0; number < size; number++) {
        if (cells[number].code != LS_CLUE) {
            continue;
        }
        int32_t least = states[number], most = states[number];
        if (states[number] == UNCERTAIN) {
            if (!uncertain) {
                return LS_WIDE;
            }
            least = uncertain[0];
            most = uncertain[1];
            cells[number].weights_at = uncertain[2];
            uncertain += 3;
        }
        measure(context, number, least, most);
        LS_TRY(look_at(context, number));
    }
    return LS_OK;
}

ls_status ls_decide(ls_context *context, int32_t number, bool mine) {
    ls_cell *cells = ls_cells(context);
    LS_TRY(ls_save(context, number));
    cells[number].code = mine ? LS_MINE : LS_SAFE;
    context->undecided--;
    context->mines += mine;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + number];
        if (cells[near].code != LS_CLUE) {
            continue;
        }
        LS_TRY(ls_save(context, near));
        cells[near].left--;
        cells[near].least = (int16_t)(cells[near].least - mine);
        cells[near].most = (int16_t)(cells[near].most - mine);
        LS_TRY(look_at(context, near));
    }
    return LS_OK;
}

ls_status ls_propagate(ls_context *context) {
    const ls_cell *cells = ls_cells(context);
    for (int64_t turn = 0; turn < context->queued; turn++) {
        const int32_t clue = ((int32_t *)context->queue.items)[turn];
        const bool mine = cells[clue].most > 0;
        for (int32_t place = 0; place < context->degree && cells[clue].left; place++) {
            const int32_t near = context->near[(int64_t)place * context->size + clue];
            if (cells[near].code == LS_COVERED) {
                LS_TRY(ls_decide(context, near, mine));
            }
        }
        if (ls_must_stop(&context->watch, context->degree)) {
            return LS_STOPPED;
        }
    }
    context->queued = 0;
    return LS_OK;
}

ls_status ls_enter(ls_context *context, int32_t number, int32_t value) {
    ls_cell *cells = ls_cells(context);
    const bool mine = value == KNOWN_MINE;
    LS_TRY(ls_save(context, number));
    if (cells[number].code == LS_COVERED) {
        LS_TRY(ls_decide(context, number, mine));
    } else if ((cells[number].code == LS_MINE) != mine) {
        return LS_CLASH;
    }
    if (value < 0) {
        cells[number].code = mine ? LS_KNOWN : LS_SHOWN;
        return LS_OK;
    }
    cells[number].code = LS_CLUE;
    cells[number].weights_at = -1;
    measure(context, number, value, value);
    return look_at(context, number);
}

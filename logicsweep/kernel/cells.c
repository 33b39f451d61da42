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
    if (!context->trials_made) {
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
        (ls_saved){number, ls_codes(context)[number], ls_cells(context)[number]};
    return LS_OK;
}

/* Note a clue that forces the cells around it. */
static inline ls_status note(ls_context *context, int32_t number) {
    if (!ls_room(&context->memory, &context->queue, context->queued + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    ((int32_t *)context->queue.items)[context->queued++] = number;
    return LS_OK;
}

static ls_status clash_at(ls_context *context, int32_t number) {
    context->clash = number;
    return LS_CLASH;
}

/* Whether an uncertain clue without undecided cells came to a number that is ruled out. */
static inline bool is_ruled_out(const ls_context *context, int32_t number, const ls_cell *clue) {
    const int32_t at = ls_weights_at(context, number);
    return at >= 0 && !(context->weights[at - clue->least] > 0);
}

/* Look at a clue for the first time: it may force cells, or be impossible to satisfy. */
static inline ls_status look_at(ls_context *context, int32_t number) {
    const ls_cell *clue = ls_cells(context) + number;
    if (clue->most < 0 || clue->least > clue->left) {
        return clash_at(context, number);
    }
    if (!clue->left) {
        return is_ruled_out(context, number, clue) ? clash_at(context, number) : LS_OK;
    }
    return clue->most == 0 || clue->least == clue->left ? note(context, number) : LS_OK;
}

/* What a clue needs of the cells around it, from its bounds on all mines next to it. */
static inline void measure(ls_context *context, int32_t number, int32_t least, int32_t most,
                           int32_t degree) {
    const uint8_t *codes = ls_codes(context);
    const int32_t *near = context->near + number;
    int32_t sum = 0;
    for (int32_t turn = 0; turn < degree; turn++, near += context->size) {
        sum += codes[*near] & LS_COUNTED;
    }
    ls_cell *clue = ls_cells(context) + number;
    const int32_t mines = sum / LS_MINE;
    clue->left = (int16_t)(sum % LS_MINE);
    clue->least = (int16_t)(least - mines);
    clue->most = (int16_t)(most - mines);
}

/* All clues, once it is known which cells are covered. */
static inline ls_status read_clues(ls_context *context, const int8_t *states,
                                   const int32_t *uncertain, int64_t *clues, int32_t degree) {
    const uint8_t *codes = ls_codes(context);
    const ls_cell *cells = ls_cells(context);
    int32_t *active = context->active.items;
    *clues = 0;
    for (int32_t number = 0; number < context->size; number++) {
        if (codes[number] != LS_CLUE) {
            continue;
        }
        int32_t least = states[number], most = states[number];
        if (states[number] == UNCERTAIN) {
            if (!uncertain) {
                return LS_WIDE;
            }
            least = uncertain[0];
            most = uncertain[1];
            ((int32_t *)context->weights_at.items)[number] = uncertain[2];
            uncertain += 3;
        }
        measure(context, number, least, most, degree);
        LS_TRY(look_at(context, number));
        if (cells[number].left) {
            active[(*clues)++] = number;
        }
    }
    return LS_OK;
}

ls_status ls_read(ls_context *context, const int8_t *states, const int32_t *uncertain,
                  int64_t *clues) {
    const int32_t size = context->size;
    ls_memory *memory = &context->memory;
    context->is_uncertain = uncertain != NULL;
    if (!ls_room(memory, &context->codes, (int64_t)size + 1, sizeof(uint8_t)) ||
        !ls_room(memory, &context->cells, (int64_t)size + 1, sizeof(ls_cell)) ||
        !ls_room(memory, &context->active, size, sizeof(int32_t)) ||
        (uncertain && !ls_room(memory, &context->weights_at, size, sizeof(int32_t)))) {
        return LS_MEMORY;
    }
    uint8_t *restrict codes = ls_codes(context);
    ls_cell *cells = ls_cells(context);
    int64_t covered = 0, known = 0;
    for (int32_t number = 0; number < size; number++) {
        const int8_t state = states[number];
        const bool is_covered = state == COVERED || state == FLAGGED;
        covered += is_covered;
        known += state == KNOWN_MINE;
        codes[number] = is_covered            ? LS_COVERED
                        : state >= 0          ? LS_CLUE
                        : state == KNOWN_MINE ? LS_KNOWN
                                              : LS_SHOWN;
        cells[number] = (ls_cell){-1, -1, 0, 0, 0};
    }
    codes[size] = LS_SHOWN;
    cells[size] = (ls_cell){-1, -1, 0, 0, 0};
    if (uncertain) {
        memset(context->weights_at.items, 0xFF, (size_t)size * sizeof(int32_t));
    }
    context->undecided = covered;
    context->mines = known;
    context->queued = 0;
    /* With the number of neighbours known when it is compiled, for nearly all boards. */
    return context->degree == 8 ? read_clues(context, states, uncertain, clues, 8)
                                : read_clues(context, states, uncertain, clues, context->degree);
}

ls_status ls_decide(ls_context *context, int32_t number, bool mine) {
    uint8_t *codes = ls_codes(context);
    ls_cell *cells = ls_cells(context);
    LS_TRY(ls_save(context, number));
    codes[number] = mine ? LS_MINE : LS_SAFE;
    context->undecided--;
    context->mines += mine;
    const int32_t *at = context->near + number;
    for (int32_t turn = 0; turn < context->degree; turn++, at += context->size) {
        const int32_t near = *at;
        if (codes[near] != LS_CLUE) {
            continue;
        }
        LS_TRY(ls_save(context, near));
        ls_cell *clue = cells + near;
        clue->left--;
        /* What forces cells already was noted before. A mine leaves `left` and `least` as far
         * apart as they were, a safe cell leaves `most`. */
        bool forces;
        if (mine) {
            clue->least--;
            clue->most--;
            if (clue->most < 0) {
                return clash_at(context, near);
            }
            forces = clue->most == 0;
        } else {
            if (clue->least > clue->left) {
                return clash_at(context, near);
            }
            forces = clue->least == clue->left;
        }
        if (!clue->left) {
            if (is_ruled_out(context, near, clue)) {
                return clash_at(context, near);
            }
        } else if (forces) {
            LS_TRY(note(context, near));
        }
    }
    return LS_OK;
}

ls_status ls_propagate(ls_context *context) {
    const ls_cell *cells = ls_cells(context);
    const uint8_t *codes = ls_codes(context);
    for (int64_t turn = 0; turn < context->queued; turn++) {
        const int32_t clue = ((int32_t *)context->queue.items)[turn];
        const bool mine = cells[clue].most > 0;
        const int32_t *near = context->near + clue;
        for (int32_t place = 0; place < context->degree && cells[clue].left;
             place++, near += context->size) {
            if (codes[*near] == LS_COVERED) {
                LS_TRY(ls_decide(context, *near, mine));
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
    uint8_t *codes = ls_codes(context);
    const bool mine = value == KNOWN_MINE;
    LS_TRY(ls_save(context, number));
    if (codes[number] == LS_COVERED) {
        LS_TRY(ls_decide(context, number, mine));
    } else if ((codes[number] == LS_MINE) != mine) {
        return LS_CLASH;
    }
    if (value < 0) {
        codes[number] = mine ? LS_KNOWN : LS_SHOWN;
        return LS_OK;
    }
    codes[number] = LS_CLUE;
    measure(context, number, value, value, context->degree);
    return look_at(context, number);
}

/* The cells that are scored: see `strategy/candidates.py`, the twin. */
#include "decide.h"

#include <stdlib.h>
#include <string.h>

/* A cell, and what it is ordered by: the least first, of equal ones the lowest number. */
typedef struct {
    double key;
    int32_t cell;
} ordered;

static int in_turn(const void *first, const void *second) {
    const ordered *a = first, *b = second;
    return a->key != b->key ? (a->key > b->key) - (a->key < b->key)
                            : (a->cell > b->cell) - (a->cell < b->cell);
}

static bool has_clue_beside(const ls_context *context, int32_t cell) {
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size && ls_codes(context)[near] == LS_CLUE) {
            return true;
        }
    }
    return false;
}

/* The chance of no mine around a cell, as if mines were independent. */
static double chance_of_zero(const ls_context *context, const double *marginals, int32_t cell) {
    double chance = 1;
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near == context->size) {
            continue;
        }
        const uint8_t code = ls_codes(context)[near];
        if (code == LS_KNOWN) {
            chance = 0;
        } else if (code == LS_COVERED || code == LS_SAFE || code == LS_MINE) {
            chance *= 1 - marginals[near];
        }
    }
    return chance;
}

/* Whether a cell far from clues is two steps from one. */
static bool is_two_steps(const ls_context *context, int32_t cell) {
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size) {
            const uint8_t code = ls_codes(context)[near];
            const bool is_covered = code == LS_COVERED || code == LS_SAFE || code == LS_MINE;
            if (is_covered && has_clue_beside(context, near)) {
                return true;
            }
        }
    }
    return false;
}

/* Keep, of far cells on an edge, those two steps from a clue, if any are and no corner is far; how many
 * cells are left, at the end of the places before `end`. */
static int32_t keep_two_steps(const ls_context *context, ordered *end, int32_t far) {
    int32_t fewest = context->degree, most = 0, kept = 0;
    for (int32_t cell = 0; cell < context->size; cell++) {
        const int32_t count = ls_neighbours_of(context, cell);
        fewest = count < fewest ? count : fewest;
        most = count > most ? count : most;
    }
    bool has_two = false;
    for (int32_t turn = 1; turn <= far; turn++) {
        const int32_t count = ls_neighbours_of(context, end[-turn].cell);
        if (count == fewest) {
            return far;
        }
        has_two |= count < most && is_two_steps(context, end[-turn].cell);
    }
    for (int32_t turn = 1; turn <= far; turn++) {
        const int32_t count = ls_neighbours_of(context, end[-turn].cell);
        if (!has_two || count == most || is_two_steps(context, end[-turn].cell)) {
            end[-++kept] = end[-turn];
        }
    }
    return kept;
}

/* Sort the candidates near clues by risk into `some`, and the others by their chance of a zero, from the
 * end of it on. */
static void part(const ls_context *context, const ls_recipe *recipe, const double *marginals,
                 ordered *some, int32_t *near, int32_t *far) {
    double least = 2;
    for (int32_t cell = 0; cell < context->size; cell++) {
        least = ls_is_undecided(marginals[cell]) && marginals[cell] < least ? marginals[cell] : least;
    }
    const double goal = recipe->tolerance * (1 - least);
    *near = *far = 0;
    for (int32_t cell = 0; cell < context->size; cell++) {
        if (!ls_is_undecided(marginals[cell]) || 1 - marginals[cell] < goal) {
            continue;
        }
        if (has_clue_beside(context, cell)) {
            some[(*near)++] = (ordered){ls_units(marginals[cell]), cell};
        } else {
            const double key = -ls_units(chance_of_zero(context, marginals, cell));
            some[context->size - ++*far] = (ordered){key, cell};
        }
    }
    if (recipe->two_steps) {
        *far = keep_two_steps(context, some + context->size, *far);
    }
    qsort(some, (size_t)*near, sizeof *some, in_turn);
    qsort(some + context->size - *far, (size_t)*far, sizeof *some, in_turn);
}

static int32_t at_least(int32_t one, int32_t other) { return one > other ? one : other; }
static int32_t at_most(int32_t one, int32_t other) { return one < other ? one : other; }

ls_status ls_candidates(ls_context *context, const ls_recipe *recipe, const double *marginals,
                        int32_t *cells, int32_t *count) {
    int64_t taken = 0;
    ordered *some =
        ls_block(&context->memory, context->size * (int64_t)sizeof(ordered), &taken);
    if (!some) {
        return LS_MEMORY;
    }
    int32_t near, far;
    part(context, recipe, marginals, some, &near, &far);
    const int32_t most = recipe->candidates;
    const ordered *likeliest = some + context->size - far;
    far = at_most(far, at_most(recipe->far, at_least(most - near, most / 2)));
    near = at_most(near, most - far);
    *count = near + far;
    memmove(some + near, likeliest, (size_t)far * sizeof *some);
    for (int32_t turn = 0; turn < *count; turn++) {
        some[turn].key = -ls_units(1 - marginals[some[turn].cell]);
    }
    qsort(some, (size_t)*count, sizeof *some, in_turn);
    for (int32_t turn = 0; turn < *count; turn++) {
        cells[turn] = some[turn].cell;
    }
    free(some);
    context->memory.taken -= taken;
    return LS_OK;
}

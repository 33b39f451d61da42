/* The cell to open next: see `strategy/decision.py`, the twin. */
#include "decide.h"

#include <stdlib.h>
#include <string.h>

/* As `CLOSE` of strategy/score.py. */
#define CLOSE 1e-9

/* A candidate with its score, which is an upper bound if it was cut. */
typedef struct {
    double survival;
    int32_t cell, turn;
    bool is_dead, is_cut;
} score;

/* What the arrays of `ls_outlooks` and all else of a guess have room for; what is survived at most by
 * cell and clue, as the cells come when they are scored, and when they are compared further. */
typedef struct {
    double *survivals, *remaining, *bounds[2];
    int32_t *cells, *clues, *is_cut;
} guess_room;

/* The cell with the lowest number that is safe; -1 if there is none, -2 if none is undecided either. */
static int32_t first_safe(const ls_context *context, const double *marginals) {
    bool is_open = false;
    for (int32_t number = 0; number < context->size; number++) {
        if (marginals[number] == 0) {
            return number;
        }
        is_open |= ls_is_undecided(marginals[number]);
    }
    return is_open ? -1 : -2;
}

/* How many cells are not covered, and one of them. */
static int32_t opened(const ls_context *context, int32_t *cell) {
    int32_t count = 0;
    for (int32_t number = 0; number < context->size; number++) {
        const uint8_t code = ls_codes(context)[number];
        if (code == LS_SHOWN || code == LS_CLUE || code == LS_KNOWN) {
            count++;
            *cell = number;
        }
    }
    return count;
}

/* The book's cell, if it has one; LS_NONE where Python has to see. */
static ls_status look_up(ls_context *context, const ls_recipe *recipe, const ls_board_plan *plan,
                         int32_t *cell) {
    int32_t only = -1;
    const int32_t count = opened(context, &only);
    *cell = -1;
    if (count > 1) {
        return LS_OK;
    }
    const double bits = context->said.log2_mass;
    const bool is_small =
        bits < log2(recipe->layouts + 1.0) + 0.001 && rint(exp2(bits)) <= recipe->layouts;
    if (!count) {
        *cell = plan->first;
        return is_small ? (ls_status)LS_NONE : LS_OK;
    }
    /* A clue of 0 would make its neighbours safe. */
    if (is_small || plan->first < 0 || ls_codes(context)[only] != LS_CLUE ||
        !ls_neighbours_of(context, only)) {
        return LS_OK;
    }
    if (only != plan->first && ls_neighbours_of(context, only) <= ls_neighbours_of(context, plan->first)) {
        return (ls_status)LS_NONE;
    }
    *cell = only == plan->first ? plan->second : -1;
    return LS_OK;
}

/* The score of each candidate; without survival the click after this one is taken to be safe. */
static ls_status score_all(ls_context *context, const ls_recipe *recipe, const double *marginals,
                           const guess_room *room, int32_t count, score *scores) {
    for (int32_t turn = 0; turn < count; turn++) {
        room->clues[turn] = 2;
        room->is_cut[turn] = 0;
        room->survivals[turn] = 1 - marginals[room->cells[turn]];
        room->remaining[turn] = 0;
    }
    if (recipe->survival) {
        const ls_outlooks asked = {.count = count,
                                   .marginals = marginals,
                                   .second = recipe->second,
                                   .goal = -1,
                                   .close = CLOSE,
                                   .cells = room->cells,
                                   .clues = room->clues,
                                   .is_cut = room->is_cut,
                                   .survivals = room->survivals,
                                   .remaining = room->remaining};
        LS_TRY(ls_look_ahead_within(context, &asked, room->bounds[0]));
    }
    double goal = -1;
    for (int32_t turn = 0; turn < count; turn++) {
        const int32_t cell = room->cells[turn];
        const double safe = 1 - marginals[cell];
        const bool is_left = !recipe->survival && safe < goal - CLOSE;
        score *own = scores + turn;
        *own = (score){.cell = cell, .turn = turn, .survival = safe, .is_cut = true};
        if (!is_left && room->clues[turn]) {
            const double more = room->is_cut[turn] ? fmax(room->remaining[turn], 0) : 0;
            own->survival = room->survivals[turn] + more;
            own->is_cut = room->is_cut[turn];
            own->is_dead = !own->is_cut && room->clues[turn] == 1;
        }
        goal = !own->is_dead && own->survival > goal ? own->survival : goal;
    }
    return LS_OK;
}

/* The best score: dead cells come after all others. */
static int32_t best_of(const score *scores, int32_t count) {
    int32_t best = -1;
    for (int32_t turn = 0; turn < count; turn++) {
        const score *rival = scores + turn, *own = scores + best;
        if (best < 0 || (own->is_dead && !rival->is_dead)) {
            best = turn;
        } else if (rival->is_dead && !own->is_dead) {
            continue;
        } else if (fabs(rival->survival - own->survival) <= CLOSE) {
            best = rival->cell < own->cell && !rival->is_cut ? turn : best;
        } else {
            best = rival->survival > own->survival ? turn : best;
        }
    }
    return best;
}

/* The highest score first. */
static int by_survival(const void *first, const void *second) {
    const score *a = first, *b = second;
    const double here = ls_units(a->survival), there = ls_units(b->survival);
    return here != there ? (here < there) - (here > there)
                         : (a->cell > b->cell) - (a->cell < b->cell);
}

/* The best cell: where several score about as much, that with which three clicks are survived most. */
static ls_status choose_among(ls_context *context, const ls_recipe *recipe, const double *marginals,
                              const guess_room *room, score *scores, int32_t count,
                              int32_t *cell) {
    const score best = scores[best_of(scores, count)];
    const int64_t clues = context->degree + 1;
    *cell = best.cell;
    if (best.is_dead || !recipe->contenders || !recipe->survival) {
        return LS_OK;
    }
    int32_t kept = 0;
    for (int32_t turn = 0; turn < count; turn++) {
        if (!scores[turn].is_dead &&
            scores[turn].survival >= best.survival * (1 - recipe->margin)) {
            scores[kept++] = scores[turn];
        }
    }
    qsort(scores, (size_t)kept, sizeof *scores, by_survival);
    kept = kept < recipe->contenders ? kept : recipe->contenders;
    if (kept < 2) {
        return LS_OK;
    }
    for (int32_t turn = 0; turn < kept; turn++) {
        room->cells[turn] = scores[turn].cell;
        memcpy(room->bounds[1] + turn * clues, room->bounds[0] + scores[turn].turn * clues,
               (size_t)clues * sizeof(double));
    }
    const ls_further asked = {.count = kept,
                              .replies = recipe->replies,
                              .marginals = marginals,
                              .second = recipe->second,
                              .close = CLOSE,
                              .cells = room->cells,
                              .is_cut = room->is_cut,
                              .survivals = room->survivals};
    LS_TRY(ls_look_further_within(context, &asked, room->bounds[1]));
    double most = -1;
    for (int32_t turn = 0; turn < kept; turn++) {
        if (!room->is_cut[turn] && room->survivals[turn] > most + CLOSE) {
            most = room->survivals[turn];
            *cell = room->cells[turn];
        }
    }
    return LS_OK;
}

static ls_status guess(ls_context *context, const ls_recipe *recipe, const double *marginals,
                       bool has_large, const guess_room *room, score *scores,
                       ls_decision *decision) {
    int32_t count;
    if (has_large) {
        LS_TRY(answer(context, NULL));
        LS_TRY(ls_follow_parts(context, recipe->layouts, recipe->policy, &decision->cell));
        if (decision->cell >= 0) {
            decision->why = LS_WHY_POLICY;
            return LS_OK;
        }
    }
    LS_TRY(ls_candidates(context, recipe, marginals, room->cells, &count));
    LS_TRY(score_all(context, recipe, marginals, room, count, scores));
    LS_TRY(choose_among(context, recipe, marginals, room, scores, count, &decision->cell));
    decision->why = LS_WHY_SCORE;
    return LS_OK;
}

/* The same with room for all cells. */
static ls_status guess_with_room(ls_context *context, const ls_recipe *recipe,
                                 const double *marginals, bool has_large,
                                 ls_decision *decision) {
    const int64_t size = context->size, most = recipe->candidates < size ? recipe->candidates : size;
    const int64_t bounds = most * (context->degree + 1);
    int64_t taken = 0;
    char *block = ls_block(&context->memory,
                           size * (int64_t)(2 * sizeof(double) + sizeof(score) +
                                            3 * sizeof(int32_t)) +
                               2 * bounds * (int64_t)sizeof(double),
                           &taken);
    if (!block) {
        return LS_MEMORY;
    }
    guess_room room = {.survivals = (double *)block};
    room.remaining = room.survivals + size;
    room.bounds[0] = room.remaining + size;
    room.bounds[1] = room.bounds[0] + bounds;
    score *scores = (score *)(room.bounds[1] + bounds);
    room.cells = (int32_t *)(scores + size);
    room.clues = room.cells + size;
    room.is_cut = room.clues + size;
    const ls_status status =
        guess(context, recipe, marginals, has_large, &room, scores, decision);
    free(block);
    context->memory.taken -= taken;
    return status;
}

int32_t ls_choose(ls_context *context, const ls_recipe *recipe, const ls_board_plan *plan,
                  const double *marginals, ls_decision *decision) {
    *decision = (ls_decision){-1, LS_WHY_NONE, 0, -1};
    if (!context->is_loaded || context->is_uncertain || !context->has_total ||
        context->lower != context->upper) {
        return LS_NONE;
    }
    start_watch(context);
    if (!context->is_joined) {
        LS_TRY(answer(context, NULL));
    }
    const int32_t safe = first_safe(context, marginals);
    if (safe == -2) {
        return LS_OK;
    }
    int32_t first = -1;
    if (safe >= 0) {
        decision->cell = safe;
        decision->why = LS_WHY_SAFE;
    } else {
        LS_TRY(look_up(context, recipe, plan, &first));
    }
    int32_t only;
    ls_solved solved = {.cell = -1};
    if (first >= 0) {
        decision->cell = first;
        decision->why = LS_WHY_FIRST;
    } else if (safe < 0 && recipe->layouts && opened(context, &only)) {
        LS_TRY(ls_solve_parts(context, recipe->layouts, recipe->policy, &solved));
        if (solved.cell >= 0) {
            decision->cell = solved.cell;
            decision->why = LS_WHY_SOLVED;
            decision->chance = solved.is_whole ? solved.chance : -1;
        }
    }
    if (decision->why == LS_WHY_NONE) {
        LS_TRY(guess_with_room(context, recipe, marginals, solved.has_large, decision));
    }
    decision->risk = marginals[decision->cell];
    return LS_OK;
}

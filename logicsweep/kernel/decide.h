/* What a player decides on the board at hand: see `strategy/decision.py`, the twin. */
#ifndef LOGICSWEEP_DECIDE_H
#define LOGICSWEEP_DECIDE_H

#include "door.h"

/* The numbers of `strategy/recipe.py`, by their names there. */
typedef struct {
    double tolerance, second, margin;
    int32_t layouts, policy, candidates, far, two_steps, survival, contenders, replies;
} ls_recipe;

/* The opening book of a board. The cell `first` is opened first; then, if it shows a number above 0 and
 * no other cell is open, `second`; -1 for none. Where there is a second cell, no cell has fewer neighbours
 * than the first. */
typedef struct {
    int32_t first, second;
} ls_board_plan;

/* `Why` of the twin, in its order; LS_WHY_NONE if no covered cell can be opened. */
enum { LS_WHY_NONE, LS_WHY_SAFE, LS_WHY_SOLVED, LS_WHY_FIRST, LS_WHY_SCORE, LS_WHY_POLICY };

/* The cell to open, -1 for none; the probability of a mine in it, before the first click protects it; and
 * that of winning from here with the best play, if all parts were solved, else -1. */
typedef struct {
    int32_t cell, why;
    double risk, chance;
} ls_decision;

/* Decide on the board at hand, which has one mine count and no uncertain clues; `marginals` are its
 * marginals. LS_NONE where Python has to decide: without such a board, on a blank one with so few
 * layouts that they are solved, and after a corner that is not the book's. It has to after any other
 * status but LS_OK, too. The board stays, but is not joined afterwards. */
LS_API int32_t ls_choose(ls_context *context, const ls_recipe *recipe, const ls_board_plan *plan,
                         const double *marginals, ls_decision *decision);

/* ---- candidates.c: the cells that are scored ---- */

/* Write the candidates, the safest first; how many there are. At least one cell is undecided. */
ls_status ls_candidates(ls_context *context, const ls_recipe *recipe, const double *marginals,
                        int32_t *cells, int32_t *count);

/* ---- outlooks.c, further.c, winning.c ---- */

/* `ls_look_ahead` and `ls_look_further` as parts of a call that counts its work. The first writes, and
 * the second reads, the probability that a cell shows a clue and the safest cell is safe then: [cell][clue],
 * with as many clues as neighbours and one more. It is -1 where it is not known, or `bounds` is NULL. */
ls_status ls_look_ahead_within(ls_context *context, const ls_outlooks *asked, double *bounds);
ls_status ls_look_further_within(ls_context *context, const ls_further *asked,
                                 const double *bounds);

/* Whether a cell touches an undecided one, so that it tells something. */
bool ls_tells(const ls_context *context, const double *marginals, int32_t number);
/* The safety of the next click, from the safest and the second safest cell that tells something; the
 * latter has the weight `second`. And that of the safest alone; 1 if no cell tells anything. */
double ls_safety_of(const ls_context *context, const double *marginals, double second,
                    double *safest);
/* The clues that a cell may show, as far as single marginals tell: from the mines around it on. */
void ls_bound_clues(const ls_context *context, const double *marginals, int32_t cell,
                    int32_t *least, int32_t *most);

/* The part to be played next, and how it is played: its layouts, in how many of them the best player wins,
 * and one of the best cells, -1 if no part was solved; whether all parts were, and then the chance to win
 * them all; whether an even part has more layouts, but not too many for the policy. */
typedef struct {
    int64_t layouts, won;
    int32_t cell;
    bool is_whole, has_large;
    double chance; /* the double next to it, as long as no number is above 2^53 */
} ls_solved;

ls_status ls_solve_parts(ls_context *context, int32_t most, int32_t policy, ls_solved *solved);
/* The cell that the policy opens in the smallest even part with more than `least` and at most `most`
 * layouts; -1 if there is none, or no cell tells its layouts apart. */
ls_status ls_follow_parts(ls_context *context, int32_t least, int32_t most, int32_t *cell);

/* What numbers are compared by: those that agree in units of 1e-9 count as equal. */
static inline double ls_units(double value) { return rint(value * 1e9); }

static inline bool ls_is_undecided(double marginal) { return marginal > 0 && marginal < 1; }

/* How many neighbours a cell has. */
static inline int32_t ls_neighbours_of(const ls_context *context, int32_t cell) {
    int32_t count = 0;
    for (int32_t place = 0; place < context->degree; place++) {
        count += context->near[(int64_t)place * context->size + cell] < context->size;
    }
    return count;
}

#endif

/* How likely three clicks are survived, on the board at hand: see `strategy/further.py`, the twin. */
#include "decide.h"

#include <math.h>
#include <stdlib.h>

/* The marginals after one click, and after two. */
typedef struct {
    ls_context *context;
    const ls_further *asked;
    double *marginals[2];
    double mass; /* log2, before all of them */
    int32_t *replies;
} clicks;

/* Let a cell show a clue, to be taken back after LS_OK alone, as the click with this number: the
 * probability that all clicks so far show what they are supposed to. */
static ls_status suppose(clicks *own, int32_t click, int32_t cell, int32_t clue, double *chance) {
    ls_context *context = own->context;
    LS_TRY(ls_try(context, &cell, &clue, 1));
    const ls_status status = answer(context, own->marginals[click]);
    *chance = pow(2.0, context->said.log2_mass - own->mass);
    if (status != LS_OK) {
        ls_take_back(context);
    }
    return status;
}

/* The probability to survive all clicks if a cell is opened second, which is survived with the
 * probability `reach`; an upper bound once that is below the goal. */
static ls_status reply(clicks *own, int32_t cell, double reach, double goal, double *survived) {
    double remaining = reach, sum = 0;
    int32_t least, most;
    ls_bound_clues(own->context, own->marginals[0], cell, &least, &most);
    for (int32_t clue = least; clue <= most; clue++) {
        double chance;
        const ls_status status = suppose(own, 1, cell, clue, &chance);
        if (status == LS_CLASH) {
            continue;
        }
        LS_TRY(status);
        ls_take_back(own->context);
        remaining -= chance;
        double safest;
        sum += chance *
               ls_safety_of(own->context, own->marginals[1], own->asked->second, &safest);
        if (remaining > own->asked->close && sum + remaining < goal - own->asked->close) {
            *survived = sum + remaining;
            return LS_OK;
        }
    }
    *survived = sum;
    return LS_OK;
}

/* The safest cells that tell something, in order; the first one alone if it is safe. */
static int32_t find_replies(const clicks *own) {
    const double *marginals = own->marginals[0];
    int32_t found = 0;
    for (int32_t number = 0; number < own->context->size; number++) {
        const double risk = marginals[number]; /* nan is not less than anything */
        const bool is_full = found == own->asked->replies;
        if (!(risk < 1) ||
            (is_full && ls_units(risk) >= ls_units(marginals[own->replies[found - 1]])) ||
            !ls_tells(own->context, marginals, number)) {
            continue;
        }
        if (risk <= 0) {
            own->replies[0] = number;
            return 1;
        }
        int32_t place = is_full ? found - 1 : found++;
        for (; place > 0 && ls_units(marginals[own->replies[place - 1]]) > ls_units(risk); place--) {
            own->replies[place] = own->replies[place - 1];
        }
        own->replies[place] = number;
    }
    return found;
}

/* What the board comes to once the first cell shows its clue, which it does with the probability `reach`;
 * an upper bound once that is below the goal. */
static ls_status best_reply(clicks *own, double reach, double goal, double *survived) {
    const double *marginals = own->marginals[0];
    const int32_t found = find_replies(own);
    if (!found) {
        *survived = reach;
        return LS_OK;
    }
    if (marginals[own->replies[0]] <= 0) {
        return reply(own, own->replies[0], reach, goal, survived);
    }
    double best = 0;
    for (int32_t turn = 0; turn < found; turn++) {
        const int32_t cell = own->replies[turn];
        const double safe = reach * (1 - marginals[cell]);
        if (safe <= best + own->asked->close) {
            break;
        }
        if (safe < goal - own->asked->close) {
            best = safe; /* no less than any that is left */
            break;
        }
        double sum = 0;
        LS_TRY(reply(own, cell, safe, fmax(best, goal), &sum));
        best = sum > best ? sum : best;
    }
    *survived = best;
    return LS_OK;
}

/* What is survived at most if the first cell shows a clue: as if the game ended with the safest cell then. */
static ls_status bound(clicks *own, int32_t cell, int32_t clue, double *at_most) {
    double chance, safest;
    const ls_status status = suppose(own, 0, cell, clue, &chance);
    *at_most = 0;
    if (status == LS_CLASH) {
        return LS_OK;
    }
    LS_TRY(status);
    ls_take_back(own->context);
    ls_safety_of(own->context, own->marginals[0], 0, &safest);
    *at_most = chance * safest;
    return LS_OK;
}

/* The probability to survive a cell and two clicks more; an upper bound once that is below the goal.
 * `known` is by clue what is survived at most, -1 where it is not known; or NULL. */
static ls_status opened(clicks *own, int32_t cell, const double *known, double goal,
                        double *survived) {
    const double least_sum = goal - own->asked->close;
    double bounds[LS_DEGREE + 1], remaining = 0, sum = 0;
    int32_t least, most;
    ls_bound_clues(own->context, own->asked->marginals, cell, &least, &most);
    for (int32_t clue = least; clue <= most; clue++) {
        bounds[clue] = known ? known[clue] : -1;
        if (bounds[clue] < 0) {
            LS_TRY(bound(own, cell, clue, bounds + clue));
        }
        remaining += bounds[clue];
    }
    for (int32_t clue = least; clue <= most && sum + remaining >= least_sum; clue++) {
        if (bounds[clue] > 0) {
            double chance, added = 0;
            LS_TRY(suppose(own, 0, cell, clue, &chance));
            remaining -= bounds[clue];
            const ls_status status = best_reply(own, chance, goal - sum - remaining, &added);
            ls_take_back(own->context);
            LS_TRY(status);
            sum += added;
        }
    }
    *survived = sum + fmax(remaining, 0);
    return LS_OK;
}

static ls_status look_at_all(clicks *own, const double *bounds) {
    const ls_further *asked = own->asked;
    const int32_t clues = own->context->degree + 1;
    double best = 0;
    for (int32_t turn = 0; turn < asked->count; turn++) {
        const int32_t cell = asked->cells[turn];
        if (cell < 0 || cell >= own->context->size) {
            return LS_NONE;
        }
        const double *known = bounds ? bounds + (int64_t)turn * clues : NULL;
        double survived = 0;
        LS_TRY(opened(own, cell, known, best, &survived));
        asked->survivals[turn] = survived;
        asked->is_cut[turn] = survived < best - asked->close;
        best = survived > best ? survived : best;
    }
    return LS_OK;
}

int32_t ls_look_further(ls_context *context, const ls_further *asked) {
    start_watch(context);
    return ls_look_further_within(context, asked, NULL);
}

ls_status ls_look_further_within(ls_context *context, const ls_further *asked,
                                 const double *bounds) {
    if (!context->is_loaded || asked->replies < 1) {
        return LS_NONE;
    }
    clicks own = {.context = context, .asked = asked, .mass = context->said.log2_mass};
    const int64_t replies = asked->replies < context->size ? asked->replies : context->size;
    int64_t taken = 0;
    own.marginals[0] =
        ls_block(&context->memory,
                 2 * context->size * (int64_t)sizeof(double) + replies * (int64_t)sizeof(int32_t),
                 &taken);
    if (!own.marginals[0]) {
        return LS_MEMORY;
    }
    own.marginals[1] = own.marginals[0] + context->size;
    own.replies = (int32_t *)(own.marginals[1] + context->size);
    const ls_status status = look_at_all(&own, bounds);
    free(own.marginals[0]);
    context->memory.taken -= taken;
    return status;
}

/* How safe the click after the next one is, on the board at hand: see `strategy/score.py`, the twin. */
#include "decide.h"

#include <math.h>

/* Join the board as it is now, with all that says whether doubles are precise enough. */
static ls_status weigh(ls_context *context, double *log2_mass) {
    LS_TRY(answer(context, context->supposed.items));
    *log2_mass = context->said.log2_mass;
    return LS_OK;
}

static bool is_open(double marginal) { return marginal > 0 && marginal < 1; }

/* Whether a cell touches an undecided one. */
static bool tells(const ls_context *context, const double *marginals, int32_t number) {
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + number];
        if (near < context->size && is_open(marginals[near])) {
            return true;
        }
    }
    return false;
}

/* The safety of the next click, from the safest and the second safest cell that tells something. */
static double next_safety(const ls_context *context, const double *marginals, double second) {
    double least[2] = {2, 2}; /* more than any risk */
    for (int32_t number = 0; number < context->size; number++) {
        const double risk = marginals[number]; /* nan is not less than anything */
        if (risk < least[1] && tells(context, marginals, number)) {
            if (risk <= 0) {
                return 1;
            }
            least[1] = risk < least[0] ? least[0] : risk;
            least[0] = risk < least[0] ? risk : least[0];
        }
    }
    if (least[0] > 1) {
        return 1;
    }
    return least[1] > 1 ? 1 - least[0] : 1 - least[0] - second * (least[1] - least[0]);
}

/* The clues that a cell may show, as far as single marginals tell: from the mines around it on. */
static void bound_clues(const ls_context *context, const double *marginals, int32_t cell,
                        int32_t *least, int32_t *most) {
    int32_t open = 0;
    *least = 0;
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size) {
            *least += marginals[near] >= 1 || ls_codes(context)[near] == LS_KNOWN;
            open += is_open(marginals[near]);
        }
    }
    *most = *least + open;
}

/* The same for one of the cells. */
static ls_status look_ahead(ls_context *context, const ls_outlooks *asked, int32_t turn,
                            double goal) {
    const int32_t cell = asked->cells[turn];
    const double before = context->said.log2_mass;
    double remaining = 1 - asked->marginals[cell], survival = 0;
    int32_t least, most, clues = 0;
    bool is_cut = false;
    bound_clues(context, asked->marginals, cell, &least, &most);
    for (int32_t value = least; value <= most && !is_cut; value++) {
        double after;
        ls_status status = ls_try(context, &cell, &value, 1);
        if (status == LS_OK) {
            status = weigh(context, &after);
            ls_take_back(context);
        }
        if (status == LS_CLASH) {
            continue;
        }
        LS_TRY(status);
        const double chance = pow(2.0, after - before);
        remaining -= chance;
        survival += chance * next_safety(context, context->supposed.items, asked->second);
        clues++;
        const double bound = (survival + (remaining > 0 ? remaining : 0)) * asked->factors[turn];
        is_cut = remaining > asked->close && bound < goal - asked->close;
    }
    asked->clues[turn] = clues;
    asked->is_cut[turn] = is_cut;
    asked->survivals[turn] = survival;
    asked->remaining[turn] = remaining;
    return LS_OK;
}

int32_t ls_look_ahead(ls_context *context, const ls_outlooks *asked) {
    start_watch(context);
    return ls_look_ahead_within(context, asked);
}

ls_status ls_look_ahead_within(ls_context *context, const ls_outlooks *asked) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    if (!ls_room(&context->memory, &context->supposed, context->size, sizeof(double))) {
        return LS_MEMORY;
    }
    double goal = asked->goal;
    for (int32_t turn = 0; turn < asked->count; turn++) {
        asked->clues[turn] = 0;
        if (asked->bounds[turn] < goal - asked->close) {
            continue;
        }
        if (asked->cells[turn] < 0 || asked->cells[turn] >= context->size) {
            return LS_NONE;
        }
        LS_TRY(look_ahead(context, asked, turn, goal));
        const double total = asked->survivals[turn] * asked->factors[turn];
        if (!asked->is_cut[turn] && asked->clues[turn] > 1 && total > goal) {
            goal = total;
        }
    }
    return LS_OK;
}

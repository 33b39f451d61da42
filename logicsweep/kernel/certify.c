/* Verdicts on boards, with what shows that they are right. */
#include "door.h"

/* Marginals, or only which of them are 0 and 1. */
static ls_status weigh(ls_context *context, double *marginals, bool exactly) {
    if (exactly) {
        return answer(context, marginals);
    }
    LS_TRY(ls_support(context));
    return ls_verdicts_of(context, marginals);
}

/* The verdicts that marginals say. */
static void read_off(const double *marginals, int8_t *verdicts, int32_t size) {
    for (int32_t number = 0; number < size; number++) {
        const double marginal = marginals[number];
        verdicts[number] = (int8_t)(!(marginal >= 0)                   ? LS_NOT_COVERED
                                    : marginal == 0 || marginal == 1 ? marginal
                                                                     : LS_UNDECIDED);
    }
}

int32_t ls_certify(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                   const int8_t *states, int64_t lower, int64_t upper, double density, double odds,
                   const int32_t *uncertain, const double *weights, double *marginals,
                   int8_t *verdicts, ls_certified *found) {
    start_watch(context);
    if (found) {
        *found = (ls_certified){.unproved = LS_ALL_PROVED};
    }
    context->certifies = found != NULL;
    const ls_status loaded = ls_begin(context, size, degree, near, states, lower, upper, density,
                                      odds, uncertain, weights);
    context->certifies = false;
    LS_TRY(loaded);
    double *values = marginals;
    if (!values) {
        if (!ls_room(&context->memory, &context->check_marginals, size, sizeof(double))) {
            return LS_MEMORY;
        }
        values = context->check_marginals.items;
    }
    ls_status status = weigh(context, values, marginals != NULL);
    if (status == LS_IMPRECISE) {
        LS_TRY(weigh(context, values, false));
    } else if (status != LS_OK) {
        return status;
    }
    if (context->notes) {
        context->notes[0] = context->said.needs_prior;
        context->notes[1] = context->said.needs_total;
    }
    if (!found) {
        read_off(values, verdicts, size);
        return status;
    }
    if (context->said.needs_total) {
        found->to_refute = -1;
        return status;
    }
    ls_proved proved = {.unproved = LS_NO_CELL};
    if (context->is_slack) {
        LS_TRY(ls_check(context, states, uncertain, values, verdicts, &proved));
    }
    /* The models at hand may leave no choice to the cells that no clue touches. */
    if (proved.unproved != LS_ALL_PROVED) {
        LS_TRY(ls_show_allowed(context));
        LS_TRY(ls_check(context, states, uncertain, values, verdicts, &proved));
    }
    found->unproved = proved.unproved;
    found->to_refute = proved.to_refute;
    if (proved.to_refute && proved.unproved == LS_ALL_PROVED) {
        LS_TRY(ls_to_refute(context, states, uncertain, verdicts, found));
    }
    return status;
}

int32_t ls_verdicts_of_many(ls_context *context, int32_t size, int32_t degree, const int32_t *near,
                            int64_t count, const int8_t *states, const int64_t *bounds,
                            int8_t *verdicts, int32_t *statuses) {
    if (!ls_room(&context->memory, &context->check_marginals, size, sizeof(double))) {
        return LS_MEMORY;
    }
    for (int64_t turn = 0; turn < count; turn++) {
        start_watch(context);
        ls_status status = ls_begin(context, size, degree, near, states + turn * size,
                                    bounds[2 * turn], bounds[2 * turn + 1], 0, 0, NULL, NULL);
        double *marginals = context->check_marginals.items;
        status = status == LS_OK ? weigh(context, marginals, false) : status;
        if (status == LS_OK) {
            read_off(marginals, verdicts + turn * size, size);
        }
        statuses[turn] = status;
        if (context->watch.cancel && *context->watch.cancel) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

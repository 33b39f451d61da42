/* What the files about values in doubles share: what is in a problem, and what an edge weighs. */
#ifndef LOGICSWEEP_VALUES_H
#define LOGICSWEEP_VALUES_H

#include "kernel.h"

#define LARGE 0x1p400  /* values above are scaled down by this */
#define SMALL 0x1p-400 /* tables of which all values are below are scaled up */

static inline int32_t cells_of(const ls_problem *problem) {
    int64_t cells = 0;
    for (int32_t box = 0; box < problem->boxes; box++) {
        cells += problem->sizes[box];
    }
    return (int32_t)(cells > INT32_MAX ? INT32_MAX : cells);
}

static inline bool is_weighted(const ls_problem *problem) {
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        if (problem->weights_at[factor] >= 0) {
            return true;
        }
    }
    return false;
}

/* What an edge weighs: the layouts of a box, or the weight of a factor that is closed. */
static inline double weight_of(const ls_context *context, const ls_problem *problem,
                               const ls_step *step, const ls_row *from, int32_t mines) {
    if (step->box >= 0) {
        return context->binomials[problem->sizes[step->box]][mines];
    }
    int32_t at = problem->weights_at[step->factor];
    return at < 0 ? 1.0 : problem->weights[at + from->residual];
}

/* How many roundings can lie one on the other in forward and backward values together: sums, and
 * products with weights that are not powers of two, or were rounded themselves. */
static inline double roundings_of(const ls_tables *tables, const ls_problem *problem) {
    const ls_step *steps = tables->steps.items;
    double found = 0;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const ls_step *step = steps + turn;
        found += (double)(step->in_degree - 1) + (step->choices - 1);
        if (step->box < 0) {
            found += problem->weights_at[step->factor] < 0 ? 0 : 4;
        } else if (problem->sizes[step->box] > 2) {
            found += problem->sizes[step->box] > 46 ? 4 : 2;
        }
    }
    return found;
}

static inline int32_t length_of(const ls_row *row) { return row->hi - row->lo + 1; }

#endif

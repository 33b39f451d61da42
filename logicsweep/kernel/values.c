/* Counts and marginals of one component in doubles, along rows and transitions that are exact.
 *
 * A forward value of a row, for n mines so far, is the weight of all partial models that lead there;
 * a backward value is the weight of what leads on. All are sums of products of positive numbers, so
 * that nothing cancels: each operation adds one rounding, and the roundings that can lie one on the
 * other are counted. Sums of many terms are carried in two doubles, which leaves the error of a few.
 * Of plain counts nothing is rounded below 2^53.
 */
#include "values.h"

#include <string.h>

#define LEAST_WEIGHT 0x1p-60
#define LIGHT_CELLS 600
#define LIGHT_WORK 400000
#define LIGHT_ROUNDINGS 2000.0 /* of some 9,000 that the tolerance leaves */

/* Bring the values of a table near 1, where they have left the middle of the range of doubles. */
static ls_status scale(ls_tables *tables, int64_t first, int64_t end, bool check) {
    double *values = tables->values.items;
    double largest = 0, least = INFINITY;
    for (int64_t at = first; at < end; at++) {
        largest = values[at] > largest ? values[at] : largest;
        least = values[at] > 0 && values[at] < least ? values[at] : least;
    }
    if (check && least < LS_LEAST) {
        return LS_IMPRECISE;
    }
    if (largest < LARGE && largest > SMALL) {
        return LS_OK;
    }
    int exponent;
    (void)frexp(largest, &exponent);
    if (ldexp(least, -exponent) < LS_LEAST) {
        return LS_IMPRECISE;
    }
    for (int64_t at = first; at < end; at++) {
        values[at] = ldexp(values[at], -exponent);
    }
    tables->exponent += exponent;
    return LS_OK;
}

ls_status ls_forward(ls_context *context, ls_tables *tables, const ls_problem *problem) {
    if (tables->values_made > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &tables->values, tables->values_made, sizeof(double))) {
        return LS_MEMORY;
    }
    const bool weighted = is_weighted(problem);
    const bool may_scale = weighted || cells_of(problem) > 300;
    if (weighted) {
        for (int32_t factor = 0; factor < problem->factors; factor++) {
            for (int32_t at = problem->weights_at[factor], last = at + problem->upper[factor] -
                 problem->lower[factor]; at >= 0 && at <= last; at++) {
                if (problem->weights[at] > 0 && problem->weights[at] < LEAST_WEIGHT) {
                    return LS_IMPRECISE;
                }
            }
        }
    }
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    double *values = tables->values.items;
    memset(values, 0, (size_t)tables->values_made * sizeof(double));
    values[0] = 1.0;
    tables->exponent = 0;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const ls_step *step = steps + turn;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        int64_t work = 0;
        for (int64_t row = step->first_row; row < step->first_row + step->rows; row++) {
            const ls_row *from = rows + row;
            if (from->most < 0) {
                edge += step->choices;
                continue;
            }
            const double *restrict here = values + from->value;
            const int32_t length = length_of(from);
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (*edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                double *restrict there = values + to->value + (from->lo + mines - to->lo);
                const double weight = weight_of(context, problem, step, from, mines);
                for (int32_t at = 0; at < length; at++) {
                    there[at] += weight * here[at];
                }
                work += length;
            }
        }
        if (may_scale) {
            int64_t end = turn + 2 < tables->steps_made ? steps[turn + 2].first_value
                                                        : tables->values_made;
            int64_t first = turn + 1 < tables->steps_made ? steps[turn + 1].first_value
                                                          : rows[tables->rows_made - 1].value;
            LS_TRY(scale(tables, first, end, weighted));
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* As `roundings_of`, for what is summed by box. */
static double box_roundings(const ls_tables *tables, const ls_problem *problem) {
    const ls_step *steps = tables->steps.items;
    const ls_row *last = (const ls_row *)tables->rows.items + tables->rows_made - 1;
    double terms = 0;
    for (int32_t turn = 0; turn < tables->steps_made; turn++) {
        const double own = (double)steps[turn].rows * steps[turn].choices * length_of(last);
        terms = own > terms ? own : terms;
    }
    return roundings_of(tables, problem) + terms + 4;
}

double ls_box_work(const ls_tables *tables) {
    const ls_row *rows = tables->rows.items;
    double work = 0;
    for (int64_t row = 0; row < tables->rows_made; row++) {
        if (rows[row].most >= 0) {
            work += (double)length_of(rows + row) * (rows[row].most - rows[row].least + 1);
        }
    }
    return work;
}

bool ls_is_light(const ls_tables *tables, const ls_problem *problem) {
    const int32_t cells = cells_of(problem);
    const bool is_rounded = cells > 46 || is_weighted(problem);
    if (cells > LIGHT_CELLS ||
        (is_rounded && box_roundings(tables, problem) > LIGHT_ROUNDINGS)) {
        return false;
    }
    return ls_box_work(tables) < LIGHT_WORK;
}

static double least_of(const double *numbers, int64_t count) {
    double least = INFINITY;
    for (int64_t at = 0; at < count; at++) {
        least = numbers[at] > 0 && numbers[at] < least ? numbers[at] : least;
    }
    return least;
}

/* The mines in every box, and the safe cells, summed over all models by their number of mines. */
static ls_status by_box(ls_context *context, ls_tables *tables, const ls_problem *problem,
                        ls_counts *counts) {
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const double *values = tables->values.items;
    const bool weighted = is_weighted(problem);
    int32_t side = 0;
    LS_TRY(ls_ahead_room(context, tables, tables->steps_made, side, true, sizeof(double)));
    ((double *)tables->ahead[side].items)[0] = 1.0;
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        const int64_t next_row = step->first_row + step->rows;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        LS_TRY(ls_ahead_room(context, tables, turn, !side, true, sizeof(double)));
        const double *after = tables->ahead[side].items;
        const int64_t *after_at = tables->ahead_at[side].items;
        double *before = tables->ahead[!side].items;
        const int64_t *before_at = tables->ahead_at[!side].items;
        int64_t work = 0;
        for (int64_t row = step->first_row; row < next_row; row++) {
            const ls_row *from = rows + row;
            if (from->most < 0) {
                edge += step->choices;
                continue;
            }
            double *here = before + before_at[row - step->first_row];
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (*edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                const double *there = after + after_at[*edge - next_row];
                const int32_t further = to->most - to->least + 1, so_far = length_of(from);
                const double weight = weight_of(context, problem, step, from, mines);
                if (weighted) { /* what is possible may not come to 0 */
                    const double least = weight * least_of(there, further);
                    if (least < LS_LEAST ||
                        least * least_of(values + from->value, so_far) < LS_LEAST) {
                        return LS_IMPRECISE;
                    }
                }
                double *restrict into = here + (to->least + mines - from->least);
                for (int32_t more = 0; more < further; more++) {
                    into[more] += weight * there[more];
                }
                if (step->box < 0) {
                    continue;
                }
                const int32_t size = problem->sizes[step->box];
                const int64_t place = (int64_t)step->box * counts->length + from->lo + mines +
                                      to->least - counts->lowest;
                double *restrict held = counts->mines + place;
                double *restrict free = counts->safe + place;
                for (int32_t less = 0; less < so_far; less++) {
                    const double models = weight * values[from->value + less];
                    const double with = models * mines, without = models * (size - mines);
                    /* Most boxes are one cell, so that one of the two is 0. */
                    for (int32_t more = 0; with > 0 && more < further; more++) {
                        held[less + more] += with * there[more];
                    }
                    for (int32_t more = 0; without > 0 && more < further; more++) {
                        free[less + more] += without * there[more];
                    }
                }
                work += (int64_t)so_far * further;
            }
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
        side = !side;
    }
    return LS_OK;
}

ls_status ls_count(ls_context *context, ls_tables *tables, const ls_problem *problem,
                   ls_counts *counts, bool boxes) {
    const ls_row *last = (const ls_row *)tables->rows.items + tables->rows_made - 1;
    counts->lowest = last->lo;
    counts->length = length_of(last);
    memcpy(counts->counts, (double *)tables->values.items + last->value,
           (size_t)counts->length * sizeof(double));
    double models = 0, largest;
    for (int32_t place = 0; place < counts->length; place++) {
        models += counts->counts[place];
    }
    counts->models_bits = ls_bits(models);
    largest = models;
    if (boxes) {
        const int64_t numbers = (int64_t)problem->boxes * counts->length;
        memset(counts->mines, 0, (size_t)numbers * sizeof(double));
        memset(counts->safe, 0, (size_t)numbers * sizeof(double));
        LS_TRY(by_box(context, tables, problem, counts));
        for (int64_t place = 0; place < numbers; place++) {
            largest = counts->mines[place] > largest ? counts->mines[place] : largest;
            largest = counts->safe[place] > largest ? counts->safe[place] : largest;
        }
    }
    /* Plain counts are whole numbers, and none on the way is larger than what it ends in. */
    const bool is_whole = !is_weighted(problem) && !tables->exponent;
    counts->is_exact = is_whole && largest < LS_EXACT;
    counts->count_roundings = is_whole && models < LS_EXACT ? 0 : roundings_of(tables, problem);
    counts->roundings = counts->is_exact ? 0
                        : boxes          ? box_roundings(tables, problem)
                                         : counts->count_roundings;
    return LS_OK;
}

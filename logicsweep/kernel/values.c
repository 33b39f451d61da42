/* Counts and marginals of one component in doubles, along rows and transitions that are exact.
 *
 * A forward value of a row, for n mines so far, is the weight of all partial models that lead there;
 * a backward value is the weight of what leads on. All are sums of products of positive numbers, so
 * that nothing cancels: each operation adds one rounding, and the roundings that can lie one on the
 * other are counted. Sums of many terms are carried in two doubles, which leaves the error of a few.
 * Of plain counts nothing is rounded below 2^53.
 */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGE 0x1p400   /* values above are scaled down by this */
#define SMALL 0x1p-400  /* tables of which all values are below are scaled up */
#define LEAST_WEIGHT 0x1p-60
#define LIGHT_CELLS 600
#define LIGHT_WORK 400000
#define LIGHT_ROUNDINGS 2000.0 /* of some 9,000 that the tolerance leaves */

static int32_t cells_of(const ls_problem *problem) {
    int64_t cells = 0;
    for (int32_t box = 0; box < problem->boxes; box++) {
        cells += problem->sizes[box];
    }
    return (int32_t)(cells > INT32_MAX ? INT32_MAX : cells);
}

static bool is_weighted(const ls_problem *problem) {
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
static double roundings_of(const ls_tables *tables, const ls_problem *problem) {
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

/* The same for what is summed by box. */
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
    if (cells > LIGHT_CELLS || (cells > 46 && box_roundings(tables, problem) > LIGHT_ROUNDINGS)) {
        return false;
    }
    return ls_box_work(tables) < LIGHT_WORK;
}

ls_status ls_ahead_room(ls_context *context, ls_tables *tables, int32_t turn, int32_t side,
                        bool by_future, size_t item) {
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const ls_step *last = steps + tables->steps_made - 1;
    const bool is_end = turn == tables->steps_made;
    const int64_t first = is_end ? last->first_row + last->rows : steps[turn].first_row;
    const int64_t count = is_end ? tables->rows_made - first : steps[turn].rows;
    if (!ls_room(&context->memory, &tables->ahead_at[side], count + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int64_t *at = tables->ahead_at[side].items;
    int64_t made = 0;
    for (int64_t row = 0; row < count; row++) {
        const ls_row *one = rows + first + row;
        at[row] = made;
        if (one->most >= 0) {
            made += by_future ? one->most - one->least + 1 : length_of(one);
        }
    }
    at[count] = made;
    if (made > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &tables->ahead[side], made, item)) {
        return LS_MEMORY;
    }
    memset(tables->ahead[side].items, 0, (size_t)made * item);
    return LS_OK;
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
                double *restrict held = counts->mines + place, *restrict free = counts->safe + place;
                for (int32_t less = 0; less < so_far; less++) {
                    const double models = weight * values[from->value + less];
                    const double with = models * mines, without = models * (size - mines);
                    for (int32_t more = 0; more < further; more++) {
                        held[less + more] += with * there[more];
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
    counts->is_exact = !is_weighted(problem) && !tables->exponent && largest < LS_EXACT;
    counts->roundings = counts->is_exact ? 0 : boxes ? box_roundings(tables, problem) : roundings_of(tables, problem);
    return LS_OK;
}

ls_status ls_backward(ls_context *context, ls_tables *tables, const ls_problem *problem,
                      const ls_counts *counts, const double *message, double *marginals,
                      double *roundings) {
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const double *values = tables->values.items;
    ls_sum through[LS_DEGREE + 1];
    int32_t side = 0;
    LS_TRY(ls_ahead_room(context, tables, tables->steps_made, side, false, sizeof(double)));
    memcpy(tables->ahead[side].items, message, (size_t)counts->length * sizeof(double));
    double longest = counts->length;
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        const int64_t next_row = step->first_row + step->rows;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        LS_TRY(ls_ahead_room(context, tables, turn, !side, false, sizeof(double)));
        const double *after = tables->ahead[side].items;
        const int64_t *after_at = tables->ahead_at[side].items;
        double *before = tables->ahead[!side].items;
        const int64_t *before_at = tables->ahead_at[!side].items;
        memset(through, 0, sizeof through);
        int64_t work = 0;
        double largest = 0;
        for (int64_t row = step->first_row; row < next_row; row++) {
            const ls_row *from = rows + row;
            if (from->most < 0) {
                edge += step->choices;
                continue;
            }
            const int32_t length = length_of(from);
            double *restrict here = before + before_at[row - step->first_row];
            const double *restrict forward = values + from->value;
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (*edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                const double *restrict there =
                    after + after_at[*edge - next_row] + (from->lo + mines - to->lo);
                const double weight = weight_of(context, problem, step, from, mines);
                double found = 0;
                for (int32_t at = 0; at < length; at++) {
                    const double more = weight * there[at];
                    here[at] += more;
                    found += forward[at] * more;
                }
                if (step->box >= 0) {
                    ls_add(through + mines, found);
                }
                work += length;
            }
            longest = length > longest ? length : longest;
            for (int32_t at = 0; at < length; at++) {
                largest = here[at] > largest ? here[at] : largest;
            }
        }
        if (step->box >= 0) {
            const int32_t size = problem->sizes[step->box];
            double held = 0, all = 0;
            for (int32_t mines = 0; mines <= size; mines++) {
                const double models = through[mines].high + through[mines].low;
                all += models;
                held += models * mines;
            }
            marginals[step->box] = held / (all * size);
            /* What underflowed on the way is far below this. */
            if (!(all > 0x1p-500 && all < INFINITY)) {
                return LS_IMPRECISE;
            }
        }
        /* The message was near 1; what is scaled up again cannot have been lost below. */
        if (largest > LARGE || largest < SMALL) {
            if (largest == 0 || largest > 0x1p900) {
                return LS_IMPRECISE;
            }
            int exponent;
            (void)frexp(largest, &exponent);
            if (exponent < 0) {
                return LS_IMPRECISE;
            }
            const int64_t numbers = before_at[step->rows];
            for (int64_t at = 0; at < numbers; at++) {
                before[at] = ldexp(before[at], -exponent);
            }
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
        side = !side;
    }
    *roundings = roundings_of(tables, problem) + longest + 2.0 * LS_DEGREE + 8;
    return LS_OK;
}

ls_status ls_possible(ls_context *context, ls_tables *tables, const ls_problem *problem,
                      const ls_counts *counts, const uint8_t *allowed, uint8_t *decided) {
    const ls_step *steps = tables->steps.items;
    const ls_row *rows = tables->rows.items;
    const double *values = tables->values.items;
    int32_t side = 0;
    LS_TRY(ls_ahead_room(context, tables, tables->steps_made, side, false, 1));
    memcpy(tables->ahead[side].items, allowed, (size_t)counts->length);
    for (int32_t turn = tables->steps_made - 1; turn >= 0; turn--) {
        const ls_step *step = steps + turn;
        const int64_t next_row = step->first_row + step->rows;
        const int32_t *edge = (const int32_t *)tables->edges.items + step->first_edge;
        LS_TRY(ls_ahead_room(context, tables, turn, !side, false, 1));
        const uint8_t *after = tables->ahead[side].items;
        const int64_t *after_at = tables->ahead_at[side].items;
        uint8_t *before = tables->ahead[!side].items;
        const int64_t *before_at = tables->ahead_at[!side].items;
        int32_t fewest = INT32_MAX, most = -1;
        int64_t work = 0;
        for (int64_t row = step->first_row; row < next_row; row++) {
            const ls_row *from = rows + row;
            if (from->most < 0) {
                edge += step->choices;
                continue;
            }
            const int32_t length = length_of(from);
            uint8_t *here = before + before_at[row - step->first_row];
            for (int32_t mines = 0; mines < step->choices; mines++, edge++) {
                if (*edge < 0) {
                    continue;
                }
                const ls_row *to = rows + *edge;
                const uint8_t *there =
                    after + after_at[*edge - next_row] + (from->lo + mines - to->lo);
                bool is_used = false;
                for (int32_t at = 0; at < length; at++) {
                    if (there[at] && values[from->value + at] > 0) {
                        here[at] = 1;
                        is_used = true;
                    }
                }
                if (is_used) {
                    fewest = mines < fewest ? mines : fewest;
                    most = mines > most ? mines : most;
                }
                work += length;
            }
        }
        if (step->box >= 0) {
            decided[step->box] = most <= 0 ? 0 : fewest == problem->sizes[step->box] ? 1 : 2;
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
        side = !side;
    }
    return LS_OK;
}

/* Backward along the tables of a component: its marginals under a message, and what is possible.
 *
 * A backward value says what a row, with so many mines so far, comes to under the message from the
 * rest of the board. Sums of many terms are carried in two doubles, which leaves the error of a few.
 */
#include "values.h"

#include <string.h>

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

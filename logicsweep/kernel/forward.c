/* Forward values of a component in doubles, along rows and pairs that are exact.
 *
 * That of a row, for n mines, is the weight of all ways that lead there: of its pairs, the products of
 * both sides, summed up. All numbers are positive, so that nothing cancels: each operation adds one
 * rounding, and the roundings that can lie one on the other are counted. Numbers that are whole and below
 * 2^53 are not rounded, nor is a product with a power of 2; and other sums are carried in two doubles,
 * which leaves the error of two.
 */
#include "trellis.h"

#include <string.h>

#define LARGE 0x1p450  /* values above are scaled down, to about 2^MIDDLE */
#define SMALL 0x1p-450 /* tables of which all values are below are scaled up, to about 1 */
#define MIDDLE 400
#define LEAST_WEIGHT 0x1p-60

/* What the rows of a leaf weigh. */
static void weigh_leaf(const ls_context *context, const ls_trellis *trellis,
                       const ls_problem *problem, ls_table *leaf) {
    const ls_row *rows = trellis->rows.items;
    double *values = trellis->values.items;
    const bool is_weighted = leaf->factor >= 0 && problem->weights;
    const double *weights = leaf->box >= 0      ? context->binomials[problem->sizes[leaf->box]]
                            : is_weighted       ? problem->weights + problem->weights_at[leaf->factor]
                                                : &context->binomials[0][0];
    int32_t number =
        is_weighted ? problem->upper[leaf->factor] - problem->lower[leaf->factor] + 1 : 0;
    for (int32_t row = leaf->first_row; row < leaf->first_row + leaf->rows; row++) {
        do { /* weights that are 0 have no row */
            number -= is_weighted;
        } while (is_weighted && !(weights[number] > 0));
        if (rows[row].value >= 0) {
            values[rows[row].value] = weights[leaf->box >= 0 ? ls_marks_in(trellis, row) : number];
        }
    }
    leaf->roundings = leaf->box >= 0 ? problem->sizes[leaf->box] > 56 : leaf->factor >= 0;
    leaf->exponent = 0;
}

/* Add the products of two rows of numbers; with `low`, in two doubles. */
static inline void convolve(double *restrict into, double *restrict low, const double *left,
                            int32_t left_length, const double *right, int32_t right_length) {
    if (!low && left_length == 1 && right_length == 1) { /* as in most small components */
        into[0] += left[0] * right[0];
        return;
    }
    if (left_length < right_length) { /* the longer loop inside */
        const double *numbers = left;
        const int32_t length = left_length;
        left = right;
        right = numbers;
        left_length = right_length;
        right_length = length;
    }
    for (int32_t turn = 0; turn < right_length; turn++) {
        const double weight = right[turn];
        if (low) {
            for (int32_t at = 0; at < left_length; at++) {
                const double term = weight * left[at], before = into[turn + at];
                const double high = before + term, back = high - before;
                low[turn + at] += (before - (high - back)) + (term - back);
                into[turn + at] = high;
            }
        } else {
            for (int32_t at = 0; at < left_length; at++) {
                into[turn + at] += weight * left[at];
            }
        }
    }
}

static ls_status sum_pairs(ls_context *context, ls_trellis *trellis, const ls_table *table,
                           double *low) {
    const ls_row *rows = trellis->rows.items;
    double *values = trellis->values.items;
    const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
    int64_t work = table->pairs;
    for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
        const ls_row *left = rows + pair->left, *right = rows + pair->right;
        const ls_row *after = rows + pair->after;
        const int32_t at = after->value + left->lo + right->lo - after->lo;
        const int32_t left_length = ls_length(left), right_length = ls_length(right);
        if (low) {
            convolve(values + at, low + at - table->first_value, values + left->value, left_length,
                     values + right->value, right_length);
        } else {
            convolve(values + at, NULL, values + left->value, left_length,
                     values + right->value, right_length);
        }
        work += (int64_t)left_length * right_length;
        if (ls_must_stop_in(&context->watch, &work)) {
            return LS_STOPPED;
        }
    }
    return ls_must_stop(&context->watch, work) ? LS_STOPPED : LS_OK;
}

/* How large the values of a table are; bring them back, where they leave the middle of the range of
 * doubles. */
static ls_status measure(ls_trellis *trellis, ls_table *table) {
    double *values = (double *)trellis->values.items + table->first_value;
    double largest = 0, least = INFINITY;
    for (int32_t at = 0; at < table->values; at++) {
        largest = values[at] > largest ? values[at] : largest;
        least = values[at] > 0 && values[at] < least ? values[at] : least;
    }
    table->exponent = 0;
    if (largest > LARGE || largest < SMALL) {
        table->exponent = ls_bits(largest) - (largest > LARGE ? MIDDLE : 0);
        for (int32_t at = 0; at < table->values; at++) {
            values[at] = ldexp(values[at], -table->exponent);
        }
        trellis->exponent += table->exponent;
        largest = ldexp(largest, -table->exponent);
        least = ldexp(least, -table->exponent);
    }
    table->largest = largest;
    table->least = least;
    return least < LS_LEAST ? LS_IMPRECISE : LS_OK;
}

/* A table of which values may be rounded. */
static ls_status sum_watched(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                             ls_table *table) {
    const ls_table *left = ls_table_at(trellis, table->left);
    const ls_table *right = ls_table_at(trellis, table->right);
    double *low = NULL;
    if (left->least * right->least < LS_LEAST) {
        return LS_IMPRECISE; /* what is possible may not come to 0 */
    }
    const bool can_be_whole =
        !trellis->is_weighted && !trellis->exponent && left->largest * right->largest < LS_EXACT;
    if (!can_be_whole) {
        if (!ls_room(&context->memory, &trellis->low, table->values, sizeof(double))) {
            return LS_MEMORY;
        }
        low = trellis->low.items;
        memset(low, 0, (size_t)table->values * sizeof(double));
    }
    LS_TRY(sum_pairs(context, trellis, table, low));
    double *values = (double *)trellis->values.items + table->first_value;
    for (int32_t at = 0; low && at < table->values; at++) {
        values[at] += low[at];
    }
    LS_TRY(measure(trellis, table));
    const bool is_whole = !trellis->is_weighted && !trellis->exponent && table->largest < LS_EXACT;
    table->roundings =
        is_whole ? 0
                 : left->roundings + ls_product_roundings(problem, right) + 2 +
                       (left->left < 0 && !ls_is_even(problem, left));
    return LS_OK;
}

ls_status ls_forward(ls_context *context, ls_trellis *trellis, const ls_problem *problem) {
    const bool is_rounded = ls_is_rounded(trellis);
    if (!ls_room(&context->memory, &trellis->values, trellis->values_made, sizeof(double))) {
        return LS_MEMORY;
    }
    memset(trellis->values.items, 0, (size_t)trellis->values_made * sizeof(double));
    trellis->exponent = 0;
    for (int32_t factor = 0; trellis->is_weighted && problem->weights && factor < problem->factors; factor++) {
        for (int32_t at = problem->weights_at[factor], last = at + problem->upper[factor] -
             problem->lower[factor]; at >= 0 && at <= last; at++) {
            if (problem->weights[at] > 0 && problem->weights[at] < LEAST_WEIGHT) {
                return LS_IMPRECISE;
            }
        }
    }
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            weigh_leaf(context, trellis, problem, table);
            if (is_rounded) {
                LS_TRY(measure(trellis, table));
            }
        } else if (is_rounded) {
            LS_TRY(sum_watched(context, trellis, problem, table));
        } else {
            table->roundings = 0;
            table->exponent = 0;
            LS_TRY(sum_pairs(context, trellis, table, NULL));
        }
    }
    return LS_OK;
}

/* From the last table of a component outwards: its marginals under a message, and its counts by box.
 *
 * An outward value of a row says what all boxes outside it come to. With the forward values, those of the
 * leaves tell everything of the boxes.
 */
#include "trellis.h"

#include <string.h>

#define MOST_PLAIN 4000 /* roundings; else sums are carried in two doubles */

ls_status ls_outside_room(ls_context *context, ls_trellis *trellis, int32_t length) {
    const int64_t numbers = ls_outside_at(trellis->rows_made, length);
    if (numbers > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &trellis->outward, numbers, sizeof(double))) {
        return LS_MEMORY;
    }
    memset(trellis->outward.items, 0, (size_t)numbers * sizeof(double));
    return LS_OK;
}

/* How many products go into one outward number of each table, at most. */
static ls_status count_terms(ls_context *context, ls_trellis *trellis) {
    const int64_t rows_made = trellis->rows_made;
    const ls_row *rows = trellis->rows.items;
    if (!ls_room(&context->memory, &trellis->counters, 2 * rows_made, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    int64_t *out = trellis->counters.items, *ties = out + rows_made;
    memset(out, 0, (size_t)(2 * rows_made) * sizeof(int64_t));
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        ls_table *table = ls_table_at(trellis, turn);
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const int32_t left = ls_length(rows + pair->left), right = ls_length(rows + pair->right);
            out[pair->left] += right;
            out[pair->right] += left;
            ties[pair->left]++;
            ties[pair->right]++;
        }
        int64_t terms = 1;
        table->ties = table->longest = 1;
        for (int32_t row = table->first_row; row < table->first_row + table->rows; row++) {
            const int32_t length = ls_length(rows + row);
            terms = out[row] > terms ? out[row] : terms;
            table->ties = ties[row] > table->ties ? (int32_t)ties[row] : table->ties;
            table->longest = length > table->longest ? length : table->longest;
        }
        table->terms = (double)terms;
        if (ls_must_stop(&context->watch, table->pairs)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* Hand the outward roundings of a table down, with those of summing up in the rows of both sides. */
static inline void hand_down(const ls_trellis *trellis, const ls_problem *problem,
                             const ls_table *table, double left_sums, double right_sums) {
    ls_table *left = ls_table_at(trellis, table->left), *right = ls_table_at(trellis, table->right);
    left->outward = table->outward + ls_product_roundings(problem, right) + left_sums;
    right->outward = table->outward + ls_product_roundings(problem, left) + right_sums;
}

/* The most roundings in what a box comes to. */
static double box_roundings(const ls_trellis *trellis, const ls_problem *problem) {
    double most = 0;
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        const ls_table *leaf = ls_table_at(trellis, turn);
        if (leaf->box >= 0) {
            const double all =
                leaf->outward + ls_product_roundings(problem, leaf) + problem->sizes[leaf->box] + 2;
            most = all > most ? all : most;
        }
    }
    return most;
}

static double least_of(const double *numbers, int32_t count) {
    double least = INFINITY;
    for (int32_t at = 0; at < count; at++) {
        least = numbers[at] > 0 && numbers[at] < least ? numbers[at] : least;
    }
    return least;
}

static inline void add_products(double *restrict into, const double *numbers, int32_t count,
                                const double *weights, int32_t weights_count) {
    for (int32_t turn = 0; turn < weights_count; turn++) {
        const double weight = weights[turn];
        for (int32_t at = 0; at < count; at++) {
            into[turn + at] += weight * numbers[at];
        }
    }
}

/* The mines in every box, and the safe cells, summed over all models by their number of mines. */
static ls_status by_box(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                        ls_counts *counts) {
    const ls_row *rows = trellis->rows.items;
    const double *values = trellis->values.items;
    const int32_t length = counts->length;
    const bool is_rounded = ls_is_rounded(trellis);
    LS_TRY(ls_outside_room(context, trellis, length));
    if (is_rounded) {
        LS_TRY(count_terms(context, trellis));
    }
    double *outward = trellis->outward.items;
    ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    outward[ls_outside_at(trellis->rows_made - 1, length)] = 1.0;
    last->outward = 0;
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        int64_t work = table->pairs + table->rows;
        if (table->left < 0) {
            const int32_t size = table->box >= 0 ? problem->sizes[table->box] : 0;
            for (int32_t row = table->first_row; size && row < table->first_row + table->rows; row++) {
                if (rows[row].value < 0) {
                    continue;
                }
                const double weight = values[rows[row].value];
                const int32_t marks = ls_marks_in(trellis, row);
                const double with = weight * marks, without = weight * (size - marks);
                const double *from = outward + ls_outside_at(row, length);
                double *mines = counts->mines + (int64_t)table->box * length;
                double *safe = counts->safe + (int64_t)table->box * length;
                for (int32_t at = 0; with > 0 && at < length; at++) {
                    mines[at] += with * from[at];
                }
                for (int32_t at = 0; without > 0 && at < length; at++) {
                    safe[at] += without * from[at];
                }
            }
            continue;
        }
        if (is_rounded) {
            hand_down(trellis, problem, table,
                      ls_table_at(trellis, table->left)->terms - 1.0,
                      ls_table_at(trellis, table->right)->terms - 1.0);
        }
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *left = rows + pair->left, *right = rows + pair->right;
            const ls_row *after = rows + pair->after;
            const int32_t shift = left->lo + right->lo - after->lo;
            const int32_t outside = length - ls_length(after) + 1;
            const int32_t left_length = ls_length(left), right_length = ls_length(right);
            const double *from = outward + ls_outside_at(pair->after, length);
            if (trellis->is_weighted) { /* what is possible may not come to 0 */
                const double least = least_of(from, outside);
                if (least * least_of(values + right->value, right_length) *
                            least_of(values + left->value, left_length) < LS_LEAST) {
                    return LS_IMPRECISE;
                }
            }
            add_products(outward + ls_outside_at(pair->left, length) + shift, from, outside,
                         values + right->value, right_length);
            add_products(outward + ls_outside_at(pair->right, length) + shift, from, outside,
                         values + left->value, left_length);
            work += (int64_t)(left_length + right_length) * outside;
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_count(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                   ls_counts *counts, bool boxes) {
    const ls_row *row = ls_last_row(trellis);
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    counts->lowest = row->lo;
    counts->length = ls_length(row);
    memcpy(counts->counts, (double *)trellis->values.items + row->value,
           (size_t)counts->length * sizeof(double));
    double models = 0, largest;
    for (int32_t place = 0; place < counts->length; place++) {
        models += counts->counts[place];
    }
    counts->models_bits = ls_bits(models);
    counts->exponent = trellis->exponent;
    largest = models;
    if (boxes) {
        const int64_t numbers = (int64_t)problem->boxes * counts->length;
        memset(counts->mines, 0, (size_t)numbers * sizeof(double));
        memset(counts->safe, 0, (size_t)numbers * sizeof(double));
        LS_TRY(by_box(context, trellis, problem, counts));
        for (int64_t place = 0; place < numbers; place++) {
            largest = counts->mines[place] > largest ? counts->mines[place] : largest;
            largest = counts->safe[place] > largest ? counts->safe[place] : largest;
        }
    }
    /* Plain counts are whole numbers, and none on the way is larger than what it ends in. */
    const bool is_whole = !trellis->is_weighted && !trellis->exponent;
    counts->is_exact = is_whole && largest < LS_EXACT;
    counts->count_roundings = is_whole && models < LS_EXACT ? 0 : last->roundings;
    counts->roundings = counts->is_exact ? 0
                        : boxes          ? box_roundings(trellis, problem)
                                         : counts->count_roundings;
    return LS_OK;
}

/* The sum of the products of two rows of numbers: in four parts, which is faster and more precise. */
static inline double dot(const double *one, const double *other, int32_t length) {
    double sums[4] = {0, 0, 0, 0};
    int32_t at = 0;
    for (; at + 4 <= length; at += 4) {
        for (int32_t part = 0; part < 4; part++) {
            sums[part] += one[at + part] * other[at + part];
        }
    }
    for (; at < length; at++) {
        sums[0] += one[at] * other[at];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}
static inline double dot_roundings(int32_t length) { return length / 4 + length % 4 + 2.0; }

/* Add what the rows of a pair come to under the outward values of the row after; with `low`, in two
 * doubles. */
static inline void correlate(const double *restrict from, const double *left, int32_t left_length,
                             const double *right, int32_t right_length, double *restrict to_left,
                             double *restrict to_right, double *restrict low_left,
                             double *restrict low_right) {
    if (!low_left && left_length == 1 && right_length == 1) { /* as in most small components */
        to_left[0] += right[0] * from[0];
        to_right[0] += left[0] * from[0];
        return;
    }
    for (int32_t turn = 0; turn < right_length; turn++) {
        const double weight = right[turn];
        if (!low_left) {
            for (int32_t at = 0; at < left_length; at++) {
                to_left[at] += weight * from[turn + at];
            }
            to_right[turn] += dot(left, from + turn, left_length);
            continue;
        }
        const double sum = dot(left, from + turn, left_length);
        for (int32_t at = 0; at < left_length; at++) {
            ls_sum added = {to_left[at], low_left[at]};
            ls_add(&added, weight * from[turn + at]);
            to_left[at] = added.high;
            low_left[at] = added.low;
        }
        ls_sum added = {to_right[turn], low_right[turn]};
        ls_add(&added, sum);
        to_right[turn] = added.high;
        low_right[turn] = added.low;
    }
}

/* Count the roundings in outward values, when sums are carried in two doubles, or are not. */
static double count_outward(const ls_trellis *trellis, const ls_problem *problem, bool is_fine) {
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        if (table->left >= 0) {
            const ls_table *left = ls_table_at(trellis, table->left);
            const ls_table *right = ls_table_at(trellis, table->right);
            hand_down(trellis, problem, table, is_fine ? 2.0 : left->terms - 1.0,
                      dot_roundings(left->longest) +
                          (is_fine ? 2.0 : (double)right->ties * right->longest));
        }
    }
    return box_roundings(trellis, problem);
}

/* The marginal of a box from its leaf. */
static ls_status write_marginal(const ls_trellis *trellis, const ls_problem *problem,
                                const ls_table *leaf, double *marginals) {
    const ls_row *rows = trellis->rows.items;
    const double *values = trellis->values.items, *outward = trellis->outward.items;
    double mines = 0, all = 0;
    for (int32_t row = leaf->first_row; row < leaf->first_row + leaf->rows; row++) {
        if (rows[row].value >= 0) {
            const double models = values[rows[row].value] * outward[rows[row].value];
            all += models;
            mines += models * ls_marks_in(trellis, row);
        }
    }
    marginals[leaf->box] = mines / (all * problem->sizes[leaf->box]);
    return all > 0 && all < INFINITY ? LS_OK : LS_IMPRECISE;
}

/* The outward values of all tables but the last, with which they begin; and the marginals. */
static ls_status hand_out(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                          double *low, double *marginals) {
    const ls_row *rows = trellis->rows.items;
    const double *values = trellis->values.items;
    double *outward = trellis->outward.items;
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        for (int32_t at = table->first_value, end = at + table->values; low && at < end; at++) {
            outward[at] += low[at];
        }
        if (table->left < 0) {
            if (table->box >= 0) {
                LS_TRY(write_marginal(trellis, problem, table, marginals));
            }
            continue;
        }
        for (int32_t at = table->first_value, end = at + table->values; table->exponent && at < end;
             at++) {
            outward[at] = ldexp(outward[at], -table->exponent);
        }
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        int64_t work = table->pairs;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *left = rows + pair->left, *right = rows + pair->right;
            const ls_row *after = rows + pair->after;
            const double *from = outward + after->value + left->lo + right->lo - after->lo;
            const int32_t left_length = ls_length(left), right_length = ls_length(right);
            if (low) {
                correlate(from, values + left->value, left_length, values + right->value,
                          right_length, outward + left->value, outward + right->value,
                          low + left->value, low + right->value);
            } else {
                correlate(from, values + left->value, left_length, values + right->value,
                          right_length, outward + left->value, outward + right->value, NULL, NULL);
            }
            work += (int64_t)left_length * right_length;
            if (ls_must_stop_in(&context->watch, &work)) {
                return LS_STOPPED;
            }
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

ls_status ls_backward(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                      const ls_counts *counts, const double *message, double *marginals,
                      double *roundings) {
    ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    const double *values = (const double *)trellis->values.items + last->first_value;
    const size_t bytes = (size_t)trellis->values_made * sizeof(double);
    if (!ls_room(&context->memory, &trellis->outward, trellis->values_made, sizeof(double))) {
        return LS_MEMORY;
    }
    memset(trellis->outward.items, 0, bytes);
    last->outward = counts->length;
    const bool is_rounded = ls_is_rounded(trellis);
    double *low = NULL;
    *roundings = 2.0 * trellis->pairs_made * counts->length + 2.0 * trellis->tables_made +
                 2.0 * counts->length + LS_DEGREE + 4.0; /* more than there are */
    if (is_rounded || *roundings > MOST_PLAIN) {
        LS_TRY(count_terms(context, trellis));
        *roundings = count_outward(trellis, problem, false);
    }
    if (*roundings > MOST_PLAIN) {
        *roundings = count_outward(trellis, problem, true);
        if (!ls_room(&context->memory, &trellis->low, trellis->values_made, sizeof(double))) {
            return LS_MEMORY;
        }
        low = trellis->low.items;
        memset(low, 0, bytes);
    }
    /* The sum of forward times outward values is the same in all tables, but for their exponents: with
     * these taken out, what underflows on the way is far below. */
    double mass = 0;
    for (int32_t place = 0; place < counts->length; place++) {
        mass += values[place] * message[place];
    }
    if (!(mass > 0x1p-500 && mass < INFINITY)) {
        return LS_IMPRECISE;
    }
    const int32_t down = is_rounded ? ls_bits(mass) : 0;
    double *outward = (double *)trellis->outward.items + last->first_value;
    for (int32_t place = 0; place < counts->length; place++) {
        outward[place] = down ? ldexp(message[place], -down) : message[place];
    }
    return hand_out(context, trellis, problem, low, marginals);
}

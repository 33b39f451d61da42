/* Exact counts of one component: whole numbers of 64-bit limbs, along the pairs of its trellis.
 *
 * With plain clues most components need nothing but doubles: their counts are below 2^53, and so exact
 * already. Others are counted modulo enough primes below 2^62, and put together from the remainders
 * (Garner 1959). Products are Montgomery's (1985): `a * b / 2^64` modulo the prime, without a division.
 */
#include "limbs.h"
#include "trellis.h"

#include <string.h>

#define PRIME_BITS 61 /* a prime has at least so many */

/* A prime to count by; `negated` is -1 / prime modulo 2^64, `square` 2^128 modulo the prime. */
typedef struct {
    uint64_t prime, negated, square;
} modulus;

/* sum / 2^64, for a sum below 2^64 times the prime. */
static inline uint64_t reduced(const modulus *by, two_limbs sum) {
    const uint64_t factor = (uint64_t)sum * by->negated;
    const uint64_t found = (uint64_t)((sum + (two_limbs)factor * by->prime) >> 64);
    return found >= by->prime ? found - by->prime : found;
}

static inline uint64_t times(const modulus *by, uint64_t one, uint64_t other) {
    return reduced(by, (two_limbs)one * other);
}

static inline uint64_t plus(const modulus *by, uint64_t one, uint64_t other) {
    const uint64_t sum = one + other;
    return sum >= by->prime ? sum - by->prime : sum;
}

static modulus modulus_of(uint64_t number) {
    modulus made = {number, number, (0 - number) % number};
    for (int32_t turn = 0; turn < 5; turn++) { /* Newton: each turn doubles the bits that are right */
        made.negated *= 2 - number * made.negated;
    }
    made.negated = 0 - made.negated;
    for (int32_t bit = 0; bit < 64; bit++) {
        made.square = plus(&made, made.square, made.square);
    }
    return made;
}

/* A power of a number that is multiplied by 2^64, and so is the power. */
static uint64_t power(const modulus *by, uint64_t number, uint64_t exponent) {
    uint64_t found = reduced(by, by->square);
    for (; exponent; exponent >>= 1, number = times(by, number, number)) {
        found = exponent & 1 ? times(by, found, number) : found;
    }
    return found;
}

/* The largest primes below 2^62, by what they are less. */
static const uint16_t below[] = {
    57, 87, 117, 143, 153, 167, 171, 195, 203, 273, 287, 317, 443, 483, 495, 575, 581, 603, 633,
    663, 765, 773, 777, 791, 813, 831, 923, 981, 993, 1001, 1007, 1017, 1197, 1241, 1293, 1353,
    1433, 1515, 1553, 1575, 1581, 1595, 1617, 1673, 1697, 1701, 1703, 1823, 1881, 1911, 1923, 2043,
    2073, 2103, 2141, 2187, 2217, 2247, 2285, 2351, 2367, 2375, 2397, 2421,
};
#define MOST_PRIMES ((int32_t)(sizeof below / sizeof *below))

static inline modulus prime_at(int32_t place) { return modulus_of(((uint64_t)1 << 62) - below[place]); }

/* Add the products of two rows of numbers. */
static void convolve(const modulus *by, uint64_t *into, const uint64_t *one, int32_t one_length,
                     const uint64_t *other, int32_t other_length) {
    if (one_length < other_length) {
        convolve(by, into, other, other_length, one, one_length);
        return;
    }
    for (int32_t place = 0; place < one_length + other_length - 1; place++) {
        const int32_t first = place < one_length ? 0 : place - one_length + 1;
        const int32_t last = place < other_length ? place : other_length - 1;
        two_limbs sum = 0; /* below 2^126 between blocks: eight products of 124 bits fit beside it */
        for (int32_t at = first; at <= last;) {
            const int32_t end = at + 8 <= last ? at + 8 : last + 1;
            for (; at < end; at++) {
                sum += (two_limbs)one[place - at] * other[at];
            }
            while (sum >> 64 >= by->prime) {
                sum -= (two_limbs)by->prime << 64;
            }
        }
        into[place] = plus(by, into[place], reduced(by, sum));
    }
}

/* A number of some limbs modulo a prime, times 2^64. */
static uint64_t remainder_of(const modulus *by, const uint64_t *number, int32_t limbs) {
    uint64_t found = 0;
    while (limbs-- > 0) {
        found = plus(by, times(by, found, by->square), times(by, number[limbs], by->square));
    }
    return found;
}

static void weigh_leaf(const ls_trellis *trellis, const ls_problem *problem, const ls_table *leaf,
                       const modulus *by) {
    const ls_row *rows = trellis->rows.items;
    uint64_t *values = trellis->values.items;
    two_limbs layouts[LS_DEGREE + 2] = {1}; /* Pascal's triangle, in place */
    for (int32_t n = 1; leaf->box >= 0 && n <= problem->sizes[leaf->box]; n++) {
        for (int32_t k = n; k > 0; k--) {
            layouts[k] += layouts[k - 1];
        }
    }
    int64_t at = leaf->factor < 0 ? 0 : problem->weights_at[leaf->factor] +
                                        problem->upper[leaf->factor] - problem->lower[leaf->factor];
    for (int32_t row = leaf->first_row; row < leaf->first_row + leaf->rows; row++, at--) {
        const two_limbs number = layouts[leaf->box < 0 ? 0 : ls_marks_in(trellis, row)];
        const uint64_t limbs[] = {(uint64_t)number, (uint64_t)(number >> 64)};
        while (leaf->factor >= 0 && !(problem->weights[at] > 0)) {
            at--;
        }
        if (rows[row].value >= 0) {
            values[rows[row].value] =
                leaf->factor < 0 ? remainder_of(by, limbs, 2)
                                 : remainder_of(by, problem->limbs + at * problem->weight_limbs,
                                                problem->weight_limbs);
        }
    }
}

static ls_status forward(ls_context *context, const ls_trellis *trellis, const ls_problem *problem,
                         const modulus *by) {
    const ls_row *rows = trellis->rows.items;
    uint64_t *values = trellis->values.items;
    memset(values, 0, (size_t)trellis->values_made * sizeof(uint64_t));
    for (int32_t turn = 0; turn < trellis->tables_made; turn++) {
        const ls_table *table = ls_table_at(trellis, turn);
        if (table->left < 0) {
            weigh_leaf(trellis, problem, table, by);
        }
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        int64_t work = table->rows;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *left = rows + pair->left, *right = rows + pair->right;
            const ls_row *after = rows + pair->after;
            convolve(by, values + after->value + left->lo + right->lo - after->lo,
                     values + left->value, ls_length(left), values + right->value,
                     ls_length(right));
            work += (int64_t)ls_length(left) * ls_length(right);
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

/* The mines in every box, summed over all models by their number of mines. */
static ls_status by_box(ls_context *context, ls_trellis *trellis, int32_t length, const modulus *by,
                        uint64_t *boxes) {
    const ls_row *rows = trellis->rows.items;
    const uint64_t *values = trellis->values.items;
    LS_TRY(ls_outside_room(context, trellis, length));
    uint64_t *outward = trellis->outward.items;
    outward[ls_outside_at(trellis->rows_made - 1, length)] = reduced(by, by->square);
    for (int32_t turn = trellis->tables_made - 1; turn >= 0; turn--) {
        const ls_table *table = ls_table_at(trellis, turn);
        for (int32_t row = table->first_row; table->box >= 0 && row < table->first_row + table->rows;
             row++) {
            const uint64_t mines = times(by, (uint64_t)ls_marks_in(trellis, row), by->square);
            if (rows[row].value >= 0 && mines) {
                const uint64_t weight = times(by, mines, values[rows[row].value]);
                convolve(by, boxes + (int64_t)table->box * length,
                         outward + ls_outside_at(row, length), length, &weight, 1);
            }
        }
        const ls_match *pair = (const ls_match *)trellis->pairs.items + table->first_pair;
        int64_t work = table->rows;
        for (const ls_match *end = pair + table->pairs; pair < end; pair++) {
            const ls_row *left = rows + pair->left, *right = rows + pair->right;
            const ls_row *after = rows + pair->after;
            const int32_t shift = left->lo + right->lo - after->lo;
            const int32_t outside = length - ls_length(after) + 1;
            const uint64_t *from = outward + ls_outside_at(pair->after, length);
            convolve(by, outward + ls_outside_at(pair->left, length) + shift, from, outside,
                     values + right->value, ls_length(right));
            convolve(by, outward + ls_outside_at(pair->right, length) + shift, from, outside,
                     values + left->value, ls_length(left));
            work += (int64_t)(ls_length(left) + ls_length(right)) * outside;
        }
        if (ls_must_stop(&context->watch, work)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* Put numbers together from their remainders by the first `count` primes: numbers[i] of so many limbs from
 * remainders[turn * numbers + i]. */
static ls_status put_together(ls_context *context, const ls_exact *exact, int32_t count,
                              int64_t numbers, int64_t first, int64_t end, uint64_t *into) {
    const uint64_t *remainders = exact->remainders.items, *inverses = remainders + count * numbers;
    modulus primes[MOST_PRIMES];
    uint64_t digits[MOST_PRIMES];
    for (int32_t turn = 0; turn < count; turn++) {
        primes[turn] = prime_at(turn);
    }
    for (int64_t number = first; number < end; number++, into += exact->limbs) {
        memset(into, 0, (size_t)exact->limbs * sizeof(uint64_t));
        for (int32_t turn = 0; turn < count; turn++) {
            const modulus *by = primes + turn;
            uint64_t digit = remainders[turn * numbers + number];
            for (int32_t before = 0; before < turn; before++) {
                const uint64_t known = digits[before];
                digit = plus(by, digit, by->prime - (known >= by->prime ? known - by->prime : known));
                digit = times(by, digit, inverses[turn * count + before]);
            }
            digits[turn] = digit;
        }
        for (int32_t turn = count - 1; turn >= 0; turn--) { /* into = into * prime + digit */
            two_limbs carry = digits[turn];
            for (int32_t limb = 0; limb < exact->limbs; limb++) {
                carry += (two_limbs)into[limb] * primes[turn].prime;
                into[limb] = (uint64_t)carry;
                carry >>= 64;
            }
        }
        if (ls_must_stop(&context->watch, (int64_t)count * count)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The inverse of each prime modulo those that come later. */
static void invert_primes(int32_t count, uint64_t *inverses) {
    for (int32_t turn = 1; turn < count; turn++) {
        const modulus by = prime_at(turn);
        for (int32_t before = 0; before < turn; before++) {
            const uint64_t other = below[turn] - below[before];
            inverses[turn * count + before] = power(&by, times(&by, other, by.square), by.prime - 2);
        }
    }
}

static ls_status by_primes(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                           ls_exact *exact, int64_t bits, bool boxes) {
    const int32_t count = (int32_t)(bits / PRIME_BITS) + 1;
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    const ls_row *rows = trellis->rows.items;
    const int64_t in_counts = (int64_t)exact->rows * exact->length;
    const int64_t numbers = in_counts + (boxes ? (int64_t)problem->boxes * exact->length : 0);
    exact->limbs = (int32_t)(bits / 64) + 1;
    if (numbers * exact->limbs > context->most_numbers) {
        return LS_WIDE;
    }
    if (!ls_room(&context->memory, &exact->remainders, (count + 1) * (numbers + count),
                 sizeof(uint64_t)) ||
        !ls_room(&context->memory, &exact->counts, in_counts * exact->limbs, sizeof(uint64_t)) ||
        !ls_room(&context->memory, &exact->boxes, (numbers - in_counts) * exact->limbs + 1,
                 sizeof(uint64_t)) ||
        !ls_room(&context->memory, &trellis->values, trellis->values_made, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *remainders = exact->remainders.items;
    memset(remainders, 0, (size_t)(count * numbers) * sizeof(uint64_t));
    for (int32_t turn = 0; turn < count; turn++) {
        const modulus modulo = prime_at(turn), *by = &modulo;
        uint64_t *made = remainders + turn * numbers;
        LS_TRY(forward(context, trellis, problem, by));
        for (int32_t row = 0; row < exact->rows; row++) {
            const ls_row *from = rows + last->first_row + row;
            memcpy(made + (int64_t)row * exact->length + from->lo - exact->lowest,
                   (const uint64_t *)trellis->values.items + from->value,
                   (size_t)ls_length(from) * sizeof(uint64_t));
        }
        if (boxes) {
            LS_TRY(by_box(context, trellis, exact->length, by, made + in_counts));
        }
        for (int64_t number = 0; number < numbers; number++) {
            made[number] = reduced(by, made[number]);
        }
    }
    invert_primes(count, remainders + count * numbers);
    LS_TRY(put_together(context, exact, count, numbers, 0, in_counts, exact->counts.items));
    return put_together(context, exact, count, numbers, in_counts, numbers, exact->boxes.items);
}

/* Copy what is whole in doubles. */
static ls_status copy_whole(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                            ls_exact *exact, bool boxes) {
    const int64_t in_counts = (int64_t)exact->rows * exact->length;
    const int64_t in_boxes = boxes ? (int64_t)problem->boxes * exact->length : 0;
    if (!ls_room(&context->memory, &exact->remainders, exact->length + 2 * in_boxes,
                 sizeof(double)) ||
        !ls_room(&context->memory, &exact->counts, in_counts, sizeof(uint64_t)) ||
        !ls_room(&context->memory, &exact->boxes, in_boxes + 1, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    exact->limbs = 1;
    uint64_t *counts = exact->counts.items, *in_box = exact->boxes.items;
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    memset(counts, 0, (size_t)in_counts * sizeof(uint64_t));
    for (int32_t row = 0; row < exact->rows; row++) {
        const ls_row *from = (const ls_row *)trellis->rows.items + last->first_row + row;
        const double *values = (const double *)trellis->values.items + from->value;
        uint64_t *into = counts + (int64_t)row * exact->length + from->lo - exact->lowest;
        for (int32_t place = 0; place < ls_length(from); place++) {
            into[place] = (uint64_t)values[place];
        }
    }
    if (boxes) {
        double *room = exact->remainders.items;
        ls_counts found = {.counts = room, .mines = room + exact->length,
                           .safe = room + exact->length + in_boxes};
        LS_TRY(ls_count(context, trellis, problem, &found, true));
        for (int64_t place = 0; place < in_boxes; place++) {
            in_box[place] = (uint64_t)found.mines[place];
        }
    }
    return LS_OK;
}

/* The bits of the largest number that can come up with weights: more than 2^cells of any. */
static int64_t bits_with_weights(const ls_trellis *trellis, const ls_problem *problem) {
    int64_t bits = ls_table_at(trellis, trellis->tables_made - 1)->cells + 1;
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        const int32_t at = problem->weights_at[factor];
        int64_t largest = 0;
        for (int32_t place = 0; at >= 0 && place <= problem->upper[factor] - problem->lower[factor];
             place++) {
            const uint64_t *number = problem->limbs + (int64_t)(at + place) * problem->weight_limbs;
            const int32_t limbs = significant(number, problem->weight_limbs);
            const int64_t held = limbs ? 64 * limbs - __builtin_clzll(number[limbs - 1]) : 0;
            largest = held > largest ? held : largest;
        }
        bits += largest;
    }
    return bits;
}

ls_status ls_count_exactly(ls_context *context, ls_trellis *trellis, const ls_problem *problem,
                           ls_exact *exact, bool boxes) {
    const ls_table *last = ls_table_at(trellis, trellis->tables_made - 1);
    const ls_row *rows = (const ls_row *)trellis->rows.items + last->first_row;
    int32_t lowest = INT32_MAX, highest = 0;
    if (boxes && problem->queries) {
        return LS_WIDE;
    }
    exact->rows = last->rows;
    for (int32_t row = 0; row < exact->rows; row++) {
        lowest = rows[row].lo < lowest ? rows[row].lo : lowest;
        highest = rows[row].hi > highest ? rows[row].hi : highest;
    }
    exact->lowest = lowest;
    exact->length = highest - lowest + 1;
    const int64_t more = boxes ? ls_bits(last->cells) : 0;
    ls_status status = LS_IMPRECISE;
    if (!trellis->is_weighted) {
        status = ls_forward(context, trellis, problem);
        if (status != LS_OK && status != LS_IMPRECISE) {
            return status;
        }
    }
    int64_t bits;
    if (status == LS_OK) {
        double models = 0;
        for (int32_t at = 0; at < last->values; at++) {
            models += ((const double *)trellis->values.items)[last->first_value + at];
        }
        bits = ls_bits(models) + trellis->exponent + more;
        if (bits <= 53 && !trellis->exponent) {
            return copy_whole(context, trellis, problem, exact, boxes);
        }
        bits++; /* the sum was rounded */
    } else {
        bits = bits_with_weights(trellis, problem) + more;
    }
    return bits / PRIME_BITS >= MOST_PRIMES
               ? LS_WIDE
               : by_primes(context, trellis, problem, exact, bits, boxes);
}

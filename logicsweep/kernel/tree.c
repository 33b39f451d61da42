/* The tree of messages: the polynomials of the components are multiplied up, messages come down.
 *
 * Everything is tilted: a layout with n mines in the components is made to weigh odds^n as much, and
 * the interior as much less, so that products stay in the range of doubles. The odds are a power of 2
 * if there are few components; else they are finer, so that the polynomials of many components and
 * of the interior still are largest at the same numbers of mines. Long sums are
 * made of sums of a few terms, so that few roundings lie one on the other.
 *
 * The error of a product is at most the sum of those of its factors and its own. So the roundings of
 * all nodes add up, and there are as many nodes as components. Where a level has many nodes, each is
 * short, and is a polynomial of pairs of doubles: what a pair is off by is of no account beside one
 * rounding of a double. What remains are the roundings of the few long products at the top, and on
 * the way down those of one path.
 */
#include "join.h"

#include <string.h>

#define BLOCK 16 /* terms that are summed one by one, before sums are summed */
#define FEW 32   /* a level of the tree with more nodes is made of pairs */

typedef struct {
    int64_t at, message_at; /* in `numbers`: the polynomial, and the message from outside */
    int64_t low_at;   /* what the polynomial is off by, as far as a pair says; -1 if it is none */
    int64_t length;
    double bits;      /* log2 of the sum of the true coefficients, at most */
    double roundings, message_roundings;
    double pair_roundings; /* as `roundings`, of the pairs; the same if it is none */
    int32_t lost;     /* how far the message was scaled up, as a binary exponent */
    bool is_exact;
} ls_node;

/* How many roundings lie one on the other in `add_products`. */
static double depth_of(int64_t terms) {
    if (terms <= BLOCK) {
        return (double)terms;
    }
    return BLOCK + (terms + BLOCK - 1) / BLOCK < 2 * BLOCK
               ? (double)(BLOCK + (terms + BLOCK - 1) / BLOCK)
               : 2.0 * BLOCK + (double)(terms / (BLOCK * BLOCK) + 1);
}

/* into[i + k * into_step] = sum over k of factors[k] * from[i + k * from_step], for i < run; one of
 * the steps is 1, the other 0. `spare` has room for 2 * length numbers, `length` that of `into`. */
static ls_status add_products(ls_watch *watch, double *into, int64_t length, const double *from,
                              int64_t run, const double *factors, int64_t terms,
                              int64_t into_step, int64_t from_step, double *spare) {
    memset(into, 0, (size_t)length * sizeof(double));
    double *block = terms > BLOCK ? spare : into;
    double *group = terms > BLOCK * BLOCK ? spare + length : into;
    if (group != into) {
        memset(group, 0, (size_t)length * sizeof(double));
    }
    for (int64_t first = 0; first < terms; first += BLOCK) {
        const int64_t end = first + BLOCK < terms ? first + BLOCK : terms;
        const int64_t begin = first * into_step, reach = (end - 1) * into_step + run;
        if (block != into) {
            memset(block + begin, 0, (size_t)(reach - begin) * sizeof(double));
        }
        for (int64_t term = first; term < end; term++) {
            const double factor = factors[term];
            double *restrict to = block + term * into_step;
            const double *restrict source = from + term * from_step;
            for (int64_t at = 0; at < run; at++) {
                to[at] += factor * source[at];
            }
        }
        if (block != into) {
            for (int64_t at = begin; at < reach; at++) {
                group[at] += block[at];
            }
        }
        if (group != into && (end == terms || end % (BLOCK * BLOCK) == 0)) {
            for (int64_t at = 0; at < length; at++) {
                into[at] += group[at];
                group[at] = 0;
            }
        }
        if (ls_must_stop(watch, (end - first) * run)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The product of two polynomials of pairs, the halves of a pair in two arrays. `spare` has room for
 * twice as many numbers as the longer one. */
static ls_status multiply_pairs(ls_watch *watch, double *high, double *low, const double *longer,
                                const double *longer_low, int64_t run, const double *shorter,
                                const double *shorter_low, int64_t terms, double *spare) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double *front = spare, *back = spare + run;
    for (int64_t at = 0; at < run; at++) {
        const double large = splitter * longer[at];
        front[at] = large - (large - longer[at]);
        back[at] = longer[at] - front[at];
    }
    memset(high, 0, (size_t)(run + terms - 1) * sizeof(double));
    memset(low, 0, (size_t)(run + terms - 1) * sizeof(double));
    for (int64_t term = 0; term < terms; term++) {
        const double factor = shorter[term], factor_low = shorter_low[term];
        const double large = splitter * factor, head = large - (large - factor);
        const double tail = factor - head;
        double *restrict to = high + term, *restrict to_low = low + term;
        for (int64_t at = 0; at < run; at++) {
            const double product = longer[at] * factor;
            double rest = ((front[at] * head - product) + front[at] * tail + back[at] * head) +
                          back[at] * tail;
            rest += longer[at] * factor_low + longer_low[at] * factor;
            const double sum = to[at] + product, added = sum - to[at];
            to_low[at] += ((to[at] - (sum - added)) + (product - added)) + rest;
            to[at] = sum;
        }
        if (ls_must_stop(watch, 8 * run)) {
            return LS_STOPPED;
        }
    }
    for (int64_t at = 0; at < run + terms - 1; at++) {
        const double sum = high[at] + low[at];
        low[at] -= sum - high[at];
        high[at] = sum;
    }
    return LS_OK;
}

/* What a coefficient of `multiply_pairs` is off by, in roundings of a double, beside what its factors
 * are off by.
 *
 * Let u be a rounding. The product of two doubles and their sum are exact as pairs (Dekker, Knuth).
 * A low half is at most u of its high half. So the product of two pairs is off by 8 u^2: the product
 * of the low halves is left out, and six numbers of at most 3 u are rounded. In the sum of n terms,
 * the low half comes to (n + 3) u of the sum at most, and is rounded n times; what is added to it is
 * rounded once more. Together that is less than (n + 4)^2 u^2. */
static double pair_depth_of(int64_t terms) {
    return ((double)terms + 4.0) * ((double)terms + 4.0) * LS_ROUNDING;
}

/* Divide numbers by a power of two where they have left the middle of the range of doubles; by
 * which power. `low` is NULL, or the low halves. */
static ls_status centre(double *numbers, double *low, int64_t count, int32_t *by) {
    double largest = 0;
    for (int64_t at = 0; at < count; at++) {
        largest = numbers[at] > largest ? numbers[at] : largest;
    }
    *by = 0;
    if (!(largest > 0 && largest < INFINITY)) {
        return LS_IMPRECISE;
    }
    if (largest > 0x1p60 || largest < 0x1p-60) {
        int exponent;
        (void)frexp(largest, &exponent);
        for (int64_t at = 0; at < count; at++) {
            numbers[at] = ldexp(numbers[at], -exponent);
        }
        for (int64_t at = 0; low && at < count; at++) {
            low[at] = ldexp(low[at], -exponent);
        }
        *by = exponent;
    }
    return LS_OK;
}

/* The powers of the odds, as far as the longest component needs them. */
static void powers_of(const joined *board, ls_sum *powers, int64_t count) {
    powers[0] = (ls_sum){1.0, 0.0};
    for (int64_t place = 1; place < count; place++) {
        powers[place] = powers[place - 1];
        ls_times(powers + place, board->odds, 1.0);
    }
}

static ls_status leaf(ls_context *context, const joined *board, const ls_sum *powers,
                      const ls_component *own, ls_node *node, int32_t *scaled) {
    double *values = (double *)context->numbers.items + node->at;
    double *low = node->low_at < 0 ? NULL : (double *)context->numbers.items + node->low_at;
    node->bits = own->counts.models_bits;
    node->is_exact = !(own->counts.count_roundings > 0) && board->is_power;
    node->roundings = node->pair_roundings = own->counts.count_roundings;
    for (int32_t place = 0; place < own->counts.length; place++) {
        ls_sum value = {own->counts.counts[place], 0.0};
        if (!board->is_power) {
            value = powers[place];
            ls_times(&value, own->counts.counts[place], 1.0);
        } else if (board->tilt) {
            value.high = ldexp(value.high, board->tilt * place);
        }
        values[place] = value.high;
        if (low) {
            low[place] = value.low;
        }
    }
    if (!board->is_power) { /* a product for each power, and one rounding for what is left of pairs */
        node->pair_roundings += 16.0 * own->counts.length * LS_ROUNDING;
    }
    node->roundings = node->pair_roundings + (node->is_exact ? 0 : 1);
    return centre(values, low, own->counts.length, scaled);
}

static ls_status multiply(ls_context *context, ls_node *node, const ls_node *one,
                          const ls_node *other, double *spare, int32_t *scaled) {
    double *numbers = context->numbers.items;
    const ls_node *shorter = one->length < other->length ? one : other;
    const ls_node *longer = shorter == one ? other : one;
    double *low = node->low_at < 0 ? NULL : numbers + node->low_at;
    node->bits = one->bits + other->bits;
    node->is_exact = one->is_exact && other->is_exact && node->bits <= 53.0;
    if (low && !node->is_exact) {
        LS_TRY(multiply_pairs(&context->watch, numbers + node->at, low, numbers + longer->at,
                              numbers + longer->low_at, longer->length, numbers + shorter->at,
                              numbers + shorter->low_at, shorter->length, spare));
        node->pair_roundings =
            one->pair_roundings + other->pair_roundings + pair_depth_of(shorter->length);
        node->roundings = node->pair_roundings + 1;
        return centre(numbers + node->at, low, node->length, scaled);
    }
    LS_TRY(add_products(&context->watch, numbers + node->at, node->length, numbers + longer->at,
                        longer->length, numbers + shorter->at, shorter->length, 1, 0, spare));
    if (low) {
        memset(low, 0, (size_t)node->length * sizeof(double));
    }
    node->roundings =
        node->is_exact ? 0 : one->roundings + other->roundings + depth_of(shorter->length) + 1;
    node->pair_roundings = node->roundings;
    return centre(numbers + node->at, NULL, node->length, scaled);
}

/* The message to a node from that of its parent and from its sibling. */
static ls_status hand_down(ls_context *context, ls_node *node, const ls_node *parent,
                           const ls_node *sibling, double *spare) {
    double *numbers = context->numbers.items;
    int32_t scaled;
    LS_TRY(add_products(&context->watch, numbers + node->message_at, node->length,
                        numbers + parent->message_at, node->length, numbers + sibling->at,
                        sibling->length, 0, 1, spare));
    node->message_roundings =
        parent->message_roundings + sibling->roundings + depth_of(sibling->length) + 1;
    LS_TRY(centre(numbers + node->message_at, NULL, node->length, &scaled));
    node->lost = parent->lost + (scaled < 0 ? -scaled : 0);
    return node->lost > ROOM / 2 ? LS_IMPRECISE : LS_OK;
}

/* log2 of n!, by Stirling's series. */
static double log2_factorial(double n) {
    if (n < 32) {
        double product = 1;
        for (double factor = 2; factor <= n; factor++) {
            product *= factor;
        }
        return log2(product);
    }
    double series = 1 / (12 * n) - 1 / (360 * n * n * n) + 1 / (1260 * n * n * n * n * n);
    return ((n + 0.5) * log(n) - n + 0.9189385332046727418 + series) * 1.4426950408889634074;
}

/* Lay the tree out: nodes by level from the leaves up, and room for their numbers. */
static ls_status plant(ls_context *context, const joined *board, int32_t *levels, int64_t *used) {
    /* Without components the tree is one leaf, the polynomial 1. */
    int64_t count = context->alive_count ? context->alive_count : 1, nodes = 0;
    *levels = 0;
    for (int64_t width = count;; width = (width + 1) / 2) {
        nodes += width;
        ++*levels;
        if (width == 1) {
            break;
        }
    }
    if (!ls_room(&context->memory, &context->nodes, nodes, sizeof(ls_node)) ||
        !ls_room(&context->memory, &context->levels, *levels + 1, sizeof(int64_t))) {
        return LS_MEMORY;
    }
    ls_node *node = context->nodes.items;
    int64_t *starts = context->levels.items;
    int64_t at = 0, made = 0;
    for (int32_t level = 0; level < *levels; level++) {
        starts[level] = made;
        for (int64_t place = 0; place < count; place++, made++) {
            node[made] = (ls_node){0};
            if (!level) {
                node[made].length =
                    context->alive_count ? ls_component_at(context, place)->counts.length : 1;
                node[made].is_exact = true;
            } else {
                const ls_node *below = node + starts[level - 1] + 2 * place;
                const bool is_pair = starts[level - 1] + 2 * place + 1 < starts[level];
                node[made].length = below->length + (is_pair ? below[1].length - 1 : 0);
            }
            node[made].at = at;
            node[made].message_at = at + node[made].length;
            at += 2 * node[made].length;
            node[made].low_at = -1;
            if (count > FEW) {
                node[made].low_at = at;
                at += node[made].length;
            }
        }
        count = (count + 1) / 2;
    }
    starts[*levels] = made;
    *used = at;
    /* Then the message of the interior, its shares, room for sums, its binomials, powers, and room for
     * the sums of a range of mine counts. */
    at += 6 * (board->span + 1) + (board->last - board->first + 1) + ls_window_room(board);
    return ls_room(&context->memory, &context->numbers, at, sizeof(double)) ? LS_OK : LS_MEMORY;
}

ls_status ls_under_total(ls_context *context, joined *board) {
    int32_t levels, scaled;
    int64_t used;
    ls_tilt(context, board, context->alive_count > FEW);
    LS_TRY(plant(context, board, &levels, &used));
    ls_node *nodes = context->nodes.items;
    const int64_t *starts = context->levels.items;
    double *numbers = context->numbers.items;
    double *message = numbers + used, *shares = message + board->span + 1;
    double *spare = shares + board->span + 1, *binomials = spare + 2 * (board->span + 1);
    ls_sum *powers = (ls_sum *)(binomials + (board->last - board->first + 1));
    int64_t exponent = 0, longest = 1;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_component_at(context, turn)->counts;
        longest = counts->length > longest ? counts->length : longest;
    }
    powers_of(board, powers, board->is_power ? 1 : longest);
    numbers[nodes->at] = 1.0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        LS_TRY(leaf(context, board, powers, own, nodes + turn, &scaled));
        exponent += scaled + own->counts.exponent;
    }
    for (int32_t level = 1; level < levels; level++) {
        for (int64_t place = starts[level]; place < starts[level + 1]; place++) {
            const ls_node *below = nodes + starts[level - 1] + 2 * (place - starts[level]);
            if (below + 1 == nodes + starts[level]) { /* an odd one moves up as it is */
                const ls_node to = nodes[place];
                const size_t bytes = (size_t)below->length * sizeof(double);
                nodes[place] = *below;
                nodes[place].at = to.at;
                nodes[place].message_at = to.message_at;
                nodes[place].low_at = to.low_at;
                memcpy(numbers + to.at, numbers + below->at, bytes);
                if (to.low_at >= 0) {
                    memcpy(numbers + to.low_at, numbers + below->low_at, bytes);
                }
                continue;
            }
            LS_TRY(multiply(context, nodes + place, below, below + 1, spare, &scaled));
            exponent += scaled;
        }
    }
    const int64_t peak = ls_binomials(board, binomials);
    LS_TRY(ls_interior(context, board, binomials, message, shares,
                       (double *)(powers + board->span + 1)));
    ls_node *root = nodes + starts[levels - 1];
    ls_sum mass = {0, 0}, held = {0, 0};
    for (int64_t inside = 0; inside <= board->span; inside++) {
        ls_add(&mass, numbers[root->at + inside] * message[inside]);
        ls_add(&held, numbers[root->at + inside] * shares[inside]);
    }
    if (!(mass.high > 0x1p-500 && mass.high < 0x1p900)) {
        return LS_IMPRECISE;
    }
    context->interior = (held.high + held.low) / (mass.high + mass.low);
    if ((root->roundings + 24) * LS_ROUNDING > LS_LOOSE_TOLERANCE) {
        return LS_IMPRECISE;
    }
    const double base = board->odds < 1 ? (double)board->upper : (double)board->lower;
    const double cells = (double)board->interior, top = (double)peak;
    context->said.log2_mass = log2(mass.high) + (double)exponent + log2_factorial(cells) -
                              log2_factorial(top) - log2_factorial(cells - top) -
                              log2(board->odds) * (base - top);
    memcpy(numbers + root->message_at, message, (size_t)root->length * sizeof(double));
    LS_TRY(centre(numbers + root->message_at, NULL, root->length, &scaled));
    root->lost = scaled < 0 ? -scaled : 0;
    root->message_roundings = 10;
    for (int32_t level = levels - 1; level > 0; level--) {
        for (int64_t place = starts[level]; place < starts[level + 1]; place++) {
            ls_node *below = nodes + starts[level - 1] + 2 * (place - starts[level]);
            if (below + 1 == nodes + starts[level]) {
                memcpy(numbers + below->message_at, numbers + nodes[place].message_at,
                       (size_t)below->length * sizeof(double));
                below->message_roundings = nodes[place].message_roundings;
                below->lost = nodes[place].lost;
                continue;
            }
            LS_TRY(hand_down(context, below, nodes + place, below + 1, spare));
            LS_TRY(hand_down(context, below + 1, nodes + place, below, spare));
        }
    }
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        ls_component *own = ls_component_at(context, turn);
        own->message_at = nodes[turn].message_at;
        own->roundings = nodes[turn].message_roundings;
        own->lost = nodes[turn].lost;
        if (board->tilt || !board->is_power) { /* the message is that to tilted counts */
            double *values = numbers + own->message_at;
            for (int32_t place = 0; place < own->counts.length; place++) {
                values[place] = board->is_power ? ldexp(values[place], board->tilt * place)
                                                : values[place] * powers[place].high;
            }
            own->roundings += board->is_power ? 0 : 2;
            LS_TRY(centre(values, NULL, own->counts.length, &scaled));
            own->lost += board->tilt > 0 ? board->tilt * (own->counts.length - 1) : 0;
            own->lost += scaled < 0 ? -scaled : 0;
        }
    }
    return LS_OK;
}

/* Components and interior under the mine count.
 *
 * What a component needs to know of the rest of the board is the message from it: the weight of
 * everything outside, for each number of mines inside. The polynomials of the components are
 * multiplied up a tree, and messages come down from the root, whose message is that of the interior:
 * binomial coefficients. Everything is tilted: a layout with n mines in the components is made to
 * weigh 2^(n * tilt) as much, and the interior as much less, so that products stay in the range of
 * doubles. Which numbers are possible at all is worked out apart, on sets (see `eliminate/total.py`).
 */
#include "kernel.h"

#include <math.h>
#include <string.h>

#define ROOM 896       /* binary exponents of doubles that may be used up */
#define MOST_TILT 40
#define BLOCK 16       /* terms that are summed one by one, before sums are summed */
#define WIDEST 20000000 /* terms for a range of mine counts */

typedef struct {
    int64_t at, message_at; /* in `numbers`: the polynomial, and the message from outside */
    int64_t length;
    double bits;      /* log2 of the sum of the true coefficients, at most */
    double roundings, message_roundings;
    int32_t lost;     /* how far the message was scaled up, as a binary exponent */
    bool is_exact;
} ls_node;

/* Everything that the join works with, relative to the fewest mines of each component. */
typedef struct {
    int64_t interior;     /* cells */
    int64_t lower, upper; /* bounds of the mines in components, above their fewest, and interior */
    int64_t span;         /* the most mines of all components above their fewest */
    int64_t first, last;  /* mines that the interior may hold */
    int32_t tilt;
} joined;

/* ---- Which numbers of mines are possible ---- */

static bool has_gaps(const ls_context *context) {
    const int32_t *alive = context->alive.items;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
        for (int32_t place = 0; place < counts->length; place++) {
            if (!(counts->counts[place] > 0)) {
                return true;
            }
        }
    }
    return false;
}

/* into |= from << by, sets of `words` words; or >> when `by` is negative. */
static void shift_into(uint64_t *into, const uint64_t *from, int64_t by, int64_t words) {
    const int64_t whole = (by < 0 ? -by : by) / 64, rest = (by < 0 ? -by : by) % 64;
    for (int64_t word = 0; word + whole < words; word++) {
        if (by >= 0) {
            into[word + whole] |= from[word] << rest;
            if (rest && word + whole + 1 < words) {
                into[word + whole + 1] |= from[word] >> (64 - rest);
            }
        } else {
            into[word] |= from[word + whole] >> rest;
            if (rest && word + whole + 1 < words) {
                into[word] |= from[word + whole + 1] << (64 - rest);
            }
        }
    }
}

/* Which counts of each component can be met by the others; the sums that are possible at the end. */
static ls_status allow_with_gaps(ls_context *context, joined *board, int64_t *low, int64_t *high) {
    const int32_t *alive = context->alive.items;
    const int32_t count = context->alive_count;
    const int64_t words = board->span / 64 + 1;
    const int64_t all = ((int64_t)count + 3) * words;
    if (!ls_room(&context->memory, &context->sets, all, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *back = context->sets.items, *here = back + ((int64_t)count + 1) * words;
    uint64_t *after = here + words;
    memset(back, 0, (size_t)all * sizeof(uint64_t));
    uint64_t *end = back + count * words;
    for (int64_t sum = *low; sum <= *high; sum++) {
        end[sum / 64] |= (uint64_t)1 << sum % 64;
    }
    for (int32_t turn = count - 1; turn >= 0; turn--) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
        for (int32_t place = 0; place < counts->length; place++) {
            if (counts->counts[place] > 0) {
                shift_into(back + turn * words, back + (turn + 1) * words, -place, words);
            }
        }
        if (ls_must_stop(&context->watch, counts->length * words)) {
            return LS_STOPPED;
        }
    }
    if (!(back[0] & 1)) {
        return LS_CLASH;
    }
    here[0] = 1;
    for (int32_t turn = 0; turn < count; turn++) {
        const ls_component *own = ls_components(context) + alive[turn];
        uint8_t *allowed = (uint8_t *)context->allowed.items + own->allowed_at;
        const uint64_t *goal = back + (turn + 1) * words;
        memset(after, 0, (size_t)words * sizeof(uint64_t));
        for (int32_t place = 0; place < own->counts.length; place++) {
            allowed[place] = 0;
            if (!(own->counts.counts[place] > 0)) {
                continue;
            }
            const int64_t whole = place / 64, rest = place % 64;
            for (int64_t word = whole; word < words; word++) {
                uint64_t moved = here[word - whole] << rest;
                moved |= rest && word > whole ? here[word - whole - 1] >> (64 - rest) : 0;
                allowed[place] |= (moved & goal[word]) != 0;
                after[word] |= moved & goal[word];
            }
        }
        memcpy(here, after, (size_t)words * sizeof(uint64_t));
    }
    while (!(here[*low / 64] >> *low % 64 & 1)) {
        ++*low;
    }
    while (!(here[*high / 64] >> *high % 64 & 1)) {
        --*high;
    }
    return LS_OK;
}

static ls_status allow(ls_context *context, joined *board) {
    const int32_t *alive = context->alive.items;
    uint8_t *allowed = context->allowed.items;
    int64_t low = 0, high = board->span;
    bool is_slack = true;
    if (context->has_total) {
        is_slack = board->lower <= board->interior && board->span <= board->upper;
        low = board->lower > board->interior ? board->lower - board->interior : 0;
        high = board->upper < board->span ? board->upper : board->span;
        if (low > high) {
            return LS_CLASH;
        }
    }
    if (!is_slack && has_gaps(context)) {
        LS_TRY(allow_with_gaps(context, board, &low, &high));
    } else {
        for (int32_t turn = 0; turn < context->alive_count; turn++) {
            const ls_component *own = ls_components(context) + alive[turn];
            const int64_t others = board->span - (own->counts.length - 1);
            for (int32_t place = 0; place < own->counts.length; place++) {
                allowed[own->allowed_at + place] = own->counts.counts[place] > 0 &&
                                                   place >= low - others && place <= high;
            }
        }
    }
    context->interior_verdict = 2;
    if (context->has_total && board->interior) {
        if (high >= board->upper && low >= board->upper) {
            context->interior_verdict = 0;
        } else if (board->lower - high >= board->interior) {
            context->interior_verdict = 1;
        }
    }
    return LS_OK;
}

/* ---- Sums of products ---- */

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
static void add_products(double *into, int64_t length, const double *from, int64_t run,
                         const double *factors, int64_t terms, int64_t into_step,
                         int64_t from_step, double *spare) {
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
    }
}

/* Divide numbers by a power of two where they have left the middle of the range of doubles; by
 * which power. */
static ls_status centre(double *numbers, int64_t count, int32_t *by) {
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
        *by = exponent;
    }
    return LS_OK;
}

/* ---- The interior ---- */

/* A number in two doubles, times a / b: Dekker's products, since there are thousands in a row. */
static inline void times_ratio(ls_sum *value, double a, double b) {
    const double splitter = 134217729.0; /* 2^27 + 1 */
    double big = splitter * value->high, high = big - (big - value->high);
    double low = value->high - high;
    double a_big = splitter * a, a_high = a_big - (a_big - a), a_low = a - a_high;
    double product = value->high * a;
    double rest = ((high * a_high - product) + high * a_low + low * a_high) + low * a_low;
    rest += value->low * a;
    double quotient = (product + rest) / b;
    double q_big = splitter * quotient, q_high = q_big - (q_big - quotient);
    double q_low = quotient - q_high;
    double b_big = splitter * b, b_high = b_big - (b_big - b), b_low = b - b_high;
    double back = quotient * b;
    double off = ((q_high * b_high - back) + q_high * b_low + q_low * b_high) + q_low * b_low;
    value->high = quotient;
    value->low = (((product - back) - off) + rest) / b;
}

/* The binomial coefficients of the interior, tilted, relative to the largest; and which that is. */
static int64_t binomials_of(const joined *board, double *values) {
    const double cells = (double)board->interior, odds = ldexp(1.0, board->tilt);
    int64_t peak = board->first;
    /* (cells - n) * odds > n + 1, solved for n; then stepped to where it holds. */
    double guess = (cells * odds - 1.0) / (1.0 + odds);
    if (guess > (double)board->first) {
        peak = guess > (double)board->last ? board->last : (int64_t)guess;
    }
    while (peak < board->last && (cells - (double)peak) * odds > (double)peak + 1.0) {
        peak++;
    }
    while (peak > board->first && (cells - (double)peak + 1.0) * odds <= (double)peak) {
        peak--;
    }
    values[peak - board->first] = 1.0;
    ls_sum value = {1.0, 0.0};
    for (int64_t mines = peak; mines < board->last; mines++) {
        times_ratio(&value, (cells - (double)mines) * odds, (double)mines + 1.0);
        values[mines + 1 - board->first] = value.high + value.low;
    }
    value = (ls_sum){1.0, 0.0};
    for (int64_t mines = peak; mines > board->first; mines--) {
        times_ratio(&value, (double)mines, (cells - (double)mines + 1.0) * odds);
        values[mines - 1 - board->first] = value.high + value.low;
    }
    return peak;
}

/* The message of the interior by the mines in components, and the same times its share of mines. */
static ls_status interior_message(ls_context *context, const joined *board, double *values,
                                  double *message, double *shares) {
    const int64_t choices = board->upper - board->lower + 1;
    if (choices * (board->span + 1) > WIDEST || choices > 4000000) {
        return LS_IMPRECISE;
    }
    const double cells = board->interior ? (double)board->interior : 1.0;
    for (int64_t inside = 0; inside <= board->span; inside++) {
        int64_t low = board->lower - inside, high = board->upper - inside;
        low = low > board->first ? low : board->first;
        high = high < board->last ? high : board->last;
        ls_sum all = {0, 0}, held = {0, 0};
        for (int64_t mines = low; mines <= high; mines++) {
            double value = values[mines - board->first];
            if (choices > 1 && board->tilt) {
                /* Of different sums the tilt has to be taken back; the largest stays as it is. */
                int64_t sum = mines + inside;
                int64_t by = board->tilt > 0 ? board->lower - sum : board->upper - sum;
                int64_t exponent = by * board->tilt;
                value = exponent < -2000 ? 0.0 : ldexp(value, (int)exponent);
            }
            ls_add(&all, value);
            ls_add(&held, value * ((double)mines / cells));
        }
        message[inside] = all.high + all.low;
        shares[inside] = held.high + held.low;
        if (ls_must_stop(&context->watch, choices)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The mines to expect above the fewest of each component, and in the interior, when each counts for
 * 2^(tilt + 1/2). */
static double expected(const ls_context *context, const joined *board, int32_t tilt) {
    const int32_t *alive = context->alive.items;
    const double odds = ldexp(1.4142135623730951, tilt); /* 2^(tilt + 1/2), alike everywhere */
    double found = (double)board->interior * odds / (1.0 + odds);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
        double all = 0, mines = 0, power = 1.0, largest = 0;
        for (int32_t place = 0; place < counts->length; place++) {
            largest = counts->counts[place] > largest ? counts->counts[place] : largest;
        }
        for (int32_t place = 0; place < counts->length; place++, power *= odds) {
            const double weight = counts->counts[place] / largest * power;
            all += weight;
            mines += weight * place;
        }
        found += counts->length > 1 ? mines / all : 0.0;
    }
    return found;
}

/* The binary exponent with which the mines expected come nearest to those that there are. */
static int32_t best_tilt(const ls_context *context, const joined *board) {
    const int32_t *alive = context->alive.items;
    double swing = 0;
    int32_t longest = 1;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
        swing += counts->models_bits;
        longest = counts->length > longest ? counts->length : longest;
    }
    if (swing + (double)board->span * ls_bits((double)board->interior + 2.0) < ROOM / 2.0) {
        return 0;
    }
    int64_t goal = (board->interior + board->span) / 2;
    goal = goal > board->lower ? goal : board->lower;
    goal = goal < board->upper ? goal : board->upper;
    int32_t most = ROOM / 4 / longest < MOST_TILT ? ROOM / 4 / longest : MOST_TILT;
    int32_t low = -most, high = most;
    while (low < high) {
        int32_t tilt = low + (high - low) / 2;
        if (expected(context, board, tilt) < (double)goal) {
            low = tilt + 1;
        } else {
            high = tilt;
        }
    }
    return low;
}

/* ---- The tree ---- */

static ls_status leaf(ls_context *context, const joined *board, const ls_component *own,
                      ls_node *node, int32_t *scaled) {
    double *values = (double *)context->numbers.items + node->at;
    for (int32_t place = 0; place < own->counts.length; place++) {
        const double count = own->counts.counts[place];
        values[place] = board->tilt ? ldexp(count, board->tilt * place) : count;
    }
    node->bits = own->counts.models_bits;
    node->is_exact = own->counts.is_exact;
    node->roundings = own->counts.roundings;
    return centre(values, own->counts.length, scaled);
}

static ls_status multiply(ls_context *context, ls_node *node, const ls_node *one,
                          const ls_node *other, double *spare, int32_t *scaled) {
    double *numbers = context->numbers.items;
    const ls_node *shorter = one->length < other->length ? one : other;
    const ls_node *longer = shorter == one ? other : one;
    add_products(numbers + node->at, node->length, numbers + longer->at, longer->length,
                 numbers + shorter->at, shorter->length, 1, 0, spare);
    node->bits = one->bits + other->bits;
    node->is_exact = one->is_exact && other->is_exact && node->bits <= 53.0;
    node->roundings =
        node->is_exact ? 0 : one->roundings + other->roundings + depth_of(shorter->length) + 1;
    if (ls_must_stop(&context->watch, shorter->length * longer->length)) {
        return LS_STOPPED;
    }
    return centre(numbers + node->at, node->length, scaled);
}

/* The message to a node from that of its parent and from its sibling. */
static ls_status hand_down(ls_context *context, ls_node *node, const ls_node *parent,
                           const ls_node *sibling, double *spare) {
    double *numbers = context->numbers.items;
    int32_t scaled;
    add_products(numbers + node->message_at, node->length, numbers + parent->message_at,
                 node->length, numbers + sibling->at, sibling->length, 0, 1, spare);
    node->message_roundings =
        parent->message_roundings + sibling->roundings + depth_of(sibling->length) + 1;
    if (ls_must_stop(&context->watch, node->length * sibling->length)) {
        return LS_STOPPED;
    }
    LS_TRY(centre(numbers + node->message_at, node->length, &scaled));
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
    const int32_t *alive = context->alive.items;
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
                    context->alive_count ? ls_components(context)[alive[place]].counts.length : 1;
                node[made].is_exact = true;
            } else {
                const ls_node *below = node + starts[level - 1] + 2 * place;
                const bool is_pair = starts[level - 1] + 2 * place + 1 < starts[level];
                node[made].length = below->length + (is_pair ? below[1].length - 1 : 0);
            }
            node[made].at = at;
            node[made].message_at = at + node[made].length;
            at += 2 * node[made].length;
        }
        count = (count + 1) / 2;
    }
    starts[*levels] = made;
    *used = at;
    /* Then the message of the interior, its shares, its binomials, and room for sums. */
    at += 4 * (board->span + 1) + (board->last - board->first + 1);
    return ls_room(&context->memory, &context->numbers, at, sizeof(double)) ? LS_OK : LS_MEMORY;
}

static ls_status under_total(ls_context *context, joined *board) {
    const int32_t *alive = context->alive.items;
    int32_t levels, scaled;
    int64_t used;
    board->tilt = best_tilt(context, board);
    LS_TRY(plant(context, board, &levels, &used));
    ls_node *nodes = context->nodes.items;
    const int64_t *starts = context->levels.items;
    double *numbers = context->numbers.items;
    double *message = numbers + used, *shares = message + board->span + 1;
    double *spare = shares + board->span + 1, *binomials = spare + 2 * (board->span + 1);
    int64_t exponent = 0;
    numbers[nodes->at] = 1.0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_components(context) + alive[turn];
        LS_TRY(leaf(context, board, own, nodes + turn, &scaled));
        exponent += scaled + (own->tables ? own->tables->exponent : 0);
    }
    for (int32_t level = 1; level < levels; level++) {
        for (int64_t place = starts[level]; place < starts[level + 1]; place++) {
            const ls_node *below = nodes + starts[level - 1] + 2 * (place - starts[level]);
            if (below + 1 == nodes + starts[level]) { /* an odd one moves up as it is */
                const int64_t at = nodes[place].at, message_at = nodes[place].message_at;
                nodes[place] = *below;
                memcpy(numbers + at, numbers + below->at, (size_t)below->length * sizeof(double));
                nodes[place].at = at;
                nodes[place].message_at = message_at;
                continue;
            }
            LS_TRY(multiply(context, nodes + place, below, below + 1, spare, &scaled));
            exponent += scaled;
        }
    }
    const int64_t peak = binomials_of(board, binomials);
    LS_TRY(interior_message(context, board, binomials, message, shares));
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
    if ((root->roundings + 16) * LS_ROUNDING > LS_TOLERANCE) {
        return LS_IMPRECISE;
    }
    const double base = board->upper > board->lower && board->tilt < 0 ? (double)board->upper
                                                                       : (double)board->lower;
    const double cells = (double)board->interior, top = (double)peak;
    context->log2_mass = log2(mass.high) + (double)exponent + log2_factorial(cells) -
                         log2_factorial(top) - log2_factorial(cells - top) -
                         board->tilt * (base - top);
    memcpy(numbers + root->message_at, message, (size_t)root->length * sizeof(double));
    LS_TRY(centre(numbers + root->message_at, root->length, &scaled));
    root->lost = scaled < 0 ? -scaled : 0;
    root->message_roundings = 8;
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
        ls_component *own = ls_components(context) + alive[turn];
        own->message_at = nodes[turn].message_at;
        own->roundings = nodes[turn].message_roundings;
        if (board->tilt) { /* the message is that to tilted counts */
            double *values = numbers + own->message_at;
            for (int32_t place = 0; place < own->counts.length; place++) {
                values[place] = ldexp(values[place], board->tilt * place);
            }
            LS_TRY(centre(values, own->counts.length, &scaled));
        }
    }
    return LS_OK;
}

/* Nothing ties the components: each number of mines weighs as much as the odds say. */
static ls_status under_odds(ls_context *context) {
    const int32_t *alive = context->alive.items;
    const double odds = context->odds;
    int64_t used = 0;
    context->interior = context->density;
    context->log2_mass = (double)(context->undecided - context->tied) * log2(1.0 + odds) +
                         (double)context->mines * log2(odds);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        used += ls_components(context)[alive[turn]].counts.length;
    }
    if (!ls_room(&context->memory, &context->numbers, used + 1, sizeof(double))) {
        return LS_MEMORY;
    }
    double *numbers = context->numbers.items;
    used = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        ls_component *own = ls_components(context) + alive[turn];
        const ls_counts *counts = &own->counts;
        double power = 1.0;
        ls_sum mass = {0, 0};
        own->message_at = used;
        own->roundings = 2.0 * counts->length + 3.0;
        for (int32_t place = 0; place < counts->length; place++) {
            const int32_t at = odds > 1 ? counts->length - 1 - place : place;
            numbers[used + at] = power;
            ls_add(&mass, power * counts->counts[at]);
            power *= odds > 1 ? 1.0 / odds : odds;
        }
        used += counts->length;
        if (!(power > 0x1p-450 && mass.high < INFINITY)) {
            return LS_IMPRECISE;
        }
        context->log2_mass +=
            log2(mass.high) + (own->tables ? own->tables->exponent : 0) +
            log2(odds) * (odds > 1 ? counts->lowest + counts->length - 1 : counts->lowest);
    }
    return LS_OK;
}

ls_status ls_join(ls_context *context) {
    ls_memory *memory = &context->memory;
    joined board = {context->undecided - context->tied, 0, 0, 0, 0, 0, 0};
    int64_t least = 0, counts = 0;
    if (!ls_room(memory, &context->alive, (int64_t)context->components_made + 1,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *alive = context->alive.items;
    context->alive_count = 0;
    context->needs_prior = board.interior > 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        ls_component *own = ls_components(context) + id;
        if (own->is_alive) {
            alive[context->alive_count++] = id;
            least += own->counts.lowest;
            board.span += own->counts.length - 1;
            own->allowed_at = counts;
            counts += own->counts.length;
            context->needs_prior |= own->counts.length > 1;
        }
    }
    if (!ls_room(memory, &context->allowed, counts + 1, sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    board.lower = context->lower - context->mines - least;
    board.upper = context->upper - context->mines - least;
    LS_TRY(allow(context, &board));
    if (!context->has_total) {
        return under_odds(context);
    }
    board.first = board.lower > board.span ? board.lower - board.span : 0;
    board.last = board.interior < board.upper ? board.interior : board.upper;
    if (board.lower < 0) { /* sums below 0 need no place */
        board.lower = 0;
    }
    if (board.upper > board.interior + board.span) {
        board.upper = board.interior + board.span;
    }
    return under_total(context, &board);
}

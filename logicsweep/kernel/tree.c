/* The tree of messages: the polynomials of the components are multiplied up, messages come down.
 *
 * Everything is tilted: a layout with n mines in the components is made to weigh 2^(n * tilt) as
 * much, and the interior as much less, so that products stay in the range of doubles. Long sums are
 * made of sums of a few terms, so that few roundings lie one on the other.
 */
#include "join.h"

#include <string.h>

#define BLOCK 16 /* terms that are summed one by one, before sums are summed */

typedef struct {
    int64_t at, message_at; /* in `numbers`: the polynomial, and the message from outside */
    int64_t length;
    double bits;      /* log2 of the sum of the true coefficients, at most */
    double roundings, message_roundings;
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
    LS_TRY(add_products(&context->watch, numbers + node->at, node->length, numbers + longer->at,
                        longer->length, numbers + shorter->at, shorter->length, 1, 0, spare));
    node->bits = one->bits + other->bits;
    node->is_exact = one->is_exact && other->is_exact && node->bits <= 53.0;
    node->roundings =
        node->is_exact ? 0 : one->roundings + other->roundings + depth_of(shorter->length) + 1;
    return centre(numbers + node->at, node->length, scaled);
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

ls_status ls_under_total(ls_context *context, joined *board) {
    const int32_t *alive = context->alive.items;
    int32_t levels, scaled;
    int64_t used;
    board->tilt = ls_best_tilt(context, board);
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
    const int64_t peak = ls_binomials(board, binomials);
    LS_TRY(ls_interior(context, board, binomials, message, shares));
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
    context->said.log2_mass = log2(mass.high) + (double)exponent + log2_factorial(cells) -
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
        own->lost = nodes[turn].lost;
        if (board->tilt) { /* the message is that to tilted counts */
            double *values = numbers + own->message_at;
            for (int32_t place = 0; place < own->counts.length; place++) {
                values[place] = ldexp(values[place], board->tilt * place);
            }
            LS_TRY(centre(values, own->counts.length, &scaled));
            own->lost += board->tilt > 0 ? board->tilt * (own->counts.length - 1) : 0;
            own->lost += scaled < 0 ? -scaled : 0;
        }
    }
    return LS_OK;
}

/* The layouts of the board at hand, and the mines in every box summed over them, as whole numbers.
 *
 * The components are joined under the mine count as in join.c, but by prefixes and suffixes: some
 * tens of components with some tens of mines are no work. Python, which multiplies long numbers in
 * faster ways, is as fast on larger boards: see `tables/prior.py`, the twin. Uncertain clues with
 * weights are left to it, since the weights are not known exactly.
 */
#include "door.h"
#include "integers.h"
#include "join.h"
#include "limbs.h"

#include <string.h>

/* The groups of cells that are in no box: proved safe, proved mines, undecided. */
enum { SAFE, MINES, INTERIOR, BOXES };

/* The bits of every number that can come up. Each is at most the number of layouts without the mine
 * count times the cells of a group: the interior's coefficients are below 2 to the power of its cells
 * times the binary entropy of the share of mines. */
static double bits_for(const ls_context *context, const joined *board) {
    const double cells = (double)board->interior, half = cells / 2;
    const double mines = (double)board->last < half ? (double)board->last : half;
    double bits = 2 + ls_bits((double)(board->last - board->first + 1));
    bits += ls_bits(cells > LS_DEGREE ? cells : LS_DEGREE);
    if (mines > 0) {
        bits += mines * log2(cells / mines) + (cells - mines) * log2(cells / (cells - mines));
    }
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        bits += ls_integers_at(context, turn)->bits;
    }
    return bits;
}

/* How much room and work a join takes. */
typedef struct {
    double limbs;    /* of each number */
    int64_t numbers;
    int32_t groups;
    double work;     /* products of limbs, about */
} extent;

static extent extent_of(const ls_context *context, const joined *board) {
    const int64_t terms = board->last - board->first + 1;
    const double limbs = floor(bits_for(context, board) / 64) + 1;
    extent all = {limbs, 2 * (terms + 1) + 5 * (board->span + 1), BOXES,
                  limbs * (double)(2 * board->last + 4 * terms)};
    int64_t before = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        const int32_t length = own->counts.length;
        all.work += limbs * ls_integers_at(context, turn)->limbs * length *
                    ((double)(before + 1) * (2 + limbs / 2) + own->problem.boxes);
        all.numbers += before + 1;
        all.groups += own->problem.boxes;
        before += length - 1;
    }
    all.numbers += all.groups;
    return all;
}

/* ---- Numbers of limbs, and small numbers ---- */

static void multiply(uint64_t *number, int32_t limbs, uint32_t by) {
    uint64_t carry = 0;
    for (int32_t at = 0; at < limbs; at++) {
        const two_limbs product = (two_limbs)number[at] * by + carry;
        number[at] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
}

/* Half a limb after the other: no machine divides numbers of two limbs everywhere. */
static void divide(uint64_t *number, int32_t limbs, uint32_t by) {
    uint64_t rest = 0;
    for (int32_t at = limbs - 1; at >= 0; at--) {
        const uint64_t high = rest << 32 | number[at] >> 32, low_half = (uint32_t)number[at];
        const uint64_t low = high % by << 32 | low_half;
        number[at] = high / by << 32 | low / by;
        rest = low % by;
    }
}

static void add(uint64_t *into, const uint64_t *other, int32_t limbs) {
    static const uint64_t one = 1;
    add_product(into, limbs, &one, 1, other, significant(other, limbs));
}

static void subtract(uint64_t *from, const uint64_t *other, int32_t limbs) {
    uint64_t borrow = 0;
    for (int32_t at = 0; at < limbs; at++) {
        const uint64_t before = from[at], less = other[at] + borrow;
        borrow = less < borrow || before < less;
        from[at] = before - less;
    }
}

static void add_multiple(uint64_t *into, int32_t limbs, const uint64_t *one, int32_t one_limbs,
                         const uint64_t *other) {
    add_product(into, limbs, one, significant(one, one_limbs), other, significant(other, limbs));
}

/* ---- The join ---- */

/* Without a mine count: all subsets of the interior, and their mines, whatever the components hold. */
static void count_subsets(const joined *board, int32_t limbs, uint64_t *choices, uint64_t *mines) {
    const size_t item = (size_t)limbs * sizeof(uint64_t);
    memset(choices, 0, item);
    memset(mines, 0, item);
    choices[board->interior / 64] = (uint64_t)1 << board->interior % 64;
    if (board->interior) {
        mines[(board->interior - 1) / 64] = (uint64_t)1 << (board->interior - 1) % 64;
        multiply(mines, limbs, (uint32_t)board->interior);
    }
    for (int64_t above = 1; above <= board->span; above++) {
        memcpy(choices + above * limbs, choices, item);
        memcpy(mines + above * limbs, mines, item);
    }
}

/* By mines in the components above their fewest: the choices of mines in the interior with which the
 * total is within its bounds, and its mines summed over them. */
static ls_status count_interior(ls_context *context, const joined *board, int32_t limbs,
                                uint64_t *room, uint64_t *choices, uint64_t *mines) {
    if (!context->has_total) {
        count_subsets(board, limbs, choices, mines);
        return LS_OK;
    }
    const int64_t terms = board->last - board->first + 1;
    const size_t item = (size_t)limbs * sizeof(uint64_t);
    /* [n]: summed over the first n of the numbers of mines that the interior may hold */
    uint64_t *choices_to = room, *mines_to = room + (terms + 1) * limbs;
    uint64_t *value = choices; /* for now */
    memset(value, 0, item);
    value[0] = 1;
    memset(room, 0, item);
    memset(mines_to, 0, item);
    for (int64_t held = 0;; held++) {
        if (held >= board->first) {
            const int64_t at = (held - board->first + 1) * limbs;
            memcpy(choices_to + at, value, item);
            memcpy(mines_to + at, value, item);
            multiply(mines_to + at, limbs, (uint32_t)held);
            add(choices_to + at, choices_to + at - limbs, limbs);
            add(mines_to + at, mines_to + at - limbs, limbs);
        }
        if (held == board->last) {
            break;
        }
        multiply(value, limbs, (uint32_t)(board->interior - held));
        divide(value, limbs, (uint32_t)held + 1);
        if (ls_must_stop(&context->watch, limbs)) {
            return LS_STOPPED;
        }
    }
    for (int64_t above = 0; above <= board->span; above++) {
        int64_t least = board->lower - above - board->first;
        int64_t most = board->upper - above - board->first + 1;
        least = least < 0 ? 0 : least > terms ? terms : least;
        most = most < least ? least : most > terms ? terms : most;
        memcpy(choices + above * limbs, choices_to + most * limbs, item);
        memcpy(mines + above * limbs, mines_to + most * limbs, item);
        subtract(choices + above * limbs, choices_to + least * limbs, limbs);
        subtract(mines + above * limbs, mines_to + least * limbs, limbs);
    }
    return LS_OK;
}

/* into[n] = sum over i of counts[i] * from[n + i], for n up to `most`. */
static ls_status sum_out(ls_context *context, int32_t turn, const uint64_t *from, int64_t most,
                         int32_t limbs, uint64_t *into) {
    const ls_integers *whole = ls_integers_at(context, turn);
    const uint64_t *counts = ls_whole_counts(context, whole);
    const int32_t length = ls_component_at(context, turn)->counts.length;
    memset(into, 0, (size_t)((most + 1) * limbs) * sizeof(uint64_t));
    for (int64_t above = 0; above <= most; above++) {
        for (int32_t place = 0; place < length; place++) {
            add_multiple(into + above * limbs, limbs, counts + (int64_t)place * whole->limbs,
                         whole->limbs, from + (above + place) * limbs);
        }
        if (ls_must_stop(&context->watch, (int64_t)length * limbs)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* into[n + i] += counts[i] * from[n], for n up to `most`. */
static ls_status sum_in(ls_context *context, int32_t turn, const uint64_t *from, int64_t most,
                        int32_t limbs, uint64_t *into) {
    const ls_integers *whole = ls_integers_at(context, turn);
    const uint64_t *counts = ls_whole_counts(context, whole);
    const int32_t length = ls_component_at(context, turn)->counts.length;
    for (int64_t above = 0; above <= most; above++) {
        for (int32_t place = 0; place < length; place++) {
            add_multiple(into + (above + place) * limbs, limbs,
                         counts + (int64_t)place * whole->limbs, whole->limbs,
                         from + above * limbs);
        }
        if (ls_must_stop(&context->watch, (int64_t)length * limbs)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The mines in each box of a component, from the components before it and the message after it. */
static ls_status sum_boxes(ls_context *context, int32_t turn, const uint64_t *before,
                           const uint64_t *after, int64_t most, int32_t limbs, uint64_t *message,
                           uint64_t *mines) {
    const ls_component *own = ls_component_at(context, turn);
    const ls_integers *whole = ls_integers_at(context, turn);
    const uint64_t *boxes = ls_whole_boxes(context, whole);
    const int32_t length = own->counts.length;
    for (int32_t place = 0; place < length; place++) {
        memset(message, 0, (size_t)limbs * sizeof(uint64_t));
        for (int64_t above = 0; above <= most; above++) {
            add_multiple(message, limbs, before + above * limbs, limbs,
                         after + (above + place) * limbs);
        }
        for (int32_t box = 0; box < own->problem.boxes; box++) {
            add_multiple(mines + (int64_t)box * limbs, limbs,
                         boxes + ((int64_t)box * length + place) * whole->limbs, whole->limbs,
                         message);
        }
        if (ls_must_stop(&context->watch, (most + 1 + own->problem.boxes) * limbs)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The number of layouts: the suffixes of the components, the last of which is the interior. Suffix i has
 * the weight of the components from i on and of the interior, by mines before; they lie one after the
 * other in `suffixes`. What follows them is used up. */
static ls_status sum_suffixes(ls_context *context, const joined *board, int32_t limbs,
                              uint64_t *interior, uint64_t *suffixes, uint64_t **first) {
    uint64_t *after = suffixes;
    int64_t most = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        after += (most + 1) * limbs;
        most += ls_component_at(context, turn)->counts.length - 1;
    }
    LS_TRY(count_interior(context, board, limbs, after + (board->span + 1) * limbs, after,
                          interior));
    for (int32_t turn = context->alive_count - 1; turn >= 0; turn--) {
        most -= ls_component_at(context, turn)->counts.length - 1;
        uint64_t *here = after - (most + 1) * limbs;
        LS_TRY(sum_out(context, turn, after, most, limbs, here));
        after = here;
    }
    *first = after;
    return LS_OK;
}

/* The mines in each group of cells, summed over all layouts, into `mines`. */
static ls_status join(ls_context *context, const joined *board, int32_t limbs, uint64_t *room,
                      uint64_t *mines) {
    const int64_t table = (board->span + 1) * limbs;
    const size_t bytes = (size_t)table * sizeof(uint64_t);
    uint64_t *interior = room, *before = interior + table, *next = before + table;
    uint64_t *message = next + table, *after;
    int64_t most = 0;
    LS_TRY(sum_suffixes(context, board, limbs, interior, message + table, &after));
    memcpy(mines + MINES * limbs, after, (size_t)limbs * sizeof(uint64_t));
    memset(before, 0, bytes);
    before[0] = 1;
    uint64_t *in_box = mines + BOXES * limbs;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        after += (most + 1) * limbs;
        LS_TRY(sum_boxes(context, turn, before, after, most, limbs, message, in_box));
        in_box += (int64_t)own->problem.boxes * limbs;
        memset(next, 0, bytes);
        LS_TRY(sum_in(context, turn, before, most, limbs, next));
        uint64_t *last = before;
        before = next;
        next = last;
        most += own->counts.length - 1;
    }
    for (int64_t above = 0; above <= most; above++) {
        add_multiple(mines + INTERIOR * limbs, limbs, before + above * limbs, limbs,
                     interior + above * limbs);
    }
    return LS_OK;
}

/* The sizes of the groups, then the covered cells in order, then the group of each. */
static int32_t list_groups(const ls_context *context, int32_t groups, int32_t *sizes) {
    const uint8_t *codes = ls_codes(context);
    const ls_cell *cells = ls_cells(context);
    int32_t *numbers = sizes + groups, *first_of = numbers + 2 * (int64_t)context->size;
    int32_t group = BOXES, covered = 0;
    sizes[SAFE] = sizes[MINES] = sizes[INTERIOR] = 1;
    const int64_t interior = context->undecided - context->tied;
    sizes[INTERIOR] = interior ? (int32_t)interior : 1;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        first_of[((const int32_t *)context->alive.items)[turn]] = group;
        for (int32_t box = 0; box < own->problem.boxes; box++) {
            sizes[group++] = own->problem.sizes[box];
        }
    }
    int32_t *homes = first_of + context->components_made;
    for (int32_t number = 0; number < context->size; number++) {
        const uint8_t code = codes[number];
        const ls_cell *cell = cells + number;
        if (code != LS_COVERED && code != LS_SAFE && code != LS_MINE) {
            continue;
        }
        homes[covered] = code == LS_SAFE            ? SAFE
                         : code == LS_MINE          ? MINES
                         : cell->component < 0      ? INTERIOR
                                                    : first_of[cell->component] + cell->box;
        numbers[covered++] = number;
    }
    memcpy(numbers + covered, homes, (size_t)covered * sizeof(int32_t));
    return covered;
}

/* The components as whole numbers, and room for all others, about a board that is joined; with `boxes`
 * by box. */
static ls_status make_room(ls_context *context, double most_work, bool boxes, joined *board,
                           int32_t *limbs, int32_t *groups) {
    LS_TRY(ls_bounds(context, board));
    if (!context->has_total) {
        board->first = board->last = board->interior; /* one term stands for all subsets */
    }
    LS_TRY(ls_estimate_integers(context));
    const double work = extent_of(context, board).work;
    if (!(work < most_work)) {
        return LS_WIDE;
    }
    LS_TRY(ls_make_integers(context, boxes, most_work - work));
    const extent all = extent_of(context, board);
    *limbs = (int32_t)all.limbs;
    *groups = all.groups;
    return ls_room(&context->memory, &context->sums, all.numbers * *limbs, sizeof(uint64_t))
               ? LS_OK
               : LS_MEMORY;
}

static bool has_whole_numbers(const ls_context *context) {
    return context->is_loaded && context->is_joined && !context->weights;
}

ls_status ls_layouts(ls_context *context, int32_t *limbs, const uint64_t **layouts) {
    joined board;
    int32_t groups;
    if (!has_whole_numbers(context) || !context->has_total) {
        return LS_WIDE;
    }
    LS_TRY(make_room(context, LS_BRIEF_JOIN, false, &board, limbs, &groups));
    uint64_t *interior = context->sums.items, *first;
    LS_TRY(sum_suffixes(context, &board, *limbs, interior,
                        interior + (board.span + 1) * *limbs, &first));
    *layouts = first;
    return LS_OK;
}

/* After `ls_load` or `ls_marginals`. */
int32_t ls_fractions(ls_context *context, double most_work, ls_fractions_found *found) {
    if (!has_whole_numbers(context)) {
        return LS_NONE;
    }
    joined board;
    int32_t limbs, groups;
    start_watch(context);
    LS_TRY(make_room(context, most_work, true, &board, &limbs, &groups));
    const int64_t words = groups + 3 * (int64_t)context->size + context->components_made;
    if (!ls_room(&context->memory, &context->groups, words, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    uint64_t *mines = context->sums.items;
    memset(mines, 0, (size_t)groups * (size_t)limbs * sizeof(uint64_t));
    LS_TRY(join(context, &board, limbs, mines + (int64_t)groups * limbs, mines));
    const int32_t covered = list_groups(context, groups, context->groups.items);
    *found = (ls_fractions_found){limbs, groups, covered, mines, context->groups.items};
    return LS_OK;
}

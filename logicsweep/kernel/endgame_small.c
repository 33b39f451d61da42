/* The end of the endgame: sets of at most 64 layouts, as bits of one word. See endgame.c.
 *
 * The layouts of one set are numbered anew, and every set that comes after it is a mask.
 */
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t mask;
    int64_t lower, upper;
    uint32_t turn; /* of another turn: an empty place */
} known_mask;

/* A set and all that its cells may show. */
typedef struct {
    ls_search *search;
    int32_t cells;
    bool is_plain;         /* whether each layout counts once */
    int64_t weights[LS_WORD];
    const uint64_t *mines; /* by cell: the layouts in which it is a mine */
    const uint64_t *masks; /* by value that some cell shows: the layouts in which it does */
    const uint8_t *which;  /* [cell][layout]: of its values the one, from 0 */
    uint64_t rivals[LS_WORD]; /* by layout: those that cannot be won as well, see endgame.c */
    const int32_t *starts; /* by cell: where its masks begin; and where those of the last end */
    int64_t known;
} little;

typedef struct {
    int64_t safe;
    int32_t cell;
} choice;

static inline int32_t lowest(uint64_t mask) { return __builtin_ctzll(mask); }

static inline int64_t weight(const little *own, uint64_t mask) {
    if (own->is_plain) {
        return __builtin_popcountll(mask);
    }
    int64_t sum = 0;
    for (; mask; mask &= mask - 1) {
        sum += own->weights[lowest(mask)];
    }
    return sum;
}

static int64_t heaviest(const little *own, uint64_t mask) {
    if (own->is_plain) {
        return 1;
    }
    int64_t most = 0;
    for (; mask; mask &= mask - 1) {
        const int64_t one = own->weights[lowest(mask)];
        most = one > most ? one : most;
    }
    return most;
}

static known_mask *find(const little *own, uint64_t mask) {
    const ls_context *context = own->search->context;
    known_mask *table = context->mask_table.items;
    const uint64_t room = (uint64_t)context->masks_room - 1;
    for (uint64_t at = (mask * 0x9E3779B97F4A7C15u) >> 32 & room;; at = (at + 1) & room) {
        if (table[at].turn != own->search->context->masks_turn || table[at].mask == mask) {
            return table + at;
        }
    }
}

static bool widen(little *own) {
    ls_context *context = own->search->context;
    const int64_t before = context->masks_room, after = before ? 2 * before : 1 << 12;
    ls_array old = context->mask_table;
    context->mask_table = (ls_array){NULL, 0};
    if (!ls_room(&context->memory, &context->mask_table, after, sizeof(known_mask))) {
        context->mask_table = old;
        return false;
    }
    memset(context->mask_table.items, 0, (size_t)after * sizeof(known_mask));
    context->masks_room = after;
    for (int64_t at = 0; at < before; at++) {
        const known_mask *one = (known_mask *)old.items + at;
        if (one->turn == own->search->context->masks_turn) {
            *find(own, one->mask) = *one;
        }
    }
    ls_free(&context->memory, &old);
    return true;
}

static void keep(little *own, uint64_t mask, int64_t value, int64_t alpha) {
    known_mask *one = find(own, mask);
    if (one->turn != own->search->context->masks_turn) {
        if (2 * (own->known + 1) > own->search->context->masks_room) {
            if (!widen(own)) {
                own->search->status = LS_MEMORY;
                return;
            }
            one = find(own, mask);
        }
        *one = (known_mask){mask, 0, INT64_MAX, own->search->context->masks_turn};
        own->known++;
    }
    if (value > alpha) {
        one->lower = one->upper = value;
    } else {
        one->upper = value < one->upper ? value : one->upper;
    }
}

/* The value of a set if it is above alpha, else an upper bound. `bound` is one; of the first 64 cells
 * those that are `living` may tell its layouts apart. */
static int64_t value_of(little *own, uint64_t mask, uint64_t living, int64_t bound, int64_t alpha);

/* An upper bound: of layouts that are all rivals, the heaviest. */
static int64_t bound_of(const little *own, uint64_t mask) {
    int64_t bound = 0;
    while (mask) {
        const int32_t first = lowest(mask);
        mask &= mask - 1;
        int64_t most = own->weights[first];
        for (uint64_t rivals = own->rivals[first] & mask; rivals;) {
            const int32_t next = lowest(rivals);
            most = own->weights[next] > most ? own->weights[next] : most;
            mask &= ~((uint64_t)1 << next);
            rivals &= own->rivals[next];
        }
        bound += most;
    }
    return bound;
}

/* What is won after opening a cell that is safe in the layouts of a mask. */
static int64_t opened(little *own, uint64_t mask, uint64_t living, int32_t cell, int64_t alpha) {
    uint64_t parts[LS_WORD];
    int64_t bounds[LS_WORD];
    int64_t all = 0;
    int32_t made = 0;
    for (int32_t at = own->starts[cell]; mask; at++) {
        const uint64_t part = own->masks[at] & mask;
        mask &= ~part;
        if (part & (part - 1)) {
            const int64_t bound = bound_of(own, part);
            all += bound;
            const uint64_t third = part & (part - 1);
            if (third & (third - 1)) {
                parts[made] = part;
                bounds[made++] = bound;
            }
        } else if (part) {
            all += own->weights[lowest(part)];
        }
    }
    for (int32_t at = 0; at < made && all > alpha; at++) {
        all += value_of(own, parts[at], living, bounds[at], alpha - all + bounds[at]) - bounds[at];
    }
    return all;
}

/* Those that may win the most come first, and then the safest. */
static void order(const little *own, uint64_t mask, choice *choices, int32_t made) {
    for (int32_t turn = 0; turn < made; turn++) {
        choice one = choices[turn];
        uint64_t left = mask & ~own->mines[one.cell];
        one.safe = 0;
        for (int32_t at = own->starts[one.cell]; left; at++) {
            one.safe += bound_of(own, own->masks[at] & left);
            left &= ~own->masks[at];
        }
        int32_t at = turn;
        for (; at > 0 && choices[at - 1].safe < one.safe; at--) {
            choices[at] = choices[at - 1];
        }
        choices[at] = one;
    }
}

/* Insert a cell among those to be tried, the safest first; leave out those that it is as good as. */
static int32_t insert(const little *own, uint64_t mines, choice one, choice *choices,
                      int32_t made) {
    int32_t left = 0;
    for (int32_t other = 0; other < made; other++) {
        if (mines & ~own->mines[choices[other].cell]) {
            choices[left++] = choices[other];
        }
    }
    int32_t at = left;
    for (; at > 0 && choices[at - 1].safe < one.safe; at--) {
        choices[at] = choices[at - 1];
    }
    choices[at] = one;
    return left + 1;
}

/* The next cell that may tell layouts apart; `own->cells` after the last. */
static inline int32_t next_cell(const little *own, int32_t cell, uint64_t *may) {
    if (*may) {
        const int32_t next = lowest(*may);
        *may &= *may - 1;
        return next;
    }
    return cell < 63 ? (own->cells > 64 ? 64 : own->cells) : cell + 1;
}

static int64_t searched(little *own, uint64_t mask, uint64_t living, int64_t alpha) {
    uint64_t left_living = 0, may = living;
    choice choices[own->cells + 1];
    int32_t made = 0;
    for (int32_t cell = next_cell(own, -1, &may); cell < own->cells;
         cell = next_cell(own, cell, &may)) {
        const uint64_t safe = mask & ~own->mines[cell];
        if (!safe) {
            continue;
        }
        const uint64_t alike =
            own->masks[own->starts[cell] + own->which[cell * LS_WORD + lowest(safe)]];
        if (!(safe & ~alike)) {
            continue;
        }
        if (safe == mask) {
            return opened(own, mask, living, cell, alpha);
        }
        left_living |= (uint64_t)(cell < 64) << (cell & 63);
        bool is_needed = true;
        const uint64_t mines = mask & own->mines[cell];
        for (int32_t other = 0; other < made && is_needed; other++) {
            is_needed = own->mines[choices[other].cell] & mask & ~mines;
        }
        if (is_needed) {
            made = insert(own, mines, (choice){weight(own, safe), cell}, choices, made);
        }
    }
    order(own, mask, choices, made);
    const int64_t most = heaviest(own, mask);
    int64_t best = most, bound = most;
    for (int32_t turn = 0; turn < made; turn++) {
        const int64_t goal = best > alpha ? best : alpha;
        if (choices[turn].safe <= goal) {
            bound = choices[turn].safe > bound ? choices[turn].safe : bound;
            break;
        }
        const int64_t value = opened(own, mask & ~own->mines[choices[turn].cell], left_living,
                                     choices[turn].cell, goal);
        best = value > goal ? value : best;
        bound = value > bound ? value : bound;
    }
    return best > alpha ? best : bound;
}

static int64_t value_of(little *own, uint64_t mask, uint64_t living, int64_t bound, int64_t alpha) {
    if (bound <= alpha) {
        return bound;
    }
    const known_mask *one = find(own, mask);
    if (one->turn == own->search->context->masks_turn &&
        (one->lower == one->upper || one->upper <= alpha)) {
        return one->upper;
    }
    if (!ls_goes_on(own->search, own->cells)) {
        return bound;
    }
    const int64_t value = searched(own, mask, living, alpha);
    if (own->search->status == LS_OK) {
        keep(own, mask, value, alpha);
    }
    return value;
}

/* What the cells show in a few layouts, and how many of them tell layouts apart. */
static int32_t read(const ls_search *search, const int32_t *list, int32_t length,
                    const uint16_t *cells, int32_t count, uint64_t *mines, uint64_t *masks,
                    uint8_t *which, int32_t *starts) {
    const int64_t layouts = search->hidden->layouts;
    const uint64_t every = length == LS_WORD ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
    int32_t made = 0;
    starts[0] = 0;
    for (int32_t at = 0; at < count; at++) {
        const uint8_t *column = search->columns + cells[at] * layouts;
        const int32_t values = search->values[cells[at]];
        uint64_t *own = masks + starts[made];
        uint8_t *numbers = which + made * LS_WORD;
        memset(own, 0, (size_t)(values + 1) * sizeof *own);
        for (int32_t place = 0; place < length; place++) {
            const uint8_t number = column[list[place]];
            own[number] |= (uint64_t)1 << place;
            numbers[place] = number;
        }
        mines[made] = own[values];
        const uint64_t safe = every & ~own[values];
        if (!safe || !(safe & ~own[numbers[lowest(safe)]])) {
            continue; /* it is dead, a mine, or safe and shows nothing new */
        }
        starts[made + 1] = starts[made] + values;
        made++;
    }
    return made;
}

/* Two layouts are rivals if no cell that is safe in both shows something else. */
static void find_rivals(little *own, int32_t length, uint64_t every) {
    for (int32_t place = 0; place < length; place++) {
        uint64_t apart = (uint64_t)1 << place;
        for (int32_t cell = 0; cell < own->cells; cell++) {
            if (!(own->mines[cell] >> place & 1)) {
                apart |= ~own->mines[cell] &
                         ~own->masks[own->starts[cell] + own->which[cell * LS_WORD + place]];
            }
        }
        own->rivals[place] = every & ~apart;
    }
}

int64_t ls_small_value(ls_search *search, const int32_t *list, int32_t length,
                       const uint16_t *cells, int32_t count, int64_t alpha) {
    ls_context *context = search->context;
    const int64_t many = count + 1;
    const int64_t values = search->most_values + 1;
    const int64_t bytes =
        many * ((int64_t)sizeof(uint64_t) * (1 + values) + LS_WORD + 8) + 8;
    if (!ls_room(&context->memory, &context->mask_room, bytes, 1)) {
        search->status = LS_MEMORY;
        return 0;
    }
    uint64_t *mines = context->mask_room.items, *masks = mines + many;
    int32_t *starts = (int32_t *)(masks + many * values);
    uint8_t *which = (uint8_t *)(starts + many + 1);
    little own = {.search = search, .mines = mines, .masks = masks, .which = which,
                  .starts = starts, .is_plain = !search->hidden->weights};
    own.cells = read(search, list, length, cells, count, mines, masks, which, starts);
    for (int32_t place = 0; place < length; place++) {
        own.weights[place] = ls_weight_of(search->hidden, list[place]);
    }
    context->masks_turn++;
    if (!context->masks_room && !widen(&own)) {
        search->status = LS_MEMORY;
        return 0;
    }
    const uint64_t every = length == LS_WORD ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
    find_rivals(&own, length, every);
    const int64_t bound = bound_of(&own, every);
    const uint64_t may =
        own.cells >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << own.cells) - 1;
    return bound > alpha ? searched(&own, every, may, alpha) : bound;
}

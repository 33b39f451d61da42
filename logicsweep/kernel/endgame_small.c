/* The end of the endgame: sets of at most 64 layouts, as bits of one word. See endgame.c.
 *
 * The layouts of one set are numbered anew, and every set that comes after it is a mask.
 */
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t mask;
    ls_bounds bounds;
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

/* The first `count` bits; all of 64 or more. */
static inline uint64_t first(int32_t count) {
    return count < LS_WORD ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

static inline int64_t weight(const little *few, uint64_t mask) {
    if (few->is_plain) {
        return __builtin_popcountll(mask);
    }
    int64_t sum = 0;
    for (; mask; mask &= mask - 1) {
        sum += few->weights[lowest(mask)];
    }
    return sum;
}

static int64_t heaviest(const little *few, uint64_t mask) {
    if (few->is_plain) {
        return 1;
    }
    int64_t most = 0;
    for (; mask; mask &= mask - 1) {
        const int64_t heavy = few->weights[lowest(mask)];
        most = heavy > most ? heavy : most;
    }
    return most;
}

static known_mask *find(const little *few, uint64_t mask) {
    const ls_context *context = few->search->context;
    known_mask *table = context->mask_table.items;
    const uint64_t room = (uint64_t)context->masks_room - 1;
    for (uint64_t at = (mask * 0x9E3779B97F4A7C15u) >> 32 & room;; at = (at + 1) & room) {
        if (table[at].turn != context->masks_turn || table[at].mask == mask) {
            return table + at;
        }
    }
}

static bool widen(little *few) {
    ls_context *context = few->search->context;
    const int64_t before = context->masks_room;
    ls_array old;
    if (!ls_double(&context->memory, &context->mask_table, &old, &context->masks_room, 1 << 12,
                   sizeof(known_mask))) {
        return false;
    }
    for (int64_t at = 0; at < before; at++) {
        const known_mask *known = (known_mask *)old.items + at;
        if (known->turn == context->masks_turn) {
            *find(few, known->mask) = *known;
        }
    }
    ls_free(&context->memory, &old);
    return true;
}

static void keep(little *few, uint64_t mask, int64_t value, int64_t alpha) {
    const ls_context *context = few->search->context;
    known_mask *known = find(few, mask);
    if (known->turn != context->masks_turn) {
        if (2 * (few->known + 1) > context->masks_room) {
            if (!widen(few)) {
                few->search->status = LS_MEMORY;
                return;
            }
            known = find(few, mask);
        }
        *known = (known_mask){mask, LS_UNBOUNDED, context->masks_turn};
        few->known++;
    }
    ls_narrow(&known->bounds, value, alpha);
}

/* The value of a set if it is above alpha, else an upper bound. `bound` is one; of the first 64 cells
 * those that are `living` may tell its layouts apart. */
static int64_t value_of(little *few, uint64_t mask, uint64_t living, int64_t bound, int64_t alpha);

/* An upper bound: of layouts that are all rivals, the heaviest. */
static int64_t bound_of(const little *few, uint64_t mask) {
    int64_t bound = 0;
    while (mask) {
        const int32_t layout = lowest(mask);
        mask &= mask - 1;
        int64_t most = few->weights[layout];
        for (uint64_t rivals = few->rivals[layout] & mask; rivals;) {
            const int32_t next = lowest(rivals);
            most = few->weights[next] > most ? few->weights[next] : most;
            mask &= ~((uint64_t)1 << next);
            rivals &= few->rivals[next];
        }
        bound += most;
    }
    return bound;
}

/* What is won after opening a cell that is safe in the layouts of a mask. */
static int64_t opened(little *few, uint64_t mask, uint64_t living, int32_t cell, int64_t alpha) {
    uint64_t parts[LS_WORD];
    int64_t bounds[LS_WORD];
    int64_t all = 0;
    int32_t made = 0;
    for (int32_t at = few->starts[cell]; mask; at++) {
        const uint64_t part = few->masks[at] & mask;
        mask &= ~part;
        if (part & (part - 1)) {
            const int64_t bound = bound_of(few, part);
            all += bound;
            const uint64_t third = part & (part - 1);
            if (third & (third - 1)) {
                parts[made] = part;
                bounds[made++] = bound;
            }
        } else if (part) {
            all += few->weights[lowest(part)];
        }
    }
    for (int32_t at = 0; at < made && all > alpha; at++) {
        all += value_of(few, parts[at], living, bounds[at], alpha - all + bounds[at]) - bounds[at];
    }
    return all;
}

/* Put a cell behind the `made` before it that are as safe. */
static inline void put(choice *choices, int32_t made, choice added) {
    for (; made > 0 && choices[made - 1].safe < added.safe; made--) {
        choices[made] = choices[made - 1];
    }
    choices[made] = added;
}

/* Those that may win the most come first, and then the safest. */
static void order(const little *few, uint64_t mask, choice *choices, int32_t made) {
    for (int32_t turn = 0; turn < made; turn++) {
        choice moved = choices[turn];
        uint64_t left = mask & ~few->mines[moved.cell];
        moved.safe = 0;
        for (int32_t at = few->starts[moved.cell]; left; at++) {
            moved.safe += bound_of(few, few->masks[at] & left);
            left &= ~few->masks[at];
        }
        put(choices, turn, moved);
    }
}

/* Insert a cell among those to be tried, the safest first; leave out those that it is as good as. */
static int32_t insert(const little *few, uint64_t mines, choice added, choice *choices,
                      int32_t made) {
    int32_t left = 0;
    for (int32_t kept = 0; kept < made; kept++) {
        if (mines & ~few->mines[choices[kept].cell]) {
            choices[left++] = choices[kept];
        }
    }
    put(choices, left, added);
    return left + 1;
}

/* The next cell that may tell layouts apart; `few->cells` after the last. */
static inline int32_t next_cell(const little *few, int32_t cell, uint64_t *may) {
    if (*may) {
        const int32_t next = lowest(*may);
        *may &= *may - 1;
        return next;
    }
    return cell < 63 ? (few->cells > 64 ? 64 : few->cells) : cell + 1;
}

static int64_t searched(little *few, uint64_t mask, uint64_t living, int64_t alpha) {
    uint64_t left_living = 0, may = living;
    choice choices[few->cells + 1];
    int32_t made = 0;
    for (int32_t cell = next_cell(few, -1, &may); cell < few->cells;
         cell = next_cell(few, cell, &may)) {
        const uint64_t safe = mask & ~few->mines[cell];
        if (!safe) {
            continue;
        }
        const uint64_t alike =
            few->masks[few->starts[cell] + few->which[cell * LS_WORD + lowest(safe)]];
        if (!(safe & ~alike)) {
            continue;
        }
        if (safe == mask) {
            return opened(few, mask, living, cell, alpha);
        }
        left_living |= (uint64_t)(cell < 64) << (cell & 63);
        bool is_needed = true;
        const uint64_t mines = mask & few->mines[cell];
        for (int32_t kept = 0; kept < made && is_needed; kept++) {
            is_needed = few->mines[choices[kept].cell] & mask & ~mines;
        }
        if (is_needed) {
            made = insert(few, mines, (choice){weight(few, safe), cell}, choices, made);
        }
    }
    const int64_t most = heaviest(few, mask);
    int64_t best = most, bound = most;
    for (int32_t turn = 0; turn < made; turn++) {
        if (turn == 1) { /* the safest stays the first, as in endgame.c */
            order(few, mask, choices + 1, made - 1);
        }
        const int64_t goal = best > alpha ? best : alpha;
        if (turn && choices[turn].safe <= goal) {
            bound = choices[turn].safe > bound ? choices[turn].safe : bound;
            break;
        }
        const int64_t value = opened(few, mask & ~few->mines[choices[turn].cell], left_living,
                                     choices[turn].cell, goal);
        best = value > goal ? value : best;
        bound = value > bound ? value : bound;
    }
    return best > alpha ? best : bound;
}

static int64_t value_of(little *few, uint64_t mask, uint64_t living, int64_t bound, int64_t alpha) {
    if (bound <= alpha) {
        return bound;
    }
    const known_mask *known = find(few, mask);
    if (known->turn == few->search->context->masks_turn && ls_is_settled(&known->bounds, alpha)) {
        return known->bounds.upper;
    }
    if (!ls_goes_on(few->search, few->cells)) {
        return bound;
    }
    const int64_t value = searched(few, mask, living, alpha);
    if (few->search->status == LS_OK) {
        keep(few, mask, value, alpha);
    }
    return value;
}

/* What the cells show in a few layouts, and how many of them tell layouts apart. */
static int32_t read(const ls_search *search, const int32_t *list, int32_t length,
                    const uint16_t *cells, int32_t count, uint64_t *mines, uint64_t *masks,
                    uint8_t *which, int32_t *starts) {
    const int64_t layouts = search->hidden->layouts;
    const uint64_t every = first(length);
    int32_t made = 0;
    starts[0] = 0;
    for (int32_t at = 0; at < count; at++) {
        const uint8_t *column = search->columns + cells[at] * layouts;
        const int32_t values = search->values[cells[at]];
        uint64_t *by_value = masks + starts[made];
        uint8_t *numbers = which + made * LS_WORD;
        memset(by_value, 0, (size_t)(values + 1) * sizeof *by_value);
        for (int32_t place = 0; place < length; place++) {
            const uint8_t number = column[list[place]];
            by_value[number] |= (uint64_t)1 << place;
            numbers[place] = number;
        }
        mines[made] = by_value[values];
        const uint64_t safe = every & ~by_value[values];
        if (!safe || !(safe & ~by_value[numbers[lowest(safe)]])) {
            continue; /* it is dead, a mine, or safe and shows nothing new */
        }
        starts[made + 1] = starts[made] + values;
        made++;
    }
    return made;
}

/* Two layouts are rivals if no cell that is safe in both shows something else. */
static void find_rivals(little *few, int32_t length, uint64_t every) {
    uint64_t allowed[LS_HIT + 1]; /* by what a cell shows: those that may be rivals of such a layout */
    for (int32_t place = 0; place < length; place++) {
        few->rivals[place] = every & ~((uint64_t)1 << place);
    }
    for (int32_t cell = 0; cell < few->cells; cell++) {
        const uint8_t *which = few->which + cell * LS_WORD;
        const int32_t start = few->starts[cell], values = few->starts[cell + 1] - start;
        for (int32_t value = 0; value < values; value++) {
            allowed[value] = few->masks[start + value] | few->mines[cell];
        }
        allowed[values] = every;
        for (int32_t place = 0; place < length; place++) {
            few->rivals[place] &= allowed[which[place]];
        }
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
    little few = {.search = search, .mines = mines, .masks = masks, .which = which,
                  .starts = starts, .is_plain = !search->hidden->weights};
    few.cells = read(search, list, length, cells, count, mines, masks, which, starts);
    for (int32_t place = 0; place < length; place++) {
        few.weights[place] = ls_weight_of(search->hidden, list[place]);
    }
    context->masks_turn++;
    if (!context->masks_room && !widen(&few)) {
        search->status = LS_MEMORY;
        return 0;
    }
    const uint64_t every = first(length);
    find_rivals(&few, length, every);
    const int64_t bound = bound_of(&few, every);
    return bound > alpha ? searched(&few, every, first(few.cells), alpha) : bound;
}

/* The best play for sets of layouts: how much of their weight can be won.
 *
 * A player who knows that the layout is one of a set opens a cell: it is a mine in some layouts, and
 * in the others what it shows says which part of the set is left. The value of a set is the weight
 * of the layouts that the best player wins; all layouts have the same number of mines. By these
 * rules little of the tree is left:
 *
 * - A cell that is safe in all layouts is opened at once if it tells something.
 * - A dead cell shows the same in all layouts where it is safe. To put it off never costs anything,
 *   and when there are only dead cells left, one layout can be won.
 * - Of two cells, where the mines of the first are among the mines of the second (by layout), the
 *   first is as good: after the second, it is safe. So is one of several that are alike.
 * - Two layouts are rivals if no cell that is safe in both shows something else: whoever wins the one
 *   plays the same in the other, and opens a mine. Of a clique of rivals one can be won, which bounds
 *   what a set is worth.
 * - A cell is cut as soon as what it may still win is no more than what another one does win.
 *
 * The search returns a value above `alpha` exactly, else an upper bound of at most `alpha`
 * (fail-soft alpha-beta). Values are kept by set, with all its layouts: sets are never mixed up.
 * The same search, much slower, is in strategy/tree.py. The idea of the tree with a cache of positions
 * is that of the brute force of JSMinesweeper and of the macros of PSEQ; the bound is ours.
 */
#include "endgame.h"

#include <stdlib.h>
#include <string.h>

/* A cell that may be opened, and the weight of the layouts in which it is safe. */
typedef struct {
    int64_t safe, most; /* the second bounds what can be won */
    int32_t place;      /* in the list of cells that are not decided */
} choice;

static int64_t value_of(ls_search *search, const int32_t *list, int32_t length,
                        const uint16_t *cells, int32_t count, int64_t bound, int64_t alpha);

/* A part of a set: where its layouts begin in some room, and a bound of what can be won of it. */
typedef struct {
    int64_t bound;
    int32_t begin, size;
} part;

/* A bound as it grows: the sum over cliques, whose layouts come side by side, of the heaviest layout. */
typedef struct {
    int64_t bound, most; /* `most` is of the clique at hand */
    int32_t clique;
} bounding;

static inline void take_in(const ls_search *search, int32_t layout, bounding *sum) {
    const int32_t clique = search->cliques[layout];
    const int64_t weight = ls_weight_of(search->hidden, layout);
    const int64_t before = clique == sum->clique ? sum->most : 0;
    sum->most = weight > before ? weight : before;
    sum->bound += sum->most - before;
    sum->clique = clique;
}

/* Bound what can be won of a list. */
static int64_t bound_of(const ls_search *search, const int32_t *list, int32_t length) {
    bounding sum = {0, 0, -1};
    if (search->hidden->weights) {
        for (int32_t place = 0; place < length; place++) {
            take_in(search, list[place], &sum);
        }
        return sum.bound;
    }
    for (int32_t place = 0; place < length; place++) { /* count the cliques */
        const int32_t clique = search->cliques[list[place]];
        sum.bound += clique != sum.clique;
        sum.clique = clique;
    }
    return sum.bound;
}

/* What is won of a set in parts: the sum over them. `room` has their layouts. */
static int64_t won_of(ls_search *search, const int32_t *room, part *parts, int32_t count,
                      const uint16_t *cells, int32_t living, int64_t alpha) {
    int64_t all = 0;
    int32_t large = 0;
    /* The largest first: its value is the farthest below its bound. */
    for (int32_t turn = 0; turn < count; turn++) {
        part next = parts[turn];
        next.bound = bound_of(search, room + next.begin, next.size);
        all += next.bound;
        if (next.size > 1) {
            int32_t place = large++;
            for (; place > 0 && parts[place - 1].size < next.size; place--) {
                parts[place] = parts[place - 1];
            }
            parts[place] = next;
        }
    }
    for (int32_t turn = 0; turn < large && all > alpha; turn++) {
        const part *next = parts + turn;
        all -= next->bound;
        all += value_of(search, room + next->begin, next->size, cells, living, next->bound,
                        alpha - all);
    }
    return all;
}

int64_t ls_opened(ls_search *search, const int32_t *list, int32_t length, const uint8_t *shown,
                  const uint16_t *cells, int32_t count, int32_t values, int32_t *room,
                  int64_t alpha) {
    int32_t ends[values + 1], made = 0;
    part parts[values + 1];
    /* The last ones are of the layouts in which it is a mine. */
    memset(ends, 0, sizeof ends);
    for (int32_t place = 0; place < length; place++) {
        ends[shown[place]]++;
    }
    for (int32_t value = 0, end = 0; value < values; value++) {
        const int32_t size = ends[value];
        ends[value] = end;
        if (size) {
            parts[made++] = (part){0, end, size};
        }
        end += size;
    }
    for (int32_t place = 0; place < length; place++) {
        if (shown[place] < values) {
            room[ends[shown[place]]++] = list[place];
        }
    }
    return won_of(search, room, parts, made, cells, count, alpha);
}

int64_t ls_bound_after(const ls_search *search, const int32_t *list, int32_t length,
                       const uint8_t *shown, int32_t values) {
    bounding sum = {0, 0, -1};
    for (int32_t place = 0; place < length; place++) {
        if (shown[place] != values) {
            take_in(search, list[place], &sum);
        }
    }
    return sum.bound;
}

/* The safest first. */
static int in_turn(const void *first, const void *second) {
    const choice *a = first, *b = second;
    return a->safe != b->safe ? (a->safe < b->safe) - (a->safe > b->safe)
                              : (a->place > b->place) - (a->place < b->place);
}

/* Those that may win the most first. */
static int by_bound(const void *first, const void *second) {
    const choice *a = first, *b = second;
    return a->most != b->most ? (a->most < b->most) - (a->most > b->most) : in_turn(first, second);
}

/* A node of the tree. */
typedef struct {
    uint16_t *cells;     /* those that are not decided */
    choice *choices;
    uint64_t *mines;     /* [cell][layout of the node], as bits: whether it is a mine */
    uint64_t *lasts;     /* by layout of the node, as bits: whether it is the last one of its clique */
    int32_t *room;
    uint8_t *shown;      /* [cell][layout of the node]: as `columns` of the search */
} node;

/* Whether a cell is safe in all of some layouts and tells some of them apart. What it shows is written
 * then. */
static bool is_clue(const ls_search *search, const int32_t *list, int32_t length, uint16_t cell,
                    uint8_t *shown) {
    const uint8_t *column = search->columns + cell * (int64_t)search->hidden->layouts;
    const uint8_t mine = (uint8_t)search->values[cell], first = column[list[0]];
    bool is_living = false;
    for (int32_t place = 0; place < length; place++) {
        shown[place] = column[list[place]];
        is_living |= shown[place] != first;
        if (shown[place] == mine) {
            return false;
        }
    }
    return is_living;
}

/* What a cell shows in some layouts, and in which of them it is a mine; how many these are, and whether it
 * shows something else in one of the others than in another. */
static bool look_at(const ls_search *search, const int32_t *list, int32_t length, uint16_t cell,
                    uint8_t *shown, uint64_t *mines, int32_t *count) {
    const uint8_t *column = search->columns + cell * (int64_t)search->hidden->layouts;
    /* Eight layouts at a time, a byte each. */
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const uint64_t mine = (uint8_t)search->values[cell] * 0x0101010101010101u;
    uint64_t every = ~(uint64_t)0, some = 0;
    for (int32_t place = 0; place < length; place++) {
        shown[place] = column[list[place]];
    }
    memset(mines, 0, (size_t)(length + 63) / 64 * sizeof *mines);
    for (int32_t place = 0; place < length; place += 8) {
        uint64_t bytes = mine;
        memcpy(&bytes, shown + place, (size_t)(length - place < 8 ? length - place : 8));
        uint64_t hit = bytes ^ mine; /* 0 for a mine */
        hit = (~(((hit & low) + low) | hit) & ~low) >> 7;
        mines[place / 64] |= (hit * 0x0102040810204080u) >> 56 << place % 64;
        every &= bytes | hit * 0xff;
        some |= bytes & ~(hit * 0xff);
    }
    if (length % 64) { /* there are no layouts behind the last one */
        mines[length / 64] &= ((uint64_t)1 << length % 64) - 1;
    }
    *count = 0;
    for (int32_t word = 0; word < (length + 63) / 64; word++) {
        *count += __builtin_popcountll(mines[word]);
    }
    /* All that is shown in `some`, and what all of them have in `every`. */
    some |= some >> 32;
    every &= every >> 32;
    some |= some >> 16;
    every &= every >> 16;
    some |= some >> 8;
    every &= every >> 8;
    return *count < length && (uint8_t)some != (uint8_t)every;
}

/* The weight of the layouts in which a cell is safe. */
static int64_t safe_of(const ls_search *search, const int32_t *list, int32_t length,
                       const uint8_t *shown, int32_t values) {
    int64_t safe = 0;
    for (int32_t place = 0; place < length; place++) {
        safe += shown[place] == values ? 0 : search->hidden->weights[list[place]];
    }
    return safe;
}

/* As `ls_bound_after`, where each layout counts once: how many cliques have a layout in which a cell is
 * safe. In the sum the first of these carries up to the last of its clique, which stands for it. */
static int64_t cliques_after(const node *here, int32_t place, int32_t words) {
    const uint64_t *mines = here->mines + (int64_t)place * words;
    int64_t count = 0;
    uint64_t carry = 0;
    for (int32_t word = 0; word < words; word++) {
        const uint64_t safe = ~mines[word], last = here->lasts[word];
        const uint64_t sum = (safe & ~last) + ~last, more = sum + carry;
        carry = (sum < ~last) | (more < sum);
        count += __builtin_popcountll((more | safe) & last);
    }
    return count;
}

/* Mark the last layout of each clique. */
static void mark_lasts(const ls_search *search, const int32_t *list, int32_t length, node *here) {
    memset(here->lasts, 0, (size_t)(length + 63) / 64 * sizeof *here->lasts);
    for (int32_t place = 0; place < length; place++) {
        const int32_t clique = search->cliques[list[place]];
        const bool is_last = place == length - 1 || search->cliques[list[place + 1]] != clique;
        here->lasts[place / 64] |= (uint64_t)is_last << place % 64;
    }
}

static bool are_among(const uint64_t *some, const uint64_t *others, int32_t words) {
    for (int32_t word = 0; word < words; word++) {
        if (some[word] & ~others[word]) {
            return false;
        }
    }
    return true;
}

/* Leave out cells than which an earlier one is as good; how many are left. */
static int32_t undominated(int32_t words, node *here, int32_t made) {
    int32_t left = 0;
    for (int32_t turn = 0; turn < made; turn++) {
        const uint64_t *mines = here->mines + (int64_t)here->choices[turn].place * words;
        bool is_needed = true;
        for (int32_t kept = 0; kept < left && is_needed; kept++) {
            const int32_t place = here->choices[kept].place;
            is_needed = !are_among(here->mines + (int64_t)place * words, mines, words);
        }
        if (is_needed) {
            here->choices[left++] = here->choices[turn];
        }
    }
    return left;
}

/* The value of a set, if it is not in the table. `most` weighs the heaviest layout. */
static int64_t searched(ls_search *search, const int32_t *list, int32_t length,
                        const uint16_t *cells, int32_t count, node *here, int64_t most,
                        int64_t alpha) {
    const int32_t words = (length + 63) / 64;
    const int64_t *weights = search->hidden->weights;
    int32_t left = 0, made = 0;
    for (int32_t at = 0; at < count; at++) {
        if (is_clue(search, list, length, cells[at], here->shown)) {
            return ls_opened(search, list, length, here->shown, cells, count,
                             search->values[cells[at]], here->room, alpha);
        }
    }
    for (int32_t at = 0; at < count; at++) {
        uint8_t *shown = here->shown + (int64_t)left * length;
        const int32_t values = search->values[cells[at]];
        int32_t mines;
        const bool is_living = look_at(search, list, length, cells[at], shown,
                                       here->mines + (int64_t)left * words, &mines);
        if (mines && mines < length) {
            if (is_living) {
                const int64_t safe =
                    weights ? safe_of(search, list, length, shown, values) : length - mines;
                here->choices[made++] = (choice){safe, 0, left};
            }
            here->cells[left++] = cells[at];
        }
    }
    qsort(here->choices, (size_t)made, sizeof *here->choices, in_turn);
    made = undominated(words, here, made);
    mark_lasts(search, list, length, here);
    for (int32_t turn = 0; turn < made; turn++) {
        choice *tried = here->choices + turn;
        tried->most = weights ? ls_bound_after(search, list, length,
                                               here->shown + (int64_t)tried->place * length,
                                               search->values[here->cells[tried->place]])
                              : cliques_after(here, tried->place, words);
    }
    /* The safest stays the first: it wins nearly the most, and then there is something to cut the others
     * by. The bound of a riskier one may be the highest, and far above what it wins. */
    if (made > 2) {
        qsort(here->choices + 1, (size_t)made - 1, sizeof *here->choices, by_bound);
    }
    int64_t best = most, bound = most;
    for (int32_t turn = 0; turn < made; turn++) {
        const int64_t goal = best > alpha ? best : alpha;
        if (here->choices[turn].most <= goal) {
            bound = here->choices[turn].most > bound ? here->choices[turn].most : bound;
            continue;
        }
        const int32_t place = here->choices[turn].place;
        const int64_t value = ls_opened(search, list, length,
                                        here->shown + (int64_t)place * length, here->cells, left,
                                        search->values[here->cells[place]], here->room, goal);
        best = value > goal ? value : best;
        bound = value > bound ? value : bound;
    }
    return best > alpha ? best : bound;
}

/* The value of a set if it is above alpha, else an upper bound. `cells` are those that need not be
 * alike in all layouts. */
static int64_t value_of(ls_search *search, const int32_t *list, int32_t length,
                        const uint16_t *cells, int32_t count, int64_t bound, int64_t alpha) {
    ls_context *context = search->context;
    int64_t most = 0;
    for (int32_t place = 0; place < length; place++) {
        const int64_t weight = ls_weight_of(search->hidden, list[place]);
        most = weight > most ? weight : most;
    }
    if (bound <= alpha || bound == most || length == 1) {
        return bound;
    }
    const uint64_t hash = ls_hash_of(search, list, length);
    const ls_bounds *known = ls_known(search, hash, list, length);
    if (known && ls_is_settled(known, alpha)) {
        return known->upper;
    }
    if (!ls_goes_on(search, (int64_t)length * count)) {
        return bound;
    }
    int64_t value;
    if (length <= LS_WORD) {
        value = ls_small_value(search, list, length, cells, count, alpha);
    } else {
        const int64_t words = (length + 63) / 64, many = count;
        const int64_t bytes = many * ((int64_t)sizeof(choice) + 8 * words + 2 + length) +
                              8 * words + 4 * (int64_t)length;
        int64_t taken = 0;
        char *block = ls_block(&context->memory, bytes, &taken);
        if (!block) {
            search->status = LS_MEMORY;
            return bound;
        }
        node here;
        here.mines = (uint64_t *)block;
        here.lasts = here.mines + many * words;
        here.choices = (choice *)(here.lasts + words);
        here.room = (int32_t *)(here.choices + many);
        here.cells = (uint16_t *)(here.room + length);
        here.shown = (uint8_t *)(here.cells + many);
        value = searched(search, list, length, cells, count, &here, most, alpha);
        free(block);
        context->memory.taken -= taken;
    }
    if (search->status == LS_OK) {
        ls_keep(search, hash, list, length, value, alpha);
    }
    return value;
}

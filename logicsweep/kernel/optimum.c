/* The best play of a whole small game, from its first cell on.
 *
 * The search is that of endgame.c: sets of layouts, parted by what a cell shows, with an upper bound
 * for each; the value of a set is the number of layouts that the best player wins. What is done once
 * for all positions of the game makes it fast:
 *
 * - A position is kept by what is decided in it: of each cell that shows the same in all layouts of
 *   the set (or is a mine in all of them) that value. This determines the set. A set that is reached
 *   by opening cells consists of all layouts that agree with what these showed. The opened cells are
 *   among the decided ones, so whatever agrees with all decided cells belongs to the set; and all of
 *   the set agrees with them, since they are decided. So two ways to a position meet, also where
 *   other cells were opened on them, and a key takes 16 bytes.
 * - A symmetry of the board (a permutation of the cells that keeps neighbours) maps positions to
 *   positions of the same value. Of all images of a key the least is kept.
 * - One table serves all first cells.
 * - A set is worth at most the number of layouts that survive the next click. As two clicks, opening
 *   a cell and the safest cell after each of its values, this is both the order of the cells and a
 *   bound.
 *
 * Several threads may search the same game: each does the whole search, but leaves the positions
 * that another thread is at for later, and finds what the others found in the table. Values are
 * exact, so that they do not depend on this.
 */
#include "optimum.h"

#include <stdlib.h>
#include <string.h>

/* Smaller sets are searched by endgame_small.c; of those below, values are not kept. */
#define SMALL LS_WORD
#define TINY 4
/* Smaller ones are bounded by their cliques alone. */
#define FEW 4
/* Positions of fewer layouts are not left to other threads. */
#define SHARED 256
/* A mine, and what is not decided, in a key. */
#define MINE 14
#define OPEN 15

/* A thread at its search. */
typedef struct {
    ls_optimum *game;
    ls_search few; /* for small sets, with the context and the status */
    ls_busy *busy;
} walk;

/* What the cells show in a set: the least and the greatest value in the layouts in which they are
 * safe, plus 1 (255 - where they never are - and 0), and in how many they are mines. */
typedef struct {
    uint8_t low[LS_OPTIMUM_CELLS], high[LS_OPTIMUM_CELLS];
    int32_t mines[LS_OPTIMUM_CELLS];
} look;

static void look_around(const ls_optimum *game, const int32_t *list, int32_t length, look *seen) {
    uint8_t low[LS_OPTIMUM_CELLS], high[LS_OPTIMUM_CELLS], mines[LS_OPTIMUM_CELLS];
    memset(low, 255, sizeof low);
    memset(high, 0, sizeof high);
    memset(seen->mines, 0, sizeof seen->mines);
    for (int32_t start = 0; start < length; start += 255) {
        const int32_t end = length < start + 255 ? length : start + 255;
        memset(mines, 0, sizeof mines);
        for (int32_t place = start; place < end; place++) {
            const uint8_t *row = game->rows + (int64_t)list[place] * LS_OPTIMUM_CELLS;
            for (int32_t cell = 0; cell < LS_OPTIMUM_CELLS; cell++) {
                const uint8_t value = row[cell], before = (uint8_t)(value - 1);
                high[cell] = value > high[cell] ? value : high[cell];
                low[cell] = before < low[cell] ? before : low[cell];
                mines[cell] = (uint8_t)(mines[cell] + (value == 0));
            }
        }
        for (int32_t cell = 0; cell < LS_OPTIMUM_CELLS; cell++) {
            seen->mines[cell] += mines[cell];
        }
    }
    memcpy(seen->low, low, sizeof low);
    memcpy(seen->high, high, sizeof high);
}

static inline bool is_living(const look *seen, int32_t cell) {
    return seen->high[cell] > seen->low[cell] + 1;
}

/* The layouts that survive the next click; all if a safe cell tells something, and 1 if there is
 * nothing left to be told. */
static int32_t survivors(const ls_optimum *game, const look *seen, int32_t length) {
    int32_t fewest = length - 1;
    for (int32_t cell = 0; cell < game->cells; cell++) {
        if (is_living(seen, cell) && seen->mines[cell] < fewest) {
            fewest = seen->mines[cell];
        }
    }
    return length - fewest;
}

static ls_key key_of(const ls_optimum *game, const look *seen) {
    uint8_t codes[LS_OPTIMUM_CELLS];
    const int32_t cells = game->cells;
    for (int32_t cell = 0; cell < cells; cell++) {
        codes[cell] = !seen->high[cell] ? MINE
                      : !seen->mines[cell] && !is_living(seen, cell) ? seen->low[cell]
                                                                     : OPEN;
    }
    const uint8_t *least = game->images;
    for (int32_t turn = 1; turn < game->symmetries; turn++) {
        const uint8_t *image = game->images + turn * cells;
        int32_t cell = 0;
        while (cell < cells && codes[image[cell]] == codes[least[cell]]) {
            cell++;
        }
        if (cell < cells && codes[image[cell]] < codes[least[cell]]) {
            least = image;
        }
    }
    ls_key key = {0, 0};
    for (int32_t cell = 0; cell < cells; cell++) {
        uint64_t *word = cell < 16 ? &key.low : &key.high;
        *word |= (uint64_t)codes[least[cell]] << 4 * (cell % 16);
    }
    return key;
}

/* The number of cliques: layouts of a list ascend. */
static int32_t cliques_of(const ls_optimum *game, const int32_t *list, int32_t length) {
    const int32_t *cliques = game->cliques;
    int32_t number = length > 0;
    for (int32_t place = 1; place < length; place++) {
        number += cliques[list[place]] != cliques[list[place - 1]];
    }
    return number;
}

/* A cell that may be opened, and the number of layouts in which it is safe. */
typedef struct {
    int64_t most; /* bounds what can be won */
    int32_t safe, cell;
} choice;

/* A set of layouts: a part of another, by what a cell shows. */
typedef struct {
    const int32_t *list;
    int32_t length;
    bool is_known;         /* whether the table has a bound */
    int64_t bound;         /* at most so much can be won */
    ls_key key;            /* of sets that are not tiny */
    const choice *choices; /* as `choices_of` finds them; NULL if it was not asked */
    int32_t count;
} part;

/* Part a set by what a cell shows, into `room`, without the layouts in which it is a mine; the sum of
 * the bounds. Parts of which more than one layout may be won come first; they are `made`. */
static int64_t parted(walk *at, const int32_t *list, int32_t length, int32_t cell, int32_t *room,
                      part *parts, int32_t *made, int64_t alpha) {
    ls_optimum *game = at->game;
    const uint8_t *column = game->columns + cell * (int64_t)game->layouts;
    const int32_t values = game->values[cell];
    /* Two counters each, which need not wait for each other. */
    int32_t sizes[LS_OPTIMUM_VALUES + 1] = {0}, more[LS_OPTIMUM_VALUES + 1] = {0};
    int32_t ends[LS_OPTIMUM_VALUES + 1], cliques[LS_OPTIMUM_VALUES + 1];
    for (int32_t place = 0; place + 1 < length; place += 2) {
        sizes[column[list[place]]]++;
        more[column[list[place + 1]]]++;
    }
    sizes[column[list[length - 1]]] += length % 2;
    for (int32_t value = 0, end = 0; value <= values; value++) {
        sizes[value] += more[value];
        ends[value] = end;
        end += sizes[value];
    }
    for (int32_t place = 0; place < length; place++) {
        const int32_t layout = list[place];
        room[ends[column[layout]]++] = layout; /* mines come last */
    }
    int64_t total = 0;
    *made = 0;
    for (int32_t value = 0; value < values; value++) {
        cliques[value] = cliques_of(game, room + ends[value] - sizes[value], sizes[value]);
        total += cliques[value];
    }
    for (int32_t value = 0; value < values && total > alpha; value++) {
        const int32_t size = sizes[value];
        int64_t bound = cliques[value];
        part *next = parts + *made;
        *next = (part){.list = room + ends[value] - size, .length = size, .bound = bound};
        if (bound > 1 && size < FEW) {
            ++*made;
        } else if (bound > 1) {
            look seen;
            look_around(game, next->list, size, &seen);
            const int32_t survive = survivors(game, &seen, size);
            bound = survive < bound ? survive : bound;
            if (bound > 1) {
                bool is_exact = false;
                if (size > TINY) {
                    next->key = key_of(game, &seen);
                    const ls_bounds known = ls_recall(game, next->key);
                    next->is_known = known.upper < INT64_MAX;
                    bound = known.upper < bound ? known.upper : bound;
                    is_exact = known.lower == bound;
                }
                next->bound = bound;
                *made += bound > 1 && !is_exact;
            }
        }
        total += bound - cliques[value];
    }
    return total;
}

static int64_t value_of(walk *at, const part *set, int32_t *room, int64_t alpha);

static bool is_busy(walk *at, ls_key key) {
    ls_optimum *game = at->game;
    bool is_found = false;
    ls_lock(&game->lock);
    for (int32_t thread = 0; thread < LS_OPTIMUM_THREADS && !is_found; thread++) {
        const ls_busy *busy = game->busy + thread;
        for (int32_t turn = 0; busy != at->busy && turn < busy->depth && !is_found; turn++) {
            is_found = ls_is_same(busy->keys[turn], key);
        }
    }
    ls_unlock(&game->lock);
    return is_found;
}

static int64_t choices_of(walk *at, const int32_t *list, int32_t length, int32_t *room,
                          int64_t alpha, choice *choices, int32_t *made);

/* What is won after opening a cell: the sum over what it may show; as `value_of`. */
static int64_t opened(walk *at, const int32_t *list, int32_t length, int32_t cell, int32_t *room,
                      int64_t alpha) {
    part parts[LS_OPTIMUM_VALUES + 1];
    int32_t made;
    int64_t total = parted(at, list, length, cell, room, parts, &made, alpha);
    /* The smallest first: they are the cheapest to know. */
    for (int32_t turn = 1; turn < made; turn++) {
        const part moved = parts[turn];
        int32_t place = turn;
        for (; place > 0 && parts[place - 1].length > moved.length; place--) {
            parts[place] = parts[place - 1];
        }
        parts[place] = moved;
    }
    /* What two more clicks leave bounds a part better than one does, and often enough. The cells that are
     * worth opening are kept for the search: they take less than twice the room of the lists. */
    choice *kept = (choice *)(room + length + (uintptr_t)(room + length) / sizeof *room % 2);
    int32_t *rest = room + LS_OPTIMUM_ROOM * (int64_t)length;
    for (int32_t turn = 0; turn < made && total > alpha; turn++) {
        part *next = parts + turn;
        if (next->length > SMALL && !next->is_known) {
            const int64_t goal = alpha - total + next->bound;
            const int64_t most = choices_of(at, next->list, next->length, rest, goal, kept,
                                            &next->count);
            next->choices = kept;
            kept += next->count;
            total -= most < next->bound ? next->bound - most : 0;
            next->bound = most < next->bound ? most : next->bound;
            if (!ls_remember(at->game, next->key, next->bound, next->bound)) {
                at->few.status = LS_MEMORY;
            }
        }
    }
    bool is_later[LS_OPTIMUM_VALUES + 1];
    for (int32_t round = 0; round < 2; round++) {
        for (int32_t turn = 0; turn < made && total > alpha; turn++) {
            part *next = parts + turn;
            if (!round) {
                is_later[turn] = next->length >= SHARED && is_busy(at, next->key);
            }
            if (is_later[turn] == (round > 0)) {
                total += value_of(at, next, rest, alpha - total + next->bound) - next->bound;
            }
        }
    }
    return total;
}

static void sort(choice *choices, int32_t made) {
    for (int32_t turn = 1; turn < made; turn++) {
        const choice moved = choices[turn];
        int32_t place = turn;
        for (; place > 0 && (choices[place - 1].most < moved.most ||
                             (choices[place - 1].most == moved.most &&
                              choices[place - 1].safe < moved.safe));
             place--) {
            choices[place] = choices[place - 1];
        }
        choices[place] = moved;
    }
}

/* Leave out cells than which an earlier one is as good; how many are left. */
static int32_t undominated(const ls_optimum *game, const int32_t *list, int32_t length,
                           choice *choices, int32_t made) {
    /* By cell: those that are safe in some layout in which it is a mine. */
    uint32_t safe[LS_OPTIMUM_CELLS] = {0};
    for (int32_t place = 0; place < length; place++) {
        const uint32_t mask = game->masks[list[place]];
        for (uint32_t left = mask; left; left &= left - 1) {
            safe[__builtin_ctz(left)] |= ~mask;
        }
    }
    int32_t left = 0;
    for (int32_t turn = 0; turn < made; turn++) {
        bool is_needed = true;
        for (int32_t kept = 0; kept < left && is_needed; kept++) {
            is_needed = safe[choices[kept].cell] >> choices[turn].cell & 1;
        }
        if (is_needed) {
            choices[left++] = choices[turn];
        }
    }
    return left;
}

/* The cells worth opening, those that may win the most first, and a bound of what can be won of the
 * set; bounds above alpha are as good as can be. A safe cell that tells something is the only one. */
static int64_t choices_of(walk *at, const int32_t *list, int32_t length, int32_t *room,
                          int64_t alpha, choice *choices, int32_t *made) {
    const ls_optimum *game = at->game;
    part parts[LS_OPTIMUM_VALUES + 1];
    int32_t count;
    look seen;
    look_around(game, list, length, &seen);
    *made = 0;
    for (int32_t cell = 0; cell < game->cells; cell++) {
        if (is_living(&seen, cell)) {
            const int32_t safe = length - seen.mines[cell];
            choices[(*made)++] = (choice){safe, safe, cell};
            if (safe == length) {
                *choices = choices[*made - 1];
                *made = 1;
                break;
            }
        }
    }
    sort(choices, *made);
    *made = undominated(game, list, length, choices, *made);
    for (int32_t turn = 0; turn < *made && choices[turn].most > alpha; turn++) {
        choices[turn].most =
            parted(at, list, length, choices[turn].cell, room, parts, &count, alpha);
    }
    sort(choices, *made);
    return *made ? choices->most : 1;
}

static int64_t searched(walk *at, const part *set, int32_t *room, int64_t alpha) {
    choice looked_at[LS_OPTIMUM_CELLS];
    const choice *choices = set->choices;
    int32_t made = set->count;
    if (!choices) {
        choices_of(at, set->list, set->length, room, alpha, looked_at, &made);
        choices = looked_at;
    }
    int64_t best = 1, bound = 1;
    for (int32_t turn = 0; turn < made; turn++) {
        const int64_t goal = best > alpha ? best : alpha;
        if (choices[turn].most <= goal) {
            bound = choices[turn].most > bound ? choices[turn].most : bound;
            break;
        }
        const int64_t value =
            opened(at, set->list, set->length, choices[turn].cell, room, goal);
        best = value > goal ? value : best;
        bound = value > bound ? value : bound;
    }
    return best > alpha ? best : bound;
}

/* The value of a set if it is above alpha, else an upper bound. `room` is for the lists of all parts. */
static int64_t value_of(walk *at, const part *set, int32_t *room, int64_t alpha) {
    ls_optimum *game = at->game;
    const int32_t length = set->length;
    if (set->bound <= alpha) {
        return set->bound;
    }
    if (length > TINY) {
        const ls_bounds known = ls_recall(game, set->key);
        if (ls_is_settled(&known, alpha)) {
            return known.upper;
        }
    }
    if (!ls_goes_on(&at->few, (int64_t)length * game->cells)) {
        return set->bound;
    }
    int64_t value;
    if (length <= SMALL) {
        uint16_t cells[LS_OPTIMUM_CELLS];
        for (int32_t cell = 0; cell < game->cells; cell++) {
            cells[cell] = (uint16_t)cell;
        }
        value = ls_small_value(&at->few, set->list, length, cells, game->cells, alpha);
    } else {
        const bool is_shared = length >= SHARED;
        if (is_shared) {
            ls_lock(&game->lock);
            at->busy->keys[at->busy->depth++] = set->key;
            ls_unlock(&game->lock);
        }
        value = searched(at, set, room, alpha);
        if (is_shared) {
            ls_lock(&game->lock);
            at->busy->depth--;
            ls_unlock(&game->lock);
        }
    }
    if (length > TINY && at->few.status == LS_OK && !ls_remember(game, set->key, value, alpha)) {
        at->few.status = LS_MEMORY;
    }
    return value;
}

int64_t ls_position_value(ls_optimum *game, ls_context *context, ls_busy *busy, const int32_t *list,
                          int32_t length, int32_t cell, int32_t *room, int64_t alpha,
                          ls_status *status) {
    walk at = {.game = game,
               .few = {.context = context, .hidden = &game->hidden, .columns = game->columns,
                       .values = game->values, .most_values = LS_OPTIMUM_VALUES},
               .busy = busy};
    int64_t value = length;
    if (cell >= 0) {
        value = opened(&at, list, length, cell, room, alpha);
    } else if (length > 1) {
        look seen;
        look_around(game, list, length, &seen);
        const part whole = {.list = list, .length = length, .key = key_of(game, &seen),
                            .bound = survivors(game, &seen, length)};
        value = value_of(&at, &whole, room, alpha);
    }
    *status = at.few.status;
    return value;
}

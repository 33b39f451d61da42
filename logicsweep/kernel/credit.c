/* 50/50s of swaps and of chains, and the credit for them: see `strategy/fifty.py`, the twin. */
#include "decide.h"

#include <stdlib.h>
#include <string.h>

/* Beyond so many cells none is looked for, as in the twin. */
#define MOST_CELLS 20000
/* As `CLOSE` of the twin. */
#define CLOSE 1e-8

/* What is gathered of 50/50s. By cell: the credit of pairs, that of squares and chains, and for chains the
 * cell that it hangs on (itself, if it is the first of its chain), whether it is in the other half than
 * that, and the next cell of its chain. */
typedef struct {
    ls_context *context;
    const ls_recipe *recipe;
    const double *marginals;
    double *pairs, *squares;
    int32_t *parents, *next, *links, *differences;
    uint8_t *is_odd, *is_linked;
    ls_fifty *found;
    int32_t pseudo;
} gathered;

/* The first cell of the chain of a cell, and whether that is in the other half. */
static int32_t first_of(const gathered *all, int32_t cell, uint8_t *is_odd) {
    *is_odd = 0;
    while (all->parents[cell] != cell) {
        *is_odd ^= all->is_odd[cell];
        cell = all->parents[cell];
    }
    return cell;
}

/* Link two cells, of which exactly one is a mine. */
static void link(gathered *all, int32_t one, int32_t other) {
    uint8_t sides[2];
    all->is_linked[one] = all->is_linked[other] = 1;
    one = first_of(all, one, sides);
    other = first_of(all, other, sides + 1);
    if (one != other) {
        const int32_t later = one > other ? one : other;
        all->parents[later] = one < other ? one : other;
        all->is_odd[later] = !(sides[0] ^ sides[1]);
    }
}

static void look_at_pseudo(gathered *all, int32_t cell) {
    const double risk = ls_units(all->marginals[cell]);
    const double least = all->pseudo < 0 ? 2e9 : ls_units(all->marginals[all->pseudo]);
    if (risk < least || (risk == least && cell < all->pseudo)) {
        all->pseudo = cell;
    }
}

/* Credit the cells of a swap and its open ends, and link an unavoidable pair. */
static void take(gathered *all, const ls_swaps *asked, const ls_fifty *fifty) {
    const double twice = 2 * fifty->share;
    const double probability = fifty->is_unavoidable || twice > 1 ? 1 : twice;
    const double half = probability / 2;
    int32_t cells[4];
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        cells[place] = asked->cells[(int64_t)place * asked->count + fifty->swap];
        if (fifty->now >> place & 1 && !fifty->is_unavoidable) {
            look_at_pseudo(all, cells[place]);
        }
    }
    for (int32_t place = 0; place < asked->most_ends; place++) {
        const int32_t end = asked->ends[(int64_t)fifty->swap * asked->most_ends + place];
        if (end < all->context->size && ls_is_undecided(all->marginals[end])) {
            all->pairs[end] += all->recipe->enabling * probability / 2;
        }
    }
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        if (asked->half == 1) {
            all->pairs[cells[place]] += half;
        } else if (half > all->squares[cells[place]]) {
            all->squares[cells[place]] = half;
        }
    }
    if (fifty->is_unavoidable && asked->half == 1) {
        link(all, cells[0], cells[1]);
    }
}

/* Whether the ends of two halves are all mines; `first` is the first cell of a chain, whose cells are
 * linked by `next`. */
static bool are_ends_mines(gathered *all, int32_t first) {
    const ls_context *context = all->context;
    bool are_mines = true;
    for (int32_t turn = 0; turn < 3; turn++) { /* differ, look, and clear */
        for (int32_t cell = first; cell >= 0; cell = all->next[cell]) {
            uint8_t is_odd;
            first_of(all, cell, &is_odd);
            for (int32_t place = 0; place < context->degree; place++) {
                const int32_t near = context->near[(int64_t)place * context->size + cell];
                if (near == context->size) {
                    continue;
                }
                int32_t *difference = all->differences + near;
                uint8_t side;
                if (turn != 1) {
                    *difference = turn ? 0 : *difference + (is_odd ? -1 : 1);
                } else if (*difference && first_of(all, near, &side) != first) {
                    are_mines &= all->marginals[near] >= 1 || ls_codes(context)[near] == LS_KNOWN;
                }
            }
        }
    }
    return are_mines;
}

/* Whether the four cells of a chain are a swap that was found. */
static bool is_known(const gathered *all, const ls_swaps *squares, int32_t first) {
    for (int32_t turn = 0; turn < squares->made; turn++) {
        int32_t same = 0;
        for (int32_t place = 0; place < 4; place++) {
            uint8_t is_odd;
            const int32_t cell =
                squares->cells[(int64_t)place * squares->count + all->found[turn].swap];
            same += first_of(all, cell, &is_odd) == first;
        }
        if (same == 4) {
            return true;
        }
    }
    return false;
}

/* Credit the chains that are 50/50s in all layouts; `squares` are the swaps of four cells. */
static void take_chains(gathered *all, const ls_swaps *squares) {
    const int32_t size = all->context->size;
    const int32_t count = ls_links(all->context, all->marginals, all->links);
    for (int32_t turn = 0; turn < count; turn++) {
        link(all, all->links[2 * turn], all->links[2 * turn + 1]);
    }
    for (int32_t cell = size - 1; cell >= 0; cell--) {
        uint8_t is_odd;
        const int32_t first = first_of(all, cell, &is_odd);
        if (first != cell) {
            all->next[cell] = all->next[first];
            all->next[first] = cell;
        }
    }
    for (int32_t first = 0; first < size; first++) {
        if (!all->is_linked[first] || all->parents[first] != first) {
            continue;
        }
        int32_t cells = 0, odd = 0;
        for (int32_t cell = first; cell >= 0; cell = all->next[cell], cells++) {
            uint8_t is_odd;
            first_of(all, cell, &is_odd);
            odd += is_odd;
        }
        if (2 * odd != cells || cells < 4 || !are_ends_mines(all, first) ||
            (cells == 4 && is_known(all, squares, first))) {
            continue;
        }
        for (int32_t cell = first; cell >= 0; cell = all->next[cell]) {
            all->squares[cell] = 0.5;
        }
    }
}

static ls_status gather(gathered *all, const ls_board_plan *plan) {
    ls_swaps asked = {0};
    for (int32_t half = 0; half < 2; half++) {
        asked = (ls_swaps){.count = plan->swaps_count[half],
                           .half = half + 1,
                           .most_ends = plan->swaps_ends[half],
                           .most_open = all->recipe->open_ends[half],
                           .cells = plan->swaps_cells[half],
                           .ends = plan->swap_ends[half],
                           .marginals = all->marginals,
                           .close = CLOSE,
                           .found = all->found};
        LS_TRY(ls_fifties_within(all->context, &asked));
        for (int32_t turn = 0; turn < asked.made; turn++) {
            take(all, &asked, all->found + turn);
        }
    }
    take_chains(all, &asked);
    return LS_OK;
}

ls_status ls_credit(ls_context *context, const ls_recipe *recipe, const ls_board_plan *plan,
                    const double *marginals, int32_t *pseudo, double *credits) {
    const int32_t size = context->size;
    *pseudo = -1;
    memset(credits, 0, (size_t)size * sizeof *credits);
    if (size > MOST_CELLS || !(recipe->credit != 0 || recipe->takes_pseudo)) {
        return LS_OK;
    }
    const int32_t *counts = plan->swaps_count;
    const int64_t swaps = counts[0] > counts[1] ? counts[0] : counts[1];
    const int64_t cell = sizeof(double) + 5 * sizeof(int32_t) + 2;
    int64_t taken = 0;
    char *block = ls_block(&context->memory, swaps * (int64_t)sizeof(ls_fifty) + size * cell + 8,
                           &taken);
    if (!block) {
        return LS_MEMORY;
    }
    gathered all = {.context = context, .recipe = recipe, .marginals = marginals, .pseudo = -1};
    all.found = (ls_fifty *)block;
    all.pairs = credits;
    all.squares = (double *)(all.found + swaps);
    all.parents = (int32_t *)(all.squares + size);
    all.next = all.parents + size;
    all.differences = all.next + size;
    all.links = all.differences + size;
    all.is_odd = (uint8_t *)(all.links + 2 * (int64_t)size);
    all.is_linked = all.is_odd + size;
    for (int32_t number = 0; number < size; number++) {
        all.squares[number] = 0;
        all.parents[number] = number;
        all.next[number] = -1;
        all.differences[number] = 0;
        all.is_odd[number] = all.is_linked[number] = 0;
    }
    const ls_status status = gather(&all, plan);
    for (int32_t number = 0; number < size; number++) {
        const double most = fmin(marginals[number], 1 - marginals[number]);
        const double sum = credits[number] + all.squares[number];
        credits[number] = sum < most ? sum : most;
    }
    *pseudo = all.pseudo;
    free(block);
    context->memory.taken -= taken;
    return status;
}

/* 50/50s among given swaps, on the board at hand: see `strategy/fifty.py`, the twin. */
#include "decide.h"
#include "limbs.h"

#include <math.h>
#include <string.h>

#define ENTRIES (2 * LS_HALF + LS_OPEN_ENDS)

/* The cells of a swap, first those of its halves, and those of its ends that are undecided. */
typedef struct {
    int32_t cells[2 * LS_HALF], ends[LS_OPEN_ENDS];
    int32_t ends_count;
} swap_at;

/* Read a swap; false unless its cells are undecided and its ends are or may be mines. */
static bool read_swap(const ls_context *context, const ls_swaps *asked, int32_t turn,
                      swap_at *swap) {
    const double *marginals = asked->marginals;
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        const int32_t cell = asked->cells[(int64_t)place * asked->count + turn];
        if (!ls_is_undecided(marginals[cell])) {
            return false;
        }
        swap->cells[place] = cell;
    }
    swap->ends_count = 0;
    for (int32_t place = 0; place < asked->most_ends; place++) {
        const int32_t end = asked->ends[(int64_t)turn * asked->most_ends + place];
        if (end >= context->size || ls_codes(context)[end] == LS_KNOWN || marginals[end] >= 1) {
            continue;
        }
        if (!ls_is_undecided(marginals[end]) || swap->ends_count == asked->most_open) {
            return false;
        }
        swap->ends[swap->ends_count++] = end;
    }
    return true;
}

/* The marginals with some cells supposed, into `supposed`. */
static ls_status suppose(ls_context *context, const int32_t *cells, const int32_t *values,
                         int32_t count) {
    LS_TRY(ls_try(context, cells, values, count));
    const ls_status status = answer(context, context->supposed.items);
    if (status != LS_OK) {
        ls_take_back(context);
    }
    return status;
}

/* The number of layouts of the board as it is now, in so many limbs; false where it is not counted. */
static bool write_layouts(ls_context *context, int32_t limbs, uint64_t *layouts) {
    const uint64_t *number;
    int32_t length;
    if (ls_layouts(context, &length, &number) != LS_OK) {
        return false;
    }
    length = significant(number, length);
    if (length > limbs) {
        return false;
    }
    memset(layouts, 0, (size_t)limbs * sizeof(uint64_t));
    memcpy(layouts, number, (size_t)length * sizeof(uint64_t));
    return true;
}

/* How probable it is that all ends are mines, and so are the cells of the first half alone. */
static ls_status weigh(ls_context *context, const ls_swaps *asked, const swap_at *swap,
                       ls_fifty *found) {
    int32_t cells[ENTRIES], values[ENTRIES], count = 0;
    for (int32_t place = 0; place < swap->ends_count; place++) {
        cells[count] = swap->ends[place];
        values[count++] = LS_IS_MINE;
    }
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        cells[count] = swap->cells[place];
        values[count++] = place < asked->half ? LS_IS_MINE : LS_IS_SAFE;
    }
    const double before = context->said.log2_mass;
    context->only_mass = !asked->room;
    ls_status status = ls_try(context, cells, values, count);
    context->only_mass = false;
    LS_TRY(status);
    status = answer(context, NULL);
    if (status != LS_OK) {
        ls_take_back(context);
        return status;
    }
    found->share = pow(2.0, context->said.log2_mass - before);
    found->is_counted =
        asked->made < asked->room && write_layouts(context, asked->limbs,
                                      asked->layouts + (int64_t)asked->made * asked->limbs);
    ls_take_back(context);
    return LS_OK;
}

/* Whether a mine in one of the cells makes the swap a 50/50 in all layouts. */
static ls_status is_mine_only_then(ls_context *context, const ls_swaps *asked,
                                   const swap_at *swap, int32_t which, bool *is_so) {
    const int32_t mine = LS_IS_MINE;
    LS_TRY(suppose(context, swap->cells + which, &mine, 1));
    const double *marginals = context->supposed.items;
    *is_so = true;
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        const double goal = (place < asked->half) == (which < asked->half) ? 1 : 0;
        *is_so &= place == which || marginals[swap->cells[place]] == goal;
    }
    for (int32_t place = 0; place < swap->ends_count; place++) {
        *is_so &= marginals[swap->ends[place]] == 1;
    }
    ls_take_back(context);
    return LS_OK;
}

/* Whether no layout has all cells of a swap safe. */
static ls_status has_mine(ls_context *context, const ls_swaps *asked, const swap_at *swap,
                          bool *is_so) {
    int32_t values[2 * LS_HALF];
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        values[place] = LS_IS_SAFE;
    }
    const ls_status status = suppose(context, swap->cells, values, 2 * asked->half);
    *is_so = status == LS_CLASH;
    if (status == LS_OK) {
        ls_take_back(context);
    }
    return *is_so ? LS_OK : status;
}

static ls_status examine(ls_context *context, const ls_swaps *asked, const swap_at *swap,
                         ls_fifty *found) {
    LS_TRY(weigh(context, asked, swap, found));
    bool is_so;
    found->now = found->is_unavoidable = 0;
    for (int32_t place = 0; place < 2 * asked->half; place++) {
        if (fabs(asked->marginals[swap->cells[place]] - found->share) < asked->close) {
            LS_TRY(is_mine_only_then(context, asked, swap, place, &is_so));
            found->now |= is_so << place;
        }
    }
    if (found->now == (1 << 2 * asked->half) - 1) {
        LS_TRY(has_mine(context, asked, swap, &is_so));
        found->is_unavoidable = is_so;
    }
    return LS_OK;
}

int32_t ls_fifties(ls_context *context, ls_swaps *asked) {
    start_watch(context);
    if (!context->is_loaded || asked->half > LS_HALF || asked->most_open > LS_OPEN_ENDS) {
        return LS_NONE;
    }
    if (!ls_room(&context->memory, &context->supposed, context->size, sizeof(double))) {
        return LS_MEMORY;
    }
    asked->made = 0;
    for (int32_t turn = 0; turn < asked->count; turn++) {
        swap_at swap;
        if (!read_swap(context, asked, turn, &swap)) {
            continue;
        }
        ls_fifty *found = asked->found + asked->made;
        const ls_status status = examine(context, asked, &swap, found);
        if (status == LS_CLASH) {
            continue;
        }
        LS_TRY(status);
        found->swap = turn;
        asked->made++;
    }
    return LS_OK;
}

/* A clue knows the mines that single clues decide around it; the others that are decided do not count in
 * it yet. */
int32_t ls_links(const ls_context *context, const double *marginals, int32_t *pairs) {
    int32_t made = 0;
    for (int32_t clue = 0; context->is_loaded && clue < context->size; clue++) {
        if (ls_codes(context)[clue] != LS_CLUE) {
            continue;
        }
        int32_t needed = ls_cells(context)[clue].least, count = 0, linked[2];
        for (int32_t place = 0; place < context->degree && count <= 2; place++) {
            const int32_t near = context->near[(int64_t)place * context->size + clue];
            if (near == context->size || ls_codes(context)[near] != LS_COVERED) {
                continue;
            }
            if (ls_is_undecided(marginals[near])) {
                if (count < 2) {
                    linked[count] = near;
                }
                count++;
            } else {
                needed -= marginals[near] >= 1;
            }
        }
        if (count == 2 && needed == 1) {
            pairs[2 * made] = linked[0];
            pairs[2 * made + 1] = linked[1];
            made++;
        }
    }
    return made;
}

/* Components and interior under the mine count.
 *
 * What a component needs to know of the rest of the board is the message from it: the weight of
 * everything outside, for each number of mines inside. Which numbers are possible at all is worked
 * out apart, on sets (see `tables/total.py`).
 */
#include "join.h"

#include <string.h>

/* ---- Which numbers of mines are possible ---- */

static bool has_gaps(const ls_context *context) {
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_component_at(context, turn)->counts;
        for (int32_t place = 0; place < counts->length; place++) {
            if (!(counts->counts[place] > 0)) {
                return true;
            }
        }
    }
    return false;
}

void ls_shift_into(uint64_t *into, const uint64_t *from, int64_t by, int64_t words) {
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
        const ls_counts *counts = &ls_component_at(context, turn)->counts;
        for (int32_t place = 0; place < counts->length; place++) {
            if (counts->counts[place] > 0) {
                ls_shift_into(back + turn * words, back + (turn + 1) * words, -place, words);
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
        const ls_component *own = ls_component_at(context, turn);
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
        if (ls_must_stop(&context->watch, own->counts.length * words)) {
            return LS_STOPPED;
        }
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
    context->is_slack = is_slack;
    if (!is_slack && has_gaps(context)) {
        LS_TRY(allow_with_gaps(context, board, &low, &high));
    } else {
        for (int32_t turn = 0; turn < context->alive_count; turn++) {
            const ls_component *own = ls_component_at(context, turn);
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

/* From which place on the powers of the odds are taken: where they cannot leave the range of doubles from
 * an end, where counts weigh most. */
static int32_t centre_of(const ls_counts *counts, double odds) {
    const double log_odds = log2(odds);
    if (counts->length * fabs(log_odds) < 400) {
        return odds > 1 ? counts->length - 1 : 0;
    }
    int32_t centre = 0;
    double most = -INFINITY;
    for (int32_t place = 0; place < counts->length; place++) {
        const double weight = log2(counts->counts[place]) + place * log_odds;
        if (weight > most) {
            most = weight;
            centre = place;
        }
    }
    return centre;
}

/* Nothing ties the components: each number of mines weighs as much as the odds say. */
static ls_status under_odds(ls_context *context) {
    const double odds = context->odds;
    int64_t used = 0;
    context->interior = context->density;
    context->said.log2_mass = (double)(context->undecided - context->tied) * log2(1.0 + odds) +
                              (double)context->mines * log2(odds);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        used += ls_component_at(context, turn)->counts.length;
    }
    if (!ls_room(&context->memory, &context->numbers, used + 1, sizeof(double))) {
        return LS_MEMORY;
    }
    double *numbers = context->numbers.items;
    used = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        ls_component *own = ls_component_at(context, turn);
        const ls_counts *counts = &own->counts;
        const int32_t centre = centre_of(counts, odds);
        ls_sum mass = {0, 0};
        own->message_at = used;
        own->roundings = 2.0 * counts->length + 3.0;
        own->lost = 0;
        numbers[used + centre] = 1.0;
        for (int32_t place = centre + 1; place < counts->length; place++) {
            numbers[used + place] = numbers[used + place - 1] * odds;
        }
        for (int32_t place = centre - 1; place >= 0; place--) {
            numbers[used + place] = numbers[used + place + 1] / odds;
        }
        for (int32_t place = 0; place < counts->length; place++) {
            ls_add(&mass, numbers[used + place] * counts->counts[place]);
        }
        used += counts->length;
        if (!(mass.high > 0x1p-450 && mass.high < INFINITY)) {
            return LS_IMPRECISE; /* what underflows in the powers is far below */
        }
        context->said.log2_mass +=
            log2(mass.high) + own->counts.exponent +
            log2(odds) * (counts->lowest + centre);
    }
    return LS_OK;
}

/* What the uncertain clues weigh that no component has, since all their cells are decided. */
static double log2_decided(const ls_context *context) {
    double weight = 0;
    for (int32_t number = 0; context->is_uncertain && number < context->size; number++) {
        const ls_cell *clue = ls_cells(context) + number;
        const int32_t at = ls_weights_at(context, number);
        if (at >= 0 && !clue->left) {
            weight += log2(context->weights[at - clue->least]);
        }
    }
    return weight;
}

/* List the components; which numbers of mines each of them may have. */
static ls_status list(ls_context *context, joined *board) {
    ls_memory *memory = &context->memory;
    *board = (joined){.interior = context->undecided - context->tied};
    int64_t least = 0, counts = 0;
    if (!ls_room(memory, &context->alive, (int64_t)context->components_made + 1,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *alive = context->alive.items;
    context->alive_count = 0;
    context->said.needs_prior = board->interior > 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        ls_component *own = ls_components(context) + id;
        if (own->is_alive) {
            alive[context->alive_count++] = id;
            least += own->counts.lowest;
            board->span += own->counts.length - 1;
            own->allowed_at = counts;
            counts += own->counts.length;
            context->said.needs_prior |= own->counts.length > 1;
        }
    }
    if (!ls_room(memory, &context->allowed, counts + 1, sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    board->lower = context->lower - context->mines - least;
    board->upper = context->upper - context->mines - least;
    return allow(context, board);
}

ls_status ls_support(ls_context *context) {
    joined board;
    return list(context, &board);
}

ls_status ls_bounds(ls_context *context, joined *board) {
    LS_TRY(list(context, board));
    board->first = board->lower > board->span ? board->lower - board->span : 0;
    board->last = board->interior < board->upper ? board->interior : board->upper;
    if (board->lower < 0) { /* sums below 0 need no place */
        board->lower = 0;
    }
    if (board->upper > board->interior + board->span) {
        board->upper = board->interior + board->span;
    }
    return LS_OK;
}

ls_status ls_join(ls_context *context) {
    joined board;
    if (context->has_total) {
        LS_TRY(ls_bounds(context, &board));
        LS_TRY(ls_under_total(context, &board));
    } else {
        LS_TRY(list(context, &board));
        LS_TRY(under_odds(context));
    }
    context->said.log2_mass += log2_decided(context);
    return LS_OK;
}

/* The interior as a message: binomial coefficients, tilted, and the tilt that suits the board. */
#include "join.h"

#define MOST_TILT 40
#define FINE_BITS 11 /* products with up to 2^40 cells are exact */

int64_t ls_binomials(const joined *board, double *values) {
    const double cells = (double)board->interior, odds = board->odds;
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
        ls_times(&value, (cells - (double)mines) * odds, (double)mines + 1.0);
        values[mines + 1 - board->first] = value.high + value.low;
    }
    value = (ls_sum){1.0, 0.0};
    for (int64_t mines = peak; mines > board->first; mines--) {
        ls_times(&value, (double)mines, (cells - (double)mines + 1.0) * odds);
        values[mines - 1 - board->first] = value.high + value.low;
    }
    return peak;
}

int64_t ls_window_room(const joined *board) {
    const int64_t terms = board->last - board->first + 1;
    if (board->lower == board->upper) {
        return 0;
    }
    return 2 * terms + (terms > board->span ? terms : board->span) + 1;
}

/* What the mine counts of a range come to, for each number of mines in the components.
 *
 * Of different sums the tilt has to be taken back; the smallest stays as it is, or the largest if the
 * odds are below 1. So the terms of a window weigh less from one to the next, and it slides along
 * them. It covers the end of one block of its own length and the beginning of the next: what ends a
 * block and what begins it are summed once, in pairs. */
static void slide(const joined *board, const double *terms, double *room, double *message) {
    const int64_t count = board->last - board->first + 1;
    const int64_t choices = board->upper - board->lower + 1;
    const bool is_low = board->odds < 1;
    const double by = is_low ? board->odds : 1.0, over = is_low ? 1.0 : board->odds;
    double *from_here = room, *up_to = room + count, *powers = room + 2 * count;
    const int64_t most = count > board->span ? count : board->span;
    ls_sum sum = {1.0, 0.0};
    for (int64_t at = 0; at <= most; at++) {
        powers[at] = sum.high + sum.low;
        ls_times(&sum, by, over);
    }
    for (int64_t at = count - 1; at >= 0; at--) {
        if (at == count - 1 || (at + 1) % choices == 0) {
            sum = (ls_sum){0, 0};
        }
        ls_times(&sum, by, over);
        ls_add(&sum, terms[is_low ? count - 1 - at : at]);
        from_here[at] = sum.high + sum.low;
    }
    for (int64_t at = 0; at < count; at++) {
        if (at % choices == 0) {
            sum = (ls_sum){0, 0};
        }
        ls_add(&sum, terms[is_low ? count - 1 - at : at] * powers[at % choices]);
        up_to[at] = sum.high + sum.low;
    }
    for (int64_t inside = 0; inside <= board->span; inside++) {
        const int64_t first = is_low ? board->last - board->upper + inside
                                     : board->lower - inside - board->first;
        const int64_t last = first + choices - 1 < count - 1 ? first + choices - 1 : count - 1;
        message[inside] = 0;
        if (last < 0 || first >= count) {
            continue;
        }
        if (first < 0) {
            message[inside] = powers[-first] * up_to[last];
            continue;
        }
        const int64_t next = (first / choices + 1) * choices;
        message[inside] = from_here[first];
        if (first % choices && last >= next) {
            message[inside] += powers[next - first] * up_to[last];
        }
    }
}

ls_status ls_interior(ls_context *context, const joined *board, double *values, double *message,
                      double *shares, double *room) {
    const int64_t count = board->last - board->first + 1;
    const double cells = board->interior ? (double)board->interior : 1.0;
    if (board->lower < board->upper) {
        slide(board, values, room, message);
        for (int64_t at = 0; at < count; at++) {
            values[at] *= (double)(board->first + at) / cells;
        }
        slide(board, values, room, shares);
        return ls_must_stop(&context->watch, 16 * (count + board->span)) ? LS_STOPPED : LS_OK;
    }
    for (int64_t inside = 0; inside <= board->span; inside++) {
        const int64_t mines = board->lower - inside;
        const bool is_there = mines >= board->first && mines <= board->last;
        message[inside] = is_there ? values[mines - board->first] : 0.0;
        shares[inside] = message[inside] * ((double)mines / cells);
    }
    return ls_must_stop(&context->watch, board->span) ? LS_STOPPED : LS_OK;
}

/* The mines to expect above the fewest of each component, and in the interior, when each counts for
 * `odds`. */
static double expected(const ls_context *context, const joined *board, double odds) {
    double found = (double)board->interior * odds / (1.0 + odds);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_component_at(context, turn)->counts;
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

void ls_tilt(const ls_context *context, joined *board, bool is_fine) {
    double swing = 0;
    int32_t longest = 1;
    board->odds = 1.0;
    board->is_power = true;
    board->tilt = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_component_at(context, turn)->counts;
        swing += counts->models_bits;
        longest = counts->length > longest ? counts->length : longest;
    }
    if (swing + (double)board->span * ls_bits((double)board->interior + 2.0) < ROOM / 2.0) {
        return;
    }
    double goal = expected(context, board, 1.0);
    if (goal >= (double)board->lower && goal <= (double)board->upper) {
        return;
    }
    goal = (double)(goal < (double)board->lower ? board->lower : board->upper);
    int32_t most = ROOM / 4 / longest < MOST_TILT ? ROOM / 4 / longest : MOST_TILT;
    int32_t low = -most, high = most;
    while (low < high) {
        int32_t tilt = low + (high - low) / 2;
        /* 2^(tilt + 1/2): half way to the next */
        if (expected(context, board, ldexp(1.4142135623730951, tilt)) < goal) {
            low = tilt + 1;
        } else {
            high = tilt;
        }
    }
    board->tilt = low;
    board->odds = ldexp(1.0, low);
    if (!is_fine || low == most || low == -most) {
        return;
    }
    /* In steps of 2^-FINE_BITS of the power of 2 below, which is now between 2^(low - 1) and 2^low. */
    const double unit = ldexp(1.0, low - 1 - FINE_BITS);
    double least = ldexp(1.0, FINE_BITS), largest = 4.0 * least;
    while (least < largest) {
        const double steps = floor((least + largest) / 2.0);
        if (expected(context, board, steps * unit) < goal) {
            least = steps + 1.0;
        } else {
            largest = steps;
        }
    }
    board->odds = least * unit;
    board->tilt = ls_bits(board->odds);
    board->is_power = false;
}

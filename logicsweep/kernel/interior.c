/* The interior as a message: binomial coefficients, tilted, and the tilt that suits the board. */
#include "join.h"

#define MOST_TILT 40
#define FINE_BITS 11 /* products with up to 2^40 cells are exact */
#define WIDEST 20000000 /* terms for a range of mine counts */

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

ls_status ls_interior(ls_context *context, const joined *board, double *values, double *message,
                      double *shares) {
    const int64_t choices = board->upper - board->lower + 1;
    if (choices * (board->span + 1) > WIDEST || choices > 4000000) {
        return LS_IMPRECISE;
    }
    const double cells = board->interior ? (double)board->interior : 1.0;
    for (int64_t inside = 0; inside <= board->span; inside++) {
        int64_t low = board->lower - inside, high = board->upper - inside;
        low = low > board->first ? low : board->first;
        high = high < board->last ? high : board->last;
        ls_sum all = {0, 0}, held = {0, 0};
        for (int64_t mines = low; mines <= high; mines++) {
            double value = values[mines - board->first];
            if (choices > 1 && board->tilt) {
                /* Of different sums the tilt has to be taken back; the largest stays as it is. */
                int64_t sum = mines + inside;
                int64_t by = board->tilt > 0 ? board->lower - sum : board->upper - sum;
                int64_t exponent = by * board->tilt;
                value = exponent < -2000 ? 0.0 : ldexp(value, (int)exponent);
            }
            ls_add(&all, value);
            ls_add(&held, value * ((double)mines / cells));
        }
        message[inside] = all.high + all.low;
        shares[inside] = held.high + held.low;
        if (ls_must_stop(&context->watch, choices)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

/* The mines to expect above the fewest of each component, and in the interior, when each counts for
 * `odds`. */
static double expected(const ls_context *context, const joined *board, double odds) {
    const int32_t *alive = context->alive.items;
    double found = (double)board->interior * odds / (1.0 + odds);
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
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
    const int32_t *alive = context->alive.items;
    double swing = 0;
    int32_t longest = 1;
    board->odds = 1.0;
    board->is_power = true;
    board->tilt = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_counts *counts = &ls_components(context)[alive[turn]].counts;
        swing += counts->models_bits;
        longest = counts->length > longest ? counts->length : longest;
    }
    if (swing + (double)board->span * ls_bits((double)board->interior + 2.0) < ROOM / 2.0) {
        return;
    }
    int64_t goal = (board->interior + board->span) / 2;
    goal = goal > board->lower ? goal : board->lower;
    goal = goal < board->upper ? goal : board->upper;
    int32_t most = ROOM / 4 / longest < MOST_TILT ? ROOM / 4 / longest : MOST_TILT;
    int32_t low = -most, high = most;
    while (low < high) {
        int32_t tilt = low + (high - low) / 2;
        /* 2^(tilt + 1/2): half way to the next */
        if (expected(context, board, ldexp(1.4142135623730951, tilt)) < (double)goal) {
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
        if (expected(context, board, steps * unit) < (double)goal) {
            least = steps + 1.0;
        } else {
            largest = steps;
        }
    }
    board->odds = least * unit;
    board->tilt = ls_bits(board->odds);
    board->is_power = false;
}

/* An order in which to eliminate the factors of a component: with few of them open at once.
 *
 * Greedy, by the growth of the front (King 1970), from several starts of low degree; see
 * `tables/frontier_order.py`, which chooses in the same way. Ties go to the factor that was reached first,
 * so that every platform takes the same order.
 */
#include "kernel.h"

#include <math.h>
#include <string.h>

#define FEW 3      /* so few factors are eliminated in any order at no cost */
#define CHEAP 20.0 /* an order that promises so few rows a factor is good enough */
#define STARTS 24
#define MANY 2     /* to open more factors at once is worth looking for something better */
#define MOST_CERTIFIED 0x1p40 /* a solver is faster than tables with so many rows by the estimate */
#define WORDS_A_UNIT 4 /* so many words of masks take about as long as a transition */

static inline int32_t bits_in(uint64_t word) { return (int32_t)__builtin_popcountll(word); }

/* How many factors that `meets` are not seen yet. */
static inline int32_t growth_of(const uint64_t *meets, const uint64_t *seen, int32_t words) {
    int32_t found = 0;
    for (int32_t word = 0; word < words; word++) {
        found += bits_in(meets[word] & ~seen[word]);
    }
    return found;
}

typedef struct {
    const uint64_t *meets;
    int32_t factors, words;
    const int32_t *starts;
    int32_t shift; /* the sweep begins with starts[shift] */
    uint64_t *seen, *reached;
    int32_t *open;
} sweep_of;

/* The place in `open` of the factor that opens the fewest others; or, below zero, -1 minus the
 * number of one that is not open yet and does better. */
static inline int32_t next_of(const sweep_of *sweep, int32_t is_open) {
    const int32_t words = sweep->words;
    int32_t place = 0;
    int32_t fewest = growth_of(sweep->meets + (int64_t)sweep->open[0] * words, sweep->seen, words);
    for (int32_t other = 1; fewest && other < is_open; other++) {
        const uint64_t *meets = sweep->meets + (int64_t)sweep->open[other] * words;
        int32_t growth = growth_of(meets, sweep->seen, words);
        if (growth < fewest) {
            place = other;
            fewest = growth;
        }
    }
    if (fewest <= MANY) {
        return place;
    }
    memset(sweep->reached, 0, (size_t)words * sizeof(uint64_t));
    for (int32_t other = 0; other < is_open; other++) {
        const uint64_t *meets = sweep->meets + (int64_t)sweep->open[other] * words;
        for (int32_t word = 0; word < words; word++) {
            sweep->reached[word] |= meets[word];
        }
    }
    for (int32_t word = 0; word < words; word++) {
        for (uint64_t left = sweep->reached[word] & ~sweep->seen[word]; left; left &= left - 1) {
            int32_t factor = word * 64 + __builtin_ctzll(left);
            int32_t growth =
                growth_of(sweep->meets + (int64_t)factor * words, sweep->seen, words);
            if (growth < fewest) {
                place = -1 - factor;
                fewest = growth;
            }
        }
    }
    return place;
}

/* One greedy order, and its estimated rows; it ends once these reach `give_up`. */
static ls_status swept(ls_watch *watch, const sweep_of *sweep, double give_up, int32_t *order,
                       double *found) {
    const int32_t words = sweep->words;
    int32_t made = 0;
    double cost = 0;
    memset(sweep->seen, 0, (size_t)words * sizeof(uint64_t));
    for (int32_t turn = 0; turn < sweep->factors; turn++) {
        int32_t start = sweep->starts[(turn + sweep->shift) % sweep->factors];
        if (sweep->seen[start / 64] >> start % 64 & 1) {
            continue;
        }
        sweep->seen[start / 64] |= (uint64_t)1 << start % 64;
        int32_t is_open = 1;
        sweep->open[0] = start;
        while (is_open) {
            int32_t place = next_of(sweep, is_open);
            int32_t factor = place < 0 ? -1 - place : sweep->open[place];
            order[made++] = factor;
            if (place < 0) {
                sweep->seen[factor / 64] |= (uint64_t)1 << factor % 64;
            } else {
                memmove(sweep->open + place, sweep->open + place + 1,
                        (size_t)(is_open - place - 1) * sizeof(int32_t));
                is_open--;
            }
            const uint64_t *meets = sweep->meets + (int64_t)factor * words;
            for (int32_t word = 0; word < words; word++) {
                uint64_t fresh = meets[word] & ~sweep->seen[word];
                sweep->seen[word] |= fresh;
                for (; fresh; fresh &= fresh - 1) {
                    sweep->open[is_open++] = word * 64 + __builtin_ctzll(fresh);
                }
            }
            cost += ldexp(1.0, is_open < 1000 ? is_open : 1000);
            *found = cost;
            if (cost >= give_up) {
                return LS_OK;
            }
            if (ls_must_stop(watch, (int64_t)is_open * words / WORDS_A_UNIT)) {
                return LS_STOPPED;
            }
        }
    }
    return LS_OK;
}

ls_status ls_order(ls_context *context, ls_tables *tables, const ls_problem *problem) {
    ls_memory *memory = &context->memory;
    const int32_t factors = problem->factors - problem->queries;
    const int32_t words = (factors + 63) / 64;
    /* order, then another order, starts and the open factors */
    if (!ls_room(memory, &tables->order, 4 * (int64_t)factors + 4, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *order = tables->order.items;
    if (factors <= FEW) {
        for (int32_t factor = 0; factor < factors; factor++) {
            order[factor] = factor;
        }
        return LS_OK;
    }
    int64_t wanted = ((int64_t)factors + 2) * words;
    if (!ls_room(memory, &tables->masks, wanted, sizeof(uint64_t))) {
        return LS_MEMORY;
    }
    uint64_t *meets = tables->masks.items;
    memset(meets, 0, (size_t)wanted * sizeof(uint64_t));
    for (int32_t box = 0; box < problem->boxes; box++) {
        const int32_t first = problem->scope_start[box], end = problem->scope_start[box + 1];
        for (int32_t one = first; one < end && problem->scope[one] < factors; one++) {
            uint64_t *met = meets + (int64_t)problem->scope[one] * words;
            for (int32_t other = first; other < end && problem->scope[other] < factors; other++) {
                met[problem->scope[other] / 64] |= (uint64_t)1 << problem->scope[other] % 64;
            }
        }
    }
    int32_t *second = order + factors, *starts = second + factors, *open = starts + factors;
    /* A factor that meets few others sits at the rim of the component: the best place to begin.
     * Sorted by degree, then by number; `open` holds the degrees meanwhile. */
    int32_t made = 0, highest = 0;
    for (int32_t factor = 0; factor < factors; factor++) {
        open[factor] = 0;
        for (int32_t word = 0; word < words; word++) {
            open[factor] += bits_in(meets[(int64_t)factor * words + word]);
        }
        highest = open[factor] > highest ? open[factor] : highest;
    }
    for (int32_t degree = 0; degree <= highest; degree++) {
        for (int32_t factor = 0; factor < factors; factor++) {
            if (open[factor] == degree) {
                starts[made++] = factor;
            }
        }
    }
    sweep_of sweep = {meets, factors, words, starts, 0, meets + (int64_t)factors * words,
                      meets + ((int64_t)factors + 1) * words, open};
    double least, cost;
    const double most = context->is_brief ? MOST_CERTIFIED : INFINITY;
    LS_TRY(swept(&context->watch, &sweep, most, order, &least));
    if (least >= most) {
        return LS_WIDE;
    }
    int32_t step = factors / STARTS > 1 ? factors / STARTS : 1;
    for (int32_t shift = step; shift < factors; shift += step) {
        if (least <= CHEAP * factors) {
            break;
        }
        sweep.shift = shift;
        LS_TRY(swept(&context->watch, &sweep, least, second, &cost));
        if (cost < least) {
            memcpy(order, second, (size_t)factors * sizeof(int32_t));
            least = cost;
        }
    }
    return LS_OK;
}

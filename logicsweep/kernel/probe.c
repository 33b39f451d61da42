/* What single clues refute: a cell is taken to be otherwise than tables say, and clues force others, until
 * one has too many mines or too few (failed literals, after Freeman 1995).
 *
 * Tables are not asked: it goes on from what single clues decided before them. What is refuted is kept,
 * and forces others in its turn; most verdicts of boards in play need no solver then. Under the mine count
 * clues that share no cell are added up as well.
 */
#include "door.h"

#include <string.h>

#define UNCERTAIN 127
#define FREE 0
#define MINE 1
#define SAFE 2
#define MOST_UNDER_TOTAL 2000 /* cells: each look at the mine count goes over the whole board */

/* What a clue still needs, and its cells that are free. */
typedef struct {
    int32_t least, most, left;
} needs;

typedef struct {
    const ls_context *context;
    const uint8_t *first; /* codes before any tables */
    needs *clues;         /* by cell */
    uint8_t *values;      /* by cell: FREE, MINE, SAFE */
    uint8_t *counted;     /* by cell: whether a clue has counted it for the mine count */
    int32_t *trail;       /* cells with a value */
    int32_t made, followed;
} probing;

static bool give(probing *own, int32_t cell, uint8_t value) {
    if (own->values[cell] == FREE) {
        own->values[cell] = value;
        own->trail[own->made++] = cell;
    }
    return own->values[cell] == value;
}

/* Give the free cells of a clue that forces them. */
static void force(probing *own, int32_t clue, uint8_t value) {
    const ls_context *context = own->context;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + clue];
        if (own->first[near] == LS_COVERED && own->values[near] == FREE) {
            (void)give(own, near, value);
        }
    }
}

/* Count a cell for the clues around it, or take that back. */
static inline void count(const probing *own, int32_t cell, int32_t by) {
    const ls_context *context = own->context;
    const int32_t mines = own->values[cell] == MINE ? by : 0;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + cell];
        if (own->first[near] == LS_CLUE) {
            own->clues[near].left -= by;
            own->clues[near].least -= mines;
            own->clues[near].most -= mines;
        }
    }
}

/* Follow what the cells on the trail force; false if a clue has too many mines, or too few. */
static bool follow(probing *own) {
    const ls_context *context = own->context;
    while (own->followed < own->made) {
        const int32_t cell = own->trail[own->followed++];
        count(own, cell, 1);
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + cell];
            if (own->first[near] != LS_CLUE) {
                continue;
            }
            const needs *clue = own->clues + near;
            if (clue->most < 0 || clue->least > clue->left) {
                return false;
            }
            if (clue->left && (!clue->most || clue->least == clue->left)) {
                force(own, near, clue->most ? MINE : SAFE);
            }
        }
    }
    return true;
}

static void take_back(probing *own, int32_t made) {
    while (own->made > made) {
        const int32_t cell = own->trail[--own->made];
        if (own->followed > own->made) {
            count(own, cell, -1);
            own->followed--;
        }
        own->values[cell] = FREE;
    }
}

static ls_status begin(ls_context *context, const int8_t *states, const int32_t *uncertain,
                       const int32_t *uncertain_at, probing *own) {
    const int64_t size = (int64_t)context->size + 1;
    const int64_t numbers = size * (int64_t)(sizeof(needs) + sizeof(int32_t) + 2);
    if (!ls_room(&context->memory, &context->probe_room, numbers, 1)) {
        return LS_MEMORY;
    }
    *own = (probing){.context = context, .first = context->first_codes.items};
    own->clues = context->probe_room.items;
    own->trail = (int32_t *)(own->clues + size);
    own->values = (uint8_t *)(own->trail + size);
    own->counted = own->values + size;
    memset(own->values, FREE, (size_t)size);
    for (int32_t number = 0; number < context->size; number++) {
        if (own->first[number] != LS_CLUE) {
            continue;
        }
        needs clue = {states[number], states[number], 0};
        if (states[number] == UNCERTAIN) {
            const int32_t *bounds = uncertain + uncertain_at[number];
            clue = (needs){bounds[0], bounds[1], 0};
        }
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + number];
            const uint8_t code = own->first[near];
            const int32_t mine = code == LS_MINE || code == LS_KNOWN;
            clue.least -= mine;
            clue.most -= mine;
            clue.left += code == LS_COVERED;
        }
        own->clues[number] = clue;
    }
    return LS_OK;
}

/* Whether the mine count can still be met, as far as clues that share no cell tell: those that come first,
 * or those that come last. All other cells may be mines or safe. */
static bool is_met(const probing *own, bool backwards) {
    const ls_context *context = own->context;
    int64_t least = 0, most = 0;
    memset(own->counted, 0, (size_t)context->size);
    for (int32_t turn = 0; turn < context->size; turn++) {
        const int32_t number = backwards ? context->size - 1 - turn : turn;
        const uint8_t code = own->first[number];
        const bool is_mine =
            code == LS_MINE || code == LS_KNOWN || (code == LS_COVERED && own->values[number] == MINE);
        least += is_mine;
        most += is_mine || (code == LS_COVERED && own->values[number] == FREE);
        if (code != LS_CLUE || !own->clues[number].left) {
            continue;
        }
        bool is_apart = true;
        for (int32_t place = 0; place < context->degree; place++) {
            const int32_t near = context->near[(int64_t)place * context->size + number];
            is_apart &= !(own->first[near] == LS_COVERED && own->values[near] == FREE &&
                          own->counted[near]);
        }
        for (int32_t place = 0; is_apart && place < context->degree; place++) {
            const int32_t near = context->near[(int64_t)place * context->size + number];
            own->counted[near] |= own->first[near] == LS_COVERED;
        }
        if (is_apart) {
            const needs *clue = own->clues + number;
            least += clue->least > 0 ? clue->least : 0;
            most -= clue->most < clue->left ? clue->left - clue->most : 0;
        }
    }
    return least <= context->upper && most >= context->lower;
}

static bool is_interior(const probing *own, int32_t cell) {
    const ls_context *context = own->context;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        if (own->first[context->near[(int64_t)turn * context->size + cell]] == LS_CLUE) {
            return false;
        }
    }
    return true;
}

/* Take a cell to be otherwise; keep its verdict if that is refuted. False if the verdict is refuted, too. */
static bool probe(probing *own, int32_t cell, int8_t verdict, bool under_total, bool *is_refuted) {
    const int32_t before = own->made;
    *is_refuted = !give(own, cell, verdict ? SAFE : MINE) || !follow(own) ||
                  (under_total && (!is_met(own, false) || !is_met(own, true)));
    take_back(own, before);
    if (!*is_refuted) {
        return true;
    }
    bool holds = give(own, cell, verdict ? MINE : SAFE) && follow(own);
    for (int32_t other = cell + 1; under_total && is_interior(own, cell) && holds &&
                                   other < own->context->size; other++) {
        if (own->first[other] == LS_COVERED && is_interior(own, other)) { /* all are alike */
            holds = give(own, other, verdict ? MINE : SAFE) && follow(own);
        }
    }
    return holds;
}

/* Probe all cells with a verdict until no more are refuted. */
static ls_status probe_all(ls_context *context, probing *own, const int8_t *verdicts,
                           bool under_total) {
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        bool was_interior = false; /* one of the interior does */
        for (int32_t cell = 0; cell < context->size; cell++) {
            if (own->first[cell] != LS_COVERED || verdicts[cell] < 0 || own->values[cell] != FREE ||
                (was_interior && is_interior(own, cell))) {
                continue;
            }
            was_interior |= under_total && is_interior(own, cell);
            bool is_refuted;
            if (!probe(own, cell, verdicts[cell], under_total, &is_refuted)) {
                take_back(own, 0); /* the clues contradict each other: nothing is proved */
                return LS_OK;
            }
            goes_on |= is_refuted;
            if (ls_must_stop(&context->watch, under_total ? context->size : 4)) {
                return LS_STOPPED;
            }
        }
    }
    return LS_OK;
}

ls_status ls_probe(ls_context *context, const int8_t *states, const int32_t *uncertain,
                   const int32_t *uncertain_at, const int8_t *by_clues, const int8_t *verdicts,
                   const uint8_t **proved) {
    probing own;
    LS_TRY(begin(context, states, uncertain, uncertain_at, &own));
    *proved = own.values;
    LS_TRY(probe_all(context, &own, by_clues, false));
    if (by_clues != verdicts && context->size <= MOST_UNDER_TOTAL) {
        LS_TRY(probe_all(context, &own, verdicts, true));
    }
    for (int32_t cell = 0; cell < context->size; cell++) {
        own.values[cell] =
            verdicts[cell] >= 0 && own.values[cell] == (verdicts[cell] ? MINE : SAFE);
    }
    return LS_OK;
}

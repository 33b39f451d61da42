/* What single clues refute: a cell is taken to be otherwise than tables say, and clues force others, until
 * one has too many mines or too few (failed literals, after Freeman 1995).
 *
 * Tables are not asked: it goes on from what single clues decided before them. What is refuted is kept,
 * and forces others in its turn; most verdicts of boards in play need no solver then.
 */
#include "door.h"

#include <string.h>

#define UNCERTAIN 127
#define FREE 0
#define MINE 1
#define SAFE 2

/* What a clue still needs, and its cells that are free. */
typedef struct {
    int32_t least, most, left;
} needs;

typedef struct {
    const ls_context *context;
    const uint8_t *first; /* codes before any tables */
    needs *clues;         /* by cell */
    uint8_t *values;      /* by cell: FREE, MINE, SAFE */
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
    const int64_t numbers = size * (int64_t)(sizeof(needs) + sizeof(int32_t)) + size;
    if (!ls_room(&context->memory, &context->probe_room, numbers, 1)) {
        return LS_MEMORY;
    }
    *own = (probing){.context = context, .first = context->first_codes.items};
    own->clues = context->probe_room.items;
    own->trail = (int32_t *)(own->clues + size);
    own->values = (uint8_t *)(own->trail + size);
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

ls_status ls_probe(ls_context *context, const int8_t *states, const int32_t *uncertain,
                   const int32_t *uncertain_at, const int8_t *verdicts, const uint8_t **proved) {
    probing own;
    LS_TRY(begin(context, states, uncertain, uncertain_at, &own));
    *proved = own.values;
    if (!verdicts) {
        return LS_OK; /* none is asked for */
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int32_t cell = 0; cell < context->size; cell++) {
            if (own.first[cell] != LS_COVERED || verdicts[cell] < 0 || own.values[cell] != FREE) {
                continue;
            }
            const int32_t before = own.made;
            const bool is_refuted =
                !give(&own, cell, verdicts[cell] ? SAFE : MINE) || !follow(&own);
            const int32_t work = own.made - before;
            take_back(&own, before);
            if (is_refuted) {
                goes_on = true;
                if (!give(&own, cell, verdicts[cell] ? MINE : SAFE) || !follow(&own)) {
                    take_back(&own, 0); /* the clues contradict each other: nothing is proved */
                    goes_on = false;
                    break;
                }
            }
            if (ls_must_stop(&context->watch, work)) {
                return LS_STOPPED;
            }
        }
    }
    for (int32_t cell = 0; cell < context->size; cell++) {
        const bool agrees = verdicts[cell] >= 0 && own.values[cell] == (verdicts[cell] ? MINE : SAFE);
        own.values[cell] = agrees;
    }
    return LS_OK;
}

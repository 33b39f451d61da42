/* What two clues of a component force together, without tables: the mines that they share are at most
 * what each of them allows, and at least what the cells beside them leave of each.
 *
 * Large components are looked at in this way first: what is decided falls out of them, and what is left
 * has narrow tables (a width of 7 to 11 after this on half-open boards, and 14 to 39 before).
 */
#include "kernel.h"

#include <string.h>

#define MINES 1
#define SAFE 2

/* Room to look: by factor or by box. */
typedef struct {
    const ls_problem *problem;
    int32_t *boxes_at, *boxes; /* the boxes in the scope of each factor */
    int32_t *cells;            /* of each factor */
    int32_t *shared;           /* of each factor: cells that it shares with the one at hand */
    int32_t *met;              /* factors that share some */
    uint8_t *forced;           /* of each box: MINES, SAFE */
} looking;

static ls_status begin(ls_context *context, const ls_problem *problem, looking *own) {
    const int64_t boxes = problem->boxes, factors = problem->factors;
    const int64_t ties = problem->scope_start[boxes];
    if (!ls_room(&context->memory, &context->twos_room, 4 * factors + 2 + ties + boxes,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *at = context->twos_room.items;
    *own = (looking){.problem = problem, .boxes_at = at};
    own->cells = at += factors + 2;
    own->shared = at += factors;
    own->met = at += factors;
    own->boxes = at += factors;
    own->forced = (uint8_t *)(at + ties);
    memset(own->boxes_at, 0, (size_t)(3 * factors + 2) * sizeof(int32_t));
    memset(own->forced, 0, (size_t)boxes);
    for (int32_t box = 0; box < problem->boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            own->cells[problem->scope[tie]] += problem->sizes[box];
            own->boxes_at[problem->scope[tie] + 2]++;
        }
    }
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        own->boxes_at[factor + 2] += own->boxes_at[factor + 1];
    }
    for (int32_t box = 0; box < problem->boxes; box++) {
        for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
            own->boxes[own->boxes_at[problem->scope[tie] + 1]++] = box;
        }
    }
    return LS_OK;
}

static bool has_factor(const ls_problem *problem, int32_t box, int32_t factor) {
    for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1]; tie++) {
        if (problem->scope[tie] == factor) {
            return true;
        }
    }
    return false;
}

/* Note what is forced of the boxes of a factor that another one has as well, or has not. */
static void force(const looking *own, int32_t factor, int32_t other, bool shared, uint8_t forced) {
    for (int32_t at = own->boxes_at[factor]; at < own->boxes_at[factor + 1]; at++) {
        if (has_factor(own->problem, own->boxes[at], other) == shared) {
            own->forced[own->boxes[at]] |= forced;
        }
    }
}

/* What two factors force: the cells that the first one has alone, and those that they share. */
static void look_at(const looking *own, int32_t factor, int32_t other) {
    const ls_problem *problem = own->problem;
    const int32_t shared = own->shared[other];
    const int32_t alone = own->cells[factor] - shared, others = own->cells[other] - shared;
    int32_t most = shared, least = 0;
    most = problem->upper[factor] < most ? problem->upper[factor] : most;
    most = problem->upper[other] < most ? problem->upper[other] : most;
    least = problem->lower[factor] - alone > least ? problem->lower[factor] - alone : least;
    least = problem->lower[other] - others > least ? problem->lower[other] - others : least;
    if (alone && problem->lower[factor] - most >= alone) {
        force(own, factor, other, false, MINES);
    }
    if (alone && problem->upper[factor] <= least) {
        force(own, factor, other, false, SAFE);
    }
    if (least >= shared || !most) {
        force(own, factor, other, true, most ? MINES : SAFE);
    }
}

ls_status ls_decide_by_twos(ls_context *context, int32_t id, int32_t *decided) {
    const ls_problem *problem = &ls_components(context)[id].problem;
    looking own;
    LS_TRY(begin(context, problem, &own));
    for (int32_t factor = 0; factor < problem->factors; factor++) {
        int32_t met = 0;
        for (int32_t at = own.boxes_at[factor]; at < own.boxes_at[factor + 1]; at++) {
            const int32_t box = own.boxes[at];
            for (int32_t tie = problem->scope_start[box]; tie < problem->scope_start[box + 1];
                 tie++) {
                const int32_t other = problem->scope[tie];
                if (other != factor) {
                    own.met[met] = other;
                    met += !own.shared[other];
                    own.shared[other] += problem->sizes[box];
                }
            }
        }
        for (int32_t turn = 0; turn < met; turn++) {
            look_at(&own, factor, own.met[turn]);
        }
        for (int32_t turn = 0; turn < met; turn++) {
            own.shared[own.met[turn]] = 0;
        }
        if (ls_must_stop(&context->watch, 4 * (int64_t)met)) {
            return LS_STOPPED;
        }
    }
    *decided = 0;
    const int32_t boxes = problem->boxes;
    for (int32_t box = 0; box < boxes; box++) {
        const ls_component *component = ls_components(context) + id;
        for (int32_t at = component->cell_start[box];
             own.forced[box] && at < component->cell_start[box + 1]; at++) {
            if (ls_codes(context)[component->cells[at]] == LS_COVERED) {
                LS_TRY(ls_decide(context, component->cells[at], own.forced[box] & MINES));
                ++*decided;
            }
        }
    }
    return LS_OK;
}

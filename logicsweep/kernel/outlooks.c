/* How safe the click after the next one is, on the board at hand: see `strategy/score.py`, the twin. */
#include "decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells in no component, around which as many others are and nothing else that is or may be a mine, are
 * alike: whatever they show, it ties their neighbours alone. By clue: the cell that was looked at, the
 * chance that it shows it (0 if it cannot, -1 if no cell was looked at yet), and the marginals then. */
typedef struct {
    double *marginals, *chances; /* [clue][size]; [clue] */
    int32_t *cells;
    int64_t taken;
} like_cells;

/* So many cells are around one that is like others, in no component; -1 if there is more to it. */
static int32_t interior_around(const ls_context *context, int32_t cell) {
    int32_t count = 0;
    for (int32_t place = -1; place < context->degree; place++) {
        const int32_t near =
            place < 0 ? cell : context->near[(int64_t)place * context->size + cell];
        const uint8_t code = near < context->size ? ls_codes(context)[near] : LS_SHOWN;
        if (code & LS_MINE || (code == LS_COVERED && ls_cells(context)[near].component >= 0)) {
            return -1;
        }
        count += place >= 0 && code == LS_COVERED;
    }
    return count;
}

/* Room for what the cells with so many around them show; without memory, each is looked at by itself. */
static like_cells *room_for(ls_context *context, like_cells *by_count, int32_t count) {
    if (!by_count) {
        return NULL;
    }
    like_cells *alike = by_count + count;
    const int64_t clues = count + 1;
    if (!alike->marginals) {
        const int64_t item = (context->size + 1) * (int64_t)sizeof(double) + sizeof(int32_t);
        alike->marginals = ls_block(&context->memory, clues * item, &alike->taken);
        if (!alike->marginals) {
            return NULL;
        }
        alike->chances = alike->marginals + clues * context->size;
        alike->cells = (int32_t *)(alike->chances + clues);
        for (int32_t clue = 0; clue < clues; clue++) {
            alike->chances[clue] = -1;
        }
    }
    return alike;
}

/* Give the covered cells around a cell a marginal; the last one that they had. */
static double put_around(const ls_context *context, int32_t cell, double marginal,
                         double *marginals) {
    double before = marginal;
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size && ls_codes(context)[near] == LS_COVERED) {
            before = marginals[near];
            marginals[near] = marginal;
        }
    }
    return before;
}

/* The marginals if a cell shows a clue, from those if another one like it does: what is around the two
 * changes places with other cells in no component. */
static void move(const ls_context *context, const like_cells *alike, int32_t clue, int32_t cell,
                 double *marginals) {
    const int32_t from = alike->cells[clue];
    memcpy(marginals, alike->marginals + (int64_t)clue * context->size,
           (size_t)context->size * sizeof(double));
    const double around = put_around(context, from, -1, marginals);
    marginals[from] = -1;
    double others = marginals[cell];
    for (int32_t place = 0; place < context->degree && others < 0; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size && ls_codes(context)[near] == LS_COVERED) {
            others = marginals[near];
        }
    }
    put_around(context, from, others, marginals);
    marginals[from] = others;
    put_around(context, cell, around, marginals);
    marginals[cell] = NAN;
}

/* The chance that a cell shows a clue, and the marginals then, into `supposed`; LS_CLASH if it cannot. */
static ls_status suppose(ls_context *context, int32_t cell, int32_t clue, like_cells *alike,
                         double *chance) {
    double *marginals = context->supposed.items;
    if (alike && alike->chances[clue] >= 0) {
        *chance = alike->chances[clue];
        if (*chance > 0) {
            move(context, alike, clue, cell, marginals);
        }
        return *chance > 0 ? LS_OK : LS_CLASH;
    }
    const double before = context->said.log2_mass;
    ls_status status = ls_try(context, &cell, &clue, 1);
    if (status == LS_OK) {
        status = answer(context, marginals);
        *chance = pow(2.0, context->said.log2_mass - before);
        ls_take_back(context);
    }
    if (alike && (status == LS_OK || status == LS_CLASH)) {
        alike->cells[clue] = cell;
        alike->chances[clue] = status == LS_OK ? *chance : 0;
        if (status == LS_OK) {
            memcpy(alike->marginals + (int64_t)clue * context->size, marginals,
                   (size_t)context->size * sizeof(double));
        }
    }
    return status;
}

bool ls_tells(const ls_context *context, const double *marginals, int32_t number) {
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + number];
        if (near < context->size && ls_is_undecided(marginals[near])) {
            return true;
        }
    }
    return false;
}

double ls_safety_of(const ls_context *context, const double *marginals, double second,
                    double *safest) {
    double least[2] = {2, 2}; /* more than any risk */
    *safest = 1;
    for (int32_t number = 0; number < context->size; number++) {
        const double risk = marginals[number]; /* nan is not less than anything */
        if (risk < least[1] && ls_tells(context, marginals, number)) {
            if (risk <= 0) {
                return 1;
            }
            least[1] = risk < least[0] ? least[0] : risk;
            least[0] = risk < least[0] ? risk : least[0];
        }
    }
    if (least[0] > 1) {
        return 1;
    }
    *safest = 1 - least[0];
    return least[1] > 1 ? 1 - least[0] : 1 - least[0] - second * (least[1] - least[0]);
}

void ls_bound_clues(const ls_context *context, const double *marginals, int32_t cell,
                    int32_t *least, int32_t *most) {
    int32_t open = 0;
    *least = 0;
    for (int32_t place = 0; place < context->degree; place++) {
        const int32_t near = context->near[(int64_t)place * context->size + cell];
        if (near < context->size) {
            *least += marginals[near] >= 1 || ls_codes(context)[near] == LS_KNOWN;
            open += ls_is_undecided(marginals[near]);
        }
    }
    *most = *least + open;
}

/* The same for one of the cells; its row of the bounds, unless that is NULL. */
static ls_status look_ahead(ls_context *context, const ls_outlooks *asked, int32_t turn,
                            double goal, like_cells *by_count, double *bounds) {
    const int32_t cell = asked->cells[turn];
    double remaining = 1 - asked->marginals[cell], survival = 0;
    int32_t least, most, clues = 0;
    bool is_cut = false;
    ls_bound_clues(context, asked->marginals, cell, &least, &most);
    const int32_t around = interior_around(context, cell);
    like_cells *alike = most > around ? NULL : room_for(context, by_count, around);
    for (int32_t value = least; value <= most && !is_cut; value++) {
        double chance;
        const ls_status status = suppose(context, cell, value, alike, &chance);
        if (status == LS_CLASH) {
            if (bounds) {
                bounds[value] = 0;
            }
            continue;
        }
        LS_TRY(status);
        remaining -= chance;
        double safest;
        survival +=
            chance * ls_safety_of(context, context->supposed.items, asked->second, &safest);
        if (bounds) {
            bounds[value] = chance * safest;
        }
        clues++;
        is_cut = remaining > asked->close && survival + remaining < goal - asked->close;
    }
    asked->clues[turn] = clues;
    asked->is_cut[turn] = is_cut;
    asked->survivals[turn] = survival;
    asked->remaining[turn] = remaining;
    return LS_OK;
}

static ls_status look_at_all(ls_context *context, const ls_outlooks *asked,
                             like_cells *by_count, double *bounds) {
    const int32_t clues = context->degree + 1;
    double goal = asked->goal;
    for (int32_t turn = 0; turn < asked->count; turn++) {
        double *row = bounds ? bounds + (int64_t)turn * clues : NULL;
        for (int32_t clue = 0; clue < clues && row; clue++) {
            row[clue] = -1;
        }
        asked->clues[turn] = 0;
        if (asked->cells[turn] < 0 || asked->cells[turn] >= context->size) {
            return LS_NONE;
        }
        if (1 - asked->marginals[asked->cells[turn]] < goal - asked->close) {
            continue;
        }
        LS_TRY(look_ahead(context, asked, turn, goal, by_count, row));
        if (!asked->is_cut[turn] && asked->clues[turn] > 1 && asked->survivals[turn] > goal) {
            goal = asked->survivals[turn];
        }
    }
    return LS_OK;
}

int32_t ls_look_ahead(ls_context *context, const ls_outlooks *asked) {
    start_watch(context);
    return ls_look_ahead_within(context, asked, NULL);
}

ls_status ls_look_ahead_within(ls_context *context, const ls_outlooks *asked, double *bounds) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    if (!ls_room(&context->memory, &context->supposed, context->size, sizeof(double))) {
        return LS_MEMORY;
    }
    int64_t taken = 0;
    const int64_t counts = context->degree + 1;
    like_cells *by_count =
        ls_block(&context->memory, counts * (int64_t)sizeof(like_cells), &taken);
    if (by_count) {
        memset(by_count, 0, (size_t)taken);
    }
    const ls_status status = look_at_all(context, asked, by_count, bounds);
    for (int64_t count = 0; count < counts && by_count; count++) {
        free(by_count[count].marginals);
        context->memory.taken -= by_count[count].taken;
    }
    free(by_count);
    context->memory.taken -= taken;
    return status;
}

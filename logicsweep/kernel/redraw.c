/* Layouts from the posterior, drawn cell by cell, so that nothing but marginals decides them.
 *
 * The Python twin is `games/dealing/posterior.py`. The marginals of the two agree within LS_TOLERANCE, so
 * the layouts do, but for one in 10^10 or so.
 */
#include "dealing.h"
#include "play.h"

#include <string.h>

/* Draw the undecided cells that clues speak of, which are written to `is_mine` alone where the mine count
 * decides them. */
static ls_status draw_tied(ls_context *context, uint64_t *source, double *marginals,
                           uint8_t *is_mine) {
    for (int32_t number = 0; number < context->size; number++) {
        if (ls_codes(context)[number] != LS_COVERED || ls_cells(context)[number].component < 0) {
            continue;
        }
        if (!context->is_joined) {
            LS_TRY(answer(context, marginals));
        }
        const double marginal = marginals[number];
        if (ls_is_undecided(marginal)) {
            const bool mine = ls_fraction(source) < marginal;
            LS_TRY(ls_try_more(context, number, mine ? LS_IS_MINE : LS_IS_SAFE));
        } else {
            is_mine[number] = marginal > 0;
        }
    }
    return LS_OK;
}

/* Write what is decided, and draw the cells that no clue speaks of. */
static ls_status draw_others(const ls_context *context, uint64_t *source, int32_t *cells,
                             uint8_t *is_mine) {
    int32_t count = 0;
    int64_t mines = context->lower;
    for (int32_t number = 0; number < context->size; number++) {
        const uint8_t code = ls_codes(context)[number];
        if (code != LS_COVERED) {
            is_mine[number] = code == LS_MINE || code == LS_KNOWN;
        } else if (ls_cells(context)[number].component < 0) {
            is_mine[number] = 0;
            cells[count++] = number;
        }
        mines -= is_mine[number];
    }
    if (mines < 0 || mines > count) {
        return LS_NONE; /* a defect, which the twin does not share */
    }
    ls_sample(source, cells, count, (int32_t)mines);
    for (int32_t place = 0; place < (int32_t)mines; place++) {
        is_mine[cells[place]] = 1;
    }
    return LS_OK;
}

ls_status ls_redraw(ls_context *context, const int32_t *safe, int32_t count, uint64_t *source,
                    double *marginals, int32_t *cells, uint8_t *is_mine) {
    for (int32_t place = 0; place < count; place++) {
        cells[place] = LS_IS_SAFE;
    }
    LS_TRY(ls_try(context, safe, cells, count));
    ls_status status = draw_tied(context, source, marginals, is_mine);
    if (!context->trials_made) {
        return status; /* a change that failed has been taken back */
    }
    if (status == LS_OK) {
        status = draw_others(context, source, cells, is_mine);
    }
    ls_take_back(context);
    return status;
}

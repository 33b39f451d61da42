/* The parts of the board at hand that can be played by themselves: see `strategy/parts.py`, the twin.
 *
 * Two covered cells are connected if a clue ties them, or one is beside the other, so that its clue would
 * tell of it. Connected cells whose number of mines is fixed are a part; all others are one part
 * together, since the mine count ties them.
 */
#include "hidden.h"

#include <string.h>

/* What is in the connected cells of one root. */
enum { HAS_COMPONENT = 1, IS_LOOSE = 2, HAS_UNDECIDED = 4 };

/* Whether a cell is undecided in no component, and not decided by the mine count. */
static bool is_interior(const ls_context *context, int32_t number) {
    return ls_codes(context)[number] == LS_COVERED && ls_cells(context)[number].component < 0 &&
           context->interior_verdict == 2;
}

/* Whether a cell may be opened: it is covered, and neither clues nor the mine count alone prove a mine.
 * In a component, a cell that is a mine under the mine count is still open. */
static bool may_be_opened(const ls_context *context, int32_t number) {
    const uint8_t code = ls_codes(context)[number];
    return code == LS_SAFE || (code == LS_COVERED && (ls_cells(context)[number].component >= 0 ||
                                                      context->interior_verdict != 1));
}

/* Unite the cells that are connected; -1 for those that cannot be opened. */
static ls_status connect(ls_context *context, int32_t *parents) {
    for (int32_t number = 0; number < context->size; number++) {
        parents[number] = may_be_opened(context, number) ? number : -1;
    }
    for (int32_t number = 0; number < context->size; number++) {
        for (int32_t turn = 0; turn < context->degree && parents[number] >= 0; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + number];
            if (near < context->size && parents[near] >= 0) {
                ls_unite(parents, number, near);
            }
        }
        if (ls_must_stop(&context->watch, context->degree)) {
            return LS_STOPPED;
        }
    }
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *own = ls_component_at(context, turn);
        for (int32_t place = 1; place < own->cells_count; place++) {
            ls_unite(parents, own->cells[0], own->cells[place]);
        }
    }
    return LS_OK;
}

/* What each cell adds to its part. */
static uint8_t kind_of(const ls_context *context, int32_t number) {
    const ls_cell *cell = ls_cells(context) + number;
    if (ls_codes(context)[number] != LS_COVERED) {
        return 0;
    }
    if (cell->component < 0) {
        return is_interior(context, number) ? IS_LOOSE | HAS_UNDECIDED : 0;
    }
    const bool is_fixed = ls_components(context)[cell->component].counts.length == 1;
    return HAS_COMPONENT | HAS_UNDECIDED | (is_fixed ? 0 : IS_LOOSE);
}

ls_status ls_find_parts(ls_context *context, ls_parts *found) {
    const int64_t size = context->size;
    if (!ls_room(&context->memory, &context->part_cells, 3 * size + 1, sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->part_kinds, size + 1, sizeof(uint8_t)) ||
        !ls_room(&context->memory, &context->parts, size + 1, sizeof(ls_part_found))) {
        return LS_MEMORY;
    }
    int32_t *numbers = context->part_cells.items, *place_of = numbers + size;
    int32_t *parents = place_of + size, rest = -1;
    uint8_t *kinds = context->part_kinds.items;
    ls_part_found *part = context->parts.items;
    LS_TRY(connect(context, parents));
    memset(kinds, 0, (size_t)size);
    for (int32_t number = 0; number < size; number++) {
        if (parents[number] >= 0) {
            kinds[ls_root_of(parents, number)] |= kind_of(context, number);
        }
    }
    *found = (ls_parts){0, 0, part, numbers, place_of};
    /* A root comes before all other cells of its tree: `place_of` has its part for now. */
    for (int32_t number = 0; number < size; number++) {
        place_of[number] = -1;
        if (parents[number] < 0) {
            continue;
        }
        const int32_t root = ls_root_of(parents, number);
        const bool is_rest = (kinds[root] & (HAS_COMPONENT | IS_LOOSE)) != HAS_COMPONENT;
        int32_t home = is_rest ? rest : root < number ? place_of[root] : -1;
        if (home < 0) {
            home = found->parts++;
            part[home] = (ls_part_found){.layouts = -1, .won = -1, .is_even = 1};
            rest = is_rest ? home : rest;
        }
        place_of[number] = home;
        part[home].count++;
        part[home].undecided += (kind_of(context, number) & HAS_UNDECIDED) != 0;
        part[home].is_even &= !(kinds[root] & IS_LOOSE);
    }
    for (int32_t home = 0; home < found->parts; home++) {
        part[home].first = found->cells;
        found->cells += part[home].count;
        part[home].count = 0;
    }
    for (int32_t number = 0; number < size; number++) {
        if (place_of[number] >= 0) {
            ls_part_found *own = part + place_of[number];
            place_of[number] = own->first + own->count++;
            numbers[place_of[number]] = number;
        }
    }
    /* The mine count fixes the mines of the rest, too. */
    if (rest >= 0 && context->has_total && context->lower == context->upper) {
        part[rest].is_even = 1;
    }
    return LS_OK;
}

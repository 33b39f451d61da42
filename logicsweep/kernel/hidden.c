/* All layouts of a part of the board at hand, with what each cell would show in them: component by
 * component, then the interior. See `tables/listing.py`, the twin.
 *
 * Every beginning of a layout leads to one, so that there are never more of them than layouts.
 */
#include "hidden.h"

#include <math.h>
#include <string.h>

/* What a cell with a mine would show. */
#define HIT 255

/* A part while its layouts are listed. Rows have their number of mines, then a byte for each cell. */
typedef struct {
    ls_context *context;
    const ls_parts *parts;
    const ls_part_found *part;
    int32_t most, goal;    /* layouts; mines of each in components and interior */
    int32_t *turns, count; /* its components, by place in `alive` */
    int32_t *interior, interior_count; /* its undecided cells in no component */
    uint8_t *ahead;        /* by component: whether it and those behind can hold so many mines */
    int64_t record;        /* bytes of a row */
    int32_t side, made;    /* the array that rows go to, and how many it has */
} listing;

static const ls_component *component_at(const listing *own, int32_t place) {
    return ls_component_at(own->context, own->turns[place]);
}

static bool is_allowed(const listing *own, const ls_component *component, int32_t mines) {
    const uint8_t *allowed = own->context->allowed.items;
    const int32_t place = mines - component->counts.lowest;
    return place >= 0 && place < component->counts.length && allowed[component->allowed_at + place];
}

/* log2 of the models of a component. */
static double log2_models(const ls_component *own) {
    double models = 0;
    for (int32_t place = 0; place < own->counts.length; place++) {
        models += own->counts.counts[place];
    }
    return log2(models) + own->counts.exponent;
}

/* Find the components and the interior of the part, the mines to place, and about how many layouts
 * there are, as a logarithm: that of the board without those of the other parts. */
static double survey(listing *own) {
    ls_context *context = own->context;
    const int32_t end = own->part->first + own->part->count;
    double inside = 0, outside = 0;
    int64_t lowest = 0, elsewhere = context->mines;
    own->count = own->interior_count = 0;
    for (int32_t turn = 0; turn < context->alive_count; turn++) {
        const ls_component *component = ls_component_at(context, turn);
        const int32_t place = own->parts->place_of[component->cells[0]];
        if (place >= own->part->first && place < end) {
            own->turns[own->count++] = turn;
            lowest += component->counts.lowest;
            inside += log2_models(component);
        } else {
            elsewhere += component->counts.lowest;
            outside += log2_models(component);
        }
    }
    bool is_fixed = true;
    for (int32_t place = 0; place < own->count; place++) {
        is_fixed &= component_at(own, place)->counts.length == 1;
    }
    for (int32_t place = own->part->first; place < end; place++) {
        const int32_t number = own->parts->numbers[place];
        if (ls_codes(context)[number] == LS_COVERED && context->interior_verdict == 2 &&
            ls_cells(context)[number].component < 0) {
            own->interior[own->interior_count++] = number;
        }
    }
    if (is_fixed && !own->interior_count) {
        own->goal = (int32_t)lowest;
        return inside;
    }
    if (context->interior_verdict == 1) {
        elsewhere += context->undecided - context->tied;
    }
    own->goal = (int32_t)(context->upper - elsewhere);
    return context->said.log2_mass - outside;
}

/* Which numbers of mines components can hold together with all that come behind, the interior last. */
static ls_status look_ahead(listing *own) {
    const int64_t width = (int64_t)own->goal + 1;
    ls_array *room = &own->context->hidden_ahead;
    if (!ls_room(&own->context->memory, room, (own->count + 1) * width, sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    own->ahead = room->items;
    memset(own->ahead, 0, (size_t)((own->count + 1) * width));
    const int32_t free = own->interior_count < own->goal ? own->interior_count : own->goal;
    memset(own->ahead + own->count * width, 1, (size_t)free + 1);
    for (int32_t place = own->count - 1; place >= 0; place--) {
        const ls_component *component = component_at(own, place);
        uint8_t *here = own->ahead + place * width;
        const uint8_t *behind = here + width;
        for (int32_t turn = 0; turn < component->counts.length; turn++) {
            const int32_t mines = component->counts.lowest + turn;
            for (int64_t sum = mines; sum < width && is_allowed(own, component, mines); sum++) {
                here[sum] |= behind[sum - mines];
            }
        }
        if (ls_must_stop(&own->context->watch, component->counts.length * width)) {
            return LS_STOPPED;
        }
    }
    return LS_OK;
}

static inline uint8_t *row_at(const listing *own, int32_t side, int32_t row) {
    return (uint8_t *)own->context->hidden_rows[side].items + row * own->record;
}

static inline int32_t mines_of(const uint8_t *row) { return *(const int32_t *)row; }

/* Go on with a row; the cells of the new one are in `made`. */
static ls_status go_on(listing *own, int32_t from, int32_t mines, uint8_t **made) {
    if (own->made == own->most) {
        return LS_WIDE;
    }
    if (!ls_room(&own->context->memory, &own->context->hidden_rows[own->side],
                 ((int64_t)own->made + 1) * own->record, 1)) {
        return LS_MEMORY;
    }
    uint8_t *row = row_at(own, own->side, own->made++);
    memcpy(row, row_at(own, !own->side, from), (size_t)own->record);
    *(int32_t *)row += mines;
    *made = row + sizeof(int32_t);
    return ls_must_stop(&own->context->watch, own->record / 8) ? LS_STOPPED : LS_OK;
}

/* The models of a component, and their order by number of mines: those with n mines end at ends[n],
 * and begin where those with one less end. */
static ls_status list_models(listing *own, const ls_component *component, ls_models *models,
                             int32_t **ends, int32_t **order) {
    ls_context *context = own->context;
    const int32_t cells = component->cells_count;
    if (!ls_room(&context->memory, &context->hidden_allowed, cells + 1, sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    uint8_t *allowed = context->hidden_allowed.items;
    for (int32_t mines = 0; mines <= cells; mines++) {
        allowed[mines] = is_allowed(own, component, mines);
    }
    LS_TRY(ls_list_models(context, &component->problem, allowed, own->most, models));
    if (!ls_room(&context->memory, &context->hidden_order, 2 * models->count + cells + 2,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *next = context->hidden_order.items, *held = next + cells + 2;
    memset(next, 0, ((size_t)cells + 2) * sizeof(int32_t));
    for (int64_t model = 0; model < models->count; model++) {
        const uint8_t *mines = models->records + model * models->record + models->offset;
        held[model] = 0;
        for (int32_t cell = 0; cell < cells; cell++) {
            held[model] += mines[cell];
        }
        next[held[model] + 1]++;
    }
    for (int32_t mines = 0; mines < cells; mines++) {
        next[mines + 1] += next[mines];
    }
    *ends = next;
    *order = held + models->count;
    for (int64_t model = 0; model < models->count; model++) {
        (*order)[next[held[model]]++] = (int32_t)model;
    }
    return LS_OK;
}

/* Join each row with each model of a component that leads on. */
static ls_status join_component(listing *own, int32_t place) {
    const ls_component *component = component_at(own, place);
    const uint8_t *behind = own->ahead + (place + 1) * ((int64_t)own->goal + 1);
    const int32_t before = own->made;
    int32_t *ends, *order;
    ls_models models;
    LS_TRY(list_models(own, component, &models, &ends, &order));
    own->side = !own->side;
    own->made = 0;
    for (int32_t row = 0; row < before; row++) {
        const int32_t left = own->goal - mines_of(row_at(own, !own->side, row));
        for (int32_t turn = 0; turn < component->counts.length; turn++) {
            const int32_t mines = component->counts.lowest + turn;
            if (mines > left || !behind[left - mines]) {
                continue;
            }
            for (int32_t at = mines ? ends[mines - 1] : 0; at < ends[mines]; at++) {
                const uint8_t *model = models.records + order[at] * models.record + models.offset;
                uint8_t *made;
                LS_TRY(go_on(own, row, mines, &made));
                for (int32_t cell = 0; cell < models.cells; cell++) {
                    made[own->parts->place_of[component->cells[cell]] - own->part->first] =
                        model[cell];
                }
            }
        }
    }
    return LS_OK;
}

/* Join each row with all ways to put the mines that are left into the interior. */
static ls_status join_interior(listing *own) {
    const int32_t before = own->made, cells = own->interior_count;
    if (!ls_room(&own->context->memory, &own->context->hidden_order, (int64_t)cells + 1,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *chosen = own->context->hidden_order.items;
    own->side = !own->side;
    own->made = 0;
    for (int32_t row = 0; row < before; row++) {
        const int32_t mines = own->goal - mines_of(row_at(own, !own->side, row));
        for (int32_t turn = 0; turn < mines; turn++) {
            chosen[turn] = turn;
        }
        do {
            uint8_t *made;
            LS_TRY(go_on(own, row, mines, &made));
            for (int32_t turn = 0; turn < mines; turn++) {
                const int32_t number = own->interior[chosen[turn]];
                made[own->parts->place_of[number] - own->part->first] = 1;
            }
        } while (ls_next_subset(chosen, cells, mines));
    }
    return LS_OK;
}

/* By cell of the part, the mines around it that are no question. */
static int32_t mines_around(const ls_context *context, const ls_parts *parts, int32_t number) {
    int32_t mines = 0;
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + number];
        if (near < context->size && parts->place_of[near] < 0) {
            const uint8_t code = ls_codes(context)[near];
            /* A covered cell of no part is one of an interior full of mines. */
            mines += code == LS_MINE || code == LS_KNOWN || code == LS_COVERED;
        }
    }
    return mines;
}

/* What each cell would show in each row. */
static ls_status show(listing *own, ls_hidden *hidden) {
    ls_context *context = own->context;
    const int32_t cells = own->part->count, size = context->size;
    const int64_t ties = (int64_t)cells * context->degree;
    if (!ls_room(&context->memory, &context->hidden_near, ties + 2 * (int64_t)cells + 1,
                 sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->hidden_values, (int64_t)own->made * cells,
                 sizeof(uint8_t))) {
        return LS_MEMORY;
    }
    int32_t *ends = context->hidden_near.items, *near = ends + 2 * cells;
    uint8_t *fixed = (uint8_t *)(ends + cells);
    int32_t made = 0;
    for (int32_t cell = 0; cell < cells; cell++) {
        const int32_t number = own->parts->numbers[own->part->first + cell];
        fixed[cell] = (uint8_t)mines_around(context, own->parts, number);
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t other = context->near[(int64_t)turn * size + number];
            if (other < size && own->parts->place_of[other] >= 0) {
                near[made++] = own->parts->place_of[other] - own->part->first;
            }
        }
        ends[cell] = made;
    }
    uint8_t *values = context->hidden_values.items;
    for (int32_t row = 0; row < own->made; row++, values += cells) {
        const uint8_t *mines = row_at(own, own->side, row) + sizeof(int32_t);
        memcpy(values, fixed, (size_t)cells);
        /* There are fewer mines than other cells. */
        for (int32_t cell = 0, at = 0; cell < cells; at = ends[cell++]) {
            for (int32_t turn = at; mines[cell] && turn < ends[cell]; turn++) {
                values[near[turn]]++;
            }
        }
        for (int32_t cell = 0; cell < cells; cell++) {
            values[cell] = mines[cell] ? HIT : values[cell];
        }
        if (ls_must_stop(&context->watch, made)) {
            return LS_STOPPED;
        }
    }
    *hidden = (ls_hidden){own->made, cells, context->hidden_values.items, NULL};
    return LS_OK;
}

/* Begin with a part that is even; about how many layouts there are, as a logarithm. */
static ls_status begin(listing *own, double *log2_layouts) {
    ls_context *context = own->context;
    if (!own->part->is_even || own->most < 1) {
        return LS_WIDE;
    }
    const int64_t room = (int64_t)context->alive_count + own->part->count + 1;
    if (!ls_room(&context->memory, &context->hidden_cells, room, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    own->turns = context->hidden_cells.items;
    own->interior = own->turns + context->alive_count;
    *log2_layouts = survey(own);
    return *log2_layouts > log2(own->most) + 0.001 ? LS_WIDE : LS_OK;
}

ls_status ls_count_part(ls_context *context, const ls_parts *parts, int32_t part, int32_t most,
                        int64_t *layouts) {
    listing own = {.context = context, .parts = parts, .part = parts->part + part, .most = most};
    double log2_layouts;
    LS_TRY(begin(&own, &log2_layouts));
    *layouts = (int64_t)rint(exp2(log2_layouts));
    return *layouts > most ? LS_WIDE : LS_OK;
}

ls_status ls_hide(ls_context *context, const ls_parts *parts, int32_t part, int32_t most,
                  ls_hidden *hidden) {
    listing own = {.context = context, .parts = parts, .part = parts->part + part, .most = most};
    double log2_layouts;
    LS_TRY(begin(&own, &log2_layouts));
    LS_TRY(look_ahead(&own));
    /* Whole numbers of 4 bytes, so that all rows are aligned. */
    own.record = (int64_t)sizeof(int32_t) + ((int64_t)own.part->count + 3) / 4 * 4;
    if (!ls_room(&context->memory, &context->hidden_rows[0], own.record, 1)) {
        return LS_MEMORY;
    }
    memset(context->hidden_rows[0].items, 0, (size_t)own.record);
    own.made = 1;
    for (int32_t place = 0; place < own.count; place++) {
        LS_TRY(join_component(&own, place));
    }
    if (own.interior_count) {
        LS_TRY(join_interior(&own));
    }
    return show(&own, hidden);
}

/* Changes of the board at hand: what cells turned out to be, for good or only tried. */
#include "door.h"

#include <string.h>

ls_status ls_enter_cells(ls_context *context, const int32_t *numbers, const int32_t *values,
                         int32_t count, int64_t *clues) {
    context->queued = 0;
    context->is_joined = false;
    for (int32_t turn = 0; turn < count; turn++) {
        const ls_cell *cells = ls_cells(context);
        const uint8_t *codes = ls_codes(context);
        const int32_t number = numbers[turn];
        for (int32_t place = -1; place < context->degree; place++) {
            const int32_t near =
                place < 0 ? number : context->near[(int64_t)place * context->size + number];
            if (codes[near] == LS_COVERED && cells[near].component >= 0) {
                LS_TRY(ls_dissolve(context, cells[near].component, clues));
            }
        }
        LS_TRY(ls_enter(context, number, values[turn]));
        if (!ls_room(&context->memory, &context->active, *clues + 1, sizeof(int32_t))) {
            return LS_MEMORY;
        }
        if (values[turn] >= 0) {
            ((int32_t *)context->active.items)[(*clues)++] = number;
        }
    }
    return ls_propagate(context);
}

/* Enter cells, and bring the components around them up to date. */
static ls_status change(ls_context *context, const int32_t *numbers, const int32_t *values,
                        int32_t count) {
    int64_t clues = 0;
    LS_TRY(ls_enter_cells(context, numbers, values, count, &clues));
    return ls_part(context, clues);
}

void ls_tidy(ls_context *context) {
    ls_component *components = ls_components(context);
    int32_t made = 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        made += components[id].is_alive;
    }
    if (context->components_made < 2 * made + 32) {
        return;
    }
    made = 0;
    for (int32_t id = 0; id < context->components_made; id++) {
        if (!components[id].is_alive) {
            continue;
        }
        for (int32_t place = 0; place < components[id].clues_count; place++) {
            ls_cells(context)[components[id].clues[place]].component = made;
        }
        for (int32_t place = 0; place < components[id].cells_count; place++) {
            ls_cells(context)[components[id].cells[place]].component = made;
        }
        components[made++] = components[id];
    }
    context->components_made = made;
}

static bool is_entry(const ls_context *context, int32_t number, int32_t value) {
    if (number < 0 || number >= context->size || value < -4 || value > LS_DEGREE || value == -1 ||
        value == -2) {
        return false;
    }
    const uint8_t code = ls_codes(context)[number];
    return code == LS_COVERED || code == LS_SAFE || code == LS_MINE;
}

int32_t ls_tell(ls_context *context, const int32_t *numbers, const int32_t *values,
                int32_t count) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    start_watch(context);
    context->trials_made = 0;
    ls_status status = LS_OK;
    for (int32_t turn = 0; turn < count && status == LS_OK; turn++) {
        status = is_entry(context, numbers[turn], values[turn]) ? LS_OK : LS_CLASH;
    }
    if (status == LS_OK) {
        status = change(context, numbers, values, count);
    }
    context->is_loaded = status == LS_OK;
    ls_tidy(context);
    return status;
}

void ls_take_back(ls_context *context) {
    const int32_t trial = --context->trials_made;
    const ls_saved *saved = context->saved.items;
    while (context->saved_made > context->trials[trial].saved) {
        const ls_saved *last = saved + --context->saved_made;
        ls_codes(context)[last->number] = last->code;
        ls_cells(context)[last->number] = last->was;
    }
    const int32_t first_new = context->trials[trial].first_new;
    for (int32_t id = first_new; id < context->components_made; id++) {
        ls_drop_component(context, ls_components(context) + id);
    }
    context->components_made = first_new;
    while (context->dissolved_made > context->trials[trial].dissolved) {
        const int32_t id = ((int32_t *)context->dissolved.items)[--context->dissolved_made];
        ls_components(context)[id].is_alive = true;
    }
    context->undecided = context->trials[trial].undecided;
    context->mines = context->trials[trial].mines;
    context->tied = context->trials[trial].tied;
    context->said = context->trials[trial].said;
    context->is_joined = false;
}

ls_status ls_try(ls_context *context, const int32_t *numbers, const int32_t *values,
                 int32_t count) {
    for (int32_t turn = 0; turn < count; turn++) {
        if (!is_entry(context, numbers[turn], values[turn])) {
            return LS_CLASH;
        }
    }
    const int64_t stamps = context->stamp.bytes;
    if (!ls_room(&context->memory, &context->stamp, context->size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    if (stamps != context->stamp.bytes || context->epoch == INT32_MAX) {
        memset(context->stamp.items, 0, (size_t)context->stamp.bytes);
        context->epoch = 0;
    }
    context->epoch++;
    const int32_t trial = context->trials_made++;
    if (!trial) {
        context->saved_made = context->dissolved_made = 0;
    }
    context->trials[trial].saved = context->saved_made;
    context->trials[trial].dissolved = context->dissolved_made;
    context->trials[trial].first_new = context->components_made;
    context->trials[trial].undecided = context->undecided;
    context->trials[trial].mines = context->mines;
    context->trials[trial].tied = context->tied;
    context->trials[trial].said = context->said;
    const ls_status status = change(context, numbers, values, count);
    if (status != LS_OK) {
        ls_take_back(context);
    }
    return status;
}

ls_status ls_try_more(ls_context *context, int32_t number, int32_t value) {
    const ls_status status = change(context, &number, &value, 1);
    if (status != LS_OK) {
        ls_take_back(context);
    }
    return status;
}

int32_t ls_what_if(ls_context *context, const int32_t *numbers, const int32_t *values,
                   int32_t count, double *marginals, double *log2_mass) {
    if (!context->is_loaded) {
        return LS_NONE;
    }
    start_watch(context);
    LS_TRY(ls_try(context, numbers, values, count));
    const ls_status status = answer(context, marginals);
    if (status == LS_OK && log2_mass) {
        *log2_mass = context->said.log2_mass;
    }
    ls_take_back(context);
    return status;
}

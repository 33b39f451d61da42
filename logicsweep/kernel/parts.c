/* Parting clues into components, and the cells around them into boxes. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void ls_drop_component(ls_context *context, ls_component *component) {
    free(component->block);
    free(component->result);
    context->memory.taken -= component->block_bytes + component->result_bytes;
    if (component->trellis) {
        ls_free_trellis(&context->memory, component->trellis);
        free(component->trellis);
        context->memory.taken -= (int64_t)sizeof(ls_trellis);
    }
    *component = (ls_component){0};
}

void ls_clear(ls_context *context) {
    for (int32_t place = 0; place < context->components_made; place++) {
        ls_drop_component(context, ls_components(context) + place);
    }
    context->components_made = 0;
    context->tied = 0;
}

int ls_by_number(const void *one, const void *other) {
    const int32_t first = *(const int32_t *)one, second = *(const int32_t *)other;
    return (first > second) - (first < second);
}

/* Drop clues that have no cells left, give the others places, and list the cells around them. */
static ls_status gather(ls_context *context, int64_t *clues, int64_t *cells_found) {
    ls_memory *memory = &context->memory;
    ls_cell *cells = ls_cells(context);
    const uint8_t *codes = ls_codes(context);
    int32_t *active = context->active.items;
    int64_t kept = 0, ties = 0;
    for (int64_t place = 0; place < *clues; place++) {
        if (cells[active[place]].left && cells[active[place]].component != -2) {
            ties += cells[active[place]].left;
            LS_TRY(ls_save(context, active[place]));
            cells[active[place]].component = -2; /* being parted; `box` is its place */
            cells[active[place]].box = (int32_t)kept;
            active[kept++] = active[place];
        }
    }
    *clues = kept;
    if (!ls_room(memory, &context->box_cells, ties + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *found = context->box_cells.items;
    int64_t made = 0;
    for (int64_t place = 0; place < kept; place++) {
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near =
                context->near[(int64_t)turn * context->size + active[place]];
            if (codes[near] == LS_COVERED && cells[near].component != -2) {
                LS_TRY(ls_save(context, near));
                cells[near].component = -2;
                found[made++] = near;
            }
        }
    }
    /* Cells in their order make boxes in the order of their first cells. */
    if (made * 8 < context->size) {
        qsort(found, (size_t)made, sizeof(int32_t), ls_by_number);
    } else {
        made = 0;
        for (int32_t number = 0; number < context->size; number++) {
            if (codes[number] == LS_COVERED && cells[number].component == -2) {
                found[made++] = number;
            }
        }
    }
    *cells_found = made;
    return LS_OK;
}

/* Put every cell into its box, and unite the clues of each. */
static ls_status box_up(ls_context *context, int64_t clues, int64_t count, int32_t *boxes_found) {
    ls_memory *memory = &context->memory;
    ls_cell *cells = ls_cells(context);
    const uint8_t *codes = ls_codes(context);
    int64_t capacity = 16;
    while (capacity < 2 * count) {
        capacity *= 2;
    }
    if (!ls_room(memory, &context->parents, clues + 1, sizeof(int32_t)) ||
        !ls_room(memory, &context->buckets, capacity, sizeof(int32_t)) ||
        !ls_room(memory, &context->next_cell, count + 1, sizeof(int32_t)) ||
        !ls_room(memory, &context->boxes, count + 1, sizeof(ls_box))) {
        return LS_MEMORY;
    }
    const int32_t *found = context->box_cells.items;
    int32_t *parents = context->parents.items, *buckets = context->buckets.items;
    int32_t *next = context->next_cell.items;
    ls_box *boxes = context->boxes.items;
    memset(buckets, 0xFF, (size_t)capacity * sizeof(int32_t));
    for (int32_t place = 0; place < (int32_t)clues; place++) {
        parents[place] = place;
    }
    int32_t made = 0;
    int64_t scopes_made = 0;
    for (int32_t place = 0; place < (int32_t)count; place++) {
        const int32_t number = found[place];
        int32_t scope[LS_DEGREE], length = 0;
        uint64_t hash = 0;
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + number];
            if (codes[near] == LS_CLUE) {
                scope[length++] = cells[near].box;
                hash = (hash ^ (uint64_t)cells[near].box) * 0x9E3779B97F4A7C15u;
                hash ^= hash >> 29;
            }
        }
        uint64_t at = hash & (uint64_t)(capacity - 1);
        int32_t *scopes = context->scopes.items;
        while (buckets[at] >= 0) {
            const ls_box *other = boxes + buckets[at];
            if (other->hash == (uint32_t)hash && other->scope_length == length &&
                !memcmp(scopes + other->scope_at, scope, (size_t)length * sizeof(int32_t))) {
                break;
            }
            at = (at + 1) & (uint64_t)(capacity - 1);
        }
        int32_t box = buckets[at];
        if (box < 0) {
            if (!ls_room(memory, &context->scopes, scopes_made + length, sizeof(int32_t))) {
                return LS_MEMORY;
            }
            scopes = context->scopes.items;
            memcpy(scopes + scopes_made, scope, (size_t)length * sizeof(int32_t));
            box = buckets[at] = made++;
            boxes[box] = (ls_box){(int32_t)scopes_made, length, 0, place, place, (uint32_t)hash};
            scopes_made += length;
            for (int32_t turn = 1; turn < length; turn++) {
                ls_unite(parents, scope[0], scope[turn]);
            }
        } else {
            next[boxes[box].last] = place;
            boxes[box].last = place;
        }
        next[place] = -1;
        boxes[box].size++;
        cells[number].box = box;
    }
    *boxes_found = made;
    return LS_OK;
}

/* What each component takes: boxes, ties and cells. */
typedef struct {
    int32_t clues, boxes, ties, cells;
} extent;

/* Room for the lists of a component, in one block. */
static ls_status lay_out(ls_context *context, ls_component *made, const extent *taken) {
    const int64_t numbers = (int64_t)taken->cells + 3 * (int64_t)taken->boxes + 2 +
                            4 * (int64_t)taken->clues + taken->ties;
    *made = (ls_component){0};
    made->block = ls_block(&context->memory, numbers * (int64_t)sizeof(int32_t),
                           &made->block_bytes);
    if (!made->block) {
        return LS_MEMORY;
    }
    int32_t *at = made->block;
    made->is_alive = true;
    made->cells = at;
    made->cell_start = at += taken->cells;
    made->clues = at += taken->boxes + 1;
    made->problem.sizes = at += taken->clues;
    made->problem.scope_start = at += taken->boxes;
    made->problem.scope = at += taken->boxes + 1;
    made->problem.lower = at += taken->ties;
    made->problem.upper = at += taken->clues;
    made->problem.weights_at = at + taken->clues;
    made->problem.weights = context->weights;
    made->cell_start[0] = 0;
    ((int32_t *)made->problem.scope_start)[0] = 0;
    return LS_OK;
}

/* One more clue of a component; false if no number of mines agrees with it. */
static bool add_clue(ls_context *context, ls_component *component, int32_t number) {
    const ls_cell *clue = ls_cells(context) + number;
    const int32_t weights_at = ls_weights_at(context, number);
    const int32_t factor = component->problem.factors++;
    const int32_t lower = clue->least > 0 ? clue->least : 0;
    const int32_t upper = clue->most < clue->left ? clue->most : clue->left;
    component->clues[component->clues_count++] = number;
    ((int32_t *)component->problem.lower)[factor] = lower;
    ((int32_t *)component->problem.upper)[factor] = upper;
    ((int32_t *)component->problem.weights_at)[factor] =
        weights_at < 0 ? -1 : weights_at + lower - clue->least;
    return lower <= upper;
}

static void add_box(ls_context *context, ls_component *component, int32_t id, const ls_box *box,
                    const int32_t *factor_of) {
    ls_cell *cells = ls_cells(context);
    ls_problem *problem = &component->problem;
    const int32_t *found = context->box_cells.items, *next = context->next_cell.items;
    const int32_t *scope = (int32_t *)context->scopes.items + box->scope_at;
    const int32_t own = problem->boxes++;
    int32_t tie = problem->scope_start[own];
    for (int32_t turn = 0; turn < box->scope_length; turn++) {
        ((int32_t *)problem->scope)[tie++] = factor_of[scope[turn]];
    }
    ((int32_t *)problem->scope_start)[own + 1] = tie;
    ((int32_t *)problem->sizes)[own] = box->size;
    for (int32_t place = box->first; place >= 0; place = next[place]) {
        component->cells[component->cells_count++] = found[place];
        cells[found[place]].component = id;
        cells[found[place]].box = own;
    }
    component->cell_start[own + 1] = component->cells_count;
}

/* Make the components out of boxes and united clues. */
static ls_status assemble(ls_context *context, int64_t clues, int32_t boxes_count) {
    ls_memory *memory = &context->memory;
    if (!ls_room(memory, &context->local, 2 * clues + 1, sizeof(int32_t)) ||
        !ls_room(memory, &context->homes, clues + 1, sizeof(extent))) {
        return LS_MEMORY;
    }
    int32_t *parents = context->parents.items, *active = context->active.items;
    int32_t *id_of = context->local.items, *factor_of = id_of + clues;
    extent *taken = context->homes.items;
    const ls_box *boxes = context->boxes.items;
    const int32_t first = context->components_made;
    int32_t made = 0;
    for (int32_t place = 0; place < (int32_t)clues; place++) {
        const int32_t root = ls_root_of(parents, place);
        if (root == place) {
            id_of[place] = made;
            taken[made++] = (extent){0, 0, 0, 0};
        }
        id_of[place] = id_of[root];
        taken[id_of[place]].clues++;
    }
    for (int32_t box = 0; box < boxes_count; box++) {
        extent *own = taken + id_of[((int32_t *)context->scopes.items)[boxes[box].scope_at]];
        own->boxes++;
        own->ties += boxes[box].scope_length;
        own->cells += boxes[box].size;
    }
    if (!ls_room(memory, &context->components, (int64_t)first + made, sizeof(ls_component))) {
        return LS_MEMORY;
    }
    for (int32_t place = 0; place < made; place++) {
        LS_TRY(lay_out(context, ls_components(context) + first + place, taken + place));
        context->components_made++; /* from here on it is dropped after an error */
        context->tied += taken[place].cells;
    }
    ls_status status = LS_OK;
    for (int32_t place = 0; place < (int32_t)clues; place++) {
        ls_component *own = ls_components(context) + first + id_of[place];
        factor_of[place] = own->problem.factors;
        ls_cells(context)[active[place]].component = first + id_of[place];
        if (!add_clue(context, own, active[place])) {
            context->clash = active[place];
            status = LS_CLASH;
        }
    }
    for (int32_t box = 0; box < boxes_count; box++) {
        const int32_t id =
            first + id_of[((int32_t *)context->scopes.items)[boxes[box].scope_at]];
        add_box(context, ls_components(context) + id, id, boxes + box, factor_of);
    }
    return status;
}

ls_status ls_assemble(ls_context *context, int64_t clues) {
    int64_t cells_found;
    int32_t boxes_found;
    LS_TRY(gather(context, &clues, &cells_found));
    if (!clues) {
        return LS_OK;
    }
    LS_TRY(box_up(context, clues, cells_found, &boxes_found));
    return assemble(context, clues, boxes_found);
}

ls_status ls_dissolve(ls_context *context, int32_t id, int64_t *clues) {
    ls_component *component = ls_components(context) + id;
    ls_cell *cells = ls_cells(context);
    /* What may fail comes first: a component that is taken apart can be put together again. */
    if (!ls_room(&context->memory, &context->active, *clues + component->clues_count,
                 sizeof(int32_t)) ||
        !ls_room(&context->memory, &context->dissolved, context->dissolved_made + 1,
                 sizeof(int32_t))) {
        return LS_MEMORY;
    }
    int32_t *active = context->active.items;
    for (int32_t place = 0; place < component->clues_count; place++) {
        LS_TRY(ls_save(context, component->clues[place]));
        cells[component->clues[place]].component = -1;
        active[(*clues)++] = component->clues[place];
    }
    for (int32_t place = 0; place < component->cells_count; place++) {
        LS_TRY(ls_save(context, component->cells[place]));
        cells[component->cells[place]].component = -1;
    }
    context->tied -= component->cells_count;
    const int32_t trial = context->trials_made - 1;
    if (trial < 0 || id >= context->trials[trial].first_new) {
        ls_drop_component(context, component);
        return LS_OK;
    }
    component->is_alive = false;
    ((int32_t *)context->dissolved.items)[context->dissolved_made++] = id;
    return LS_OK;
}

/* What is left for a solver: the clues that are to contradict the opposite of what tables decided, as
 * single clues left them.
 */
#include "door.h"

#define UNCERTAIN 127
/* Numbers before the literals. */
#define HEAD 3
/* The clues next to cells, and those next to the cells of these: nearly always enough. */
#define NEAR_LAYERS 2

/* The clues that hang together with cells that only tables decided, as single clues left them. */
typedef struct {
    ls_context *context;
    const uint8_t *first;     /* codes before any tables */
    const int8_t *states;
    const int32_t *uncertain; /* as in ls_read */
    int32_t *variable;        /* of each cell; of a clue 1 once it is listed, 0 for none */
    int32_t *cells, variables;
    int64_t made;             /* numbers in `refutation` */
} listing;

static ls_status add(listing *own, int32_t number) {
    ls_array *all = &own->context->refutation;
    if (!ls_room(&own->context->memory, all, own->made + 1, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    ((int32_t *)all->items)[own->made++] = number;
    return LS_OK;
}

static int32_t variable_of(listing *own, int32_t cell) {
    if (!own->variable[cell]) {
        own->cells[own->variables++] = cell;
        own->variable[cell] = own->variables;
    }
    return own->variable[cell];
}

/* The bounds of an uncertain clue, which are listed in the order of the cells. */
static const int32_t *bounds_of(const listing *own, int32_t clue) {
    const int32_t *bounds = own->uncertain;
    for (int32_t number = 0; number < clue; number++) {
        bounds += own->states[number] == UNCERTAIN ? 3 : 0;
    }
    return bounds;
}

/* A clue by its number, what it still needs, and its variables; then these negated. */
static ls_status add_clue(listing *own, int32_t clue) {
    const ls_context *context = own->context;
    const int64_t head = own->made;
    int32_t mines = 0;
    own->variable[clue] = 1;
    for (int32_t turn = 0; turn < 4; turn++) {
        LS_TRY(add(own, clue));
    }
    for (int32_t turn = 0; turn < context->degree; turn++) {
        const int32_t near = context->near[(int64_t)turn * context->size + clue];
        if (near == context->size) {
            continue;
        }
        mines += own->first[near] == LS_MINE || own->first[near] == LS_KNOWN;
        if (own->first[near] == LS_COVERED) {
            LS_TRY(add(own, variable_of(own, near)));
        }
    }
    const int32_t count = (int32_t)(own->made - head - 4);
    for (int32_t place = 0; place < count; place++) {
        LS_TRY(add(own, -((int32_t *)context->refutation.items)[head + 4 + place]));
    }
    int32_t least = own->states[clue], most = least;
    if (least == UNCERTAIN) {
        const int32_t *bounds = bounds_of(own, clue);
        least = bounds[0];
        most = bounds[1];
    }
    int32_t *numbers = (int32_t *)context->refutation.items + head;
    numbers[1] = least - mines;
    numbers[2] = most - mines;
    numbers[3] = count;
    return LS_OK;
}

/* All literals, then all clues that can be reached from them. */
static ls_status list(listing *own, const int8_t *verdicts) {
    const ls_context *context = own->context;
    int32_t clues = 0, near_clues = 0;
    for (int32_t turn = 0; turn < HEAD; turn++) {
        LS_TRY(add(own, 0));
    }
    for (int32_t number = 0; number < context->size; number++) {
        if (own->first[number] == LS_COVERED && verdicts[number] >= 0) {
            const int32_t variable = variable_of(own, number);
            LS_TRY(add(own, verdicts[number] ? variable : -variable));
        }
    }
    const int32_t literals = (int32_t)own->made - HEAD;
    int32_t layers = 0, layer_end = own->variables;
    for (int32_t place = 0; place < own->variables; place++) {
        if (place == layer_end && ++layers <= NEAR_LAYERS) {
            near_clues = clues;
            layer_end = own->variables;
        }
        for (int32_t turn = 0; turn < context->degree; turn++) {
            const int32_t near = context->near[(int64_t)turn * context->size + own->cells[place]];
            if (near < context->size && own->first[near] == LS_CLUE && !own->variable[near]) {
                LS_TRY(add_clue(own, near));
                clues++;
            }
        }
    }
    int32_t *numbers = own->context->refutation.items;
    numbers[0] = literals;
    numbers[1] = clues;
    numbers[2] = layers < NEAR_LAYERS ? clues : near_clues;
    return LS_OK;
}

ls_status ls_to_refute(ls_context *context, const int8_t *states, const int32_t *uncertain,
                       const int8_t *verdicts, ls_certified *found) {
    const int64_t size = context->size;
    if (!ls_room(&context->memory, &context->check_numbers, 2 * size, sizeof(int32_t))) {
        return LS_MEMORY;
    }
    listing own = {.context = context,
                   .first = context->first_codes.items,
                   .states = states,
                   .uncertain = uncertain,
                   .variable = context->check_numbers.items};
    own.cells = own.variable + size;
    for (int64_t number = 0; number < size; number++) {
        own.variable[number] = 0;
    }
    LS_TRY(list(&own, verdicts));
    found->numbers = context->refutation.items;
    found->numbers_count = own.made;
    found->cells = own.cells;
    found->variables = own.variables;
    return LS_OK;
}
